"""One small game that has everything a state can hold, and random positions of it.

It is that of the engine's own tests, with what that does not have: pieces of which there is one each, data of kinds and
records, total maps, zones and tokens kept by piece.
"""

# mypy: disable-error-code="return-value,arg-type,assignment,call-arg,union-attr,var-annotated,no-untyped-call,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

import random
from typing import Any

from attrs import evolve

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Enum, Option, Piece, Place, Range, Record, SetOf
from tests.engine.random_expressions import (
    CARD,
    CARDS,
    COLOUR,
    SEEN,
    SMALL,
    clause,
    game_of as plain_game_of,
    position as plain_position,
    variable,
)

TILE, TOWN, OFFER = Piece("Tile"), Enum("Town"), Record("Offer")
WIDE = Range(-(1 << 20), 1 << 20)
COLOURS = ("Red", "Blue", "Green")
TOWNS = ("Ulm", "Bern", "Lund")
KINDS: tuple[Domain, ...] = (
    TRUTH, TRUTH, COUNT, COUNT, COUNT, SMALL, PLAYER, COLOUR, TOWN, CARD, TILE, Place("Card"), Place("Tile"), SetOf(CARD),
    SetOf(TILE), SetOf(COLOUR), SetOf(PLAYER), Option(PLAYER), Option(TILE), OFFER,
)  # fmt: skip
"""What random values come to."""

PRICES = model.Field("price", Range(0, 4), "Colour")
TILES = tuple(
    model.PieceRow(f"Tile {number}", (worth, mayor, (number % 3, worth, 4 - worth)), 1)
    for number, (worth, mayor) in enumerate([(1, "Red"), (2, None), (3, "Green"), (2, "Red"), (4, "Blue")], start=1)
)
TOWN_FIELDS = (model.Field("size", Range(1, 4), None), model.Field("rival", Option(TOWN), None), PRICES)
TOWN_ROWS = ((2, "Lund", (0, 1, 2)), (4, None, (3, 3, 3)), (1, "Ulm", (4, 0, 1)))
OFFER_FIELDS = (
    model.Field("by", PLAYER, None),
    model.Field("amount", SMALL, None),
    model.Field("wanted", Option(COLOUR), None),
)


def _zone(name: str, index: str | None = None, cap: int | None = None, component: str = "Tile") -> model.Zone:
    limit = None if cap is None else ir.Number(cap)
    return model.Zone(name, index, component, limit, shuffled=False, ordered=False, seen=SEEN, clause=clause(name))


def game_of(values: tuple[model.Value, ...], phases: tuple[control.Script, ...] = ()) -> model.Game:
    """The game with these values and phases."""
    game = plain_game_of(values, phases)
    tile = model.Component(
        "Tile",
        (model.Field("worth", Range(1, 4), None), model.Field("mayor", Option(COLOUR), None), PRICES),
        ("worth",),
        TILES,
        "chest",
        None,
        clause("Tile"),
    )
    town = model.Kind("Town", TOWNS, ring=False, fields=TOWN_FIELDS, rows=TOWN_ROWS, clause=clause("Town"))
    nobody = ir.Nothing(Option(COLOUR))
    offer = ir.MakeRecord("Offer", (ir.Member("player", 0), ir.Number(1), nobody), OFFER)
    return evolve(
        game,
        kinds=(*game.kinds, town),
        records=(model.Record("Offer", OFFER_FIELDS, clause("Offer")),),
        components=(*game.components, tile),
        tokens=(*game.tokens, model.Token("Gem", ("Town", "Tile"), ir.Number(12), clause("Gem"))),
        zones=(
            *game.zones,
            _zone("chest"),
            _zone("rack"),
            _zone("lot", None, 1),
            _zone("shelf", "player", 2),
            _zone("desk", "player", 1),
            _zone("under", "Tile", 2, "Card"),
        ),
        variables=(
            *game.variables,
            variable("favourite", Option(TILE), ir.Nothing(Option(TILE)), "player"),
            variable("offer", OFFER, offer),
            variable("score", COUNT, ir.Number(0), "player"),
            variable("marked", SetOf(TILE), ir.SetLiteral((), SetOf(TILE))),
            variable("taxed", SetOf(PLAYER), ir.SetLiteral((), SetOf(PLAYER)), "Town"),
        ),
    )


def position(draw: random.Random) -> dict[str, Any]:
    """Data of a random state."""
    data = plain_position(draw)
    zones: dict[str, Any] = {"rack": [], "lot": [], "shelf": {}, "desk": {}, "under": {}}
    spots: list[tuple[str, str | None]] = [("rack", None), ("lot", None)]
    spots += [(name, str(seat)) for name in ("shelf", "desk") for seat in (1, 2, 3)]
    room = {(name, key): {"rack": 9, "lot": 1, "shelf": 2, "desk": 1}[name] for name, key in spots}
    for row in TILES:
        name, key = draw.choice([("chest", None), *spots])
        if name == "chest" or not room[name, key]:
            continue
        room[name, key] -= 1
        (zones[name] if key is None else zones[name].setdefault(key, [])).append(row.name)
    used = [name for held in data["zones"].values() for each in (held.values() if isinstance(held, dict) else [held])
            for name in each]  # fmt: skip
    for row in CARDS:
        if row.name not in used and draw.random() < 0.3:
            zones["under"].setdefault(f"Tile {draw.randint(1, 5)}", [row.name])
    names = [row.name for row in TILES]
    data["zones"] |= zones
    data["variables"] |= {
        "favourite": {str(seat): draw.choice([None, *names]) for seat in (1, 2, 3)},
        "offer": {"by": draw.randint(1, 3), "amount": draw.randint(0, 4), "wanted": draw.choice([None, *COLOURS])},
        "score": {str(seat): draw.choice([0, 1, 2, 7]) for seat in (1, 2, 3)},
        "marked": [name for name in names if draw.random() < 0.5],
        "taxed": {town: [seat for seat in (1, 2, 3) if draw.random() < 0.5] for town in TOWNS},
    }
    data["tokens"]["Gem"] = {
        "Town": {town: draw.randint(0, 2) for town in TOWNS},
        "Tile": {name: draw.randint(0, 1) for name in names},
    }
    return data


def positions(seed: int, number: int) -> list[dict[str, Any]]:
    """Data of some random states."""
    draw = random.Random(seed)
    return [position(draw) for _ in range(number)]
