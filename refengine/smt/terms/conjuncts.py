"""Splits a condition into its conjuncts."""

from __future__ import annotations

from typing import cast

from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.terms import Terms


def parts_of(terms: Terms, condition: Bool) -> tuple[Bool, ...]:
    """Returns conditions that hold together just when this one does."""
    if isinstance(condition, Term) and condition in terms.definitions:
        return parts_of(terms, cast("Bool", terms.definitions[condition]))
    match condition:
        case Term(op="and", args=args):
            return tuple(part for each in args for part in parts_of(terms, cast("Bool", each)))
        case Term(op="not", args=(Term(op="or", args=args),)):
            return tuple(part for each in args for part in parts_of(terms, terms.not_(cast("Bool", each))))
        case Term(op="or", args=(one, other)):
            for here, there in ((one, other), (other, one)):
                inner = parts_of(terms, cast("Bool", there))
                if len(inner) > 1:
                    return tuple(terms.or_(cast("Bool", here), each) for each in inner)
            return (condition,)
        case _:
            return (condition,)
