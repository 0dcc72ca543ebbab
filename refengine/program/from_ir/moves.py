"""Moves of pieces that may lie on grids or on spots: places known by their numbers, what lies there found when needed.

INVARIANT: what is taken is taken, and its spot has left the list, before it is looked where something is put: spots in
the list of those that hold something move when another comes or goes.
"""

from __future__ import annotations

from typing import Final

from refengine.ir import control
from refengine.program import ops
from refengine.program.from_ir import grids, spots
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.classes import note_laid
from refengine.program.from_ir.stamps import note_write, zone_of
from refengine.program.from_ir.unit import Scope, Unit, member_address
from refengine.program.from_ir.zones import NO_LIMIT, address_of, change_copies, count_lying, order_at
from refengine.program.storage.boards import PackedGrid, PackedSpread

STATE: Final = ops.Local("state", "i32")
PLACE, PIECE, AMOUNT, TURN = (ops.Local(name, "i64") for name in ("place", "piece", "amount", "turn"))
ADDRESS: Final = ops.Local("address", "i32")
ZERO, ONE = ops.Number(0), ops.Number(1)

DONE, NO_ROOM, NO_SPOT, ALREADY = 0, 1, 2, 3
"""The results of putting something somewhere."""

Board = PackedGrid | PackedSpread


def boards_of(component: str, unit: Unit) -> tuple[Board, ...]:
    """Returns the grids and the zones of each spot that hold pieces of a component."""
    every: tuple[Board, ...] = (*unit.packed.grids.values(), *unit.packed.spreads.values())
    return tuple(each for each in every if each.zone.component == component)


