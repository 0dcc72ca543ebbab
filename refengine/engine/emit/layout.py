"""The layout of a state: the attribute of each zone, variable and token, its Python type, and how it is read.

All decisions on representation are here and in `zones.py`; a packed form would replace these two.

INVARIANT: a zone of at most one is a piece or None, every other zone a tuple; what has an index is a tuple of those,
one for each member of a kind, or for each piece of a component. A grid is a `Grid`, a family without end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from refengine.engine.emit.naming import Names, identifier, snake
from refengine.engine.emit.text import ATOM, Py
from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import (
    CELLS,
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place,
    Range,
    Record,
    SetOf,
    Spot,
    Truth,
)

ENDLESS: Final = 1 << 62
"""The size of a grid: more members than anybody goes through."""


@frozen
class ZoneSlot:
    """A zone; `size` is the number of members of a family (`ENDLESS`: a grid), `cap` a limit, perhaps worked out."""

    zone: model.Zone
    attribute: str
    single: bool
    size: int | None
    annotation: str
    place: str

    @property
    def name(self) -> str:
        """The zone's name."""
        return self.zone.name

    @property
    def is_endless(self) -> bool:
        """Returns whether it is a family over cells or spots, of which those are stored that hold something."""
        return self.size == ENDLESS

    @property
    def is_grid(self) -> bool:
        """Returns whether it is a family over cells, which have no end."""
        return self.zone.index == CELLS

    @property
    def cap(self) -> ir.Expr | None:
        """The limit, unless it is one."""
        return None if self.single else self.zone.cap


@frozen
class VariableSlot:
    """A variable."""

    variable: model.Variable
    attribute: str
    size: int | None
    annotation: str


@frozen
class TokenSlot:
    """The counts of a token on one sort of holder."""

    token: model.Token
    holder: str
    attribute: str
    size: int


@frozen
class StateAttribute:
    """An attribute of a state and its Python type."""

    name: str
    annotation: str
    may_be_none: bool = False
    """Whether it, or a part of it, may be None."""


@frozen
class Layout:
    """The fields of a state in order, with `control` last."""

    zones: Mapping[str, ZoneSlot]
    variables: Mapping[str, VariableSlot]
    tokens: Mapping[tuple[str, str], TokenSlot]
    classes: Mapping[str, str]
    """The Python class of each component and record."""
    copies: Mapping[str, bool]
    """Whether a component has pieces that are alike."""
    pieces: Mapping[str, str]
    """The constant that holds the printed pieces of a component."""
    movers: Mapping[str, tuple[str, str]]
    """The functions that take a piece of a component from any place, and put it to any."""
    parts: Mapping[str, str]
    """The constant of each part of what lies on a grid."""
    attributes: Mapping[tuple[str, str], str]
    """The attribute of each field of a component or record."""

    def fields(self) -> list[StateAttribute]:
        """Returns the attributes of a state and their types."""
        listed = [
            StateAttribute(slot.attribute, slot.annotation, may_be_none=slot.single and not slot.is_grid)
            for slot in self.zones.values()
        ]
        listed += [
            StateAttribute(slot.attribute, slot.annotation, may_be_none=may_be_none(slot.variable.domain))
            for slot in self.variables.values()
        ]
        listed += [StateAttribute(slot.attribute, "tuple[int, ...]") for slot in self.tokens.values()]
        return [*listed, StateAttribute("control", "tuple[Frame, ...]")]

    def annotation(self, domain: Domain) -> str:
        """Returns the Python type of values of a domain."""
        match domain:
            case Truth():
                return "bool"
            case Range() | Count() | Enum():
                return "int"
            case Piece(component=component):
                return self.classes[component]
            case Place():
                return "Place"
            case Option(inner=inner):
                return f"{self.annotation(inner)} | None"
            case SetOf(inner=inner):
                return f"tuple[{self.annotation(inner)}, ...]"
            case Record(name=name):
                return self.classes[name]
            case Cell():
                return "tuple[int, int]"
            case Spot():
                return "tuple[int, int, int, int]"

    # ---- READING

    @staticmethod
    def member(state: str, slot: ZoneSlot | VariableSlot | TokenSlot, key: Py | None) -> Py:
        """Returns the text of what is stored for one key, or for the whole."""
        text = f"{state}.{slot.attribute}"
        if key is not None and isinstance(slot, ZoneSlot) and slot.is_grid:
            return Py(f"{text}.get({key})", ATOM)
        return Py(text if key is None else f"{text}[{key}]", ATOM)

    def lying(self, state: str, slot: ZoneSlot, key: Py | None) -> Py:
        """Returns the text of the pieces in a zone, or in all members of a family, as a sorted tuple."""
        whole = key is None and slot.size is not None
        stored = self.member(state, slot, key)
        if whole:
            return Py(f"{'gathered' if slot.single else 'united'}({stored})")
        return Py(f"contents({stored})") if slot.single else stored


