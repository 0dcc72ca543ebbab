"""The door of the command: what was answered before is said again, and all else is done by the commands.

Whoever asks the same twice at a table waits for no command line, no parser and no engine.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from pathlib import Path

from refengine.cli.answers import caches, key_of
from refengine.cli.streams import INCONCLUSIVE, said, say_what_can_be_said

MARK = b"said\n"
"""The line before an answer that was kept, and behind it: one that was cut off is none."""


def main() -> int:
    """Runs the command that the process was started with; the result is its exit code."""
    tokens = sys.argv[1:]
    home = caches()
    key = None if home is None else key_of(tokens, home)
    if home is None or key is None:
        return _command()
    say_what_can_be_said()
    kept = _kept(home / key)
    try:
        return _asked(tokens, home, key) if kept is None else said(kept, 0)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INCONCLUSIVE


def _command() -> int:
    from refengine.cli.classes import kept_classes

    with kept_classes("command", caches()):
        from refengine.cli.main import main as command
    return command()


def _asked(tokens: list[str], home: Path, key: str) -> int:
    """Asks, and keeps the answer if it is decided and nothing on which it hangs has changed meanwhile."""
    text = io.StringIO()
    with redirect_stdout(text):
        code = _command()
    if code == 0 and key_of(tokens, home) == key:
        from refengine.source.files import keep_file

        keep_file(home / key, MARK + text.getvalue().encode("utf-8", "surrogatepass") + MARK)
    return said(text.getvalue(), code)


def _kept(file: Path) -> str | None:
    """Returns an answer that was kept, or None."""
    try:
        content = file.read_bytes()
        if content.startswith(MARK) and content.endswith(MARK) and len(content) > 2 * len(MARK):
            return content[len(MARK) : -len(MARK)].decode("utf-8", "surrogatepass")
    except (OSError, ValueError):
        pass
    return None
