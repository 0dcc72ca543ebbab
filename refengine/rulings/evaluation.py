"""Evaluation of the rules node by node in one state of the engine, so that each part of an answer can be looked at.

The engine answers whole questions; here it is seen which part of a condition decides, what a quantifier finds, and what
other readings would make of it, since questions are left open in the rules that are read here.

INVARIANT: under the readings of a state's engine, a value comes to what the engine says that it comes to. Whoever tells
an answer asks both (`rulings.judge`), and `tests/rulings` does it for every expectation of every example.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, assert_never

from attrs import frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.decisions import in_force_order
from refengine.ir.domain import Enum, Option, Piece, Range, Record, SetOf, Spot
from refengine.rulings.on_grids import asked_of_grid, asked_of_spots, key_by_piece
from refengine.rulings.union_find import classes_by_member
from refengine.rulings.world import Answers, NotHeldError, World
from refengine.runtime import fault
from refengine.runtime.fault import Clause
from refengine.runtime.positions import lying
from refengine.runtime.zones import counted, key_of, narrowed, natural, nonzero, order_of

Locals = Mapping[ir.Local, Any]

Decided = tuple[Any, tuple[str, ...]]
"""The result of a value, and the paths of the clauses that decide it."""


@frozen(eq=False)
class Evaluation:
    """An evaluation in one state, under the answers of somebody; `at` is the clause that a fault names."""

    world: World
    state: Any
    answers: Answers

    def value(self, expr: ir.Expr, told: Locals, at: Clause) -> Any:
        """Returns what an expression comes to, as the engine holds it; raises `Fault` where the rules do not say."""
        match expr:
            case ir.TruthLiteral(value=value):
                return value
            case ir.Number(value=number):
                return number
            case ir.Member(index=index):
                return index
            case ir.Printed(component=component, index=index):
                return self.world.components[component].pieces[index]
            case ir.Nothing():
                return None
            case ir.Local():
                if expr not in told:
                    raise NotHeldError(expr.name)
                return told[expr]
            case ir.Configured():
                return self._configured(expr)
            case ir.ReadVariable(name=name):
                stored = getattr(self.state, self.world.variable(name).attribute)
                return stored if expr.key is None else stored[self._key(expr.key, told, at)]
            case ir.TokensOn(token=token, holder=holder):
                attribute = dict(self.world.tokens[token].holders)[holder]
                return getattr(self.state, attribute)[self._key(expr.key, told, at)]
            case ir.Supply(token=token):
                out = sum(sum(getattr(self.state, attribute)) for _, attribute in self.world.tokens[token].holders)
                return self.value(self.world.limits[token], told, at) - out
            case ir.PlaceAt(zone=zone):
                return self.world.places[zone][0 if expr.key is None else self._key(expr.key, told, at)]
            case ir.Located(zone=zone, origin=origin):
                return self.world.places[zone][self._lies(zone, self.value(expr.piece, told, at), _at(at, origin))]
            case ir.CellAt() | ir.Toward() | ir.CellsBy() | ir.CellsOf() | ir.CellOf() | ir.TurnAt():
                return asked_of_grid(expr, self.world, self.state, lambda each: self.value(each, told, at), at)
            case ir.SpotsOf() | ir.SpotsTaken() | ir.SpotAt() | ir.CellOfSpot() | ir.PartOfSpot() | ir.TurnOfSpot():
                return asked_of_spots(expr, self.world, self.state, lambda each: self.value(each, told, at))
            case ir.FieldOf(field=name):
                found = self._field(self.value(expr.of, told, at), expr.of.domain, name)
                return found if expr.key is None else found[self._key(expr.key, told, at)]
            case ir.MakeRecord(record=record, fields=fields):
                return self.world.records[record].make(*(self.value(each, told, at) for each in fields))
            case ir.Neighbour(step=step, kind=kind):
                return (self.value(expr.of, told, at) + step) % len(self.world.kinds[kind].members)
            case ir.Around(kind=kind):
                return (self.value(expr.of, told, at) + self.value(expr.by, told, at)) % len(
                    self.world.kinds[kind].members
                )
            case ir.CallValue(name=name, args=args):
                return self.call(name, tuple([self.value(each, told, at) for each in args]))
            case ir.Unwrap(origin=origin):
                found = self.value(expr.inner, told, at)
                if found is None:
                    raise fault.absent(_at(at, origin))
                return found
            case ir.Narrow(domain=Range(low=low, high=high), origin=origin):
                return narrowed(self.value(expr.inner, told, at), low, high, _at(at, origin))
            case ir.Narrow(origin=origin):
                return natural(self.value(expr.inner, told, at), _at(at, origin))
            case ir.NonZero(origin=origin):
                return nonzero(self.value(expr.inner, told, at), _at(at, origin))
            case ir.Among(members=members, origin=origin):
                return self._among(self.value(expr.inner, told, at), members, expr.inner.domain, _at(at, origin))
            case ir.Arith():
                return counted(self._arithmetic(expr, told, at), at)
            case ir.If():
                return self.value(expr.then if self.value(expr.condition, told, at) else expr.otherwise, told, at)
            case ir.Contents() | ir.SetLiteral() | ir.AllMembers() | ir.NumbersBetween() | ir.SetArith():
                return self._collection(expr, told, at)
            case ir.First():
                return self.value(expr.set, told, at)[0]
            case ir.Rest():
                return self.value(expr.set, told, at)[1:]
            case ir.HowMany() | ir.SumOf() | ir.Extreme() | ir.Filter() | ir.Image() | ir.The():
                return self._aggregate(expr, told, at)
            case ir.Before() | ir.Under() | ir.Replacing() | ir.Exchanging() | ir.Fails():
                raise TypeError(f"{type(expr).__name__} asks of another state, and there is one")
            case _:
                return self._formula(expr, told, at)

    def call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Returns what a declared value comes to."""
        return self.answers.call(name, arguments, lambda: self.decided(name, arguments)[0])

    def decided(self, name: str, arguments: tuple[Any, ...]) -> Decided:
        """Returns what a declared value comes to, and the clauses that decide it; raises `Fault` as the engine does."""
        value = self.world.values[name]
        told = dict(zip(value.params, arguments, strict=True))
        own = clause_of(value.clause)
        match value.body:
            case model.Single(result=result):
                return self.value(result, told, own), (value.clause.path,)
            case model.General(clause=clause, normally=normally, exceptions=exceptions):
                ordered = in_force_order(exceptions)
                applied = [each for each in ordered if self.holds(each.guards, told, clause_of(each.clause))]
                if not applied:
                    return self.value(normally, told, clause_of(clause)), (clause.path,)
                return self._agreed(not_overruled(applied), told, own)
            case model.Cases(cases=cases):
                holding = [each for each in cases if self.holds(each.guards, told, clause_of(each.clause))]
                if not holding:
                    raise fault.no_case(own)
                if len(holding) > 1:
                    raise fault.overlap(own, [each.clause.path for each in holding])
                return self.value(holding[0].result, told, clause_of(holding[0].clause)), (holding[0].clause.path,)
            case model.Sums(clauses=clauses):
                holding = [each for each in clauses if self.holds(each.guards, told, clause_of(each.clause))]
                total = sum(self.value(each.result, told, clause_of(each.clause)) for each in holding)
                within = _within(total, value.domain, own)
                return within, tuple(each.clause.path for each in holding) or (value.clause.path,)
            case model.Joined(start=start) as body:
                return self._class(body, told[start], value.domain, own), (value.clause.path,)
            case other:
                assert_never(other)

    def _class(self, body: model.Joined, start: Any, domain: object, at: Clause) -> tuple[Any, ...]:
        """Returns the class in which something lies, among all classes; a spot that is not there is one by itself."""
        assert isinstance(domain, SetOf)
        bound = tuple(self.bound(body.binding, {}, at))
        if isinstance(domain.inner, Spot) and all(each != start for each, _ in bound):
            return (start,)
        listed = {each: self.value(body.joins, inner, at) for each, inner in bound}
        if any(one not in listed[other] for one, others in listed.items() for other in others):
            raise fault.joined_one_way(at)
        return _ordered(classes_by_member(listed)[start])

    def _agreed(self, exceptions: tuple[model.Exceptional, ...], told: Locals, own: Clause) -> Decided:
        first, *others = exceptions
        paths = tuple(each.clause.path for each in (first, *others))
        result = self.value(first.result, told, clause_of(first.clause))
        for each in others:
            try:
                agrees = self.value(each.result, told, clause_of(each.clause)) == result
            except fault.Fault as without:
                if without.code in {fault.CLASH, fault.OVERLAP}:
                    raise
                agrees = False
            if not agrees:
                raise fault.clash(own, paths)
        return result, paths

    def holds(self, guards: tuple[ir.Expr, ...], told: Locals, at: Clause) -> bool:
        """Returns whether all guards hold, asked from the first to the first that does not."""
        return all(self.value(each, told, at) for each in guards)

    def bound(self, binding: ir.Binding, told: Locals, at: Clause) -> Iterator[tuple[Any, Locals]]:
        """Yields what a binding binds, as often as it lies there, with the locals that the rest is asked under."""
        for each in self.value(binding.domain, told, at):
            inner = {**told, binding.var: each}
            if self.value(binding.condition, inner, at):
                yield each, inner

    # ---- BY SORT OF NODE

    def _lies(self, zone: str, piece: Any, at: Clause) -> Any:
        """Returns the key of that member of a family in which a piece lies."""
        if self.world.is_endless(zone):
            return key_by_piece(self.world, self.state, zone, piece, at)
        return key_of(tuple(held for _, held in lying(self.world.zones[zone], self.state)), piece, at)

    def _configured(self, node: ir.Configured) -> Any:
        match node.what:
            case "question":
                return self.answers.reading(node.name)
            case "option":
                return self.world.options[node.name]
            case "players":
                return self.world.description.players

    def _key(self, key: ir.Expr, told: Locals, at: Clause) -> Any:
        found = self.value(key, told, at)
        return found.index if isinstance(key.domain, Piece) else found

    def _field(self, holder: Any, domain: object, name: str) -> Any:
        match domain:
            case Piece(component=owner):
                infos = self.world.components[owner].fields
            case Record(name=owner):
                infos = self.world.records[owner].fields
            case Enum(kind=kind):
                return self._of_kind(self.world.kinds[kind], holder, name)
            case other:
                raise TypeError(f"{other} has no fields")
        (attribute,) = (each.attribute for each in infos if each.name == name)
        return getattr(holder, attribute)

    def _of_kind(self, kind: model.Kind, member: int, name: str) -> Any:
        """Returns the printed field of a member of a kind, as the engine holds it."""
        number = next(at for at, each in enumerate(kind.fields) if each.name == name)
        info, datum = kind.fields[number], kind.rows[member][number]
        if info.index is None:
            return self._datum(info.domain, datum)
        assert isinstance(datum, tuple)
        return tuple(self._datum(info.domain, each) for each in datum)

    def printed(self, component: str, data: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the printed data of a piece as the engine holds them."""
        (declared,) = (each for each in self.world.rules.components if each.name == component)
        return tuple(
            tuple(self._datum(info.domain, one) for one in each)
            if info.index is not None
            else self._datum(info.domain, each)
            for info, each in zip(declared.fields, data, strict=True)
        )

    def _datum(self, domain: object, datum: Any) -> Any:
        match domain:
            case Option(inner=inner):
                return None if datum is None else self._datum(inner, datum)
            case SetOf(inner=inner):
                return tuple(self._datum(inner, each) for each in datum)
            case Enum(kind=kind):
                return self.world.kinds[kind].members.index(str(datum))
            case _:
                return datum

    def _among(self, member: int, members: tuple[int, ...], domain: object, at: Clause) -> int:
        if member not in members:
            assert isinstance(domain, Enum)
            raise fault.never_lies(at, self.world.kinds[domain.kind].members[member])
        return member

    def _arithmetic(self, expr: ir.Arith, told: Locals, at: Clause) -> int:
        left, right = self.value(expr.left, told, at), self.value(expr.right, told, at)
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

    def _formula(self, expr: ir.Formula, told: Locals, at: Clause) -> bool:
        match expr:
            case ir.Equal():
                return bool(self.value(expr.left, told, at) == self.value(expr.right, told, at))
            case ir.Less(strict=strict):
                one, other = self.value(expr.left, told, at), self.value(expr.right, told, at)
                return bool(one < other if strict else one <= other)
            case ir.Contains():
                return self.value(expr.item, told, at) in self.value(expr.set, told, at)
            case ir.InRange():
                least, number, most = (self.value(each, told, at) for each in (expr.low, expr.item, expr.high))
                return bool(least <= number <= most)
            case ir.IsEmpty():
                return not self.value(expr.set, told, at)
            case ir.Not(inner=inner):
                return not self.value(inner, told, at)
            case ir.And(parts=parts):
                return all(self.value(each, told, at) for each in parts)
            case ir.Or(parts=parts):
                return any(self.value(each, told, at) for each in parts)
            case ir.Exists(binding=binding):
                return any(self.value(expr.body, inner, at) for _, inner in self.bound(binding, told, at))
            case ir.ForAll(binding=binding):
                return all(self.value(expr.body, inner, at) for _, inner in self.bound(binding, told, at))
            case other:
                assert_never(other)

    def _collection(self, expr: ir.Collection, told: Locals, at: Clause) -> tuple[Any, ...]:
        match expr:
            case ir.Contents(zone=zone):
                wanted = None if expr.key is None else self._key(expr.key, told, at)
                info = self.world.zones[zone]
                held = [pieces for number, pieces in lying(info, self.state) if wanted is None or number == wanted]
                if len(held) == 1:
                    return held[0]
                return tuple(sorted(chain.from_iterable(held), key=lambda piece: piece.index))
            case ir.SetLiteral(items=items):
                return _ordered({self.value(each, told, at) for each in items})
            case ir.AllMembers(of=of):
                return self._members(of)
            case ir.NumbersBetween():
                return tuple(range(self.value(expr.low, told, at), self.value(expr.high, told, at) + 1))
            case ir.SetArith(op=op):
                one, other = set(self.value(expr.left, told, at)), set(self.value(expr.right, told, at))
                return _ordered(one | other if op == "union" else one - other)
            case unknown:
                assert_never(unknown)

    def _members(self, of: Enum | Range | Piece) -> tuple[Any, ...]:
        match of:
            case Piece(component=component):
                return tuple(self.world.components[component].pieces)
            case Enum(kind=kind):
                return tuple(range(len(self.world.kinds[kind].members)))
            case Range(low=low, high=high):
                return tuple(range(low, high + 1))

    def _aggregate(self, expr: ir.Aggregate, told: Locals, at: Clause) -> Any:
        match expr:
            case ir.HowMany(binding=binding):
                return sum(1 for _ in self.bound(binding, told, at))
            case ir.SumOf(binding=binding):
                return counted(sum(self.value(expr.term, inner, at) for _, inner in self.bound(binding, told, at)), at)
            case ir.Extreme(op=op, binding=binding, origin=origin):
                terms = [self.value(expr.term, inner, at) for _, inner in self.bound(binding, told, at)]
                if not terms:
                    raise fault.of_nothing(_at(at, origin))
                return max(terms) if op == "highest" else min(terms)
            case ir.Filter(binding=binding):
                return tuple(each for each, _ in self.bound(binding, told, at))
            case ir.Image(binding=binding):
                return _ordered({self.value(expr.term, inner, at) for _, inner in self.bound(binding, told, at)})
            case ir.The(binding=binding, origin=origin):
                only = list(dict.fromkeys(each for each, _ in self.bound(binding, told, at)))
                if len(only) > 1:
                    raise fault.several_found(_at(at, origin))
                if only:
                    return only[0]
                if expr.otherwise is None:
                    raise fault.none_found(_at(at, origin))
                return self.value(expr.otherwise, told, at)
            case unknown:
                assert_never(unknown)


def clause_of(clause: control.Clause, origin: ir.Origin | None = None) -> Clause:
    """Returns a clause of the rules as the engine tells it."""
    span = clause.origin.span if origin is None or origin.span is None else origin.span
    cites = clause.cites if origin is None else origin.cites or clause.cites
    place = None if span is None else (span.path, span.start, span.end)
    return Clause(clause.path, tuple(map(str, cites)), place)


def not_overruled(applied: list[model.Exceptional]) -> tuple[model.Exceptional, ...]:
    """Returns the exceptions that apply, but for those that another of them stands over."""
    overruled = frozenset(name for each in applied for name in each.over)
    return tuple(each for each in applied if each.clause.path.rpartition(".")[2] not in overruled)


def _at(clause: Clause, origin: ir.Origin) -> Clause:
    if origin.span is None:
        return clause
    cites = tuple(map(str, origin.cites)) or clause.cites
    return Clause(clause.path, cites, (origin.span.path, origin.span.start, origin.span.end))


def _within(total: int, domain: object, at: Clause) -> int:
    if isinstance(domain, Range):
        return narrowed(total, domain.low, domain.high, at)
    return natural(counted(total, at), at)


def _ordered(members: set[Any]) -> tuple[Any, ...]:
    """Returns a set as the engine holds it."""
    return tuple(sorted(members, key=order_of))
