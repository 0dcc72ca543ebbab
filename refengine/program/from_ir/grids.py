"""Grids: cells as numbers of a window, what lies in them, and the ways from cell to cell.

From a cell at the rim of the window no way is looked for: that is a trap. So no number ever stands for another cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refengine.ir import expressions as ir
from refengine.program import ops
from refengine.program.from_ir import arrays, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.unit import Scope, Unit, member_address
from refengine.program.storage.boards import PackedGrid
from refengine.program.storage.forms import NOTHING, Array, Word
from refengine.program.storage.windows import CELLS_HELD, FAR, ROW_BITS, SIDE

STEPS: Final = (-1, SIDE, 1, -SIDE)
"""The amounts by which the number of a cell grows toward each side: up, right, down, left."""

BESIDE: Final = tuple(sorted(STEPS))
AROUND: Final = tuple(
    sorted(column * SIDE + row for column in (-1, 0, 1) for row in (-1, 0, 1) if (column, row) != (0, 0))
)

WORD: Final = 8
ZERO, ONE = ops.Number(0), ops.Number(1)
OUTSIDE: Final = "a cell beyond the window"
Body = Callable[[ops.Expression], tuple[ops.Statement, ...]]
"""The statements of a loop for a cell."""


# ---- CELLS


def cell_at(expr: ir.CellAt, scope: Scope) -> ops.Expression:
    """Returns the cell of a column and a row."""
    column, row = scope.fresh("i64"), scope.fresh("i64")
    far = ops.Number(SIDE - 1)
    outside = ops.Either(ops.Compare(">u", ops.Get(column), far), ops.Compare(">u", ops.Get(row), far))
    return ops.Do(
        (
            ops.Assign(column, plus(scope.held(expr.column), FAR)),
            ops.Assign(row, plus(scope.held(expr.row), FAR)),
            ops.When(outside, (scope.trap(OUTSIDE, fault=False),)),
        ),
        ops.Binary("|", ops.Binary("<<", ops.Get(column), ops.Number(ROW_BITS)), ops.Get(row)),
    )


def inside(cell: ops.Expression, scope: Scope) -> ops.Statement:
    """Sees that a cell is not at the rim of the window."""
    unit = scope.unit
    rim = unit.memory.table("rim", lambda: bytes(map(_is_at_rim, range(CELLS_HELD))))
    there = ops.Load(*member_address(ops.Address(0), rim, cell, 1), 1)
    return ops.When(ops.Compare("!=", there, ZERO), (scope.trap(OUTSIDE, fault=False),))


def _is_at_rim(cell: int) -> bool:
    return not {cell >> ROW_BITS, cell % SIDE}.isdisjoint({0, SIDE - 1})


def toward(expr: ir.Toward, scope: Scope) -> ops.Expression:
    """Returns the cell beside another on a side."""
    cell = scope.fresh("i64")
    way = _way(scope.held(expr.side), STEPS, scope)
    given = (ops.Assign(cell, scope.held(expr.of)), inside(ops.Get(cell), scope))
    return ops.Do(given, ops.Binary("+", ops.Get(cell), way))


def _way(number: ops.Expression, steps: tuple[int, ...], scope: Scope) -> ops.Expression:
    """Returns one of some steps, by its number."""
    if isinstance(number, ops.Number):
        return ops.Number(steps[number.value])
    table = scope.unit.memory.table(
        ("steps", steps), lambda: b"".join(each.to_bytes(1, "little", signed=True) for each in steps)
    )
    address, offset = member_address(ops.Address(0), table, number, 1)
    return ops.Load(address, offset, 1, signed=True)


def over_cells_by(
    expr: ir.CellsBy, scope: Scope, until: ops.Expression | None, body: Body
) -> tuple[ops.Statement, ...]:
    """Returns a loop over the cells by a cell."""
    steps = BESIDE if expr.how == "beside" else AROUND
    cell, number = scope.fresh("i64"), scope.fresh("i64")
    going: ops.Expression = ops.Compare("<", ops.Get(number), ops.Number(len(steps)))
    if until is not None:
        going = ops.Both(going, ops.Negated(until))
    near = ops.Binary("+", ops.Get(cell), _way(ops.Get(number), steps, scope))
    return (
        ops.Assign(cell, scope.held(expr.of)),
        inside(ops.Get(cell), scope),
        ops.Assign(number, ZERO),
        ops.While(going, (*body(near), ops.Assign(number, plus(ops.Get(number), 1)))),
    )


def is_by(item: ops.Expression, expr: ir.CellsBy, scope: Scope) -> ops.Expression:
    """Returns whether a cell is one of those by another.

    Only these are as far away in numbers, of the cells within the window.
    """
    steps = BESIDE if expr.how == "beside" else AROUND
    far = max(steps)
    cell, number = scope.fresh("i64"), scope.fresh("i64")
    table = scope.unit.memory.table(("near", steps), lambda: bytes(each - far in steps for each in range(2 * far + 1)))
    near = ops.Load(*member_address(ops.Address(0), table, ops.Get(number), 1), 1)
    given = (
        ops.Assign(number, item),
        ops.Assign(cell, scope.held(expr.of)),
        inside(ops.Get(cell), scope),
        ops.Assign(number, plus(ops.Binary("-", ops.Get(number), ops.Get(cell)), far)),
    )
    return ops.Do(
        given,
        ops.Both(ops.Compare("<u", ops.Get(number), ops.Number(2 * far + 1)), ops.Compare("!=", near, ZERO)),
    )


# ---- WHAT LIES THERE


def content_number(grid: PackedGrid, cell: ops.Expression, state: ops.Expression) -> ops.Expression:
    """Returns the number of what lies in a cell: 0, or 1 and the piece with its turn."""
    return ops.Load(*member_address(state, grid.held, cell, grid.width), grid.width)


def piece_of(number: ops.Expression, grid: PackedGrid) -> ops.Expression:
    """Returns the piece of a number that is not 0."""
    return ops.Binary(">>", plus(number, -1), ops.Number(grid.turns.bit_length() - 1))


def turn_of(number: ops.Expression, grid: PackedGrid) -> ops.Expression:
    """Returns the turn of a number that is not 0."""
    return ops.Binary("&", plus(number, -1), ops.Number(grid.turns - 1))


def numbered(grid: PackedGrid, piece: ops.Expression, turn: ops.Expression) -> ops.Expression:
    """Returns the number of a piece with its turn."""
    if grid.turns == 1:
        return plus(piece, 1)
    shifted = ops.Binary("<<", piece, ops.Number(grid.turns.bit_length() - 1))
    return plus(ops.Binary("|", shifted, turn), 1)


def turn_at(expr: ir.TurnAt, scope: Scope) -> ops.Expression:
    """Returns the turn of what lies in a cell, or nothing."""
    grid, number = scope.unit.packed.grids[expr.zone], scope.fresh("i64")
    given = ops.Assign(number, content_number(grid, scope.held(expr.cell), scope.state))
    empty = ops.Compare("==", ops.Get(number), ZERO)
    return ops.Do((given,), ops.Choose(empty, ops.Number(NOTHING), turn_of(ops.Get(number), grid), "i64"))


def contents(grid: PackedGrid, cell: ir.Expr, form: Word | Array, scope: Scope) -> ops.Expression:
    """Returns the set of what lies in a cell."""
    number = scope.fresh("i64")
    given = ops.Assign(number, content_number(grid, scope.held(cell), scope.state))
    empty = ops.Compare("==", ops.Get(number), ZERO)
    piece = piece_of(ops.Get(number), grid)
    if isinstance(form, Word):
        return ops.Do((given,), ops.Choose(empty, ZERO, words.in_lane(ONE, piece, form), "i64"))
    made = scope.fresh("i32")
    one = ops.Store(ops.Plus(ops.Get(made), ops.Shortened(piece)), 0, 1, ONE)
    return ops.Do(
        (given, ops.Assign(made, arrays.new(form.bytes)), ops.When(ops.Negated(empty), (one,))), ops.Get(made)
    )


def all_contents(grid: PackedGrid, form: Word | Array, scope: Scope) -> ops.Expression:
    """Returns the set of all that lies on a grid, with copies."""
    made, piece = scope.fresh("i64" if isinstance(form, Word) else "i32"), scope.fresh("i64")

    def body(cell: ops.Expression) -> tuple[ops.Statement, ...]:
        given = ops.Assign(piece, piece_of(content_number(grid, cell, scope.state), grid))
        if isinstance(form, Word):
            one = words.in_lane(ONE, ops.Get(piece), form)
            return given, ops.Assign(made, words.united(ops.Get(made), one, form))
        place = ops.Plus(ops.Get(made), ops.Shortened(ops.Get(piece)))
        return given, ops.Store(place, 0, 1, plus(ops.Load(place, 0, 1), 1))

    empty = ZERO if isinstance(form, Word) else arrays.new(form.bytes)
    return ops.Do((ops.Assign(made, empty), *over_taken(grid, scope, None, body)), ops.Get(made))


def over_contents(
    grid: PackedGrid, cell: ops.Expression, each: ops.Local, scope: Scope, body: tuple[ops.Statement, ...]
) -> tuple[ops.Statement, ...]:
    """Returns a loop over what lies in a cell, which is one piece or none."""
    number = scope.fresh("i64")
    there = ops.Compare("!=", ops.Get(number), ZERO)
    return (
        ops.Assign(number, content_number(grid, cell, scope.state)),
        ops.When(there, (ops.Assign(each, piece_of(ops.Get(number), grid)), *body)),
    )


def is_lying(item: ops.Expression, grid: PackedGrid, cell: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns whether a piece lies in a cell."""
    piece, number = scope.fresh("i64"), scope.fresh("i64")
    given = (ops.Assign(piece, item), ops.Assign(number, content_number(grid, scope.held(cell), scope.state)))
    there = ops.Compare("!=", ops.Get(number), ZERO)
    return ops.Do(given, ops.Both(there, ops.Compare("==", piece_of(ops.Get(number), grid), ops.Get(piece))))


