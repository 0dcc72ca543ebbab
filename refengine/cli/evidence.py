"""The promises of games, written: the only way in which `evidence.toml` changes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from refengine.check.report import GameReport
from refengine.cli.errors import Refused
from refengine.evidence.compare import difference
from refengine.evidence.mutation import written_by_hand
from refengine.evidence.promises import EVIDENCE, read_promised, write_promised
from refengine.source.files import write_file
from refengine.source.text import read_content, source_of


def evidence_before(games: Iterable[Path]) -> dict[Path, bytes | None]:
    """Returns the content of each game's file before the check, None if there is none; raises `Refused` on mistakes."""
    files = [game / EVIDENCE for game in games]
    return {file: _content(file) if os.path.lexists(file) else None for file in files}


def _content(file: Path) -> bytes:
    shown = file.as_posix()
    content, wrong = read_content(file, shown)
    source, wrong = (None, wrong) if content is None else source_of(content, shown)
    wrong = wrong or (() if source is None else read_promised(source)[1])
    if content is None or wrong:
        raise Refused(wrong, {} if source is None else {shown: source})
    return content


def update(games: Iterable[GameReport], before: Mapping[Path, bytes | None], out: TextIO) -> None:
    """Writes the file of each game that was proved to the end, and tells on `out` what changes.

    What somebody has written to it since `before` is kept, and the update refused.
    """
    for game in games:
        path = Path(game.path) / EVIDENCE
        if game.ledger is None or game.interrupted:
            print(f"{path.as_posix()}: left as it is: the check did not get to the end", file=out)
            continue
        lines = difference(game.ledger.promised, game.ledger.update)
        if not lines:
            print(f"{path.as_posix()}: nothing changes", file=out)
            continue
        content = before.get(path)
        there, _ = (None, ()) if content is None else source_of(content, path.as_posix())
        by_hand = "" if there is None else written_by_hand(there)
        told = write_promised(game.ledger.update, by_hand)
        unwritten = write_file(path, told, expected=content, is_new=content is None)
        if unwritten is not None:
            raise Refused([unwritten])
        print("\n".join((f"{path.as_posix()}:", *(f"  {line}" for line in lines))), file=out)
