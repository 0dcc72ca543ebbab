"""Effects on states of terms, in the order of `engine.emit.effects`.

INVARIANT: an effect happens where its guard holds, and changes nothing elsewhere. A move works out where the piece
goes before it takes it; `simultaneously` works out everything in the state before, takes all, then puts all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from typing import cast

from attrs import define, evolve, field, frozen

from refengine.ir import control, domain as d, expressions as ir
from refengine.ir.commuting import commutes, commutes_at_once
from refengine.ir.obligations import Owed
from refengine.smt.course.bulk_moves import all_moved
from refengine.smt.course.changes import PendingChanges, PieceMove, TokenPayment, VariableWrite, scope_after
from refengine.smt.encode import binders
from refengine.smt.encode.scope import Faults, TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Element, PieceValue
from refengine.smt.unsupported import Unsupported

ROUNDS = 4
"""The greatest number of rounds that are compared in all orders; of more any two are, in whatever state."""

ROUNDS_TO_AND_FRO = 12
"""The greatest number of rounds of which a difference is shown by taking all of them from the last to the first."""

MANY_ROUNDS = "too many rounds to compare all orders, and two of them make a difference in some state"


def effects(world: World, listed: tuple[control.Effect, ...], scope: TermScope) -> TermScope:
    """Returns the scope after effects in order: its state changed, its names bound."""
    for each in listed:
        scope = effect(world, each, True, scope)  # noqa: FBT003
    return scope


def effect(world: World, each: control.Effect, guard: Bool, scope: TermScope) -> TermScope:
    """Returns the scope after one effect that happens where the guard holds."""
    match each:
        case control.LetIn(var=var):
            named = world.values.named(var.domain, var.name, world.widened(each.value, var.domain, scope))
            return scope.bind(var, named)
        case control.Each():
            return _each(world, each, guard, scope)
        case control.When(then=then, otherwise=otherwise):
            test = world.truth(each.condition, scope)
            scope = _branch(world, then, guard, test, scope)
            return _branch(world, otherwise, guard, world.terms.not_(test), scope)
        case control.Branches():
            return _branches(world, each, guard, scope)
        case control.Simultaneous(body=body):
            pending = PendingChanges()
            _collect(world, body, guard, scope, pending)
            return scope_after(world, pending, scope)
        case control.MovePiece() | control.MoveTokens():
            pending = PendingChanges()
            _collect(world, (each,), guard, scope, pending)
            return scope_after(world, pending, scope)
        case control.SetVariable() | control.AddNumber() | control.AddMember():
            pending = PendingChanges()
            _collect(world, (each,), guard, scope, pending)
            return scope_after(world, pending, scope)


def _branch(
    world: World, body: tuple[control.Effect, ...], guard: Bool, condition: Bool, scope: TermScope
) -> TermScope:
    """Returns the scope after a body that happens where both hold; the names that it binds are gone."""
    here = world.terms.and_(guard, condition)
    if here is False or not body:
        return scope
    inner = scope.given(condition)
    for each in body:
        inner = effect(world, each, here, inner)
    return scope.at(inner.state)


def _branches(world: World, each: control.Branches, guard: Bool, scope: TermScope) -> TermScope:
    terms = world.terms
    applies = [world.truth(ir.And(case.guards), scope) for case in each.cases]
    scope.owe(Owed.COVERAGE, each.origin, terms.not_(terms.any(applies)))
    scope.owe(Owed.OVERLAP, each.origin, terms.not_(terms.at_most_one(applies)))
    before: Bool = False
    start = scope
    for case, here in zip(each.cases, applies, strict=True):
        chosen = terms.and_(here, terms.not_(before))
        scope = start.at(_branch(world, case.body, guard, chosen, scope).state)
        before = terms.or_(before, here)
    return scope


# ---- ONE AFTER THE OTHER


def _each(world: World, each: control.Each, guard: Bool, scope: TermScope) -> TermScope:
    together = all_moved(world, each, guard, scope)
    if together is not None:
        return together
    start = scope
    if not each.ordered and not commutes(each, world.reads):
        _owe_order(world, each, guard, scope)
    for element, inner in binders.bound(world, each.binding, scope):
        repeats = range(1) if element.times == 1 else range(_most(element.times))
        for number in repeats:
            here = world.terms.and_(element.guard, world.terms.less(number, element.times))
            way = inner.given(here)
            bound = evolve(way, state=scope.state)
            active = world.terms.and_(guard, here)
            for part in each.body:
                bound = effect(world, part, active, bound)
            scope = start.at(bound.state)
    return scope


def _owe_order(world: World, each: control.Each, guard: Bool, scope: TermScope) -> None:
    """Owes that any two rounds, taken one way and the other after any others, come to the same state, or to none."""
    terms = world.terms
    rounds = binders.bound(world, each.binding, scope)
    if any(element.times != 1 for element, _ in rounds) or len(rounds) > ROUNDS:
        several = terms.not_(terms.at_most_one(element.guard for element, _ in rounds))
        differ = several is not False and _some_differ(world, each, scope)
        backwards = several is not False and _differs_backwards(world, each, rounds, scope)
        fails, surely = terms.all((guard, several, differ)), terms.and_(guard, backwards)
        scope.owe(Owed.ORDER, each.origin, fails, surely=surely)
        return
    known = _Rounds(world, each, rounds, scope)
    for two in combinations(range(len(rounds)), 2):
        both = terms.all((guard, *(rounds[number][0].guard for number in two)))
        if both is False:
            continue
        others = [one for one in range(len(rounds)) if one not in two]
        for before in chain.from_iterable(combinations(others, number) for number in range(len(others) + 1)):
            one, other = (known.after((*before, *order)) for order in (two, two[::-1]))
            # Rounds that break off before these two do so whichever of them is the next.
            goes_on = terms.not_(known.after(before).stops)
            fails = terms.all((both, goes_on, _differ(world, one, other)))
            scope.owe(Owed.ORDER, each.origin, fails, surely=False if known.rough else None)


def _differs_backwards(
    world: World, each: control.Each, rounds: Sequence[tuple[Element, TermScope]], scope: TermScope
) -> Bool:
    """Returns when all rounds, taken from the last to the first, come to another state than in the order listed."""
    if any(element.times != 1 for element, _ in rounds) or len(rounds) > ROUNDS_TO_AND_FRO:
        return False
    known, order = _Rounds(world, each, rounds, scope), tuple(range(len(rounds)))
    differ = _differ(world, known.after(order), known.after(order[::-1]))
    return False if known.rough else differ


def _some_differ(world: World, each: control.Each, scope: TermScope) -> Bool:
    """Returns when any two rounds may come to different states, whatever state the rounds before them have led to.

    Alike copies are rounds about the same piece. It is more than there is to fear: few states come of such a loop.
    """
    var, terms = each.binding.var, world.terms
    try:
        two = [world.values.fresh(var.domain, hint) for hint in ("what one round is about", "what another is about")]
        state = world.within_a_loop()
        rounds: list[tuple[Element, TermScope]] = []
        for value in two:
            bound = scope.bind(var, value)
            listed = ir.Contains(var, each.binding.domain)
            any_one = isinstance(each.binding.domain, ir.AllMembers)
            here = True if any_one else world.truth(listed, evolve(bound, faults=Faults(terms)))
            also = world.truth(each.binding.condition, evolve(bound.given(here), faults=Faults(terms)))
            rounds.append((Element(terms.and_(here, also), value), bound))
        known = _Rounds(world, each, rounds, scope.at(state))
        both = terms.all(element.guard for element, _ in rounds)
        return terms.and_(both, _differ(world, known.after((0, 1)), known.after((1, 0))))
    except Unsupported:
        return True


def _differ(world: World, one: _StateAfterRounds, other: _StateAfterRounds) -> Bool:
    """Returns when only one of two orders has an answer, or each has one and they are not the same."""
    terms = world.terms
    neither = terms.not_(terms.or_(one.stops, other.stops))
    return terms.any((
        terms.not_(terms.iff(one.stops, other.stops)),
        terms.not_(terms.iff(one.fails, other.fails)),
        terms.and_(neither, terms.not_(world.layout.same(one.state, other.state))),
    ))  # fmt: skip


@frozen(eq=False)
class _StateAfterRounds:
    """The state after some rounds, when they come to none (`stops`), and when to none or not to one alone (`fails`)."""

    state: State
    stops: Bool
    fails: Bool


@define
class _Rounds:
    """Rounds of a loop, taken in any order: the state after some of them is worked out once for all that follow."""

    world: World
    each: control.Each
    rounds: Sequence[tuple[Element, TermScope]]
    scope: TermScope
    rough: bool = False
    """Whether a loop in it may make no difference where it is said to."""
    _known: dict[tuple[int, ...], _StateAfterRounds] = field(factory=dict)

    def after(self, order: tuple[int, ...]) -> _StateAfterRounds:
        """Returns what rounds of these numbers come to."""
        if not order:
            return _StateAfterRounds(self.scope.state, stops=False, fails=False)
        if order not in self._known:
            terms, before = self.world.terms, self.after(order[:-1])
            element, inner = self.rounds[order[-1]]
            faults = Faults(terms)
            bound = evolve(inner.given(element.guard), state=before.state, faults=faults)
            for part in self.each.body:
                bound = effect(self.world, part, element.guard, bound)
            self.rough |= bool(faults.rough)
            stops, fails = terms.or_(before.stops, faults.whole()), terms.or_(before.fails, faults.any())
            self._known[order] = _StateAfterRounds(bound.state, stops, fails)
        return self._known[order]


def _most(times: Num) -> int:
    most = times if isinstance(times, int) else times.high
    if most is None:
        raise Unsupported("pieces that are alike, of which there may be any number")
    return most


# ---- WORKED OUT, THEN DONE


def _collect(
    world: World, body: tuple[control.Effect, ...], guard: Bool, scope: TermScope, pending: PendingChanges
) -> None:
    terms = world.terms
    for each in body:
        match each:
            case control.Each(binding=binding, body=inside):
                rounds = binders.bound(world, binding, scope)
                if not each.ordered and not commutes_at_once(each):
                    is_one = len(rounds) < 2 and all(element.times == 1 for element, _ in rounds)
                    scope.owe(Owed.ORDER, each.origin, False if is_one else guard, surely=False)
                for element, inner in rounds:
                    for number in range(1 if element.times == 1 else _most(element.times)):
                        here = terms.and_(element.guard, terms.less(number, element.times))
                        _collect(world, inside, terms.and_(guard, here), inner.given(here), pending)
            case control.When(then=then, otherwise=otherwise):
                test = world.truth(each.condition, scope)
                contrary = terms.not_(test)
                _collect(world, then, terms.and_(guard, test), scope.given(test), pending)
                _collect(world, otherwise, terms.and_(guard, contrary), scope.given(contrary), pending)
            case control.Branches(cases=cases, origin=origin):
                applies = [world.truth(ir.And(case.guards), scope) for case in cases]
                scope.owe(Owed.COVERAGE, origin, terms.not_(terms.any(applies)))
                scope.owe(Owed.OVERLAP, origin, terms.not_(terms.at_most_one(applies)))
                before: Bool = False
                for case, here in zip(cases, applies, strict=True):
                    chosen = terms.and_(here, terms.not_(before))
                    _collect(world, case.body, terms.and_(guard, chosen), scope.given(chosen), pending)
                    before = terms.or_(before, here)
            case control.Simultaneous(body=inside):
                _collect(world, inside, guard, scope, pending)
            case control.LetIn(var=var):
                named = world.values.named(var.domain, var.name, world.widened(each.value, var.domain, scope))
                scope = scope.bind(var, named)
            case control.MovePiece():
                piece = cast("PieceValue", world.encode(each.piece, scope))
                target, source = world.number(each.target, scope), world.number(each.source, scope)
                amount = 1 if each.amount is None else world.number(each.amount, scope)
                turn = 0 if each.turned is None else world.number(each.turned, scope)
                pending.moves.append(PieceMove(guard, piece, amount, source, target, each, scope, turn))
            case control.MoveTokens():
                ends = [
                    None if end is None else (end[0], world.key(end[1], scope)) for end in (each.source, each.target)
                ]
                pending.tokens.append(
                    TokenPayment(guard, world.number(each.amount, scope), ends[0], ends[1], each, scope)
                )
            case control.SetVariable() | control.AddNumber() | control.AddMember():
                pending.writes.append(_written(world, each, guard, scope))


def _written(world: World, each: control.Write, guard: Bool, scope: TermScope) -> VariableWrite:
    key: Num = 0 if each.key is None else world.key(each.key, scope)
    declared = world.variable(each.name)
    match each:
        case control.SetVariable():
            return VariableWrite(guard, key, world.widened(each.value, declared.domain, scope), each, scope)
        case control.AddNumber():
            return VariableWrite(guard, key, world.number(each.amount, scope), each, scope)
        case control.AddMember():
            inner = cast("d.SetOf", declared.domain).inner
            return VariableWrite(guard, key, world.widened(each.item, inner, scope), each, scope)
