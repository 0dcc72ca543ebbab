"""The wording of statements: what the text of a rulebook says on their lines, and the hash that the index keeps of it.

A hash is made from the lines that a statement names, in that order. Of each line: Unicode NFC, every asterisk taken
out, lower case, every run of white space one space, none at either end. The lines are joined by one space; the hash is
SHA-256 of that in UTF-8. So it stays the same when a text is marked up, spaced in another way or set in capitals, and
differs when a word does.
"""

import hashlib
import os
import unicodedata
from pathlib import Path

from refengine.resolve.rulebook import Statement
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText, printed_text, read_content

SUFFIXES = (".txt", ".md")
"""The endings of the file with the text of a rulebook, where it is looked for in a folder."""


def hash_of(text: SourceText, lines: str) -> str | None:
    """Returns the hash of what stands on some lines, such as `9, 11`; None if one is not there, or all are empty."""
    written = text.text.split("\n")
    numbers = [int(each) for each in lines.split(", ")]
    if max(numbers) > len(written):
        return None
    wording = " ".join(_plain(written[each - 1]) for each in numbers)
    return f"sha256:{hashlib.sha256(wording.encode()).hexdigest()}" if wording.strip() else None


def is_as_hashed(statement: Statement, text: SourceText) -> bool:
    """Returns whether the text still says what it said when the statement was hashed."""
    return hash_of(text, statement.lines) == statement.hash


def _plain(line: str) -> str:
    return " ".join(unicodedata.normalize("NFC", line).replace("*", "").lower().split())


# ---- THE TEXT


def read_text_of(rulebook: str, place: Path) -> tuple[SourceText | None, tuple[Diagnostic, ...]]:
    """Returns the text of a rulebook, by its id, in a folder of such texts; or in the file itself."""
    path = place
    if os.path.isdir(place):  # noqa: PTH112 - a path that is too long is none
        there = [each for each in (place / f"{rulebook}{suffix}" for suffix in SUFFIXES) if each.is_file()]
        if not there:
            return None, (_no_text(rulebook, place),)
        path = there[0]
    content, wrong = read_content(path, path.as_posix())
    return (None, wrong) if content is None else printed_text(content, path.as_posix())


def _no_text(rulebook: str, folder: Path) -> Diagnostic:
    hint = f"it is looked for as {' or '.join(f'`{rulebook}{suffix}`' for suffix in SUFFIXES)}"
    return Diagnostic("E0607", f"`{folder.as_posix()}` has no text of the rulebook `{rulebook}`", None, hint=hint)
