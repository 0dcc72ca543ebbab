"""Trees of operations, made into terms by `Terms` and worked out plainly here: the two have to agree.

INVARIANT: nothing here folds, bounds or shares anything; it is what the operations are said to mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms

Tree = tuple[Any, ...]
"""An operation and its parts: ("add", one, other), ("var", name), ("lit", value)."""

NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "few": (0, 3), "signed": (-2, 2), "high": (5, 9), "least": (0, None), "any": (None, None), "wide": (-99, 99),
}  # fmt: skip
"""Numbers and the bounds that are told of them."""

TRUTHS = ("p", "q", "r")


# ---- TREES


def _numbers(numbers: st.SearchStrategy[Tree], truths: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    divisors = st.sampled_from(
        [("lit", each) for each in (-3, -2, -1, 0, 1, 2, 3)] + [("var", each) for each in ("high", "few", "signed")]
    )
    return st.one_of(
        st.tuples(st.sampled_from(["add", "times", "minus"]), numbers, numbers),
        st.tuples(st.sampled_from(["div", "mod"]), numbers, divisors),
        st.tuples(st.just("if"), truths, numbers, numbers),
    )


def _truths(numbers: st.SearchStrategy[Tree], truths: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.tuples(st.sampled_from(["equal", "at_most", "less"]), numbers, numbers),
        st.tuples(st.just("not"), truths),
        st.tuples(st.sampled_from(["and", "or", "at_most_one"]), truths, truths, truths),
        st.tuples(st.sampled_from(["iff", "implies", "and", "or"]), truths, truths),
        st.tuples(st.just("choose"), truths, truths, truths),
    )


def _grown(depth: int) -> tuple[st.SearchStrategy[Tree], st.SearchStrategy[Tree]]:
    literals = st.tuples(st.just("lit"), st.integers(-2, 6))
    numbers: st.SearchStrategy[Tree] = st.one_of(st.tuples(st.just("var"), st.sampled_from(sorted(NUMBERS))), literals)
    truths: st.SearchStrategy[Tree] = st.one_of(
        st.tuples(st.just("var"), st.sampled_from(TRUTHS)), st.tuples(st.just("lit"), st.booleans())
    )
    for _ in range(depth):
        numbers, truths = (
            st.one_of(numbers, _numbers(numbers, truths)),
            st.one_of(truths, _truths(numbers, truths)),
        )
    return numbers, truths


number_trees, truth_trees = _grown(3)
trees = st.one_of(number_trees, truth_trees)
"""Trees of up to three operations one above the other."""

assignments = st.fixed_dictionaries(
    {
        **{name: st.integers(-7 if low is None else low, 7 if high is None else high)
           for name, (low, high) in NUMBERS.items()},
        **dict.fromkeys(TRUTHS, st.booleans()),
    }
)  # fmt: skip
"""What the names in a tree may stand for."""


# ---- AS TERMS, AND PLAINLY


def constants(terms: Terms) -> dict[str, Term]:
    """The names of trees as constants."""
    numbers = {name: terms.number(name, low, high) for name, (low, high) in NUMBERS.items()}
    return {**numbers, **{name: terms.truth(name) for name in TRUTHS}}


def built(terms: Terms, tree: Tree, known: Mapping[str, Term]) -> Bool | Num:
    """The tree as `Terms` makes it."""
    op, *rest = tree
    if op == "lit":
        return rest[0]  # type: ignore[no-any-return]
    if op == "var":
        return known[rest[0]]
    parts: list[Any] = [built(terms, each, known) for each in rest]
    match op:
        case "if":
            return terms.if_number(*parts)
        case "choose":
            return terms.if_truth(*parts)
        case "at_most_one":
            return terms.at_most_one(parts)
        case "not" | "and" | "or":
            return getattr(terms, f"{op}_")(*parts)  # type: ignore[no-any-return]
        case _:
            return getattr(terms, op)(*parts)  # type: ignore[no-any-return]


def plainly(tree: Tree, known: Mapping[str, int]) -> Any:
    """What a tree comes to."""
    op, *rest = tree
    if op == "lit":
        return rest[0]
    if op == "var":
        return known[rest[0]]
    one, *others = (plainly(each, known) for each in rest)
    match op:
        case "not":
            return not one
        case "and":
            return one and all(others)
        case "or":
            return one or any(others)
        case "at_most_one":
            return [one, *others].count(True) < 2
        case "if" | "choose":
            return others[0] if one else others[1]
        case _:
            return _of_two(op, one, *others)


def _of_two(op: str, one: Any, other: Any) -> Any:
    match op:
        case "implies":
            return not one or other
        case "iff" | "equal":
            return one == other
        case "at_most":
            return one <= other
        case "less":
            return one < other
        case "add":
            return one + other
        case "minus":
            return one - other
        case "times":
            return one * other
        case "div":
            return one // other if other else 0
        case _:
            return _rest(one, abs(other)) if other else 0


def _rest(one: int, other: int) -> int:
    while one < 0:
        one += other
    return one % other
