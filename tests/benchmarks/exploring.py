"""How fast the explorer is, against the yardstick, in one run: `python -m tests.benchmarks.exploring`.

Both go through the same small game, once only to count states, and once with everything that has to hold checked in each
step (by hand: one property after the other, as one writes it down). They take turns, and the median of the ratios is
printed; nothing is asserted here, as a wall clock is no test.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable

from attrs import frozen

from refengine.engine.game import Game
from refengine.explore.search import Search
from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import Keep, Scope
from refengine.ir.configuration import configure
from refengine.ir.control import Clause
from refengine.ir.domain import Piece, Range
from refengine.ir.scope import restrict
from refengine.loading import compile_cached, make_game
from refengine.resolve.folder import find_games
from tests.benchmarks.speed import KACIRI, kaciri
from tests.benchmarks.yardstick.exploring import PROPERTIES, Census, Holds, everything, explore, small


@frozen
class Small:
    """A small version of the game: cards up to a strength, and the first so many cities."""

    players: int
    strengths: int
    cities: int


SCOPES = (Small(2, 3, 6), Small(3, 2, 4), Small(4, 2, 4))


def whole_game() -> model.Game:
    """The rules, for any number of players."""
    (folder,), _ = find_games(KACIRI)
    game = compile_cached(folder).game
    assert game is not None
    return game


def generated(size: Small) -> Game:
    """The generated engine of the rules, cut down."""
    card = ir.Local("c", Piece("Personality"))
    strength = ir.FieldOf(card, "strength", None, Range(1, 11))
    weak = Keep("Personality", card, ir.InRange(strength, ir.Number(1), ir.Number(size.strengths)), None)
    clause = Clause("small", (), ir.Origin(None))
    scope = Scope("small", size.players, (weak, Keep("City", None, None, size.cities)), alike=False, clause=clause)
    restricted, wrong = restrict(whole_game(), scope)
    assert restricted is not None, wrong
    configuration, wrong = configure(restricted, size.players, {}, {}, None)
    assert configuration is not None, wrong
    return make_game(restricted, configuration)


def by_hand(size: Small, holds: Holds | None = None) -> Census:
    """What the yardstick counts."""
    game = kaciri(size.players)
    return explore(game, small(size.players, size.strengths, game.cities[: size.cities]), holds)


def by_engine(game: Game, *, checked: bool = True) -> Census:
    """What the explorer counts; nothing may be broken."""
    search = Search(game, checked=checked)
    search.run(sys.maxsize)
    assert not search.breaches, search.breaches
    return Census(search.states, search.transitions, search.finished)


def properties(game: Game) -> list[str]:
    """The names of everything that has to hold."""
    told = game.description
    return [*(each.name for each in told.invariants), *(each.name for each in told.measures), "conservation"]


def rate(work: Callable[[], Census]) -> float:
    """States in a second of processor time, garbage left alone on both sides."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    found = work()
    taken = time.process_time() - start
    gc.enable()
    return found.states / taken


def compare(size: Small, windows: int) -> list[float]:
    """Medians: rates of the yardstick, the explorer, both checking, then ratios; the first window only warms up.

    The ratios are of the rates without checks, of those with checks, and of the checking explorer to the bare yardstick.
    """
    game = generated(size)
    holds = everything(properties(game))
    rows = []
    for _ in range(windows + 1):
        hand = rate(lambda: by_hand(size))
        engine = rate(lambda: by_engine(game, checked=False))
        hand_checked = rate(lambda: by_hand(size, holds))
        engine_checked = rate(lambda: by_engine(game))
        ratios = (engine / hand, engine_checked / hand_checked, engine_checked / hand)
        rows.append((hand, engine, hand_checked, engine_checked, *ratios))
    return [statistics.median(column) for column in zip(*rows[1:], strict=True)]


def main() -> None:
    """Prints a line for each scope."""
    windows = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    known = properties(generated(SCOPES[0]))
    sys.stdout.write(
        f"{len(known)} properties; not restated by hand: {sorted(set(known) - set(PROPERTIES)) or 'none'}\n"
    )
    head = "players  cards  cities   states |  by hand/s  explorer/s  ratio"
    sys.stdout.write(f"{head} | checking: by hand/s  explorer/s  ratio | to the bare one\n")
    for size in SCOPES:
        hand, engine, hand_checked, engine_checked, bare, checked, across = compare(size, windows)
        states = by_hand(size).states
        sys.stdout.write(
            f"{size.players:7}  {size.strengths:5}  {size.cities:6}  {states:7} | {hand:10.0f}  {engine:10.0f}  {bare:5.2f}"
            f" | {hand_checked:19.0f}  {engine_checked:10.0f}  {checked:5.2f} | {across:15.2f}\n"
        )


if __name__ == "__main__":
    main()
