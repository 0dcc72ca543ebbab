"""Questions: what they answer, what an answer rests on, what sessions forget, and that they are always the same."""

from __future__ import annotations

import os
import signal
from itertools import combinations
from threading import Event, Thread

import pytest
import z3

from refengine.smt.solving.memory import Memory
from refengine.smt.solving.model import Model
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.solving.solver import Reach, Solver
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Exclusive, Fact

PLENTY = 10_000_000


@pytest.fixture
def terms() -> Terms:
    return Terms()


def solver(terms: Terms, *facts: Fact | Exclusive, rlimit: int = PLENTY) -> Solver:
    return Solver(terms, list(facts), rlimit)


def bounded(terms: Terms, name: str, low: int, high: int) -> tuple[Term, Fact]:
    """A number that nothing is folded of, and the fact that it is between two bounds."""
    made = terms.number(name)
    return made, Fact(terms.within(made, low, high), f"{name} is small")


def pigeons(terms: Terms, number: int) -> list[Bool]:
    """More pigeons than holes: what resolution takes long for."""
    sits = [[terms.truth(f"{pigeon} in {hole}") for hole in range(number)] for pigeon in range(number + 1)]
    alone = [
        terms.not_(terms.and_(sits[one][hole], sits[other][hole]))
        for hole in range(number)
        for one, other in combinations(range(number + 1), 2)
    ]
    return [terms.any(row) for row in sits] + alone


# ---- ANSWERS


def test_a_model_satisfies_what_was_asked(terms: Terms) -> None:
    n, fact = bounded(terms, "n", 0, 9)
    m, other = bounded(terms, "m", 0, 9)
    wanted = (terms.equal(terms.times(n, m), 42), terms.less(n, m))
    answer = solver(terms, fact, other).ask(*wanted)
    found = Model(terms, answer.model)
    assert answer.result == "sat"
    assert [found.of(each) for each in (*wanted, fact.term, other.term)] == [True] * 4
    assert (found.of(n), found.of(m)) == (6, 7)


def test_what_cannot_be_has_no_model(terms: Terms) -> None:
    n, fact = bounded(terms, "n", 0, 9)
    answer = solver(terms, fact).ask(terms.equal(terms.times(n, n), 50))
    assert (answer.result, dict(answer.model)) == ("unsat", {})


def test_what_is_false_as_it_stands_is_not_put_to_the_solver(terms: Terms) -> None:
    asked = solver(terms, rlimit=1)
    assert asked.ask(terms.truth("p"), False).result == "unsat"
    assert (asked.asked, asked.spent) == (0, 0)


def test_a_limit_gives_unknown_and_nothing_else(terms: Terms) -> None:
    wanted = pigeons(terms, 6)
    assert solver(terms).ask(*wanted).result == "unsat"
    few = solver(terms, rlimit=2_000).ask(*wanted)
    assert (few.result, dict(few.model), few.needed) == ("unknown", {}, ())
    assert few.rlimit < solver(terms).ask(*wanted).rlimit


@pytest.mark.parametrize("why", [False, True])
def test_an_interrupt_is_no_answer_and_is_not_lost(terms: Terms, *, why: bool) -> None:
    wanted, heard, over = pigeons(terms, 7), list[int](), Event()

    def interrupt() -> None:
        while not over.wait(0.002):
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    interrupting = Thread(target=interrupt)
    try:
        interrupting.start()
        found = solver(terms).ask(*wanted, why=why)
    finally:
        over.set()
        interrupting.join()
        signal.signal(signal.SIGINT, before)
    assert (found.result, found.rlimit) == ("unsat", solver(terms).ask(*wanted, why=why).rlimit)
    assert heard


@pytest.mark.parametrize("beyond", [0, 5])
def test_a_limit_beyond_what_z3_counts_to_is_no_small_one(terms: Terms, beyond: int) -> None:
    assert solver(terms, rlimit=(1 << 32) + beyond).ask(*pigeons(terms, 4)).result == "unsat"
    assert solver(terms, rlimit=(1 << 64) + beyond).ask(*pigeons(terms, 4)).result == "unsat"


def test_a_limit_is_for_each_question(terms: Terms) -> None:
    """What one question spends is not held against the next of its session."""
    p = terms.truth("p")
    conditions = pigeons(terms, 5)
    enough = solver(terms).ask(*conditions).rlimit
    asked = solver(terms, rlimit=2 * enough)
    session = asked.session(about=(p, *conditions))
    answers = [session.also(terms.and_(terms.all(conditions), each)).result for each in (p, terms.not_(p), p)]
    assert answers == ["unsat"] * 3
    assert session.also(p).result == "sat"


