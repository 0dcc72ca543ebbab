"""What the engine says of a state, as data, said of the terms of a state of the prover.

It is the contrary of `refengine.smt.solving.model.Reader` and written apart from it. Said of a state that nothing is known of,
it gives the constants that make it this state; said of any other state, it is what has to come out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from attrs import define, field

from refengine.ir import domain as d, expressions as ir, game as game_ir
from refengine.ir.configuration import Configuration
from refengine.smt.course.actions import ActionTerms
from refengine.smt.course.transition import ScriptRun
from refengine.smt.solving.model import Model
from refengine.smt.terms.stack import Frame
from refengine.smt.terms.state import Layout, State
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import OptionValue, PieceValue, RecordValue, SetValue, Value
from refengine.smt.terms.zones import Slot, Zone

Pair = tuple[Bool | Num, bool | int]


@define
class Said:
    """Terms, and what each of them has to come to.

    With `whole` something is said of what is not there too, as the prover's facts about a state that nothing is known
    of have it: an empty zone of at most one holds a number of its own that is no piece, an absent piece is the first.
    """

    layout: Layout
    whole: bool = False
    pairs: list[Pair] = field(factory=list)
    spare: Counter[str] = field(factory=Counter)

    @property
    def terms(self) -> Terms:
        return self.layout.values.terms

    def model(self) -> Model:
        """The model in which the constants that something was said of are that."""
        known = {term: value for term, value in self.pairs if isinstance(term, Term) and self._is_free(term)}
        return Model(self.terms, known)

    def _is_free(self, term: Term) -> bool:
        return term.op == "const" and term not in self.terms.definitions

    def unlike(self, found: Model) -> list[tuple[Bool | Num, Any, bool | int]]:
        """What comes to something else under a model: the term, what it comes to, what was said."""
        read = ((term, found.of(term), value) for term, value in self.pairs)
        return [each for each in read if each[1] != each[2]]

    def conditions(self) -> list[Bool]:
        """The same as conditions for a solver, without anything folded away."""
        return [self._condition(term, value) for term, value in self.pairs]

    def _condition(self, term: Bool | Num, value: bool | int) -> Bool:
        if not isinstance(term, Term):
            return term == value
        if term.sort == "truth":
            return term if value else self.terms.not_(term)
        return self.terms._make("equal", (term, value), "truth")

    # ---- PARTS

    def put(self, term: Value, value: bool | int) -> None:
        """One term."""
        assert isinstance(term, bool | int | Term)
        self.pairs.append((term, value))

    def value(self, domain: d.Domain, value: Value, data: Any) -> None:
        """A value as the outside of the engine names it."""
        values = self.layout.values
        match domain:
            case d.Enum(kind="player"):
                self.put(value, data - 1)
            case d.Enum(kind=kind):
                self.put(value, values.kinds[kind].members.index(data))
            case d.Piece(component=component):
                self.piece(component, cast("PieceValue", value), data)
            case d.Place():
                (code,) = (code for code, *_ in self.layout.codes(domain.component) if self._is_named(code, data))
                self.put(value, code)
            case d.Option(inner=inner):
                option = cast("OptionValue", value)
                self.put(option.present, data is not None)
                if data is not None and option.inner is not None:
                    self.value(inner, option.inner, data)
                elif self.whole and isinstance(inner, d.Piece):
                    first = values.components[inner.component].pieces[0].name
                    self.piece(inner.component, cast("PieceValue", option.inner), first)
            case d.SetOf(inner=inner):
                self.members(inner, cast("SetValue", value), data)
            case d.Record(name=name):
                for each, part in zip(values.records[name].fields, cast("RecordValue", value).fields, strict=True):
                    self.field(each, part, data[each.name])
            case _:
                self.put(value, data)

    def _is_named(self, code: int, data: str) -> bool:
        return self.layout.place_name(code) == data

    def members(self, inner: d.Domain, value: SetValue, data: Sequence[Any]) -> None:
        """The members of a set, each as often as it is there."""
        counted = Counter(data)
        for each in self.layout.values.members(inner):
            name = self.name(inner, each)
            found = self.terms.sum(
                self.terms.if_number(
                    self.terms.and_(part.guard, self.layout.values.same(inner, part.value, each)), part.times, 0
                )
                for part in value.elements
            )
            self.put(found, counted[name])
            guards = [part.guard for part in value.elements if part.value is each]
            if self.whole and len(guards) == 1 and isinstance(guards[0], Term):
                self.put(guards[0], counted[name] > 0)

    def name(self, inner: d.Domain, member: Value) -> Any:
        """A literal member as data."""
        match inner:
            case d.Enum(kind="player"):
                return cast("int", member) + 1
            case d.Enum(kind=kind):
                return self.layout.values.kinds[kind].members[cast("int", member)]
            case d.Piece(component=component):
                index = cast("PieceValue", member).index
                return self.layout.values.components[component].pieces[cast("int", index)].name
            case _:
                return member

    def piece(self, component: str, piece: PieceValue, data: Any) -> None:
        """A printed piece by its name, with all that is printed on it; another by its data."""
        told = self.layout.values.components[component]
        if isinstance(data, str):
            (index,) = (number for number, each in enumerate(told.pieces) if each.name == data)
            self.put(piece.index, index)
            printed = dict(zip((each.name for each in told.fields), told.pieces[index].data, strict=True))
        else:
            printed = data["fields"]
            if isinstance(piece.index, Term):  # where any piece may lie one that is not printed has the next number
                self.put(piece.index, len(told.pieces))
        for each, part in zip(told.fields, piece.fields, strict=True):
            self.field(each, part, printed[each.name])

    def field(self, told: game_ir.Field, value: Value, data: Any) -> None:
        """The data of one field, which may be a total map; of an unprinted piece it may be a truth for each member."""
        if told.index is not None:
            for part, each in zip(cast("RecordValue", value).fields, data, strict=True):
                self.value(told.domain, part, each)
            return
        bits = self.terms.hot.get(value) if isinstance(value, Term) else None
        if bits is None:
            self.value(told.domain, value, data)
            return
        members = self.layout.values.kinds[cast("d.Enum", told.domain).kind].members
        for member, bit in zip(members, bits, strict=True):
            self.put(bit, member == data)

    # ---- STATES

    def state(self, state: State, data: Mapping[str, Any]) -> None:
        """A whole state, as `Game.to_json` writes it."""
        for name, members in state.zones.items():
            zone = self.layout.zones[name]
            for key, member in enumerate(members):
                self.zone(zone.component, member, _at(data["zones"][name], self.layout, zone.index, key))
        for variable in self.layout.values.game.variables:
            cells = data["variables"][variable.name]
            for key, cell in enumerate(state.variables[variable.name]):
                self.value(variable.domain, cell, _at(cells, self.layout, variable.index, key))
        for (token, holder), numbers in state.tokens.items():
            for key, number in enumerate(numbers):
                self.put(number, _at(data["tokens"][token][holder], self.layout, holder, key))

    def zone(self, component: str, zone: Zone, held: Sequence[Any]) -> None:
        """What lies in a zone."""
        if isinstance(zone, Slot):
            self.put(zone.present, bool(held))
            if held:
                self.piece(component, zone.piece, held[0])
            elif self.whole and isinstance(zone.piece.index, Term) and not self.layout.is_alike(component):
                self.put(zone.piece.index, len(self.layout.values.components[component].pieces) + self.spare[component])
                self.spare[component] += 1
            elif self.whole and self.layout.is_alike(component):
                self.piece(component, zone.piece, self.layout.values.components[component].pieces[0].name)
            return
        counted = Counter(held)
        for each, there in zip(self.layout.values.components[component].pieces, zone.held, strict=True):
            self.put(there, counted[each.name] if zone.alike else counted[each.name] == 1)
        self.put(zone.size, len(held))

    # ---- CONTROL AND ACTIONS

    def stack(self, run: ScriptRun, stack: Sequence[Frame], control: Sequence[Mapping[str, Any]]) -> None:
        """What the frames of a stack hold; that they stand where they should is for others to see."""
        frames = [each for each in control if each["phase"] is not None]
        for frame, told in zip(stack, frames, strict=True):
            self.held(run.held_at(frame.shape), frame.held, told["data"])

    def held(self, locals_: Iterable[ir.Local], held: Iterable[Value], data: Mapping[str, Any]) -> None:
        """What stands for locals."""
        for local, value in zip(locals_, held, strict=True):
            self.value(local.domain, value, data[local.name])

    def action(self, taken: ActionTerms, actor: int | str, arguments: Sequence[Any]) -> None:
        """Who does what."""
        if taken.actor is not None:
            assert isinstance(actor, int)
            self.put(taken.actor, actor - 1)
        for choice, value, data in zip(taken.action.choices, taken.arguments, arguments, strict=True):
            self.value(choice.var.domain, value, data)

    def configuration(self, game: game_ir.Game, terms: Mapping[tuple[str, str], Value], chosen: Configuration) -> None:
        """Which readings and options are played by."""
        readings, options = dict(chosen.readings), dict(chosen.options)
        for question in game.questions:
            (reading,) = (each for each in question.readings if each.name == readings[question.name])
            assert isinstance(reading.value, ir.Member | ir.Number)
            number = reading.value.index if isinstance(reading.value, ir.Member) else reading.value.value
            self.put(terms["question", question.name], number)
        for option in game.options:
            written: Any = options[option.name]
            match option.domain:
                case d.Truth():
                    written = written == "true"
                case d.Range() | d.Count():
                    written = int(written)
                case _:
                    pass
            self.value(option.domain, terms["option", option.name], written)


def _at(data: Any, layout: Layout, index: str | None, key: int) -> Any:
    return data if index is None else data[layout.key_name(index, key)]


def unordered(value: Any) -> Any:
    """Data without the order in which the members of sets and zones are listed."""
    match value:
        case Mapping():
            return {str(name): unordered(each) for name, each in value.items()}
        case list() | tuple():
            return sorted((unordered(each) for each in value), key=repr)
        case _:
            return value
