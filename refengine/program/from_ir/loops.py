"""Loops over sets: one thing after the other, in order, with how many copies there are of it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import CELL, Cell, SetOf
from refengine.ir.instances import instance_of
from refengine.program import ops
from refengine.program.from_ir import contents, grids, lists, sequences, spots, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.settled_conditions import SettledMembers, chosen_before
from refengine.program.from_ir.unit import Scope, both
from refengine.program.storage.forms import BITS, BYTE, ListForm, Mask, Sequence, SetForm, Tally

TRUE = ir.TruthLiteral(value=True)


@frozen
class Loop:
    """The body of a loop; `until` ends it, `copies` is how many of the thing there are.

    What lies in an order may have copies apart from each other: then the body is for each alone, or, where it is to be
    `distinct`, for the first of them alone.
    """

    body: Callable[[ops.Expression], tuple[ops.Statement, ...]]
    until: ops.Expression | None = None
    distinct: bool = False

    def on(self, condition: ops.Expression) -> ops.Expression:
        """Returns the condition under which the loop goes on."""
        return condition if self.until is None else ops.Both(condition, ops.Negated(self.until))


def over(members: ir.Expr, var: ir.Local, scope: Scope, loop: Loop) -> tuple[ops.Statement, ...]:
    """Returns a loop over a set, its members bound one after the other; nothing may be written meanwhile."""
    with scope.binder():
        return _over(members, var, scope, loop)


def _over(members: ir.Expr, var: ir.Local, scope: Scope, loop: Loop) -> tuple[ops.Statement, ...]:
    one = ops.Number(1)
    match members:
        case ir.Filter(binding=binding) if scope.unit.sharing.cannot_fault(binding.condition):

            def chosen(copies: ops.Expression) -> tuple[ops.Statement, ...]:
                scope.locals[binding.var] = scope.locals[var]
                return (ops.When(scope.truth(binding.condition), loop.body(copies)),)

            return _over(binding.domain, var, scope, evolve(loop, body=chosen))
        case ir.NumbersBetween():
            low, high, last = scope.held(members.low), scope.held(members.high), scope.fresh("i64")
            each = scope.bind(var)
            ends = (ops.Assign(each, low), ops.Assign(last, high))
            step = ops.Assign(each, plus(ops.Get(each), 1))
            going = loop.on(ops.Compare("<=", ops.Get(each), ops.Get(last)))
            return (*ends, ops.While(going, (*loop.body(one), step)))
        case ir.AllMembers(of=of):
            low_, size = scope.unit.forms.extent(of)
            each = scope.bind(var)
            step = ops.Assign(each, plus(ops.Get(each), 1))
            going = loop.on(ops.Compare("<", ops.Get(each), ops.Number(low_ + size)))
            return ops.Assign(each, ops.Number(low_)), ops.While(going, (*loop.body(one), step))
        case ir.CellsOf() | ir.CellsBy() | ir.SpotsOf() | ir.SpotsTaken():

            def bound(item: ops.Expression) -> tuple[ops.Statement, ...]:
                return ops.Assign(scope.bind(var), item), *loop.body(one)

            return _over_board(members, scope, loop.until, bound)
        case ir.Contents(zone=zone) if zone in scope.unit.packed.grids and members.key is not None:
            cell = scope.held(members.key)
            each = scope.bind(var)
            return grids.over_contents(scope.unit.packed.grids[zone], cell, each, scope, loop.body(one))
        case ir.Contents() if contents.order_of(members, scope) is None:
            return over_held(contents.lying(members, scope), contents.form_of(members, scope), var, scope, loop)
        case _:
            assert isinstance(members.domain, SetOf)
            form = scope.unit.forms.set_of(members.domain.inner)
            return over_held(scope.held(members), form, var, scope, loop)


Items = Callable[[ops.Expression], tuple[ops.Statement, ...]]
"""The statements of a loop for a cell or a spot."""


def _over_board(
    members: ir.CellsOf | ir.CellsBy | ir.SpotsOf | ir.SpotsTaken,
    scope: Scope,
    until: ops.Expression | None,
    body: Items,
) -> tuple[ops.Statement, ...]:
    """Returns a loop over cells or spots of a grid, one after the other as they lie there."""
    packed = scope.unit.packed
    match members:
        case ir.CellsOf(zone=zone, what="taken"):
            return grids.over_taken(packed.grids[zone], scope, until, body)
        case ir.CellsOf(zone=zone):
            return grids.over_edge(packed.grids[zone], scope, until, body)
        case ir.CellsBy():
            return grids.over_cells_by(members, scope, until, body)
        case ir.SpotsTaken(zone=zone):
            return spots.over_spread(packed.spreads[zone], scope, until, body)
        case ir.SpotsOf(spot=spot, zone=zone):
            cells = ir.CellsOf(zone, "taken") if members.cells is None else members.cells
            if isinstance(cells.domain, Cell):
                return spots.over_cell(scope.held(cells), spot, scope, until, body)
            cell = scope.unnamed(CELL)

            def inside(_: ops.Expression) -> tuple[ops.Statement, ...]:
                return spots.over_cell(ops.Get(scope.locals[cell]), spot, scope, until, body)

            return over(cells, cell, scope, Loop(inside, until))


def over_held(
    held: ops.Expression, form: SetForm, var: ir.Local, scope: Scope, loop: Loop
) -> tuple[ops.Statement, ...]:
    """Returns a loop over a set that is worked out."""
    with scope.binder():
        return _over_held(held, form, var, scope, loop)


def _over_held(
    held: ops.Expression, form: SetForm, var: ir.Local, scope: Scope, loop: Loop
) -> tuple[ops.Statement, ...]:
    each = scope.bind(var)
    if isinstance(form, ListForm):
        at, end = scope.fresh("i32"), scope.fresh("i32")
        item: ops.Expression = ops.Load(ops.Get(at), 0, lists.WORD)
        item = item if each.type == "i64" else ops.Shortened(item)
        body = (ops.Assign(each, item), lists.step(at), *loop.body(ops.Number(1)))
        return lists.each_of(held, at, end, loop.until, body)
    if isinstance(form, Sequence):
        return _over_sequence(held, form, each, scope, loop)
    if isinstance(form, Mask):
        left = scope.fresh("i64")
        take = (
            ops.Assign(each, plus(words.lowest(ops.Get(left), form), form.low)),
            ops.Assign(left, words.without_lowest(ops.Get(left), form)),
        )
        going = loop.on(ops.Compare("!=", ops.Get(left), ops.Number(0)))
        return ops.Assign(left, held), ops.While(going, (*take, *loop.body(ops.Number(1))))
    if isinstance(form, Tally):
        members = scope.fresh("i64")
        return ops.Assign(members, held), _over_lanes(members, form.bits, form.low, each, scope, loop)
    address, word, left = scope.fresh("i32"), scope.fresh("i32"), scope.fresh("i64")
    first = plus(ops.Widened(ops.Get(word)), form.low)
    inner = _over_lanes(left, BYTE, first, each, scope, loop)
    further = ops.Compare("<", ops.Widened(ops.Get(word)), ops.Number(form.bytes))
    return (
        ops.Assign(address, held),
        ops.Assign(word, ops.Address(0)),
        ops.While(
            loop.on(further),
            (
                ops.Assign(left, ops.Load(ops.Plus(ops.Get(address), ops.Get(word)), 0, 8)),
                inner,
                ops.Assign(word, ops.Plus(ops.Get(word), ops.Address(8))),
            ),
        ),
    )


def _over_sequence(
    held: ops.Expression, form: Sequence, each: ops.Local, scope: Scope, loop: Loop
) -> tuple[ops.Statement, ...]:
    """Returns a loop over a sequence, one piece after the other as they lie there."""
    start, at, end = (scope.fresh("i32") for _ in range(3))
    there = ops.Load(ops.Get(at), form.width, form.width)
    step = ops.Assign(at, ops.Plus(ops.Get(at), ops.Address(form.width)))
    if loop.distinct and form.alike:
        times = scope.fresh("i64")
        earlier = sequences.times_in(ops.Get(start), ops.Get(at), ops.Get(each), form)
        later = sequences.times_in(ops.Get(at), ops.Get(end), ops.Get(each), form)
        only = (ops.Assign(times, later), step, *loop.body(ops.Get(times)))
        body: tuple[ops.Statement, ...] = (ops.When(ops.Compare("==", earlier, ops.Number(0)), only, (step,)),)
    else:
        body = (step, *loop.body(ops.Number(1)))
    return (
        ops.Assign(start, held),
        ops.Assign(at, ops.Get(start)),
        ops.Assign(end, sequences.last_of(ops.Get(start), form)),
        ops.While(loop.on(ops.Negated(ops.SameAddress(ops.Get(at), ops.Get(end)))), (ops.Assign(each, there), *body)),
    )


def _over_lanes(
    left: ops.Local, bits: int, first: int | ops.Expression, each: ops.Local, scope: Scope, loop: Loop
) -> ops.Statement:
    """Returns a loop over the lanes of a word that are not 0; `first` is what the first of them stands for."""
    shift, copies = scope.fresh("i64"), scope.fresh("i64")
    lowest = ops.Binary("&", ops.Unary("lowest", ops.Get(left)), ops.Number(BITS - bits))
    index = ops.Binary(">>", ops.Get(shift), ops.Number(bits.bit_length() - 1))
    there = ops.Binary(">>", ops.Get(left), ops.Get(shift))
    gone = ops.Binary("<<", ops.Get(copies), ops.Get(shift))
    take_one = (
        ops.Assign(shift, lowest),
        ops.Assign(copies, ops.Binary("&", there, ops.Number((1 << bits) - 1))),
        ops.Assign(left, ops.Binary("-", ops.Get(left), gone)),
        ops.Assign(each, plus(index, first) if isinstance(first, int) else ops.Binary("+", first, index)),
    )
    going = loop.on(ops.Compare("!=", ops.Get(left), ops.Number(0)))
    return ops.While(going, (*take_one, *loop.body(ops.Get(copies))))


def binding_over(binding: ir.Binding, scope: Scope, loop: Loop, *also: ir.Expr) -> tuple[ops.Statement, ...]:
    """Returns a loop over what a binding binds, where its condition and others hold."""
    wanted = _wanted(binding, also, scope)
    implied = tuple(each for one in wanted if (each := instance_of(one, binding.var, binding.domain)) is not None)
    settled = chosen_before(binding, (*wanted, *implied), scope)
    left = wanted if settled is None else tuple(each for each in settled.left if each not in implied)

    def chosen(copies: ops.Expression) -> tuple[ops.Statement, ...]:
        conditions = [scope.truth(each) for each in left]
        body = loop.body(copies)
        return (ops.When(both(conditions), body),) if conditions else body

    return scope.loop(lambda: _over_chosen(binding, settled, scope, evolve(loop, body=chosen)))


def _over_chosen(
    binding: ir.Binding, settled: SettledMembers | None, scope: Scope, loop: Loop
) -> tuple[ops.Statement, ...]:
    if settled is None:
        return over(binding.domain, binding.var, scope, loop)
    return over_held(settled.members, settled.form, binding.var, scope, loop)


def settled_members(binding: ir.Binding, scope: Scope, *also: ir.Expr) -> SettledMembers | None:
    """Returns what a binding binds where its condition and others hold; None where more is to be asked of each."""
    take_back = scope.tried()
    settled = chosen_before(binding, _wanted(binding, also, scope), scope)
    if settled is None or settled.left:
        take_back()
        return None
    return settled


def _wanted(binding: ir.Binding, also: tuple[ir.Expr, ...], scope: Scope) -> tuple[ir.Expr, ...]:
    wanted = (scope.unit.opened(each) for each in (binding.condition, *also) if each != TRUE)
    return tuple(each for each in wanted if each != TRUE)
