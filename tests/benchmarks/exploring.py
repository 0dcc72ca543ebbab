"""How fast the explorer is, against the yardstick, in one run: `python -m tests.benchmarks.exploring`.

Both go through the same small game, once only to count states, and once with everything that has to hold checked in each
step (by hand: one property after the other, as one writes it down). The search inside a module is measured against the
explorer, both checking. They take turns, and the median of the ratios is printed; nothing is asserted here, as a wall
clock is no test.
"""

import gc
import os
import statistics
import sys
import time
from collections.abc import Callable

from attrs import evolve, frozen

from refengine.explore.module_search import ModuleSearch
from refengine.explore.search import Search
from refengine.explore.shares import Shares
from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import Keep, SmallScope
from refengine.ir.configuration import Configuration, configure
from refengine.ir.control import Clause
from refengine.ir.domain import Piece, Range
from refengine.ir.scope import restrict
from refengine.ir.specialise import specialise
from refengine.loading import compile_cached, make_game
from refengine.program.lowering import lowered
from refengine.program.storage.codec import StateCodec
from refengine.resolve.folder import find_games
from refengine.runtime.game import Game
from tests.benchmarks.speed import KACIRI, kaciri
from tests.benchmarks.yardstick.exploring import PROPERTIES, Census, Holds, everything, explore, small


@frozen
class Small:
    """A small version of the game: cards up to a strength, and the first so many cities."""

    players: int
    strengths: int
    cities: int


SCOPES = (Small(2, 3, 6), Small(3, 2, 4), Small(4, 2, 4))

LARGE = Small(2, 3, 8)
"""The scope in which the module is measured, whose making is measured too; it has 147,551 states."""

MOST = 500_000
"""More states than there are in any of them."""

SHARED = Small(2, 4, 8)
"""The scope in which several instances of the module are measured; it has 2,444,668 states."""

MOST_SHARED = 3_000_000


def whole_game() -> model.Game:
    """The rules, for any number of players."""
    (folder,), _ = find_games(KACIRI)
    game = compile_cached(folder).game
    assert game is not None
    return game


def cut_down(size: Small) -> tuple[model.Game, Configuration]:
    """The rules cut down, and their configuration."""
    card = ir.Local("c", Piece("Personality"))
    strength = ir.FieldOf(card, "strength", None, Range(1, 11))
    weak = Keep("Personality", card, ir.InRange(strength, ir.Number(1), ir.Number(size.strengths)), None)
    clause = Clause("small", (), ir.Origin(None))
    scope = SmallScope("small", size.players, (weak, Keep("City", None, None, size.cities)), alike=False, clause=clause)
    restricted, wrong = restrict(whole_game(), scope)
    assert restricted is not None, wrong
    restricted = evolve(restricted, examples=())
    configuration, wrong = configure(restricted, size.players, {}, {}, None)
    assert configuration is not None, wrong
    return restricted, configuration


def generated(size: Small) -> Game:
    """The generated engine of the rules, cut down."""
    return make_game(*cut_down(size))


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


def searching(size: Small, most: int = MOST) -> Callable[[], Census]:
    """What the search inside a module counts; the rules are lowered beforehand, and the module is made each time."""
    game = generated(size)
    program, reason = lowered(specialise(*cut_down(size)), search=True)
    assert program is not None, reason

    def count() -> Census:
        search = ModuleSearch(game, program, most)
        search.run(most)
        assert not search.breaches, search.breaches
        return Census(search.states, search.transitions, search.finished)

    return count


def together(size: Small, many: int) -> Callable[[], Census]:
    """What so many instances of the module count together."""
    game = generated(size)
    program, reason = lowered(specialise(*cut_down(size)), search=True)
    assert program is not None, reason
    first = StateCodec(program.game, program.packed, game.description.version).pack(game.to_json(game.initial()))

    def count() -> Census:
        search = Shares(program, first, MOST_SHARED, many, all_orders=False)
        search.run(lambda _: None)
        return Census(search.states, search.transitions, search.finished)

    return count


def by_the_clock(work: Callable[[], Census]) -> float:
    """States in a second by the clock, as several threads are at work; it says little on a busy machine."""
    start = time.perf_counter()
    found = work()
    return found.states / (time.perf_counter() - start)


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


def compare_module(size: Small, windows: int) -> tuple[float, float, float]:
    """Medians: rates of the explorer and of the search inside a module, both checking, and of their ratios."""
    game, search = generated(size), searching(size)
    rows = []
    for _ in range(windows + 1):
        engine, module = rate(lambda: by_engine(game)), rate(search)
        rows.append((engine, module, module / engine))
    engine, module, ratio = (statistics.median(column) for column in zip(*rows[1:], strict=True))
    return engine, module, ratio


def compare_together(size: Small, many: int, windows: int) -> tuple[float, float, float]:
    """Medians: rates of one instance of the module and of so many, by the clock, and of their ratios."""
    alone, several = searching(size, MOST_SHARED), together(size, many)
    rows = []
    for _ in range(windows + 1):
        one, all_ = by_the_clock(alone), by_the_clock(several)
        rows.append((one, all_, all_ / one))
    one, all_, ratio = (statistics.median(column) for column in zip(*rows[1:], strict=True))
    return one, all_, ratio


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
    engine, module, ratio = compare_module(LARGE, windows)
    sys.stdout.write(f"checking, {LARGE}: explorer {engine:.0f}/s, inside a module {module:.0f}/s, {ratio:.1f} times\n")
    many = len(os.sched_getaffinity(0))
    one, several, ratio = compare_together(SHARED, many, min(windows, 3))
    sys.stdout.write(
        f"checking, {SHARED}, by the clock: one instance {one:.0f}/s, {many} together {several:.0f}/s, {ratio:.2f} times\n"
    )


if __name__ == "__main__":
    main()
