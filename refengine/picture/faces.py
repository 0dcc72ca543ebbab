"""Faces: what is printed on a piece, as far as it can be drawn, read off the printed data by what a drawing says of it.

A part comes to sides if a field of it names sides, or members of a kind that lie on sides, such as the ports of a tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import Domain, Enum, SetOf, Truth
from refengine.picture.plane import SidePlace

Look = Literal["ground", "area", "line", "mark", "nothing"]
LOOKS: Final[tuple[Look, ...]] = ("ground", "area", "line", "mark", "nothing")

GROUND: Final = "."
"""The letter of ground, if nothing is said."""


@frozen
class FacePart:
    """A part of a face, printed on a piece: how it looks, and the places on the sides that it comes to."""

    name: str
    look: Look
    letter: str
    colour: str | None
    reaches: tuple[SidePlace, ...]


@frozen
class Face:
    """A face of a piece: its parts, and a sign at each side where something is printed of sides alone."""

    parts: tuple[FacePart, ...]
    signs: tuple[str, ...] = ("", "", "", "")
    colour: str | None = None


@frozen
class Faces:
    """The faces of the pieces that lie on a grid; `drawing` is that of the game, as `drawing.drawing_data` gives it."""

    game: model.Game
    grid: model.Zone
    drawing: Mapping[str, Any]

    def face(self, piece: Any) -> Face:
        """Returns the face of a piece as data name it: by its name, or by its fields where it is not printed."""
        fields = dict(self._piece(piece))
        parts = tuple(self._parts(fields))
        own = [] if parts else [each for datum, field in fields.values() for each in self._printed_on(datum, field)]
        single = [each for each in own if isinstance(each, FacePart)]
        parts = parts or tuple(_named_or_first(single, self.drawing["looks"]))
        signs = next((each for each in own if isinstance(each, tuple)), ("", "", "", ""))
        colours = self.drawing["pieces"][self.grid.component]["colours"]
        return Face(parts, signs, colours.get(piece) if isinstance(piece, str) else None)

    # ---- FIELDS

    def _piece(self, piece: Any) -> Iterator[tuple[str, tuple[Any, model.Field]]]:
        component = next(each for each in self.game.components if each.name == self.grid.component)
        if isinstance(piece, str):
            row = next(each for each in component.pieces if each.name == piece)
            data = dict(zip((each.name for each in component.fields), row.data, strict=True))
        else:
            data = piece["fields"]
        for field in component.fields:
            yield field.name, (data[field.name], field)

    def _kind(self, name: str) -> model.Kind:
        return next(each for each in self.game.kinds if each.name == name)

    @property
    def _sides(self) -> model.Kind:
        assert self.grid.sides is not None
        return self._kind(self.grid.sides)

    def _row(self, kind: model.Kind, member: str) -> Iterator[tuple[Any, model.Field]]:
        """Yields what is printed of a member; the fields that the rules cannot name have a colon in their names."""
        if kind.rows:
            row = kind.rows[kind.members.index(member)]
            yield from ((datum, field) for datum, field in zip(row, kind.fields, strict=True) if ":" not in field.name)

    # ---- PARTS

    def _parts(self, fields: Mapping[str, tuple[Any, model.Field]]) -> Iterator[FacePart]:
        """Yields the parts that are rows of a kind: those of the grid, or those that the drawing names."""
        kind, by = parts_of(self.game, self.grid, self.drawing)
        if kind is None:
            return
        said = self.drawing["grids"].get(self.grid.name, {}).get("reaches")
        for member in kind.members:
            row = {field.name: (datum, field) for datum, field in self._row(kind, member)}
            if by is None or row[by][0] == fields[by][0]:
                found = ((name, self._reaches(*each)) for name, each in row.items() if said in (None, name))
                reaches = next((each for _, each in found if each is not None), ())
                yield self._part(member, [str(datum) for datum, _ in row.values() if isinstance(datum, str)], reaches)

    def _part(self, name: str, also: list[str], reaches: tuple[SidePlace, ...]) -> FacePart:
        """Returns a part that looks as the drawing says of it, or of the first printed on it that looks somehow."""
        looks, letters, colours = (self.drawing[each] for each in ("looks", "letters", "colours"))
        names = [name, *also]
        look: Look = next((looks[each] for each in names if each in looks), "line" if reaches else "mark")
        default = GROUND if look == "ground" else name[:1]
        letter: str = next((letters[each] for each in names if each in letters), default)
        return FacePart(name, look, letter, next((colours[each] for each in names if each in colours), None), reaches)

    # ---- SIDES

    def _printed_on(
        self, datum: Any, field: model.Field, *, inner: bool = True
    ) -> Iterator[FacePart | tuple[str, ...]]:
        """Yields the parts, or the signs at the sides, of a field of the piece, or of a member that it names."""
        reaches = self._reaches(datum, field)
        if reaches is not None:
            yield self._part(field.name, [], reaches)
        elif field.index == self.grid.sides:
            looks = self.drawing["looks"]
            values = list(datum.values()) if isinstance(datum, Mapping) else list(datum)
            yield from (self._part(each, [], (SidePlace(n),)) for n, each in enumerate(values) if str(each) in looks)
            yield tuple("" if str(each) in looks else self._sign(each) for each in values)
        elif inner and isinstance(field.domain, Enum) and field.index is None and isinstance(datum, str):
            kind = next((each for each in self.game.kinds if each.name == field.domain.kind), None)
            for each in self._row(kind, datum) if kind is not None else ():
                yield from self._printed_on(*each, inner=False)

    def _sign(self, value: Any) -> str:
        if isinstance(value, str):
            letter: str = self.drawing["letters"].get(value, value[:1])
            return letter
        return "" if value is None else str(value)[:1]

    def _reaches(self, datum: Any, field: model.Field) -> tuple[SidePlace, ...] | None:
        """Returns the places on the sides that a field names; None of a field that names none."""
        if field.index == self.grid.sides and isinstance(field.domain, Truth):
            values = datum.values() if isinstance(datum, Mapping) else datum
            return tuple(SidePlace(side) for side, there in enumerate(values) if there)
        places = self._places(field)
        if places is None:
            return None
        members = datum if isinstance(datum, tuple | list) else () if datum is None else (datum,)
        return tuple(sorted(places[each] for each in members))

    def _places(self, field: model.Field) -> Mapping[str, SidePlace] | None:
        """Returns the places of the members that a field may name; those of a side stand in their order, clockwise."""
        return places_of({each.name: each for each in self.game.kinds}, self._sides, named_by(field))


def _named_or_first(parts: Sequence[FacePart], looks: Mapping[str, Any]) -> Iterator[FacePart]:
    """Yields those of the parts of which it is said how they look; where that is said of none, the first."""
    named = [each for each in parts if each.name in looks]
    yield from named or parts[:1]


def named_by(field: model.Field) -> str | None:
    """Returns the kind of which a field names a member or a set of members; None of any other field."""
    inner: Domain = field.domain.inner if isinstance(field.domain, SetOf) else field.domain
    return inner.kind if isinstance(inner, Enum) and field.index is None else None


def places_of(kinds: Mapping[str, model.Kind], sides: model.Kind, kind: str | None) -> Mapping[str, SidePlace] | None:
    """Returns the places on a grid's sides that a kind's members stand for; None of a kind that is about others."""
    if kind == sides.name:
        return {each: SidePlace(side) for side, each in enumerate(sides.members)}
    found = None if kind is None else kinds.get(kind)
    return None if found is None else places_on_sides(found, sides)


def places_on_sides(kind: model.Kind, sides: model.Kind) -> Mapping[str, SidePlace] | None:
    """Returns the places of the members of a kind that has a field with their side; None of a kind without."""
    at = next((n for n, each in enumerate(kind.fields) if each.domain == Enum(sides.name) and each.index is None), None)
    if at is None:
        return None
    by_side: dict[Any, list[str]] = {}
    for member, row in zip(kind.members, kind.rows, strict=True):
        by_side.setdefault(row[at], []).append(member)
    return {
        member: SidePlace(sides.members.index(side), number, len(members))
        for side, members in by_side.items()
        for number, member in enumerate(members)
    }


def parts_of(game: model.Game, grid: model.Zone, drawing: Mapping[str, Any]) -> tuple[model.Kind | None, str | None]:
    """Returns the kind of the parts of what lies on a grid, and the field by which a piece has some; None without."""
    kinds = {each.name: each for each in game.kinds}
    said = drawing["grids"].get(grid.name, {}).get("parts")
    declared = next((each for each in game.parts if each.zone == grid.name and said in (None, each.kind)), None)
    if declared is not None:
        return kinds[declared.kind], declared.by
    return (None, None) if said is None else (kinds[said], shared_field(game, grid, kinds[said]))


def reaching(game: model.Game, grid: model.Zone, kind: model.Kind) -> tuple[str, ...]:
    """Returns the fields of a kind that name sides of a grid, or what lies on its sides."""
    kinds = {each.name: each for each in game.kinds}
    assert grid.sides is not None
    sides = kinds[grid.sides]
    return tuple(
        each.name
        for each in kind.fields
        if ":" not in each.name
        and ((each.index == sides.name and isinstance(each.domain, Truth)) or places_of(kinds, sides, named_by(each)))
    )


def shared_field(game: model.Game, grid: model.Zone, kind: model.Kind) -> str | None:
    """Returns the field of one kind that a grid's pieces and a kind's members both have; None where there is none."""
    component = next(each for each in game.components if each.name == grid.component)
    own = {each.name: named_by(each) for each in component.fields}
    return next((each.name for each in kind.fields if named_by(each) and named_by(each) == own.get(each.name)), None)
