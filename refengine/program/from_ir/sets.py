"""Sets as words, arrays and lists: what is in them, and in how many copies."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from refengine.ir import expressions as ir
from refengine.ir.domain import COUNT, Domain, Piece, Range, SetOf
from refengine.program import ops
from refengine.program.from_ir import arrays, contents, lists, sequences, words
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, binding_over, over, settled_members
from refengine.program.from_ir.unit import Scope
from refengine.program.storage.forms import (
    BITS,
    Array,
    Form,
    ListForm,
    Mask,
    RecordForm,
    Scalar,
    Sequence,
    SetForm,
    Tally,
    Word,
)
from refengine.program.unfit import Unfit

ZERO, ONE = ops.Number(0), ops.Number(1)
TRUE = ir.TruthLiteral(value=True)


def form_of(expr: ir.Expr, scope: Scope) -> SetForm:
    """Returns the form of a set."""
    assert isinstance(expr.domain, SetOf)
    return scope.unit.forms.set_of(expr.domain.inner)


def collected(expr: ir.Collection, scope: Scope) -> ops.Expression:
    """Returns a set that is listed."""
    form = form_of(expr, scope)
    match expr:
        case ir.Contents():
            return _in_sequence(expr, form, scope) if isinstance(form, Sequence) else contents.lying(expr, scope)
        case ir.AllMembers() if isinstance(form, Word):
            return words.every(form)
        case ir.AllMembers() if isinstance(form, ListForm):
            return gone_through(expr, expr.of, scope)
        case ir.AllMembers() if isinstance(form, Sequence):
            every = b"".join(each.to_bytes(form.width, "little") for each in (form.size, *range(form.size)))
            return ops.Address(scope.unit.memory.table(("all", form), lambda: every))
        case ir.AllMembers():
            assert isinstance(form, Array)
            held_ = bytes([1] * form.size).ljust(form.bytes, b"\0")
            return ops.Address(scope.unit.memory.table(("all", form), lambda: held_))
        case ir.SetArith(op=op):
            one, other = scope.held_as(expr.left, form), scope.held_as(expr.right, form)
            if isinstance(form, Array):
                made = arrays.joined if op == "union" else arrays.left_of
                return made(one, other, form.bytes)
            if isinstance(form, ListForm):
                return (lists.together if op == "union" else lists.without)(one, other, form)
            if isinstance(form, Sequence):
                return (sequences.together if op == "union" else sequences.without)(one, other, form)
            return (words.joined if op == "union" else words.left_of)(one, other, form, scope)
        case ir.SetLiteral(items=items):
            return _gathered(form, scope, lambda add: tuple(each for item in items for each in add(scope.held(item))))
        case ir.NumbersBetween():
            return gone_through(expr, COUNT, scope)


def gone_through(expr: ir.Expr, of: Domain, scope: Scope, form: SetForm | None = None) -> ops.Expression:
    """Returns the set of what a loop goes through, in its own form or in another."""
    var = scope.unnamed(of)

    def body(add: SetAddition) -> tuple[ops.Statement, ...]:
        return over(expr, var, scope, Loop(lambda _: add(ops.Get(scope.locals[var]))))

    return _gathered(form or form_of(expr, scope), scope, body)


def _in_sequence(expr: ir.Contents, form: Sequence, scope: Scope) -> ops.Expression:
    """Returns the sequence of what lies somewhere: as it stands in the state, or in order as printed."""
    order = contents.order_of(expr, scope)
    if order is not None:
        return contents.in_order(expr, order, scope)
    var, made = scope.unnamed(Piece(expr.component)), scope.fresh("i32")

    def behind(copies: ops.Expression) -> tuple[ops.Statement, ...]:
        return (sequences.pushed(ops.Get(made), ops.Get(scope.locals[var]), form, copies),)

    loop = over(expr, var, scope, Loop(behind))
    return ops.Do((ops.Assign(made, sequences.new(form)), *loop), ops.Get(made))


def set_to_ask(members: ir.Expr, scope: Scope) -> tuple[ops.Expression, SetForm]:
    """Returns a set, and its form, for a question that no order matters to."""
    match members:
        case ir.Contents():
            return contents.lying(members, scope), contents.form_of(members, scope)
        case ir.Before(inner=ir.Contents() as inner):
            return set_to_ask(inner, scope.looking_back())
        case _:
            return scope.held(members), form_of(members, scope)


def filtered(expr: ir.Filter, scope: Scope) -> ops.Expression:
    """Returns the set of what has a condition, with its copies."""
    form, binding = form_of(expr, scope), expr.binding
    settled = settled_members(binding, scope) if isinstance(form, Word) else None
    if settled is not None and settled.form == form:
        return settled.members
    own = form_of(binding.domain, scope) if not isinstance(binding.domain, ir.NumbersBetween) else form
    if isinstance(form, Tally) and form == own:
        word = scope.fresh("i64")

        def kept(copies: ops.Expression) -> tuple[ops.Statement, ...]:
            number = plus(ops.Get(scope.locals[binding.var]), -form.low)
            return (ops.Assign(word, ops.Binary("|", ops.Get(word), words.in_lane(copies, number, form))),)

        loop = binding_over(binding, scope, Loop(kept))
        return ops.Do((ops.Assign(word, ZERO), *loop), ops.Get(word))
    if isinstance(form, Sequence):
        whole = scope.fresh("i32")

        def behind(copies: ops.Expression) -> tuple[ops.Statement, ...]:
            return (sequences.pushed(ops.Get(whole), ops.Get(scope.locals[binding.var]), form, copies),)

        loop = binding_over(binding, scope, Loop(behind))
        return ops.Do((ops.Assign(whole, sequences.new(form)), *loop), ops.Get(whole))
    if isinstance(form, Array) and isinstance(own, Array):
        made = scope.fresh("i32")

        def keep(copies: ops.Expression) -> tuple[ops.Statement, ...]:
            place = ops.Plus(ops.Get(made), ops.Shortened(plus(ops.Get(scope.locals[binding.var]), -form.low)))
            return (ops.Store(place, 0, 1, copies),)

        loop = binding_over(binding, scope, Loop(keep))
        return ops.Do((ops.Assign(made, arrays.new(form.bytes)), *loop), ops.Get(made))

    def body(add: SetAddition) -> tuple[ops.Statement, ...]:
        return binding_over(binding, scope, Loop(lambda _: add(ops.Get(scope.locals[binding.var]))))

    return _gathered(form, scope, body)


def image(expr: ir.Image, scope: Scope) -> ops.Expression:
    """Returns the set of what a term comes to, each once."""

    def body(add: SetAddition) -> tuple[ops.Statement, ...]:
        return binding_over(expr.binding, scope, Loop(lambda _: add(scope.held(expr.term))))

    return _gathered(form_of(expr, scope), scope, body)


class SetAddition:
    """The statements that add one thing to a set that is being made; what no such set can hold is a trap."""

    def __init__(self, form: SetForm, made: ops.Local, scope: Scope) -> None:
        self.form, self.made, self.scope = form, made, scope

    def __call__(self, item: ops.Expression) -> tuple[ops.Statement, ...]:
        """Adds one thing."""
        if isinstance(self.form, ListForm):
            is_list = isinstance(self.form.of, ListForm)
            return (lists.added(self.made, ops.Widened(item) if is_list else item, self.form),)
        if isinstance(self.form, Sequence):
            return (sequences.added(ops.Get(self.made), item, self.form),)
        number = self.scope.fresh("i64")
        beyond = ops.Compare(">u", ops.Get(number), ops.Number(self.form.size - 1))
        trap = self.scope.trap("a set of more than is packed", fault=False)
        given = (ops.Assign(number, plus(item, -self.form.low)), ops.When(beyond, (trap,)))
        if isinstance(self.form, Word):
            one = words.in_lane(ONE, ops.Get(number), self.form)
            return (*given, ops.Assign(self.made, ops.Binary("|", ops.Get(self.made), one)))
        return (*given, ops.Store(ops.Plus(ops.Get(self.made), ops.Shortened(ops.Get(number))), 0, 1, ONE))


def _gathered(form: SetForm, scope: Scope, body: Callable[[SetAddition], tuple[ops.Statement, ...]]) -> ops.Expression:
    """Returns a set that statements add to."""
    made = scope.fresh("i64" if isinstance(form, Word) else "i32")
    empty: ops.Expression = ZERO
    if not isinstance(form, Word):
        empty = lists.new() if isinstance(form, ListForm) else arrays.new(form.bytes)  # which a sequence begins as, too
    return ops.Do((ops.Assign(made, empty), *body(SetAddition(form, made, scope))), ops.Get(made))


def rest(expr: ir.Rest, scope: Scope) -> ops.Expression:
    """Returns a set without one copy of its first."""
    form = form_of(expr, scope)
    if isinstance(form, Word):
        word = scope.fresh("i64")
        return ops.Do((ops.Assign(word, scope.held_as(expr.set, form)),), words.with_one_less(ops.Get(word), form))
    if isinstance(form, ListForm):
        return lists.copied(scope.held(expr.set), behind=1)
    if isinstance(form, Sequence):
        return sequences.copied(scope.held(expr.set), form, behind=1)
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
    """Returns the first of a set that is not empty."""
    form = form_of(expr.set, scope)
    if isinstance(form, Word):
        return plus(words.lowest(scope.held(expr.set), form), form.low)
    if isinstance(form, ListForm):
        found = lists.first(scope.held(expr.set))
        return ops.Shortened(found) if isinstance(form.of, ListForm) else found
    if isinstance(form, Sequence):
        return sequences.first(scope.held(expr.set), form)
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


# ---- FORMS


def contains_form(form: Word | Array, other: Word | Array) -> bool:
    """Returns whether all that the other form may hold has a place in this one."""
    return form.low <= other.low and other.low + other.size <= form.low + form.size


def common_form(one: Word | Array, other: Word | Array) -> Word | Array:
    """Returns a form in which what either form may hold has a place: one of them, or a mask over both.

    Where a mask would be too long it is one of them, in which the other set is refused.
    """
    if contains_form(one, other):
        return one
    low, end = min(one.low, other.low), max(one.low + one.size, other.low + other.size)
    if isinstance(one, Mask) and isinstance(other, Mask) and end - low <= BITS:
        return Mask(low, end - low)
    return other


def held_as(expr: ir.Expr, form: Form, scope: Scope) -> ops.Expression:
    """Returns the value of an expression in the form that is wanted."""
    if not isinstance(expr.domain, SetOf) or isinstance(form, Scalar | RecordForm):
        return scope.held(expr)
    if isinstance(form, ListForm):
        return scope.held(expr) if form_of(expr, scope) == form else _listed(expr, form, scope)
    if isinstance(form, Sequence):
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


def _listed(expr: ir.Expr, form: ListForm, scope: Scope) -> ops.Expression:
    """Returns a set that is kept otherwise, as a list."""
    assert isinstance(expr.domain, SetOf)
    if form.of is not None or isinstance(form_of(expr, scope), ListForm):
        raise Unfit("a set of sets where others are meant")
    return gone_through(expr, expr.domain.inner, scope, form)


def _domain_with(inner: Domain, form: Word | Array) -> Domain | None:
    """Returns the range that a form is of, where the domain is a range."""
    return Range(form.low, form.low + form.size - 1) if isinstance(inner, Range) else None
