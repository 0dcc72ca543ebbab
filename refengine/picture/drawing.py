"""The drawing of a game: what a page or a picture of a board shows how, declared in `drawing.toml` beside the rules.

A file that says nothing is enough: then every place is a row of cards, and on a board lie names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from refengine.ir import game as model
from refengine.ir.domain import PLAYER, Domain, Enum, Option, SetOf
from refengine.picture.faces import LOOKS, reaching
from refengine.resolve.folder import GameFolder
from refengine.resolve.toml_form import TABLE, Form, ValueForm, check_form, choice
from refengine.resolve.toml_text import Keys, TomlText, parse_toml
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText, read_source

FILE: Final = "drawing.toml"
SIZE: Final = 1000
"""The greatest coordinate on a map, from its left and from its top."""

ZONE: Final = ("hand", "pile", "row", "back", "nowhere")
ON_BOARD: Final = ValueForm("left out: what lies on a board is drawn there", lambda _: False)
PIECE: Final = choice("card", "figure")
COLOUR: Final = ValueForm(
    "a colour, as in `#c0ffee`", lambda value: isinstance(value, str) and bool(re.fullmatch(r"#[0-9a-f]{6}", value))
)
LETTER: Final = ValueForm("one letter or sign", lambda value: isinstance(value, str) and _is_letter(value))
NO_FIELD: Final = ValueForm("a field with sides of the grid, and the parts have none", lambda _: False)
PLACE: Final = ValueForm(
    f"two numbers from 0 to {SIZE}: how far from the left, and from the top",
    lambda value: (
        isinstance(value, list) and len(value) == 2 and all(type(each) is int and 0 <= each <= SIZE for each in value)
    ),
)


def load_drawing(
    folder: GameFolder, game: model.Game
) -> tuple[dict[str, Any], SourceText | None, tuple[Diagnostic, ...]]:
    """Returns the drawing of the game in a folder, its text if there is a file, and what is wrong with that.

    A module without one is drawn as what it is a module of.
    """
    folders = (folder.path, *(each.path for each in reversed(folder.bases)))
    path = next((each / FILE for each in folders if (each / FILE).exists()), None)
    if path is None:
        return drawing_data(game, {}), None, ()
    source, wrong = read_source(path, path.as_posix())
    if source is None or wrong:
        return {}, source, wrong
    found, wrong = parse_drawing(source, game)
    return found, source, wrong


def parse_drawing(source: SourceText, game: model.Game) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """Returns the drawing that a text declares for a game, as data; empty where anything is wrong."""
    text, broken = parse_toml(source)
    if text is None:
        return {}, broken
    wrong = tuple(_malformed(text, game))
    return ({}, wrong) if wrong else (drawing_data(game, text.data), ())


# ---- CHECKED


def _malformed(text: TomlText, game: model.Game) -> Iterator[Diagnostic]:
    head = Form({}, dict.fromkeys(("zones", "pieces", "colours", "map", "lines", "looks", "letters", "grid"), TABLE))
    found = list(check_form(text, (), text.data, head))
    if found:
        yield from found
        return
    kinds = {each.name: each for each in game.kinds}
    colours = [*(member for each in game.kinds for member in each.members), *_pieces(game)]
    holders = [*(each.fields for each in game.components), *(each.fields for each in game.kinds)]
    fields = [each.name for some in holders for each in some if ":" not in each.name]
    own = {each.one: [one.name for one in _own(game, each.one)] for each in game.relations if each.one == each.other}
    tables: list[tuple[str, Mapping[str, ValueForm]]] = [
        ("zones", {each.name: _ways(game, each, text.data.get("map", {})) for each in game.zones}),
        ("pieces", {each.name: PIECE for each in game.components}),
        ("colours", dict.fromkeys(colours, COLOUR)),
        ("map", dict.fromkeys(kinds, TABLE)),
        ("lines", {kind: choice(*names) for kind, names in own.items()}),
        ("looks", dict.fromkeys([*colours, *fields], choice(*LOOKS))),
        ("letters", dict.fromkeys([*colours, *fields, *(each.name for each in game.components)], LETTER)),
        ("grid", {each.name: TABLE for each in game.zones if each.sides is not None}),
    ]
    for name, values in tables:
        yield from _checked(text, (name,), text.data.get(name), values, ())
    for kind, places in text.data.get("map", {}).items():
        if kind in kinds and isinstance(places, dict):
            members = kinds[kind].members
            yield from _checked(text, ("map", kind), places, dict.fromkeys(members, PLACE), members)
    for name, said in text.data.get("grid", {}).items():
        grid = next((each for each in game.zones if each.name == name and each.sides is not None), None)
        if grid is not None and isinstance(said, dict):
            yield from _checked(text, ("grid", name), said, _of_grid(game, grid, said), ())


def _of_grid(game: model.Game, grid: model.Zone, said: Mapping[str, Any]) -> Mapping[str, ValueForm]:
    """Returns the words that a drawing may use of the parts on a grid: their kind, and which field says where to."""
    kinds = {each.name: each for each in game.kinds}
    declared = next((each.kind for each in game.parts if each.zone == grid.name), None)
    kind = said.get("parts", declared)
    found = reaching(game, grid, kinds[kind]) if isinstance(kind, str) and kind in kinds else ()
    return {"parts": choice(*kinds), "reaches": choice(*found) if found else NO_FIELD}


def _checked(
    text: TomlText, path: Keys, table: Any, values: Mapping[str, ValueForm], required: Iterable[str]
) -> Iterator[Diagnostic]:
    if table is not None:
        needed = set(required)
        form = Form(
            {name: each for name, each in values.items() if name in needed},
            {name: each for name, each in values.items() if name not in needed},
        )
        yield from check_form(text, path, table, form)


def _ways(game: model.Game, zone: model.Zone, maps: Mapping[str, Any]) -> ValueForm:
    """Returns the ways in which a zone may be drawn: on a map, if there is one of what it is a family over."""
    if zone.sides is not None or zone.index in {each.name for each in game.parts}:
        return ON_BOARD
    if zone.index in maps:
        return choice(*ZONE, "map")
    listed = choice(*ZONE)
    return ValueForm(
        f"{listed.wanted}; `map` needs a family of places, and a table `map` of these", listed.accepts, ZONE
    )


def _is_letter(value: str) -> bool:
    """Returns whether a text is one letter or sign that is as wide as any other, and can be seen."""
    if len(value) != 1 or not value.isprintable() or unicodedata.combining(value):
        return False
    return unicodedata.east_asian_width(value) not in {"W", "F"}


def _pieces(game: model.Game) -> Iterator[str]:
    return (row.name for each in game.components for row in each.pieces)


def _own(game: model.Game, kind: str) -> list[model.Relation]:
    return [each for each in game.relations if each.one == kind == each.other]


# ---- MADE


def drawing_data(game: model.Game, said: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a drawing as data for the page, with what is not said as it is by default."""
    zones, pieces, colours = said.get("zones", {}), said.get("pieces", {}), said.get("colours", {})
    lines = said.get("lines", {})
    return {
        "zones": [
            {
                "name": each.name,
                "index": each.index,
                "component": each.component,
                "as": zones.get(each.name, "row"),
            }
            for each in game.zones
        ],
        "pieces": {
            each.name: {
                "as": pieces.get(each.name, "card"),
                "colours": {row.name: _colour(each, row, colours) for row in each.pieces},
            }
            for each in game.components
        },
        "maps": {
            kind: {"at": dict(places), "lines": _lines(game, kind, lines.get(kind))}
            for kind, places in said.get("map", {}).items()
        },
        "boards": {},
        "variables": [
            {"name": each.name, "index": each.index, "of": "player" if _is_of_players(each.domain) else None}
            for each in game.variables
            if " " not in each.name
        ],
        "colours": dict(colours),
        "looks": dict(said.get("looks", {})),
        "letters": dict(said.get("letters", {})),
        "grids": dict(said.get("grid", {})),
    }


