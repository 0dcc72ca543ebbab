"""Several instances of a module find together what one finds, or leave it to one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.bulk.code import Code
from refengine.explore import estimate, module_search, run, shares
from refengine.explore.claims import explored_claims, with_claims
from refengine.explore.module_search import ModuleSearch
from refengine.explore.result import ExplorationResult
from refengine.explore.run import Engine, ExplorationSettings, explore_scope
from refengine.explore.search import Search
from refengine.explore.search_memory import MOST_BYTES, SearchMemory
from refengine.explore.shares import Shares, Unfinished
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.ir.simplify import negation
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program import ops
from refengine.program.from_ir import search_progress
from refengine.program.from_ir.search_shares import RECEIVE
from refengine.program.lowering import LoweredProgram, lowered
from refengine.source.cache import Cache
from refengine.source.watch import Watch
from tests.bulk.configurations import BOARD_GAMES, GOOD, SPEC, TUTORIAL, configurations
from tests.engine.rules import compiled
from tests.explore.small_games import TABLE, scope, tutorial
from tests.explore.test_run import up_to

TWO = Configuration(2, ())


@pytest.fixture(autouse=True)
def small_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes are carried over in the middle of levels."""
    monkeypatch.setattr(shares, "ALL_BOXES", 60)
    monkeypatch.setattr(shares, "AT_LEAST", 20)


def program_of(game: model.Game, configuration: Configuration) -> LoweredProgram | None:
    return lowered(specialise(game, configuration), search=True)[0]


def shared(
    game: model.Game, configuration: Configuration, many: int, *, most: int = 6000, all_orders: bool = False
) -> tuple[Any, ...] | None:
    """What so many instances find of a game with its claims; None where they do not get through."""
    asked = with_claims(game, configuration)
    playable, program = make_game(asked, configuration), program_of(asked, configuration)
    assert program is not None
    first = ModuleSearch(playable, program, 1, claims=explored_claims(playable.description))._packed(playable.initial())
    search = Shares(program, first, most, many, all_orders=all_orders)
    try:
        search.run(lambda _: None)
    except Unfinished:
        return None
    return search.states, search.transitions, search.finished, search.depth, search.asked


def in_order(
    game: model.Game, configuration: Configuration, *, most: int = 6000, all_orders: bool = False
) -> tuple[Any, ...] | None:
    """What the reference engine finds of it; None where something is broken, or there is more."""
    asked = with_claims(game, configuration)
    playable = make_game(asked, configuration)
    claims = explored_claims(playable.description)
    search = Search(playable, all_orders=all_orders, claims=claims)
    search.run(most)
    if search.breaches or search.ended != "whole":
        return None
    met = sum(1 << number for number, each in enumerate(claims) if each.clause in search.claims.held)
    return search.states, search.transitions, search.finished, search.depth, met


@pytest.mark.parametrize("many", [2, 3, 16])
def test_so_many_find_what_one_finds(many: int) -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    found = shared(each.game, each.configuration, many)
    assert found is not None
    assert found[:4] == (5478, 16167, 958, 9)
    assert found == in_order(each.game, each.configuration)


@pytest.mark.parametrize("all_orders", [False, True])
def test_they_take_the_orders_that_one_takes(tmp_path: Path, *, all_orders: bool) -> None:
    game, configuration = compiled(tmp_path / "dealing", TABLE), TWO
    found = shared(game, configuration, 2, all_orders=all_orders)
    assert found is not None
    assert found == in_order(game, configuration, all_orders=all_orders)
    assert found != shared(game, configuration, 2, all_orders=not all_orders)


@pytest.mark.campaign
@pytest.mark.parametrize("path", [*TUTORIAL, *BOARD_GAMES, *SPEC, *GOOD])
def test_they_find_the_same_under_every_configuration(path: str) -> None:
    for each in configurations(path):
        if program_of(with_claims(each.game, each.configuration), each.configuration) is not None:
            for many in (2, 5):
                wanted = in_order(each.game, each.configuration, most=3_000, all_orders=True)
                assert shared(each.game, each.configuration, many, most=3_000, all_orders=True) == wanted


def test_each_property_is_found_broken_where_it_says_the_contrary() -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    assert len(each.game.invariants) > 3
    for place, invariant in enumerate(each.game.invariants):
        turned = list(each.game.invariants)
        turned[place] = evolve(invariant, condition=negation(invariant.condition))
        alone = evolve(each.game, invariants=tuple(turned[place : place + 1]), measures=())
        assert in_order(alone, each.configuration) is None
        assert shared(alone, each.configuration, 2) is None
    (measure,) = each.game.measures
    level = evolve(each.game, invariants=(), measures=(evolve(measure, terms=()),))
    assert shared(level, each.configuration, 2) is None


