"""Classes of spots that are kept as a grid grows: what is laid joins nothing but its own spots with others.

Where it hangs on two spots alone whether they are joined, as long as both are there, those that are joined stay so
while pieces are laid. So of a grid that has grown since its classes were known only the new spots are asked what they
join, and classes are merged. Where a piece was taken off, or the state is another, all spots are asked.

INVARIANT: what is kept is about the state that is played, and about its grid as it is: a stamp says so. Nobody holds a
class over a write to the grid, so the room of those that are merged is given back when all are made anew.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import SetOf, Spot
from refengine.ir.merging import only_merges
from refengine.program import ops
from refengine.program.from_ir import grids, lists
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, over_held
from refengine.program.from_ir.spots import bits_of, over_cell
from refengine.program.from_ir.stamps import note_write, zone_of
from refengine.program.from_ir.unit import ARENA, CLOCK, Scope, Unit
from refengine.program.storage.boards import PackedGrid
from refengine.program.storage.forms import ListForm
from refengine.program.storage.windows import CELLS_HELD, TURN_BITS, SpotBits

MOST_LAID: Final = 16
"""The pieces that may be laid before all classes are made anew."""

ROOM: Final = 1 << 19
"""The bytes for classes; where they are used up none are kept until the grid is another."""

MOST_SPOTS: Final = 1 << 20
"""The greatest number of spots, without their turns, that a table has."""

ENTRY: Final = 8
ZERO, ONE = ops.Number(0), ops.Number(1)
STATE, SPOT, FULL = ops.Local("state", "i32"), ops.Local("spot", "i64"), ops.Local("full", "i32")


@frozen
class ClassTable:
    """The table in which the classes of one region on a grid are kept."""

    region: str
    grid: PackedGrid
    spot: Spot
    bits: SpotBits
    joins: ir.CallValue

    def of(self, what: str) -> ops.Global:
        """Returns one of the globals: what it has is told by its name.

        It is the `round` in which all were made anew, the clock `at` which they were right, how many cells were `laid`
        since, the stamp of the grid `then`, or the place where the next class is `made`.
        """
        return ops.Global(f"classes of {self.region}: {what}", "i64")

    @property
    def globals(self) -> tuple[ops.Global, ...]:
        """All of them."""
        return tuple(map(self.of, ("round", "at", "laid", "then", "made")))

    @property
    def grow(self) -> str:
        """The name of the function that brings what is kept up to date."""
        return f"grow {self.region}"

    def stamp(self, unit: Unit) -> ops.Global:
        """Returns the global that has when the grid was last written."""
        return ops.Global(zone_of(self.grid.zone, unit.game), "i64")

    def addresses(self, unit: Unit) -> tuple[int, int, int]:
        """Returns the addresses of the table, of the room for classes, and of the cells that were laid."""
        tables = unit.memory.tables
        if (self.region, "table") not in tables:
            tables[self.region, "table"] = unit.memory.room((CELLS_HELD << self.bits.part) * ENTRY)
            tables[self.region, "room"] = unit.memory.room(ROOM)
            tables[self.region, "laid"] = unit.memory.room(8 * MOST_LAID)
        return tables[self.region, "table"], tables[self.region, "room"], tables[self.region, "laid"]


# ---- WHICH ARE KEPT


def kept_of(unit: Unit) -> tuple[ClassTable, ...]:
    """Returns the tables of the regions whose classes only merge while pieces are laid."""
    return tuple(found for value in unit.game.values if (found := class_table(value, unit)) is not None)


def class_table(value: model.Value, unit: Unit) -> ClassTable | None:
    """Returns the table of a region; None for a value that is no region, or whose classes may come apart."""
    body = value.body
    if not isinstance(body, model.Joined) or not isinstance(body.joins.domain, SetOf):
        return None
    spot, everything = body.joins.domain.inner, body.binding.domain
    if not isinstance(spot, Spot) or not isinstance(everything, ir.SpotsOf) or everything.cells is not None:
        return None
    if not body.evident or not unit.sharing.cannot_fault(body.joins):
        return None
    bits = bits_of(spot, unit)
    if CELLS_HELD << bits.part > MOST_SPOTS or not only_merges(body, unit.values, unit.stateless):
        return None
    return ClassTable(value.name, unit.packed.grids[everything.zone], spot, bits, body.joins)


# ---- ASKED


def looked_up(found: ClassTable, start: ops.Local, unit: Unit, state: ops.Expression) -> tuple[ops.Statement, ...]:
    """Returns the class that is kept of a spot, if one is; else the statements behind these find it."""
    table, _, _ = found.addresses(unit)
    played = ops.SameAddress(state, ops.Address(unit.memory.tables["state"]))
    stale = ops.Compare(">", ops.Get(found.stamp(unit)), ops.Get(found.of("at")))
    entry = ops.Local("entry", "i64")
    mine = ops.Compare("==", ops.Binary(">>", ops.Get(entry), ops.Number(32)), _mark(found, ops.Get(start)))
    return (
        ops.When(
            played,
            (
                ops.When(stale, (ops.Run(ops.Call(found.grow, (state,), None)),)),
                ops.Assign(entry, ops.Load(_place(found, ops.Get(start)), table, ENTRY)),
                ops.When(mine, (ops.Return(ops.Shortened(ops.Get(entry))),)),
            ),
        ),
    )


def _place(found: ClassTable, spot: ops.Expression) -> ops.Expression:
    """Returns where a spot's entry lies in the table: which round it is of, with the turn, and the class."""
    number = ops.Binary(">>", spot, ops.Number(found.bits.turn))
    return ops.Shortened(ops.Binary("<<", number, ops.Number(3)))


