"""Obligations of scripts, and of values that scripts alone ask, in games on grids: paid by every step in its window.

What is asked for every cell at once (whether whoever is asked has a legal action) is left out, as is what the outcome,
an invariant or a view asks. An action is looked at with any cell, so whatever may fail in looking for legal ones does
so there.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import control, game as model
from refengine.ir.exits import leaves
from refengine.ir.footprint import closure, footprint
from refengine.ir.obligations import Owed
from refengine.smt.course.course import Place
from refengine.smt.course.effects import MANY_ROUNDS
from refengine.smt.encode.scope import Faults
from refengine.smt.goal import Decision, Goal
from refengine.smt.induction.properties import KnownCourse

AT_START = "it fails at the start of the game"
IN_A_WINDOW = "it fails in a window, and no whole board is known on which it does"
NEVER = "nothing along the course of a game can make it fail"
CONSERVED = "pieces only move, and every move finds its piece and has room"


def asked_by_scripts(rules: model.Game) -> frozenset[str]:
    """Returns the paths of scripts, and of values that nothing else asks in play."""
    calls = {each.name: footprint(each.body).values for each in rules.values}
    others = footprint(
        rules.outcome, *rules.invariants, *rules.measures, *rules.laws, *rules.zones, *rules.variables, *rules.tokens,
        *(each.seen for script in rules.phases for each in script.seen),
    )  # fmt: skip
    elsewhere = closure(calls, others.values)
    values = {each.clause.path for each in rules.values if each.name not in elsewhere}
    scripts = (rules.setup, *rules.phases)
    points = (each for script in scripts for point in script.points for each in leaves(point.exit))
    actions = {each.clause.path for ask in points if isinstance(ask, control.Ask) for each in ask.actions}
    return frozenset({*(each.clause.path for each in scripts), *actions, *values})


def is_asked_by_scripts(paths: frozenset[str], goal: Goal) -> bool:
    """Returns whether an obligation is one of those, and speaks of one step."""
    path, _, owed = goal.name.partition(": ")
    return owed != Owed.ANSWER.value and path.partition(".")[0] in paths


def obligation_decision(found: KnownCourse, goal: Goal, where: str) -> Decision:
    """Returns the decision on an obligation of scripts; `where` says in words of which boards it is proved."""
    spoken_of = False
    for faults, place in _asked(found):
        for each in faults.found:
            if each.name != goal.name:
                continue
            spoken_of = True
            fails = faults.of(each)
            premise = True if place is None else found.induction.known(place)
            answer = found.study.solver.ask(premise, fails, reach="linked")
            if answer.result == "unsat":
                continue
            if answer.result == "sat" and each in faults.rough:
                return Decision(goal, "unknown", how=MANY_ROUNDS)
            if place is None and found.study.solver.ask(fails, reach="whole").result == "sat":
                return Decision(goal, "refuted", how=AT_START)
            how = IN_A_WINDOW if answer.result == "sat" else found.study.solver.gave_up
            return Decision(goal, "unknown", how=how)
    if not spoken_of:
        return Decision(goal, "by construction", how=NEVER)
    return Decision(goal, "proved", how=f"{found.everywhere}, {where}")


def conservation_decision(found: KnownCourse, goal: Goal, where: str) -> Decision:
    """Returns the decision on conservation: pieces only move, so none is lost where every move finds piece and room."""
    words = (Owed.PIECE.value, Owed.ROOM.value)
    names = {each.name for faults, _ in _asked(found) for each in faults.found if each.owed.value in words}
    for name in sorted(names):
        if obligation_decision(found, Goal("obligation", name, goal.players), where).verdict != "proved":
            return Decision(goal, "unknown", how=f"a piece may be missing, or have no room: {name}")
    return Decision(goal, "by construction", how=CONSERVED)


def _asked(found: KnownCourse) -> Iterator[tuple[Faults, Place | None]]:
    yield found.courses.start_faults, None
    for step in found.courses.steps:
        yield step.faults, step.place
