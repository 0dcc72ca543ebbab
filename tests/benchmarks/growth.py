"""The cost of a tile late in a long game against that of an early one: `python -m tests.benchmarks.growth`.

The box of Carcassonne is taken four times over, 308 tiles. What is placing and judging is measured from the choice of
a cell until the next player may draw; what is listing from the draw until all placements are known, for each cell of
the edge. The tiles from the eleventh to the sixtieth are compared with the last fifty of the same game, by processor
time, and the median of the ratios of several games is printed. Nothing is asserted: a clock is no test.
"""

from __future__ import annotations

import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

import refengine

GAME = Path(__file__).parents[2] / "spec" / "carcassonne"
TIMES = 4
SKIPPED, COMPARED = 10, 50

COPIES = re.compile(r"^    (\d+) (?=alike with sort )", re.MULTILINE)
"""The number of times that a tile is in the box, as the rules write it."""


@frozen
class Tile:
    """The seconds that one tile took, and the number of cells on the edge when it was to be laid."""

    listing: float
    placing: float
    edge: int


def larger(folder: Path) -> Path:
    """Returns a folder with the rules of the game, in whose box each tile is `TIMES` as often."""
    rules = folder / GAME.name
    rules.mkdir()
    for path in GAME.iterdir():
        if path.suffix in {".rules", ".csv", ".toml"} and not path.name.startswith(("examples", "evidence", "labels")):
            shutil.copy(path, rules)
    text = (rules / "game.rules").read_text(encoding="utf-8")
    text = COPIES.sub(lambda found: f"    {TIMES * int(found[1])} ", text)
    (rules / "game.rules").write_text(text, encoding="utf-8")
    return rules


def tiles_of(game: Any, seed: int) -> list[Tile]:
    """Each tile that was laid in one random game."""
    draw = random.Random(seed).random
    state, clock = game.initial(), time.process_time
    laid: list[Tile] = []
    while actions := game.legal(state):
        action = actions[int(draw() * len(actions))]
        begun = clock()
        after = game.apply(state, action)
        following = game.legal(after)
        took = clock() - begun
        match action.name:
            case "draw" if following and following[0].name == "lay":
                laid.append(Tile(took, 0.0, len(after.board.edge())))
            case "lay":
                laid[-1] = Tile(laid[-1].listing, took, laid[-1].edge)
            case "deploy" | "pass":
                laid[-1] = Tile(laid[-1].listing, laid[-1].placing + took, laid[-1].edge)
            case _:
                pass
        state = after
    return laid


def ratios(laid: Sequence[Tile]) -> tuple[float, float]:
    """Returns how much more the last tiles took than the first: to place and judge, and to list for each cell of the edge."""
    first, last = laid[SKIPPED : SKIPPED + COMPARED], laid[-COMPARED:]
    placing = [sum(each.placing for each in part) for part in (first, last)]
    listing = [sum(each.listing for each in part) / sum(each.edge for each in part) for part in (first, last)]
    return placing[1] / placing[0], listing[1] / listing[0]


def main() -> None:
    """Prints the two ratios; a number of games may be given."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        game = refengine.load(larger(Path(folder)), players=2)
        tiles_of(game, 0)
        found = [ratios(tiles_of(game, seed)) for seed in range(1, games + 1)]
    placing, listing = (statistics.median(column) for column in zip(*found, strict=True))
    print(f"placing and judging: {placing:.2f}   listing, for each cell of the edge: {listing:.2f}")


if __name__ == "__main__":
    main()
