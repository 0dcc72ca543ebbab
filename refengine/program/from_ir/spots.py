"""Spots: parts of what lies on a grid as numbers, and what lies on each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Cell, Spot
from refengine.program import ops
from refengine.program.from_ir import grids
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.unit import Scope, Unit, member_address
from refengine.program.storage.boards import KEY, PackedGrid, PackedSpread, bits_of as bits_of_part, parts_of_pieces
from refengine.program.storage.forms import Array
from refengine.program.storage.windows import SpotBits

ZERO, ONE = ops.Number(0), ops.Number(1)
Body = Callable[[ops.Expression], tuple[ops.Statement, ...]]
"""The statements of a loop for a spot."""

START: Final = 4
"""The bytes that say where the parts of a piece begin in the list of all."""

STATE, PLACE = ops.Local("state", "i32"), ops.Local("place", "i32")
SPOT, NUMBER, LOW, HIGH = (ops.Local(name, "i64") for name in ("spot", "number", "low", "high"))


def part_named(name: str, unit: Unit) -> model.Part:
    """Returns the declaration of a part."""
    return next(each for each in unit.game.parts if each.name == name)


def bits_of(spot: Spot, unit: Unit) -> SpotBits:
    """Returns the bits of the numbers of spots."""
    return bits_of_part(unit.game, part_named(spot.part, unit))


def _grid(part: model.Part, unit: Unit) -> PackedGrid:
    return unit.packed.grids[part.zone]


# ---- WHAT A SPOT SAYS


def spot_at(expr: ir.SpotAt, scope: Scope) -> ops.Expression:
    """Returns the spot of a cell, a printed part and a turn."""
    bits = bits_of(expr.spot, scope.unit)
    found = ops.Binary("<<", scope.held(expr.cell), ops.Number(bits.part))
    found = ops.Binary("|", found, scope.held(expr.part))
    if not bits.turn:
        return found
    turn = ZERO if expr.turn is None else scope.held(expr.turn)
    return ops.Binary("|", ops.Binary("<<", found, ops.Number(bits.turn)), turn)


def cell_of_spot(of: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns the cell in which a spot is."""
    assert isinstance(of.domain, Spot)
    return ops.Binary(">>", scope.held(of), ops.Number(bits_of(of.domain, scope.unit).cell))


