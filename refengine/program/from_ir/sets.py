"""Sets as masks and arrays: what is in them, whether something is, and in how many copies."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from refengine.ir import expressions as ir
from refengine.ir.domain import COUNT, Domain, Enum, Range, SetOf
from refengine.program import ops
from refengine.program.from_ir import arrays
from refengine.program.from_ir.cells import plus, read
from refengine.program.from_ir.loops import Loop, binding_over, over, without_lowest
from refengine.program.from_ir.unit import Scope, at
from refengine.program.storage.forms import Array, Form, Mask
from refengine.program.unfit import Unfit

ZERO, ONE = ops.Number(0), ops.Number(1)
TRUE = ir.TruthLiteral(value=True)


def form_of(expr: ir.Expr, scope: Scope) -> Mask | Array:
    """The form of a set."""
    assert isinstance(expr.domain, SetOf)
    return scope.unit.forms.set_of(expr.domain.inner)


def collected(expr: ir.Collection, scope: Scope) -> ops.Expression:
    """A set that is listed."""
    form = form_of(expr, scope)
    match expr:
        case ir.Contents(zone=zone):
            packed = scope.unit.packed.zones[zone]
            if expr.key is None and packed.zone.index is not None:
                return _united(expr, scope)
            held = None if expr.key is None else scope.held(expr.key)
            return read(at(scope.state, packed.offset, held, packed.stride), form, scope)
        case ir.AllMembers() if isinstance(form, Mask):
            return ops.Number(_signed((1 << form.size) - 1))
        case ir.AllMembers():
            held_ = bytes([1] * form.size).ljust(form.bytes, b"\0")  # type: ignore[union-attr]
            return ops.Address(scope.unit.memory.table(("all", form), lambda: held_))
        case ir.SetArith(op=op):
            one, other = scope.held_as(expr.left, form), scope.held_as(expr.right, form)
            if isinstance(form, Array):
                made = arrays.joined if op == "union" else arrays.left_of
                return made(one, other, form.bytes)
            if op == "union":
                return ops.Binary("|", one, other)
            return ops.Binary("&", one, ops.Binary("^", other, ops.Number(-1)))
        case ir.SetLiteral(items=items):
            return _gathered(form, scope, lambda add: tuple(each for item in items for each in add(scope.held(item))))
        case ir.NumbersBetween():
            var = ir.Local("number", COUNT)

            def body(add: Adding) -> tuple[ops.Statement, ...]:
                return over(expr, var, scope, Loop(lambda _: add(ops.Get(scope.locals[var]))))

            return _gathered(form, scope, body)


def _signed(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask


def filtered(expr: ir.Filter, scope: Scope) -> ops.Expression:
    """The set of what has a condition, with its copies."""
    form, binding = form_of(expr, scope), expr.binding
    own = form_of(binding.domain, scope) if not isinstance(binding.domain, ir.NumbersBetween) else form
    if isinstance(form, Array) and isinstance(own, Array):
        made = scope.fresh("i32")

        def keep(copies: ops.Expression) -> tuple[ops.Statement, ...]:
            place = ops.Plus(ops.Get(made), ops.Shortened(plus(ops.Get(scope.locals[binding.var]), -form.low)))
            return (ops.Store(place, 0, 1, copies),)

        loop = binding_over(binding, scope, Loop(keep))
        return ops.Do((ops.Assign(made, arrays.new(form.bytes)), *loop), ops.Get(made))

    def body(add: Adding) -> tuple[ops.Statement, ...]:
        return binding_over(binding, scope, Loop(lambda _: add(ops.Get(scope.locals[binding.var]))))

    return _gathered(form, scope, body)


def image(expr: ir.Image, scope: Scope) -> ops.Expression:
    """The set of what a term comes to, each once."""

    def body(add: Adding) -> tuple[ops.Statement, ...]:
        return binding_over(expr.binding, scope, Loop(lambda _: add(scope.held(expr.term))))

    return _gathered(form_of(expr, scope), scope, body)


class Adding:
    """The statements that add one thing to a set that is being made; what no such set can hold is a trap."""

    def __init__(self, form: Mask | Array, made: ops.Local, scope: Scope) -> None:
        self.form, self.made, self.scope = form, made, scope

    def __call__(self, item: ops.Expression) -> tuple[ops.Statement, ...]:
        """Adds one thing."""
        number = self.scope.fresh("i64")
        beyond = ops.Compare(">u", ops.Get(number), ops.Number(self.form.size - 1))
        trap = self.scope.trap("a set of more than is packed", fault=False)
        given = (ops.Assign(number, plus(item, -self.form.low)), ops.When(beyond, (trap,)))
        if isinstance(self.form, Mask):
            bit = ops.Binary("<<", ONE, ops.Get(number))
            return (*given, ops.Assign(self.made, ops.Binary("|", ops.Get(self.made), bit)))
        return (*given, ops.Store(ops.Plus(ops.Get(self.made), ops.Shortened(ops.Get(number))), 0, 1, ONE))


def _gathered(form: Mask | Array, scope: Scope, body: Callable[[Adding], tuple[ops.Statement, ...]]) -> ops.Expression:
    """A set that statements add to."""
    made = scope.fresh("i32" if isinstance(form, Array) else "i64")
    empty = arrays.new(form.bytes) if isinstance(form, Array) else ZERO
    return ops.Do((ops.Assign(made, empty), *body(Adding(form, made, scope))), ops.Get(made))


def _united(expr: ir.Contents, scope: Scope) -> ops.Expression:
    """Returns the contents of all members of a family together, with copies."""
    packed = scope.unit.packed.zones[expr.zone]
    form = packed.form
    if isinstance(form, Mask) and packed.size <= 8:
        found: ops.Expression = ZERO
        for key in range(packed.size):
            one = ops.Load(scope.state, packed.offset + key * packed.stride, form.width)
            found = one if found == ZERO else ops.Binary("|", found, one)
        return found
    address = scope.fresh("i32")
    last = ops.Plus(scope.state, ops.Address(packed.offset + packed.size * packed.stride))
    start = ops.Assign(address, ops.Plus(scope.state, ops.Address(packed.offset)))
    going = ops.Negated(ops.SameAddress(ops.Get(address), last))
    step = ops.Assign(address, ops.Plus(ops.Get(address), ops.Address(packed.stride)))
    if isinstance(form, Mask):
        made = scope.fresh("i64")
        more = ops.Assign(made, ops.Binary("|", ops.Get(made), ops.Load(ops.Get(address), 0, form.width)))
        return ops.Do((ops.Assign(made, ZERO), start, ops.While(going, (more, step))), ops.Get(made))
    made = scope.fresh("i32")
    # No byte overflows: there are no more copies of a piece than a byte counts.
    words = tuple(
        ops.Store(
            ops.Get(made),
            word,
            8,
            ops.Binary("+", ops.Load(ops.Get(made), word, 8), ops.Load(ops.Get(address), word, 8)),
        )
        for word in range(0, form.bytes, 8)
    )
    return ops.Do((ops.Assign(made, arrays.new(form.bytes)), start, ops.While(going, (*words, step))), ops.Get(made))


def rest(expr: ir.Rest, scope: Scope) -> ops.Expression:
    """A set without one copy of its first."""
    form = form_of(expr, scope)
    if isinstance(form, Mask):
        mask = scope.fresh("i64")
        return ops.Do((ops.Assign(mask, scope.held_as(expr.set, form)),), without_lowest(ops.Get(mask)))
    made, old, place = scope.fresh("i32"), scope.fresh("i32"), scope.fresh("i32")
    less = ops.Binary("-", ops.Load(ops.Get(place), 0, 1), ONE)
    first = ops.Plus(ops.Get(made), ops.Shortened(plus(_first(ops.Get(old), form, scope), -form.low)))
    return ops.Do(
        (
            ops.Assign(old, scope.held_as(expr.set, form)),
            ops.Assign(made, arrays.new(form.bytes)),
            ops.Copy(ops.Get(made), ops.Get(old), ops.Address(form.bytes)),
            ops.Assign(place, first),
            ops.Store(ops.Get(place), 0, 1, less),
        ),
        ops.Get(made),
    )


def first(expr: ir.First, scope: Scope) -> ops.Expression:
    """The first of a set that is not empty."""
    form = form_of(expr.set, scope)
    if isinstance(form, Mask):
        return plus(ops.Unary("lowest", scope.held(expr.set)), form.low)
    return _first(scope.held(expr.set), form, scope)


def _first(array: ops.Expression, form: Array, scope: Scope) -> ops.Expression:
    place, start = scope.fresh("i32"), scope.fresh("i32")
    nothing = ops.Compare("==", ops.Load(ops.Get(place), 0, 1), ZERO)
    step = ops.Assign(place, ops.Plus(ops.Get(place), ops.Address(1)))
    number = ops.Widened(ops.Minus(ops.Get(place), ops.Get(start)))
    return ops.Do(
        (ops.Assign(start, array), ops.Assign(place, ops.Get(start)), ops.While(nothing, (step,))),
        plus(number, form.low),
    )


# ---- QUESTIONS


def contains(item: ir.Expr, members: ir.Expr, scope: Scope) -> ops.Expression:
    """Whether something is in a set; what is absent is in none."""
    match members:
        case ir.AllMembers(of=of) if of == item.domain and isinstance(of, Enum):
            return ops.Do((ops.Assign(scope.fresh("i64"), scope.held(item)),), ops.Address(1))
        case ir.AllMembers(of=of):
            low, size = scope.unit.forms.extent(of)
            return ops.Compare("<u", plus(scope.held(item), -low), ops.Number(size))
        case ir.NumbersBetween():
            number = scope.fresh("i64")
            between = ops.Both(
                ops.Compare("<=", scope.held(members.low), ops.Get(number)),
                ops.Compare("<=", ops.Get(number), scope.held(members.high)),
            )
            return ops.Do((ops.Assign(number, scope.held(item)),), between)
        case ir.SetArith(op=op):
            var = ir.Local("item", item.domain)
            given = ops.Assign(scope.bind(var), scope.held(item))
            one, other = contains(var, members.left, scope), contains(var, members.right, scope)
            found = ops.Either(one, other) if op == "union" else ops.Both(one, ops.Negated(other))
            return ops.Do((given,), found)
        case ir.Filter(binding=binding) if _may_be_asked(item, binding, scope):
            var = ir.Local("item", item.domain)
            given = ops.Assign(scope.bind(var), scope.held(item))
            inside = contains(var, binding.domain, scope)
            scope.locals[binding.var] = scope.locals[var]
            return ops.Do((given,), ops.Both(inside, scope.truth(binding.condition)))
        case _:
            return is_in(scope.held(item), scope.held(members), form_of(members, scope), scope)


def _may_be_asked(item: ir.Expr, binding: ir.Binding, scope: Scope) -> bool:
    """Whether the condition may be asked of the one thing alone: where it cannot break off for another."""
    match binding.domain:
        case ir.AllMembers(of=of) if of == item.domain:
            return True
        case ir.AllMembers() | ir.NumbersBetween() | ir.Contents():
            return scope.unit.sharing.cannot_fault(binding.condition)
        case _:
            return False


def is_in(item: ops.Expression, members: ops.Expression, form: Mask | Array, scope: Scope) -> ops.Expression:
    """Whether something is in a set that is worked out."""
    number, all_ = scope.fresh("i64"), scope.fresh("i64" if isinstance(form, Mask) else "i32")
    inside = ops.Compare("<u", ops.Get(number), ops.Number(form.size))
    if isinstance(form, Mask):
        bit = ops.Binary("&", ops.Binary(">>", ops.Get(all_), ops.Get(number)), ONE)
        there: ops.Expression = ops.Shortened(bit)
    else:
        place = ops.Plus(ops.Get(all_), ops.Shortened(ops.Get(number)))
        there = ops.Compare("!=", ops.Load(place, 0, 1), ZERO)
    given = (ops.Assign(number, plus(item, -form.low)), ops.Assign(all_, members))
    return ops.Do(given, ops.Both(inside, there))


def is_empty(members: ir.Expr, scope: Scope) -> ops.Expression:
    """Whether nothing is in a set."""
    match members:
        case ir.NumbersBetween():
            return ops.Compare(">", scope.held(members.low), scope.held(members.high))
        case ir.Filter(binding=binding):
            return ops.Negated(scope.truth(ir.Exists(binding, TRUE)))
        case ir.Contents(zone=zone, key=None) if scope.unit.packed.zones[zone].zone.index is not None:
            packed = scope.unit.packed.zones[zone]
            if isinstance(packed.form, Mask):
                return ops.Compare("==", scope.held(members), ZERO)
            return _all_zero(scope.state, packed.offset, packed.size * packed.stride)
        case _:
            form = form_of(members, scope)
            if isinstance(form, Mask):
                return ops.Compare("==", scope.held(members), ZERO)
            place = scope.fresh("i32")
            given = ops.Assign(place, scope.held(members))
            return ops.Do((given,), _all_zero(ops.Get(place), 0, form.bytes))


def _all_zero(base: ops.Expression, offset: int, size: int) -> ops.Expression:
    found: ops.Expression = ZERO
    for word in range(offset, offset + size, 8):
        one = ops.Load(base, word, 8)
        found = one if found == ZERO else ops.Binary("|", found, one)
    return ops.Compare("==", found, ZERO)


def how_many(members: ir.Expr, scope: Scope) -> ops.Expression:
    """The number of things in a set, copies counted."""
    match members:
        case ir.NumbersBetween():
            many = scope.fresh("i64")
            number = plus(ops.Binary("-", scope.held(members.high), scope.held(members.low)), 1)
            positive = ops.Compare(">", ops.Get(many), ZERO)
            return ops.Do((ops.Assign(many, number),), ops.Choose(positive, ops.Get(many), ZERO, "i64"))
        case ir.Contents(zone=zone, key=None) if scope.unit.packed.zones[zone].zone.index is not None:
            packed = scope.unit.packed.zones[zone]
            if isinstance(packed.form, Mask):
                return ops.Unary("ones", scope.held(members))
            base = ops.Plus(scope.state, ops.Address(packed.offset))
            return arrays.many(base, packed.size * packed.stride)
        case _:
            form = form_of(members, scope)
            held = scope.held(members)
            return ops.Unary("ones", held) if isinstance(form, Mask) else arrays.many(held, form.bytes)


def same_sets(left: ir.Expr, right: ir.Expr, scope: Scope) -> ops.Expression:
    """Whether two sets hold the same."""
    one, other = form_of(left, scope), form_of(right, scope)
    form = one if contains_form(one, other) else other
    if isinstance(form, Mask):
        return ops.Compare("==", scope.held_as(left, form), scope.held_as(right, form))
    return arrays.same(scope.held_as(left, form), scope.held_as(right, form), form.bytes)


# ---- FORMS


def contains_form(form: Mask | Array, other: Mask | Array) -> bool:
    """Whether all that the other form may hold has a place in this one."""
    return form.low <= other.low and other.low + other.size <= form.low + form.size


def held_as(expr: ir.Expr, form: Form, scope: Scope) -> ops.Expression:
    """Returns the value of an expression in the form that is wanted."""
    if not isinstance(expr.domain, SetOf) or not isinstance(form, Mask | Array):
        return scope.held(expr)
    match expr:
        case ir.SetLiteral() | ir.NumbersBetween():
            inner = expr.domain.inner
            wanted = _domain_with(inner, form)
            return scope.held(expr if wanted is None else evolve(expr, domain=SetOf(wanted)))
        case _:
            own = form_of(expr, scope)
    if own == form:
        return scope.held(expr)
    if isinstance(own, Mask) and isinstance(form, Mask) and contains_form(form, own):
        return ops.Binary("<<", scope.held(expr), ops.Number(own.low - form.low))
    raise Unfit("a set of numbers where another range is meant")


def _domain_with(inner: Domain, form: Mask | Array) -> Domain | None:
    """The range that a form is of, where the domain is a range."""
    return Range(form.low, form.low + form.size - 1) if isinstance(inner, Range) else None
