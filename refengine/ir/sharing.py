"""Common subexpressions: which values of a state are worth evaluating once, before anything that uses them.

A call of a value whose only parameter is bound over a set is a row of a table over that set; a call without arguments
is a constant. What is worked out early must not fault where the rules would not have asked for it: it is either total,
given what was worked out before it, or asked for in any case.

INVARIANT: everything in a plan is about one state, and stands in definition order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import define, field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Branches, Each, Effect, LetIn, Simultaneous, When
from refengine.ir.decisions import Decisions, decisions
from refengine.ir.domain import Option
from refengine.ir.equality import are_equal
from refengine.ir.lets import asked_again
from refengine.ir.simplify import TRUE, Folding
from refengine.ir.totality import is_partial
from refengine.ir.traverse import children, free_locals, walk

SMALL_BODY = 8
"""Nodes of a body that is as cheap to work out again as to look up."""


@frozen
class Instance:
    """A value at one sort of arguments: the members of a set, or none."""

    value: str
    over: ir.Expr | None


@frozen
class SharingPlan:
    """`early` are worked out first, in order; `inline` are used in one place only, or are as good as nothing."""

    early: tuple[Instance, ...]
    inline: frozenset[str]
    sets: tuple[ir.Expr, ...]
    """The sets that tables run over."""


@frozen
class Root:
    """An expression that is evaluated in the state, with what its locals run over."""

    expr: ir.Expr
    over: Mapping[ir.Local, ir.Expr]


def roots_of(effects: Iterable[Effect], over: Mapping[ir.Local, ir.Expr] | None = None) -> tuple[Root, ...]:
    """Returns all expressions of effects that are evaluated in one state."""
    known = dict(over or {})
    found: list[Root] = []
    for effect in effects:
        match effect:
            case Each(binding=binding, body=body):
                inner = dict(known)
                found.append(Root(binding.domain, dict(known)))
                if not free_locals(binding.domain):
                    inner[binding.var] = binding.domain
                if binding.condition != TRUE:
                    found.append(Root(binding.condition, inner))
                found.extend(roots_of(body, inner))
            case When(then=then, otherwise=otherwise):
                found.append(Root(effect.condition, dict(known)))
                found.extend(roots_of(then, known))
                found.extend(roots_of(otherwise, known))
            case Branches(cases=cases):
                for case in cases:
                    found.extend(Root(guard, dict(known)) for guard in case.guards)
                    found.extend(roots_of(case.body, known))
            case Simultaneous(body=body):
                found.extend(roots_of(body, known))
            case LetIn():
                found.append(Root(effect.value, dict(known)))
            case _:
                found.extend(Root(part, dict(known)) for part in children(effect) if isinstance(part, ir.Expr))
    return tuple(found)


def certain_roots(effects: Iterable[Effect], over: Mapping[ir.Local, ir.Expr] | None = None) -> tuple[Root, ...]:
    """Returns the roots evaluated whatever happens, for every member of the sets that their locals run over."""
    known = dict(over or {})
    found: list[Root] = []
    for effect in effects:
        match effect:
            case Each(binding=binding, body=body):
                found.append(Root(binding.domain, dict(known)))
                if not free_locals(binding.domain):
                    inner = {**known, binding.var: binding.domain}
                    if binding.condition == TRUE:
                        found.extend(certain_roots(body, inner))
                    else:
                        found.append(Root(binding.condition, inner))
            case When():
                found.append(Root(effect.condition, dict(known)))
            case Branches(cases=cases):
                found.extend(Root(case.guards[0], dict(known)) for case in cases if case.guards)
            case Simultaneous(body=body):
                found.extend(certain_roots(body, known))
            case LetIn():
                found.append(Root(effect.value, dict(known)))
            case _:
                found.extend(Root(part, dict(known)) for part in children(effect) if isinstance(part, ir.Expr))
    return tuple(found)


@define
class Sharing:
    """Sharing of values; it knows the values of a game, their folding, and which sets are small."""

    values: Mapping[str, model.Value]
    folding: Folding
    few: frozenset[ir.Expr]
    """Sets so small that a table over them is no waste, whether it is needed or not."""
    _decided: dict[str, Decisions | None] = field(factory=dict)
    _remembers: dict[str, bool] = field(factory=dict)
    _total: dict[str, bool] = field(factory=dict)
    """Whether a value cannot fault where nothing was worked out early: then it is no matter what it runs over."""

    def decisions(self, name: str) -> Decisions | None:
        """Returns the decision list of a value; None of a sum or a region's."""
        if name not in self._decided:
            value = self.values[name]
            self._decided[name] = (
                None if isinstance(value.body, model.Sums | model.Joined) else decisions(value, self.folding)
            )
        return self._decided[name]

    def plan(self, roots: Iterable[Root], certain: Iterable[Root]) -> SharingPlan:
        """Returns the plan for expressions that are evaluated in one state; `certain` ones are so whatever happens."""
        uses = _Uses(self)
        for root in roots:
            uses.visit(root.expr, {local: (over, False) for local, over in root.over.items()})
        asked: set[Instance] = set()
        for root in certain:
            rows = _UnconditionalUses(self)
            rows.visit(root.expr, root.over)
            sets_of_rows = set(root.over.values())
            asked |= {each for each in rows.found if not sets_of_rows or each.over in sets_of_rows}
        early: list[Instance] = []
        inline: set[str] = set()
        order = {name: position for position, name in enumerate(self.values)}
        for instance in sorted(uses.count, key=lambda each: (order[each.value], repr(each.over))):
            often = uses.count[instance] > 1 or instance in uses.across
            if not often:
                inline.add(instance.value)
            elif self._may_be_early(instance, frozenset(early), asked):
                early.append(instance)
        inline -= {each.value for each in uses.count if uses.count[each] > 1 or each in uses.across}
        sets = dict.fromkeys(each.over for each in early if each.over is not None)
        return SharingPlan(tuple(early), frozenset(inline), tuple(sets))

    def _may_be_early(self, instance: Instance, early: frozenset[Instance], asked: set[Instance]) -> bool:
        if self.decisions(instance.value) is None:
            return False
        if instance in asked:
            return True
        few = instance.over is None or instance.over in self.few
        return few and self.is_total(instance, early) and self._is_quick(instance, early)

    def _is_quick(self, instance: Instance, early: frozenset[Instance]) -> bool:
        """Returns whether a value runs over nothing large, so that working it out in vain is no great loss."""
        listed = self.decisions(instance.value)
        if listed is None or listed.otherwise is None:
            return False
        for each in (*listed.alternatives, listed.otherwise):
            for node in (*(part for guard in each.guards for part in walk(guard)), *walk(each.result)):
                if isinstance(node, ir.Binding) and node.domain not in self.few:
                    return False
                if isinstance(node, ir.CallValue) and not any(one.value == node.name for one in early):
                    over = instance.over if node.args else None
                    if not self._is_quick(Instance(node.name, over), early):
                        return False
        return True

    def is_total(self, instance: Instance, early: frozenset[Instance]) -> bool:
        """Returns whether a value cannot fault, once those in `early` are worked out."""
        if early:
            return self._cannot_fault(instance, early)
        if instance.value not in self._total:
            self._total[instance.value] = self._cannot_fault(instance, early)
        return self._total[instance.value]

    def _cannot_fault(self, instance: Instance, early: frozenset[Instance]) -> bool:
        listed = self.decisions(instance.value)
        if listed is None or listed.otherwise is None:
            return False
        param = self.values[instance.value].params
        over = {param[0]: instance.over} if param and instance.over is not None else {}
        parts = [guard for each in listed.alternatives for guard in each.guards]
        parts += [each.result for each in (*listed.alternatives, listed.otherwise)]
        return all(self.is_sure(part, over, early) for part in parts)

    def cannot_fault(self, expr: ir.Expr) -> bool:
        """Returns whether an expression is sure to have a value."""
        return self.is_sure(expr, {}, frozenset())

    def is_sure(self, expr: object, over: Mapping[ir.Local, ir.Expr], early: frozenset[Instance]) -> bool:
        """Returns the same, once those in `early` are worked out; `over` has the sets that locals run over."""
        if is_partial(expr):
            return False
        match expr:
            case ir.CallValue(name=name, args=args):
                instance = instance_of(expr, over)
                known = instance is not None and instance in early
                if not known and not self.is_total(instance or Instance(name, None), early):
                    return False
                return all(self.is_sure(each, over, early) for each in args)
            case _:
                bound = bound_in(expr)
                below = {**over, **bound} if bound else over
                return all(self.is_sure(each, below, early) for each in children(expr))

    def remembers(self, name: str) -> bool:
        """Returns whether a value remembers what it worked out for its clauses, so that it is not put in elsewhere."""
        if name not in self._remembers:
            self._remembers[name] = bool(asked_again(self.values[name], self.values))
        return self._remembers[name]

    def is_small(self, name: str) -> bool:
        """Returns whether a value is as cheap to work out again as to look up."""
        listed = self.decisions(name)
        if listed is None or listed.alternatives or listed.otherwise is None or self.remembers(name):
            return False
        if asks_for_key(listed.otherwise.result) is not None:
            return True
        nodes = list(walk(listed.otherwise.result))
        return len(nodes) <= SMALL_BODY and not any(
            isinstance(node, ir.Binding | ir.Located | ir.CellOf | ir.SpotsOf) for node in nodes
        )


