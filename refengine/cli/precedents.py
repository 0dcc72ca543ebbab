"""Rulings kept beside a game, by whoever asked for them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime

from attrs import evolve

from refengine import __version__
from refengine.cli.errors import Refused, already_there, bad_usage
from refengine.rulings.errors import one_question
from refengine.rulings.judge import Judge
from refengine.rulings.lines import NAME, Lines
from refengine.rulings.precedents import FOLDER, Confirmation, precedent, write_precedent
from refengine.rulings.questions import Dispute
from refengine.rulings.ruling import Ruling
from refengine.source.files import write_file


def look_at_keeping(judge: Judge, name: str | None, confirmed_by: str | None, *, changed: bool) -> None:
    """Refuses, before anything is decided, a name that is none or taken, and rules that are not as they lie there."""
    if name is None:
        if confirmed_by is not None:
            raise Refused([bad_usage("nothing is kept that could be confirmed", "name it with `--save NAME`")])
        return
    if changed:
        message = "`--save` keeps rulings by the rules as they lie there"
        raise Refused([bad_usage(message, "leave out `--table`, `--texts` and `--limit`")])
    if confirmed_by is not None and not confirmed_by.strip():
        raise Refused([bad_usage("nobody is named who confirmed it", "write `--confirmed-by NAME`")])
    if not re.fullmatch(NAME, name):
        raise Refused([bad_usage(f"`{name}` is no name for a ruling", "write a word of letters, digits and `_`")])
    if judge.compiled.folder.alone:  # nothing lies under the name that several modules have together
        message = "`--save` keeps a ruling in the folder of the rules, and several modules have none"
        raise Refused([bad_usage(message, "name one module")])
    file = judge.compiled.folder.path / FOLDER / f"{name}.toml"
    if os.path.lexists(file):
        raise Refused([already_there(file.as_posix())])


def keep_ruling(
    name: str, judge: Judge, disputes: Iterable[Dispute], lines: Lines, rulings: tuple[Ruling, ...], by: str | None
) -> None:
    """Keeps the only ruling beside the game, as confirmed today by a person, if one is named."""
    if len(rulings) != 1:
        raise Refused([one_question()])
    (ruling,) = rulings
    (dispute,) = (each for each in disputes if each.questions)
    kept = precedent(name, judge, dispute, lines, ruling, __version__)
    if by is not None:
        kept = evolve(kept, confirmed=Confirmation(by, datetime.now(tz=UTC).date().isoformat()))
    file = judge.compiled.folder.path / FOLDER / f"{name}.toml"
    unwritten = write_file(file, write_precedent(kept), is_new=True, own_folder=True)
    if unwritten is not None:
        raise Refused([unwritten])
    print(f"kept: {file.as_posix()}", file=sys.stderr)
