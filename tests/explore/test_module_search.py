"""A search by a module finds what the reference engine finds: states, transitions, depths, breaches, ways to them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.bulk import code
from refengine.bulk.errors import ExecutorsDiffer
from refengine.bulk.machine import Machine, Trapped
from refengine.explore import estimate, run
from refengine.explore.claims import explored_claims, with_claims
from refengine.explore.memory import explore_unless_known
from refengine.explore.module_search import ModuleSearch
from refengine.explore.result import ExplorationResult
from refengine.explore.run import Engine, ExplorationSettings, configuration_of, explore_scope
from refengine.explore.search import Search
from refengine.explore.search_memory import MOST_BYTES, most_states, room_for
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.scope import restrict
from refengine.ir.simplify import negation
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program import ops
from refengine.program.from_ir import lookups, search, search_progress
from refengine.program.from_ir.unit import TrapSite
from refengine.program.lowering import LoweredProgram, lowered
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.watch import Watch
from tests.bulk.configurations import BOARD_GAMES, GOOD, SPEC, TUTORIAL, configurations, game_at
from tests.bulk.ordered_zones import ROWS, WALKS
from tests.engine.rules import CARDS, DUEL, compiled
from tests.explore.small_games import TABLE, scope, tutorial
from tests.explore.test_run import up_to


def told(search: Search) -> dict[str, Any]:
    return {
        "counts": (search.states, search.transitions, search.finished, search.depth, search.ended),
        "breaches": list(search.breaches.values()),
        "held": search.claims.held,
        "denied": search.claims.broken,
    }


def program_of(game: model.Game, configuration: Configuration) -> LoweredProgram | None:
    return lowered(specialise(game, configuration), search=True)[0]


def same(
    game: model.Game, configuration: Configuration, most: int, *, all_orders: bool = False
) -> dict[str, Any] | None:
    """What both searches find of a game with its claims; None where there is no module."""
    asked = with_claims(game, configuration)
    program = program_of(asked, configuration)
    if program is None:
        return None
    playable = make_game(asked, configuration)
    claims = explored_claims(playable.description)
    search = ModuleSearch(playable, program, most, all_orders=all_orders, claims=claims)
    other = Search(playable, all_orders=all_orders, claims=claims)
    for limit in (most // 5, most):  # a search is halted, and goes on
        search.run(limit)
        other.run(limit)
        assert list(search.frontier) == list(other.frontier)
        assert told(search) == told(other)
    return told(search)


@pytest.mark.parametrize("path", [*TUTORIAL, "spec/kaciri", *GOOD[::12]])
def test_both_find_the_same(path: str) -> None:
    each = next(configurations(path))
    same(each.game, each.configuration, 150)


@pytest.mark.parametrize("copies", ["one of each rank", "2 alike of each rank"])
def test_states_that_differ_by_an_order_are_others(copies: str, tmp_path: Path) -> None:
    game = compiled(tmp_path, WALKS.format(ranks=2, copies=copies))
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    found = same(game, configuration, 4_000)
    assert found is not None
    if copies.startswith("one"):  # two pieces, each in one of four places, of which three have another order besides
        assert found["counts"][0] == 4 * 4 + 3


def test_what_lies_in_order_is_gone_through_in_both(tmp_path: Path) -> None:
    game = compiled(tmp_path, ROWS)
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    same(game, configuration, 1_500)


@pytest.mark.campaign
@pytest.mark.parametrize("path", [*TUTORIAL, *BOARD_GAMES, *SPEC, *GOOD])
def test_both_find_the_same_under_every_configuration(path: str) -> None:
    for each in configurations(path):
        for all_orders in (False, True):
            same(each.game, each.configuration, 5_000, all_orders=all_orders)


@pytest.mark.parametrize("path", ["docs/tutorial/tictactoe", "docs/tutorial/goofspiel"])
def test_each_property_is_found_broken_where_it_says_the_contrary(path: str) -> None:
    each = next(configurations(path))
    for place, invariant in enumerate(each.game.invariants):
        turned = list(each.game.invariants)
        turned[place] = evolve(invariant, condition=negation(invariant.condition))
        found = same(evolve(each.game, invariants=tuple(turned)), each.configuration, 60)
        assert found is not None
        assert invariant.name in [breach.clause.path for breach in found["breaches"]]


def test_a_measure_that_does_not_fall_is_found() -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    (measure,) = each.game.measures
    turned = evolve(measure, terms=tuple(evolve(term) for term in measure.terms[:0]))
    found = same(evolve(each.game, measures=(turned,)), each.configuration, 50)
    assert found is not None
    assert [breach.sort for breach in found["breaches"]] == ["measure"]


def explored(
    game: model.Game, engine: Engine, *keep: Any, watch: Watch | None = None, **settings: Any
) -> ExplorationResult:
    made = ExplorationSettings(keep=Cache(None), engine=engine, **settings)
    return explore_scope(game, scope(2, *keep), watch, made)


def test_what_a_module_found_alone_is_no_answer_for_who_asks_the_reference_engine(tmp_path: Path) -> None:
    game, keep = tutorial("tictactoe"), Cache(tmp_path)
    asked: tuple[Engine, ...] = ("wasm", "wasm", "reference", "both")
    known = [
        explore_unless_known(
            game, scope(2), None, ExplorationSettings(limit=90, force=True, keep=keep, engine=each)
        ).known
        for each in asked
    ]
    assert known == [False, True, False, True]


def test_rules_that_break_off_are_told_with_a_way_there(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", DUEL)
    found = explored(game, "wasm", up_to(2))
    assert found == explored(game, "reference", up_to(2))
    assert [len(each.trace.steps) for each in found.faults] == [2]


def test_a_fault_that_is_met_again_and_again_is_explained_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAYING.replace("when n <= (number of c in bank)", "when n = n")  # there are fewer in the end
    game, called = compiled(tmp_path / "paying", text), Counter[str]()

    def counting(name: str) -> None:
        method = getattr(ModuleSearch, name)

        def counted(self: ModuleSearch, *told: Any) -> Any:
            called[name] += 1
            return method(self, *told)

        monkeypatch.setattr(ModuleSearch, name, counted)

    counting("_again")
    counting("_agree")
    found = explored(game, "wasm")
    assert found == explored(game, "reference")
    assert len(found.faults) == called["_agree"] == 1
    assert called["_again"] > 1


ROUND = """
game {name} from rulebook tiny
    players 2                                                   per R1