def layout_of(game: model.Game, names: Names) -> Layout:
    """Returns the layout of a game that is specialised."""
    classes = {each.name: names.new(each.name, f"{each.name}Piece") for each in game.components}
    classes |= {each.name: names.new(each.name, f"{each.name}Record") for each in game.records}
    attributes = Names(attributes=True)
    attributes.used.add("control")
    sizes = {kind.name: len(kind.members) for kind in game.kinds}
    sizes |= {component.name: len(component.pieces) for component in game.components}
    pieces = {each.name: names.new(f"{identifier(each.name).upper()}_PIECES") for each in game.components}
    attributes_of_fields: dict[tuple[str, str], str] = {}
    for owner, fields in _owners(game):
        own = Names(used={"index", "name"}, attributes=True)
        attributes_of_fields |= {(owner, each.name): own.new(each.name) for each in fields}
    parts = {each.name: names.new(f"{identifier(each.name).upper()}_PARTS") for each in game.parts}
    half = Layout({}, {}, {}, classes, {}, pieces, {}, parts, attributes_of_fields)
    zones = {}
    for zone in game.zones:
        single = zone.cap == ir.Number(1)
        endless = zone.index == CELLS or zone.index in parts
        size = ENDLESS if endless else None if zone.index is None else sizes[zone.index]
        held = classes[zone.component]
        annotation = f"{held} | None" if single else f"tuple[{held}, ...]"
        family = annotation if size is None else f"tuple[{annotation}, ...]"
        if endless:
            family = f"Grid[{held}]" if zone.index == CELLS else f"Spread[{annotation}]"
        zones[zone.name] = ZoneSlot(
            zone,
            attributes.new(zone.name, f"{zone.name}_zone"),
            single,
            size,
            family,
            names.new(f"AT_{identifier(zone.name).upper()}"),
        )
    variables = {}
    for variable in game.variables:
        size = None if variable.index is None else sizes[variable.index]
        annotation = half.annotation(variable.domain)
        variables[variable.name] = VariableSlot(
            variable,
            attributes.new(variable.name, f"{variable.name}_value"),
            size,
            annotation if size is None else f"tuple[{annotation}, ...]",
        )
    tokens = {}
    for token in game.tokens:
        for holder in token.holders:
            attribute = attributes.new(f"{token.name}_on_{identifier(holder).lower()}")
            tokens[token.name, holder] = TokenSlot(token, holder, attribute, sizes[holder])
    movers = {
        each.name: (names.new(f"take_{snake(each.name)}"), names.new(f"put_{snake(each.name)}"))
        for each in game.components
    }
    copies = {each.name: any(row.copies != 1 for row in each.pieces) for each in game.components}
    return Layout(zones, variables, tokens, classes, copies, pieces, movers, parts, attributes_of_fields)


def may_be_none(domain: Domain) -> bool:
    """Returns whether a value of a domain, or a member of it, may be absent.

    What a record holds is a matter of its class.
    """
    match domain:
        case Option():
            return True
        case SetOf(inner=inner):
            return may_be_none(inner)
        case Truth() | Range() | Count() | Enum() | Piece() | Place() | Record() | Cell() | Spot():
            return False


def _owners(game: model.Game) -> list[tuple[str, tuple[model.Field, ...]]]:
    return [(each.name, each.fields) for each in game.components] + [(each.name, each.fields) for each in game.records]
