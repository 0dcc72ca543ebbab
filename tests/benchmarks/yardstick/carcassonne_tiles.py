"""The tiles of Carcassonne by hand: what is printed on each, in each of its four turns.

Sides go clockwise from the upper one, 0 to 3. A side has three ports: the left half of its field, its middle, where roads
and cities meet, and the right half, seen from the centre of the tile. Ports are numbered clockwise, 0 to 11.
"""

from __future__ import annotations

import csv
from pathlib import Path

from attrs import frozen

TABLES = Path(__file__).parents[3] / "spec" / "carcassonne"
SIDES = "NESW"
PORTS = tuple(side + half for side in SIDES for half in "LMR")
FACING = tuple(((port // 3 + 2) % 4) * 3 + 2 - port % 3 for port in range(12))
"""The port of the next tile that a port meets."""

Cell = tuple[int, int]
Spot = tuple[int, int, int]
"""Column, row, and number of the part of the tile that lies there."""


@frozen(eq=False)
class Part:
    """A part of a tile that lies with some turn."""

    number: int
    land: str
    ports: tuple[int, ...]
    pennants: int
    touches: tuple[int, ...]


@frozen(eq=False)
class Turned:
    """A sort of tile, turned clockwise by so many quarters. There is one object for each sort and turn."""

    sort: int
    turn: int
    edges: tuple[str, ...]
    parts: tuple[Part, ...]
    part_at: tuple[int | None, ...]
    """The number of the part at each port."""
    building: int | None
    """The number of the part that is a cloister or a shrine."""
    land: str | None
    """Which of the two it is."""


@frozen(eq=False)
class Sort:
    """Tiles that are alike."""

    name: str
    index: int
    copies: int
    sets: frozenset[str]
    turned: tuple[Turned, ...]


def _rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"{table}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _turned(index: int, turn: int, edges: tuple[str, ...], parts: tuple[Part, ...]) -> Turned:
    part_at: list[int | None] = [None] * 12
    turned = []
    for part in parts:
        ports = tuple((port + 3 * turn) % 12 for port in part.ports)
        turned.append(Part(part.number, part.land, ports, part.pennants, part.touches))
        for port in ports:
            part_at[port] = part.number
    building = next((part.number for part in parts if part.land in ("Cloister", "Shrine")), None)
    land = None if building is None else parts[building].land
    return Turned(index, turn, edges[4 - turn :] + edges[: 4 - turn], tuple(turned), tuple(part_at), building, land)


def read_sorts(folder: Path = TABLES) -> tuple[Sort, ...]:
    """Read the sorts of tiles from the tables `sorts` and `segments` of a folder, in the order of the rows."""
    segments = _rows(folder, "segments")
    sorts = []
    for index, row in enumerate(_rows(folder, "sorts")):
        own = [segment for segment in segments if segment["sort"] == row["id"]]
        numbers = {segment["id"]: number for number, segment in enumerate(own)}
        parts = tuple(
            Part(
                number,
                segment["land"],
                tuple(PORTS.index(port) for port in segment["ports"].split()),
                int(segment["pennants"]),
                tuple(numbers[city] for city in segment["touches"].split()),
            )
            for number, segment in enumerate(own)
        )
        edges = tuple(row[f"edge_{side}"] for side in SIDES)
        turned = tuple(_turned(index, turn, edges, parts) for turn in range(4))
        sorts.append(Sort(row["id"], index, int(row["copies"]), frozenset(row["sets"].split()), turned))
    return tuple(sorts)
