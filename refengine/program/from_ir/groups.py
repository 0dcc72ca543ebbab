"""Groups: legal actions counted by sets of their last choice, so that a random one is drawn without a list.

An entry stands for all members of a set that the last choice may be, or for all pairs that the last two may be. What
hangs on one choice alone is asked of each of its members once, not again for each member of the choices before.

INVARIANT: the order is that of the list, and so is what breaks off first, if anything does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import takewhile
from typing import Final

from attrs import define, field

from refengine.ir import control, expressions as ir
from refengine.ir.domain import SetOf
from refengine.ir.sufficiency import sufficient
from refengine.ir.traverse import free_locals
from refengine.program import ops
from refengine.program.from_ir.asks import conditions_of, may_lack_answer, may_weigh, now_and_later, settled_members
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, over, over_held
from refengine.program.from_ir.selection import member_at
from refengine.program.from_ir.unit import MOST_OFFERED, Scope, Unit, both
from refengine.program.from_ir.words import without_lowest_bit
from refengine.program.storage.forms import Mask
from refengine.program.unfit import Unfit

ZERO, ONE = ops.Number(0), ops.Number(1)
ROOM: Final = "groups"
"""The name of the table of entries.

Each has its action, the seat, how many it stands for, how many of the last choice alone, and the choices.
"""

HEAD: Final = 4
NEXT, COUNTED = ops.Local("next", "i32"), ops.Local("counted", "i64")
"""The address of the next entry, and the number of actions that are legal so far."""


def add_room(unit: Unit, asks: Iterable[control.Ask]) -> None:
    """Adds the room for the entries of decisions, if there is not as much already."""
    many = max((len(action.choices) for ask in asks for action in ask.actions), default=0)
    stride = 8 * (HEAD + many)
    if unit.memory.tables.get((ROOM, "stride"), 0) >= stride:
        return
    unit.memory.tables[ROOM, "stride"] = stride
    unit.memory.tables[ROOM] = unit.memory.room(MOST_OFFERED * stride)


def is_grouped(ask: control.Ask, unit: Unit) -> bool:
    """Returns whether the last choice of some action is a set that an entry may stand for, and all weigh the same."""
    if ask.if_able is not None or may_weigh(ask, unit):
        return False
    last = [action.choices[-1] for action in ask.actions if action.choices]
    return any(isinstance(each.domain, ir.NumbersBetween) or mask_of(each, unit) is not None for each in last)


def mask_of(choice: control.Choice, unit: Unit) -> Mask | None:
    """Returns the form of the set that a choice is made from, where it is a mask."""
    assert isinstance(choice.domain.domain, SetOf)
    try:
        form = unit.forms.set_of(choice.domain.domain.inner)
    except Unfit:  # it is listed number by number
        return None
    return form if isinstance(form, Mask) else None


def gathered(ask: control.Ask, numbers: dict[int, int], scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements that make the entries of a decision and count what is legal."""
    start = (ops.Assign(COUNTED, ZERO), ops.Assign(NEXT, ops.Address(scope.unit.memory.tables[ROOM])))
    nothing = ops.Compare("==", ops.Get(COUNTED), ZERO)
    if ask.actor is None:
        return (*start, *_plays(ask, ops.Number(-1), numbers, scope), ops.When(nothing, (scope.trap("no action"),)))
    assert ask.who is not None
    if ask.decider != "every":
        given = ops.Assign(scope.bind(ask.actor), scope.held(ask.who))
        plays = _plays(ask, ops.Get(scope.locals[ask.actor]), numbers, scope)
        return (*start, given, *plays, ops.When(nothing, (scope.trap("no action"),)))
    actor, before = ask.actor, scope.fresh("i64")

    def of_one(_: ops.Expression) -> tuple[ops.Statement, ...]:
        stuck = ops.When(ops.Compare("==", ops.Get(COUNTED), ops.Get(before)), (scope.trap("no action"),))
        plays = _plays(ask, ops.Get(scope.locals[actor]), numbers, scope)
        return ops.Assign(before, ops.Get(COUNTED)), *plays, stuck

    return (*start, *over(ask.who, actor, scope, Loop(of_one)))