RARE = """
game rare from rulebook tiny
    players 2                                                   per R1

variable x: 0..15, starts 0                                     per R1
variable y: 0..15, starts 0                                     per R1
variable turned: 0..1, starts 0                                 per R1

setup                                                           per R1
    go Walk

phase Walk                                                      per R1
    ask chance
        action right                                            per R1
            when x < 15
            then add 1 to x
            then go Walk
        action up                                               per R1
            when y < 15
            then add 1 to y
            then go Walk
        action turn                                             per R1
            when x = THIS and y = THAT
            then set turned to 1
            then go Turned
        action stop                                             per R1
            when x = 15 and y = 15
            then game over

phase Turned                                                    per R1
    ask chance
        action last                                             per R1
            then game over

"""
"""A game of some hundred steps, of which one turns off the way."""

ONCE = {
    "a state": "invariant never_there per R1\n    x != THIS or y != THAT\n",
    "a state in a phase": "invariant never_turned in Turned per R1\n    x != THIS\n",
    "a step": "step invariant never_turns per R1\n    turned = before(turned)\n",
    "a step to a known state": "step invariant never_up per R1\n"
    "    before(x) != THIS or before(y) != THAT or y = before(y) or turned = 1\n",
    "a claim": "claim never_there per R1\n    in every reachable state of 2 players\n    x != THIS or y != THAT\n",
    "a fault": "value near: 0..9 per R1\n    case all_but_one per R1\n        when x != THIS or y != THAT\n        is 1\n\n"
    "invariant it_is_near per R1\n    near = 1\n",
}
"""Things that are broken in one state, or by one step, of hundreds."""


@pytest.mark.parametrize("once", ONCE)
def test_what_is_broken_once_is_not_missed_whoever_takes_the_step(tmp_path: Path, once: str) -> None:
    for place, (x, y) in enumerate([(0, 1), (3, 9), (14, 8)]):
        text = (RARE + ONCE[once]).replace("THIS", str(x)).replace("THAT", str(y))
        game = compiled(tmp_path / f"rare{place}", text)
        assert in_order(game, TWO) is None
        assert shared(game, TWO, 2) is None
        assert shared(game, TWO, 3) is None


def test_where_nothing_is_broken_all_of_it_is_found(tmp_path: Path) -> None:
    """A claim whose assumption one state meets is asked by one instance alone."""
    claim = "".join(
        f"claim assumed_{x} per R1\n    in every reachable state of 2 players\n    assuming x = {x} and y = 2\n"
        "    turned <= 1\n"
        for x in range(5)
    ) + (
        "claim never_assumed per R1\n    in every reachable state of 2 players\n    assuming x + y = 31\n"
        "    turned = 1\n"
    )
    text = (RARE + claim).replace("THIS", "11").replace("THAT", "7")
    game = compiled(tmp_path / "rare", text)
    found = shared(game, TWO, 4)
    assert found is not None
    assert found == in_order(game, TWO)
    assert found[4] == 0b11111


