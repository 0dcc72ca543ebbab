"""The texts of rulebooks, which their owners have: looked for where the user says that they lie."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from refengine.cli.errors import Refused, bad_usage
from refengine.compiled import Compilation
from refengine.resolve.wording import read_text_of
from refengine.source.text import SourceText


def texts_of(games: Iterable[Compilation], place: Path) -> dict[str, SourceText]:
    """Returns the text of each rulebook by its id; one file is the text of one rulebook."""
    ids = dict.fromkeys(each.rulebook.id for each in games if each.rulebook is not None)
    if len(ids) > 1 and not place.is_dir():
        several = f"`{place.as_posix()}` is one text, and the games follow {len(ids)} rulebooks"
        raise Refused([bad_usage(several, "name a folder of texts, or one game")])
    return {each: rulebook_text(each, place) for each in ids}


def rulebook_text(rulebook: str, place: Path) -> SourceText:
    """Returns the text of one rulebook."""
    text, wrong = read_text_of(rulebook, place)
    if text is None:
        raise Refused(wrong)
    return text
