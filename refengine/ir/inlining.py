"""Inlining of values: a call of a small value is replaced by what the value says about its arguments.

What is open can be simplified with what stands around it, and its parts told apart: those that printed data settle,
those that do not depend on what a loop runs over. For an executor that need not say which clause decided.

INVARIANT: an opened expression cannot fault where the call could not, and comes to the same in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import TypeVar

from attrs import define, field

from refengine.ir import expressions as ir
from refengine.ir.decisions import Decisions
from refengine.ir.domain import TRUTH
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import FALSE, TRUE, Folding, conjunction, disjunction, is_literal, negation
from refengine.ir.traverse import rewrite, walk

T = TypeVar("T")

MOST_NODES = 40
"""The greatest number of nodes of what is put in where it is called."""

FEW_NODES = 8
"""A condition of so many nodes is asked rather than looked up."""


def _any_value(_: str) -> bool:
    return True


@define
class Inlining:
    """Inlining replaces calls by bodies; it knows the values, and which quantifiers are as cheap as a comparison.

    `may_open` says of the name of a value whether it is to be opened: not where its results are looked up.
    """

    sharing: Sharing
    folding: Folding
    is_cheap: Callable[[ir.Exists | ir.HowMany], bool]
    may_open: Callable[[str], bool] = _any_value
    _bodies: dict[str, ir.Expr | None] = field(factory=dict)
    _numbers: Iterator[int] = field(factory=count)

    def opened(self, node: T) -> T:
        """Returns the node with every call in it opened that can be."""
        return self.folding.anything(rewrite(node, self._open, {ir.CallValue, ir.Contains}))

    def _open(self, node: object) -> object:
        match node:
            case ir.CallValue():
                return self._call(node)
            case ir.Contains(item=item, set=ir.Filter(binding=ir.Binding(var, domain, condition))):
                asked = _is_at_hand(item) and _is_comparison(condition) and self.sharing.cannot_fault(condition)
                if asked and isinstance(domain, ir.AllMembers) and domain.of == item.domain:
                    return _put(condition, {var: item})
                if asked and isinstance(domain, ir.Contents) and self.sharing.cannot_fault(domain):
                    return conjunction((ir.Contains(item, domain), _put(condition, {var: item})))
                return node
            case _:
                return node

    def _call(self, node: ir.CallValue) -> ir.Expr:
        body = self.body(node.name)
        params = self.sharing.values[node.name].params
        if body is None:
            return node
        uses = [sum(each == param for each in walk(body)) for param in params]
        for arg, times in zip(node.args, uses, strict=True):
            if not self.sharing.cannot_fault(arg) or (times > 1 and not _is_at_hand(arg)):
                return node
        own = self._with_own_names(body)
        return _put(own, dict(zip(params, node.args, strict=True)))

    def body(self, name: str) -> ir.Expr | None:
        """Returns the body of a value as one expression; None where that is not small."""
        if name not in self._bodies:
            listed = self.sharing.decisions(name)
            stays = listed is None or self.sharing.remembers(name) or not self.may_open(name)
            self._bodies[name] = None if listed is None or stays else self._small(listed)
        return self._bodies[name]

    def _small(self, listed: Decisions) -> ir.Expr | None:
        whole = one_expression(listed)
        if whole is None:
            return None
        whole = self.opened(whole)
        if sum(1 for _ in walk(whole)) > MOST_NODES or not self.sharing.cannot_fault(whole):
            return None
        inside = whole.binding.condition if isinstance(whole, ir.Filter) else whole
        return whole if self._is_plain(inside) else None

    def _is_plain(self, expr: ir.Expr) -> bool:
        """Returns whether nothing in an expression runs over anything, unless that is cheap."""
        allowed = sum(1 for node in walk(expr) if isinstance(node, ir.Exists | ir.HowMany) and self.is_cheap(node))
        return sum(1 for node in walk(expr) if isinstance(node, ir.Binding)) == allowed

    def _with_own_names(self, body: ir.Expr) -> ir.Expr:
        """Returns the expression with names of its own for what it binds."""
        bound = {node.var for node in walk(body) if isinstance(node, ir.Binding)}
        mark = next(self._numbers)
        return _put(body, {each: ir.Local(f"{each.name}~o{mark}", each.domain) for each in bound}) if bound else body


def one_expression(listed: Decisions) -> ir.Expr | None:
    """Returns a decision list as one expression, if something decides in any case."""
    if listed.otherwise is None:
        return None
    whole = listed.otherwise.result
    for each in reversed(listed.alternatives):
        whole = chosen(conjunction(each.guards), each.result, whole)
    return whole


def chosen(condition: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> ir.Expr:
    """Makes `if condition then ... else ...`, or a plain condition if one of the two is a literal truth."""
    if then.domain == TRUTH:
        if then == TRUE:
            return disjunction((condition, otherwise))
        if then == FALSE:
            return conjunction((negation(condition), otherwise))
        if otherwise == FALSE:
            return conjunction((condition, then))
        if otherwise == TRUE:
            return disjunction((negation(condition), then))
    return ir.If(condition, then, otherwise, otherwise.domain if is_literal(then) else then.domain)


def _is_at_hand(arg: ir.Expr) -> bool:
    """Returns whether an argument is as cheap to work out again as to look up."""
    match arg:
        case ir.Local():
            return True
        case ir.Neighbour():
            return _is_at_hand(arg.of)
        case _:
            return is_literal(arg)


def _is_comparison(condition: ir.Expr) -> bool:
    """Returns whether a condition is as cheap as to look a member up among those that have it."""
    nodes = list(walk(condition))
    return len(nodes) <= FEW_NODES and not any(isinstance(node, ir.CallValue | ir.Binding) for node in nodes)


def _put(expr: ir.Expr, places: Mapping[ir.Local, ir.Expr]) -> ir.Expr:
    return rewrite(expr, lambda local: places.get(local, local), {ir.Local})
