"""The promises of games, written: the only way in which `evidence.toml` changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from refengine.check.report import GameReport
from refengine.cli.errors import Refused, cannot_write
from refengine.evidence.compare import difference
from refengine.evidence.mutation import written_by_hand
from refengine.evidence.promised import EVIDENCE, write_promised
from refengine.source.text import read_source


def update(games: Iterable[GameReport], out: TextIO) -> None:
    """Writes the file of each game that was proved to the end, and tells on `out` what changes."""
    for game in games:
        path = Path(game.path) / EVIDENCE
        if game.ledger is None or game.interrupted:
            print(f"{path.as_posix()}: left as it is: the check did not get to the end", file=out)
            continue
        lines = difference(game.ledger.promised, game.ledger.update)
        if not lines:
            print(f"{path.as_posix()}: nothing changes", file=out)
            continue
        before, _ = read_source(path, path.as_posix()) if path.exists() else (None, ())
        by_hand = "" if before is None else written_by_hand(before)
        try:
            path.write_text(write_promised(game.ledger.update, by_hand), encoding="utf-8")
        except OSError as error:
            raise Refused([cannot_write(path.as_posix(), (error.strerror or "the system refuses").lower())]) from error
        print("\n".join((f"{path.as_posix()}:", *(f"  {line}" for line in lines))), file=out)