def _mark(found: ClassTable, spot: ops.Expression) -> ops.Expression:
    """Returns the upper half of an entry that is of this round, and of a spot with this turn."""
    turn = ops.Binary("&", spot, ops.Number((1 << found.bits.turn) - 1))
    return ops.Binary("|", ops.Binary("<<", ops.Get(found.of("round")), ops.Number(TURN_BITS)), turn)


def note_laid(grid: PackedGrid, cell: ops.Expression, unit: Unit) -> tuple[ops.Statement, ...]:
    """Returns what notes that something was laid in a cell of a grid, where the classes were right until then."""
    part = zone_of(grid.zone, unit.game)
    stamp = ops.Global(part, "i64")
    before: list[ops.Statement] = []
    after: list[ops.Statement] = []
    for number, each in enumerate(one for one in kept_of(unit) if one.grid.zone.name == grid.zone.name):
        _, _, cells = each.addresses(unit)
        many, known = ops.Get(each.of("laid")), ops.Local(f"known {number}", "i32")
        place = ops.Shortened(ops.Binary("<<", many, ops.Number(3)))
        right = ops.Compare("==", ops.Get(stamp), ops.Get(each.of("then")))
        before.append(ops.Assign(known, ops.Both(right, ops.Compare("<", many, ops.Number(MOST_LAID)))))
        note = (
            ops.Store(place, cells, 8, cell),
            ops.Assign(each.of("laid"), plus(many, 1)),
            ops.Assign(each.of("then"), ops.Get(stamp)),
        )
        after.append(ops.When(ops.Get(known), note))
    return (*before, note_write(part), *after)


# ---- MADE


def add_classes(unit: Unit) -> None:
    """Adds the functions that bring what is kept up to date."""
    for each in kept_of(unit):
        unit.add(_merge(each, unit))
        unit.add(_room(each, unit))
        unit.add(_grow(each, unit))


