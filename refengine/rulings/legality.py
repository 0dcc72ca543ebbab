"""Legality: what stands in the way of an action, down to the part of a condition that forbids it, and what is nearest.

An argument outside of what is on offer is followed into the set it would have to be in: which condition of it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from attrs import frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.expressions import Expr
from refengine.ir.refusals import Sort, refusals_of
from refengine.rulings.evaluation import Evaluation, Locals, clause_of
from refengine.rulings.offers import awaited_decision
from refengine.rulings.reasons import ReasonTrail as Following
from refengine.rulings.ruling import Obstacle
from refengine.rulings.world import NOWHERE, NotHeldError
from refengine.runtime.codec import Codec
from refengine.runtime.description import ActionInfo, PlayInfo
from refengine.runtime.fault import Fault

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

MOST_NEAR = 3
"""The number of legal actions that are told as nearest."""

Way = tuple[Sort, control.Clause, tuple[Expr, ...]]
"""Something that can stand in the way: its sort, its clause, and its conditions (in a bar they all hold)."""


@frozen
class Candidate:
    """An action in a state: what it says, the decision it belongs to, and the locals that its conditions are told."""

    play: PlayInfo
    info: ActionInfo
    ask: control.Ask
    clause: control.Clause
    action: control.Action
    told: Locals


def question_about(game: Game, rules: model.Game, state: State, play: PlayInfo) -> Candidate | None:
    """Returns what is asked about an action; None where nobody is asked for such an action."""
    here = awaited_decision(game, rules, state)
    offered = None if here is None else here.offered(play.action)
    if here is None or offered is None:
        return None
    action = next(each for each in here.ask.actions if each.name == play.action)
    told: dict[ir.Local, Any] = dict(here.held)
    if here.ask.actor is not None and isinstance(play.actor, int):
        told[here.ask.actor] = play.actor
    told |= {choice.var: value for choice, value in zip(action.choices, play.arguments, strict=True)}
    return Candidate(play, offered, here.ask, here.clause, action, told)


def ways_of_refusal(about: Candidate) -> Iterator[Way]:
    """Yields what can stand in the way of an action, in the order in which it is looked at."""
    for each in refusals_of(about.ask, about.action, about.clause):
        yield each.sort, each.clause, each.conditions


def in_the_way(evaluation: Evaluation, about: Candidate) -> tuple[Way, ...]:
    """Returns all that stands in the way of an action.

    What is asked of arguments that are not on offer need not make sense, so it is not asked then; nor is anything of
    somebody who does not decide. What speaks of a variable that the readings do not keep is not asked where something
    stands in the way already.
    """
    found: list[Way] = []
    if (about.play.actor if isinstance(about.play.actor, str) else "player") != about.info.by:
        return (("turn", about.clause, ()),)
    for kind, clause, conditions in ways_of_refusal(about):
        if found and found[0][0] in {"turn", "choice"} and kind != found[0][0]:
            break
        try:
            holds = evaluation.holds(conditions, about.told, clause_of(clause))
        except NotHeldError:
            if not found:
                raise
            continue
        if holds is (kind == "bar"):
            found.append((kind, clause, conditions))
    return tuple(found)


def obstacles(following: Callable[[], Following], about: Candidate, found: tuple[Way, ...]) -> tuple[Obstacle, ...]:
    """Returns what stands in the way in sentences, each with its citation."""
    told: list[Obstacle] = []
    for kind, clause, conditions in found:
        reasons = following()
        match kind:
            case "turn":
                says = _whose_turn(reasons, about)
            case "choice":
                (condition,) = conditions
                assert isinstance(condition, ir.Contains)
                says = not_on_offer(reasons, condition, about.told)
            case "bar":
                says = "; ".join(said for each in conditions for said in reasons.shortly(each, about.told, holds=True))
            case "guard":
                says = "; ".join(
                    said
                    for each in conditions
                    if not reasons.evaluation.value(each, about.told, clause_of(clause))
                    for said in reasons.shortly(each, about.told, holds=False)
                )
        label = reasons.speech.clause(clause.path) if kind == "bar" else reasons.speech.name(about.action.name)
        cites = reasons.sources.cited(str(cite) for each in (clause, *reasons.passed) for cite in each.cites)
        says = says or reasons.speech.say("a condition of it does not hold")
        told.append(Obstacle(kind, says, clause.path, label, cites, *reasons.sources.where(clause)))
    return tuple(told)


def _whose_turn(reasons: Following, about: Candidate) -> str:
    if about.ask.who is None:
        return reasons.speech.say("{who} decides this", who=reasons.speech.words.who(about.info.by))
    found = reasons.evaluation.value(about.ask.who, about.told, clause_of(about.clause))
    who = reasons.speech.value(about.ask.who.domain, found)
    if found == ():
        return reasons.speech.say("everybody has decided")
    return reasons.speech.say("{who} decides here", who=who)


def not_on_offer(reasons: Following, condition: ir.Contains, told: Locals) -> str:
    """Returns why an argument is not in the set that it is chosen from."""
    item = reasons.evaluation.value(condition.item, told, NOWHERE)
    said = reasons.speech.value(condition.item.domain, item)
    with suppress(Fault, NotHeldError):
        why = _not_in(reasons, item, condition.set, told)
        if why:
            return reasons.speech.say("{what} may not be chosen: {why}", what=said, why="; ".join(why))
    return reasons.speech.say("{what} is not among what may be chosen", what=said)


def _not_in(reasons: Following, item: Any, members: Expr, told: Locals) -> list[str]:
    """Returns why something is not in a set, in sentences."""
    evaluation, at = reasons.evaluation, NOWHERE
    match members:
        case ir.Filter(binding=binding):
            inner: Mapping[ir.Local, Any] = {**told, binding.var: item}
            if item not in evaluation.value(binding.domain, told, at):
                return _not_in(reasons, item, binding.domain, told)
            return reasons.shortly(binding.condition, inner, holds=False)
        case ir.CallValue(name=name, args=args):
            value = evaluation.world.values[name]
            arguments = tuple(evaluation.value(each, told, at) for each in args)
            inside = dict(zip(value.params, arguments, strict=True))
            match value.body:
                case model.Single(result=result) | model.General(normally=result, exceptions=()):
                    return _not_in(reasons, item, result, inside)
                case _:
                    found = evaluation.call(name, arguments)
                    return [reasons.speech.comes_to(value, arguments, found)]
        case ir.SetArith(op="minus"):
            if item not in evaluation.value(members.left, told, at):
                return _not_in(reasons, item, members.left, told)
            return [
                reasons.speech.say("it is among {these}", these=reasons.speech.noun(evaluation, members.right, told))
            ]
        case ir.Contents(zone=zone, key=None) if evaluation.world.zones[zone].index is not None:
            return [reasons.speech.say("it lies in no {zone}", zone=reasons.speech.name(zone))]
        case ir.Contents():
            where = reasons.speech.noun(evaluation, members, told)
            return [reasons.speech.say("it does not lie in {place}", place=where)]
        case ir.If():
            chosen = members.then if evaluation.value(members.condition, told, at) else members.otherwise
            return _not_in(reasons, item, chosen, told)
        case _:
            found = evaluation.value(members, told, at)
            if not found:
                return [reasons.speech.say("there is nothing")]
            return [reasons.speech.say("there is only {these}", these=reasons.speech.value(members.domain, found))]


# ---- NEAREST


def nearest_legal_actions(game: Game, state: State, play: PlayInfo) -> tuple[Any, ...]:
    """Returns the legal actions of the same name and actor that differ in the fewest arguments, the least first."""
    try:
        legal = game.legal(state)
    except Fault:
        return ()
    codec = Codec(game.description)
    info = codec.frame_info(state.control[-1])
    offered = None if info is None else next((each for each in info.actions if each.name == play.action), None)
    if offered is None:
        return ()
    wanted = [codec.public(param.domain, each) for param, each in zip(offered.params, play.arguments, strict=True)]
    actor = play.actor + 1 if isinstance(play.actor, int) else play.actor
    own = [each for each in legal if each.name == play.action and each.actor == actor]
    own.sort(key=lambda each: _distance(wanted, each.arguments))
    if not own:
        return ()
    least = _distance(wanted, own[0].arguments)[0]
    if least == len(wanted) and len(wanted) > 1:
        return ()  # nothing of it is as it was asked
    return tuple(each for each in own if _distance(wanted, each.arguments)[0] == least)[:MOST_NEAR]


def _distance(wanted: list[Any], arguments: tuple[Any, ...]) -> tuple[int, int]:
    """Returns how far arguments are from those that are wanted: how many differ, and numbers among them by how much."""
    pairs = [(one, _plain(other)) for one, other in zip(wanted, arguments, strict=True)]
    differing = [(one, other) for one, other in pairs if one != other]
    numbers = sum(abs(one - other) for one, other in differing if isinstance(one, int) and isinstance(other, int))
    return len(differing), numbers


def _plain(argument: Any) -> Any:
    return argument.name if hasattr(argument, "name") else list(argument) if isinstance(argument, tuple) else argument


def told_nearest(reasons: Following, actions: tuple[Any, ...]) -> tuple[str, ...]:
    """Returns legal actions in words."""
    return tuple(reasons.speech.move(each.actor, each.name, each.arguments) for each in actions)
