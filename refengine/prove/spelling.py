"""Values, pieces and places as the rules language writes them, so that what is shown can be read as rules again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.runtime.description import Description, FieldInfo, ValueInfo
from refengine.runtime.grids import cell_name
from refengine.smt.goal import Prediction

_NAME_AND_NUMBER = re.compile(r"[^\W\d_]\w* \d+")


class Unspeakable(Exception):  # noqa: N818 - it never leaves the package
    """The language has no words for it; `what` says for what."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@frozen
class Spelling:
    """The words of one game. `placed` are the zones of a position's data: pieces that are not printed go by theirs."""

    game: model.Game
    description: Description
    placed: Mapping[str, Any]

    # ---- PIECES AND PLACES

    def piece(self, component: str, piece: Any) -> str:
        """Returns a printed piece by its name; another one by where it lies."""
        if isinstance(piece, Mapping):
            return f"({self._the(component, piece)})"
        (declared,) = (each for each in self.game.components if each.name == component)
        row = next((each for each in declared.pieces if each.name == piece), None)
        if row is None:
            raise Unspeakable(f"the piece `{piece}`")
        if declared.table is not None and not declared.key_fields:
            return row.name
        if len(declared.key_fields) == 2 and _NAME_AND_NUMBER.fullmatch(row.name):
            return row.name
        at = {each.name: place for place, each in enumerate(declared.fields)}
        data = [_datum(row.data[at[key]]) for key in declared.key_fields]
        return f"{component}({', '.join(data)})" if data else component

    def unprinted(self, piece: Mapping[str, Any]) -> str:
        """Returns a piece that is not printed, as `given` has it: `Card with rank 14 and suit Hearts`."""
        (info,) = (each for each in self.description.components if each.name == piece["component"])
        domains = {each.name: each.domain for each in info.fields}
        said = [f"{name} {_simple(domains[name], value)}" for name, value in piece["fields"].items()]
        return f"{piece['component']} with {' and '.join(said)}" if said else str(piece["component"])

    def place(self, zone: str, key: str | None) -> str:
        """Returns a zone, or a member of a family."""
        return zone if key is None else f"{zone} of {key}"

    def key(self, index: str, key: str) -> str:
        """Returns the key of a family: a member of a kind, a seat or cell by name, a piece or spot by its literal."""
        if any(each.name == index for each in self.game.components):
            return self.piece(index, key)
        if any(each.name == index for each in self.description.parts):
            return self._spot(index, key)
        return key

    def _spot(self, part: str, name: str) -> str:
        """Returns a spot, which data have by its name, as an expression."""
        (parts,) = (each for each in self.description.parts if each.name == part)
        spot = parts.spot_named(name)
        if spot is None:
            raise Unspeakable(f"the spot `{name}`")
        turn = parts.sides[spot[3] : spot[3] + 1]
        return f"{part}({', '.join((cell_name(spot[:2]), parts.printed[spot[2]], *turn))})"

    def _the(self, component: str, piece: Mapping[str, Any]) -> str:
        """Returns a piece that is not printed by the zone in which it lies, and where others lie there by its data."""
        for zone in self.description.zones:
            held = self.placed.get(zone.name)
            members = {None: held} if zone.index is None else dict(held or {})
            for key, pieces in members.items():
                if zone.component != component or pieces is None or piece not in pieces:
                    continue
                name = self._free_name()
                where = self.place(zone.name, None if key is None else self.key(str(zone.index), key))
                if len(pieces) == 1:
                    return f"the {name} in {where}"
                (info,) = (each for each in self.description.components if each.name == component)
                tests = [self._test(f"{name}.{each.name}", each, piece["fields"][each.name]) for each in info.fields]
                return f"the {name} in {where} with {' and '.join(tests)}"
        raise Unspeakable(f"a {component} that lies nowhere")

    def _test(self, what: str, field: FieldInfo, value: Any) -> str:
        if field.index is not None:
            raise Unspeakable(f"the field `{field.name}` of a piece that is not printed")
        return self.equal(what, field.domain, value)

    def _free_name(self) -> str:
        used = {each.name for part in (self.game.zones, self.game.variables, self.game.values) for each in part}
        used |= {member for kind in self.game.kinds for member in kind.members}
        return next(name for name in ("x", "piece", "it_here", "that_piece") if name not in used)

    # ---- VALUES

    def value(self, domain: Domain, value: Any) -> str:
        """Returns a value as an expression."""
        match domain:
            case Truth():
                return "true" if value else "false"
            case Range() | Count():
                return str(value)
            case Option(inner=inner):
                if value is None:
                    return "nobody" if inner == Enum("player") else "none"
                return self.value(inner, value)
            case Piece(component=component):
                return self.piece(component, value)
            case Place():
                zone, of, key = str(value).partition(" of ")
                (info,) = (each for each in self.description.zones if each.name == zone)
                return self.place(zone, self.key(str(info.index), key) if of else None)
            case Spot(part=part):
                return self._spot(part, str(value))
            case SetOf(inner=inner):
                return "{" + ", ".join(self.value(inner, each) for each in value) + "}"
            case Record(name=name):
                (record,) = (each for each in self.description.records if each.name == name)
                if any(each.index is not None for each in record.fields):
                    raise Unspeakable(f"a `{name}`")
                return f"{name}({', '.join(self.value(each.domain, value[each.name]) for each in record.fields)})"
            case _:
                return str(value)

    def call(self, asked: Prediction) -> str:
        """Returns a value with its arguments."""
        info = self.info(asked.value)
        listed = ", ".join(
            self.value(param.domain, each).removeprefix("(").removesuffix(")") if isinstance(each, Mapping)
            else self.value(param.domain, each)
            for param, each in zip(info.params, asked.arguments, strict=True)
        )  # fmt: skip
        return f"{info.name}({listed})" if listed else info.name

    def info(self, value: str) -> ValueInfo:
        """Returns the description of a value."""
        return next(each for each in self.description.values if each.name == value)

    def stated(self, asked: Prediction, result: Any) -> str:
        """Returns the condition that a value comes to something."""
        return self.equal(self.call(asked), self.info(asked.value).domain, result)

    def equal(self, what: str, domain: Domain, value: Any) -> str:
        """Returns the condition that something is equal to a value, in the shortest way."""
        match domain:
            case Truth():
                return what if value else f"not {what}"
            case SetOf() if not value:
                return f"{what} is empty"
            case Option() if value is None:
                return f"{what} is {self.value(domain, value)}"
            case Enum(kind=kind) | Option(inner=Enum(kind=kind)) if kind != "player":
                return f"{what} is {self.value(domain, value)}"
            case _:
                return f"{what} = {self.value(domain, value)}"


