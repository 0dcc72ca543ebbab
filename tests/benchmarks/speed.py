"""How fast the generated engine is, against the yardstick, in one run: `python -m tests.benchmarks.speed`.

A game that has no yardstick is measured by itself. Windows of the two take turns, so that a machine whose speed drifts
drifts for both; the median of the ratios is printed.
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
from tests.benchmarks.yardstick.carcassonne import Carcassonne
from tests.benchmarks.yardstick.european_war import EuropeanWar
from tests.benchmarks.yardstick.european_war_table import read_map
from tests.benchmarks.yardstick.kaciri import Kaciri, number_cities

SPEC = Path(__file__).parents[2] / "spec"
KACIRI = SPEC / "kaciri"
EUROPEAN_WAR = SPEC / "european_war"
PALISADES = SPEC / "palisades"
CARCASSONNE = SPEC / "carcassonne"
MOST_STEPS = 1_000
"""Games that go on for longer are cut."""
TURNS = 1_000_000
STEPS_A_TILE = 3
"""A tile is drawn and laid, and a follower sent or not."""


def kaciri(players: int) -> Kaciri:
    """The game by hand, over the table of the rule set."""
    with (KACIRI / "cities.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cities = number_cities((r["id"], int(r["resistance"]), int(r["importance"]), r["power"]) for r in rows)
    return Kaciri(players, cities)


def european_war(players: int) -> EuropeanWar:
    """The game by hand, over the map of the rule set."""
    return EuropeanWar(players, read_map(EUROPEAN_WAR))


def play(game: Any, seed: int, games: int, check: Callable[[Any, Any], Any] | None = None) -> int:
    """Random games through the public interface; the number of steps."""
    rng = random.Random(seed)
    draw = rng.random
    legal, apply = game.legal, game.apply
    steps = 0
    for _ in range(games):
        state = game.initial()
        for _ in range(MOST_STEPS):
            actions = legal(state)
            if not actions:
                break
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


def compare(ours: Any, by_hand: Any, windows: int, games: int) -> tuple[float, float, float, float]:
    """Medians: the yardstick's rate, the engine's, their ratio, and the ratio of checked to unchecked play."""
    rows = []
    for seed in range(windows):
        hand = rate(lambda seed=seed: play(by_hand, seed, games))  # type: ignore[misc]
        engine = rate(lambda seed=seed: play(ours, seed, games))  # type: ignore[misc]
        checked = rate(lambda seed=seed: play(ours, seed, games, ours.violations))  # type: ignore[misc]
        rows.append((hand, engine, engine / hand, checked / engine))
    medians = [statistics.median(column) for column in zip(*rows[1:], strict=True)]
    return medians[0], medians[1], medians[2], medians[3]


def alone(ours: Any, windows: int, games: int) -> tuple[float, float]:
    """Medians of a game that nobody wrote by hand: the engine's rate, and the ratio of checked to unchecked play."""
    rows = []
    for seed in range(windows):
        engine = rate(lambda seed=seed: play(ours, seed, games))  # type: ignore[misc]
        checked = rate(lambda seed=seed: play(ours, seed, games, ours.violations))  # type: ignore[misc]
        rows.append((engine, checked / engine))
    medians = [statistics.median(column) for column in zip(*rows[1:], strict=True)]
    return medians[0], medians[1]


def turns(ours: Any, windows: int, games: int) -> float:
    """The median of how many turns of a small loop of Python take as long as a step."""

    def loop() -> int:
        total = 0
        for number in range(TURNS):
            total += number & 7
        return TURNS + 0 * total

    found = [rate(loop) / rate(lambda seed=seed: play(ours, seed, games)) for seed in range(windows)]  # type: ignore[misc]
    return statistics.median(found[1:])


def main() -> None:
    """Prints a line for each game and number of players; a number of windows and the name of one game may be given."""
    windows = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    wanted = sys.argv[2:] or [KACIRI.name, EUROPEAN_WAR.name, PALISADES.name, CARCASSONNE.name]
    by_hands: tuple[tuple[Path, Callable[[int], Any], int, int], ...] = (
        (KACIRI, kaciri, 4, 60),
        (EUROPEAN_WAR, european_war, 5, 15),
        (CARCASSONNE, Carcassonne, 5, 3),
    )
    print("game          players  yardstick/s  engine/s  ratio  with invariants")
    for folder, by_hand, most, games in by_hands:
        if folder.name not in wanted:
            continue
        for players in range(2, most + 1):
            ours = refengine.load(folder, players=players)
            hand, engine, ratio, checked = compare(ours, by_hand(players), windows, games)
            print(f"{folder.name:12}  {players:7}  {hand:11.0f}  {engine:8.0f}  {ratio:5.2f}  {checked:15.2f}")
    if CARCASSONNE.name in wanted:
        loops = STEPS_A_TILE * turns(refengine.load(CARCASSONNE, players=2), windows, 3)
        print(f"{CARCASSONNE.name:12}  {2:7}  a tile costs {loops:.0f} turns of `for i in range(n): x += i & 7`")
    if PALISADES.name in wanted:
        engine, checked = alone(refengine.load(PALISADES, players=2), windows, 10)
        print(f"{PALISADES.name:12}  {2:7}  {'':11}  {engine:8.0f}  {'':5}  {checked:15.2f}")


if __name__ == "__main__":
    main()
