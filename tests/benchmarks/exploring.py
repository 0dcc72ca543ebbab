"""How fast the explorer is, against the yardstick, in one run: `python -m tests.benchmarks.exploring`.

Both go through the same small game. The explorer checks everything that has to hold in each step and remembers the way
there; the yardstick does neither. They take turns, and the median of the ratios is printed; nothing is asserted here,
as a wall clock is no test.
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
from tests.benchmarks.speed import GAME, yardstick
from tests.benchmarks.yardstick.exploring import Census, explore, small


@frozen
class Small:
    """A small version of the game: cards up to a strength, and the first so many cities."""

    players: int
    strengths: int
    cities: int


SCOPES = (Small(2, 3, 6), Small(3, 2, 4), Small(4, 2, 4))


def whole_game() -> model.Game:
    """The rules, for any number of players."""
    (folder,), _ = find_games(GAME)
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


def by_hand(size: Small) -> Census:
    """What the yardstick counts."""
    game = yardstick(size.players)
    return explore(game, small(size.players, size.strengths, game.cities[: size.cities]))


def by_engine(game: Game) -> Census:
    """What the explorer counts; nothing may be broken."""
    search = Search(game)
    search.run(sys.maxsize)
    assert not search.breaches, search.breaches
    return Census(search.states, search.transitions, search.finished)


def rate(work: Callable[[], Census]) -> float:
    """States in a second of processor time, garbage left alone on both sides."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    found = work()
    taken = time.process_time() - start
    gc.enable()
    return found.states / taken


def compare(size: Small, windows: int) -> tuple[float, float, float]:
    """Medians: the yardstick's rate, the explorer's, and their ratio; the first window only warms up."""
    game = generated(size)
    rows = []
    for _ in range(windows):
        hand = rate(lambda: by_hand(size))
        engine = rate(lambda: by_engine(game))
        rows.append((hand, engine, engine / hand))
    hand, engine, ratio = (statistics.median(column) for column in zip(*rows[1:], strict=True))
    return hand, engine, ratio


def main() -> None:
    """Prints a line for each scope."""
    windows = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    sys.stdout.write("players  cards  cities   states  yardstick/s  explorer/s  ratio\n")
    for size in SCOPES:
        states = by_hand(size).states
        hand, engine, ratio = compare(size, windows)
        shown = f"{size.players:7}  {size.strengths:5}  {size.cities:6}  {states:7}"
        sys.stdout.write(f"{shown}  {hand:11.0f}  {engine:10.0f}  {ratio:5.2f}\n")


if __name__ == "__main__":
    main()
