"""What an edit leaves of what the solver was asked is taken from memory, and every decision is as with none."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve

from refengine.ir import expressions as ir
from refengine.ir.game import Game, Invariant
from refengine.ir.traverse import rewrite
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.plan import ALONG, batches, goals
from refengine.smt.prove import decide
from refengine.smt.solving.memory import Memory
from tests.agreement.games_and_prover import compiled, small as drawn
from tests.smt.rules import COURSE, HEAD, LIMITS, game

HOLDS = """
invariant few_are_on_the_field                                  per R1
    (number of c in field) <= 2

invariant few_are_in_hand                                       per R1
    every player p has (number of c in hand of p) <= 1

invariant hand_and_field_together                               per R1
    every player p has (number of c in hand of p) + (number of c in field of p) <= 1

invariant the_rest_stays                                        per R1
    (number of c in deck) >= 4

invariant nothing_is_counted                                    per R1
    round = 0

step invariant the_field_fills                                  per R1
    (number of c in field) >= before(number of c in field)
"""
"""What is kept of two players who each play their only card; some of it only by something else that is."""

FALSE = (
    ("(number of c in field) <= 2", "(number of c in field) <= 1", "few_are_on_the_field"),
    ("(number of c in hand of p) <= 1", "(number of c in hand of p) < 1", "few_are_in_hand"),
    ("(number of c in field of p) <= 1", "(number of c in field of p) < 1", "hand_and_field_together"),
    ("(number of c in deck) >= 4", "(number of c in deck) >= 5", "the_rest_stays"),
    ("round = 0", "round = 1", "nothing_is_counted"),
    (">= before(number of c in field)", "> before(number of c in field) + 2", "the_field_fills"),
)
TRUE = (
    ("(number of c in field) <= 2", "(number of c in field) <= 3"),
    ("(number of c in deck) >= 4", "(number of c in deck) >= 3"),
    ("round = 0", "round < 9"),
)


def of_two(rules: Game) -> tuple[tuple[Goal, ...], ...]:
    """What is decided together along the course of a game, for its least number of players."""
    return tuple(
        each for each in batches(goals(rules)) if each[0].kind in ALONG and each[0].players == rules.players[0]
    )


def decided(rules: Game, memory: Memory | None, limits: Limits = LIMITS) -> list[Decision]:
    return [each for batch in of_two(rules) for each in decide(rules, batch, limits, None, memory)]


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(HEAD, COURSE, HOLDS)


@pytest.fixture(scope="module")
def known(rules: Game) -> Memory:
    memory = Memory()
    assert {each.verdict for each in decided(rules, memory)} <= {"proved", "by construction"}
    return memory


def remembered(known: Memory) -> Memory:
    """A memory as a later run reads it."""
    return Memory.read(known.written())


def asked_anew(known: Memory, now: Memory) -> int:
    """How many answers were not known before."""
    return len(now.asked.keys() - known.asked.keys())


def test_of_nothing_that_changed_nothing_is_asked(rules: Game, known: Memory) -> None:
    now = remembered(known)
    assert decided(rules, now) == decided(rules, None)
    assert asked_anew(known, now) == 0


@pytest.mark.parametrize(("old", "new", "name"), FALSE, ids=lambda each: "" if " " in each else each)
def test_what_became_false_is_found_whatever_is_remembered(known: Memory, old: str, new: str, name: str) -> None:
    assert HOLDS.count(old) == 1
    rules, now = game(HEAD, COURSE, HOLDS.replace(old, new)), remembered(known)
    found = decided(rules, now)
    (about,) = (each for each in found if each.goal.name == name)
    assert about.verdict not in {"proved", "bounded", "by construction", "vacuous"}
    assert found == decided(rules, Memory())


@pytest.mark.parametrize(("old", "new"), TRUE)
def test_what_stays_true_is_asked_alone(known: Memory, old: str, new: str) -> None:
    assert HOLDS.count(old) == 1
    rules, now, anew = game(HEAD, COURSE, HOLDS.replace(old, new)), remembered(known), Memory()
    found = decided(rules, now)
    assert {each.verdict for each in found} <= {"proved", "by construction"}
    assert found == decided(rules, anew)
    assert asked_anew(known, now) < len(anew.asked) / 2


def edited(rules: Game, chance: Random) -> Iterator[Game]:
    """Yields the rules with each invariant left out, turned round, and with other numbers."""
    listed = rules.invariants
    for number, each in enumerate(listed):

        def others(condition: ir.Expr, each: Invariant = each) -> Invariant:
            return evolve(each, condition=condition)

        def otherwise(node: Any) -> Any:
            return ir.Number(max(0, node.value + chance.choice((-1, 1)))) if isinstance(node, ir.Number) else node

        for made in ((), (others(ir.Not(each.condition)),), (others(rewrite(each.condition, otherwise)),)):
            yield evolve(rules, invariants=(*listed[:number], *made, *listed[number + 1 :]))


@pytest.mark.parametrize(
    ("seed", "most"), [(0, 4), *(pytest.param(seed, 99, marks=pytest.mark.campaign) for seed in range(40))]
)
def test_random_games_with_random_edits_are_decided_as_with_nothing_remembered(seed: int, most: int) -> None:
    limits, chance = Limits(rlimit=300_000, steps=2), Random(seed)
    rules = compiled(drawn(seed, frozenset()))
    if rules is None:
        pytest.skip("the front end refuses it")
    known, made = Memory(), list(edited(rules, chance))
    decided(rules, known, limits)
    for each in chance.sample(made, min(most, len(made))):
        assert decided(each, remembered(known), limits) == decided(each, Memory(), limits)