def _grow(found: ClassTable, unit: Unit) -> ops.Function:
    """Makes classes of the cells that were laid, or of all."""
    value = next(each for each in unit.game.values if each.name == found.region)
    scope = Scope(unit, value.clause, ops.Get(STATE))
    cells, mark = scope.fresh("i32"), scope.fresh("i32")
    _, room, laid_ = found.addresses(unit)
    stamp, index = found.stamp(unit), scope.fresh("i64")
    known = ops.Both(
        ops.Compare("==", ops.Get(stamp), ops.Get(found.of("then"))),
        ops.Compare("!=", ops.Get(found.of("round")), ZERO),
    )
    noted = ops.Load(ops.Shortened(ops.Binary("<<", ops.Get(index), ops.Number(3))), laid_, 8)
    those_laid = (
        ops.Assign(index, ZERO),
        ops.While(
            ops.Compare("<", ops.Get(index), ops.Get(found.of("laid"))),
            (lists.added(cells, noted, ListForm()), ops.Assign(index, plus(ops.Get(index), 1))),
        ),
    )
    every = (
        ops.Assign(found.of("round"), plus(ops.Get(found.of("round")), 1)),
        ops.Assign(found.of("made"), ops.Number(room)),
        *grids.over_taken(found.grid, scope, None, lambda cell: (lists.pushed(cells, cell),)),
    )
    body = (
        ops.Assign(mark, ops.Get(ARENA)),
        ops.Assign(cells, lists.new()),
        ops.When(known, those_laid, every),
        *_alone(found, cells, scope),
        *_joined(found, cells, scope),
        ops.Assign(found.of("laid"), ZERO),
        ops.Assign(found.of("then"), ops.Get(stamp)),
        ops.Assign(found.of("at"), ops.Get(CLOCK)),
        ops.Assign(ARENA, ops.Get(mark)),
    )
    return ops.Function(found.grow, (STATE,), None, body)


def _each_spot(
    found: ClassTable, cells: ops.Local, scope: Scope, each: ops.Local, body: tuple[ops.Statement, ...]
) -> tuple[ops.Statement, ...]:
    """Returns a loop over the spots in some cells."""
    at, end = scope.fresh("i32"), scope.fresh("i32")
    cell = ops.Load(ops.Get(at), 0, lists.WORD)
    inner = over_cell(cell, found.spot, scope, None, lambda spot: (ops.Assign(each, spot), *body))
    return lists.each_of(ops.Get(cells), at, end, None, (*inner, lists.step(at)))


def _alone(found: ClassTable, cells: ops.Local, scope: Scope) -> tuple[ops.Statement, ...]:
    """Makes a class of each new spot alone."""
    table, _, _ = found.addresses(scope.unit)
    each, made = scope.fresh("i64"), scope.fresh("i32")
    body = (
        ops.Assign(made, ops.Call(f"room for {found.region}", (ONE,), "i32")),
        ops.Store(ops.Get(made), 0, 8, ONE),
        ops.Store(ops.Get(made), lists.HEAD, 8, ops.Get(each)),
        ops.Store(_place(found, ops.Get(each)), table, ENTRY, _entry(found, ops.Get(each), ops.Get(made))),
    )
    return _each_spot(found, cells, scope, each, body)


def _entry(found: ClassTable, spot: ops.Expression, made: ops.Expression) -> ops.Expression:
    return ops.Binary("|", ops.Binary("<<", _mark(found, spot), ops.Number(32)), ops.Widened(made))


def _joined(found: ClassTable, cells: ops.Local, scope: Scope) -> tuple[ops.Statement, ...]:
    """Merges the class of each new spot with those of the spots that it is joined with."""
    var, other = scope.unnamed(found.spot), scope.unnamed(found.spot)
    each, mark, joins = scope.bind(var), scope.fresh("i32"), scope.fresh("i32")
    asked = scope.held(ir.CallValue(found.joins.name, (var,), found.joins.domain))

    def merge(_: ops.Expression) -> tuple[ops.Statement, ...]:
        call = ops.Call(f"merge {found.region}", (ops.Get(each), ops.Get(scope.locals[other])), None)
        return (ops.Run(call),)

    body = (
        ops.Assign(mark, ops.Get(ARENA)),
        ops.Assign(joins, asked),
        *over_held(ops.Get(joins), ListForm(), other, scope, Loop(merge)),
        ops.Assign(ARENA, ops.Get(mark)),
    )
    return _each_spot(found, cells, scope, each, body)


