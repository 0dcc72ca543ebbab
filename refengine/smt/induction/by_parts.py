"""Proves step invariants part by part: a step through several phases is cut between them, and each part is asked.

INVARIANT: only transitive relations are asked of the parts: if each part of a step keeps one, so does the whole step.
"""

from __future__ import annotations

from collections.abc import Iterable

from refengine.ir import expressions as ir, game as model
from refengine.ir.footprint import footprint
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import walk
from refengine.smt.course.course import Courses, Place, Step


def goes_by_parts(each: model.Invariant | model.Measure) -> bool:
    """Returns whether a step invariant holds of a step if it holds of all parts of it."""
    return isinstance(each, model.Invariant) and each.during is None and is_transitive(each.condition)


def is_transitive(condition: ir.Expr) -> bool:
    """Returns whether a condition says for all members that something is not less, not more, or the same as before.

    It may say so under readings or options alone, or of members of which something is printed: no step changes those.
    """
    match condition:
        case ir.ForAll(binding=ir.Binding(domain=ir.AllMembers(), condition=inner)):
            return (inner == TRUE or _is_settled(inner)) and is_transitive(condition.body)
        case ir.And(parts=parts):
            return all(is_transitive(each) for each in parts)
        case ir.Or(parts=parts):
            told = [each for each in parts if not _is_settled(each)]
            return len(told) == 1 and is_transitive(told[0])
        case ir.Less() | ir.Equal():
            return ir.Before(condition.left) == condition.right or ir.Before(condition.right) == condition.left
        case _:
            return False


def _is_settled(condition: ir.Expr) -> bool:
    """Returns whether a condition asks nothing of a state: only of readings and options, and of what is printed."""
    read = footprint(condition)
    return not read.state and not read.values and not any(isinstance(each, ir.Before) for each in walk(condition))


def parts_from(courses: Courses, places: Iterable[Place]) -> list[Step]:
    """Returns all parts of the steps from some places: those, and what goes on by itself where they lead."""
    found: list[Step] = []
    agenda = list(places)
    met = {place.key for place in agenda}
    while agenda:
        place = agenda.pop()
        for step in courses.steps:
            if step.place is not place:
                continue
            found.append(step)
            for key in map(courses.end_of, step.courses):
                if key not in met and key in courses.places and not courses.places[key].waits:
                    met.add(key)
                    agenda.append(courses.places[key])
    return found
