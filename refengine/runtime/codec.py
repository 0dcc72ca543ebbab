"""Values inside and outside: pieces and members by name, seats from 1, sets as lists.

Pieces that are not printed get one object for each content, so that states are equal by content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from refengine.ir.domain import (
    CELLS,
    PLAYER,
    UNBOUNDED,
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place as PlaceOf,
    Range,
    Record,
    SetOf,
    Spot as SpotOf,
    Truth,
)
from refengine.runtime.bad_data import malformed, not_offered, not_printed, too_often, unknown, wrong_value
from refengine.runtime.description import ActionInfo, ComponentInfo, Description, FieldInfo, FrameInfo, GivenNew
from refengine.runtime.frames import CHANCE, TABLE, Action, Frame, Place, ordinal, refused
from refengine.runtime.grids import cell_name, cell_named
from refengine.runtime.plain_data import bounded_data, partial_record_of, record_of
from refengine.runtime.spots import Parts, Spot
from refengine.runtime.zones import order_of


@frozen(slots=False, eq=False, repr=False)
class Codec:
    """The two directions for one module."""

    description: Description
    _made: dict[tuple[str, tuple[Any, ...]], Any] = field(factory=dict, init=False, repr=False)
    _key_names: dict[str, tuple[str, ...]] = field(factory=dict, init=False, repr=False)

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each kind's members."""
        return {kind.name: kind.members for kind in self.description.kinds}

    @cached_property
    def components(self) -> Mapping[str, ComponentInfo]:
        """Components by name."""
        return {each.name: each for each in self.description.components}

    @cached_property
    def pieces(self) -> Mapping[str, Mapping[str, Any]]:
        """The printed pieces of each component, by name; pieces of two components may have one name."""
        return {each.name: {piece.name: piece for piece in each.pieces} for each in self.description.components}

    @cached_property
    def places(self) -> Mapping[str, tuple[str, Place]]:
        """Component and object of each place, by name, but for those on grids, which have no end."""
        zones = [zone for zone in self.description.zones if not zone.is_endless]
        return {place.name: (zone.component, place) for zone in zones for place in zone.places}

    def place(self, component: str, data: Any) -> Place:
        """Returns a place by name."""
        found = self.places.get(data) if isinstance(data, str) else None
        if found is not None and found[0] == component:
            return found[1]
        if isinstance(data, str):
            for zone in self.description.zones:
                head = f"{zone.name} of "
                if zone.is_endless and zone.component == component and data.startswith(head):
                    key = self._key_named(zone.index, data.removeprefix(head))
                    place: Place | None = None if key is None else zone.places[key]
                    if place is not None:
                        return place
        raise unknown("place", data, self.places)

    def _key_named(self, index: str | None, name: str) -> Any:
        return cell_named(name) if index == CELLS else self.parts[index or ""].spot_named(name)

    @cached_property
    def parts(self) -> Mapping[str, Parts]:
        """The parts of what lies on grids by name."""
        return {each.name: each for each in self.description.parts}

    def is_endless(self, index: str | None) -> bool:
        """Returns whether a family is one over cells or spots, of which a state holds those that hold something."""
        return index == CELLS or index in self.parts

    def _spot(self, part: str, data: Any, what: str) -> Spot:
        spot = self.parts[part].spot_named(data)
        if spot is None:
            some = self.parts[part].spot_name((2, -1, 0, 0))
            raise wrong_value(what, data, f"a cell and a part, such as `{some}`")
        return spot

    @cached_property
    def printed(self) -> Mapping[str, int]:
        """The number of pieces that each component prints."""
        return {each.name: len(each.pieces) for each in self.description.components}

    # ---- OUT

    def public(self, domain: Domain, value: Any) -> Any:
        """Returns a value as the outside sees it."""
        match domain:
            case Enum(kind="player"):
                return value + 1
            case Enum(kind=kind):
                return self.members[kind][value]
            case Piece(component=component):
                return self.public_piece(component, value)
            case PlaceOf():
                return value.name
            case Cell():
                return cell_name(value)
            case SpotOf(part=part):
                return self.parts[part].spot_name(value)
            case Option(inner=inner):
                return None if value is None else self.public(inner, value)
            case SetOf(inner=inner):
                return [self.public(inner, each) for each in value]
            case Record(name=name):
                (record,) = (each for each in self.description.records if each.name == name)
                return {each.name: self._public_field(each, value) for each in record.fields}
            case _:
                return value

    def public_piece(self, component: str, piece: Any) -> Any:
        """Returns a piece by its name, or by its fields if it is not printed."""
        if piece.index < self.printed[component]:
            return piece.name
        fields = {each.name: self._public_field(each, piece) for each in self.components[component].fields}
        return {"component": component, "fields": fields}

    def _public_field(self, info: FieldInfo, holder: Any) -> Any:
        value = getattr(holder, info.attribute)
        if info.index is None:
            return self.public(info.domain, value)
        return [self.public(info.domain, each) for each in value]

    # ---- IN

    def internal(
        self, domain: Domain, data: Any, what: str, *, unprinted: bool = False, as_it_lies: bool = False
    ) -> Any:
        """Returns a value from outside; a set of pieces that may be in an order keeps the one given if `as_it_lies`."""
        match domain:
            case Truth():
                if isinstance(data, bool):
                    return data
                raise wrong_value(what, data, "true or false")
            case Enum(kind="player"):
                seats = self.description.players
                if isinstance(data, int) and not isinstance(data, bool) and 1 <= data <= seats:
                    return data - 1
                raise wrong_value(what, data, f"a seat from 1 to {seats}")
            case Enum(kind=kind):
                if isinstance(data, str) and data in self.members[kind]:
                    return self.members[kind].index(data)
                raise unknown(kind, data, self.members[kind])
            case Range(low=low, high=high):
                if isinstance(data, int) and not isinstance(data, bool) and _is_within(data, low, high):
                    return data
                raise wrong_value(what, data, f"a number from {low} to {high}")
            case Count():
                if isinstance(data, int) and not isinstance(data, bool) and data >= 0:
                    return data
                raise wrong_value(what, data, "a number that is not negative")
            case Piece(component=component):
                return self.piece(component, data, unprinted=unprinted)
            case PlaceOf(component=component):
                return self.place(component, data)
            case Option(inner=inner):
                return None if data is None else self.internal(inner, data, what, unprinted=unprinted)
            case SetOf(inner=inner):
                keeps = as_it_lies and isinstance(inner, Piece) and inner.component in self._in_order
                return self._set(inner, data, what, unprinted=unprinted, keeps=keeps)
            case Record(name=name):
                return self._record(name, data, what)
            case Cell():
                cell = cell_named(data)
                if cell is None:
                    raise wrong_value(what, data, "a cell such as `(2, -1)`")
                return cell
            case SpotOf(part=part):
                return self._spot(part, data, what)

    def piece(self, component: str, data: Any, *, unprinted: bool) -> Any:
        """Returns a piece by name, by its object, or by its fields."""
        if isinstance(data, str):
            found = self.pieces[component].get(data)
            if found is None:
                raise unknown(component, data, self.pieces[component])
            return found
        if isinstance(data, self.components[component].make):  # type: ignore[arg-type]
            return data
        if not isinstance(data, Mapping):
            raise malformed(f"a {component}", "a name, or component and fields")
        if not unprinted:
            raise not_printed(component)
        whole = record_of(data, f"a {component}", ("component", "fields"))
        if whole["component"] != component:
            raise wrong_value("a place", whole["component"], f"a {component}")
        infos = self.components[component].fields
        fields = record_of(whole["fields"], f"a {component}", [info.name for info in infos])
        return self.new_piece(component, tuple(self._field(info, fields[info.name]) for info in infos))

    def new_piece(self, component: str, data: tuple[Any, ...]) -> Any:
        """Returns the piece with this data: the printed one if there is one, else the one object for the content."""
        info = self.components[component]
        for piece in info.pieces:
            if tuple(getattr(piece, each.attribute) for each in info.fields) == data:
                return piece
        known = self._made.get((component, data))
        if known is not None:
            return known
        shown = ", ".join(
            f"{each.name} {self._public_value(each, value)}" for each, value in zip(info.fields, data, strict=True)
        )
        return self._made.setdefault((component, data), info.make(ordinal(data), f"{component} with {shown}", *data))

    def given(self, piece: Any) -> Any:
        """Returns a piece of an example."""
        return self.new_piece(piece.component, piece.data) if isinstance(piece, GivenNew) else piece

    def _public_value(self, info: FieldInfo, value: Any) -> Any:
        return (
            self.public(info.domain, value)
            if info.index is None
            else [self.public(info.domain, each) for each in value]
        )

    def _field(self, info: FieldInfo, listed: Any) -> Any:
        if info.index is None:
            return self.internal(info.domain, listed, f"`{info.name}`")
        if not isinstance(listed, list | tuple) or len(listed) != len(self.members[info.index]):
            raise malformed(f"`{info.name}`", f"a list with one entry for each {info.index}")
        return tuple(self.internal(info.domain, each, f"`{info.name}`") for each in listed)

    @cached_property
    def _in_order(self) -> frozenset[str]:
        """The components of which a zone keeps the order."""
        return frozenset(each.component for each in self.description.zones if each.ordered)

    def _set(self, inner: Domain, data: Any, what: str, *, unprinted: bool, keeps: bool) -> Any:
        if not isinstance(data, list | tuple):
            raise malformed(what, "a list")
        items = [self.internal(inner, each, what, unprinted=unprinted) for each in data]
        if isinstance(inner, Piece):
            for piece, times in Counter(items).items():
                if piece.index < self.printed[inner.component]:
                    copies = self.components[inner.component].copies[piece.index]
                    if times > copies:
                        raise too_often(piece, copies)
        elif len(set(items)) != len(items):
            raise malformed(what, "a list in which nothing stands twice")
        return tuple(items) if keeps else tuple(sorted(items, key=order_of))

    def _record(self, name: str, data: Any, what: str) -> Any:
        (record,) = (each for each in self.description.records if each.name == name)
        if isinstance(data, record.make):  # type: ignore[arg-type]
            return data
        fields = record_of(data, what, [info.name for info in record.fields])
        return record.make(*(self._field(info, fields[info.name]) for info in record.fields))

    # ---- ACTIONS

    def frame_info(self, frame: Frame) -> FrameInfo | None:
        """Returns the description of a frame's class; None if it has none."""
        return self._frames.get(type(frame))

    @cached_property
    def _frames(self) -> Mapping[Any, FrameInfo]:
        return {each.make: each for each in self.description.frames}

    @cached_property
    def _actions(self) -> Mapping[Any, Mapping[str, ActionInfo]]:
        return {each.make: {one.name: one for one in each.actions} for each in self.description.frames}

    def find_action(self, state: Any, actor: object, name: object, arguments: object) -> Action:
        """Returns the action with this name and these arguments from outside, legal or not."""
        bounded_data((actor, name, arguments), "an action")
        info = self._offered(state, name)
        seat: int | str = info.by if info.by in {CHANCE, TABLE} else self.internal(PLAYER, actor, "the actor")
        if info.by in {CHANCE, TABLE} and actor != info.by:
            raise wrong_value(f"the actor of `{name}`", actor, f"`{info.by}`")
        if not isinstance(arguments, list | tuple) or len(arguments) != len(info.params):
            raise malformed(f"the number of arguments of `{name}`", str(len(info.params)))
        inside = tuple(
            self.internal(param.domain, each, f"`{param.name}`", unprinted=True)
            for param, each in zip(info.params, arguments, strict=True)
        )
        return self._action(state, seat, info, inside)

    def action(self, state: Any, actor: int | str, name: str, arguments: tuple[Any, ...]) -> Action:
        """Returns the action of a seat from 0, of chance or of the table, with arguments from inside.

        Raises `BadData` where it is not offered, or not to them: a player takes nothing that chance decides.
        """
        info = self._offered(state, name)
        if (actor if isinstance(actor, str) else "player") != info.by:
            who = actor if isinstance(actor, str) else actor + 1
            raise wrong_value(f"the actor of `{name}`", who, f"`{info.by}`")
        return self._action(state, actor, info, arguments)

    def _offered(self, state: Any, name: object) -> ActionInfo:
        offered = self._actions.get(type(state.control[-1]), {})
        if not isinstance(name, str) or name not in offered:
            raise not_offered(name, offered)
        return offered[name]

    @staticmethod
    def _action(state: Any, actor: int | str, info: ActionInfo, arguments: tuple[Any, ...]) -> Action:
        seat = actor if isinstance(actor, int) else -1
        found: Action = info.get(seat, arguments, 1)
        if info.weighted:
            same = (each for each in state.control[-1].legal(state) if each.name == found.name)
            return next((each for each in same if each.arguments == found.arguments), found)
        return found

    # ---- KEYS

    def key(self, index: str, data: Any) -> Any:
        """Returns the key of a family: a number, a cell or a spot."""
        if index == CELLS:
            return self.internal(Cell(), data, "a cell")
        if index in self.parts:
            return self._spot(index, data, f"a {index}")
        if index in self.components:
            found: int = self.piece(index, data, unprinted=False).index
            return found
        if index == "player" and isinstance(data, str) and data in self.members[index]:
            data = self.members[index].index(data) + 1
        key: int = self.internal(Enum(index), data, f"a {index}")
        return key

    def key_name(self, index: str, key: Any) -> str:
        """Returns the key of a family as data name it."""
        if index in self.parts:
            return self.parts[index].spot_name(key)
        return cell_name(key) if index == CELLS else self.key_names(index)[key]

    def key_names(self, index: str) -> tuple[str, ...]:
        """Returns the keys of a family as data name them, in their order; not of a grid or spots, which have no end."""
        if index not in self._key_names:
            holder = self.components.get(index)
            names = self.members[index] if holder is None else tuple(str(each.name) for each in holder.pieces)
            self._key_names[index] = names
        return self._key_names[index]


def unusual(codec: Codec, frame: Frame, state: Any, action: object) -> Any:
    """Returns the state after an action that is given as data; the refusal of one that is not legal."""
    if not isinstance(action, Mapping):
        raise refused(frame, state, action)
    said = partial_record_of(action, "an action", ("actor", "name", "arguments", "weight"))
    found = codec.find_action(state, said.get("actor"), said.get("name"), said.get("arguments", ()))
    after = frame.take(state, found)
    weight = said.get("weight", found.weight)
    if weight != found.weight or isinstance(weight, bool):
        wanted = "that of nobody but chance" if found.weight is None else str(found.weight)
        raise wrong_value(f"the weight of `{found.name}`", weight, wanted)
    return after


def _is_within(number: int, low: int, high: int) -> bool:
    """Returns whether a number is in a range, of which an end may be none."""
    return (low <= -UNBOUNDED or low <= number) and (high >= UNBOUNDED or number <= high)
