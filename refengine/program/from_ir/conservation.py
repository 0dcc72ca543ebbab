"""Conservation: whether every piece lies in just one place, and no more tokens than there are.

A program only moves, so this cannot be broken by rules; it is looked at by a search, which answers for every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from refengine.ir import game as model
from refengine.program import ops
from refengine.program.from_ir import words
from refengine.program.from_ir.properties import NO, YES
from refengine.program.from_ir.unit import Scope, Unit
from refengine.program.storage.forms import BITS, BYTE, Mask, Tally
from refengine.program.unfit import Unfit

CONSERVED: Final = "conserved"
WORD: Final = 8
MOST_WRITTEN_OUT: Final = 8
"""The greatest number of cells that are looked at one after the other without a loop."""

Body = Callable[[ops.Expression, int], tuple[ops.Statement, ...]]
"""The statements about a cell, by its address and what is to be added to it."""

STATE, AT, END = (ops.Local(name, "i32") for name in ("state", "at", "end"))
TOTAL, EITHER, MANY = (ops.Local(name, "i64") for name in ("total", "either", "many"))


def add_conserved(unit: Unit) -> None:
    """Adds the function that says whether a state has what the rules began with."""
    for zone in (*unit.packed.grids, *unit.packed.spreads):
        raise Unfit(f"`{zone}`: a search does not count yet what lies on grids and spots")
    body: list[ops.Statement] = []
    for component in unit.game.components:
        body += _of_pieces(unit, component)
    for token in unit.game.tokens:
        body += _of_tokens(unit, token)
    unit.add(ops.Function(CONSERVED, (STATE,), "i32", (*body, YES)))


def _of_pieces(unit: Unit, component: model.Component) -> Iterator[ops.Statement]:
    """Pieces that differ: masks without a common bit that make up all; others: counts whose sums are those printed.

    Counts are added as they stand in words. What flows over from one to its neighbour makes the sum of all counts
    greater than that of the printed ones, whose word is the same: so both sums are looked at.
    """
    zones = [each for each in unit.packed.zones.values() if each.zone.component == component.name]
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    if all(isinstance(each.form, Mask) for each in zones):
        pieces = len(component.pieces)
        yield from (ops.Assign(TOTAL, ops.Number(0)), ops.Assign(EITHER, ops.Number(0)))
        for zone in zones:
            assert isinstance(zone.form, Mask)
            yield from _over(zone.offset, zone.stride, zone.size, _united(zone.form.width))
        every = (1 << pieces) - 1
        yield _unless(EITHER, every - (1 << 64) if every >> 63 else every)
        yield _unless(TOTAL, pieces)
        return
    counts = [each.copies for each in component.pieces]
    bits = {each.form.bits for each in zones if isinstance(each.form, Tally)}
    (lane,) = bits or {BYTE}
    width = next(each.form.width if isinstance(each.form, Tally) else WORD for each in zones)
    in_word = BITS // lane
    for word, start in enumerate(range(0, len(counts), in_word)):
        printed = counts[start : start + in_word]
        yield from (ops.Assign(TOTAL, ops.Number(0)), ops.Assign(MANY, ops.Number(0)))
        for zone in zones:
            yield from _over(zone.offset + word * WORD, zone.stride, zone.size, _counted(width, lane, scope))
        yield _unless(TOTAL, words.signed(sum(each << lane * index for index, each in enumerate(printed))))
        yield _unless(MANY, sum(printed))


def _of_tokens(unit: Unit, token: model.Token) -> Iterator[ops.Statement]:
    yield ops.Assign(TOTAL, ops.Number(0))
    for packed in unit.packed.tokens.values():
        if packed.token.name == token.name:
            yield from _over(packed.offset, packed.width, packed.size, _added(packed.width))
    limit = Scope(unit, token.clause, ops.Get(STATE)).held(token.limit)
    yield ops.When(ops.Compare(">", ops.Get(TOTAL), limit), (NO,))


def _added(width: ops.Width) -> Body:
    def body(address: ops.Expression, offset: int) -> tuple[ops.Statement, ...]:
        return (ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), ops.Load(address, offset, width))),)

    return body


def _counted(width: ops.Width, lane: int, scope: Scope) -> Body:
    def body(address: ops.Expression, offset: int) -> tuple[ops.Statement, ...]:
        held = ops.Load(address, offset, width)
        return (
            ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), held)),
            ops.Assign(MANY, ops.Binary("+", ops.Get(MANY), words.sum_of_lanes(held, lane, scope))),
        )

    return body


def _united(width: ops.Width) -> Body:
    def body(address: ops.Expression, offset: int) -> tuple[ops.Statement, ...]:
        held = ops.Load(address, offset, width)
        return (
            ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), ops.Unary("ones", held))),
            ops.Assign(EITHER, ops.Binary("|", ops.Get(EITHER), held)),
        )

    return body


def _over(offset: int, stride: int, many: int, body: Body) -> Iterator[ops.Statement]:
    """Yields what is said of cells that lie side by side, of each by its address: a few written out, more in a loop."""
    if many <= MOST_WRITTEN_OUT:
        for key in range(many):
            yield from body(ops.Get(STATE), offset + key * stride)
        return
    yield ops.Assign(AT, ops.Plus(ops.Get(STATE), ops.Address(offset)))
    yield ops.Assign(END, ops.Plus(ops.Get(AT), ops.Address(stride * many)))
    below = ops.Compare("<u", ops.Widened(ops.Get(AT)), ops.Widened(ops.Get(END)))
    yield ops.While(below, (*body(ops.Get(AT), 0), ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Address(stride)))))


def _unless(total: ops.Local, wanted: int) -> ops.Statement:
    return ops.When(ops.Compare("!=", ops.Get(total), ops.Number(wanted)), (NO,))