def _datum(datum: model.Datum) -> str:
    """Returns printed data as an expression."""
    match datum:
        case None:
            return "none"
        case bool():
            return "true" if datum else "false"
        case tuple():
            return "{" + ", ".join(_datum(each) for each in datum) + "}"
        case _:
            return str(datum)


def _simple(domain: Domain, value: Any) -> str:
    """Returns data of a piece that is not printed; the language takes a word, a number, or these in braces there."""
    match domain, value:
        case SetOf(inner=inner), [*members] if all(not isinstance(each, list | tuple) for each in members):
            return f"{{{', '.join(_simple(inner, each) for each in members)}}}"
        case _, [first, *others] if all(each == first for each in others):
            return _simple(domain, first)  # in a field `of each ...` it is the same for all
        case _, None:
            return "none"
        case _:
            return plain(value)


def plain(value: Any) -> str:
    """Returns a value where nothing is known of its domain."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case {"component": component, "fields": Mapping() as fields}:
            said = " and ".join(f"{name} {plain(each)}" for name, each in fields.items())
            return f"a {component} with {said}"
        case Mapping():
            return ", ".join(f"{name} {plain(each)}" for name, each in value.items())
        case list() | tuple():
            return "{" + ", ".join(plain(each) for each in value) + "}"
        case _:
            return str(value)