variable x: 0..9, starts 0                                      per R1

setup                                                           per R1
    go Walk

phase Walk                                                      per R1
    ask 1, if able
        action ahead                                            per R1
            when x < 3
            then add 1 to x
            then go Walk
        action left                                             per R1
            when x = 1
            then set x to 9
            then go Walk
        action right                                            per R1
            when x = 2
            then set x to 9
            then go Walk
    go Walk
"""
"""A game that goes round without end behind each of its actions."""


@pytest.mark.parametrize("name", ["circle", "left"])
def test_all_that_never_comes_to_an_end_is_told(name: str, tmp_path: Path) -> None:
    game = compiled(tmp_path / name, ROUND.format(name=name))
    found = explored(game, "wasm")
    assert found == explored(game, "reference")
    assert [each.clause.path for each in found.faults] == ["left", "ahead", "right"]


def test_claims_are_asked_in_every_state(tmp_path: Path) -> None:
    text = TABLE + (
        "\nclaim nobody_leads per R1\n    in every reachable state of 2 players\n    leader is nobody\n"
        "\nclaim each_has_a_card_at_most per R1\n    in every reachable state of 2 players\n"
        "    every player p has (number of c in hand of p) <= 1\n"
        "\nclaim a_leader_is_a_friend per R1\n    in every reachable state of 2 players\n    assuming leader is not nobody\n"
        "    some player p has leader is p and p in friends\n"
    )
    game = compiled(tmp_path / "dealing", text)
    found = explored(game, "wasm")
    assert found == explored(game, "reference")
    assert ("claim", "nobody_leads") in [each.key for each in found.violations]
    assert "each_has_a_card_at_most" in [clause.path for _, clause in found.held]


@pytest.mark.parametrize(
    "settings", [{"limit": 300}, {"limit": 300, "force": True}, {"limit": 100_000}, {"all_orders": True}]
)
def test_a_report_is_the_same_whoever_searches(settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "DIVES", 100)
    game = tutorial("goofspiel")
    assert explored(game, "wasm", up_to(4), **settings) == explored(game, "reference", up_to(4), **settings)


def test_a_scope_that_is_too_large_is_refused_with_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "DIVES", 100)
    monkeypatch.setattr(run, "PROBE", 500)
    game = tutorial("goofspiel")
    found = explored(game, "wasm", up_to(6), limit=2_000)
    assert [each.code for each in found.problems] == ["E0876"]
    assert found == explored(game, "reference", up_to(6), limit=2_000)


def test_both_go_through_what_one_would_not_have_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "STEPS", 1_000)
    monkeypatch.setattr(run, "PROBE", 5)
    text = ROUND[: ROUND.index("phase")].format(name="circle") + (
        "phase Walk per R1\n    ask chance\n        action ahead per R1\n            then set x to (x + 1) mod 10\n"
        "        action twice per R1\n            then set x to (x + 2) mod 10\n    go Walk\n"
    )
    game = compiled(tmp_path / "circle", text)
    assert [each.code for each in explored(game, "reference", limit=100).problems] == ["E0876"]
    found = explored(game, "both", limit=100)
    assert (found.states, found.ended, found.problems) == (10, "whole", ())
    assert found.foreseen > 100


def test_a_program_that_searches_has_nothing_that_nobody_calls() -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    game = specialise(with_claims(each.game, each.configuration), each.configuration)
    searching, playing = lowered(game, search=True)[0], lowered(game)[0]
    assert searching is not None
    assert playing is not None
    assert {one.name for one in searching.program.functions if one.exported} == search.CALLED
    assert {"games", "broken by step"} < {one.name for one in playing.program.functions}
    assert not {"games", "broken by step"} & {one.name for one in searching.program.functions}


# ---- THE TABLE


def test_states_with_one_fingerprint_are_not_one_state() -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    game = with_claims(each.game, each.configuration)
    program = program_of(game, each.configuration)
    assert program is not None
    for few in (7, 1 << 20):  # all alike, or alike in the lower half
        functions = tuple(
            evolve(one, body=(ops.Return(ops.Number(few)),)) if one.name == "fingerprint" else one
            for one in program.program.functions
        )
        blind = evolve(program, program=evolve(program.program, functions=functions))
        playable = make_game(game, each.configuration)
        search, other = ModuleSearch(playable, blind, 1500), Search(playable)
        search.run(1500)
        other.run(1500)
        assert told(search) == told(other)


def test_the_table_grows_while_states_are_found() -> None:
    found = explored(tutorial("tictactoe"), "wasm")
    assert (found.states, found.finished, found.depth) == (5478, 958, 9)
    assert found.complete


@pytest.mark.parametrize("group", [1, 3])
def test_what_is_found_does_not_hang_on_how_many_states_wait(group: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookups, "GROUP", group)
    monkeypatch.setattr(search, "GROUP", group)
    for path in ("docs/tutorial/tictactoe", "docs/tutorial/goofspiel"):
        each = next(configurations(path))
        turned = [evolve(one, condition=negation(one.condition)) for one in each.game.invariants]
        assert same(evolve(each.game, invariants=tuple(turned)), each.configuration, 150, all_orders=True) is not None


def test_rules_that_break_off_are_told_after_the_steps_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever waits is looked at first, or more would be told of than what was found."""
    game = compiled(tmp_path / "paying", PAYING.replace("when n <= (number of c in bank)", "when n = n"))
    asked: list[tuple[int, int]] = []
    agree = ModuleSearch._agree

    def noted(self: ModuleSearch, number: int, stage: int, trapped: Trapped | None) -> bool:
        asked.append((stage, int(self._words[search_progress.WAITING])))
        return agree(self, number, stage, trapped)

    monkeypatch.setattr(ModuleSearch, "_agree", noted)
    assert explored(game, "wasm") == explored(game, "reference")
    assert asked == [(search_progress.TAKING, 0)]


