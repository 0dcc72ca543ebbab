"""Models made small: still models, and with nothing smaller in the order that is given."""

from __future__ import annotations

from itertools import product

import pytest

from refengine.smt.solving.model import Model
from refengine.smt.solving.shrinking import shrink
from refengine.smt.solving.solver import Session, Solver
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Fact

MOST = 4


@pytest.fixture
def terms() -> Terms:
    return Terms()


def numbers(terms: Terms, *names: str) -> tuple[list[Term], list[Fact]]:
    made = [terms.number(each, 0, MOST) for each in names]
    facts = [Fact(terms.all((terms._make("at_most", (0, each), "truth"), terms._make("at_most", (each, MOST), "truth"))))
             for each in made]  # fmt: skip
    return made, facts


def put(terms: Terms, facts: list[Fact], *conditions: Bool) -> tuple[Session, Model]:
    session = Solver(terms, list(facts), 10_000_000).session(*conditions)
    answer = session.decide()
    assert answer.result == "sat"
    return session, Model(terms, answer.model)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_it_is_the_least_in_the_order_that_is_given(terms: Terms, order: tuple[int, ...]) -> None:
    """Held against all there are."""
    made, facts = numbers(terms, "a", "b", "c")
    a, b, c = made
    condition = terms.and_(
        terms.less(terms.add(a, 2), terms.add(b, c)),
        terms.or_(terms.equal(a, 3), terms.less(b, a)),
        terms.not_(terms.equal(b, c)),
    )
    session, found = put(terms, facts, condition)
    small = shrink(session, found, [made[each] for each in order])
    good = [
        each
        for each in product(range(MOST + 1), repeat=3)
        if each[0] + 2 < each[1] + each[2] and (each[0] == 3 or each[1] < each[0]) and each[1] != each[2]
    ]
    least = min(good, key=lambda each: [each[position] for position in order])
    assert tuple(small.of(each) for each in made) == least
    assert small.of(condition) is True


def test_truths_become_false_where_they_may(terms: Terms) -> None:
    p, q, r = (terms.truth(each) for each in "pqr")
    session, found = put(terms, [], terms.or_(p, q), terms.or_(q, r))
    small = shrink(session, found, [p, q, r])
    assert [small.of(each) for each in (p, q, r)] == [False, True, False]


def test_bounds_below_zero_are_reached(terms: Terms) -> None:
    n = terms.number("n", -3, 3)
    session, found = put(terms, [Fact(terms._make("at_most", (-3, n), "truth"))], terms.at_most(n, 2), terms.truth("p"))
    assert shrink(session, found, [n]).of(n) == -3


def test_what_the_pieces_bring_with_them_is_kept(terms: Terms) -> None:
    """A model of fewer facts may be no state: what is printed on a piece is looked at before anything is made small."""
    (index, rank), facts = numbers(terms, "index", "rank")
    facts += [Fact(terms.equal(index, rank), links=True), Fact(terms.at_most(2, rank))]
    session, found = put(terms, facts, terms.at_most(index, 3))
    assert shrink(session, found, [index]).of(index) == 2


def test_what_is_impossible_after_all_is_left_alone(terms: Terms) -> None:
    (index, rank), facts = numbers(terms, "index", "rank")
    facts += [Fact(terms.equal(index, rank), links=True), Fact(terms.at_most(4, rank))]
    session, found = put(terms, facts, terms.at_most(index, 3))
    assert shrink(session, found, [index]) is found
