"""How many random games a module plays, against the public API of the reference engine, in one run:
`python -m tests.benchmarks.playouts` prints the table that the README shows.

Windows of the two take turns, in processor time; the best of each is taken, and their ratio is printed. Nothing is
asserted: a clock is no test.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

from attrs import frozen

import refengine

SPEC = Path(__file__).parents[2] / "spec"
BOARD_GAMES = Path(__file__).parent / "games"
MOST_STEPS = 400
WINDOWS = 5
GAMES = {
    "kaciri": 32768,
    "european_war": 2048,
    "pagan": 512,
    "palisades": 512,
    "carcassonne": 512,
    "connect_four": 16384,
    "breakthrough": 4096,
}

SHOWN = ("kaciri", "european_war", "palisades", "carcassonne", "connect_four", "breakthrough")
"""The games in the table of the README."""


def by_hand(game: Any, seed: int, seconds: float, *, checked: bool) -> float:
    """Steps a second through `legal` and `apply`, and `violations` where it is checked."""
    draw, steps, started = random.Random(seed).random, 0, time.process_time()
    while time.process_time() - started < seconds:
        state = game.initial()
        for _ in range(MOST_STEPS):
            actions = game.legal(state)
            if not actions:
                break
            after = game.apply(state, actions[int(draw() * len(actions))])
            if checked:
                assert not game.violations(state, after)
            state, steps = after, steps + 1
    return steps / (time.process_time() - started)


def by_module(game: Any, seed: int, games: int, *, checked: bool) -> float:
    """Steps a second inside a module."""
    started = time.process_time()
    found = game.playouts(games, seed, checked=checked, limit=MOST_STEPS)
    assert found.engine == "wasm", found.because
    return float(found.steps / (time.process_time() - started))


@frozen
class Row:
    """What is measured of one game, in steps a second: plainly, and with everything looked at that has to hold."""

    name: str
    engine: float
    module: float
    engine_checked: float
    module_checked: float

    def line(self) -> str:
        """Returns the row of the table, with two digits of each figure that count."""
        plain, checked = self.module / self.engine, self.module_checked / self.engine_checked
        figures = map(rounded, (self.engine, self.module, plain, self.engine_checked, self.module_checked, checked))
        return f"| {self.name} | {' | '.join(figures)} |"


def rounded(figure: float) -> str:
    """Returns a figure with its first two digits."""
    digits = max(0, len(str(int(figure))) - 2)
    return f"{round(figure, -digits):,.0f}"


HEAD = """\
| for two players | engine | module | times | all looked at: engine | module | times |
|---|--:|--:|--:|--:|--:|--:|"""


def measured(name: str, players: int) -> Row:
    """Measures one game."""
    folder = next(each / name for each in (SPEC, BOARD_GAMES) if (each / name).is_dir())
    game = refengine.load(folder, players=players)
    game.playouts(1)  # the module is made before anything is measured
    found: list[float] = []
    for checked in (False, True):
        pairs = [
            (by_hand(game, seed, 0.5, checked=checked), by_module(game, seed, GAMES[name], checked=checked))
            for seed in range(WINDOWS)
        ]
        found += (max(each) for each in zip(*pairs, strict=True))
    return Row(name, *found)


def main() -> None:
    """Prints the table that the README shows, or the rows of the games that are named."""
    named = sys.argv[1:] or SHOWN
    if unknown := [each for each in named if each not in GAMES]:
        sys.exit(f"`{unknown[0]}` is none of the games: {', '.join(GAMES)}")
    sys.stdout.write(f"{HEAD}\n")
    for each in named:
        sys.stdout.write(f"{measured(each, 2).line()}\n")


if __name__ == "__main__":
    main()