def test_what_a_step_wrote_is_known_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """What hangs on nothing that was written is not asked: where nothing is said to be written nothing is found."""
    each = next(configurations("docs/tutorial/tictactoe"))
    three = next(one for one in each.game.invariants if one.name == "the_first_to_have_three_ends_it")
    game = evolve(each.game, invariants=(evolve(three, phases=()),), examples=())
    found = same(game, each.configuration, 5478)
    assert found is not None
    assert [breach.clause.path for breach in found["breaches"]] == [three.name]
    monkeypatch.setattr(lookups.Lookups, "_written", lambda _: ops.Number(0))
    program = program_of(game, each.configuration)
    assert program is not None
    blind = ModuleSearch(make_game(game, each.configuration), program, 5478)
    blind.run(5478)
    assert not blind.breaches


PAYING = (
    CARDS
    + """
setup                                                           per R1
    move all c in box of Coin to bank
    each player p
        move 2 Point from supply to p
    go Pay(1)

phase Pay(p: player)                                                     per R1
    ask p
        action pay(n in 1..2)                                   per R1
            when n <= (number of c in bank)
            then move n Coin from bank to rest
            then move 1 Point from p to next of p
    if bank is empty
        game over
    go Pay(next of p)
"""
)


@pytest.mark.parametrize("wrong", ["take Card", "put Card", "take Coin", "put Coin"])
def test_a_module_that_loses_a_piece_or_makes_one_is_found_out(tmp_path: Path, wrong: str) -> None:
    if wrong.endswith("Card"):
        each = next(configurations("docs/tutorial/goofspiel"))
        game, configuration = with_claims(each.game, each.configuration), each.configuration
    else:
        configuration = Configuration(2, ())
        game = with_claims(compiled(tmp_path / "paying", PAYING), configuration)
    assert same(game, configuration, 100) is not None
    program = program_of(game, configuration)
    assert program is not None
    functions = tuple(
        evolve(one, body=(ops.Return(ops.Address(1)),)) if one.name == wrong else one
        for one in program.program.functions
    )
    assert functions != program.program.functions
    broken = evolve(program, program=evolve(program.program, functions=functions))
    search = ModuleSearch(make_game(game, configuration), broken, 100)
    with pytest.raises(ExecutorsDiffer, match="something is broken in one of them"):
        search.run(100)


