"""Conservation: whether every piece lies in just one place, and no more tokens than there are.

A program only moves, so this cannot be broken by rules; it is looked at by a search, which answers for every state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from refengine.ir import game as model
from refengine.program import ops
from refengine.program.from_ir.properties import NO, YES
from refengine.program.from_ir.unit import Scope, Unit
from refengine.program.storage.forms import Mask
from refengine.program.storage.packed import PackedZone
from refengine.program.unfit import Unfit

CONSERVED: Final = "conserved"
WORD: Final = 8

STATE, AT, END = (ops.Local(name, "i32") for name in ("state", "at", "end"))
TOTAL, EITHER = (ops.Local(name, "i64") for name in ("total", "either"))


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
    """Pieces that differ: masks without a common bit that make up all; others: counts whose sums are those printed."""
    zones = [each for each in unit.packed.zones.values() if each.zone.component == component.name]
    if all(isinstance(each.form, Mask) for each in zones):
        pieces = len(component.pieces)
        yield from (ops.Assign(TOTAL, ops.Number(0)), ops.Assign(EITHER, ops.Number(0)))
        for zone in zones:
            held = ops.Load(ops.Get(AT), 0, zone.form.width) if isinstance(zone.form, Mask) else ops.Number(0)
            yield from _each(
                zone,
                ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), ops.Unary("ones", held))),
                ops.Assign(EITHER, ops.Binary("|", ops.Get(EITHER), held)),
            )
        every = (1 << pieces) - 1
        yield _unless(EITHER, every - (1 << 64) if every >> 63 else every)
        yield _unless(TOTAL, pieces)
        return
    counts = bytes(each.copies for each in component.pieces)
    for offset in range(0, len(counts), WORD):
        yield ops.Assign(TOTAL, ops.Number(0))
        for zone in zones:
            word = ops.Load(ops.Get(AT), offset, WORD)
            yield from _each(zone, ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), word)))
        printed = counts[offset : offset + WORD].ljust(WORD, b"\0")
        yield _unless(TOTAL, int.from_bytes(printed, "little", signed=True))


def _of_tokens(unit: Unit, token: model.Token) -> Iterator[ops.Statement]:
    yield ops.Assign(TOTAL, ops.Number(0))
    for packed in unit.packed.tokens.values():
        if packed.token.name == token.name:
            held = ops.Load(ops.Get(AT), 0, packed.width)
            add = ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), held))
            yield from _over(packed.offset, packed.width, packed.size, add)
    limit = Scope(unit, token.clause, ops.Get(STATE)).held(token.limit)
    yield ops.When(ops.Compare(">", ops.Get(TOTAL), limit), (NO,))


def _each(zone: PackedZone, *statements: ops.Statement) -> Iterator[ops.Statement]:
    return _over(zone.offset, zone.stride, zone.size, *statements)


def _over(offset: int, stride: int, many: int, *statements: ops.Statement) -> Iterator[ops.Statement]:
    """Yields a loop over cells that lie side by side, the address in `AT`."""
    yield ops.Assign(AT, ops.Plus(ops.Get(STATE), ops.Address(offset)))
    yield ops.Assign(END, ops.Plus(ops.Get(AT), ops.Address(stride * many)))
    below = ops.Compare("<u", ops.Widened(ops.Get(AT)), ops.Widened(ops.Get(END)))
    yield ops.While(below, (*statements, ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Address(stride)))))


def _unless(total: ops.Local, wanted: int) -> ops.Statement:
    return ops.When(ops.Compare("!=", ops.Get(total), ops.Number(wanted)), (NO,))
