"""Tests of transcripts: what is recalled is what z3 would answer, and what was told otherwise is asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from refengine.smt.solving.memory import Memory
from refengine.smt.solving.solver import Solver
from refengine.smt.solving.transcript import Statement, Transcript
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Fact

NAMES = "abcdef"


def told(seed: int, memory: Memory | None, otherwise: int | None = None) -> tuple[list[Any], Solver]:
    """What z3 answers to a dozen random questions in one context; from one of them on it may be told otherwise."""
    chance, terms = random.Random(seed), Terms()
    truths = [terms.truth(each) for each in NAMES]
    numbers = [terms.number(each * 2, 0, 9) for each in NAMES]
    solver = Solver(terms, [Fact(terms.within(each, 0, 9), "range") for each in numbers], 100_000, memory=memory)
    solver.shared = solver.context()

    def condition(deep: int) -> Bool:
        match chance.randrange(6 if deep else 2):
            case 0:
                return chance.choice(truths)
            case 1:
                return terms.at_most(terms.sum(chance.sample(numbers, 2)), chance.randrange(12))
            case 2:
                return terms.not_(condition(deep - 1))
            case 3:
                return terms.and_(condition(deep - 1), condition(deep - 1))
            case 4:
                return terms.named_truth("named", condition(deep - 1))
            case _:
                return terms.or_(condition(deep - 1), condition(deep - 1))

    found: list[Any] = []
    for number in range(12):
        asked = [condition(3) for _ in range(4)]
        if number == otherwise:
            asked.append(terms.at_most(numbers[0], 3))
        answer = solver.ask(*asked[:2], why=chance.random() < 0.5)
        session = solver.session(asked[0], about=asked)
        later = [session.also(each) for each in asked[1:]]
        for each in (answer, *later):
            values = {one.name: value for one, value in each.model.items()}
            found.append((each.result, each.rlimit, each.needed, each.instead, values))
        session.question.close()
    return found, solver


def is_asked(solver: Solver) -> bool:
    """Returns whether z3 was told anything."""
    assert solver.shared is not None
    return solver.shared.z3 is not None


@pytest.mark.parametrize("memory", [None, Memory()], ids=["without a memory", "with one"])
def test_where_nothing_is_asked_there_is_no_context(memory: Memory | None) -> None:
    terms = Terms()
    truth = terms.truth("a")
    session = Solver(terms, [Fact(terms.not_(truth), "no")], 100_000, memory=memory).session(truth, reach="whole")
    session.question.push(terms.or_(truth, terms.truth("b")))
    assert session.question.told.z3 is None
    assert session.decide().result == "unsat"
    assert session.question.told.z3 is not None


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_is_the_same_with_a_memory_and_without_one(seed: int) -> None:
    with_one, without = told(seed, Memory()), told(seed, None)
    assert with_one[0] == without[0]
    assert with_one[1].spent == without[1].spent


@pytest.mark.parametrize("seed", range(5))
def test_what_is_recalled_is_what_is_answered(seed: int) -> None:
    memory = Memory()
    first, asked = told(seed, memory)
    assert is_asked(asked)
    again, recalled = told(seed, Memory.read(memory.written()))
    assert not is_asked(recalled)
    assert again == first
    assert (recalled.spent, recalled.asked) == (asked.spent, asked.asked)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("at", [0, 5, 11])
def test_what_was_told_otherwise_is_asked_with_all_that_was_told_before(seed: int, at: int) -> None:
    before = Memory()
    told(seed, before)
    warm, asked = told(seed, Memory.read(before.written()), otherwise=at)
    assert is_asked(asked)
    assert warm == told(seed, Memory(), otherwise=at)[0]


@pytest.mark.parametrize("seed", range(5))
def test_of_an_answer_half_known_the_rest_is_asked(seed: int) -> None:
    memory = Memory()
    first, _ = told(seed, memory)
    keys = list(memory.asked)
    half = Memory({key: memory.asked[key] for key in keys[: len(keys) // 2]})
    assert told(seed, half)[0] == first


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lambda terms, _: terms.truth("n"), lambda terms, _: terms.truth("m")),
        (lambda terms, n: terms.at_most(n, 1), lambda terms, n: terms.at_most(1, n)),
        (lambda terms, n: terms.at_most(n, 3), lambda terms, n: terms.at_most(n, 4)),
        (lambda terms, n: terms.at_most(n, 12), lambda terms, n: terms.at_most(terms.add(n, 1), 2)),
        (lambda terms, n: terms.equal(terms.mod(n, 7), 2), lambda terms, n: terms.equal(terms.div(n, 7), 2)),
    ],
)
def test_other_conditions_are_told_apart(one: Any, other: Any) -> None:
    def asked(make: Any, memory: Memory) -> Solver:
        terms = Terms()
        number: Term = terms.number("x", 0, 99)
        solver = Solver(terms, [], 1_000_000, memory=memory)
        solver.shared = solver.context()
        solver.ask(make(terms, number))
        return solver

    memory = Memory()
    asked(one, memory)
    assert not is_asked(asked(one, Memory.read(memory.written())))
    assert is_asked(asked(other, Memory.read(memory.written())))


Telling = Callable[[Transcript, Terms, int], None]


def one_by_one(transcript: Transcript, terms: Terms, solver: int) -> None:
    """Tells three facts, one of them twice, as `make` and `state` do."""
    for each in facts_of(terms):
        transcript.make(each)
        transcript.state(solver, Statement(each))


def facts_of(terms: Terms) -> list[Bool]:
    first, second = (terms.at_most(terms.number(each, 0, 9), 4) for each in "xy")
    return [first, terms.or_(first, second), first, second]


def together(transcript: Transcript, terms: Terms, solver: int) -> None:
    for each in facts_of(terms):
        transcript.require(solver, Statement(each))


def in_another_order(transcript: Transcript, terms: Terms, solver: int) -> None:
    for each in reversed(facts_of(terms)):
        transcript.require(solver, Statement(each))


def once_only(transcript: Transcript, terms: Terms, solver: int) -> None:
    for each in dict.fromkeys(facts_of(terms)):
        transcript.require(solver, Statement(each))


def of_another_solver(transcript: Transcript, terms: Terms, solver: int) -> None:
    together(transcript, terms, transcript.solver("tactics"))
    assert solver


@pytest.mark.parametrize(
    ("tell", "is_known"), [(together, True), (in_another_order, False), (once_only, False), (of_another_solver, False)]
)
def test_a_fact_is_told_as_what_is_made_and_then_stated(tell: Telling, is_known: bool) -> None:
    def asked(tells: Telling, memory: Memory) -> Transcript:
        transcript = Transcript(memory)
        solver = transcript.solver("tactics")
        tells(transcript, Terms(), solver)
        assert transcript.check(solver, ())[0] == "sat"
        return transcript

    memory = Memory()
    assert asked(one_by_one, memory).z3 is not None
    assert (asked(tell, Memory.read(memory.written())).z3 is None) == is_known


def test_nothing_is_known_of_a_damaged_memory() -> None:
    assert Memory.read(b"\x80") == Memory.read(b"") == Memory()
