"""How fast games are played, against OpenSpiel's, in one run: `python -m tests.benchmarks.against_openspiel`.

OpenSpiel is no part of the environment (`pip install open_spiel` beside it). Its rollouts run inside its own C++, as those of
ours run inside a module. Its loop in Python leads one game on, as a cursor does; what `legal` and `apply` of the reference
engine do with values stands beside it, and a batch of games side by side, for which numpy, that OpenSpiel brings, chooses. All are of the same games, played by chance, so a game is as long here as there;
the mean length is counted in ours. Windows take turns, in processor time, the best of each is taken, and nothing is
asserted: a clock is no test.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from attrs import field, frozen

import refengine
from tests.benchmarks.playouts import by_hand

ROOT = Path(__file__).parents[2]
WINDOWS = 5
SECONDS = 0.5
"""How long a loop in Python runs in each window."""
BATCH = 2_000
"""The games of a batch."""


@frozen
class Pair:
    """One game as both know it: `theirs` is what OpenSpiel calls it."""

    folder: Path
    theirs: str
    games: int
    options: dict[str, Any] = field(factory=dict)

    def ours(self) -> Any:
        """The reference engine of the game for two."""
        return refengine.load(self.folder, players=2, options=self.options)


TUTORIAL = ROOT / "docs" / "tutorial"
BOARD_GAMES = Path(__file__).parent / "games"
GOOFSPIEL = "goofspiel(players=2,num_cards=11,points_order=descending,imp_info=false)"
PAIRS = (
    Pair(TUTORIAL / "tictactoe", "tic_tac_toe", 100_000),
    Pair(BOARD_GAMES / "connect_four", "connect_four", 30_000),
    Pair(BOARD_GAMES / "breakthrough", "breakthrough", 3_000),
    Pair(TUTORIAL / "goofspiel", GOOFSPIEL, 50_000, {"size": 11, "order": "Descending"}),
)


def rate(work: Callable[[], float]) -> float:
    """What some work counts in a second of processor time."""
    started = time.process_time()
    counted = work()
    return counted / (time.process_time() - started)


def inside_ours(game: Any, seed: int, games: int) -> float:
    """The actions of so many games inside a module."""
    found = game.playouts(games, seed, checked=False)
    assert found.engine == "wasm", found.because
    return float(found.steps)


def inside_theirs(spiel: Any, game: Any, seed: int, games: int, length: float) -> float:
    """The actions of so many rollouts inside OpenSpiel, of which each takes `length` on the average."""
    rollouts = spiel.RandomRolloutEvaluator(games, seed)
    spiel.MCTSBot(game, rollouts, 2.0, 1, 1000, True, seed, False).mcts_search(game.new_initial_state())
    return games * length


def loop_of_ours(game: Any, seed: int) -> float:
    """The actions in games that a loop in Python plays with a cursor, a second."""
    draw, steps, cursor = random.Random(seed).random, 0, game.cursor()
    begin, started = cursor.mark(), time.process_time()
    while time.process_time() - started < SECONDS:
        many = cursor.back(begin)
        while many:
            many = cursor.take(int(draw() * many))
            steps += 1
    return steps / (time.process_time() - started)


def batch_of_ours(numpy: Any, game: Any, seed: int) -> float:
    """The actions in a batch of games of which numpy chooses each by chance, a second."""
    batch, steps, draw = game.batch(BATCH, seed, checked=False), 0, numpy.random.default_rng(seed).random
    many, started = numpy.asarray(batch.legal), time.process_time()
    while time.process_time() - started < SECONDS:
        steps += int(numpy.count_nonzero(many))
        batch.take((draw(BATCH) * many).astype(numpy.int64))
        if not many.any():
            batch.restart()
    return steps / (time.process_time() - started)


def loop_of_theirs(game: Any, seed: int) -> float:
    """The players' actions in games that a loop in Python plays, a second."""
    draw, steps, started = random.Random(seed).random, 0, time.process_time()
    while time.process_time() - started < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in (0, 1)]
                state.apply_actions([each[int(draw() * len(each))] for each in legal])
                steps += 2
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                steps += 1
    return steps / (time.process_time() - started)


def measured(spiel: Any, numpy: Any, pair: Pair) -> str:
    """Returns the line of one game."""
    ours, theirs = pair.ours(), spiel.load_game(pair.theirs)
    once = ours.playouts(2_000, checked=False)  # the module is made before anything is measured
    length = once.steps / once.games
    at_once = theirs.get_type().dynamics == spiel.GameType.Dynamics.SIMULTANEOUS
    rows = []
    for seed in range(1, WINDOWS + 1):
        theirs_inside = partial(inside_theirs, spiel, theirs, seed, pair.games // 10, length)
        rows.append(
            (
                rate(partial(inside_ours, ours, seed, pair.games)),
                0.0 if at_once else rate(theirs_inside),
                by_hand(ours, seed, SECONDS, checked=False),
                loop_of_ours(ours, seed),
                batch_of_ours(numpy, ours, seed),
                loop_of_theirs(theirs, seed),
            )
        )
    module, inside, engine, cursor, batch, loop = (max(column) for column in zip(*rows, strict=True))
    against = f"{module / inside:6.2f}" if inside else f"{'':6}"
    return (
        f"{pair.folder.name:12}  {module:12,.0f}  {inside:12,.0f}  {against}  "
        f"{engine:10,.0f}  {engine / loop:6.2f}  {cursor:10,.0f}  {cursor / loop:6.2f}  {batch:10,.0f}  {batch / loop:6.2f}  {loop:10,.0f}  {module / loop:8.1f}"
    )


def main() -> None:
    """Prints a line for each game, in actions a second."""
    try:
        spiel, numpy = importlib.import_module("pyspiel"), importlib.import_module("numpy")
    except ImportError:
        sys.exit("open_spiel is not installed here: pip install open_spiel")
    sys.stdout.write(
        "game              a module  their C++ in   ratio      engine   ratio    a cursor   ratio     a batch   ratio  their loop  "
        "module to loop\n"
    )
    for each in PAIRS:
        sys.stdout.write(f"{measured(spiel, numpy, each)}\n")


if __name__ == "__main__":
    main()
