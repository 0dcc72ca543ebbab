"""Offers: who decides in a state, and all that they may do, worked out node by node.

The engine says the same of the table's own readings; here it can be asked of every other set of them, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import SetOf
from refengine.ir.exits import leaves
from refengine.rulings.evaluation import Evaluation, Locals, clause_of
from refengine.runtime.codec import Codec
from refengine.runtime.description import ActionInfo, FrameInfo
from refengine.runtime.fault import no_action
from refengine.runtime.frames import Frame

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

Offer = tuple[int | str, str, tuple[Any, ...]]
"""Something legal: the seat from 0 (or `chance`, `table`), the action, and its arguments as the engine holds them."""


@frozen
class AwaitedDecision:
    """A decision that is waited for: the question, the script it stands in, and the locals that the frame holds."""

    ask: control.Ask
    script: str
    clause: control.Clause
    info: FrameInfo
    held: Locals

    def offered(self, name: str) -> ActionInfo | None:
        """Returns what the engine knows of an action that can be offered here."""
        return next((each for each in self.info.actions if each.name == name), None)


def awaited_decision(game: Game, rules: model.Game, state: State) -> AwaitedDecision | None:
    """Returns the decision that is waited for in a state; None where nobody decides."""
    frame = state.control[-1]
    info = Codec(game.description).frame_info(frame)
    if info is None or not info.actions:
        return None
    script = next(each for each in (rules.setup, *rules.phases) if each.name == info.phase)
    point = next(each for each in script.points if f"{each.name} asks" == info.point)
    names = {each.name for each in info.actions}
    ask = next(
        each
        for each in leaves(point.exit)
        if isinstance(each, control.Ask) and names == {one.name for one in each.actions}
    )
    held = held_by(frame, info)
    told = {each: held[each.name] for each in point_locals(point, ask) if each.name in held}
    return AwaitedDecision(ask, script.name, script.clause, info, told)


def held_by(frame: Frame, info: FrameInfo) -> Mapping[str, Any]:
    """Returns what a waiting frame holds, by the names of its locals."""
    return {each.name: getattr(frame, each.attribute) for each in info.fields}


def point_locals(point: control.Point, ask: control.Ask) -> tuple[ir.Local, ...]:
    """Returns the locals that a waiting frame may hold: parameters of its point, and what the point binds."""
    bound = tuple(each.var for each in point.effects if isinstance(each, control.LetIn))
    return (*point.params, *bound, *((ask.actor,) if ask.actor is not None else ()))


def deciders(evaluation: Evaluation, here: AwaitedDecision) -> tuple[int, ...]:
    """Returns the seats, from 0, that decide; none where chance or the table does."""
    who = here.ask.who
    if who is None:
        return ()
    found = evaluation.value(who, here.held, clause_of(here.clause))
    return tuple(found) if isinstance(who.domain, SetOf) else (found,)


def offers(evaluation: Evaluation, here: AwaitedDecision) -> tuple[Offer, ...]:
    """Returns all that is legal, each once; raises `Fault` where somebody has to decide and has no legal action."""
    ask = here.ask
    actors: Sequence[int | str] = deciders(evaluation, here) if ask.who is not None else (here.info.actions[0].by,)
    found: dict[Offer, None] = {}
    for actor in actors:
        told = {**here.held, ask.actor: actor} if ask.actor is not None else here.held
        before = len(found)
        for action in ask.actions:
            for arguments in _arguments(evaluation, action, action.choices, told, ()):
                found[actor, action.name, arguments] = None
        if len(found) == before and ask.decider == "every" and ask.if_able is None:
            raise no_action(clause_of(here.clause))
    if not found and ask.decider != "every" and ask.if_able is None:
        raise no_action(clause_of(here.clause, ask.origin))
    return tuple(found)


def _arguments(
    evaluation: Evaluation,
    action: control.Action,
    left: tuple[control.Choice, ...],
    told: Locals,
    chosen: tuple[Any, ...],
) -> Iterator[tuple[Any, ...]]:
    if left:
        first, *rest = left
        for each in evaluation.value(first.domain, told, clause_of(action.clause)):
            yield from _arguments(evaluation, action, tuple(rest), {**told, first.var: each}, (*chosen, each))
    elif _is_open(evaluation, action, told):
        yield chosen


def _is_open(evaluation: Evaluation, action: control.Action, told: Locals) -> bool:
    return all(evaluation.value(each.condition, told, clause_of(each.clause)) for each in action.guards) and not any(
        evaluation.holds(bar.conditions, told, clause_of(bar.clause)) for bar in action.bars
    )


def data_of(argument: Any) -> Any:
    """Returns an argument as JSON can hold it."""
    match argument:
        case None | bool() | int() | str():
            return argument
        case tuple() | list():
            return [data_of(each) for each in argument]
        case dict():
            return {str(name): data_of(each) for name, each in argument.items()}
        case _:
            return str(argument)
