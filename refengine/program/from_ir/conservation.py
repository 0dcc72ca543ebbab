"""Conservation: whether every piece lies in just one place, and no more tokens than there are.

A program only moves, so this cannot be broken by rules; it is looked at by a search, which answers for every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.program import ops
from refengine.program.from_ir import sequences, words
from refengine.program.from_ir.grids import content_number, over_taken, piece_of
from refengine.program.from_ir.properties import NO, YES
from refengine.program.from_ir.unit import Scope, Unit
from refengine.program.from_ir.zones import count_lying as lying_at
from refengine.program.storage.boards import KEY, PackedGrid, PackedSpread
from refengine.program.storage.forms import BITS, BYTE, Array, Form, Mask, Sequence, Tally, Word
from refengine.program.storage.packed import PackedOrder, PackedZone

CONSERVED: Final = "conserved"
WORD: Final = 8
MOST_WRITTEN_OUT: Final = 8
"""The greatest number of cells that are looked at one after the other without a loop."""

Body = Callable[[ops.Expression, int], tuple[ops.Statement, ...]]
"""The statements about a cell, by its address and what is to be added to it."""

OnePiece = Callable[[ops.Expression], tuple[ops.Statement, ...]]
"""The statements about one piece, by its number."""

STATE, AT, END = (ops.Local(name, "i32") for name in ("state", "at", "end"))
TOTAL, EITHER, MANY, PIECE = (ops.Local(name, "i64") for name in ("total", "either", "many", "piece"))


def add_conserved(unit: Unit) -> None:
    """Adds the function that says whether a state has what the rules began with."""
    body: list[ops.Statement] = []
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    for component in unit.game.components:
        body += _of_pieces(component, scope)
    for zone in unit.packed.zones.values():
        if zone.order is not None:
            body += _of_order(zone, zone.order, scope)
    for token in unit.game.tokens:
        body += _of_tokens(token, evolve(scope, clause=token.clause))
    unit.add(ops.Function(CONSERVED, (STATE,), "i32", (*body, YES)))


def _of_pieces(component: model.Component, scope: Scope) -> Iterator[ops.Statement]:
    """Yields the tests of pieces: masks of unlike ones share no bit and make up all, counts of others sum as printed.

    Counts are added as they stand in words. What flows over from one to its neighbour makes the sum of all counts
    greater than that of the printed ones, whose word is the same: so both sums are looked at.
    """
    places = _places(scope.unit, component)
    forms = places.forms
    if all(isinstance(each, Mask) for each in forms):
        pieces = len(component.pieces)
        yield from (ops.Assign(TOTAL, ops.Number(0)), ops.Assign(EITHER, ops.Number(0)))
        yield from places.looked_through(0, _united, _united_one, scope)
        every = (1 << pieces) - 1
        yield _unless(EITHER, every - (1 << 64) if every >> 63 else every)
        yield _unless(TOTAL, pieces)
        return
    counts = [each.copies for each in component.pieces]
    bits = {each.bits for each in forms if isinstance(each, Tally)}
    (lane,) = bits or {BYTE}
    in_word = BITS // lane
    for word, start in enumerate(range(0, len(counts), in_word)):
        printed = counts[start : start + in_word]
        yield from (ops.Assign(TOTAL, ops.Number(0)), ops.Assign(MANY, ops.Number(0)))
        one = _counted_one(word, in_word, lane)
        yield from places.looked_through(word * WORD, partial(_counted, lane, scope), one, scope)
        yield _unless(TOTAL, words.signed(sum(each << lane * index for index, each in enumerate(printed))))
        yield _unless(MANY, sum(printed))


@frozen
class _Places:
    """All places in which the pieces of a component may lie, of which there are so many that differ."""

    pieces: int
    zones: tuple[PackedZone, ...]
    spreads: tuple[PackedSpread, ...]
    grids: tuple[PackedGrid, ...]

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms of what lies in each place but on grids; pieces begin in a box, so there is one."""
        return (*(each.form for each in self.zones), *(each.form for each in self.spreads))

    def looked_through(
        self, offset: int, held: Callable[[Form], Body], one: OnePiece, scope: Scope
    ) -> Iterator[ops.Statement]:
        """Yields what is said of what each place holds, from an offset on, and of each piece on a grid."""
        for zone in self.zones:
            yield from _over(zone.offset + offset, zone.stride, zone.size, held(zone.form))
        for spread in self.spreads:
            many = ops.Shortened(ops.Load(ops.Get(STATE), spread.many, KEY))
            yield from _over_many(spread.offset + offset, spread.stride, many, held(spread.form))
        for grid in self.grids:
            yield from over_taken(grid, scope, None, partial(_on_grid, grid, self.pieces, one))


def _places(unit: Unit, component: model.Component) -> _Places:
    packed = unit.packed
    return _Places(
        len(component.pieces),
        tuple(each for each in packed.zones.values() if each.zone.component == component.name),
        tuple(each for each in packed.spreads.values() if each.zone.component == component.name),
        tuple(each for each in packed.grids.values() if each.zone.component == component.name),
    )


def _on_grid(grid: PackedGrid, pieces: int, one: OnePiece, cell: ops.Expression) -> tuple[ops.Statement, ...]:
    """Says something of the piece in a cell whose bit is set; there is one, and it is one of those that are printed."""
    number = content_number(grid, cell, ops.Get(STATE))
    none = ops.Either(
        ops.Compare("==", number, ops.Number(0)),
        ops.Compare(">u", ops.Get(PIECE), ops.Number(pieces - 1)),
    )
    return (ops.Assign(PIECE, piece_of(number, grid)), ops.When(none, (NO,)), *one(ops.Get(PIECE)))


