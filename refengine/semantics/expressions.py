"""The meaning of expressions and values in one state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.decisions import in_force_order
from refengine.ir.domain import Count, Domain, Enum, Piece, Range, SetOf
from refengine.semantics.fault import Fault
from refengine.semantics.grids import Grids
from refengine.semantics.state import Key, Locals, Rules, State

MOST_COUNTED = 10**18
"""The greatest number that is counted: a greater one has grown again and again."""


@frozen(eq=False)
class Meaning:
    """The rules asked in one state, and where a step is spoken of, in the one `before` it.

    `at` is always the path of the clause in whose name something is worked out.
    """

    rules: Rules
    state: State
    before: State | None = None

    def of(self, expr: ir.Expr, told: Locals, at: str) -> Any:
        """Returns what an expression comes to; raises `Fault` where it has no answer."""
        if isinstance(expr, ir.Formula):
            return self._formula(expr, told, at)
        if isinstance(expr, ir.Collection):
            return self._collection(expr, told, at)
        if isinstance(expr, ir.Aggregate):
            return self._aggregate(expr, told, at)
        if isinstance(expr, ir.OnGrid | ir.OnSpots):
            return Grids(self.rules, self.state).of(expr, lambda each: self.of(each, told, at), at)
        if isinstance(expr, ir.Before):
            assert self.before is not None
            return Meaning(self.rules, self.before).of(expr.inner, told, at)
        if isinstance(expr, ir.Hypothetical | ir.Configured):
            raise TypeError(f"{type(expr).__name__} asks of another state, or of no configuration")
        if isinstance(expr, ir.Unwrap | ir.Narrow | ir.NonZero | ir.Among):
            return self._partial(expr, told, at)
        if isinstance(expr, ir.ReadVariable | ir.TokensOn | ir.Supply | ir.PlaceAt | ir.Located):
            return self._read(expr, told, at)
        return self._plain(expr, told, at)

    def holds(self, conditions: Iterable[ir.Expr], told: Locals, at: str) -> bool:
        """Returns whether all conditions hold, asked from the first to the first that does not."""
        return all(self.of(each, told, at) for each in conditions)

    def bound(self, binding: ir.Binding, told: Locals, at: str) -> Iterator[tuple[Any, Locals]]:
        """Yields what a binding binds, as often as it lies there, with the locals under which the rest is asked."""
        for each in self.of(binding.domain, told, at):
            inner = {**told, binding.var: each}
            if self.of(binding.condition, inner, at):
                yield each, inner

    def in_order(self, members: Iterable[Any], inner: Domain) -> tuple[Any, ...]:
        """Returns a set, each member once, in the order of its domain."""
        return tuple(sorted({*members}, key=lambda each: self.rules.rank(inner, each)))

    # ---- VALUES

    def call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Returns what a declared value comes to."""
        value = self.rules.values[name]
        told = dict(zip(value.params, arguments, strict=True))
        own = value.clause.path
        match value.body:
            case model.Single(result=result):
                return self.of(result, told, own)
            case model.General(clause=clause, normally=normally, exceptions=exceptions):
                ordered = in_force_order(exceptions)
                applied = [each for each in ordered if self.holds(each.guards, told, each.clause.path)]
                if not applied:
                    return self.of(normally, told, clause.path)
                return self._agreed(applied, told, own)
            case model.Cases(cases=cases):
                case = only([each for each in cases if self.holds(each.guards, told, each.clause.path)], own)
                return self.of(case.result, told, case.clause.path)
            case model.Sums(clauses=clauses):
                added = [each for each in clauses if self.holds(each.guards, told, each.clause.path)]
                total = sum(self.of(each.result, told, each.clause.path) for each in added)
                return within(total, value.domain, own)
            case model.Joined(start=start, binding=binding, joins=joins):
                return self._class(binding, joins, told[start], value.domain, own)

    def _agreed(self, applied: list[model.Exceptional], told: Locals, own: str) -> Any:
        """Returns what exceptions come to, of which none stands over another any more: all have to come to the same.

        One that has no answer is not the same as one before it that has.
        """
        overruled = {name for each in applied for name in each.over}
        standing = [each for each in applied if each.clause.path.rpartition(".")[2] not in overruled]
        results: list[Any] = []
        for each in standing:
            try:
                results.append(self.of(each.result, told, each.clause.path))
            except Fault as fault:
                if results and fault.kind not in {"exceptions clash", "several cases apply"}:
                    raise Fault("exceptions clash", own) from fault
                raise
        if any(each != results[0] for each in results):
            raise Fault("exceptions clash", own)
        return results[0]

    def _class(self, binding: ir.Binding, joins: ir.CallValue, start: Any, domain: Domain, at: str) -> tuple[Any, ...]:
        """Returns the class of `start`: what is come to from it by going on to what each is joined with."""
        assert isinstance(domain, SetOf)
        listed = {each: self.of(joins, inner, at) for each, inner in self.bound(binding, {}, at)}
        if any(one not in listed[other] for one, others in listed.items() for other in others):
            raise Fault("something is joined one way only", at)
        found: set[Any] = set()
        agenda = [start]
        while agenda:
            each = agenda.pop()
            if each not in found:
                found.add(each)
                agenda.extend(listed.get(each, ()))
        return self.in_order(found, domain.inner)

    # ---- BY SORT OF NODE

    def _plain(self, expr: Plain, told: Locals, at: str) -> Any:
        match expr:
            case ir.TruthLiteral(value=value) | ir.Number(value=value):
                return value
            case ir.Member(index=index) | ir.Printed(index=index):
                return index
            case ir.Nothing():
                return None
            case ir.Local():
                return told[expr]
            case ir.FieldOf(field=name):
                found = self._field(self.of(expr.of, told, at), expr.of.domain, name)
                return found if expr.key is None else found[self.of(expr.key, told, at)]
            case ir.MakeRecord():
                return tuple(self.of(each, told, at) for each in expr.fields)
            case ir.Neighbour(step=step, kind=kind):
                return (self.of(expr.of, told, at) + step) % self.rules.size(kind)
            case ir.Around(kind=kind):
                return (self.of(expr.of, told, at) + self.of(expr.by, told, at)) % self.rules.size(kind)
            case ir.CallValue(name=name):
                return self.call(name, tuple([self.of(each, told, at) for each in expr.args]))
            case ir.Arith():
                return counted(self._arithmetic(expr, told, at), at)
            case ir.If():
                return self.of(expr.then if self.of(expr.condition, told, at) else expr.otherwise, told, at)
            case ir.First():
                return self.of(expr.set, told, at)[0]
            case ir.Rest():
                return self.of(expr.set, told, at)[1:]

    def _field(self, holder: Any, domain: Domain, name: str) -> Any:
        record = self.rules.records.get(getattr(domain, "name", ""))
        if record is None:
            return self.rules.printed(domain, holder, name)
        return holder[[each.name for each in record.fields].index(name)]

    def _arithmetic(self, expr: ir.Arith, told: Locals, at: str) -> int:
        left, right = self.of(expr.left, told, at), self.of(expr.right, told, at)
        match expr.op:
            case "+":
                return int(left + right)
            case "-":
                return int(left - right)
            case "*":
                return int(left * right)
            case "div":
                return int(left // right)
            case "mod":
                return int(left % abs(right))

    def _partial(self, expr: ir.Unwrap | ir.Narrow | ir.NonZero | ir.Among, told: Locals, at: str) -> Any:
        found = self.of(expr.inner, told, at)
        match expr:
            case ir.Unwrap() if found is None:
                raise Fault("something is absent", at)
            case ir.NonZero() if found == 0:
                raise Fault("something is divided by 0", at)
            case ir.Among(members=members) if found not in members:
                raise Fault("a token never lies there", at)
            case ir.Narrow(domain=domain):
                return within(found, domain, at)
            case _:
                return found

    def _read(
        self, expr: ir.ReadVariable | ir.TokensOn | ir.Supply | ir.PlaceAt | ir.Located, told: Locals, at: str
    ) -> Any:
        match expr:
            case ir.ReadVariable(name=name):
                return self.state.variables[name, None if expr.key is None else self.of(expr.key, told, at)]
            case ir.TokensOn(token=token, holder=holder):
                return self.state.tokens.get((token, holder, self.of(expr.key, told, at)), 0)
            case ir.Supply(token=token):
                return self.supply(token)
            case ir.PlaceAt(zone=zone):
                return zone, None if expr.key is None else self.of(expr.key, told, at)
            case ir.Located(zone=zone):
                return zone, self.lies(zone, self.of(expr.piece, told, at), at)

    def supply(self, token: str) -> int:
        """Returns how many tokens are left: those that there are, but for those that lie out."""
        limit = self.of(self.rules.tokens[token].limit, {}, self.rules.tokens[token].clause.path)
        return int(limit) - sum(count for (name, _, _), count in self.state.tokens.items() if name == token)

    def lies(self, zone: str, piece: int, at: str) -> Key:
        """Returns the key of the first member of a family in which a piece lies."""
        for key, pieces in self.state.lying(zone):
            if piece in pieces:
                return key
        raise Fault("a piece lies in none of the zones", at)

    def _formula(self, expr: ir.Formula, told: Locals, at: str) -> bool:
        match expr:
            case ir.Equal():
                return bool(self.of(expr.left, told, at) == self.of(expr.right, told, at))
            case ir.Less(strict=strict):
                one, other = self.of(expr.left, told, at), self.of(expr.right, told, at)
                return bool(one < other if strict else one <= other)
            case ir.Contains():
                return self.of(expr.item, told, at) in self.of(expr.set, told, at)
            case ir.InRange():
                least, number, most = (self.of(each, told, at) for each in (expr.low, expr.item, expr.high))
                return bool(least <= number <= most)
            case ir.IsEmpty():
                return not self.of(expr.set, told, at)
            case ir.Not():
                return not self.of(expr.inner, told, at)
            case ir.And():
                return all(self.of(each, told, at) for each in expr.parts)
            case ir.Or():
                return any(self.of(each, told, at) for each in expr.parts)
            case ir.Exists(binding=binding):
                return any(self.of(expr.body, inner, at) for _, inner in self.bound(binding, told, at))
            case ir.ForAll(binding=binding):
                return all(self.of(expr.body, inner, at) for _, inner in self.bound(binding, told, at))

    def _collection(self, expr: ir.Collection, told: Locals, at: str) -> tuple[Any, ...]:
        match expr:
            case ir.Contents(zone=zone, key=None) if self.rules.zones[zone].index is not None:
                found = [piece for _, pieces in self.state.lying(zone) for piece in pieces]
                return tuple(sorted(found))
            case ir.Contents(zone=zone):
                return self.state.zones.get((zone, None if expr.key is None else self.of(expr.key, told, at)), ())
            case ir.SetLiteral(domain=domain):
                return self.in_order((self.of(each, told, at) for each in expr.items), domain.inner)
            case ir.AllMembers():
                return self._members(expr.of)
            case ir.NumbersBetween():
                return tuple(range(self.of(expr.low, told, at), self.of(expr.high, told, at) + 1))
            case ir.SetArith(op="union", domain=domain):
                return self.in_order((*self.of(expr.left, told, at), *self.of(expr.right, told, at)), domain.inner)
            case ir.SetArith():
                one, other = self.of(expr.left, told, at), self.of(expr.right, told, at)
                return tuple(each for each in one if each not in other)

    def _members(self, of: Enum | Range | Piece) -> tuple[int, ...]:
        match of:
            case Range(low=low, high=high):
                return tuple(range(low, high + 1))
            case Piece(component=component):
                return tuple(range(len(self.rules.components[component].pieces)))
            case Enum(kind=kind):
                return tuple(range(self.rules.size(kind)))

    def _aggregate(self, expr: ir.Aggregate, told: Locals, at: str) -> Any:
        bound = list(self.bound(expr.binding, told, at))
        match expr:
            case ir.HowMany():
                return len(bound)
            case ir.SumOf():
                return counted(sum(self.of(expr.term, inner, at) for _, inner in bound), at)
            case ir.Extreme(op=op):
                terms = [self.of(expr.term, inner, at) for _, inner in bound]
                if not terms:
                    raise Fault("the highest of nothing", at)
                return max(terms) if op == "highest" else min(terms)
            case ir.Filter():
                return tuple(each for each, _ in bound)
            case ir.Image(domain=domain):
                return self.in_order((self.of(expr.term, inner, at) for _, inner in bound), domain.inner)
            case ir.The():
                found = list(dict.fromkeys(each for each, _ in bound))
                if len(found) > 1:
                    raise Fault("several are found", at)
                if not found and expr.otherwise is None:
                    raise Fault("none is found", at)
                return found[0] if found or expr.otherwise is None else self.of(expr.otherwise, told, at)


Plain = (
    ir.TruthLiteral | ir.Number | ir.Member | ir.Printed | ir.Nothing | ir.Local
    | ir.FieldOf | ir.MakeRecord | ir.Neighbour | ir.Around | ir.CallValue | ir.Arith | ir.If | ir.First | ir.Rest
)  # fmt: skip
"""The nodes that no other room has."""


def only(applied: list[Any], at: str) -> Any:
    """Returns the one case that applies; that there is exactly one is owed."""
    if not applied:
        raise Fault("no case applies", at)
    if len(applied) > 1:
        raise Fault("several cases apply", at)
    return applied[0]


def counted(number: int, at: str) -> int:
    """Returns a number, which has to be one that people still count."""
    if abs(number) > MOST_COUNTED:
        raise Fault("a number is beyond counting", at)
    return number


def within(number: int, domain: Domain, at: str) -> int:
    """Returns a number, which has to be in its domain."""
    low, high = (domain.low, domain.high) if isinstance(domain, Range) else (0, MOST_COUNTED)
    if isinstance(domain, Count):
        counted(number, at)
    if not low <= number <= high:
        raise Fault("a number leaves its range", at)
    return number