def part_of_spot(of: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns the printed part of a spot."""
    assert isinstance(of.domain, Spot)
    return _part(scope.held(of), bits_of(of.domain, scope.unit))


def _part(spot: ops.Expression, bits: SpotBits) -> ops.Expression:
    return ops.Binary("&", ops.Binary(">>", spot, ops.Number(bits.turn)), ops.Number((1 << bits.part) - 1))


def turn_of_spot(of: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns the turn of a spot."""
    assert isinstance(of.domain, Spot)
    return _turn(scope.held(of), bits_of(of.domain, scope.unit))


def _turn(spot: ops.Expression, bits: SpotBits) -> ops.Expression:
    return ops.Binary("&", spot, ops.Number((1 << bits.turn) - 1))


# ---- WHICH SPOTS THERE ARE


def _tables(part: model.Part, unit: Unit) -> tuple[int, int]:
    """Returns the addresses of two tables: where the parts of each piece begin, and the parts, piece after piece."""
    starts: list[int] = [0]
    listed: list[int] = []
    for parts in parts_of_pieces(part, unit.game):
        listed += parts
        starts.append(len(listed))
    first = unit.memory.table(
        ("starts", part.name), lambda: b"".join(each.to_bytes(START, "little") for each in starts)
    )
    every = unit.memory.table(("parts", part.name), lambda: b"".join(each.to_bytes(2, "little") for each in listed))
    return first, every


def over_cell(
    cell: ops.Expression, spot: Spot, scope: Scope, until: ops.Expression | None, body: Body
) -> tuple[ops.Statement, ...]:
    """Returns a loop over the spots in a cell."""
    unit = scope.unit
    part, bits = part_named(spot.part, unit), bits_of(spot, unit)
    grid = _grid(part, unit)
    first, every = _tables(part, unit)
    here, number, piece = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    index, end, base = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    turn = ops.Get(base)
    printed = ops.Load(*member_address(ops.Address(0), every, ops.Get(index), 2), 2)
    low = ops.Binary("<<", printed, ops.Number(bits.turn))
    going: ops.Expression = ops.Compare("<", ops.Get(index), ops.Get(end))
    if until is not None:
        going = ops.Both(going, ops.Negated(until))
    whole = ops.Binary("<<", ops.Get(here), ops.Number(bits.cell))
    found = ops.Binary("|", turn, low)
    loop = (
        ops.Assign(piece, grids.piece_of(ops.Get(number), grid)),
        ops.Assign(base, ops.Binary("|", whole, grids.turn_of(ops.Get(number), grid)) if bits.turn else whole),
        ops.Assign(index, ops.Load(*member_address(ops.Address(0), first, ops.Get(piece), START), START)),
        ops.Assign(end, ops.Load(*member_address(ops.Address(0), first + START, ops.Get(piece), START), START)),
        ops.While(going, (*body(found), ops.Assign(index, plus(ops.Get(index), 1)))),
    )
    return (
        ops.Assign(here, cell),
        ops.Assign(number, grids.content_number(grid, ops.Get(here), scope.state)),
        ops.When(ops.Compare("!=", ops.Get(number), ZERO), loop),
    )


def is_there(item: ops.Expression, spot: Spot, scope: Scope) -> ops.Expression:
    """Returns whether a spot is there: a piece with its part lies in its cell, turned so."""
    return ops.Call(f"is there {spot.part}", (scope.state, item), "i32")


def is_in_cells(
    item: ops.Expression, cells: ir.Expr, spot: Spot, scope: Scope, in_cells: Callable[..., ops.Expression]
) -> ops.Expression:
    """Returns whether a spot is there and its cell is the one, or among those, that are named."""
    one, cell = scope.unnamed(spot), scope.unnamed(Cell())
    given = ops.Assign(scope.bind(one), item)
    if isinstance(cells.domain, Cell):
        here: ops.Expression = ops.Compare("==", cell_of_spot(one, scope), scope.held(cells))
    else:
        bound = ops.Assign(scope.bind(cell), cell_of_spot(one, scope))
        here = ops.Do((bound,), in_cells(cell, cells, scope))
    return ops.Do((given,), ops.Both(here, is_there(ops.Get(scope.locals[one]), spot, scope)))


# ---- WHAT LIES ON SPOTS


def found_at(spread: PackedSpread, spot: ops.Expression, state: ops.Expression) -> ops.Expression:
    """Returns the address of what lies on a spot; where nothing does, that of nothing."""
    return ops.Call(f"find {spread.zone.name}", (state, spot), "i32")


def over_spread(
    spread: PackedSpread, scope: Scope, until: ops.Expression | None, body: Body
) -> tuple[ops.Statement, ...]:
    """Returns a loop over the spots on which something lies."""
    number, many = scope.fresh("i64"), scope.fresh("i64")
    going: ops.Expression = ops.Compare("<", ops.Get(number), ops.Get(many))
    if until is not None:
        going = ops.Both(going, ops.Negated(until))
    key = ops.Load(*member_address(scope.state, spread.keys, ops.Get(number), KEY), KEY)
    return (
        ops.Assign(number, ZERO),
        ops.Assign(many, ops.Load(scope.state, spread.many, KEY)),
        ops.While(going, (*body(key), ops.Assign(number, plus(ops.Get(number), 1)))),
    )


def is_held(item: ops.Expression, spread: PackedSpread, scope: Scope) -> ops.Expression:
    """Returns whether something lies on a spot."""
    return ops.Negated(ops.SameAddress(found_at(spread, item, scope.state), ops.Address(_nothing(spread, scope.unit))))


def _nothing(spread: PackedSpread, unit: Unit) -> int:
    return unit.memory.table(("nothing", spread.stride), lambda: bytes(spread.stride))


def add_spots(unit: Unit) -> None:
    """Adds the functions that ask for spots, and those that give one room and take it back."""
    for part in unit.game.parts:
        if part.zone in unit.packed.grids:
            unit.add(_is_there(part, unit))
    for spread in unit.packed.spreads.values():
        unit.add(_find(spread, unit))
        unit.add(_make_room(spread))
        unit.add(_tidy(spread))


def _is_there(part: model.Part, unit: Unit) -> ops.Function:
    bits, grid = bits_of_part(unit.game, part), _grid(part, unit)
    first, every = _tables(part, unit)
    spot = ops.Get(SPOT)
    cell = ops.Binary(">>", spot, ops.Number(bits.cell))
    wanted = ops.Local("wanted", "i64")
    piece, index, end = (ops.Local(name, "i64") for name in ("piece", "index", "end"))
    turned = ops.Compare("!=", grids.turn_of(ops.Get(NUMBER), grid), _turn(spot, bits))
    no = ops.Return(ops.Address(0))
    printed = ops.Load(*member_address(ops.Address(0), every, ops.Get(index), 2), 2)
    look = (
        ops.When(ops.Compare("==", printed, ops.Get(wanted)), (ops.Return(ops.Address(1)),)),
        ops.Assign(index, plus(ops.Get(index), 1)),
    )
    body = (
        ops.Assign(NUMBER, grids.content_number(grid, cell, ops.Get(STATE))),
        ops.When(ops.Compare("==", ops.Get(NUMBER), ZERO), (no,)),
        *((ops.When(turned, (no,)),) if bits.turn else ()),
        ops.Assign(piece, grids.piece_of(ops.Get(NUMBER), grid)),
        ops.Assign(wanted, _part(spot, bits)),
        ops.Assign(index, ops.Load(*member_address(ops.Address(0), first, ops.Get(piece), START), START)),
        ops.Assign(end, ops.Load(*member_address(ops.Address(0), first + START, ops.Get(piece), START), START)),
        ops.While(ops.Compare("<", ops.Get(index), ops.Get(end)), look),
        no,
    )
    return ops.Function(f"is there {part.name}", (STATE, SPOT), "i32", body)


def _key(spread: PackedSpread, number: ops.Expression) -> ops.Expression:
    return ops.Load(*member_address(ops.Get(STATE), spread.keys, number, KEY), KEY)


def _search(spread: PackedSpread) -> tuple[ops.Statement, ...]:
    """Returns statements that halve the list until `LOW` is the number of the first spot not before the one sought."""
    middle = ops.Binary(">>", ops.Binary("+", ops.Get(LOW), ops.Get(HIGH)), ONE)
    before = ops.Compare("<", _key(spread, ops.Get(NUMBER)), ops.Get(SPOT))
    look = (
        ops.Assign(NUMBER, middle),
        ops.When(before, (ops.Assign(LOW, plus(ops.Get(NUMBER), 1)),), (ops.Assign(HIGH, ops.Get(NUMBER)),)),
    )
    return (
        ops.Assign(LOW, ZERO),
        ops.Assign(HIGH, ops.Load(ops.Get(STATE), spread.many, KEY)),
        ops.While(ops.Compare("<", ops.Get(LOW), ops.Get(HIGH)), look),
    )


def _is_found(spread: PackedSpread) -> ops.Expression:
    within = ops.Compare("<", ops.Get(LOW), ops.Load(ops.Get(STATE), spread.many, KEY))
    return ops.Both(within, ops.Compare("==", _key(spread, ops.Get(LOW)), ops.Get(SPOT)))


def _held(spread: PackedSpread, number: ops.Expression) -> ops.Expression:
    base, offset = member_address(ops.Get(STATE), spread.offset, number, spread.stride)
    return ops.Plus(base, ops.Address(offset))


def _find(spread: PackedSpread, unit: Unit) -> ops.Function:
    found = ops.When(_is_found(spread), (ops.Return(_held(spread, ops.Get(LOW))),))
    body = (*_search(spread), found, ops.Return(ops.Address(_nothing(spread, unit))))
    return ops.Function(f"find {spread.zone.name}", (STATE, SPOT), "i32", body)


def _moved(spread: PackedSpread, *, on: bool) -> tuple[ops.Statement, ...]:
    """Moves the spots from `LOW` on, and what lies there, one on; or those behind it one back."""
    many = ops.Load(ops.Get(STATE), spread.many, KEY)
    found: list[ops.Statement] = []
    for offset, size in ((spread.keys, KEY), (spread.offset, spread.stride)):
        base, own = member_address(ops.Get(STATE), offset, ops.Get(LOW), size)
        here, behind = ops.Plus(base, ops.Address(own)), ops.Plus(base, ops.Address(own + size))
        left = ops.Shortened(ops.Binary("*", ops.Binary("-", many, ops.Get(LOW)), ops.Number(size)))
        if on:
            found += [ops.Copy(behind, here, left), ops.Clear(here, ops.Address(size))]
        else:
            last, own = member_address(ops.Get(STATE), offset - size, many, size)
            found += [
                ops.Copy(here, behind, ops.Minus(left, ops.Address(size))),
                ops.Clear(ops.Plus(last, ops.Address(own)), ops.Address(size)),
            ]
    return tuple(found)


def _make_room(spread: PackedSpread) -> ops.Function:
    """Gives the address of what lies on a spot, with room for it; 0 where there is none."""
    many = ops.Load(ops.Get(STATE), spread.many, KEY)
    base, offset = member_address(ops.Get(STATE), spread.keys, ops.Get(LOW), KEY)
    body = (
        *_search(spread),
        ops.When(_is_found(spread), (ops.Return(_held(spread, ops.Get(LOW))),)),
        ops.When(ops.Compare(">=", many, ops.Number(spread.most)), (ops.Return(ops.Address(0)),)),
        *_moved(spread, on=True),
        ops.Store(base, offset, KEY, ops.Get(SPOT)),
        ops.Store(ops.Get(STATE), spread.many, KEY, plus(many, 1)),
        ops.Return(_held(spread, ops.Get(LOW))),
    )
    return ops.Function(f"room {spread.zone.name}", (STATE, SPOT), "i32", body)


def _tidy(spread: PackedSpread) -> ops.Function:
    """Takes a spot out of the list if nothing lies on it."""
    many = ops.Load(ops.Get(STATE), spread.many, KEY)
    ops_place = ops.Get(PLACE)
    nothing: ops.Expression = ops.Address(1)
    width: ops.Width = 8 if isinstance(spread.form, Array) else spread.form.width
    for word in range(0, spread.stride, 8):
        empty = ops.Compare("==", ops.Load(ops_place, word, width), ZERO)
        nothing = empty if nothing == ops.Address(1) else ops.Both(nothing, empty)
    gone = (*_moved(spread, on=False), ops.Store(ops.Get(STATE), spread.many, KEY, plus(many, -1)))
    body = (
        *_search(spread),
        ops.When(ops.Negated(_is_found(spread)), (ops.Return(None),)),
        ops.Assign(PLACE, _held(spread, ops.Get(LOW))),
        ops.When(nothing, gone),
    )
    return ops.Function(f"tidy {spread.zone.name}", (STATE, SPOT), None, body)


def tidied(spread: PackedSpread, spot: ops.Expression, state: ops.Expression) -> ops.Statement:
    """Takes a spot out of the list of those that hold something if it does no more."""
    return ops.Run(ops.Call(f"tidy {spread.zone.name}", (state, spot), None))


def room_for(spread: PackedSpread, spot: ops.Expression, state: ops.Expression) -> ops.Expression:
    """Returns the address of what lies on a spot, with room for it; 0 where there is none."""
    return ops.Call(f"room {spread.zone.name}", (state, spot), "i32")
