"""Invariants are kept in groups: each with those that it leans on, and what they do not lean on is not asked again."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

import pytest

from refengine.ir.game import Game
from refengine.smt.course.course import Courses, courses_of
from refengine.smt.course.study import study
from refengine.smt.induction import keeping
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.keeping import Sure, induction_of
from refengine.smt.solving.memory import Memory
from tests.agreement.games_and_prover import compiled, small as drawn
from tests.smt.rules import COURSE, HEAD, LIMITS, game
from tests.smt.test_induction import HEAD as OF_TWO, until_the_deck_is_empty
from tests.smt.test_remembered import HOLDS

PAIRS = (
    "variable stopped: truth per R1\nvariable second: 0..5 per R1\nvariable ended: truth per R1\n"
    "variable copied: 0..5 per R1\n"
    + until_the_deck_is_empty("Lay", """\
        action lay(c in deck)                                   per R1
            when not stopped
            then move c to pile
            then set stopped to round >= 1
            then add 1 to round
        action go_on                                            per R1
            when not ended
            then set ended to second >= 1
            then add 1 to second
        action copy                                             per R1
            then set copied to round
""")
)  # fmt: skip
"""Two things that are counted, each by a step that is not taken at the end; and what was counted of the first."""

STATED = """
invariant few_copied per R1
    copied <= 2

invariant few_rounds per R1
    round <= 2

invariant late_is_stopped per R1
    round >= 2 implies stopped

invariant few_seconds per R1
    second <= 2

invariant late_is_ended per R1
    second >= 2 implies ended
"""
"""Two pairs of which the first leans on the other, which leans on none, and one that leans on the first pair."""


def courses(rules: Game, memory: Memory | None = None) -> Courses:
    made = study(rules, rules.players[0], LIMITS, memory=memory)
    made.solver.shared = made.solver.context()
    return courses_of(made)


def names_left(found: Induction) -> dict[Any, set[str]]:
    return {key: {each.name for each in listed} for key, listed in found.left.items()}


def asked_again(found: Induction) -> dict[Any, set[str]]:
    """What is left if everything is asked once more, and nothing is sure."""
    found.sure = set()
    found.on_every_way.clear()
    with found.courses.aside():
        found.settle()
    return names_left(found)


# ---- WHAT IS KEPT


@pytest.mark.parametrize("rules", [(OF_TWO, PAIRS, STATED), (HEAD, COURSE, HOLDS)], ids=("pairs", "fields"))
def test_what_a_group_keeps_all_of_them_keep(rules: tuple[str, ...]) -> None:
    made = game(*rules)
    found = induction_of(courses(made))
    assert {name for _, name in found.sure} == {each.name for each in made.invariants if not each.step}
    left = names_left(found)
    assert asked_again(found) == left


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(6, 100))]
)
def test_what_a_group_keeps_in_a_random_game_all_of_them_keep(seed: int) -> None:
    rules = compiled(drawn(seed, frozenset()))
    if rules is None:
        pytest.skip("the front end refuses it")
    made = courses(rules)
    if made.by_piece:
        pytest.skip("nothing is kept alone by pieces")
    found = induction_of(made)
    left = names_left(found)
    assert asked_again(found) == left


def test_a_group_that_keeps_nothing_is_seen_where_all_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The false twin: a group is said to keep what a step of it breaks."""
    kept_by = keeping._kept_by

    def blind(found: Induction, names: AbstractSet[str], sure: Sure, *, one: bool = False) -> Induction:
        made = kept_by(found, names, sure, one=one)
        if len(names) > 1:
            for key, place in found.courses.places.items():
                made.left[key] = [each for each in keeping._about(found.courses, place) if each.name in names]
            made.failures.clear()
        return made

    false = STATED.replace("copied <= 2", "copied <= 1")
    monkeypatch.setattr(keeping, "_kept_by", blind)
    found = induction_of(courses(game(OF_TWO, PAIRS, false)))
    left = names_left(found)
    again = asked_again(found)
    assert again != left
    assert not any("few_copied" in each for each in again.values())


def test_what_leans_on_something_false_is_not_kept() -> None:
    false = STATED.replace("round >= 2 implies stopped", "round >= 1 implies stopped")
    found = induction_of(courses(game(OF_TWO, PAIRS, false)))
    assert {name for _, name in found.sure} == {"few_seconds", "late_is_ended"}
    assert {*found.failures} == {"few_copied", "few_rounds", "late_is_stopped"}


# ---- WHAT IS ASKED AGAIN


@pytest.mark.parametrize(
    ("old", "new", "leaning"),
    [
        ("copied <= 2", "copied <= 3", {"few_copied"}),
        ("round <= 2", "round < 3 and round < 4", {"few_copied", "few_rounds", "late_is_stopped"}),
        ("second <= 2", "second < 3 and second < 4", {"few_seconds", "late_is_ended"}),
    ],
)
def test_an_edit_asks_again_of_what_leans_on_it(
    old: str, new: str, leaning: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Memory()
    induction_of(courses(game(OF_TWO, PAIRS, STATED), known))
    now = Memory.read(known.written())
    asked = list[tuple[frozenset[str], int]]()
    kept_by = keeping._kept_by

    def counted(found: Induction, names: AbstractSet[str], sure: Sure, *, one: bool = False) -> Induction:
        before = {*now.asked}
        made = kept_by(found, names, sure, one=one)
        asked.append((frozenset(names), len(now.asked.keys() - before - known.asked.keys())))
        return made

    monkeypatch.setattr(keeping, "_kept_by", counted)
    edited = STATED.replace(old, new)
    found = induction_of(courses(game(OF_TWO, PAIRS, edited), now))
    assert {name for _, name in found.sure} == {
        "few_copied", "few_rounds", "late_is_stopped", "few_seconds", "late_is_ended",
    }  # fmt: skip
    assert all(names & leaning for names, anew in asked if anew)
    assert any(anew for _, anew in asked)


# ---- WHAT IT COSTS


@pytest.mark.parametrize("most", [0, keeping.GROUPS])
def test_what_groups_spend_is_missing_to_nobody(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little they may spend, the same is left, and whoever comes after them has the whole budget."""
    rules = game(OF_TWO, PAIRS, STATED)
    left = names_left(induction_of(courses(rules)))
    monkeypatch.setattr(keeping, "GROUPS", most)
    made = courses(rules)
    solver = made.study.solver
    solver.budget = 1_000_000_000
    found = induction_of(made)
    assert names_left(found) == left
    assert 0 < solver.free < solver.spent
    assert (solver.budget, solver.exhausted) == (1_000_000_000, False)
    kept = {name for _, name in found.sure}
    assert ("few_rounds" in kept) == (most > 0)


def test_where_the_budget_is_spent_nothing_is_found_out_beside_it() -> None:
    solver = courses(game(OF_TWO, PAIRS, STATED)).study.solver
    solver.spent, solver.budget = 11, 10
    with solver.beside(1_000):
        assert solver.exhausted
    solver.spent = 5
    with solver.beside(3):
        solver.spent += 4
        assert solver.exhausted
    assert (solver.exhausted, solver.free) == (False, 4)
