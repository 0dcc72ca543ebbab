"""Rows: splits a condition on a choice into a part that is evaluated before the choice, and a rest that depends on it.

`every side has what lies beyond it shows there what this would, turned so` is asked anew of each turn that may be
chosen, though only its last half knows of the turn. So the members, and what the first half comes to, are worked out
before the choice is gone through: a row for each, along which the rest is asked.

INVARIANT: nothing that is worked out before can fault, since the rules might not have come to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from attrs import define, field, frozen

from refengine.ir import expressions as ir
from refengine.ir.equality import are_equal
from refengine.ir.inlining import one_expression
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import Folding, is_literal, negation
from refengine.ir.traverse import free_locals, replaced, rewrite, walk


@frozen
class Rows:
    """A condition: no row `fails`. A row is what the `cells` come to, one for each way to bind all of the `binders`.

    `turns` stand in the cells for turns of what a binder has found to lie somewhere.
    """

    binders: tuple[ir.Binding, ...]
    turns: tuple[tuple[ir.Local, ir.TurnAt], ...]
    cells: tuple[tuple[ir.Local, ir.Expr], ...]
    fails: ir.Expr


@define
class Splitting:
    """Splitting makes rows of conditions; it knows the values of a game."""

    sharing: Sharing
    folding: Folding
    _numbers: Iterator[int] = field(factory=count)

    def rows(self, condition: ir.Expr, later: frozenset[ir.Local]) -> Rows | None:
        """Returns the rows of a condition in front of what binds the locals in `later`; None where it has none."""
        binders, fails = self._members(condition)
        lying: list[ir.Contents] = []
        for each in binders:
            if not self._is_settled(each.domain, later, lying):
                return None
            if isinstance(each.domain, ir.Contents):
                lying.append(each.domain)
            if not self._is_settled(each.condition, later, lying):
                return None

        own = {each.var for each in binders}
        later |= {node.var for node in walk(fails) if isinstance(node, ir.Binding)}
        cells: dict[ir.Expr, ir.Local] = {}

        def cell(node: object) -> ir.Expr | None:
            if not isinstance(node, ir.Expr) or isinstance(node, ir.Local) or not free_locals(node) & own:
                return None  # of which no member is asked, that needs no row
            if not self._is_settled(node, later, lying):
                return None
            return cells.setdefault(node, ir.Local(f"{_name_of(node)}~r{next(self._numbers)}", node.domain))

        fails = replaced(fails, cell)
        if not cells:
            return None
        turns: dict[ir.TurnAt, ir.Local] = {}

        def with_turns(node: object) -> object:
            if isinstance(node, ir.Unwrap) and isinstance(node.inner, ir.TurnAt) and _is_there(node.inner, lying):
                return turns.setdefault(node.inner, ir.Local(f"turn~r{next(self._numbers)}", node.domain))
            return node

        told: list[tuple[ir.Local, ir.Expr]] = [
            (each.var, each.var) for each in binders if each.var in free_locals(fails)
        ]
        told += [(local, rewrite(expr, with_turns)) for expr, local in cells.items()]
        return Rows(binders, tuple((local, turn) for turn, local in turns.items()), tuple(told), fails)

    def _members(self, condition: ir.Expr) -> tuple[tuple[ir.Binding, ...], ir.Expr]:
        """Returns of whom a condition is asked, from outside inwards, and how it fails; calls on the way are opened."""
        binders: list[ir.Binding] = []
        while True:
            match condition:
                case ir.ForAll(binding=binding, body=body):
                    binders.append(binding)
                    condition = body
                case ir.Not(inner=ir.Exists(binding=binding, body=body)):
                    binders.append(binding)
                    condition = negation(body)
                case ir.CallValue():
                    opened = self.body_of(condition)
                    if opened is None:
                        return tuple(binders), negation(condition)
                    condition = opened
                case _:
                    return tuple(binders), negation(condition)

    def body_of(self, call: ir.CallValue) -> ir.Expr | None:
        """Returns the body of what is called, with names of its own; None if an argument would be worked out again."""
        listed = self.sharing.decisions(call.name)
        body = None if listed is None or self.sharing.remembers(call.name) else one_expression(listed)
        if body is None or not all(isinstance(each, ir.Local) or is_literal(each) for each in call.args):
            return None
        mark = next(self._numbers)
        bound = {node.var for node in walk(body) if isinstance(node, ir.Binding)}
        places: dict[ir.Local, ir.Expr] = {each: ir.Local(f"{each.name}~r{mark}", each.domain) for each in bound}
        places.update(zip(self.sharing.values[call.name].params, call.args, strict=True))
        put = rewrite(body, lambda node: places.get(node, node) if isinstance(node, ir.Local) else node)
        return self.folding.expression(put)

    def _is_settled(self, part: ir.Expr, later: frozenset[ir.Local], lying: Sequence[ir.Contents]) -> bool:
        """Returns whether a part hangs on nothing bound later, and cannot fault where something lies in `lying`."""
        if free_locals(part) & later:
            return False

        def known(node: object) -> object:
            match node:
                case ir.Unwrap(inner=ir.TurnAt(kind=kind) as turn) if _is_there(turn, lying):
                    return ir.Member(kind, 0)
                case _:
                    return node

        return self.sharing.cannot_fault(rewrite(part, known))


def _is_there(turn: ir.TurnAt, lying: Sequence[ir.Contents]) -> bool:
    """Returns whether a turn is one of what is known to lie somewhere."""
    return any(each.zone == turn.zone and are_equal(each.key, turn.cell) for each in lying)


def _name_of(expr: ir.Expr) -> str:
    return expr.name if isinstance(expr, ir.CallValue | ir.ReadVariable) else "part"
