"""Values of the rules as terms, domain by domain: made, compared, chosen between, named.

INVARIANT: members and seats are numbers from 0, as in the IR; a place is one number that says the same under every
number of players; a piece carries its printed data beside its number, so that one that is not printed is as good.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast
from weakref import WeakKeyDictionary

from attrs import define, field

from refengine.ir import domain as d, game as model
from refengine.ir.claims import AnyData
from refengine.ir.interval import bounds_of_domain
from refengine.smt.terms.free_fields import AnyFields
from refengine.smt.terms.printed_data import PrintedValues
from refengine.smt.terms.relations import FreeRelations
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import (
    Element,
    Exclusive,
    Fact,
    OptionValue,
    PieceValue,
    RecordValue,
    SetValue,
    Value,
    number_of,
)
from refengine.smt.unsupported import COPIES, SPOT, Unsupported

PLACES = 1 << 24
"""A place is the number of its zone times this, plus its key: more than a family that anybody declares has members."""

MOST_MEMBERS = 100_000
"""The greatest number of numbers for each of which a set may have an element: as many as rules may go through."""


@define
class Values(PrintedValues):
    """Values of one game. `facts` grow as constants are made."""

    terms: Terms = field(factory=Terms, kw_only=True)
    facts: list[Fact | Exclusive] = field(factory=list, kw_only=True)
    universe: dict[str, tuple[PieceValue, ...]] = field(factory=dict, kw_only=True)
    """The pieces of a component that there are, where they are not the printed ones."""
    related: FreeRelations = field(factory=FreeRelations, kw_only=True)
    """The relations whose pairs are not the printed ones."""
    any_fields: AnyFields = field(factory=AnyFields, kw_only=True)
    """The kinds whose data is not the printed one."""
    listed: WeakKeyDictionary[SetValue, dict[int | None, list[Element]]] = field(
        factory=WeakKeyDictionary, kw_only=True
    )
    """The elements of sets by the literal that they are; under None those that are none."""

    def let_be_any(self, data: AnyData) -> None:
        """Lets printed data from now on be any that the marks of relations and the types of fields allow."""
        for relation in data.relations:
            self.related.let_be_any(self.terms, self.game, relation)
        for kind in data.kinds:
            self.any_fields.let_be_any(self, kind, self.fresh_field)

    def of_any_data(self) -> tuple[Term, ...]:
        """Returns the constants that stand for printed data that may be any."""
        return (*self.related.constants(), *self.any_fields.constants())

    # ---- UNKNOWN VALUES

    def fresh(self, domain: d.Domain, hint: str) -> Value:
        """Returns a value that nothing is known of but its domain."""
        match domain:
            case d.Truth():
                return self.terms.truth(hint)
            case d.Range(low=low, high=high) if bounds_of_domain(domain) != (low, high):
                return self._number_within(hint, *bounds_of_domain(domain))
            case d.Range() | d.Enum():
                low, high = cast("tuple[int, int]", self.bounds(domain))
                return self.number(hint, low, high)
            case d.Count():
                made = self.terms.number(hint, 0)
                self.facts.append(Fact(self.terms._make("at_most", (0, made), "truth")))
                return made
            case d.Piece(component=component):
                return self.fresh_piece(component, hint)
            case d.Option(inner=inner):
                return OptionValue(self.terms.truth(f"{hint} is there"), self.fresh(inner, hint))
            case d.Record(name=name):
                return RecordValue(tuple(self.fresh_field(each, hint) for each in self.records[name].fields))
            case d.SetOf(inner=inner):
                if self.is_alike(inner):  # how often it holds a piece nothing here says
                    raise Unsupported(COPIES)
                said = ((f"{self.told(inner, each)} in {hint}", each) for each in self.members(inner))
                return SetValue(tuple(Element(self.terms.truth(name), each) for name, each in said))
            case d.Place():
                raise Unsupported("a place that is kept in the state")
            case d.Cell():
                raise Unsupported("a cell of a grid that is kept in the state, or chosen beside another")
            case d.Spot():
                raise Unsupported(SPOT)

    def fresh_field(self, told: model.Field, hint: str) -> Value:
        """Returns the data of one field."""
        if told.index is None:
            return self.fresh(told.domain, f"{told.name} of {hint}")
        return RecordValue(
            tuple(self.fresh(told.domain, f"{told.name} of {hint} at {key}") for key in range(self.sizes[told.index]))
        )

    def number(self, hint: str, low: int, high: int, label: str = "") -> Num:
        """Returns a number between two bounds."""
        if low == high:
            return low
        made = self.terms.number(hint, low, high)
        bounds = (self.terms._make("at_most", (low, made), "truth"), self.terms._make("at_most", (made, high), "truth"))
        self.facts.append(Fact(self.terms.all(bounds), label))
        return made

    def _number_within(self, hint: str, low: int | None, high: int | None) -> Num:
        """Returns a number that has a bound on one side at most."""
        made = self.terms.number(hint, low, high)
        if low is not None:
            self.facts.append(Fact(self.terms._make("at_most", (low, made), "truth")))
        if high is not None:
            self.facts.append(Fact(self.terms._make("at_most", (made, high), "truth")))
        return made

    def fresh_piece(self, component: str, hint: str, spare: int = 0) -> PieceValue:
        """Returns a printed piece; or, with `spare`, a number above the printed ones that stands for none."""
        told = self.components[component]
        index = self.number(f"{hint} of {component}", 0, len(told.pieces) - 1 + spare)
        fields = tuple(self.fresh_field(each, f"{hint} of {component}") for each in told.fields)
        made = PieceValue(index, fields)
        is_printed = self.terms.at_most(index, len(told.pieces) - 1)
        for fact in self._as_printed(told, made):
            self.facts.append(Fact(self.terms.implies(is_printed, fact), links=True))
        return made

    def _as_printed(self, component: model.Component, piece: PieceValue) -> Iterable[Bool]:
        steps = self.products[component.name]
        if steps is not None:
            lows = [cast("tuple[int, int]", self.bounds(each.domain))[0] for each in component.fields]
            parts = [
                self.terms.times(step, self.terms.minus(cast("Num", value), low))
                for step, value, low in zip(steps, piece.fields, lows, strict=True)
            ]
            yield self.terms.equal(piece.index, self.terms.sum(parts))
            return
        for printed in self.printed[component.name]:
            at = self.terms.equal(piece.index, printed.index)
            for told, one, other in zip(component.fields, piece.fields, printed.fields, strict=True):
                yield self.terms.implies(at, self.same_field(told, one, other))

    def unprinted_piece(self, component: str, hint: str, number: int) -> PieceValue:
        """Returns a piece with any data that its fields allow, as the `number`th above the printed ones."""
        told = self.components[component]
        fields = tuple(self._any_field(component, each, hint) for each in told.fields)
        return PieceValue(len(told.pieces) + number, fields)

    def _any_field(self, component: str, told: model.Field, hint: str) -> Value:
        """Returns unknown data for a field of a piece that is not printed; a member of a kind is one-hot."""
        if told.index is None and isinstance(told.domain, d.Enum):
            return self.one_of(f"{told.name} of {hint}", told.domain.kind, f"a {component} has one {told.name}")
        return self.fresh_field(told, hint)

    def one_of(self, hint: str, kind: str, label: str) -> Num:
        """Returns an unknown member of a kind, one-hot: a truth for each, and facts that exactly one of them holds."""
        members = self.kinds[kind].members
        if len(members) == 1:
            return 0
        bits = tuple(self.terms.truth(f"{hint} is {each}") for each in members)
        self.facts.append(Exclusive(bits, label))
        self.facts.append(Fact(self.terms.any(bits), f"{label} at least", links=True))
        return self.terms.one_hot(hint, bits)

    # ---- ALL OF A DOMAIN

    def members(self, domain: d.Domain) -> tuple[Value, ...]:
        """Returns every value of a finite domain, in order; of a component every printed piece."""
        match domain:
            case d.Truth():
                return (False, True)
            case d.Piece(component=component):
                return self.universe.get(component, self.printed[component])
            case d.Range() | d.Enum():
                low, high = cast("tuple[int, int]", self.bounds(domain))
                if high - low >= MOST_MEMBERS:
                    raise Unsupported(f"a set out of more than {MOST_MEMBERS:,} numbers")
                return tuple(range(low, high + 1))
            case d.Count() | d.Place() | d.Option() | d.SetOf() | d.Record() | d.Cell() | d.Spot():
                raise Unsupported("a set of such values")

    def _number_of(self, domain: d.Domain) -> int:
        """Returns the number of values of a finite domain, none of which is made."""
        if isinstance(domain, d.Range | d.Enum):
            low, high = cast("tuple[int, int]", self.bounds(domain))
            return high - low + 1
        return len(self.members(domain))

    # ---- COMPARED AND CHOSEN

    def same_field(self, told: model.Field, one: Value, other: Value) -> Bool:
        """Returns whether the data of one field are the same."""
        if told.index is None:
            return self.same(told.domain, one, other)
        assert isinstance(one, RecordValue)
        assert isinstance(other, RecordValue)
        pairs = zip(one.fields, other.fields, strict=True)
        return self.terms.all(self.same(told.domain, first, second) for first, second in pairs)

    def same(self, domain: d.Domain, one: Value, other: Value) -> Bool:
        """Returns whether two values of a domain are the same."""
        match domain:
            case d.Truth():
                return self.terms.iff(cast("Bool", one), cast("Bool", other))
            case d.Range() | d.Count() | d.Enum() | d.Place() | d.Cell():
                assert not isinstance(one, OptionValue)  # which would be unlike every number
                assert not isinstance(other, OptionValue)
                return self.terms.equal(cast("Num", one), cast("Num", other))
            case d.Piece():
                assert isinstance(one, PieceValue)
                assert isinstance(other, PieceValue)
                return self.terms.equal(one.index, other.index)
            case d.Option(inner=inner):
                assert isinstance(one, OptionValue)
                assert isinstance(other, OptionValue)
                both = self.terms.and_(one.present, other.present)
                alike = both if one.inner is None or other.inner is None else self.same(inner, one.inner, other.inner)
                neither = self.terms.and_(self.terms.not_(one.present), self.terms.not_(other.present))
                return self.terms.or_(neither, self.terms.and_(both, alike))
            case d.Record(name=name):
                assert isinstance(one, RecordValue)
                assert isinstance(other, RecordValue)
                rows = zip(self.records[name].fields, one.fields, other.fields, strict=True)
                return self.terms.all(self.same_field(told, first, second) for told, first, second in rows)
            case d.Spot():
                raise Unsupported(SPOT)
            case d.SetOf(inner=inner):
                assert isinstance(one, SetValue)
                assert isinstance(other, SetValue)
                if self.is_alike(inner):
                    times = ((self.times_in(inner, a, each) for a in (one, other)) for each in self.members(inner))
                    return self.terms.all(self.terms.equal(*each) for each in times)
                first, second = self.canonical(inner, one), self.canonical(inner, other)
                pairs = zip(first.elements, second.elements, strict=True)
                return self.terms.all(self.terms.iff(a.guard, b.guard) for a, b in pairs)

    def choose(self, domain: d.Domain, condition: Bool, then: Value, otherwise: Value) -> Value:
        """Returns one of two values of a domain."""
        if not isinstance(condition, Term):
            return then if condition else otherwise
        if then is otherwise:
            return then
        match domain:
            case d.Truth():
                return self.terms.if_truth(condition, cast("Bool", then), cast("Bool", otherwise))
            case d.Range() | d.Count() | d.Enum() | d.Place() | d.Cell():
                return self.terms.if_number(condition, cast("Num", then), cast("Num", otherwise))
            case d.Piece(component=component):
                return self.choose_piece(component, condition, cast("PieceValue", then), cast("PieceValue", otherwise))
            case d.Option(inner=inner):
                assert isinstance(then, OptionValue)
                assert isinstance(otherwise, OptionValue)
                present = self.terms.if_truth(condition, then.present, otherwise.present)
                if then.inner is None or otherwise.inner is None:
                    return OptionValue(present, then.inner if otherwise.inner is None else otherwise.inner)
                return OptionValue(present, self.choose(inner, condition, then.inner, otherwise.inner))
            case d.Record(name=name):
                assert isinstance(then, RecordValue)
                assert isinstance(otherwise, RecordValue)
                rows = zip(self.records[name].fields, then.fields, otherwise.fields, strict=True)
                return RecordValue(tuple(self.choose_field(told, condition, a, b) for told, a, b in rows))
            case d.Spot():
                raise Unsupported(SPOT)
            case d.SetOf(inner=d.Enum() | d.Range() | d.Truth() as inner):
                assert isinstance(then, SetValue)
                assert isinstance(otherwise, SetValue)
                return self.choose_members(inner, condition, then, otherwise)
            case d.SetOf():
                return self.choose_set(condition, cast("SetValue", then), cast("SetValue", otherwise))

    def choose_field(self, told: model.Field, condition: Bool, then: Value, otherwise: Value) -> Value:
        """Returns the data of one of two fields."""
        if told.index is None:
            return self.choose(told.domain, condition, then, otherwise)
        assert isinstance(then, RecordValue)
        assert isinstance(otherwise, RecordValue)
        pairs = zip(then.fields, otherwise.fields, strict=True)
        return RecordValue(tuple(self.choose(told.domain, condition, a, b) for a, b in pairs))

    def choose_piece(self, component: str, condition: Bool, then: PieceValue, otherwise: PieceValue) -> PieceValue:
        """Returns one of two pieces."""
        if not isinstance(condition, Term):
            return then if condition else otherwise
        rows = zip(self.components[component].fields, then.fields, otherwise.fields, strict=True)
        index = self.terms.if_number(condition, then.index, otherwise.index)
        return PieceValue(index, tuple(self.choose_field(told, condition, a, b) for told, a, b in rows))

    def choose_members(self, inner: d.Domain, condition: Bool, then: SetValue, otherwise: SetValue) -> SetValue:
        """Returns one of two sets of members of a small domain, member by member, no more than the domain has."""
        if len(then.elements) + len(otherwise.elements) <= self._number_of(inner):
            return self.choose_set(condition, then, otherwise)
        pairs = zip(self.canonical(inner, then).elements, self.canonical(inner, otherwise).elements, strict=True)
        chosen = [Element(self.terms.if_truth(condition, one.guard, other.guard), one.value) for one, other in pairs]
        return SetValue(tuple(each for each in chosen if each.guard is not False))

    def choose_set(self, condition: Bool, then: SetValue, otherwise: SetValue) -> SetValue:
        """Returns one of two sets; where both have the same elements in order, element by element."""
        pairs = tuple(zip(then.elements, otherwise.elements, strict=False))
        alike = (a.value is b.value and a.times is b.times for a, b in pairs)
        if len(then.elements) == len(otherwise.elements) and then.distinct and otherwise.distinct and all(alike):
            guards = (self.terms.if_truth(condition, a.guard, b.guard) for a, b in pairs)
            return SetValue(
                tuple(Element(guard, a.value, a.times) for guard, (a, _) in zip(guards, pairs, strict=True))
            )
        contrary = self.terms.not_(condition)
        parts = [Element(self.terms.and_(condition, each.guard), each.value, each.times) for each in then.elements]
        parts += [Element(self.terms.and_(contrary, each.guard), each.value, each.times) for each in otherwise.elements]
        return SetValue(
            tuple(each for each in parts if each.guard is not False), distinct=then.distinct and otherwise.distinct
        )

    # ---- SETS AND OPTIONS

    def holds(self, inner: d.Domain, members: SetValue, item: Value) -> Bool:
        """Returns whether a set has a member."""
        number = number_of(item)
        listed = members.elements if number is None else self._that_may_be(members, number)
        return self.terms.any(self.terms.and_(each.guard, self.same(inner, each.value, item)) for each in listed)

    def _that_may_be(self, members: SetValue, number: int) -> tuple[Element, ...]:
        """Returns the elements that may be one literal: a set is looked through once, however often it is asked."""
        known = self.listed.get(members)
        if known is None:
            known = self.listed[members] = {}
            for each in members.elements:
                known.setdefault(number_of(each.value), []).append(each)
        return (*known.get(number, ()), *known.get(None, ()))

    def canonical(self, inner: d.Domain, members: SetValue) -> SetValue:
        """Returns the set with one element for each value of the domain, in order."""
        if self.is_alike(inner):
            raise Unsupported(COPIES)
        whole = self.members(inner)
        if len(members.elements) == len(whole) and all(
            a.value is b for a, b in zip(members.elements, whole, strict=True)
        ):
            return members
        return SetValue(tuple(Element(self.holds(inner, members, each), each) for each in whole))

    def times_in(self, inner: d.Domain, members: SetValue, item: Value) -> Num:
        """Returns the number of copies of something that a set holds."""
        found = ((self.terms.and_(each.guard, self.same(inner, each.value, item)), each) for each in members.elements)
        return self.terms.sum(self.terms.if_number(is_it, each.times, 0) for is_it, each in found)

    def coerced(self, have: d.Domain, want: d.Domain, value: Value) -> Value:
        """Returns a value where a wider domain is wanted: something as an option."""
        if isinstance(want, d.Option) and not isinstance(have, d.Option):
            return OptionValue(present=True, inner=value)
        if isinstance(want, d.Option) and isinstance(have, d.Option) and isinstance(value, OptionValue):
            if value.inner is None or have.inner == want.inner:
                return value
            return OptionValue(value.present, self.coerced(have.inner, want.inner, value.inner))
        return value

    # ---- NAMES

    def named(self, domain: d.Domain, hint: str, value: Value) -> Value:
        """Returns the value with a constant for each of its parts that is not one already."""
        match value:
            case bool():
                return value
            case int():
                return value
            case Term(sort="truth"):
                return self.terms.named_truth(hint, value)
            case Term():
                return self.terms.named_number(hint, value)
            case OptionValue(present=present, inner=inner):
                held = domain.inner if isinstance(domain, d.Option) else domain
                named = None if inner is None else self.named(held, hint, inner)
                return OptionValue(self.terms.named_truth(f"{hint} is there", present), named)
            case PieceValue(index=index, fields=fields):
                if not isinstance(index, Term) or index.op == "const":
                    return value
                told = self.components[domain.component].fields if isinstance(domain, d.Piece) else ()
                inside = tuple(
                    self.named(each.domain, f"{each.name} of {hint}", part)
                    for each, part in zip(told, fields, strict=True)
                )
                return PieceValue(self.terms.named_number(hint, index), inside)
            case RecordValue() | SetValue():
                return value