@pytest.mark.parametrize("wrong", ["take Card", "put Card"])
def test_a_piece_that_is_lost_once_or_made_is_not_missed(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = "component Card per R1\n    3 alike\nzone hand holds Card per R1\nzone field holds Card per R1\n"
    text = RARE.replace("setup ", f"{held}\nsetup ").replace(
        "    go Walk\n", "    move all c in box to hand\n    go Walk\n", 1
    )
    text = text.replace("then set turned to 1", "then move 1 Card from hand to field")
    for place, (x, y) in enumerate([(0, 1), (2, 5), (3, 9), (8, 8), (14, 8)]):
        game = compiled(tmp_path / f"cards{place}", text.replace("THIS", str(x)).replace("THAT", str(y)))
        made = program_of(with_claims(game, TWO), TWO)
        assert made is not None
        functions = tuple(
            evolve(one, body=(ops.Return(ops.Address(1)),)) if one.name == wrong else one
            for one in made.program.functions
        )
        assert functions != made.program.functions
        broken = evolve(made, program=evolve(made.program, functions=functions))
        for program, found in ((made, in_order(game, TWO)), (broken, None)):
            monkeypatch.setattr("tests.explore.test_shares.program_of", lambda *_, own=program: own)
            assert shared(game, TWO, 2) == found
        monkeypatch.undo()


def test_the_first_state_is_met_again(tmp_path: Path) -> None:
    for last in range(9, 15):
        text = RARE[: RARE.index("phase Walk")] + (
            f"phase Walk per R1\n    ask chance\n        action ahead per R1\n            when x < {last}\n"
            f"            then add 1 to x\n        action back per R1\n            when x = {last}\n"
            "            then set x to 0\n    go Walk\n"
        )
        game = compiled(tmp_path / f"round{last}", text)
        assert in_order(game, TWO) == (last + 1, last + 1, 0, last, 0)
        assert shared(game, TWO, 5) == (last + 1, last + 1, 0, last, 0)


# ---- FEWER STATES THAN THERE ARE


def test_more_states_than_are_wanted_are_left_to_one() -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    assert shared(each.game, each.configuration, 2, most=5478) is not None
    assert shared(each.game, each.configuration, 2, most=5477) is None


def test_more_states_than_an_instance_has_room_for_are_left_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    own = Shares._called

    def called(memory: SearchMemory, *told: Any) -> int:
        found = own(memory, *told)
        if told[0] == RECEIVE:
            assert memory.words[search_progress.COUNT] <= memory.most
        return found

    monkeypatch.setattr(Shares, "_called", staticmethod(called))
    for uneven, found in [(300, True), *((each, False) for each in (-500, -300, -100))]:
        monkeypatch.setattr(shares, "UNEVEN", uneven)
        assert (shared(each.game, each.configuration, 8, most=5478) is not None) is found


def test_no_more_search_than_there_is_room_for() -> None:
    """A state of a game on a board is large, and so are the boxes for it."""
    small, large = (next(configurations(path)) for path in ("docs/tutorial/tictactoe", "spec/carcassonne"))
    few, many = (program_of(with_claims(each.game, each.configuration), each.configuration) for each in (small, large))
    assert few is not None
    assert many is not None
    assert shares.instances(few, 1_000_000, 4) == 4
    assert shares.instances(few, 1_000_000, 99) == 16
    limits = (1_000, 150_000, 250_000, 1_000_000)
    found = [shares.instances(many, limit, 16) for limit in limits]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1] == 1
    for limit, instances in zip(limits, found, strict=True):
        assert instances == 1 or shares.shared_room(many, limit, instances) <= MOST_BYTES


