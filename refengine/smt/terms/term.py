"""A term: a truth or a whole number over named constants, or Python's own. `Terms` makes them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final, Literal, cast

from refengine.smt.unsupported import Unsupported

Sort = Literal["truth", "number"]


DEEPEST: Final = 6
"""The number of terms within each other that are shown: parts are shared, and written out there is no end of them."""


OF_TERMS: Final = frozenset({"const", "not", "and", "or", "iff", "if_truth", "at_most_one"})
"""The operations of which all arguments are terms, or that have none: what else they may be given is folded."""


class Term:
    """A truth or a number. `low` and `high` bound a number as far as is known; `values` are all it can be, if few.

    `age` is less than that of every term that the same `Terms` makes later. `parts` are those of its arguments that
    are terms: every walk goes through these, and there are millions of them.
    """

    __slots__ = ("age", "args", "high", "low", "name", "op", "parts", "sort", "values")

    def __init__(self, op: str, args: tuple[object, ...], sort: Sort, age: int, name: str = "") -> None:
        self.op = op
        self.args = args
        if op in OF_TERMS:
            self.parts = cast("tuple[Term, ...]", args)
        else:
            self.parts = tuple([each for each in args if isinstance(each, Term)])
        self.sort = sort
        self.age = age
        self.name = name
        self.low: int | None = None
        self.high: int | None = None
        self.values: frozenset[int] | None = None

    def __repr__(self) -> str:
        return _told(self, DEEPEST)


def _told(part: object, depth: int) -> str:
    if not isinstance(part, Term) or part.name:
        return part.name if isinstance(part, Term) else repr(part)
    return f"({part.op} {' '.join(_told(each, depth - 1) for each in part.args) if depth else '...'})"


Bool = bool | Term
Num = int | Term


def low_of(number: Num) -> int | None:
    """Returns the least that a number can be, as far as is known."""
    return number.low if isinstance(number, Term) else number


def high_of(number: Num) -> int | None:
    """Returns the most that a number can be, as far as is known."""
    return number.high if isinstance(number, Term) else number


def values_of(number: Num) -> frozenset[int] | None:
    """Returns all values that a number can have; None if they are not known, or many."""
    return number.values if isinstance(number, Term) else frozenset((number,))


def bottom_up(root: Term, known: Container[Term]) -> Iterator[Term]:
    """Yields the parts of a term that are not known, and the term, each after its own parts.

    Whoever asks makes them known.
    """
    agenda = [root]
    while agenda:
        term = agenda[-1]
        if term in known:
            agenda.pop()
        elif missing := [each for each in term.parts if each not in known]:
            agenda.extend(missing)
        else:
            agenda.pop()
            yield term


MOST_COUNTED = 10**18
"""The engine counts no further either; what is multiplied again and again has no end."""


def within_reason(number: int) -> int:
    """Returns a number that is worked out; `Unsupported` where it is beyond counting."""
    if abs(number) > MOST_COUNTED:
        raise Unsupported(f"a number beyond {MOST_COUNTED:,}")
    return number


def counted_in(number: Num) -> tuple[Bool, ...]:
    """Returns the conditions of which a number says how many hold; none where it says something else."""
    if not isinstance(number, Term):
        return ()
    parts = number.args if number.op == "add" else (number,)
    ones = tuple(
        part for part in parts if isinstance(part, Term) and part.op == "if_number" and part.args[1:] == (1, 0)
    )
    return tuple(each.args[0] for each in ones) if len(ones) == len(parts) else ()  # type: ignore[misc]


def is_small(term: Bool) -> bool:
    """Returns whether a truth is a constant, the opposite of one, or no term at all."""
    if not isinstance(term, Term) or term.op == "const":
        return True
    return term.op == "not" and isinstance(term.args[0], Term) and term.args[0].op == "const"
