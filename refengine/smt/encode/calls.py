"""The answers of values: each value at each argument in each state is worked out once.

States are told apart by what they are made of. A step leaves most parts of a state as they are, the very objects, so a
part is looked through once and goes by a number from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from refengine.ir.obligations import Obligation
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.value import OptionValue, PieceValue, RecordValue, SetValue, Value

Matrix = tuple[tuple[Bool, ...], ...]
"""A truth for each pair of members: by the first, then by the second."""


@frozen(eq=False)
class CallAnswer:
    """The answer of a value at its arguments in a state, and what may fail in it."""

    value: Value
    faults: Mapping[Obligation, Bool]
    args: tuple[Value, ...]
    state: State
    uses: tuple[CallAnswer, ...] = ()
    """The answers that it was worked out from."""


@define
class CallAnswers:
    """The answers so far, by the value, what it reads of the configuration and of the state, and its arguments.

    Who shares the answers shares the numbers that they are found by, so both are kept in one place.
    """

    answers: dict[tuple[Any, ...], CallAnswer] = field(factory=dict)
    equivalences: dict[Any, Matrix] = field(factory=dict)
    """The smallest equivalence that holds some pairs, by the truths that say which pairs these are."""
    _numbers: dict[Any, int] = field(factory=dict)
    _numbered: dict[int, tuple[int, object]] = field(factory=dict)
    """The number of a part by where it is in memory; the part is kept, so that nothing else ever is there."""

    def key_of(self, names: Iterable[str], state: State) -> tuple[int, ...]:
        """Returns a key for the parts of a state that have these names: equal where they are made of the same terms."""
        parts: list[object] = []
        for each in sorted(names):
            if each in state.zones:
                parts.append(state.zones[each])
            elif each in state.variables:
                parts.append(state.variables[each])
            else:
                parts += [cells for (token, _), cells in state.tokens.items() if token == each]
        return tuple(map(self._number, parts))

    def _number(self, part: object) -> int:
        known = self._numbered.get(id(part))
        if known is None:
            known = self._numbered[id(part)] = (self._numbers.setdefault(identity(part), len(self._numbers)), part)
        return known[0]


def identity(value: object) -> Any:
    """Returns a key that is equal for values made of the same terms; terms are made once for each meaning."""
    match value:
        case Term():
            return value
        case bool() | int():
            return value
        case PieceValue(index=index):
            return index
        case OptionValue(present=present, inner=inner):
            return (present, identity(inner))
        case RecordValue(fields=fields):
            return tuple(map(identity, fields))
        case SetValue(elements=elements):
            return tuple((each.guard, identity(each.value), each.times) for each in elements)
        case tuple():
            return tuple(map(identity, value))
        case _:
            return _IdentityKey(value)


class _IdentityKey:
    """An object that is equal to itself alone, and is kept while its key is."""

    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _IdentityKey) and other.held is self.held

    def __hash__(self) -> int:
        return id(self.held)
