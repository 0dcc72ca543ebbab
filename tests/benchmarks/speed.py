"""How fast the generated engine is, against the yardstick, in one run: `python -m tests.benchmarks.speed`.

Windows of the two take turns, so that a machine whose speed drifts drifts for both; the median of the ratios is printed.
Nothing is asserted: a wall clock is no test.
"""

from __future__ import annotations

import csv
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import refengine
from tests.benchmarks.yardstick.kaciri import Kaciri, number_cities

ROOT = Path(__file__).parents[2]
GAME = ROOT / "spec" / "kaciri"


def yardstick(players: int) -> Kaciri:
    """The game by hand, over the table of the rule set."""
    with (GAME / "cities.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cities = number_cities((r["id"], int(r["resistance"]), int(r["importance"]), r["power"]) for r in rows)
    return Kaciri(players, cities)


def play(game: Any, seed: int, games: int, check: Callable[[Any, Any], Any] | None = None) -> int:
    """Random games through the public interface; the number of steps."""
    rng = random.Random(seed)
    draw = rng.random
    legal, apply = game.legal, game.apply
    steps = 0
    for _ in range(games):
        state = game.initial()
        while actions := legal(state):
            after = apply(state, actions[int(draw() * len(actions))])
            if check is not None and check(state, after):
                raise AssertionError(after)
            state = after
            steps += 1
    return steps


def rate(work: Callable[[], int]) -> float:
    """Steps in a second of processor time."""
    start = time.process_time()
    steps = work()
    return steps / (time.process_time() - start)


def compare(players: int, windows: int, games: int) -> tuple[float, float, float, float]:
    """Medians: the yardstick's rate, the engine's, their ratio, and the ratio of checked to unchecked play."""
    ours, by_hand = refengine.load(GAME, players=players), yardstick(players)
    rows = []
    for seed in range(windows):
        hand = rate(lambda seed=seed: play(by_hand, seed, games))  # type: ignore[misc]
        engine = rate(lambda seed=seed: play(ours, seed, games))  # type: ignore[misc]
        checked = rate(lambda seed=seed: play(ours, seed, games, ours.violations))  # type: ignore[misc]
        rows.append((hand, engine, engine / hand, checked / engine))
    medians = [statistics.median(column) for column in zip(*rows[1:], strict=True)]
    return medians[0], medians[1], medians[2], medians[3]


def main() -> None:
    """Prints a line for each number of players."""
    windows = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    print("players  yardstick/s  engine/s  ratio  with invariants")
    for players in (2, 3, 4):
        hand, engine, ratio, checked = compare(players, windows, 60)
        print(f"{players:7}  {hand:11.0f}  {engine:8.0f}  {ratio:5.2f}  {checked:15.2f}")


if __name__ == "__main__":
    main()
