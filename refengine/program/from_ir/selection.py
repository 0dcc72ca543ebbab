"""Selection: the member of a mask at a place, found without a loop.

A loop that takes off the lowest member again and again ends at a place that nobody can foresee; a processor then loses
its way there, and forgets what it knew of the branches behind. Instead the members in each byte are counted, all bytes
at once, and one of eight bits is looked up (S. Vigna, *Broadword implementation of rank/select queries*, 2008).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from refengine.program import ops
from refengine.program.from_ir.unit import Unit

SELECT: Final = "member at place"
TABLE: Final = "places of bits in bytes"

BYTE: Final = 8
EACH: Final = 0x0101010101010101
"""A 1 in each byte: what is multiplied by it stands in all bytes, or is added up from byte to byte."""
PAIRS, NIBBLES, BYTES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
SIGNS: Final = -0x7F7F7F7F7F7F7F80
"""The highest bit of each byte."""


def member_at(mask: ops.Expression, place: ops.Expression, unit: Unit) -> ops.Expression:
    """Returns the number of the member of a mask at a place, from 0, at which there has to be one."""
    if SELECT not in unit.functions:
        unit.add(_select(unit.memory.table(TABLE, _places)))
    return ops.Call(SELECT, (mask, place), "i64")


@cache
def _places() -> bytes:
    """Returns for each byte, and each place in it, the number of the bit at that place; 0 where there is none."""
    found = bytearray(BYTE << BYTE)
    for byte in range(1 << BYTE):
        for place, bit in enumerate(bit for bit in range(BYTE) if byte >> bit & 1):
            found[byte * BYTE + place] = bit
    return bytes(found)


def _select(table: int) -> ops.Function:
    mask, place, sums, first = (ops.Local(name, "i64") for name in ("mask", "place", "sums", "first"))
    m, p, s, f = (ops.Get(each) for each in (mask, place, sums, first))

    def binary(op: ops.Operator, left: ops.Expression, right: ops.Expression | int) -> ops.Expression:
        return ops.Binary(op, left, ops.Number(right) if isinstance(right, int) else right)

    # The members in each byte, then in it and in all below; a byte is passed where there are not more than the place.
    twos = binary("-", m, binary("&", binary(">>", m, 1), PAIRS))
    fours = binary("+", binary("&", s, NIBBLES), binary("&", binary(">>", s, 2), NIBBLES))
    below = binary("*", binary("&", binary("+", s, binary(">>", s, 4)), BYTES), EACH)
    passed = binary("&", binary("-", binary("|", binary("*", p, EACH), SIGNS), s), SIGNS)
    before = binary("&", binary(">>", binary("<<", s, BYTE), f), (1 << BYTE) - 1)
    byte = binary("&", binary(">>", m, f), (1 << BYTE) - 1)
    entry = binary("+", binary("*", byte, BYTE), binary("-", p, before))
    body = (
        ops.Assign(sums, twos),
        ops.Assign(sums, fours),
        ops.Assign(sums, below),
        ops.Assign(first, binary("*", ops.Unary("ones", passed), BYTE)),
        ops.Return(binary("+", f, ops.Load(ops.Shortened(entry), table, 1))),
    )
    return ops.Function(SELECT, (mask, place), "i64", body)
