"""Values of the rules as terms, domain by domain, and the facts that constants come with."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from refengine.smt.terms.term import Bool, Num


@frozen(eq=False)
class PieceValue:
    """A piece: its number among the printed ones (or one above them), and what is printed on it, field by field."""

    index: Num
    fields: tuple[Value, ...]


@frozen(eq=False)
class OptionValue:
    """An optional value; `inner` is None where it is surely nothing."""

    present: Bool
    inner: Value | None


@frozen(eq=False)
class Element:
    """A member of a set where `guard` holds, as often as `times` says."""

    guard: Bool
    value: Value
    times: Num = 1


@frozen(eq=False)
class SetValue:
    """A set. `distinct`: no two elements whose guards hold are the same."""

    elements: tuple[Element, ...]
    distinct: bool = True


@frozen(eq=False)
class RecordValue:
    """A record, field by field; a field that is a total map is a `RecordValue` too."""

    fields: tuple[Value, ...]


Value = Bool | Num | PieceValue | OptionValue | SetValue | RecordValue


def terms_of(value: Value) -> Iterator[Bool | Num]:
    """Yields the terms that a value consists of."""
    match value:
        case OptionValue(present=present, inner=inner):
            yield present
            if inner is not None:
                yield from terms_of(inner)
        case SetValue(elements=elements):
            for each in elements:
                yield from (each.guard, each.times)
                yield from terms_of(each.value)
        case PieceValue(index=index):
            yield index
        case RecordValue(fields=fields):
            for part in fields:
                yield from terms_of(part)
        case _:
            yield value


def number_of(value: Value) -> int | None:
    """Returns the number that a literal, or a printed piece, is; None where it is a term, or no number."""
    if isinstance(value, PieceValue):
        value = value.index
    return int(value) if isinstance(value, int) else None


@frozen
class Fact:
    """A condition that holds of constants because of what they stand for; `label` where an answer may name it."""

    term: Bool
    label: str = ""
    links: bool = False
    """Whether it ties together what is printed on one piece, or the truths of which one says what is."""


@frozen
class Exclusive:
    """An exclusion: of these at most one holds; it can be asserted of some of them alone."""

    members: tuple[Bool, ...]
    label: str = ""
