"""The last door of a command: an exit code for whatever may happen while it runs.

INVARIANT: no user sees a traceback unless it was asked for with `--debug`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from refengine import __version__
from refengine.cli.class_makers import kept_recipes
from refengine.cli.classes import kept_classes
from refengine.cli.lazy_modules import importing_lazily
from refengine.cli.modules import kept_modules
from refengine.cli.patterns import kept_patterns
from refengine.cli.streams import INCONCLUSIVE, is_of_output, nobody_listens, not_said
from refengine.source.garbage import look_seldom

BUG = 5
BAD_USAGE = 2


@contextmanager
def keeping_loaded(name: str, home: Path | None, *, stays: bool) -> Iterator[None]:
    """Keeps what is loaded meanwhile for a command, under its name, in the folder `home`, if there is one.

    While it is loaded nothing is looked for that could be thrown away, since all of it stays. Nor is it later, if all
    that there is now `stays` until the process ends, as that of a command by itself does.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        of_others = kept_patterns(name, home), importing_lazily()
        with kept_modules(name, home), of_others[0], of_others[1], kept_classes(name, home), kept_recipes(name, home):
            yield
    finally:
        if stays:
            look_seldom()
        if was_on:
            gc.enable()


def run_guarded(run: Callable[[], Any], *, debug: bool = False) -> int:
    """Runs a command; the result is its exit code, whatever happens."""
    try:
        result = run()
        sys.stdout.flush()
    except BrokenPipeError:
        nobody_listens()
        return INCONCLUSIVE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INCONCLUSIVE
    except Exception as error:  # noqa: BLE001 - the last door
        if isinstance(error, OSError) and is_of_output(error):
            return not_said(error)
        return _refuse(error, debug=debug)
    return result if isinstance(result, int) else 0


def _refuse(error: Exception, *, debug: bool) -> int:
    """Prints diagnostics for a user's mistake; for a mistake of ours one line, and how to report it."""
    from refengine.cli.errors import Refused
    from refengine.loading import RuleSetError
    from refengine.source.render import render

    if isinstance(error, Refused | RuleSetError):
        print(render(error.diagnostics, error.texts), end="", file=sys.stderr)
        return error.exit_code if isinstance(error, Refused) else BAD_USAGE
    if debug:
        import traceback

        traceback.print_exception(error)
    told = f"{type(error).__name__}: {error}".splitlines()[0][:300]
    print(f"internal error: {told}", file=sys.stderr)
    print(
        f"this is a bug of refengine {__version__}: please report it with the command, its input, "
        "and what it prints with `--debug`",
        file=sys.stderr,
    )
    return BUG