def test_where_asking_is_a_fault_nothing_is_said_to_hold(tmp_path: Path) -> None:
    """What is asked behind a fault is not asked there, so nobody may say that it holds."""
    text = TABLE + (
        "\nvalue burden: 1..2 per R1\n    case few per R1\n        when (number of c in deck) > 2\n        is 1\n"
        "    case many per R1\n        when (number of c in deck) < 2\n        is 2\n"
        "\ninvariant light per R1\n    burden <= 2\n\ninvariant never_two per R1\n    (number of c in deck) != 2\n"
    )
    game = compiled(tmp_path / "dealing", text)
    found = explored(game, "wasm")
    assert found == explored(game, "reference")
    assert [each.clause.path for each in found.faults] == ["burden"]
    assert found.complete
    assert found.held == ()


# ---- WHERE THERE IS NO MODULE


def test_without_a_module_the_reference_engine_searches_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Diagnostic] = []
    watch = Watch(tell=said.append)
    game = tutorial("goofspiel")
    wanted = explored(game, "reference", up_to(3))
    monkeypatch.setattr(run, "is_installed", lambda: False)
    assert explored(game, "wasm", up_to(3), watch=watch) == wanted
    monkeypatch.setattr(run, "is_installed", code.is_installed)
    monkeypatch.setattr(run, "MOST_BYTES", 1000)
    assert explored(game, "wasm", up_to(3), watch=watch) == wanted
    assert [each.code for each in said] == ["W0804", "W0805"]
    assert said[0].message == "no WebAssembly here: the reference engine searches"
    assert "can be packed" not in said[1].message  # all of it can
    assert said[1].hint is not None