def test_units_are_counted_for_each_question_and_together(terms: Terms) -> None:
    asked = solver(terms)
    session = asked.session(about=pigeons(terms, 4))
    rlimits = [session.also(terms.all(pigeons(terms, size))).rlimit for size in (4, 3)]
    assert all(rlimits)
    assert (asked.spent, asked.asked) == (sum(rlimits), 2)
    asked.begin("another")
    assert (asked.spent, asked.asked, asked.name) == (0, 0, "another")


@pytest.mark.parametrize("divisor", [-3, -2, -1, 1, 2, 3])
def test_div_rounds_down_and_mod_is_never_negative(terms: Terms, divisor: int) -> None:
    """The rest belongs to no quotient where the divisor is negative; the language says so, and Python does not."""
    n, d = terms.number("n"), terms.number("d")
    for number in range(-7, 8):
        pins = (terms.equal(n, number), terms.equal(d, divisor))
        both = terms.and_(
            terms.equal(terms.div(n, d), number // divisor), terms.equal(terms.mod(n, d), number % abs(divisor))
        )
        assert solver(terms).ask(*pins, terms.not_(both)).result == "unsat"
        assert solver(terms).ask(*pins, both).result == "sat"


def test_a_quotient_by_0_is_the_number_that_a_model_is_read_with(terms: Terms) -> None:
    """By itself a solver makes any number of it: then a state that breaks something is read as one that does not."""
    n, d, wanted = terms.number("n"), terms.number("d"), terms.number("wanted")
    for quotient in (terms.div(n, d), terms.mod(n, d)):
        assert solver(terms).ask(terms.equal(d, 0), terms.not_(terms.equal(quotient, 0))).result == "unsat"
        answer = solver(terms).ask(terms.equal(n, 6), terms.equal(quotient, wanted), terms.at_most(3, wanted))
        assert answer.result == "sat"
        assert Model(terms, answer.model).of(quotient) >= 3


# ---- WHAT AN ANSWER RESTS ON


def test_no_fact_is_named_that_is_not_needed(terms: Terms) -> None:
    n = terms.number("n")
    facts = [
        Fact(terms.at_most(n, 8), "eight"),
        Fact(terms.at_most(n, 3), "three"),
        Fact(terms.at_most(n, 5), "five"),
        Fact(terms.at_most(0, n), "least"),
    ]
    assert solver(terms, *facts).ask(terms.at_most(4, n), why=True).needed == ("three",)
    assert solver(terms, *facts).ask(terms.at_most(6, n), why=True).needed in {("three",), ("five",)}
    assert solver(terms, *facts).ask(terms.at_most(4, n)).needed == ()


def test_a_proof_that_needs_no_fact_names_none(terms: Terms) -> None:
    n, fact = bounded(terms, "n", 0, 9)
    wanted = terms._make("and", (terms.at_most(n, 3), terms.at_most(5, n)), "truth")
    assert solver(terms, fact).ask(wanted, why=True).needed == ()


def test_facts_that_are_needed_together_are_named_together(terms: Terms) -> None:
    a, b, c = (terms.number(each) for each in "abc")
    facts = [
        Fact(terms.at_most(a, b), "first"),
        Fact(terms.at_most(b, c), "second"),
        Fact(terms.at_most(c, 100), "far"),
    ]
    answer = solver(terms, *facts).ask(terms.less(c, a), reach="whole", why=True)
    assert answer.needed == ("first", "second")


def test_facts_that_share_a_label_are_one(terms: Terms) -> None:
    n = terms.number("n")
    facts = [Fact(terms.at_most(n, 3), "bounds"), Fact(terms.at_most(0, n), "bounds")]
    assert solver(terms, *facts).ask(terms.at_most(4, n), why=True).needed == ("bounds",)


def test_what_is_needed_of_something_asked_meanwhile_is_asked_with_it(terms: Terms) -> None:
    n = terms.number("n")
    session = solver(terms, Fact(terms.at_most(n, 3), "three"), Fact(terms.at_most(0, n), "no less")).session(
        about=(n,), why=True
    )
    assert [session.also(each).needed for each in (terms.at_most(4, n), terms.at_most(n, -1))] == [
        ("three",),
        ("no less",),
    ]
    assert session.decide().result == "sat"


def asked_of_three(memory: Memory, furthest: int, between: int = 0) -> tuple[QueryAnswer, Memory]:
    """Returns whether a chain of two facts goes up, beside a third of the same numbers; and what was asked for it."""
    terms = Terms()
    a, b, c = (terms.number(each) for each in "abc")
    facts: list[Fact | Exclusive] = [
        Fact(terms.at_most(terms.add(a, between), b), "first"),
        Fact(terms.at_most(b, c), "second"),
        Fact(terms.at_most(c, furthest), "far"),
    ]
    now = Memory.read(memory.written())
    return Solver(terms, facts, PLENTY, memory=now).ask(terms.less(c, a), reach="whole", why=True), now


def test_whether_fewer_facts_do_hangs_on_those_alone() -> None:
    """Which fact it was that changed says whether this is asked again: one that is needed, or another."""
    first, known = asked_of_three(Memory(), 100)
    other, now = asked_of_three(known, 90)
    assert first.needed == other.needed == ("first", "second")
    assert len(now.asked.keys() - known.asked.keys()) == len(("check", "spent", "core"))
    turned, now = asked_of_three(known, 100, 1)
    assert turned.needed == ("first", "second")
    assert len(now.asked.keys() - known.asked.keys()) > len(("check", "spent", "core"))
    not_up, now = asked_of_three(known, 100, -1)
    assert not_up.result == "sat"


# ---- HOW FAR FACTS REACH


@pytest.mark.parametrize(("reach", "result"), [("own", "sat"), ("linked", "sat"), ("whole", "unsat")])
def test_a_fact_of_other_constants_is_taken_in_only_as_part_of_the_whole(
    terms: Terms, reach: Reach, result: str
) -> None:
    a, b = terms.number("a"), terms.number("b")
    facts = [Fact(terms.at_most(a, b)), Fact(terms.at_most(b, 3))]
    assert solver(terms, *facts).ask(terms.at_most(4, a), reach=reach).result == result


@pytest.mark.parametrize(("reach", "result"), [("own", "sat"), ("linked", "unsat"), ("whole", "unsat")])
def test_what_is_linked_is_taken_in_with_what_it_is_linked_to(terms: Terms, reach: Reach, result: str) -> None:
    index, rank = terms.number("index"), terms.number("rank")
    facts = [Fact(terms.equal(index, rank), links=True), Fact(terms.at_most(rank, 3))]
    assert solver(terms, *facts).ask(terms.at_most(4, index), reach=reach).result == result


def test_of_what_excludes_each_other_those_count_that_were_asked_of(terms: Terms) -> None:
    p, q, r = (terms.truth(each) for each in "pqr")
    asked = solver(terms, Exclusive((p, q, r), "only one"))
    assert asked.ask(p, q, why=True).needed == ("only one",)
    answer = asked.ask(p)
    assert answer.result == "sat"
    assert set(answer.model) == {p}
    assert asked.ask(terms.and_(q, r), reach="whole").result == "unsat"


def test_definitions_come_with_what_stands_for_them(terms: Terms) -> None:
    n, fact = bounded(terms, "n", 0, 9)
    twice: Num = terms.named_number("twice", terms.add(n, n))
    again = terms.named_number("again", terms.add(twice, 1))
    answer = solver(terms, fact).ask(terms.equal(again, 7))
    assert Model(terms, answer.model).of(n) == 3
    assert solver(terms, fact).ask(terms.equal(again, 8)).result == "unsat"
    assert solver(terms, fact).ask(terms.equal(again, 21)).result == "unsat"  # n is 9 at most


# ---- SESSIONS


def test_a_session_forgets_what_it_was_asked_also(terms: Terms) -> None:
    p = terms.truth("p")
    session = solver(terms).session(about=(p,))
    assert [session.also(each).result for each in (p, terms.not_(p), False, p)] == ["sat", "sat", "unsat", "sat"]
    session.keep(terms.not_(p))
    assert [session.also(each).result for each in (p, terms.not_(p))] == ["unsat", "sat"]


def test_meanwhile_is_forgotten_with_all_that_was_kept_beside_it(terms: Terms) -> None:
    n, fact = bounded(terms, "n", 0, 3)
    session = solver(terms, fact).session(terms.at_most(1, n), about=(n,))
    seen: list[set[int]] = []
    for most in (2, 3):
        seen.append(set())
        with session.meanwhile(terms.at_most(n, most)):
            while (answer := session.decide()).result == "sat":
                value = Model(terms, answer.model).of(n)
                seen[-1].add(value)
                session.keep(terms.not_(terms.equal(n, value)))
    assert seen == [{1, 2}, {1, 2, 3}]
    assert session.decide().result == "sat"


def test_what_a_session_is_about_keeps_its_definition(terms: Terms) -> None:
    """Also if it is first spoken of meanwhile: its values can be gone through again and again."""
    n, fact = bounded(terms, "n", 0, 1)
    doubled = terms.named_number("doubled", terms.times(2, n))
    p = terms.truth("p")
    session = solver(terms, fact).session(about=(doubled, p))
    for _ in range(2):
        with session.meanwhile(p):
            for value in (0, 2):
                session.keep(terms.not_(terms.equal(doubled, value)))
            assert session.decide().result == "unsat"


def test_meanwhile_is_forgotten_even_if_something_breaks_off(terms: Terms) -> None:
    p = terms.truth("p")
    session = solver(terms).session(about=(p,))
    with pytest.raises(KeyError), session.meanwhile(p):
        raise KeyError
    assert session.also(terms.not_(p)).result == "sat"


def test_definitions_outlive_the_condition_they_came_with(terms: Terms) -> None:
    """A constant that is met first in a condition that is forgotten still means what it means."""
    n = terms.number("n")
    high = terms.named_truth("high", terms.at_most(5, n))
    session = solver(terms).session(about=(n,))
    assert session.also(high).result == "sat"
    session.keep(terms.at_most(n, 4))
    assert session.also(high).result == "unsat"
    assert session.also(terms.not_(high)).result == "sat"


def test_facts_that_are_taken_in_later_stay(terms: Terms) -> None:
    a, b = terms.number("a"), terms.number("b")
    asked = solver(terms, Fact(terms.at_most(a, b), "order"), Fact(terms.at_most(b, 3), "three"))
    session = asked.session(terms.at_most(4, a), why=True)
    assert session.decide().result == "sat"
    session.widen("whole")
    answer = session.decide()
    assert (answer.result, answer.needed) == ("unsat", ("order", "three"))
    assert session.also(True).result == "unsat"


def test_a_fact_is_taken_in_once(terms: Terms) -> None:
    n, fact = bounded(terms, "n", 0, 3)
    session = solver(terms, fact).session(terms.at_most(2, n))
    before = session.question.text()
    session.widen("linked")
    session.widen("whole")
    assert session.question.text() == before


# ---- ALWAYS THE SAME


def hard(terms: Terms) -> tuple[tuple[Bool, ...], tuple[Fact, ...]]:
    """It takes some search, and has many models."""
    numbers = [bounded(terms, f"n {each}", 0, 30) for each in range(6)]
    listed = [number for number, _ in numbers]
    far = [
        terms.or_(terms.at_most(terms.add(one, 7), other), terms.at_most(terms.add(other, 5), one))
        for one, other in combinations(listed, 2)
    ]
    differ = [terms.not_(terms.equal(one, other)) for one, other in combinations(listed, 2)]
    halves = terms.equal(terms.add(*listed[:3]), terms.times(2, terms.add(*listed[3:])))
    return (*differ, *far[:12], halves), tuple(fact for _, fact in numbers)


def test_the_same_question_has_the_same_answer_at_the_same_price() -> None:
    found: list[tuple[int, dict[str, bool | int]]] = []
    for _ in range(2):
        terms = Terms()
        conditions, facts = hard(terms)
        answer = solver(terms, *facts).ask(*conditions)
        assert answer.result == "sat"
        found.append((answer.rlimit, {each.name: value for each, value in answer.model.items()}))
    assert found[0] == found[1]


def test_what_was_asked_before_changes_neither_answer_nor_price(terms: Terms) -> None:
    conditions, facts = hard(terms)
    asked = solver(terms, *facts)

    def told(answer: QueryAnswer) -> tuple[int, dict[Term, bool | int]]:
        return answer.rlimit, dict(answer.model)

    first = told(asked.ask(*conditions))
    asked.ask(*pigeons(terms, 4))
    assert told(asked.ask(*conditions)) == first


# ---- WRITTEN DOWN


def test_each_query_is_written_down_and_reads_back_with_its_answer(terms: Terms) -> None:
    dumped: list[tuple[str, str]] = []
    n, fact = bounded(terms, "n", 0, 9)
    twice = terms.named_number("twice", terms.add(n, n))
    asked = solver(terms, fact)
    asked.dump = lambda name, text: dumped.append((name, text))
    asked.begin("claim-x")
    session = asked.session(terms.at_most(5, twice), about=(n,), why=True)
    answers = [session.also(terms.equal(n, each)).result for each in (2, 3)]
    answers += [asked.ask(terms.equal(twice, 7)).result, asked.ask(terms.equal(twice, 8)).result]
    assert answers == ["unsat", "sat", "unsat", "sat"]
    assert [name for name, _ in dumped] == [f"claim-x-{number}.smt2" for number in (1, 2, 3, 4)]
    for (_, text), answer in zip(dumped, answers, strict=True):
        again = z3.Solver(ctx=z3.Context())
        again.from_string(text)
        marks = [each.arg(0) for each in again.assertions() if z3.is_implies(each) and "because" in str(each.arg(0))]
        assert str(again.check(*marks)) == answer
        assert "(check-sat" in text