def many_lying(grid: PackedGrid, scope: Scope) -> ops.Expression:
    """Returns the number of cells in which something lies."""
    return ops.Call("cells taken", (ops.Plus(scope.state, ops.Address(grid.taken)),), "i64")


def cell_of(zone: str, piece: ir.Expr, scope: Scope) -> ops.Expression:
    """Returns the first cell in which a piece lies; it is a fault if it lies in none."""
    grid = scope.unit.packed.grids[zone]
    wanted, found = scope.fresh("i64"), scope.fresh("i64")

    def look(cell: ops.Expression) -> tuple[ops.Statement, ...]:
        hit = ops.Compare("==", piece_of(content_number(grid, cell, scope.state), grid), ops.Get(wanted))
        return (ops.When(hit, (ops.Assign(found, cell),)),)

    until = ops.Compare(">=", ops.Get(found), ZERO)
    return ops.Do(
        (
            ops.Assign(wanted, scope.held(piece)),
            ops.Assign(found, ops.Number(-1)),
            *over_taken(grid, scope, until, look),
            ops.When(ops.Compare("<", ops.Get(found), ZERO), (scope.trap("lies nowhere"),)),
        ),
        ops.Get(found),
    )


# ---- LOOPS


def over_taken(grid: PackedGrid, scope: Scope, until: ops.Expression | None, body: Body) -> tuple[ops.Statement, ...]:
    """Returns a loop over the cells in which something lies."""
    return _over_bits(ops.Plus(scope.state, ops.Address(grid.taken)), scope, until, body)