def test_it_is_said_for_how_many_states_there_is_room() -> None:
    each = next(configurations("docs/tutorial/tictactoe"))
    program = program_of(with_claims(each.game, each.configuration), each.configuration)
    assert program is not None
    most = most_states(program)
    assert room_for(program, most) <= MOST_BYTES < room_for(program, most + 1)


def test_where_the_module_has_no_room_the_reference_engine_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Diagnostic] = []
    game = tutorial("tictactoe")
    call = Machine.call

    def narrow(self: Machine, name: str, *arguments: int) -> Any:
        found = call(self, name, *arguments)
        if name == "search":
            raise Trapped(TrapSite(game.clause, "the stack is deeper than is packed", fault=False))
        return found

    monkeypatch.setattr(Machine, "call", narrow)
    monkeypatch.setattr(ModuleSearch, "_stepped", lambda *_: False)
    monkeypatch.setattr(ModuleSearch, "_ended_there", lambda *_: None)
    found = explored(game, "wasm", watch=Watch(tell=said.append))
    assert (found.states, found.ended) == (5478, "whole")
    assert "the stack is deeper than is packed" in said[0].message


@pytest.mark.parametrize("is_fault", [True, False])
def test_a_difference_is_no_answer(monkeypatch: pytest.MonkeyPatch, is_fault: bool) -> None:
    """The module says that something is wrong with the first step, and nothing is."""
    game = tutorial("tictactoe")
    call = Machine.call

    def lying(self: Machine, name: str, *arguments: int) -> Any:
        found = call(self, name, *arguments)
        if name == "search" and is_fault:
            raise Trapped(TrapSite(game.clause, "no case applies", fault=True))
        return 2 if name == "search" else found

    monkeypatch.setattr(Machine, "call", lying)
    with pytest.raises(ExecutorsDiffer, match="disagree in state"):
        explored(game, "wasm", limit=30, force=True)


def test_a_table_loses_nothing_when_it_is_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """From two entries on, where every other one gives way beyond the end; a state that is lost would be found again."""
    monkeypatch.setattr(search_progress, "FIRST_SIZE", 2)
    found = explored(tutorial("tictactoe"), "wasm")
    assert (found.states, found.ended) == (5478, "whole")


def test_memory_is_said_beforehand() -> None:
    each = next(configurations("spec/kaciri"))
    program = program_of(with_claims(each.game, each.configuration), each.configuration)
    assert program is not None
    assert program.search is not None
    assert room_for(program, 2_000_000) < 2_010_000 * (program.search.row + 6) + (1 << 23) * 8
    assert room_for(program, 1_000) < room_for(program, 100_000) < MOST_BYTES
    named: list[str] = []
    explored(tutorial("goofspiel"), "wasm", up_to(3), watch=Watch(start=lambda name, _: named.append(name)))
    assert "MB" in named[0]


def test_states_of_a_small_scope_are_small() -> None:
    """At most 40 bytes for three cards each, as was meant of packed states."""
    game = game_at("spec/kaciri")
    assert game is not None
    (small,) = (each for each in game.scopes if each.name == "three_cards_each")
    restricted, _ = restrict(game, small)
    configuration, _ = configuration_of(game, small, ExplorationSettings())
    assert restricted is not None
    assert configuration is not None
    program = program_of(with_claims(restricted, configuration), configuration)
    assert program is not None
    assert program.packed.size <= 40
