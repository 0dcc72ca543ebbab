"""Step invariants, measures and sight by the text alone.

Numbers to which nothing but naturals is added, places to which nothing comes back, choices that read what all see.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.claims import PRINTED
from refengine.ir.exits import leaves
from refengine.ir.footprint import closure, footprint
from refengine.ir.traverse import free_locals, walk
from refengine.ir.visibility import EVERYONE
from refengine.local.abstraction import Abstraction


def never_falls(rules: model.Game, stated: model.Invariant, made: Abstraction) -> bool:
    """Returns whether a step invariant says that a variable never falls, and only naturals are added to it."""
    if not stated.step or stated.phases or stated.during is not None or stated.data != PRINTED:
        return False
    condition = stated.condition
    while isinstance(condition, ir.ForAll) and isinstance(condition.binding.domain, ir.AllMembers):
        condition = condition.body
    match condition:
        case ir.Less(left=ir.Before(inner=ir.ReadVariable() as before), right=ir.ReadVariable() as after, strict=False):
            pass
        case _:
            return False
    if before != after or not isinstance(before.key, ir.Local | ir.Member | None):
        return False
    variable = next(each for each in rules.variables if each.name == before.name)
    return variable.during is None and all(_adds(each, made) for each in _writes(rules, before.name))


def _writes(rules: model.Game, variable: str) -> Iterator[control.Write]:
    for script in _in_play(rules):
        for point in script.points:
            for each in walk(point.effects):
                if isinstance(each, control.Write) and each.name == variable:
                    yield each


def _in_play(rules: model.Game) -> tuple[control.Script, ...]:
    """Returns the scripts that run in steps: the setup too, where somebody decides in it or in what it enters."""
    waits = any(isinstance(each, control.Ask | control.Enter) for each in walk(rules.setup))
    return (rules.setup, *rules.phases) if waits else rules.phases


def _adds(write: control.Write, made: Abstraction) -> bool:
    """Returns whether a write adds a natural, whatever the state."""
    if not isinstance(write, control.AddNumber):
        return False
    least = made.least(write.amount)
    return least is not None and least >= 0


def empties(rules: model.Game, measure: model.Measure) -> bool:
    """Returns whether a measure counts what lies in a place from which each action takes, to which nothing comes."""
    match measure.terms:
        case (
            ir.HowMany(
                binding=ir.Binding(domain=ir.Contents(zone=zone, key=None), condition=ir.TruthLiteral(value=True))
            ),
        ):
            pass
        case _:
            return False
    moves = [each for script in _in_play(rules) for point in script.points for each in walk(point.effects)]
    if any(isinstance(each, control.MovePiece) and _may_go_to(each, zone) for each in moves):
        return False
    deciding = [each for each in _in_play(rules) if not measure.phases or each.name in measure.phases]
    entries = [(script, action.entry) for script in deciding for ask in _asks(script) for action in ask.actions]
    every = any(ask.decider == "every" for script in deciding for ask in _asks(script))
    return bool(entries) and not every and all(_takes_one(script, entry, zone) for script, entry in entries)


def _may_go_to(move: control.MovePiece, zone: str) -> bool:
    return not isinstance(move.target, ir.PlaceAt) or move.target.zone == zone


def _asks(script: control.Script) -> Iterator[control.Ask]:
    for point in script.points:
        yield from (each for each in leaves(point.exit) if isinstance(each, control.Ask))


def _takes_one(script: control.Script, point: str, zone: str) -> bool:
    """Returns whether a point surely moves at least one piece out of a zone."""
    (found,) = (each for each in script.points if each.name == point)
    return any(
        isinstance(each, control.MovePiece)
        and isinstance(each.source, ir.PlaceAt)
        and each.source.zone == zone
        and (each.amount is None or each.amount == ir.Number(1))
        for each in found.effects
    )


def reads_what_all_see(rules: model.Game, phase: str) -> bool:
    """Returns whether who is asked in a phase, and what he may do, hangs on nothing that anybody may not see."""
    script = next(each for each in (rules.setup, *rules.phases) if each.name == phase)
    calls = {each.name: footprint(each.body).values for each in rules.values}
    bodies = {each.name: each.body for each in rules.values}
    hidden = {each.name for each in rules.zones if each.seen != EVERYONE or each.ordered}
    hidden |= {each.name for each in rules.variables if each.seen != EVERYONE}
    for point in script.points:
        for ask in (each for each in leaves(point.exit) if isinstance(each, control.Ask)):
            if any(script.who_sees(each, point.name) != EVERYONE for each in free_locals(ask) & {*point.params}):
                return False
            own = footprint(ask)
            if footprint(ask, *(bodies[each] for each in closure(calls, own.values))).state & hidden:
                return False
            if ask.decider == "every":
                return False  # the choices of others are hidden while they are made
    return True
