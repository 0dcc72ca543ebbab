"""Gaps that a game soon comes to are found by playing, hang on nothing that has to hold, and are the same if kept."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from refengine.cli.prover import prover
from refengine.ir.game import Game
from refengine.ir.left_out import OutsideSlice, is_left_out
from refengine.ir.slices import Slices
from refengine.prove.cache import Answers
from refengine.prove.decide import decide
from refengine.prove.gap_search import seek_gap
from refengine.prove.run import ProofTask, prove
from refengine.prove.slices import STATED_OF_STATES, left_out_at_first, slice_for
from refengine.smt.claims.gaps import BROKEN
from refengine.smt.goal import Decision, Goal, Limits
from refengine.source.cache import Cache
from tests.smt.rules import HEAD, confirmed, game
from tests.smt.test_gaps import RULES

GAP = Goal("gap", "equal", 2, "as_written")

COVERED = RULES.replace("when c != d\n", "when c.rank < d.rank\n")
"""The same where cards of one rank never meet."""

LEGAL = RULES.replace("when c != d\n", "when c.rank < d.rank and (takes(d, d) or takes(c, d))\n")
"""The same where the rules break off as it is looked what is legal, before any step."""

ELSEWHERE = RULES.replace("move d to pile\n", "add 9 to round\n                move d to pile\n")
"""The same where a step may break off since a number leaves its range, too."""


def decision(rules: Game, goal: Goal = GAP) -> Decision:
    (found,) = decide(rules, (goal,), Limits(rlimit=10_000_000))
    return found


def test_a_game_comes_there_and_the_engine_stops_there(kept: Cache) -> None:
    rules = game(HEAD, RULES)
    found = decision(rules)
    assert (found.verdict, found.reached, found.queries) == ("found", True, 0)
    assert re.fullmatch(r"no case of `takes` applies here; a game comes here after \d+ decisions?", found.how)
    assert found.counterexample is not None
    (position,) = found.counterexample.positions
    assert dict(position.readings) == {"equal": "as_written", "high": "better", "order": "by_colour", "ties": "neither"}
    told = confirmed(kept, rules, found)
    assert told.fault is not None
    assert (told.fault.path, found.counterexample.fault) == ("takes", "takes")


def test_it_hangs_on_nothing_that_has_to_hold_and_nothing_of_the_end() -> None:
    rules = game(HEAD, RULES, "invariant early per R1\n    round <= 3\n")
    small = slice_for(Slices(rules), (GAP,), left_out_at_first(rules, (GAP,))).game
    assert is_left_out(small.invariants)
    assert is_left_out(small.outcome)
    assert decision(small) == decision(rules)


def test_where_no_game_comes_there_soon_the_solver_is_asked() -> None:
    found = decision(game(HEAD, COVERED))
    assert (found.verdict, found.how) == ("not found", "every position is covered after all")
    assert found.queries > 0


def test_where_no_game_comes_there_soon_it_counts_what_has_to_hold() -> None:
    """The solver has a position before the gap, from which what has to hold keeps every game."""
    late = RULES.replace("when c != d\n", "when c != d and (c.rank != d.rank or round > 3)\n")
    rules = game(HEAD, late, "invariant early per R1\n    round <= 3\n")
    assert decision(rules).how == BROKEN
    with pytest.raises(OutsideSlice, match="invariants"):
        decision(slice_for(Slices(rules), (GAP,), STATED_OF_STATES).game)


@pytest.mark.parametrize("text", [COVERED, LEGAL])
def test_what_no_step_meets_is_not_met(text: str) -> None:
    assert text != RULES
    assert seek_gap(game(HEAD, text), GAP, 2_000) is None


def test_rules_that_break_off_otherwise_leave_no_gap() -> None:
    """Where the lower card is taken the number leaves its range; whatever is met is the gap."""
    assert ELSEWHERE != RULES
    covered = ELSEWHERE.replace("when c != d\n", "when c.rank > d.rank\n").replace("add 9", "add 10")
    assert covered.count("add 10") == 1
    assert seek_gap(game(HEAD, covered), GAP, 2_000) is None


def test_no_game_goes_on_behind_cases_that_overlap() -> None:
    both = "".join(
        f"    case {name} per R1\n        when round >= 0\n        then nothing\n" for name in ("a_round", "any_round")
    )
    overlapping = RULES.replace("    go Fight\n", f"{both}    go Fight\n")
    assert overlapping != RULES
    assert seek_gap(game(HEAD, overlapping), GAP, 2_000) is None


def test_it_is_the_gap_of_the_reading_that_is_asked_about() -> None:
    by_rank = Goal("gap", "order", 2, "by_rank")
    assert seek_gap(game(HEAD, RULES), by_rank, 2_000) is None
    left = RULES.replace("when c.colour is Blue", "when c.colour is Blue and c.rank < 3").replace(
        "> 3", "> 2 and c.colour is Blue"
    )
    met = seek_gap(game(HEAD, left), by_rank, 2_000)
    assert met is not None
    assert met.shown.fault == "first"


def test_the_search_gives_up() -> None:
    rare = RULES.replace("when c != d\n", "when c != d and (c.rank != d.rank or c.rank = 1 and c.colour is Red)\n")
    assert rare != RULES
    assert seek_gap(game(HEAD, rare), GAP, 2_000) is not None
    assert seek_gap(game(HEAD, rare), GAP, 1) is None


def edited(chance: Random) -> str:
    """The rules with numbers beside the gap drawn anew: some leave it, some close it, some say less or more."""
    deal = chance.choice(["c != d", "c.rank < d.rank", "c != d and c.rank != d.rank", "c != d and c.rank >= d.rank"])
    limit = chance.randrange(10)
    held = f"invariant early per R1\n    round <= {limit}\n"
    drawn = chance.choice(["is false", "is true"])
    more = f"    add {chance.randrange(3)} to round\n"
    rules = RULES.replace("when c != d\n", f"when {deal}\n").replace("    go Fight\n", f"{more}    go Fight\n")
    return "\n".join((HEAD, rules.replace("        is false\n\nvalue first", f"        {drawn}\n\nvalue first"), held))


def test_what_is_kept_is_what_would_be_found_now(tmp_path: Path) -> None:
    """Edits of a rule, of what has to hold, and of the gap itself, one after the other, against nothing kept."""
    chance, warm = Random(20), Cache(tmp_path / "warm")
    verdicts: set[str] = set()
    for number in range(8):
        rules = game(edited(chance))
        goals = tuple(each for each in prover().goals(rules) if each.kind == "gap")
        found = [
            [(each.decision, each.decision.goal.title) for each in prove(work, prover(), answers).answers]
            for keep in (warm, Cache(tmp_path / f"cold{number}"))
            for work, answers in [(ProofTask(rules, goals), Answers(rules, Limits(), folder=keep))]
        ]
        assert found[0] == found[1]
        verdicts |= {each.verdict for each, _ in found[0]}
    assert verdicts >= {"found", "not found"}