def over_edge(grid: PackedGrid, scope: Scope, until: ops.Expression | None, body: Body) -> tuple[ops.Statement, ...]:
    """Returns a loop over the empty cells beside one that is not."""
    made = scope.fresh("i32")
    size = WORD * SIDE
    call = ops.Call("edge", (ops.Plus(scope.state, ops.Address(grid.taken)), arrays.new(size)), "i64")
    rim = scope.fresh("i64")
    start = ops.Assign(rim, call)
    outside = ops.When(ops.Compare("<", ops.Get(rim), ZERO), (scope.trap(OUTSIDE, fault=False),))
    given = ops.Assign(made, ops.Shortened(ops.Get(rim)))
    return start, outside, given, *_over_bits(ops.Get(made), scope, until, body)


def is_on_edge(item: ops.Expression, grid: PackedGrid, scope: Scope) -> ops.Expression:
    """Returns whether a cell is an empty one beside one that is not; of one at the rim it is a trap."""
    cell = scope.fresh("i64")
    some: ops.Expression = ops.Address(0)
    for way in STEPS:
        near = ops.Compare("!=", content_number(grid, plus(ops.Get(cell), way), scope.state), ZERO)
        some = near if some == ops.Address(0) else ops.Either(some, near)
    empty = ops.Compare("==", content_number(grid, ops.Get(cell), scope.state), ZERO)
    return ops.Do((ops.Assign(cell, item), inside(ops.Get(cell), scope)), ops.Both(empty, some))