def asks_for_key(expr: ir.Expr) -> tuple[ir.Expr, str] | None:
    """Returns the piece and the family of `the p with piece in family of p`."""
    match expr:
        case ir.The(
            binding=ir.Binding(
                var=var,
                domain=ir.AllMembers(),
                condition=ir.Contains(item=item, set=ir.Contents(zone=zone, key=key)),
            ),
            otherwise=None,
        ) if key == var and not isinstance(item.domain, Option):
            return item, zone
        case _:
            return None


def bound_in(node: object) -> dict[ir.Local, ir.Expr]:
    """Returns the local that a binder binds, with the set that it runs over."""
    binding = getattr(node, "binding", None)
    if isinstance(binding, ir.Binding) and not free_locals(binding.domain):
        return {binding.var: binding.domain}
    return {}


def instance_of(call: ir.CallValue, over: Mapping[ir.Local, ir.Expr]) -> Instance | None:
    """Returns the instance of a call: a value by itself, or over the set of its one argument; else None."""
    match call.args:
        case ():
            return Instance(call.name, None)
        case (ir.Local() as local,) if local in over:
            return Instance(call.name, over[local])
        case _:
            return None


@define
class _Uses:
    """The uses of instances: how often each is called for, and which in a loop of their own over the set (`across`)."""

    sharing: Sharing
    count: Counter[Instance] = field(factory=Counter)
    across: set[Instance] = field(factory=set)

    def visit(self, expr: object, over: Mapping[ir.Local, tuple[ir.Expr, bool]]) -> None:
        """Counts the calls in an expression; `over` says of each local its set, and whether an inner loop binds it."""
        if isinstance(expr, ir.CallValue):
            self._call(expr, over)
            return
        inner = {**over, **{local: (domain, True) for local, domain in bound_in(expr).items()}}
        for child in children(expr):
            self.visit(child, inner)

    def _call(self, call: ir.CallValue, over: Mapping[ir.Local, tuple[ir.Expr, bool]]) -> None:
        for each in call.args:
            self.visit(each, over)
        instance = instance_of(call, {local: domain for local, (domain, _) in over.items()})
        if instance is None:
            return
        param = self.sharing.values[call.name].params
        if self.sharing.is_small(call.name):
            bound = {param[0]: over[call.args[0]]} if param and isinstance(call.args[0], ir.Local) else {}
            self._visit_body(call.name, bound)
            return
        self.count[instance] += 1
        if bool(over) if instance.over is None else over[call.args[0]][1]:  # type: ignore[index]
            self.across.add(instance)
        if self.count[instance] == 1:
            self._visit_body(call.name, {param[0]: (instance.over, False)} if param and instance.over else {})

    def _visit_body(self, name: str, over: Mapping[ir.Local, tuple[ir.Expr, bool]]) -> None:
        listed = self.sharing.decisions(name)
        if listed is None:
            body = self.sharing.values[name].body
            for child in children(body):
                self.visit(child, over)
            return
        for each in (*listed.alternatives, *([listed.otherwise] if listed.otherwise is not None else [])):
            for guard in each.guards:
                self.visit(guard, over)
            self.visit(each.result, over)