def _of_order(zone: PackedZone, order: PackedOrder, scope: Scope) -> Iterator[ops.Statement]:
    """In an order stands each piece as often as it lies there, and nothing else."""
    for key in range(zone.size):
        there = ops.Plus(ops.Get(STATE), ops.Address(zone.offset + key * zone.stride))
        kept = ops.Plus(ops.Get(STATE), ops.Address(order.offset + key * order.stride))
        agrees = ops.Call(_agreement(zone.form, order.form, scope.unit), (there, kept), "i32")
        yield ops.When(ops.Negated(agrees), (NO,))


def _agreement(form: Word | Array, order: Sequence, unit: Unit) -> str:
    """Returns the name of the function that says whether what lies somewhere and its order are of the same pieces."""
    name = f"agrees {form} {order.width}"
    if name in unit.functions:
        return name
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    lies, kept, at, end = (ops.Local(word, "i32") for word in ("lies", "kept", "at", "end"))
    piece, width = ops.Get(PIECE), ops.Address(order.width)
    if isinstance(form, Array):
        counted: ops.Expression = ops.Load(ops.Plus(ops.Get(lies), ops.Shortened(piece)), 0, 1)
    else:
        counted = words.lane_of(ops.Load(ops.Get(lies), 0, form.width), piece, form)
    times = sequences.times_in(ops.Get(kept), ops.Get(end), piece, order)
    each = (
        ops.Assign(at, ops.Plus(ops.Get(at), width)),
        ops.Assign(PIECE, ops.Load(ops.Get(at), 0, order.width)),
        ops.When(ops.Compare(">u", piece, ops.Number(form.size - 1)), (NO,)),
        ops.When(ops.Compare("!=", counted, times), (NO,)),
    )
    more_or_less = ops.Compare("!=", lying_at(ops.Get(lies), form, scope), sequences.many(ops.Get(kept), order))
    body = (
        ops.When(more_or_less, (NO,)),
        ops.Assign(at, ops.Get(kept)),
        ops.Assign(end, sequences.last_of(ops.Get(kept), order)),
        ops.While(ops.Negated(ops.SameAddress(ops.Get(at), ops.Get(end))), each),
        YES,
    )
    unit.add(ops.Function(name, (lies, kept), "i32", body))
    return name


def _of_tokens(token: model.Token, scope: Scope) -> Iterator[ops.Statement]:
    yield ops.Assign(TOTAL, ops.Number(0))
    for packed in scope.unit.packed.tokens.values():
        if packed.token.name == token.name:
            yield from _over(packed.offset, packed.width, packed.size, _added(packed.width))
    yield ops.When(ops.Compare(">", ops.Get(TOTAL), scope.held(token.limit)), (NO,))


def _added(width: ops.Width) -> Body:
    def body(address: ops.Expression, offset: int) -> tuple[ops.Statement, ...]:
        return (ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), ops.Load(address, offset, width))),)

    return body


def _counted(lane: int, scope: Scope, form: Form) -> Body:
    width = form.width if isinstance(form, Tally) else WORD

    def body(address: ops.Expression, offset: int) -> tuple[ops.Statement, ...]:
        held = ops.Load(address, offset, width)
        return (
            ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), held)),
            ops.Assign(MANY, ops.Binary("+", ops.Get(MANY), words.sum_of_lanes(held, lane, scope))),
        )

    return body


def _counted_one(word: int, in_word: int, lane: int) -> OnePiece:
    def one(piece: ops.Expression) -> tuple[ops.Statement, ...]:
        here = ops.Binary("-", piece, ops.Number(word * in_word))
        added = ops.Binary("<<", ops.Number(1), ops.Binary("*", here, ops.Number(lane)))
        counted = (
            ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), added)),
            ops.Assign(MANY, ops.Binary("+", ops.Get(MANY), ops.Number(1))),
        )
        return (ops.When(ops.Compare("<u", here, ops.Number(in_word)), counted),)

    return one


def _united_one(piece: ops.Expression) -> tuple[ops.Statement, ...]:
    bit = ops.Binary("<<", ops.Number(1), piece)
    return (
        ops.Assign(TOTAL, ops.Binary("+", ops.Get(TOTAL), ops.Number(1))),
        ops.Assign(EITHER, ops.Binary("|", ops.Get(EITHER), bit)),
    )


def _united(form: Form) -> Body:
    assert isinstance(form, Mask)
    width = form.width

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
    yield from _over_many(offset, stride, ops.Address(many), body)


def _over_many(offset: int, stride: int, many: ops.Expression, body: Body) -> Iterator[ops.Statement]:
    """Yields a loop over cells that lie side by side, however many there are."""
    yield ops.Assign(AT, ops.Plus(ops.Get(STATE), ops.Address(offset)))
    yield ops.Assign(END, ops.Plus(ops.Get(AT), ops.Times(many, ops.Address(stride))))
    below = ops.Compare("<u", ops.Widened(ops.Get(AT)), ops.Widened(ops.Get(END)))
    yield ops.While(below, (*body(ops.Get(AT), 0), ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Address(stride)))))


def _unless(total: ops.Local, wanted: int) -> ops.Statement:
    return ops.When(ops.Compare("!=", ops.Get(total), ops.Number(wanted)), (NO,))
