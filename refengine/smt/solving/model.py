"""Models read: what a term comes to under one, values and states as the engine's data name them.

INVARIANT: nothing here asks a solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from attrs import define, field

from refengine.ir import domain as d, game as model_ir
from refengine.smt.terms.state import Layout, State
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import OptionValue, PieceValue, RecordValue, SetValue, Value, terms_of
from refengine.smt.terms.zones import Slot, Zone


@define
class Model:
    """A model: the values of constants; one that is not known is false, or its least."""

    terms: Terms
    known: Mapping[Term, bool | int]
    worked_out: dict[Term, bool | int] = field(factory=dict)

    def of(self, term: Bool | Num) -> Any:
        """Returns the value of a term."""
        if not isinstance(term, Term):
            return term
        if term in self.known:
            return self.known[term]
        agenda = [term]
        while agenda:
            each = agenda[-1]
            if each in self.worked_out or each in self.known:
                agenda.pop()
                continue
            if each.op == "const":
                meaning = self.terms.definitions.get(each)
                needed: tuple[object, ...] = () if meaning is None else (meaning,)
            else:
                needed = each.args
            missing = [
                part
                for part in needed
                if isinstance(part, Term) and part not in self.worked_out and part not in self.known
            ]
            if missing:
                agenda.extend(missing)
                continue
            agenda.pop()
            self.worked_out[each] = self._operation(each)
        return self.worked_out[term]

    def _at(self, term: object) -> Any:
        if not isinstance(term, Term):
            return term
        return self.known[term] if term in self.known else self.worked_out[term]

    def _operation(self, term: Term) -> Any:
        if term.op == "const":
            meaning = self.terms.definitions.get(term)
            if meaning is not None:
                return self._at(meaning)
            return False if term.sort == "truth" else (term.low or 0)
        args = [self._at(each) for each in term.args]
        match term.op:
            case "not":
                return not args[0]
            case "and":
                return all(args)
            case "or":
                return any(args)
            case "iff" | "equal":
                return args[0] == args[1]
            case "if_truth" | "if_number":
                return args[1] if args[0] else args[2]
            case "at_most_one":
                return sum(args) < 2
            case "at_most":
                return args[0] <= args[1]
            case "add":
                return sum(args)
            case "times":
                return args[0] * args[1]
            case "div":
                return args[0] // args[1] if args[1] else 0
            case "mod":
                return args[0] % abs(args[1]) if args[1] else 0
            case other:
                raise TypeError(other)

    def speaks_of(self, term: Bool | Num) -> bool:
        """Returns whether the question was about a term: all its constants are known."""
        return all(each in self.known for each in self.terms.own(term))

    def settles(self, value: Value) -> bool:
        """Returns whether the question was about all that a value hangs on, also behind what is only named."""
        needed = self.terms.cone(terms_of(value))
        return all(each in self.known or each in self.terms.definitions for each in needed)


class NobodyThere(Exception):  # noqa: N818 - of what would be, where fewer play than the state has seats
    """A seat at which nobody sits has been named, so that no engine can be told."""


@define
class Reader:
    """Values under a model as the outside of the engine names them."""

    layout: Layout
    model: Model

    def value(self, domain: d.Domain, value: Value) -> Any:
        """Returns a value as data."""
        values = self.layout.values
        match domain:
            case d.Truth():
                return bool(self.model.of(cast("Bool", value)))
            case d.Range() | d.Count():
                return self.model.of(cast("Num", value))
            case d.Enum(kind="player"):
                seat = self.model.of(cast("Num", value))
                if seat >= len(values.kinds["player"].members):
                    raise NobodyThere
                return seat + 1
            case d.Enum(kind=kind):
                return values.kinds[kind].members[self.model.of(cast("Num", value))]
            case d.Piece(component=component):
                return self.piece(component, cast("PieceValue", value))
            case d.Place():
                return self.layout.place_name(self.model.of(cast("Num", value)))
            case d.Option(inner=inner):
                option = cast("OptionValue", value)
                if option.inner is None or not self.model.of(option.present):
                    return None
                return self.value(inner, option.inner)
            case d.SetOf(inner=inner):
                return self.members(inner, cast("SetValue", value))
            case d.Cell():
                return values.of_cells().name(self.model.of(cast("Num", value)))
            case d.Spot():
                raise TypeError("no term stands for a part of what lies on a grid")
            case d.Record(name=name):
                return self.fields(values.records[name].fields, cast("RecordValue", value).fields)

    def members(self, inner: d.Domain, value: SetValue) -> list[Any]:
        """Returns the members of a set."""
        found: list[Any] = []
        for each in value.elements:
            if self.model.of(each.guard):
                found += [self.value(inner, each.value)] * self.model.of(each.times)
        return found

    def datum(self, told: model_ir.Field, held: Value) -> model_ir.Datum:
        """Returns the data of one field as it is printed."""
        parts = (held,) if told.index is None else cast("RecordValue", held).fields
        found = tuple(_printed(self.value(told.domain, part)) for part in parts)
        return found[0] if told.index is None else found

    def fields(self, told: tuple[model_ir.Field, ...], held: tuple[Value, ...]) -> dict[str, Any]:
        """Returns the fields of a piece or record."""
        return {
            each.name: self.value(each.domain, value)
            if each.index is None
            else [self.value(each.domain, part) for part in cast("RecordValue", value).fields]
            for each, value in zip(told, held, strict=True)
        }

    def piece(self, component: str, piece: PieceValue) -> Any:
        """Returns a printed piece by its name, another by its data."""
        told = self.layout.values.components[component]
        index = self.model.of(piece.index)
        if index < len(told.pieces):
            return told.pieces[index].name
        return {"component": component, "fields": self.fields(told.fields, piece.fields)}

    # ---- STATES

    def state(self, state: State, *, whole: bool = False) -> dict[str, Any]:
        """Returns a state as data; of zones and variables those that the question was about, or with `whole` all."""
        zones: dict[str, Any] = {}
        for name, members in state.zones.items():
            zone = self.layout.zones[name]
            held = {
                self._member(zone, key, member): self.lying(zone.component, member)
                for key, member in enumerate(members)
                if (whole or self._is_known(member)) and (zone.index != d.CELLS or self.lying(zone.component, member))
            }
            if held:
                zones[name] = held if zone.index is not None else next(iter(held.values()))
        variables: dict[str, Any] = {}
        for variable in self.layout.values.game.variables:
            cells = {
                self._key(variable.index, key): self.value(variable.domain, cell)
                for key, cell in enumerate(state.variables[variable.name])
                if whole or self._is_spoken_of(cell)
            }
            if cells:
                variables[variable.name] = cells if variable.index is not None else next(iter(cells.values()))
        tokens: dict[str, Any] = {}
        for (token, holder), numbers in state.tokens.items():
            listed = {
                self._key(holder, key): self.model.of(number)
                for key, number in enumerate(numbers)
                if whole or self.model.speaks_of(number)
            }
            if listed:
                tokens.setdefault(token, {})[holder] = listed
        data: dict[str, Any] = {"zones": zones, "variables": variables}
        return {**data, "tokens": tokens} if tokens else data

    def _key(self, index: str | None, key: int) -> str:
        return "" if index is None else self.layout.key_name(index, key)

    def _member(self, zone: model_ir.Zone, key: int, member: Zone) -> str:
        """Returns the key of a member of a zone as data write it: where pieces lie turned, with the turn."""
        named = self._key(zone.index, key)
        if not zone.turned or zone.sides is None or not isinstance(member, Slot):
            return named
        turn = self.model.of(member.turn)
        return f"{named}, turned {self.layout.values.kinds[zone.sides].members[turn]}"

    def _is_known(self, zone: Zone) -> bool:
        if isinstance(zone, Slot):
            return self.model.speaks_of(zone.present)
        return any(isinstance(each, Term) and self.model.speaks_of(each) for each in (*zone.held, zone.size))

    def _is_spoken_of(self, value: Value) -> bool:
        match value:
            case OptionValue(present=present):
                return self.model.speaks_of(present)
            case SetValue(elements=elements):
                return any(self.model.speaks_of(each.guard) for each in elements)
            case PieceValue(index=index):
                return self.model.speaks_of(index)
            case RecordValue(fields=fields):
                return any(self._is_spoken_of(each) for each in fields)
            case _:
                return self.model.speaks_of(value)

    def lies_in(self, zone: Zone, index: int) -> bool:
        """Returns whether the piece of a number lies in a zone."""
        if isinstance(zone, Slot):
            return bool(self.model.of(zone.present)) and self.model.of(zone.piece.index) == index
        return index < len(zone.held) and bool(self.model.of(zone.held[index]))

    def lying(self, component: str, zone: Zone) -> list[Any]:
        """Returns the pieces in a zone."""
        if isinstance(zone, Slot):
            return [self.piece(component, zone.piece)] if self.model.of(zone.present) else []
        pieces = self.layout.values.printed[component]
        return [
            self.piece(component, piece)
            for piece, held in zip(pieces, zone.held, strict=True)
            for _ in range(int(self.model.of(held)))
        ]


def _printed(value: Any) -> model_ir.Datum:
    """Returns a value as a table has it: a seat by its name, a set in the order of its members."""
    return tuple(_printed(each) for each in value) if isinstance(value, list) else value
