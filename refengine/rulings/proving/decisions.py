"""Decisions with open parts as terms: who acts in each case, and all that somebody may do there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from refengine.ir import control, expressions as ir
from refengine.ir.domain import Piece, SetOf
from refengine.rulings.beginning import Beginning
from refengine.rulings.offers import data_of
from refengine.rulings.open_parts import all_of
from refengine.rulings.proving.actions import MomentCase
from refengine.rulings.proving.beyond import MANY_ACTIONS, ORDER, UNPRINTED, BeyondTerms
from refengine.rulings.proving.moments import Moments
from refengine.rulings.proving.order import is_there
from refengine.rulings.ruling import Ruling
from refengine.runtime.description import ActionInfo
from refengine.smt.course.offers import anybody_can_act, is_allowed, is_unanswerable
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults, PathCondition, TermScope
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import SetValue

MOST_ACTIONS = 300
"""The number of actions, with their arguments, that may be legal in one case or another."""

KINDS = {"chance": "chance", "table": "table", "one": "player", "every": "players"}
"""How a ruling names who decides, by how the rules ask."""

Asked = tuple[Bool, Callable[[Ruling], Bool]]
"""When a question has no answer, and when it has that of a ruling."""

Key = tuple[str, str]
"""An action as a ruling names it: its name, and its arguments."""


# ---- WHO ACTS


def who_acts(moments: Moments) -> Asked:
    """Returns the question who decides."""
    faults, terms = Faults(moments.world.terms), moments.world.terms
    found: list[tuple[Bool, str, str | None, dict[int, Bool]]] = []
    for case in moments.cases:
        run = ScriptRun(moments.world, faults)
        ask = _ask(run, case)
        if ask is None:
            found.append((case.condition, "over", None, {}))
            continue
        seats: dict[int, Bool] = {}
        if ask.who is not None:
            moments.speaks_of(ask.who)
            seats = _seats(moments, ask.who, _scope(run, case))
        found.append((case.condition, KINDS[ask.decider], case.stack[-1].script, seats))

    def answers(ruling: Ruling) -> Bool:
        told = ruling.answer
        ways = (
            terms.all((here, *(terms.iff(acts, seat + 1 in told["seats"]) for seat, acts in seats.items())))
            for here, kind, phase, seats in found
            if (kind, phase) == (told["kind"], told["phase"])
        )
        return terms.any(ways)

    return faults.any(), answers


def _seats(moments: Moments, who: ir.Expr, scope: TermScope) -> dict[int, Bool]:
    """Returns for each seat, from 0, when it is one of those who decide."""
    terms, value = moments.world.terms, moments.world.encode(who, scope)
    seats = range(moments.laid.held.bench.configuration.players)
    if not isinstance(who.domain, SetOf):
        return {seat: terms.equal(cast("Num", value), seat) for seat in seats}
    inner = who.domain.inner
    return {seat: moments.world.values.holds(inner, cast("SetValue", value), seat) for seat in seats}


# ---- ALL THAT SOMEBODY MAY DO


def legal_actions(moments: Moments, beginning: Beginning, seat: int) -> Asked:
    """Returns the question what somebody may do: for each action when it is legal."""
    if is_there(moments.world.game):  # an answer lists what may be chosen
        raise BeyondTerms(ORDER)
    faults, terms = Faults(moments.world.terms), moments.world.terms
    fails: list[Bool] = []
    found: list[tuple[Bool, dict[Key, Bool]]] = []
    for case in moments.cases:
        run = ScriptRun(moments.world, faults)
        ask = _ask(run, case)
        legal: dict[Key, Bool] = {}
        if ask is not None:
            moments.speaks_of(ask)
            scope = _scope(run, case)
            anybody_can_act(moments.world, ask, scope)  # whoever lists all looks at everybody's, and may fail there
            fails.append(terms.and_(case.condition, is_unanswerable(moments.world, ask, scope)))
            legal = _legal(moments, beginning, case, ask, scope, seat - 1)
        found.append((case.condition, legal))
    known = {key for _, legal in found for key in legal}

    def answers(ruling: Ruling) -> Bool:
        told = [(each["name"], repr(each["arguments"])) for each in ruling.answer]
        if len(set(told)) < len(told) or not set(told) <= known:
            return False
        ways = (
            terms.all((here, *(terms.iff(may, key in told) for key, may in legal.items())))
            for here, legal in found
            if legal.keys() >= set(told)
        )
        return terms.any(ways)

    return terms.or_(faults.any(), terms.any(fails)), answers


def _legal(
    moments: Moments, beginning: Beginning, case: MomentCase, ask: control.Ask, scope: TermScope, seat: int
) -> dict[Key, Bool]:
    """Returns when each action is legal that a seat may take in a case."""
    if ask.who is None:
        return {}
    terms, world = moments.world.terms, moments.world
    turn = _seats(moments, ask.who, scope)[seat]
    if ask.actor is not None:
        scope = scope.bind(ask.actor, seat)
    infos = _infos(beginning, case)
    found: dict[Key, Bool] = {}
    for action in ask.actions:
        inside = scope.within(action.clause.path).given(turn)
        for arguments, demands, chosen in _chosen(moments, beginning, action.choices, inside, (), ()):
            legal = terms.all((turn, *demands, is_allowed(world, action, chosen)))
            made = infos[action.name].get(seat, arguments, 1)
            key = made.name, repr([data_of(each) for each in made.arguments])
            if key in found or len(found) == MOST_ACTIONS:
                raise BeyondTerms(MANY_ACTIONS)
            if legal is not False:
                found[key] = legal
    return found


def _infos(beginning: Beginning, case: MomentCase) -> dict[str, ActionInfo]:
    """Returns what the engine knows of the actions that are offered in a case."""
    frame, description = case.stack[-1], beginning.bench.game.description
    (info,) = (each for each in description.frames if (each.phase, each.point) == (frame.script, f"{frame.point} asks"))
    return {each.name: each for each in info.actions}


def _chosen(
    moments: Moments,
    beginning: Beginning,
    left: tuple[control.Choice, ...],
    scope: TermScope,
    arguments: tuple[Any, ...],
    demands: tuple[Bool, ...],
) -> Iterator[tuple[tuple[Any, ...], tuple[Bool, ...], TermScope]]:
    """Yields all arguments that may be on offer, as the engine holds them, when they are, and what is so then."""
    if not left:
        yield arguments, demands, scope
        return
    (choice, *rest), held, world = left, moments.laid.held, moments.world
    listed = all_of(beginning.bench, choice.var.domain)
    if listed is None or len(listed) > MOST_ACTIONS:
        raise BeyondTerms(MANY_ACTIONS)
    if isinstance(choice.var.domain, Piece) and choice.var.domain.component in held.made_up:
        raise BeyondTerms(UNPRINTED)
    for each in listed:
        inner = scope.bind(choice.var, held.value(choice.var.domain, each))
        offered = world.truth(ir.Contains(choice.var, choice.domain), inner)
        if offered is not False:
            found = (*arguments, each), (*demands, offered)
            yield from _chosen(moments, beginning, tuple(rest), inner.given(offered), *found)


# ---- CASES


def asks_of(moments: Moments) -> tuple[control.Ask, ...]:
    """Returns what is asked in one case or another."""
    run = ScriptRun(moments.world, Faults(moments.world.terms))
    return tuple(ask for each in moments.cases if (ask := _ask(run, each)) is not None)


def _ask(run: ScriptRun, case: MomentCase) -> control.Ask | None:
    """Returns what is asked in a case; None where nobody decides."""
    return run.ask_at(case.stack[-1]) if case.stack and case.stack[-1].shape in run.asks else None


def _scope(run: ScriptRun, case: MomentCase) -> TermScope:
    """Returns the scope of what is asked in a case."""
    frame = case.stack[-1]
    known = dict(zip(run.held_at(frame.shape), frame.held, strict=True))
    return run.scope(case.state, frame.script, PathCondition(None, case.condition)).bound(known)