def on_board(move: control.MovePiece, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements for one move of a piece of a component that may lie on a grid, or on spots."""
    piece, many = scope.fresh("i64"), scope.fresh("i64")
    source, target, turn = scope.fresh("i64"), scope.fresh("i64"), scope.fresh("i64")
    return (
        ops.Assign(piece, scope.held(move.piece)),
        ops.Assign(many, ONE if move.amount is None else scope.held(move.amount)),
        ops.Assign(target, scope.held(move.target)),
        ops.Assign(turn, ZERO if move.turned is None else scope.held(move.turned)),
        ops.Assign(source, scope.held(move.source)),
        *take_placed(move.component, ops.Get(source), ops.Get(piece), ops.Get(many), scope),
        *put_placed(move.component, ops.Get(target), ops.Get(piece), ops.Get(many), ops.Get(turn), scope),
    )


def take_placed(
    component: str, place: ops.Expression, piece: ops.Expression, amount: ops.Expression, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Takes so many copies of a piece from a place; it is a fault if they are not there."""
    call = ops.Call(f"take from place {component}", (scope.state, place, piece, amount), "i32")
    return (ops.When(ops.Negated(call), (scope.trap("not there"),)),)


def put_placed(
    component: str,
    place: ops.Expression,
    piece: ops.Expression,
    amount: ops.Expression,
    turn: ops.Expression,
    scope: Scope,
) -> tuple[ops.Statement, ...]:
    """Puts so many copies of a piece to a place; it is a fault if there is no room, or no such spot."""
    came = scope.fresh("i64")
    call = ops.Call(f"put to place {component}", (scope.state, place, piece, amount, turn), "i64")

    def is_(number: int) -> ops.Expression:
        return ops.Compare("==", ops.Get(came), ops.Number(number))

    return (
        ops.Assign(came, call),
        ops.When(is_(NO_ROOM), (scope.trap("no room"),)),
        ops.When(is_(NO_SPOT), (scope.trap("no such spot"),)),
        ops.When(is_(ALREADY), (scope.trap("what is put there already lies there", fault=False),)),
    )


# ---- THE FUNCTIONS


def add_moves(unit: Unit) -> None:
    """Adds the functions, for each component that may lie on a board."""
    for component in unit.game.components:
        boards = boards_of(component.name, unit)
        if boards:
            unit.add(_take(component.name, boards, unit))
            unit.add(_put(component.name, boards, unit))


def _within(board: Board) -> ops.Expression:
    return ops.Compare("<u", plus(ops.Get(PLACE), -board.first), ops.Number(board.size))


def _key(board: Board) -> ops.Expression:
    return plus(ops.Get(PLACE), -board.first)


def _take(component: str, boards: tuple[Board, ...], unit: Unit) -> ops.Function:
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    body: list[ops.Statement] = []
    for board in boards:
        taken = _take_cell(board, unit) if isinstance(board, PackedGrid) else _take_spot(board, component, unit)
        body.append(ops.When(_within(board), taken))
    place = ops.Get(PLACE)
    address, order = address_of(place, scope), order_at(place, component, scope)
    call = change_copies("take", component, address, order, ops.Get(PIECE), ops.Get(AMOUNT))
    return ops.Function(f"take from place {component}", (STATE, PLACE, PIECE, AMOUNT), "i32", (*body, ops.Return(call)))


def _take_cell(grid: PackedGrid, unit: Unit) -> tuple[ops.Statement, ...]:
    key, number = _key(grid), ops.Local("lying", "i64")
    there = ops.Both(
        ops.Compare("!=", ops.Get(number), ZERO),
        ops.Compare("==", grids.piece_of(ops.Get(number), grid), ops.Get(PIECE)),
    )
    one = ops.Both(there, ops.Compare("==", ops.Get(AMOUNT), ONE))
    return (
        ops.When(ops.Compare("<=", ops.Get(AMOUNT), ZERO), (ops.Return(ops.Address(1)),)),
        ops.Assign(number, grids.content_number(grid, key, ops.Get(STATE))),
        ops.When(ops.Negated(one), (ops.Return(ops.Address(0)),)),
        *_written_cell(grid, key, ZERO),
        note_write(zone_of(grid.zone, unit.game)),
        ops.Return(ops.Address(1)),
    )


def _written_cell(grid: PackedGrid, key: ops.Expression, number: ops.Expression) -> tuple[ops.Statement, ...]:
    """Writes what lies in a cell, which was empty if it is taken, and the contrary: its bit is turned round."""
    base, offset = member_address(ops.Get(STATE), grid.held, key, grid.width)
    column, taken = member_address(ops.Get(STATE), grid.taken, ops.Binary(">>", key, ops.Number(3)), 1)
    bit = ops.Binary("<<", ONE, ops.Binary("&", key, ops.Number(7)))
    flipped = ops.Binary("^", ops.Load(column, taken, 1), bit)
    return ops.Store(base, offset, grid.width, number), ops.Store(column, taken, 1, flipped)


def _take_spot(spread: PackedSpread, component: str, unit: Unit) -> tuple[ops.Statement, ...]:
    key, taken = _key(spread), ops.Local("taken", "i32")
    found = spots.found_at(spread, key, ops.Get(STATE))
    return (
        ops.Assign(taken, ops.Call(f"take {component}", (found, ops.Get(PIECE), ops.Get(AMOUNT)), "i32")),
        spots.tidied(spread, key, ops.Get(STATE)),
        note_write(zone_of(spread.zone, unit.game)),
        ops.Return(ops.Get(taken)),
    )


def _put(component: str, boards: tuple[Board, ...], unit: Unit) -> ops.Function:
    body: list[ops.Statement] = []
    for board in boards:
        put = _put_cell(board, unit) if isinstance(board, PackedGrid) else _put_spot(board, component, unit)
        body.append(ops.When(_within(board), put))
    scope = Scope(unit, unit.game.clause, ops.Get(STATE))
    limit = ops.Call(f"limit {component}", (ops.Get(STATE), ops.Get(PLACE)), "i64")
    rest = (
        ops.Assign(ADDRESS, address_of(ops.Get(PLACE), scope)),
        *_put_there(component, limit, order_at(ops.Get(PLACE), component, scope), scope),
    )
    return ops.Function(f"put to place {component}", (STATE, PLACE, PIECE, AMOUNT, TURN), "i64", (*body, *rest))


def _put_there(
    component: str, limit: ops.Expression, order: ops.Expression | None, scope: Scope
) -> tuple[ops.Statement, ...]:
    """Puts something at an address, if there is room."""
    there = count_lying(ops.Get(ADDRESS), scope.unit.forms.lying(component), scope)
    full = ops.Compare(">", ops.Binary("+", there, ops.Get(AMOUNT)), limit)
    some = ops.Compare(">", ops.Get(AMOUNT), ZERO)
    call = change_copies("put", component, ops.Get(ADDRESS), order, ops.Get(PIECE), ops.Get(AMOUNT))
    return (
        ops.When(ops.Both(some, full), (ops.Return(ops.Number(NO_ROOM)),)),
        ops.When(ops.Negated(call), (ops.Return(ops.Number(ALREADY)),)),
        ops.Return(ops.Number(DONE)),
    )


def _put_cell(grid: PackedGrid, unit: Unit) -> tuple[ops.Statement, ...]:
    key, number = _key(grid), grids.numbered(grid, ops.Get(PIECE), ops.Get(TURN))
    taken = ops.Compare("!=", grids.content_number(grid, key, ops.Get(STATE)), ZERO)
    return (
        ops.When(ops.Compare("<=", ops.Get(AMOUNT), ZERO), (ops.Return(ops.Number(DONE)),)),
        ops.When(
            ops.Either(taken, ops.Compare(">", ops.Get(AMOUNT), ONE)),
            (ops.Return(ops.Number(NO_ROOM)),),
        ),
        *_written_cell(grid, key, number),
        *note_laid(grid, key, unit),
        ops.Return(ops.Number(DONE)),
    )


def _put_spot(spread: PackedSpread, component: str, unit: Unit) -> tuple[ops.Statement, ...]:
    scope = Scope(unit, spread.zone.clause, ops.Get(STATE))
    key = _key(spread)
    there = ops.Call(f"is there {spread.part.name}", (ops.Get(STATE), key), "i32")
    limit = ops.Number(NO_LIMIT) if spread.zone.cap is None else scope.held(spread.zone.cap)
    return (
        ops.When(ops.Negated(there), (ops.Return(ops.Number(NO_SPOT)),)),
        ops.When(ops.Compare("<=", ops.Get(AMOUNT), ZERO), (ops.Return(ops.Number(DONE)),)),
        ops.Assign(ADDRESS, spots.room_for(spread, key, ops.Get(STATE))),
        ops.When(ops.SameAddress(ops.Get(ADDRESS), ops.Address(0)), (ops.Return(ops.Number(ALREADY)),)),
        note_write(zone_of(spread.zone, unit.game)),
        *_put_there(component, limit, None, scope),
    )
