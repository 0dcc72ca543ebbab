"""Conditions on printed pieces, worked out from printed data alone: no state, no values, no configuration.

INVARIANT: data count as the engine counts them: a member is its index, an absent value None, a set a frozenset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Domain, Enum, Option, Piece, Range

Result = Any
"""A truth, a number, the index of a member or a piece, None, a tuple (a total map) or a frozenset of these."""


class Undecided(Exception):  # noqa: N818 - it never leaves the passes on scopes
    """The condition asks more than what is printed; `node` is the part that does."""

    def __init__(self, node: object) -> None:
        super().__init__(type(node).__name__)
        self.node = node


@frozen
class Printing:
    """Everything that is printed in a game: the rows of its kinds and the pieces of its components."""

    kinds: Mapping[str, model.Kind]
    components: Mapping[str, model.Component]

    def holds(self, condition: ir.Expr, bound: Mapping[ir.Local, Result]) -> bool:
        """Returns whether a condition holds; raises `Undecided` when printed data do not say."""
        return self.result(condition, bound) is True

    def result(self, node: ir.Expr, bound: Mapping[ir.Local, Result]) -> Result:
        """Returns the value of an expression; raises `Undecided` if printed data do not settle it."""
        match node:
            case ir.TruthLiteral(value=value) | ir.Number(value=value):
                return value
            case ir.Member(index=index) | ir.Printed(index=index):
                return index
            case ir.Nothing():
                return None
            case ir.Local() if node in bound:
                return bound[node]
            case ir.FieldOf(field=name):
                found = self._field(node, node.of.domain, self.result(node.of, bound), name)
                return found if node.key is None else found[self.result(node.key, bound)]
            case ir.Unwrap():
                return self._present(node, self.result(node.inner, bound))
            case ir.NonZero():
                return self.result(node.inner, bound)  # a division by 0 is undecided
            case ir.Narrow(domain=domain):
                number = self.result(node.inner, bound)
                least, most = (domain.low, domain.high) if isinstance(domain, Range) else (0, number)
                if not least <= number <= most:
                    raise Undecided(node)
                return number
            case ir.Arith(op=op):
                return _arith(node, op, self.result(node.left, bound), self.result(node.right, bound))
            case _:
                return self._truth(node, bound)

    def _truth(self, node: ir.Expr, bound: Mapping[ir.Local, Result]) -> Result:
        match node:
            case ir.Equal():
                return self.result(node.left, bound) == self.result(node.right, bound)
            case ir.Less(strict=strict):
                one = self._present(node, self.result(node.left, bound))
                other = self._present(node, self.result(node.right, bound))
                return one < other if strict else one <= other
            case ir.InRange():
                return self.result(node.low, bound) <= self.result(node.item, bound) <= self.result(node.high, bound)
            case ir.Contains():
                return self.result(node.item, bound) in self._set(node.set, bound)
            case ir.IsEmpty():
                return not self._set(node.set, bound)
            case ir.Not():
                return not self.result(node.inner, bound)
            case ir.And(parts=parts):
                return all(self.result(part, bound) for part in parts)
            case ir.Or(parts=parts):
                return any(self.result(part, bound) for part in parts)
            case ir.If():
                return self.result(node.then if self.result(node.condition, bound) else node.otherwise, bound)
            case _:
                return self._set(node, bound)

    def _set(self, node: ir.Expr, bound: Mapping[ir.Local, Result]) -> frozenset[Result]:
        match node:
            case ir.SetLiteral(items=items):
                return frozenset(self.result(item, bound) for item in items)
            case ir.NumbersBetween():
                return frozenset(range(self.result(node.low, bound), self.result(node.high, bound) + 1))
            case ir.AllMembers(of=Range(low=first, high=last)):
                return frozenset(range(first, last + 1))
            case ir.AllMembers(of=Enum(kind=kind)) if kind in self.kinds:
                return frozenset(range(len(self.kinds[kind].members)))
            case ir.SetArith(op=op):
                one, other = self._set(node.left, bound), self._set(node.right, bound)
                return one | other if op == "union" else one - other
            case _:
                raise Undecided(node)

    # ---- WHAT IS PRINTED

    def _field(self, node: ir.Expr, owner: Domain, index: Result, name: str) -> Result:
        match owner:
            case Piece(component=component):
                printed = self.components[component]
                return self._datum(node, printed.fields, printed.pieces[index].data, name)
            case Enum(kind=kind) if kind in self.kinds and self.kinds[kind].rows:
                return self._datum(node, self.kinds[kind].fields, self.kinds[kind].rows[index], name)
            case _:
                raise Undecided(node)

    def _datum(self, node: ir.Expr, fields: tuple[model.Field, ...], row: tuple[model.Datum, ...], name: str) -> Result:
        for each, datum in zip(fields, row, strict=True):
            if each.name == name:
                return self._inside(node, each.domain, datum)
        raise Undecided(node)

    def _inside(self, node: ir.Expr, domain: Domain, datum: model.Datum) -> Result:
        match domain, datum:
            case _, tuple():
                return tuple(self._inside(node, domain, each) for each in datum)
            case Option(inner=inner), _:
                return None if datum is None else self._inside(node, inner, datum)
            case Enum(kind="player"), _:
                return int(str(datum)) - 1
            case Enum(kind=kind), str():
                return self.kinds[kind].members.index(datum)
            case _, bool() | int():
                return datum
            case _:
                raise Undecided(node)

    @staticmethod
    def _present(node: ir.Expr, result: Result) -> Result:
        if result is None:
            raise Undecided(node)
        return result


_OPERATIONS: Final = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}


def _arith(node: ir.Expr, op: str, left: int, right: int) -> int:
    if op in _OPERATIONS:
        return _OPERATIONS[op](left, right)
    if right == 0:
        raise Undecided(node)
    return left // right if op == "div" else left % abs(right)
