"""How many random games a module plays, against the public API of the reference engine, in one run:
`python -m tests.benchmarks.playouts`.

Windows of the two take turns, in processor time; the best of each is taken, and their ratio is printed. Nothing is
asserted: a clock is no test.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

import refengine

SPEC = Path(__file__).parents[2] / "spec"
BOARD_GAMES = Path(__file__).parent / "games"
MOST_STEPS = 400
WINDOWS = 5
GAMES = {
    "kaciri": 32768,
    "european_war": 2048,
    "pagan": 512,
    "palisades": 128,
    "carcassonne": 512,
    "connect_four": 1024,
    "breakthrough": 256,
}


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


def measured(name: str, players: int) -> None:
    """Prints the figures of one game."""
    folder = next(each / name for each in (SPEC, BOARD_GAMES) if (each / name).is_dir())
    game = refengine.load(folder, players=players)
    game.playouts(1)  # the module is made before anything is measured
    for checked in (False, True):
        pairs = [
            (by_module(game, seed, GAMES[name], checked=checked), by_hand(game, seed, 0.5, checked=checked))
            for seed in range(WINDOWS)
        ]
        module, engine = (max(each) for each in zip(*pairs, strict=True))
        what = "checked" if checked else "plain"
        print(
            f"{name}, {players} players, {what}: {module:,.0f} and {engine:,.0f} steps/s, {module / engine:.1f} times"
        )


if __name__ == "__main__":
    for each in sys.argv[1:] or ["kaciri", "european_war"]:
        measured(each, 2)
