"""Symmetry of conditions: whether one that is about two names says the same where these are exchanged.

It is read off the text, so what is not found to be symmetric may be so all the same. What printed data alone decide is
told apart from the rest: whether that is symmetric is seen when the tables are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from attrs import define, evolve, field

from refengine.ir import expressions as ir, game as model
from refengine.ir.footprint import footprint
from refengine.ir.simplify import TRUE, conjunction
from refengine.ir.traverse import rewrite, walk

T = TypeVar("T")


@define
class Symmetry:
    """Symmetry of conditions of one game; it knows the values, and which fields keep symmetric relations."""

    values: Mapping[str, model.Value]
    relations: frozenset[str]
    _symmetric: dict[str, bool] = field(factory=dict)
    _fixed: dict[str, bool] = field(factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, model.Value], relations: Mapping[str, model.Relation]) -> Symmetry:
        """Returns the symmetry of conditions that call some values and ask for some relations."""
        marked = (each for each in relations.values() if each.symmetric)
        return cls(values, frozenset(name for each in marked for name in (each.holds, each.reaches) if name))

    def left_to_printed_data(self, condition: ir.Expr, one: ir.Local, other: ir.Local) -> ir.Expr | None:
        """Returns the part of a condition that has to be symmetric in two names for the whole to be.

        It reads nothing but printed data, and is `true` where the text alone says enough; None where neither does.
        """
        parts = self._parts(condition)
        if self._is_so(ir.And(parts), one, other):
            return TRUE
        printed = tuple(part for part in parts if self._is_fixed(part) and not self._is_so(part, one, other))
        others = tuple(part for part in parts if part not in printed)
        return conjunction(printed) if self._is_so(ir.And(others), one, other) else None

    def _parts(self, condition: ir.Expr) -> tuple[ir.Expr, ...]:
        """Returns the parts that hold together, those of a value that is one expression among them."""
        match condition:
            case ir.And(parts=parts):
                return tuple(each for part in parts for each in self._parts(part))
            case ir.CallValue(name=name, args=args):
                value = self.values[name]
                bound = {node.var for node in walk(value.body) if isinstance(node, ir.Binding)}
                may_be_put_in = all(isinstance(each, ir.Local) and each not in bound for each in args)
                if not isinstance(value.body, model.Single) or not may_be_put_in:
                    return (condition,)
                given = dict(zip(value.params, args, strict=True))
                return self._parts(_put(value.body.result, given))
            case _:
                return (condition,)

    def _is_so(self, part: object, one: ir.Local, other: ir.Local) -> bool:
        """Returns whether a part of the rules says the same where two names are exchanged."""
        return self._plain(part) == self._plain(_put(part, {one: other, other: one}))

    def _is_fixed(self, part: ir.Expr) -> bool:
        """Returns whether a part reads nothing but printed data, itself or through values."""
        read = footprint(part)
        return not read.state and not read.configured and all(map(self._is_fixed_value, sorted(read.values)))

    def _is_fixed_value(self, name: str) -> bool:
        if name not in self._fixed:
            read = footprint(self.values[name].body)
            self._fixed[name] = (
                not read.state and not read.configured and all(map(self._is_fixed_value, sorted(read.values)))
            )
        return self._fixed[name]

    def _is_symmetric(self, name: str) -> bool:
        """Returns whether a value of two parameters comes to the same where they are exchanged."""
        if name not in self._symmetric:
            value = self.values[name]
            same = len(value.params) == len(("one", "other")) and value.params[0].domain == value.params[1].domain
            self._symmetric[name] = same and self._is_so(value.body, *value.params)
        return self._symmetric[name]

    def _plain(self, part: object) -> object:
        """Returns the part with what may stand in any order in one order."""
        return rewrite(part, self._in_order)

    def _in_order(self, node: object) -> object:
        match node:
            case ir.And(parts=parts) | ir.Or(parts=parts):
                return evolve(node, parts=tuple(sorted(parts, key=repr)))
            case ir.Equal() | ir.Arith(op="+" | "*"):
                first, second = sorted((node.left, node.right), key=repr)
                return evolve(node, left=first, right=second)
            case ir.SetArith(op="union"):
                first, second = sorted((node.left, node.right), key=repr)
                return evolve(node, left=first, right=second)
            case ir.FieldOf(field=name) if node.key is not None and name in self.relations:
                first, second = sorted((node.of, node.key), key=repr)
                return evolve(node, of=first, key=second)
            case ir.CallValue(name=name, args=(one, other)) if self._is_symmetric(name):
                return evolve(node, args=tuple(sorted((one, other), key=repr)))
            case _:
                return node


def _put(node: T, places: Mapping[ir.Local, ir.Expr]) -> T:
    return rewrite(node, lambda each: places.get(each, each) if isinstance(each, ir.Local) else each)