def found(left: ops.Local, entry: ops.Local, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements that find the entry of what is drawn, and leave which member of its set that is."""
    stride, many = ops.Address(scope.unit.memory.tables[ROOM, "stride"]), ops.Load(ops.Get(entry), 16, 8)
    further = (
        ops.Assign(left, ops.Binary("-", ops.Get(left), many)),
        ops.Assign(entry, ops.Plus(ops.Get(entry), stride)),
    )
    start = ops.Assign(entry, ops.Address(scope.unit.memory.tables[ROOM]))
    return start, ops.While(ops.Compare(">=", ops.Get(left), many), further)


def bound(action: control.Action, entry: ops.Local, left: ops.Local, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements that bind the choices of an action that is drawn."""
    given: list[ops.Statement] = []
    pairs = may_be_pairs(action, scope.unit)
    for at, choice in enumerate(action.choices):
        value: ops.Expression = ops.Load(ops.Get(entry), 8 * (HEAD + at), 8)
        form = mask_of(choice, scope.unit)
        if pairs and at == len(action.choices) - 2:
            assert form is not None
            mask = scope.fresh("i64")
            given += [ops.Assign(mask, value), *_beyond(mask, left, ops.Load(ops.Get(entry), 24, 8))]
            value = plus(ops.Unary("lowest", ops.Get(mask)), form.low)
        elif at == len(action.choices) - 1 and isinstance(choice.domain, ir.NumbersBetween):
            value = ops.Binary("+", value, ops.Get(left))
        elif at == len(action.choices) - 1 and form is not None:
            value = plus(member_at(value, ops.Get(left), scope.unit), form.low)
        given.append(ops.Assign(scope.bind(choice.var), value))
    return tuple(given)


def may_be_pairs(action: control.Action, unit: Unit) -> bool:
    """Returns whether the last two choices are such that an entry may stand for pairs.

    The last of them has one set for each of the first.
    """
    if len(action.choices) < 2:
        return False
    first, last = action.choices[-2:]
    is_set = isinstance(last.domain, ir.NumbersBetween) or mask_of(last, unit) is not None
    is_first = mask_of(first, unit) is not None and not isinstance(first.domain, ir.NumbersBetween)
    return is_set and is_first and first.var not in free_locals(last.domain) and not may_lack_answer(action, 0, unit)


def _beyond(mask: ops.Local, left: ops.Local, each: ops.Expression) -> tuple[ops.Statement, ...]:
    """Returns the statements that take a member off a mask for as many as it stands for, while so many are `left`.

    A division would take longer than the loop, and than what is lost in it.
    """
    step = (
        ops.Assign(mask, without_lowest_bit(ops.Get(mask))),
        ops.Assign(left, ops.Binary("-", ops.Get(left), each)),
    )
    return (ops.While(ops.Compare(">=", ops.Get(left), each), step),)


def _plays(ask: control.Ask, seat: ops.Expression, numbers: dict[int, int], scope: Scope) -> tuple[ops.Statement, ...]:
    body: list[ops.Statement] = []
    for action in ask.actions:
        making = _Making(action, seat, numbers[id(action)], scope.within(action.clause))
        play = making.chosen(0, conditions_of(action, scope.unit))
        body += [*making.starts, *play]
    return tuple(body)


@define
class _Making:
    """The making of the entries of one action."""

    action: control.Action
    seat: ops.Expression
    number: int
    scope: Scope
    starts: list[ops.Statement] = field(factory=list)

    def chosen(self, at: int, conditions: list[ir.Expr]) -> tuple[ops.Statement, ...]:
        """Returns the statements for the choices from one on, with the conditions that are not asked yet."""
        action, scope = self.action, self.scope
        now, left = now_and_later(action, at, conditions, scope.unit)
        if at == len(action.choices):
            body = self._entry(ONE, None, None)
        else:
            choice = action.choices[at]
            form = mask_of(choice, scope.unit)
            members = None
            # What is behind a choice that may have no answer is asked of all members, whatever holds of them.
            if not may_lack_answer(action, at + 1, scope.unit):
                later = {each.var for each in action.choices[at + 1 :]}
                members, left = settled_members(choice, later, left, scope)
            held = None if members is None else members[0]
            if form is not None and not isinstance(choice.domain, ir.NumbersBetween):
                held, left = self._once(at, held, form, left)
            if at == len(action.choices) - 1:
                body = self._last(choice, held, form, left)
            elif at == len(action.choices) - 2 and form is not None and may_be_pairs(action, scope.unit):
                body = self._pairs(at, held, form, left)
            elif held is not None and form is not None:
                further = Loop(lambda _: self.chosen(at + 1, left))
                body = scope.loop(lambda: over_held(held, form, choice.var, scope, further))
            else:
                further = Loop(lambda _: self.chosen(at + 1, left), distinct=True)
                body = scope.loop(lambda: over(choice.domain, choice.var, scope, further))
        return (ops.When(both([scope.truth(each) for each in now]), body),) if now else body

    def _once(
        self, at: int, held: ops.Expression | None, form: Mask, conditions: list[ir.Expr]
    ) -> tuple[ops.Expression | None, list[ir.Expr]]:
        """Returns the members of a choice of which hold what hangs on it alone, and the conditions that are left."""
        action, scope = self.action, self.scope
        if at == 0 or may_lack_answer(action, at + 1, scope.unit):
            return held, conditions
        var = action.choices[at].var
        others = {each.var for each in action.choices} - {var}
        total = takewhile(scope.unit.sharing.cannot_fault, conditions)
        alone = [each for each in total if var in free_locals(each) and not free_locals(each) & others]
        if not alone:
            return held, conditions
        asked, good, members, new = (scope.fresh("i64") for _ in range(4))
        self.starts += [ops.Assign(asked, ZERO), ops.Assign(good, ZERO)]
        given = scope.held(action.choices[at].domain) if held is None else held
        not_asked = ops.Binary("&", ops.Get(members), _without(ops.Get(asked)))
        found_ = ops.Do(
            (
                ops.Assign(members, given),
                ops.Assign(new, not_asked),
                ops.Assign(asked, ops.Binary("|", ops.Get(asked), ops.Get(new))),
                *self._held_of(new, good, form, var, alone),
            ),
            ops.Binary("&", ops.Get(members), ops.Get(good)),
        )
        return found_, [each for each in conditions if each not in alone]

    def _held_of(
        self, left: ops.Local, good: ops.Local, form: Mask, var: ir.Local, conditions: list[ir.Expr]
    ) -> tuple[ops.Statement, ...]:
        """Returns the statements that add those of the members `left` to a mask of which conditions hold."""

        def asked(_: ops.Expression) -> tuple[ops.Statement, ...]:
            bit = ops.Binary("<<", ONE, plus(ops.Get(self.scope.locals[var]), -form.low))
            holds = [self.scope.truth(each) for each in conditions]
            if all(map(self.scope.unit.sharing.cannot_fault, conditions)):  # none needs to wait for another
                widened: list[ops.Expression] = [ops.Widened(each) for each in holds]
                bits = reduce(_common, widened)
                shifted = ops.Binary("<<", bits, plus(ops.Get(self.scope.locals[var]), -form.low))
                return (ops.Assign(good, ops.Binary("|", ops.Get(good), shifted)),)
            return (ops.When(both(holds), (ops.Assign(good, ops.Binary("|", ops.Get(good), bit)),)),)

        return self.scope.loop(lambda: over_held(ops.Get(left), form, var, self.scope, Loop(asked)))

    def _pairs(
        self, at: int, held: ops.Expression | None, form: Mask, conditions: list[ir.Expr]
    ) -> tuple[ops.Statement, ...]:
        """Returns the last two choices: an entry for all pairs, or one choice after the other."""
        scope, action = self.scope, self.action
        first, last = action.choices[at:]
        enough = sufficient(conditions, {first.var: first.domain, last.var: last.domain}, scope.unit.sharing)
        mask = scope.fresh("i64")
        given = ops.Assign(mask, scope.held(first.domain) if held is None else held)
        further = Loop(lambda _: self.chosen(at + 1, conditions))
        looped = scope.loop(lambda: over_held(ops.Get(mask), form, first.var, scope, further))
        if enough is None:
            return given, *looped
        last_form = mask_of(last, scope.unit)
        pairs = self._set(last, None, last_form, ops.Get(mask))
        some = ops.When(ops.Compare("!=", ops.Get(mask), ZERO), pairs)
        return given, ops.When(scope.truth(enough), (some,), looped)

    def _set(
        self, choice: control.Choice, held: ops.Expression | None, form: Mask | None, before: ops.Expression | None
    ) -> tuple[ops.Statement, ...]:
        """Returns the statements for the last two choices: an entry for all pairs, or one choice after the other."""
        scope = self.scope
        if isinstance(choice.domain, ir.NumbersBetween):
            low, high = scope.fresh("i64"), scope.fresh("i64")
            many = plus(ops.Binary("-", ops.Get(high), ops.Get(low)), 1)
            return (
                ops.Assign(low, scope.held(choice.domain.low)),
                ops.Assign(high, scope.held(choice.domain.high)),
                ops.When(ops.Compare("<=", ops.Get(low), ops.Get(high)), self._entry(many, ops.Get(low), before)),
            )
        assert form is not None
        mask = scope.fresh("i64")
        entry = self._entry(ops.Unary("ones", ops.Get(mask)), ops.Get(mask), before)
        return (
            ops.Assign(mask, scope.held(choice.domain) if held is None else held),
            ops.When(ops.Compare("!=", ops.Get(mask), ZERO), entry),
        )

    def _last(
        self, choice: control.Choice, held: ops.Expression | None, form: Mask | None, conditions: list[ir.Expr]
    ) -> tuple[ops.Statement, ...]:
        """Returns the statements for the last choice: an entry for all its members, or for each that is looked at."""
        scope = self.scope
        numbers = isinstance(choice.domain, ir.NumbersBetween)
        if form is None and not numbers:
            return self._singles(choice, conditions)
        if not conditions:
            return self._set(choice, held, form, None)
        enough = sufficient(conditions, {choice.var: choice.domain}, scope.unit.sharing)
        if numbers or form is None:
            single = self._singles(choice, conditions)
            return (
                single
                if enough is None
                else (ops.When(scope.truth(enough), self._set(choice, held, form, None), single),)
            )
        mask, each = scope.fresh("i64"), scope.fresh("i64")
        one_by_one: tuple[ops.Statement, ...] = (
            ops.Assign(each, ops.Get(mask)),
            ops.Assign(mask, ZERO),
            *self._held_of(each, mask, form, choice.var, conditions),
        )
        if enough is not None:
            one_by_one = (ops.When(ops.Negated(scope.truth(enough)), one_by_one),)
        given = ops.Assign(mask, scope.held(choice.domain) if held is None else held)
        return (given, *one_by_one, *self._set(choice, ops.Get(mask), form, None))

    def _singles(self, choice: control.Choice, conditions: list[ir.Expr]) -> tuple[ops.Statement, ...]:
        """Returns an entry for each member of which the conditions hold."""

        def asked(_: ops.Expression) -> tuple[ops.Statement, ...]:
            entry = self._entry(ONE, ops.Get(self.scope.locals[choice.var]), None)
            holds = [self.scope.truth(each) for each in conditions]
            return (ops.When(both(holds), entry),) if holds else entry

        return self.scope.loop(lambda: over(choice.domain, choice.var, self.scope, Loop(asked, distinct=True)))

    def _entry(
        self, many: ops.Expression, last: ops.Expression | None, before: ops.Expression | None
    ) -> tuple[ops.Statement, ...]:
        """Puts an entry at the end, for so many of the last choice, with all in the mask `before` of the one before."""
        scope, action, stride = self.scope, self.action, self.scope.unit.memory.tables[ROOM, "stride"]
        end = scope.unit.memory.tables[ROOM] + MOST_OFFERED * stride
        full = ops.Compare(">u", ops.Widened(ops.Get(NEXT)), ops.Number(end - stride))
        pairs = may_be_pairs(action, scope.unit)
        args: list[ops.Expression] = [] if last is None else [last]
        for at, each in reversed(list(enumerate(action.choices[:-1]))):
            form = mask_of(each, scope.unit)
            if pairs and at == len(action.choices) - 2 and before is not None:
                args.insert(0, before)
            elif pairs and at == len(action.choices) - 2 and form is not None:
                args.insert(0, ops.Binary("<<", ONE, plus(ops.Get(scope.locals[each.var]), -form.low)))
            else:
                args.insert(0, ops.Get(scope.locals[each.var]))
        together = many if before is None else ops.Binary("*", ops.Unary("ones", before), many)
        return (
            ops.When(full, (scope.trap("more legal actions than are listed", fault=False),)),
            ops.Store(ops.Get(NEXT), 0, 8, ops.Number(self.number)),
            ops.Store(ops.Get(NEXT), 8, 8, self.seat),
            ops.Store(ops.Get(NEXT), 16, 8, together),
            ops.Store(ops.Get(NEXT), 24, 8, many),
            *(ops.Store(ops.Get(NEXT), 8 * (HEAD + index), 8, each) for index, each in enumerate(args)),
            ops.Assign(NEXT, ops.Plus(ops.Get(NEXT), ops.Address(stride))),
            ops.Assign(COUNTED, ops.Binary("+", ops.Get(COUNTED), together)),
        )


def _common(one: ops.Expression, other: ops.Expression) -> ops.Expression:
    return ops.Binary("&", one, other)


def _without(mask: ops.Expression) -> ops.Expression:
    return ops.Binary("^", mask, ops.Number(-1))
