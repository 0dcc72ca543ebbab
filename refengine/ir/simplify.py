"""Constants folded: what an expression or an effect comes to when some of its parts are literals.

INVARIANT: a folded node means the same in every state in which the old one meant something, and breaks off where the
old one did. What is claimed is not folded at all: it may ask whether something is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set as AbstractSet
from typing import Any, TypeVar

from attrs import evolve, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Enum, Option, Range
from refengine.ir.interval import fits, never_zero
from refengine.ir.totality import is_total
from refengine.ir.traverse import rewrite

T = TypeVar("T")
LARGEST = 10**18
"""The greatest number worked out before the game: of a greater one it is said in play that nobody counts so far."""

TRUE = ir.TruthLiteral(True)
FALSE = ir.TruthLiteral(False)

FOLDED = frozenset((
    ir.CallValue, ir.Neighbour, ir.Around, ir.Unwrap, ir.NonZero, ir.Narrow, ir.Among, ir.Arith, ir.Equal, ir.Less,
    ir.Contains, ir.InRange, ir.IsEmpty, ir.Not, ir.And, ir.Or, ir.If, ir.The, ir.Exists, ir.ForAll, ir.HowMany,
    ir.SumOf, ir.Filter, ir.Image,
))  # fmt: skip
"""The nodes that are ever folded; most of a game are none of them, and would be held against each case in vain."""


@frozen
class Folding:
    """Constant folding; it knows the number of members of each kind, and which values are constants, or total."""

    sizes: Mapping[str, int]
    constants: Mapping[str, ir.Expr]
    total: AbstractSet[str] = frozenset()

    def expression(self, expr: ir.Expr) -> ir.Expr:
        """Returns the expression with everything folded."""
        return rewrite(expr, self.at_top, FOLDED)

    def anything(self, node: T) -> T:
        """Returns any IR node with the expressions in it folded."""
        return rewrite(node, self.at_top, FOLDED)

    def at_top(self, node: Any) -> Any:
        """Returns a node that has nothing left to fold below it, folded."""
        match node:
            case ir.CallValue(name=name, args=args) if name in self.constants and self._may_go(*args):
                return self.constants[name]
            case ir.Neighbour(of=ir.Member(index=index), step=step, kind=kind):
                return ir.Member(kind, (index + step) % self.sizes[kind])
            case ir.Around(of=ir.Member(index=index), by=ir.Member(index=by), kind=kind):
                return ir.Member(kind, (index + by) % self.sizes[kind])
            case ir.Unwrap() if not isinstance(node.inner.domain, Option):
                return node.inner
            case ir.NonZero() if never_zero(node.inner):
                return node.inner
            case ir.Narrow(domain=domain) if fits(node.inner, domain):
                return node.inner
            case ir.Among(inner=ir.Member(index=index) as inner, members=members) if index in members:
                return inner
            case ir.Arith():
                return _arith(node)
            case ir.Equal():
                return self._equal(node)
            case ir.Less():
                return self._less(node)
            case ir.Contains(set=ir.SetLiteral(items=items)):
                return self._listed(node, node.item, items)
            case ir.Contains(set=ir.AllMembers(of=of)) if node.item.domain == of and self._may_go(node.item):
                return TRUE
            case ir.InRange():
                parts = (
                    self._less(ir.Less(node.low, node.item, strict=False)),
                    self._less(ir.Less(node.item, node.high, strict=False)),
                )
                folded = conjunction(parts)
                return (
                    folded
                    if isinstance(folded, ir.TruthLiteral) and self._may_go(node.item, node.low, node.high)
                    else node
                )
            case ir.IsEmpty(set=ir.SetLiteral(items=items)) if self._may_go(*items):
                return ir.TruthLiteral(not items)
            case ir.IsEmpty(set=ir.AllMembers(of=Enum(kind=kind))):
                return ir.TruthLiteral(self.sizes[kind] == 0)
            case ir.Not():
                return negation(node.inner)
            case ir.And(parts=parts):
                return conjunction(parts, self.total)
            case ir.Or(parts=parts):
                return disjunction(parts, self.total)
            case ir.If(condition=ir.TruthLiteral(value=value)):
                return node.then if value else node.otherwise
            case ir.The(binding=ir.Binding(var, ir.AllMembers(), ir.Equal(left, ir.Member() | ir.Printed() as one))):
                return one if left == var else node
            case ir.Exists() | ir.ForAll() | ir.HowMany() | ir.SumOf() | ir.Filter() | ir.Image():
                return self._binder(node)
            case _:
                return node

    def never(self, guards: tuple[ir.Expr, ...]) -> bool:
        """Returns whether guards, asked in order, are never all true, and never break off either."""
        return FALSE in guards and self._may_go(*guards[: guards.index(FALSE)])

    def _may_go(self, *exprs: ir.Expr) -> bool:
        """Returns whether expressions whose values do not matter need not be asked."""
        return all(is_total(each, self.total) for each in exprs)

    def _listed(self, node: ir.Contains, item: ir.Expr, items: tuple[ir.Expr, ...]) -> ir.Expr:
        """Returns membership in a list: equality with one of it, where no item is asked in vain."""
        if not self._may_go(*items[1:], *(() if items else (item,))):
            return node
        return disjunction(tuple(self._equal(ir.Equal(item, each)) for each in items), self.total)

    def _equal(self, node: ir.Equal) -> ir.Expr:
        left, right = node.left, node.right
        if is_literal(left) and is_literal(right):
            return ir.TruthLiteral(_same(left, right))
        if isinstance(left, ir.Local) and _same(left, right):
            return TRUE
        for one, other in ((left, right), (right, left)):
            beyond = isinstance(one, ir.Member) and one.index >= self.sizes.get(one.kind, one.index + 1)
            if beyond and self._may_go(other):
                return FALSE
            if isinstance(one, ir.TruthLiteral) and other.domain == one.domain:
                return other if one.value else negation(other)
            if isinstance(one, ir.Nothing) and not isinstance(other.domain, Option) and self._may_go(other):
                return FALSE
        return node

    @staticmethod
    def _less(node: ir.Less) -> ir.Expr:
        left, right = _order(node.left), _order(node.right)
        if left is not None and right is not None:
            return ir.TruthLiteral(left < right if node.strict else left <= right)
        return node

    def _binder(self, node: ir.Exists | ir.ForAll | ir.HowMany | ir.SumOf | ir.Filter | ir.Image) -> ir.Expr:
        binding = node.binding
        nothing = self._count(binding.domain) == 0 or (binding.condition == FALSE and self._may_go(binding.domain))
        match node:
            case ir.Exists():
                some = binding.condition == TRUE and self._count(binding.domain)
                if nothing or (node.body == FALSE and self._may_go(binding.domain, binding.condition)):
                    return FALSE
                return TRUE if some and node.body == TRUE else node
            case ir.ForAll():
                unasked = node.body == TRUE and self._may_go(binding.domain, binding.condition)
                return TRUE if nothing or unasked else node
            case ir.HowMany():
                if nothing:
                    return ir.Number(0)
                count = self._count(binding.domain) if binding.condition == TRUE else None
                return node if count is None else ir.Number(count)
            case ir.SumOf():
                return ir.Number(0) if nothing else node
            case ir.Image():
                return ir.SetLiteral((), node.domain) if nothing else node
            case ir.Filter():
                if nothing:
                    return ir.SetLiteral((), node.domain)
                return binding.domain if binding.condition == TRUE else node

    def _count(self, domain: ir.Expr) -> int | None:
        match domain:
            case ir.SetLiteral(items=()):
                return 0
            case ir.AllMembers(of=Enum(kind=kind)):
                return self.sizes[kind]
            case ir.AllMembers(of=Range(low=low, high=high)):
                return max(0, high - low + 1)
            case _:
                return None

    # ---- EFFECTS AND EXITS

    def effects(self, effects: tuple[control.Effect, ...]) -> tuple[control.Effect, ...]:
        """Returns the effects without the branches that are never taken; their expressions are folded already."""
        kept: list[control.Effect] = []
        for effect in effects:
            kept.extend(self._effect(effect))
        return tuple(kept)

    def _effect(self, effect: control.Effect) -> tuple[control.Effect, ...]:
        match effect:
            case control.When(then=then, otherwise=otherwise):
                if isinstance(effect.condition, ir.TruthLiteral):
                    return self.effects(then if effect.condition.value else otherwise)
                changed = evolve(effect, then=self.effects(then), otherwise=self.effects(otherwise))
                gone = not changed.then and not changed.otherwise and self._may_go(effect.condition)
                return () if gone else (changed,)
            case control.Branches(cases=cases):
                kept = tuple(
                    evolve(case, guards=fallible_guards(case.guards), body=self.effects(case.body))
                    for case in cases
                    if not self.never(case.guards)
                )
                if len(kept) == 1 and not kept[0].guards:
                    return kept[0].body
                return (evolve(effect, cases=kept),)
            case control.Each(binding=binding, body=body):
                if binding.condition == FALSE and self._may_go(binding.domain):
                    return ()
                if self._count(binding.domain) == 0:
                    return ()
                return (evolve(effect, body=self.effects(body)),)
            case control.Simultaneous(body=body):
                return (evolve(effect, body=self.effects(body)),)
            case _:
                return (effect,)

    def exit(self, leave: control.Exit) -> control.Exit:
        """Returns the exit without the branches that are never taken; its expressions are folded already."""
        match leave:
            case control.Fork(condition=ir.TruthLiteral(value=value), then=then, otherwise=otherwise):
                return self.exit(then if value else otherwise)
            case control.Fork(then=then, otherwise=otherwise):
                return evolve(leave, then=self.exit(then), otherwise=self.exit(otherwise))
            case control.ForkCases(cases=cases):
                kept = tuple(
                    evolve(case, guards=fallible_guards(case.guards), exit=self.exit(case.exit))
                    for case in cases
                    if not self.never(case.guards)
                )
                return kept[0].exit if len(kept) == 1 and not kept[0].guards else evolve(leave, cases=kept)
            case control.Ask(actions=actions):
                return evolve(leave, actions=tuple(self._action(each) for each in actions))
            case _:
                return leave

    def _action(self, action: control.Action) -> control.Action:
        """A guard that never fails and a bar that never bars are gone; a guard that always fails stays, to be named."""
        guards = tuple(each for each in action.guards if each.condition != TRUE)
        return evolve(action, guards=guards, bars=self.bars(action.bars))

    def bars(self, bars: Iterable[control.Barred]) -> tuple[control.Barred, ...]:
        """Returns those of some bars that ever bar, with the conditions that may not hold."""
        return tuple(
            evolve(each, conditions=fallible_guards(each.conditions))
            for each in bars
            if not self.never(each.conditions)
        )


def fallible_guards(guards: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ...]:
    """Returns the guards that may fail."""
    return tuple(each for each in guards if each != TRUE)


def is_literal(expr: ir.Expr) -> bool:
    """Returns whether the expression is a value that it states itself."""
    return isinstance(expr, ir.TruthLiteral | ir.Number | ir.Member | ir.Printed | ir.Nothing)


def negation(expr: ir.Expr) -> ir.Expr:
    """Returns `not expr` without a double negation."""
    match expr:
        case ir.TruthLiteral(value=value):
            return ir.TruthLiteral(not value)
        case ir.Not():
            return expr.inner
        case _:
            return ir.Not(expr)


def conjunction(parts: tuple[ir.Expr, ...], total: AbstractSet[str] = frozenset()) -> ir.Expr:
    """Returns all parts, flat, up to the first that is never true; it alone is left if those before it cannot fault.

    Calls of values in `total` are sure not to.
    """
    return _joined(parts, FALSE, total)


def disjunction(parts: tuple[ir.Expr, ...], total: AbstractSet[str] = frozenset()) -> ir.Expr:
    """Returns some part, flat, up to the first that is never false; it alone is left if those before it cannot fault.

    Calls of values in `total` are sure not to.
    """
    return _joined(parts, TRUE, total)


def _joined(parts: tuple[ir.Expr, ...], settles: ir.TruthLiteral, total: AbstractSet[str]) -> ir.Expr:
    join = ir.Or if settles.value else ir.And
    flat: list[ir.Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, join) else (part,))
    kept = tuple(each for each in flat if not isinstance(each, ir.TruthLiteral) or each == settles)
    if settles in kept:
        before = kept[: kept.index(settles)]
        kept = (settles,) if all(is_total(each, total) for each in before) else (*before, settles)
    if not kept:
        return negation(settles)
    return kept[0] if len(kept) == 1 else join(kept)


def _same(left: object, right: object) -> bool:
    if isinstance(left, ir.Nothing) or isinstance(right, ir.Nothing):
        return isinstance(left, ir.Nothing) and isinstance(right, ir.Nothing)
    return left == right


def _order(expr: ir.Expr) -> int | None:
    match expr:
        case ir.Number(value=value):
            return value
        case ir.Member(index=index):
            return index
        case _:
            return None


def _arith(node: ir.Arith) -> ir.Expr:
    match node:
        case ir.Arith(op=op, left=ir.Number(value=a), right=ir.Number(value=b)):
            if op in {"div", "mod"} and b == 0:
                return node
            if max(abs(a), abs(b)) > LARGEST:
                return node
            results = {"+": a + b, "-": a - b, "*": a * b}
            result = results[op] if op in results else (a // b if op == "div" else a % abs(b))
            return node if abs(result) > LARGEST else ir.Number(result)
        case ir.Arith(op="+" | "-", right=ir.Number(value=0)):
            return node.left
        case ir.Arith(op="+", left=ir.Number(value=0)):
            return node.right
        case _:
            return node


def sizes_of(game: model.Game) -> Mapping[str, int]:
    """Returns the number of members of each kind, and of readings of each question."""
    sizes = {kind.name: len(kind.members) for kind in game.kinds}
    return sizes | {question.name: len(question.readings) for question in game.questions}
