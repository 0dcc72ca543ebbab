"""The entry point: prints answers that are kept from an earlier run, and leaves all else to the commands.

Whoever asks the same twice at a table waits for no command line, no parser and no engine; whoever asks another question
in plain words waits for no command line either.
"""

from __future__ import annotations

import atexit
import io
import os
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from refengine.cli.answers import COMMAND, CommandQuestion, command_question, key_of
from refengine.cli.streams import INCONCLUSIVE, print_whole, say_what_can_be_said
from refengine.source.package import caches, first_hash, kept_hash
from refengine.source.seal import opened, sealed


def command() -> int:
    """Runs the command that the process was started with, and ends the process if nothing waits for its end.

    Else the result is its exit code. What is in memory then goes at once, and not thing by thing.
    """
    code = main()
    waits = getattr(atexit, "_ncallbacks", lambda: 1)()
    others = "threading" in sys.modules and sys.modules["threading"].active_count() > 1
    if not waits and not others and command_question(sys.argv[1:]) is not None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def main() -> int:
    """Runs the command that the process was started with; the result is its exit code."""
    tokens = sys.argv[1:]
    home = caches()
    key = None if home is None else key_of(tokens, home, first_hash)
    if home is None or key is None:
        return worked_out(tokens)
    say_what_can_be_said()
    kept = _kept(home / key)
    try:
        return _asked(tokens, home, key) if kept is None else print_whole(kept, 0)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INCONCLUSIVE


def worked_out(tokens: list[str]) -> int:
    """Runs a command of which nothing is kept; the result is its exit code."""
    from refengine.cli.plain import plain_options

    question = command_question(tokens)
    options = None if question is None else plain_options(question)
    if question is not None and options is not None:
        return _plainly(question, options)
    from refengine.cli.classes import kept_classes

    with kept_classes("command", caches()):
        from refengine.cli.main import main as command
    return command()


def _plainly(question: CommandQuestion, options: dict[str, Any]) -> int:
    """Asks in plain words."""
    from refengine.cli.game_classes import kept_games
    from refengine.cli.guard import keeping_loaded, run_guarded
    from refengine.source.depth import allow_depth

    def run() -> int:
        with keeping_loaded(COMMAND, caches(), stays=True):
            from refengine.cli.inquiry import Inquiry, inquire
        with kept_games(caches()):
            return inquire(Inquiry(Path(question.game), question.words, **options))

    say_what_can_be_said()
    allow_depth()
    return run_guarded(run)


def _asked(tokens: list[str], home: Path, key: str) -> int:
    """Asks, and keeps the answer if it is decided and nothing on which it hangs has changed meanwhile."""
    text = io.StringIO()
    with redirect_stdout(text):
        code = worked_out(tokens)
    if code == 0 and key_of(tokens, home, kept_hash) == key:
        from refengine.source.files import keep_file

        keep_file(home / key, sealed(text.getvalue().encode("utf-8", "surrogatepass")))
    return print_whole(text.getvalue(), code)


def _kept(file: Path) -> str | None:
    """Returns an answer that was kept, or None."""
    try:
        content = opened(file.read_bytes())
        return content.decode("utf-8", "surrogatepass") if content else None
    except (OSError, ValueError):
        pass
    return None
