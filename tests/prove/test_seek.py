"""States that a game comes to are found by playing, and no others."""

import re
from pathlib import Path

import pytest

from refengine.ir.game import Game
from refengine.ir.left_out import OutsideSlice, is_left_out
from refengine.ir.slices import Slices
from refengine.prove.decide import decide
from refengine.prove.search import SearchResult, seek
from refengine.prove.slices import STATED_OF_STATES, slice_for
from refengine.smt.goal import Decision, Goal, Limits
from tests.prove.duel import compiled, write_game

RULES = """
game duel from rulebook tiny
    players 2                                                   per R1

variable near: 0..60, starts 0                                  per R1
variable far: 0..60, starts 0                                   per R1

setup                                                           per R1
    go Walk

phase Walk                                                      per R1
    if near > 50
        game over                                               per R1
    otherwise
        ask (the player p with p = 1)
            action walk                                         per R1
                then add 1 to near
                then add 1 to far
            action leap                                         per R1
                then add 5 to near
                then add 5 to far
        go Walk

outcome                                                         per R1
    scores are near for player p
    winners are all player p

witness forty_nine                                              per R1
    in some reachable state of 2 players
    near = 49

witness by_leaps_to_twenty_five                                 per R1
    in some reachable state of 2 players
    near = 25
    keeping near mod 5 = 0

witness by_leaps_to_thirty                                      per R1
    in some reachable state of 2 players
    near = 30
    keeping near mod 5 = 0

witness by_leaps_to_fifty                                       per R1
    in some reachable state of 2 players
    near = 50
    keeping near mod 5 = 0

witness apart                                                   per R1
    in some reachable state of 2 players
    near = 7 and far = 8

witness beyond                                                  per R1
    in some reachable state of 2 players
    near = 61

claim together                                                  per R1
    in every reachable state of 2 players
    near = far
"""


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Game:
    told = compiled(write_game(tmp_path_factory.mktemp("spec") / "walk", RULES))
    assert told.game is not None, told.diagnostics
    return told.game


def decision(walk: Game, kind: str, name: str) -> Decision:
    (found,) = decide(walk, (Goal(kind, name, 2),), Limits(rlimit=1_000_000))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(("name", "near"), [("forty_nine", 49), ("by_leaps_to_fifty", 50)])
def test_a_game_comes_there(walk: Game, name: str, near: int) -> None:
    found = decision(walk, "witness", name)
    assert found.verdict == "found"
    assert found.reached
    said = re.fullmatch(r"a game comes here after (\d+) decisions, at last: (.*)", found.how)
    assert said is not None
    assert int(said[1]) > 5
    assert len(said[2].split(", then ")) == 5
    assert found.counterexample is not None
    (position,) = found.counterexample.positions
    assert position.data["variables"] == {"near": near, "far": near}
    assert found.before is not None
    gone = sum({"1: walk": 1, "1: leap": 5}[each] for each in said[2].split(", then "))
    assert found.before.data["variables"] == {"near": near - gone, "far": near - gone}


@pytest.mark.parametrize("name", ["forty_nine", "by_leaps_to_fifty"])
def test_where_a_game_comes_there_soon_nothing_else_counts(walk: Game, name: str) -> None:
    """No solver is asked whether what has to hold allows it, so it does not hang on that."""
    goal = Goal("witness", name, 2)
    rules = slice_for(Slices(walk), (goal,), STATED_OF_STATES).game
    assert is_left_out(rules.invariants)
    found = decision(rules, "witness", name)
    assert (found, found.queries) == (decision(walk, "witness", name), 0)


def test_where_none_comes_there_soon_it_counts_what_has_to_hold(walk: Game) -> None:
    goal = Goal("witness", "apart", 2)
    rules = slice_for(Slices(walk), (goal,), STATED_OF_STATES).game
    with pytest.raises(OutsideSlice, match="invariants"):
        decision(rules, "witness", "apart")


def test_the_search_keeps_to_what_it_is_told(walk: Game) -> None:
    """With steps alone fifty would be fifty decisions away."""
    (claim,) = (each for each in walk.claims if each.name == "by_leaps_to_fifty")
    sought = seek(walk, claim, 2)
    assert sought is not None
    assert sought.decisions == 10


def test_what_is_told_of_the_way_begins_at_the_start_or_at_a_position_that_is_shown(walk: Game) -> None:
    whole = decision(walk, "witness", "by_leaps_to_twenty_five")
    assert (whole.how, whole.before) == (
        f"a game comes here after 5 decisions: {', then '.join(['1: leap'] * 5)}",
        None,
    )
    rest = decision(walk, "witness", "by_leaps_to_thirty")
    assert rest.before is not None
    assert rest.before.data["variables"] == {"near": 5, "far": 5}


def test_what_no_game_comes_to_is_not_found(walk: Game) -> None:
    """The solver has a state in which the two are apart, since no invariant forbids it."""
    found = decision(walk, "witness", "apart")
    assert (found.verdict, found.counterexample) == ("unknown", None)
    assert "no game came there" in found.how


def test_what_cannot_be_is_not_looked_for(walk: Game) -> None:
    assert decision(walk, "witness", "beyond").verdict == "not found"


def test_what_breaks_a_claim_about_reachable_states_may_not_be_reached(walk: Game) -> None:
    found = decision(walk, "claim", "together")
    assert found.verdict == "unknown"
    assert found.counterexample is not None
    assert not found.reached


def test_the_search_gives_up(walk: Game) -> None:
    (claim,) = (each for each in walk.claims if each.name == "apart")
    sought = seek(walk, claim, 2, most=50)
    assert sought is not None
    assert (sought.position, sought.tried) == (None, 50)


LEAP = "action leap                                         per R1\n"


def sought(folder: Path, near: int, old: str, new: str) -> SearchResult:
    """What is found of a state so near in other rules."""
    assert old in RULES
    told = compiled(write_game(folder, RULES.replace("near = 49", f"near = {near}").replace(old, new, 1)))
    assert told.game is not None, told.diagnostics
    (witness,) = (each for each in told.game.claims if each.name == "forty_nine")
    found = seek(told.game, witness, 2)
    assert found is not None
    return found


def test_where_the_rules_break_off_over_what_is_legal_no_game_goes_on(tmp_path: Path) -> None:
    """From 21 on nobody can say whether a leap is legal: such a state is come to, and none behind 25."""
    guard = "                when (the n in 0..60 with n = near or near > 20) = near\n"
    assert sought(tmp_path / "near", 21, LEAP, LEAP + guard).position is not None
    assert sought(tmp_path / "behind", 49, LEAP, LEAP + guard).position is None
    assert sought(tmp_path / "guarded", 49, LEAP, LEAP + guard.replace("> 20", "> 60")).position is not None


def test_where_no_game_begins_none_comes_anywhere(tmp_path: Path) -> None:
    begins = "    add 61 to near                                              per R1\n    go Walk\n"
    assert sought(tmp_path / "broken", 49, "    go Walk\n", begins).position is None
    assert sought(tmp_path / "begun", 49, "    go Walk\n", begins.replace("61", "9")).position is not None