def _room(found: ClassTable, unit: Unit) -> ops.Function:
    """Gives room for a class of so many spots; where there is none it is a trap."""
    _, room, _ = found.addresses(unit)
    many, made = ops.Local("many", "i64"), ops.Local("made", "i64")
    after = ops.Binary("+", ops.Get(made), plus(ops.Binary("<<", ops.Get(many), ops.Number(3)), lists.HEAD))
    value = next(each for each in unit.game.values if each.name == found.region)
    trap = Scope(unit, value.clause, ops.Get(STATE)).trap("no room for classes", fault=False)
    body = (
        ops.Assign(made, ops.Get(found.of("made"))),
        ops.Assign(found.of("made"), after),
        ops.When(ops.Compare(">", ops.Get(found.of("made")), ops.Number(room + ROOM)), (trap,)),
        ops.Return(ops.Shortened(ops.Get(made))),
    )
    return ops.Function(f"room for {found.region}", (many,), "i32", body)


def _merge(found: ClassTable, unit: Unit) -> ops.Function:
    """Makes one class of those of two spots, in order, and tells each spot in it."""
    one, other = ops.Local("one", "i64"), ops.Local("other", "i64")
    table, _, _ = found.addresses(unit)
    a, b, made, at = (ops.Local(name, "i32") for name in ("a", "b", "made", "at"))
    end_a, end_b = ops.Local("end a", "i32"), ops.Local("end b", "i32")
    x, y = ops.Local("x", "i64"), ops.Local("y", "i64")
    largest = ops.Number((1 << 63) - 1)

    def class_of(spot: ops.Local) -> ops.Expression:
        return ops.Shortened(ops.Load(_place(found, ops.Get(spot)), table, ENTRY))

    def behind(members: ops.Local) -> ops.Expression:
        size = ops.Shortened(ops.Binary("<<", lists.many(ops.Get(members)), ops.Number(3)))
        return ops.Plus(ops.Plus(ops.Get(members), size), ops.Address(lists.HEAD))

    def next_of(members: ops.Local, end: ops.Local) -> ops.Expression:
        ended = ops.SameAddress(ops.Get(members), ops.Get(end))
        return ops.Choose(ended, largest, ops.Load(ops.Get(members), 0, lists.WORD), "i64")

    def on(members: ops.Local) -> ops.Statement:
        return ops.Assign(members, ops.Plus(ops.Get(members), ops.Address(lists.WORD)))

    together = ops.Binary("+", lists.many(ops.Get(a)), lists.many(ops.Get(b)))
    least = ops.Compare("<", ops.Get(x), ops.Get(y))
    put = (
        ops.Assign(x, next_of(a, end_a)),
        ops.Assign(y, next_of(b, end_b)),
        ops.When(least, (on(a),), (on(b), ops.Assign(x, ops.Get(y)))),
        ops.Store(ops.Get(at), 0, lists.WORD, ops.Get(x)),
        ops.Store(_place(found, ops.Get(x)), table, ENTRY, _entry(found, ops.Get(x), ops.Get(made))),
        on(at),
    )
    left = ops.Negated(
        ops.Both(ops.SameAddress(ops.Get(a), ops.Get(end_a)), ops.SameAddress(ops.Get(b), ops.Get(end_b)))
    )
    body = (
        ops.Assign(a, class_of(one)),
        ops.Assign(b, class_of(other)),
        ops.When(ops.SameAddress(ops.Get(a), ops.Get(b)), (ops.Return(None),)),
        ops.Assign(made, ops.Call(f"room for {found.region}", (together,), "i32")),
        ops.Store(ops.Get(made), 0, 8, together),
        ops.Assign(end_a, behind(a)),
        ops.Assign(end_b, behind(b)),
        on(a),
        on(b),
        ops.Assign(at, ops.Plus(ops.Get(made), ops.Address(lists.HEAD))),
        ops.While(left, put),
    )
    return ops.Function(f"merge {found.region}", (one, other), None, body)


def globals_of_classes(unit: Unit) -> tuple[tuple[ops.Global, int], ...]:
    """Returns the globals of all that is kept, with what they begin as."""
    return tuple((each, -1 if each == one.of("at") else 0) for one in kept_of(unit) for each in one.globals)
