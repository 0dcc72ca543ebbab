"""Words: sets that are one number, in which each thing has a lane: a bit in a mask, a few that count it in a tally."""

from __future__ import annotations

from typing import Final

from refengine.program import ops
from refengine.program.from_ir.unit import Scope
from refengine.program.storage.forms import BITS, BYTE, Mask, Tally, Word

ONE, ZERO = ops.Number(1), ops.Number(0)
WIDE: Final = 16
"""The bits of a lane in which the counts of a whole word of bytes have room."""


def signed(word: int) -> int:
    """Returns a word as the number that it is in a program."""
    return word - (1 << BITS) if word >> (BITS - 1) else word


def lanes(value: int, bits: int, many: int) -> int:
    """Returns a word that has a value in each of so many lanes."""
    return signed(sum(value << (bits * lane) for lane in range(many)))


def full(form: Word) -> int:
    """Returns the greatest number that a lane holds."""
    return (1 << form.bits) - 1


def every(form: Word) -> ops.Expression:
    """Returns the set of all things, each once."""
    return ops.Number(lanes(1, form.bits, form.size))


def shift(number: ops.Expression, form: Word) -> ops.Expression:
    """Returns where the lane of a thing begins."""
    return _times(number, form.bits)


def in_lane(copies: ops.Expression, number: ops.Expression, form: Word) -> ops.Expression:
    """Returns the word that has a number in the lane of a thing, and nothing else."""
    return ops.Binary("<<", copies, shift(number, form))


def lane_of(word: ops.Expression, number: ops.Expression, form: Word) -> ops.Expression:
    """Returns the number in the lane of a thing."""
    return ops.Binary("&", ops.Binary(">>", word, shift(number, form)), ops.Number(full(form)))


def lowest(word: ops.Expression, form: Word) -> ops.Expression:
    """Returns the number of the first thing in a word that is not 0."""
    found = ops.Unary("lowest", word)
    return found if form.bits == 1 else ops.Binary(">>", found, ops.Number(form.bits.bit_length() - 1))


def without_lowest_bit(mask: ops.Expression) -> ops.Expression:
    """Returns a mask without its lowest bit; the mask is worked out twice."""
    return ops.Binary("&", mask, ops.Binary("-", mask, ONE))


def without_lowest(word: ops.Expression, form: Word) -> ops.Expression:
    """Returns a word without its first thing, with all its copies; the word is worked out twice."""
    if isinstance(form, Mask):
        return without_lowest_bit(word)
    start = ops.Binary("&", ops.Unary("lowest", word), ops.Number(BITS - form.bits))
    lane = ops.Binary("<<", ops.Number(full(form)), start)
    return ops.Binary("&", word, ops.Binary("^", lane, ops.Number(-1)))


def with_one_less(word: ops.Expression, form: Word) -> ops.Expression:
    """Returns a word that is not 0 without one copy of its first thing; the word is worked out twice."""
    if isinstance(form, Mask):
        return without_lowest_bit(word)
    start = ops.Binary("&", ops.Unary("lowest", word), ops.Number(BITS - form.bits))
    return ops.Binary("-", word, ops.Binary("<<", ONE, start))


def once(word: ops.Expression, form: Word, scope: Scope) -> ops.Expression:
    """Returns each thing of a word once."""
    if isinstance(form, Mask):
        return word
    held = scope.fresh("i64")
    found = [ops.Assign(held, word)]
    bits = form.bits // 2
    while bits:
        found.append(
            ops.Assign(held, ops.Binary("|", ops.Get(held), ops.Binary(">>", ops.Get(held), ops.Number(bits))))
        )
        bits //= 2
    return ops.Do(tuple(found), ops.Binary("&", ops.Get(held), every(form)))


def joined(one: ops.Expression, other: ops.Expression, form: Word, scope: Scope) -> ops.Expression:
    """Returns the union of two words, each thing once."""
    return once(ops.Binary("|", one, other), form, scope)


def left_of(one: ops.Expression, other: ops.Expression, form: Word, scope: Scope) -> ops.Expression:
    """Returns the difference of two words, with copies."""
    hidden = _filled(once(other, form, scope), form)
    return ops.Binary("&", one, ops.Binary("^", hidden, ops.Number(-1)))


def many(word: ops.Expression, form: Word, scope: Scope) -> ops.Expression:
    """Returns the number of things in a word, copies counted."""
    if isinstance(form, Mask):
        return ops.Unary("ones", word)
    return sum_of_lanes(word, form.bits, scope)


def sum_of_lanes(word: ops.Expression, bits: int, scope: Scope) -> ops.Expression:
    """Returns the sum of the numbers in the lanes of a word, of 2, 4 or 8 bits each.

    Neighbours are added in lanes of twice the bits until one has room for the sum of all, which is in the upper one
    after a multiplication.
    """
    held = scope.fresh("i64")
    found = [ops.Assign(held, word)]
    # Eight bytes hold at most 8 * 255, which wants more than a byte; 16 lanes of 15 or 32 of 3 have room in one.
    wanted = WIDE if bits == BYTE else BYTE
    while bits < wanted:
        some = ops.Number(lanes((1 << bits) - 1, 2 * bits, BITS // (2 * bits)))
        low = ops.Binary("&", ops.Get(held), some)
        high = ops.Binary("&", ops.Binary(">>", ops.Get(held), ops.Number(bits)), some)
        found.append(ops.Assign(held, ops.Binary("+", low, high)))
        bits *= 2
    total = ops.Binary("*", ops.Get(held), ops.Number(lanes(1, bits, BITS // bits)))
    return ops.Do(tuple(found), ops.Binary(">>", total, ops.Number(BITS - bits)))


def united(one: ops.Expression, other: ops.Expression, form: Word) -> ops.Expression:
    """Returns what two words hold together of which nothing lies in both; copies are added, which no lane overflows."""
    return ops.Binary("+" if isinstance(form, Tally) else "|", one, other)


def _times(number: ops.Expression, factor: int) -> ops.Expression:
    if isinstance(number, ops.Number):
        return ops.Number(number.value * factor)
    return number if factor == 1 else ops.Binary("<<", number, ops.Number(factor.bit_length() - 1))


def _filled(word: ops.Expression, form: Word) -> ops.Expression:
    """Returns a word with all bits of each lane that has a one."""
    return word if form.bits == 1 else ops.Binary("*", word, ops.Number(full(form)))
