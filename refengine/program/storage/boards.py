"""Boards in a packed state: grids, and zones of each spot, of which only those have bytes that hold something.

A grid is a bit for each cell that is taken, a word for each column, and behind them a number for each cell: 0 where
nothing lies, else 1 and the piece with its turn. Zones of each spot are a list of those spots on which something lies,
and beside it what lies there, in the same order. What is behind the last one is all zeros.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from refengine.ir import game as model
from refengine.program.ops import Width
from refengine.program.storage.forms import Array, Word, bytes_of, width_of
from refengine.program.storage.windows import CELLS_HELD, SIDE, TURNS, SpotBits, spot_bits
from refengine.program.unfit import Unfit

WORD: Final = 8
KEY: Final = 4
"""The bytes of a spot in the list of those on which something lies."""

MOST_SPOTS: Final = 1024


@frozen
class PackedGrid:
    """A grid: its bits begin at `taken`, its numbers at `held`; its cells are places from the number `first` on."""

    zone: model.Zone
    taken: int
    held: int
    width: Width
    turns: int
    first: int

    @property
    def size(self) -> int:
        """The number of places."""
        return CELLS_HELD

    @property
    def bytes(self) -> int:
        """The number of bytes of all of it."""
        return WORD * SIDE + self.width * CELLS_HELD


@frozen
class PackedSpread:
    """A zone of each spot: how many spots hold something at `many`, then these, and what lies there."""

    zone: model.Zone
    part: model.Part
    bits: SpotBits
    many: int
    offset: int
    form: Word | Array
    most: int
    first: int
    size: int
    """The number of places."""

    @property
    def keys(self) -> int:
        """Returns where the spots begin."""
        return self.many + KEY

    @property
    def stride(self) -> int:
        """The bytes of what lies on one spot."""
        return bytes_of(self.form)


def grid_of(zone: model.Zone, pieces: int, offset: int, first: int) -> PackedGrid:
    """Returns the layout of a grid of which the bytes begin at an offset."""
    turns = TURNS if zone.turned else 1
    return PackedGrid(zone, offset, offset + WORD * SIDE, width_of(pieces * turns + 1), turns, first)


def most_on(component: model.Component) -> int:
    """Returns the number of spots that may hold something at a time, and one for a piece on its way."""
    most = sum(row.copies for row in component.pieces) + 1
    if most > MOST_SPOTS:
        raise Unfit(f"component `{component.name}`: more than {MOST_SPOTS} pieces that may lie on spots")
    return most


def bits_of(game: model.Game, part: model.Part) -> SpotBits:
    """Returns the bits of the numbers of a part's spots."""
    kinds: Mapping[str, model.Kind] = {each.name: each for each in game.kinds}
    (grid,) = (zone for zone in game.zones if zone.name == part.zone)
    return spot_bits(len(kinds[part.kind].members), turned=grid.turned)


def parts_of_pieces(part: model.Part, game: model.Game) -> tuple[tuple[int, ...], ...]:
    """Returns for each piece the printed parts that it has, in order."""
    component = next(each for each in game.components if each.name == part.component)
    kind = next(each for each in game.kinds if each.name == part.kind)
    everything = tuple(range(len(kind.members)))
    if part.by is None:
        return tuple(everything for _ in component.pieces)
    on_piece = [row.data[_place(component.fields, part.by)] for row in component.pieces]
    on_part = [row[_place(kind.fields, part.by)] for row in kind.rows]
    return tuple(tuple(each for each in everything if on_part[each] == own) for own in on_piece)


def _place(fields: Sequence[model.Field], name: str) -> int:
    return next(place for place, each in enumerate(fields) if each.name == name)
