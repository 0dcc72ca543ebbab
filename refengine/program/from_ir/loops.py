"""Loops over sets: one thing after the other, in order, with how many copies there are of it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import SetOf
from refengine.program import ops
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.settled_conditions import chosen_before
from refengine.program.from_ir.unit import Scope, both
from refengine.program.storage.forms import Array, Mask

BYTE = 0xFF


@frozen
class Loop:
    """The body of a loop; `until` ends it, `copies` is how many of the thing there are."""

    body: Callable[[ops.Expression], tuple[ops.Statement, ...]]
    until: ops.Expression | None = None

    def on(self, condition: ops.Expression) -> ops.Expression:
        """The condition under which the loop goes on."""
        return condition if self.until is None else ops.Both(condition, ops.Negated(self.until))


def over(members: ir.Expr, var: ir.Local, scope: Scope, loop: Loop) -> tuple[ops.Statement, ...]:
    """A loop over a set, its members bound one after the other; nothing may be written meanwhile."""
    one = ops.Number(1)
    match members:
        case ir.Filter(binding=binding) if scope.unit.sharing.cannot_fault(binding.condition):

            def chosen(copies: ops.Expression) -> tuple[ops.Statement, ...]:
                scope.locals[binding.var] = scope.locals[var]
                return (ops.When(scope.truth(binding.condition), loop.body(copies)),)

            return over(binding.domain, var, scope, Loop(chosen, loop.until))
        case ir.NumbersBetween():
            each, last = scope.bind(var), scope.fresh("i64")
            ends = (ops.Assign(each, scope.held(members.low)), ops.Assign(last, scope.held(members.high)))
            step = ops.Assign(each, plus(ops.Get(each), 1))
            going = loop.on(ops.Compare("<=", ops.Get(each), ops.Get(last)))
            return (*ends, ops.While(going, (*loop.body(one), step)))
        case ir.AllMembers(of=of):
            low_, size = scope.unit.forms.extent(of)
            each = scope.bind(var)
            step = ops.Assign(each, plus(ops.Get(each), 1))
            going = loop.on(ops.Compare("<", ops.Get(each), ops.Number(low_ + size)))
            return ops.Assign(each, ops.Number(low_)), ops.While(going, (*loop.body(one), step))
        case _:
            assert isinstance(members.domain, SetOf)
            form = scope.unit.forms.set_of(members.domain.inner)
            return over_held(scope.held(members), form, var, scope, loop)


def over_held(
    held: ops.Expression, form: Mask | Array, var: ir.Local, scope: Scope, loop: Loop
) -> tuple[ops.Statement, ...]:
    """A loop over a set that is worked out."""
    each = scope.bind(var)
    if isinstance(form, Mask):
        left = scope.fresh("i64")
        take = (
            ops.Assign(each, plus(ops.Unary("lowest", ops.Get(left)), form.low)),
            ops.Assign(left, without_lowest(ops.Get(left))),
        )
        going = loop.on(ops.Compare("!=", ops.Get(left), ops.Number(0)))
        return ops.Assign(left, held), ops.While(going, (*take, *loop.body(ops.Number(1))))
    address, word, left = scope.fresh("i32"), scope.fresh("i32"), scope.fresh("i64")
    shift, copies = scope.fresh("i64"), scope.fresh("i64")
    lowest = ops.Binary("&", ops.Unary("lowest", ops.Get(left)), ops.Number(56))
    index = ops.Binary("+", ops.Widened(ops.Get(word)), ops.Binary(">>", ops.Get(shift), ops.Number(3)))
    gone = ops.Binary("<<", ops.Get(copies), ops.Get(shift))
    take_one = (
        ops.Assign(shift, lowest),
        ops.Assign(copies, ops.Binary("&", ops.Binary(">>", ops.Get(left), ops.Get(shift)), ops.Number(BYTE))),
        ops.Assign(left, ops.Binary("-", ops.Get(left), gone)),
        ops.Assign(each, plus(index, form.low)),
    )
    inner = ops.While(
        loop.on(ops.Compare("!=", ops.Get(left), ops.Number(0))), (*take_one, *loop.body(ops.Get(copies)))
    )
    words = ops.Compare("<", ops.Widened(ops.Get(word)), ops.Number(form.bytes))
    return (
        ops.Assign(address, held),
        ops.Assign(word, ops.Address(0)),
        ops.While(
            loop.on(words),
            (
                ops.Assign(left, ops.Load(ops.Plus(ops.Get(address), ops.Get(word)), 0, 8)),
                inner,
                ops.Assign(word, ops.Plus(ops.Get(word), ops.Address(8))),
            ),
        ),
    )


def without_lowest(mask: ops.Expression) -> ops.Expression:
    """A mask without its lowest bit; the mask is worked out twice."""
    return ops.Binary("&", mask, ops.Binary("-", mask, ops.Number(1)))


def binding_over(binding: ir.Binding, scope: Scope, loop: Loop, *also: ir.Expr) -> tuple[ops.Statement, ...]:
    """A loop over what a binding binds, where its condition and others hold."""
    wanted = tuple(each for each in (binding.condition, *also) if each != ir.TruthLiteral(value=True))
    settled = chosen_before(binding, wanted, scope)
    left = wanted if settled is None else settled[2]

    def chosen(copies: ops.Expression) -> tuple[ops.Statement, ...]:
        conditions = [scope.truth(each) for each in left]
        body = loop.body(copies)
        return (ops.When(both(conditions), body),) if conditions else body

    if settled is None:
        return over(binding.domain, binding.var, scope, Loop(chosen, loop.until))
    return over_held(settled[0], settled[1], binding.var, scope, Loop(chosen, loop.until))
