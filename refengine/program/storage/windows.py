"""Windows: cells and spots as numbers, as long as they lie near where a game begins.

A cell is a number of a square of cells around (0, 0), a spot one of its cell, its printed part and its turn. The order
of the numbers is that of cells and spots. What lies beyond the square has no number: there it is a trap.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

SIDE: Final = 64
"""The columns and the rows of the square, a power of two."""

ROW_BITS: Final = 6
FAR: Final = SIDE // 2
CELLS_HELD: Final = SIDE * SIDE
TURN_BITS: Final = 2
TURNS: Final = 4

_NAME = re.compile(r"\((0|-?[1-9]\d*), (0|-?[1-9]\d*)\)", re.ASCII)
_TURNED: Final = ", turned "


def part_bits(parts: int) -> int:
    """Returns the number of bits for one of so many printed parts."""
    return max(1, (parts - 1).bit_length())


def spots_held(parts: int, *, turned: bool) -> int:
    """Returns the number of numbers of spots of so many printed parts."""
    return CELLS_HELD << (part_bits(parts) + (TURN_BITS if turned else 0))


@frozen
class SpotBits:
    """The bits of a spot's number: those of its turn are the lowest, then come those of its printed part."""

    part: int
    turn: int

    @property
    def cell(self) -> int:
        """The number of bits below those of the cell."""
        return self.part + self.turn


def spot_bits(parts: int, *, turned: bool) -> SpotBits:
    """Returns the bits of the numbers of spots of so many printed parts."""
    return SpotBits(part_bits(parts), TURN_BITS if turned else 0)


# ---- NAMES


def cell_name(cell: int) -> str:
    """Returns the name that data have for the cell of a number."""
    return f"({(cell >> ROW_BITS) - FAR}, {cell % SIDE - FAR})"


def cell_named(name: str) -> int:
    """Returns the number of the cell of a name; raises `ValueError` for one that is beyond the square."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(name)
    column, row = int(found[1]) + FAR, int(found[2]) + FAR
    if not (0 <= column < SIDE and 0 <= row < SIDE):
        raise ValueError(name)
    return (column << ROW_BITS) + row


def with_turn(name: str, side: str) -> str:
    """Returns the name of a cell or spot with its turn."""
    return f"{name}{_TURNED}{side}"


def without_turn(name: str) -> tuple[str, str]:
    """Returns the name of a cell or spot, and its turn."""
    head, _, side = name.partition(_TURNED)
    return head, side


def spot_name(spot: int, bits: SpotBits, printed: tuple[str, ...], sides: tuple[str, ...]) -> str:
    """Returns the name that data have for the spot of a number."""
    part = spot >> bits.turn & ((1 << bits.part) - 1)
    name = f"{cell_name(spot >> bits.cell)} {printed[part]}"
    return with_turn(name, sides[spot & (TURNS - 1)]) if bits.turn else name


def spot_named(name: str, bits: SpotBits, printed: tuple[str, ...], sides: tuple[str, ...]) -> int:
    """Returns the number of the spot of a name; raises `ValueError` for what is none, or beyond the square."""
    side = ""
    if bits.turn:
        name, side = without_turn(name)
    place, _, part = name.partition(") ")
    turn = sides.index(side) if bits.turn else 0
    return cell_named(f"{place})") << bits.cell | printed.index(part) << bits.turn | turn
