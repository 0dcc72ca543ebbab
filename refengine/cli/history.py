"""The history of the prompt: what was said in earlier sessions, in a file of the user's own, and no more than fits.

INVARIANT: a file that cannot be read or written is no history, and no failure.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_state_path
from prompt_toolkit.history import History

from refengine.source.files import keep_file

MOST_LINES = 1_000

LONGEST = 2_000
"""The number of characters of a line that is remembered; longer ones are not."""

MOST_BYTES = 4 * MOST_LINES * (LONGEST + 1)


class LastingHistory(History):
    """A history that lasts beyond its session; of two sessions at once each adds its own lines."""

    def __init__(self, file: Path) -> None:
        """Makes the history that lies in a file, or will lie there."""
        super().__init__()
        self._file = file

    def load_history_strings(self) -> Iterable[str]:
        """Returns the lines, the last one first."""
        return reversed(self._lines())

    def store_string(self, string: str) -> None:
        """Keeps a line; the oldest ones are forgotten."""
        if string.strip() and len(string) <= LONGEST and string.isprintable():
            lines = [*self._lines(), string][-MOST_LINES:]
            keep_file(self._file, "".join(f"{each}\n" for each in lines).encode("utf-8", "replace"))

    def _lines(self) -> list[str]:
        try:
            with self._file.open("rb") as file:
                content = file.read(MOST_BYTES)
        except OSError:
            return []
        lines = content.decode("utf-8", "replace").split("\n")
        return [each for each in lines if each and len(each) <= LONGEST and each.isprintable()][-MOST_LINES:]


def history_file() -> Path:
    """Returns the file of the user's own in which the history lies."""
    return user_state_path("refengine") / "questions"