def _is_of_players(domain: Domain) -> bool:
    """Returns whether what a variable holds are players, so that its numbers are seats."""
    match domain:
        case Option(inner=inner) | SetOf(inner=inner):
            return _is_of_players(inner)
        case _:
            return domain == PLAYER


def _colour(component: model.Component, row: model.PieceRow, colours: Mapping[str, str]) -> str | None:
    """Returns the colour of a piece: its own, or else that of the first thing printed on it that has one."""
    if row.name in colours:
        return colours[row.name]
    for told, datum in zip(component.fields, row.data, strict=True):
        if isinstance(told.domain, Enum) and isinstance(datum, str) and datum in colours:
            return colours[datum]
    return None


def _lines(game: model.Game, kind: str, relation: str | None) -> list[list[str]]:
    """Returns the pairs that a relation holds between, each once."""
    if relation is None:
        return []
    told = next(each for each in game.kinds if each.name == kind)
    number = next(place for place, each in enumerate(told.fields) if each.name == f"{relation}: holds")
    found: list[list[str]] = []
    for one, row in enumerate(told.rows):
        holds = row[number]
        assert isinstance(holds, tuple)
        found += [
            [told.members[one], told.members[other]]
            for other, here in enumerate(holds)
            if here and one != other and [told.members[other], told.members[one]] not in found
        ]
    return found