def _over_bits(
    bits: ops.Expression, scope: Scope, until: ops.Expression | None, body: Body
) -> tuple[ops.Statement, ...]:
    """Returns a loop over the cells of which the bits are set that begin at an address."""
    start, column, left = scope.fresh("i32"), scope.fresh("i64"), scope.fresh("i64")
    cell = ops.Binary("+", ops.Binary("<<", ops.Get(column), ops.Number(ROW_BITS)), ops.Unary("lowest", ops.Get(left)))
    each = scope.fresh("i64")

    def going(condition: ops.Expression) -> ops.Expression:
        return condition if until is None else ops.Both(condition, ops.Negated(until))

    drop = ops.Binary("&", ops.Get(left), ops.Binary("-", ops.Get(left), ONE))
    take = (ops.Assign(each, cell), ops.Assign(left, drop), *body(ops.Get(each)))
    word = ops.Load(*member_address(ops.Get(start), 0, ops.Get(column), WORD), WORD)
    return (
        ops.Assign(start, bits),
        ops.Assign(column, ZERO),
        ops.While(
            going(ops.Compare("<", ops.Get(column), ops.Number(SIDE))),
            (
                ops.Assign(left, word),
                ops.While(going(ops.Compare("!=", ops.Get(left), ZERO)), take),
                ops.Assign(column, plus(ops.Get(column), 1)),
            ),
        ),
    )


# ---- FUNCTIONS

TAKEN, MADE = ops.Local("taken", "i32"), ops.Local("made", "i32")
COLUMN, HERE, ALL = (ops.Local(name, "i64") for name in ("column", "here", "all"))


def add_grids(unit: Unit) -> None:
    """Adds the functions on the bits of cells, where there are grids."""
    if not unit.packed.grids:
        return
    address = ops.Plus(ops.Get(TAKEN), ops.Shortened(ops.Binary("<<", ops.Get(COLUMN), ops.Number(3))))
    below = ops.Compare("<", ops.Get(COLUMN), ops.Number(SIDE))
    step = ops.Assign(COLUMN, plus(ops.Get(COLUMN), 1))
    more = ops.Assign(ALL, ops.Binary("+", ops.Get(ALL), ops.Unary("ones", ops.Load(address, 0, WORD))))
    start = (ops.Assign(COLUMN, ZERO), ops.Assign(ALL, ZERO))
    unit.add(
        ops.Function("cells taken", (TAKEN,), "i64", (*start, ops.While(below, (more, step)), ops.Return(ops.Get(ALL))))
    )
    unit.add(_edge())


def _edge() -> ops.Function:
    """Writes the bits of the edge of what is taken; gives their address, or -1 where something lies at the rim."""
    size = WORD * SIDE
    place = ops.Plus(ops.Get(TAKEN), ops.Shortened(ops.Get(COLUMN)))
    target = ops.Plus(ops.Get(MADE), ops.Shortened(ops.Get(COLUMN)))
    beside = ops.Binary("|", ops.Load(ops.Minus(place, ops.Address(WORD)), 0, WORD), ops.Load(place, WORD, WORD))
    along = ops.Binary("|", ops.Binary("<<", ops.Get(HERE), ONE), ops.Binary(">>", ops.Get(HERE), ONE))
    free = ops.Binary("^", ops.Get(HERE), ops.Number(-1))
    edge = ops.Binary("&", ops.Binary("|", along, beside), free)
    body = (
        ops.Assign(HERE, ops.Load(place, 0, WORD)),
        ops.Assign(ALL, ops.Binary("|", ops.Get(ALL), ops.Get(HERE))),
        ops.Store(target, 0, WORD, edge),
        ops.Assign(COLUMN, plus(ops.Get(COLUMN), WORD)),
    )
    first, last = ops.Load(ops.Get(TAKEN), 0, WORD), ops.Load(ops.Get(TAKEN), size - WORD, WORD)
    ends = ops.Number((1 << 63 | 1) - (1 << 64))
    rim = ops.Binary("|", ops.Binary("&", ops.Get(ALL), ends), ops.Binary("|", first, last))
    return ops.Function(
        "edge",
        (TAKEN, MADE),
        "i64",
        (
            ops.Assign(COLUMN, ops.Number(WORD)),
            ops.Assign(ALL, ZERO),
            ops.While(ops.Compare("<", ops.Get(COLUMN), ops.Number(size - WORD)), body),
            ops.When(ops.Compare("!=", rim, ZERO), (ops.Return(ops.Number(-1)),)),
            ops.Return(ops.Widened(ops.Get(MADE))),
        ),
    )
