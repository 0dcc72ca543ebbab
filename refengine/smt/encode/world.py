"""A game as the prover reads it: its layout, its configuration, and what a node needs that looks at terms alone.

INVARIANT: what a value comes to at some arguments in some state is worked out once, and is a constant from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal as Lit, assert_never, cast

from attrs import define, field

from refengine.ir import domain as d, expressions as ir, game as model
from refengine.ir.footprint import footprint
from refengine.ir.obligations import Owed
from refengine.smt.encode.calls import CallAnswer, CallAnswers
from refengine.smt.encode.scope import TermScope, scope_of
from refengine.smt.encode.script_index import ScriptIndex
from refengine.smt.terms.state import Layout, State, layout_of
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Fact, OptionValue, PieceValue, RecordValue, SetValue, Value
from refengine.smt.terms.values import Values
from refengine.smt.terms.zones import Heap
from refengine.smt.unsupported import Unsupported

Configuration = Mapping[tuple[str, str], Value]
"""The values of questions and options: literals, or constants that nothing is known of."""

Encoder = Callable[["World", ir.Expr, TermScope], Value]

Fewer = Callable[[int], model.Game]

Settle = Callable[[model.Value, tuple[Value, ...], TermScope, CallAnswer], CallAnswer]


@define
class World:
    """A game under one number of players, with what its questions and options come to.

    `asked` keeps each value at each argument in each state under what it reads of the configuration; worlds that differ
    in readings alone share it. `fewer` gives the rules as so many players read them,
    which few questions ask about: they are made when one does. `others` are the worlds of other configurations that
    were made.
    """

    game: model.Game
    values: Values
    configuration: Configuration
    encoder: Encoder
    fewer: Fewer
    terms: Terms = field(init=False)
    layout: Layout = field(init=False)
    declared: Mapping[str, model.Value] = field(init=False)
    script_index: ScriptIndex | None = field(init=False, default=None)
    """The scripts, once somebody has followed them."""
    lying: dict[tuple[int, str], tuple[tuple[object, ...], SetValue]] = field(init=False, factory=dict)
    """The contents of whole families of zones in the states that were looked at last, with these zones."""
    asked: CallAnswers = field(factory=CallAnswers)
    others: dict[Any, World] = field(factory=dict)
    trimmed: dict[Any, tuple[State, State]] = field(factory=dict)
    """States that were made of others, with the one that each was made of."""
    read: dict[str, frozenset[str]] = field(factory=dict)
    depends: dict[str, tuple[tuple[str, str], ...]] = field(factory=dict)
    using: list[list[CallAnswer]] = field(factory=list)
    """The stack of what each thing being worked out asked so far; all worlds share it."""
    sees: dict[tuple[ir.Binding, ir.Expr], int] = field(factory=dict)
    """The number of cells that a condition of every cell looks away from it."""
    guesses: bool = False
    """Whether a way was followed of which is not known that it is one: then no counterexample is shown."""
    halfway: State | None = None
    """The state in the middle of a loop, once somebody has asked for it."""
    few: int | None = None
    """The number of those who play where it is asked what would be with fewer: whoever is named owes to be one."""
    settle: Settle | None = None
    """Exchanges an answer for the one that another set of rules has already, if they are the same."""

    def __attrs_post_init__(self) -> None:
        self.terms = self.values.terms
        self.layout = layout_of(self.values)
        self.declared = {each.name: each for each in self.game.values}

    def variable(self, name: str) -> model.Variable:
        """Returns a variable by its name."""
        return next(each for each in self.game.variables if each.name == name)

    def reading(self, question: str, reading: str) -> Value:
        """Returns the value of a question under one of its readings."""
        (asked,) = (each for each in self.game.questions if each.name == question)
        (chosen,) = (each for each in asked.readings if each.name == reading)
        match chosen.value:
            case ir.Member(index=index):
                return index
            case ir.Number(value=value) | ir.TruthLiteral(value=value):
                return value
            case _:
                raise Unsupported("a reading that is no literal", asked.clause.origin.span)

    def reads(self, name: str) -> frozenset[str]:
        """Returns the zones, variables and tokens that a value reads, itself or through others."""
        known = self.read.get(name)
        if known is None:
            known = self.read[name] = self.read_by(self.declared[name].body)
        return known

    def read_by(self, node: object) -> frozenset[str]:
        """Returns the parts of the state that a part of the rules reads, itself or through the values that it calls."""
        found = footprint(node)
        return found.state.union(*map(self.reads, sorted(found.values)))

    def chosen(self, name: str) -> tuple[Value, ...]:
        """Returns the values of those questions and options that a value reads, itself or through others."""
        known = self.depends.get(name)
        if known is None:
            known = self.depends[name] = tuple(sorted(self._configured(name, set())))
        return tuple(self.configuration[each] for each in known)

    def _configured(self, name: str, seen: set[str]) -> set[tuple[str, str]]:
        seen.add(name)
        read = footprint(self.declared[name].body)
        found = {*read.configured}
        for each in sorted(read.values):
            if each not in seen:
                found |= self._configured(each, seen)
        return found

    # ---- EXPRESSIONS

    def encode(self, expr: ir.Expr, scope: TermScope) -> Value:
        """Returns the value of any expression."""
        try:
            return self.encoder(self, expr, scope)
        except Unsupported as failed:
            failed.path = failed.path or scope.path
            raise

    def truth(self, expr: ir.Expr, scope: TermScope) -> Bool:
        """Returns the truth of a condition."""
        return cast("Bool", self.encode(expr, scope))

    # ---- PARTS

    def number(self, expr: ir.Expr, scope: TermScope) -> Num:
        """Returns the number of an expression of numbers, members or places; its node owes that it is not absent."""
        found = self.encode(expr, scope)
        if isinstance(found, OptionValue):
            return 0 if found.inner is None else cast("Num", found.inner)
        return cast("Num", found)

    def widened(self, expr: ir.Expr, domain: d.Domain, scope: TermScope) -> Value:
        """Returns an expression as a value of a domain that may be wider than its own."""
        return self.values.coerced(expr.domain, domain, self.encode(expr, scope))

    def equal(self, left: ir.Expr, right: ir.Expr, scope: TermScope) -> Bool:
        """Returns whether two expressions come to the same; an option may be compared with what it may hold."""
        domain = self._compared(left, right)
        return self.values.same(domain, self.widened(left, domain, scope), self.widened(right, domain, scope))

    def _compared(self, left: ir.Expr, right: ir.Expr) -> d.Domain:
        """Returns the domain in which two expressions are compared: that of options where one of them is one."""
        told = [each for each in (left, right) if not isinstance(each, ir.Nothing)]
        options = [each.domain for each in told if isinstance(each.domain, d.Option)]
        if options or not told:
            return options[0] if options else left.domain
        if len(told) == 1:
            return d.Option(told[0].domain)
        if isinstance(left.domain, d.SetOf) and isinstance(right.domain, d.SetOf) and left.domain != right.domain:
            return self._wider(left.domain, right.domain)
        return left.domain

    @staticmethod
    def _wider(one: d.SetOf, other: d.SetOf) -> d.SetOf:
        if isinstance(one.inner, d.Range) and isinstance(other.inner, d.Range):
            return d.SetOf(d.Range(min(one.inner.low, other.inner.low), max(one.inner.high, other.inner.high)))
        return one

    def arithmetic(self, op: Lit["+", "-", "*", "div", "mod"], one: Num, other: Num) -> Num:
        """Returns two numbers put together."""
        match op:
            case "+":
                return self.terms.add(one, other)
            case "-":
                return self.terms.minus(one, other)
            case "*":
                return self.terms.times(one, other)
            case "div":
                return self.terms.div(one, other)
            case "mod":
                return self.terms.mod(one, other)

    def neighbour(self, of: Num, step: int, size: int) -> Num:
        """Returns the next or previous in a ring."""
        if not isinstance(of, Term):
            return (of + step) % size
        end, start = (size - 1, 0) if step == 1 else (0, size - 1)
        return self.terms.if_number(self.terms.equal(of, end), start, self.terms.add(of, step))

    def around(self, of: Num, by: Num, size: int) -> Num:
        """Returns the number some steps on in a ring, fewer than once round."""
        on = self.terms.add(of, by)
        return self.terms.if_number(self.terms.less(on, size), on, self.terms.minus(on, size))

    def in_range(self, number: Num, domain: d.Domain, origin: ir.Origin, scope: TermScope) -> None:
        """Owes that a number stays in its domain."""
        match domain:
            case d.Range(low=low, high=high):
                scope.owe(Owed.RANGE, origin, self.terms.not_(self.terms.within(number, low, high)))
            case d.Count():
                scope.owe(Owed.RANGE, origin, self.terms.not_(self.terms.at_most(0, number)))
            case (
                d.Truth() | d.Enum() | d.Piece() | d.Place() | d.Option() | d.SetOf() | d.Record() | d.Cell() | d.Spot()
            ):
                pass  # whatever is worked out of such a domain is in it

    def key(self, key: ir.Expr, scope: TermScope) -> Num:
        """Returns the key of a family as a position in it."""
        found = self.encode(key, scope)
        self.owe_seat(key.domain, found, scope)
        return found.index if isinstance(found, PieceValue) else cast("Num", found)

    def owe_seat(self, domain: d.Domain, found: Value, scope: TermScope) -> None:
        """Owes of a player who is more than compared that this one is there, where fewer play than in the state."""
        if self.few is not None and domain == d.PLAYER:
            is_there = self.terms.within(cast("Num", found), 0, self.few - 1)
            scope.owe(Owed.UNIQUE, ir.Origin(None), self.terms.not_(is_there))

    def at_key(self, key: ir.Expr | None, cells: tuple[Value, ...], domain: d.Domain, scope: TermScope) -> Value:
        """Returns the cell that is stored for a key."""
        if key is None:
            return cells[0]
        return self.picked(self.key(key, scope), cells, domain)

    def picked(self, key: Num, cells: tuple[Value, ...], domain: d.Domain) -> Value:
        """Returns one of several values, by its position."""
        if not isinstance(key, Term):
            return cells[key] if 0 <= key < len(cells) else self.values.some(domain)
        possible = [each for each in range(len(cells)) if key.values is None or each in key.values]
        if not possible:
            return self.values.some(domain)
        found = cells[possible[-1]]
        for each in reversed(possible[:-1]):
            found = self.values.choose(domain, self.terms.equal(key, each), cells[each], found)
        return found

    def located(self, expr: ir.Located, scope: TermScope) -> Num:
        """Returns the member of a family in which a piece lies."""
        piece = cast("PieceValue", self.encode(expr.piece, scope))
        if expr.zone in scope.state.beyond:
            raise Unsupported("the cell of a piece that may lie anywhere", expr.origin.span)
        members = scope.state.zones[expr.zone]
        lies = [self.layout.lies_in(each, piece) for each in members]
        scope.owe(Owed.PIECE, expr.origin, self.terms.not_(self.terms.any(lies)))
        known = [key for key, each in enumerate(lies) if each is not False]
        if not known:
            return self.layout.code(expr.zone, 0)
        found: Num = self.layout.code(expr.zone, known[-1])
        for key in reversed(known[:-1]):
            found = self.terms.if_number(lies[key], self.layout.code(expr.zone, key), found)
        return found

    def field_of(self, expr: ir.FieldOf, scope: TermScope) -> Value:
        """Returns the data of a field."""
        of = self.encode(expr.of, scope)
        match expr.of.domain:
            case d.Piece(component=owner):
                fields, held = self.values.components[owner].fields, cast("PieceValue", of).fields
            case d.Record(name=owner):
                fields, held = self.values.records[owner].fields, cast("RecordValue", of).fields
            case d.Enum(kind=kind):
                return self._of_member(kind, cast("Num", of), expr, scope)
            case d.Truth() | d.Range() | d.Count() | d.Place() | d.Option() | d.SetOf() | d.Cell() | d.Spot():
                raise Unsupported("a field of such a value")
            case other:
                assert_never(other)
        return self._keyed(held[_position(fields, expr.field)], expr, scope)

    def _of_member(self, kind: str, of: Num, expr: ir.FieldOf, scope: TermScope) -> Value:
        held: Iterable[Value] | None = self.values.related.rows(self.terms, kind, expr.field)
        if held is None:
            fields = self.values.kinds[kind].fields
            position = _position(fields, expr.field)
            rows = self.values.any_fields.rows(kind) or self.values.rows[kind]
            held = (row.fields[position] for row in rows)
        cells = tuple(self._keyed(each, expr, scope) for each in held)
        return self.picked(of, cells, expr.domain)

    def _keyed(self, held: Value, expr: ir.FieldOf, scope: TermScope) -> Value:
        if expr.key is None:
            return held
        return self.picked(self.key(expr.key, scope), cast("RecordValue", held).fields, expr.domain)

    def unknown(self, hint: str = "", over: str | None = None, *, reads: frozenset[str] | None = None) -> State:
        """Returns a state that nothing is known of but what holds of every state."""
        state = self.layout.unknown(hint, over=over, reads=reads)
        for token in self.game.tokens:
            left = self.supply(token.name, scope_of(self.terms, state, token.clause.path))
            self.values.facts.append(Fact(self.terms.at_most(0, left)))
        for zone in self.game.zones:
            if zone.cap is not None and not isinstance(zone.cap, ir.Number):
                most = self.number(zone.cap, scope_of(self.terms, state, zone.clause.path))
                for heap in state.zones[zone.name]:
                    if isinstance(heap, Heap):
                        self.values.facts.append(Fact(self.terms.at_most(heap.size, most)))
        return state

    def within_a_loop(self) -> State:
        """Returns a state that some rounds of a loop have led to, of which nothing else is known: one for all loops."""
        if self.halfway is None:
            self.halfway = self.unknown("within a loop: ")
        return self.halfway

    def supply(self, token: str, scope: TermScope) -> Num:
        """Returns the limit minus what lies out."""
        (declared,) = (each for each in self.game.tokens if each.name == token)
        out = [number for holder in declared.holders for number in scope.state.tokens[token, holder]]
        return self.terms.minus(self.number(declared.limit, scope), self.terms.sum(out))


def _position(fields: Sequence[model.Field], name: str) -> int:
    for number, each in enumerate(fields):
        if each.name == name:
            return number
    raise LookupError(name)