def test_who_interrupts_while_instances_are_made_gets_what_was_known(
    ways: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    game = compiled(tmp_path / "rare", RARE.replace("THIS", "15").replace("THAT", "15"))
    monkeypatch.setattr(Shares, "__init__", interrupted)
    found = explored(game, "wasm", jobs=2)
    assert (found.ended, ways) == ("interrupted", [])
    assert 100 < found.states < 140


def no_more(*_: object, **__: object) -> None:
    raise RuntimeError("can't start new thread")


def no_room(self: Code) -> None:
    raise self.refusal("no room")


@pytest.mark.parametrize(
    ("where", "name", "refused"), [(ThreadPoolExecutor, "submit", no_more), (Code, "instance", no_room)]
)
def test_where_a_process_has_no_room_for_several_one_searches(
    where: type, name: str, refused: Any, ways: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compiled(tmp_path / "rare", RARE.replace("THIS", "15").replace("THAT", "15"))
    wanted, own = explored(game, "wasm"), ModuleSearch.run_by_shares

    def tried(self: ModuleSearch, *told: Any) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(where, name, refused)
            own(self, *told)

    monkeypatch.setattr(ModuleSearch, "run_by_shares", tried)
    assert explored(game, "wasm", jobs=3) == wanted
    assert ways in ([], [False])


def test_a_box_is_carried_over_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    own, sent = Shares._receive, set[int]()

    def received(self: Shares, memory: SearchMemory) -> None:
        sent.update(int(one) for one in memory.words[search_progress.SENT :])
        own(self, memory)

    monkeypatch.setattr(Shares, "_receive", received)
    assert shared(each.game, each.configuration, 3) is not None
    assert 20 <= max(sent) < 20 + 9


# ---- A REPORT


def explored(
    game: model.Game, engine: Engine, *keep: Any, watch: Watch | None = None, **settings: Any
) -> ExplorationResult:
    made = ExplorationSettings(keep=Cache(None), engine=engine, **settings)
    return explore_scope(game, scope(2, *keep), watch, made)


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """How each search by several ended: whether it got through."""
    found: list[bool] = []
    own = Shares.run

    def noted(self: Shares, *told: Any) -> None:
        found.append(False)
        own(self, *told)
        found[-1] = True

    monkeypatch.setattr(Shares, "run", noted)
    monkeypatch.setattr(estimate, "DIVES", 20)
    for module in (run, module_search):
        monkeypatch.setattr(module, "ALONE", 100)
    monkeypatch.setattr(run, "PROBE", 50)
    return found


@pytest.mark.parametrize(
    ("settings", "through"),
    [({}, [True]), ({"all_orders": True}, [True]), ({"limit": 300, "force": True}, [False]), ({"limit": 90}, [])],
)
def test_a_report_is_the_same_with_as_many_as_there_are(
    settings: dict[str, Any], through: list[bool], ways: list[bool]
) -> None:
    game = tutorial("goofspiel")
    wanted = explored(game, "reference", up_to(4), **settings)
    for jobs in (1, 2, 5):
        ways.clear()
        assert explored(game, "both", up_to(4), jobs=jobs, **settings) == wanted
        assert ways == (through if jobs > 1 else [])


def test_what_is_left_where_all_states_are_found_already_is_taken(
    ways: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compiled(tmp_path / "rare", RARE.replace("THIS", "15").replace("THAT", "15"))
    wanted = explored(game, "reference")
    for module in (run, module_search):
        monkeypatch.setattr(module, "ALONE", wanted.states - 1)
    assert explored(game, "wasm", jobs=2) == wanted
    assert ways == [True]


def test_what_is_broken_is_told_as_one_tells_it(ways: list[bool], tmp_path: Path) -> None:
    text = (RARE + ONCE["a state"] + ONCE["a step"]).replace("THIS", "13").replace("THAT", "9")
    game = compiled(tmp_path / "rare", text)
    found = explored(game, "wasm", jobs=2)
    assert found == explored(game, "reference")
    assert [each.clause.path for each in found.violations] == ["never_there", "never_turns"]
    assert ways == [False]


class Listener:
    """Somebody who adds up what is told of one search, and interrupts it after so many states."""

    def __init__(self, interrupts: int = 1_000_000) -> None:
        self.interrupts, self.known = interrupts, 0

    def start(self, _: str, total: int) -> None:
        assert total > 0
        self.known = 0

    def step(self, more: int) -> None:
        assert more >= 0
        self.known += more
        if self.known > self.interrupts:
            raise KeyboardInterrupt


def test_what_is_known_to_be_broken_stops_nobody(ways: list[bool], tmp_path: Path) -> None:
    early = ONCE["a state"].replace("x != THIS or y != THAT", "x = 0 or y != 1")
    claims = "".join(
        f"claim {name} per R1\n    in every reachable state of 2 players\n    x = 0 or y != {y}\n"
        for name, y in (("never_second", 2), ("never_third", 3))
    )
    for place, (more, through) in enumerate(
        [("", True), (ONCE["a step"], False), (ONCE["a claim"].replace("never_there", "never_last"), False)]
    ):
        text = (RARE + early + claims + more).replace("THIS", "13").replace("THAT", "9")
        game = compiled(tmp_path / str(place), text)
        found = explored(game, "wasm", jobs=2)
        assert found == explored(game, "reference")
        assert len(found.violations) == 3 + (not through)
        assert ways.pop() is through


def test_progress_tells_of_each_state_once(ways: list[bool], tmp_path: Path) -> None:
    for text, through in ((RARE, True), (RARE + ONCE["a state"], False)):
        game = compiled(tmp_path / str(through), text.replace("THIS", "15").replace("THAT", "15"))
        listener = Listener()
        found = explored(game, "wasm", jobs=3, watch=Watch(listener.start, listener.step))
        assert listener.known == found.states
        assert ways.pop() is through


def test_who_interrupts_gets_what_was_found_until_then(ways: list[bool], tmp_path: Path) -> None:
    game = compiled(tmp_path / "rare", RARE.replace("THIS", "15").replace("THAT", "15"))
    listener = Listener(interrupts=120)
    found = explored(game, "wasm", jobs=2, watch=Watch(listener.start, listener.step))
    assert found.ended == "interrupted"
    assert 120 < found.states < 200
    assert 10 < found.depth < 30
    assert ways == [False]
