"""A model made small: fewer pieces lying about, lower numbers, earlier members, as long as the question still holds."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.smt.solving.model import Model
from refengine.smt.solving.solver import Session
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.terms import Terms


def shrink(session: Session, found: Model, order: Iterable[Term]) -> Model:
    """Returns a model of a question in which the constants, in order, are as small as those before them allow.

    They are kept at that: the question afterwards is about this model. It speaks of what is printed on the pieces too.
    """
    terms = found.terms
    session.widen("linked")
    answer = session.decide()
    if answer.result != "sat":
        return found
    found = Model(terms, answer.model)
    for constant in order:
        for smaller in _smaller(terms, constant, found):
            answer = session.also(smaller)
            if answer.result == "sat":
                found = Model(terms, answer.model)
                break
        session.keep(as_it_is(terms, constant, found))
    return found


def _smaller(terms: Terms, constant: Term, found: Model) -> Iterable[Bool]:
    value = found.of(constant)
    if constant.sort == "truth":
        if value:
            yield terms.not_(constant)
        return
    least = constant.low or 0
    if value > least:
        yield terms.equal(constant, least)
    for above in range(least + 1, min(value, least + 4)):
        yield terms.equal(constant, above)


def as_it_is(terms: Terms, constant: Term, found: Model) -> Bool:
    """Returns the term that a constant has the value that it has under a model."""
    value = found.of(constant)
    if constant.sort == "truth":
        return constant if value else terms.not_(constant)
    return terms.equal(constant, value)