@define
class _UnconditionalUses:
    """The instances that are asked for whatever happens: not those behind a condition."""

    sharing: Sharing
    found: set[Instance] = field(factory=set)

    def visit(self, expr: object, over: Mapping[ir.Local, ir.Expr]) -> None:
        """Takes in what an expression asks for."""
        match expr:
            case ir.And(parts=parts) | ir.Or(parts=parts):
                self.visit(parts[0], over)
            case ir.If():
                self.visit(expr.condition, over)
            case ir.CallValue(args=args):
                for each in args:
                    self.visit(each, over)
                instance = instance_of(expr, over)
                if instance is not None and instance not in self.found:
                    self.found.add(instance)
                    self._body(instance)
            case ir.Binding():
                self.visit(expr.domain, over)
            case _:
                binding = getattr(expr, "binding", None)
                if isinstance(binding, ir.Binding):
                    self._binder(expr, binding, over)
                    return
                for child in children(expr):
                    self.visit(child, over)

    def _binder(self, expr: object, binding: ir.Binding, over: Mapping[ir.Local, ir.Expr]) -> None:
        """Counts the calls inside a binder: a table has a row for each member, so only demands over that set count.

        `some` and `every` may stop at the first member.
        """
        self.visit(binding.domain, over)
        if isinstance(expr, ir.Exists | ir.ForAll) or free_locals(binding.domain):
            return
        rows = _UnconditionalUses(self.sharing, set(self.found))
        inner = {**over, binding.var: binding.domain}
        if binding.condition != TRUE:
            rows.visit(binding.condition, inner)
        else:
            rows.visit(getattr(expr, "term", TRUE), inner)
        self.found |= {each for each in rows.found if are_equal(each.over, binding.domain)}

    def _body(self, instance: Instance) -> None:
        body = self.sharing.values[instance.value].body
        param = self.sharing.values[instance.value].params
        over = {param[0]: instance.over} if param and instance.over is not None else {}
        rows = _UnconditionalUses(self.sharing, set(self.found))
        match body:
            case model.Single():
                rows.visit(body.result, over)
            case model.General(exceptions=exceptions):
                for each in exceptions:
                    if each.guards:
                        rows.visit(each.guards[0], over)
                if not exceptions:
                    rows.visit(body.normally, over)
            case model.Cases(cases=cases) | model.Sums(clauses=cases):
                for case in cases:
                    if case.guards:
                        rows.visit(case.guards[0], over)
            case model.Joined():
                pass
        if instance.over is None:
            self.found |= rows.found
        else:
            self.found |= {each for each in rows.found if are_equal(each.over, instance.over)}
