"""Properties that cannot be asked of the pieces of scripts, where a course goes by these (ADR 18)."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import game as model
from refengine.ir.footprint import closure, footprint
from refengine.ir.obligations import obligations
from refengine.ir.running import running
from refengine.smt.course.course import Courses, Place
from refengine.smt.induction.by_parts import goes_by_parts
from refengine.smt.induction.invariants import speaks_of_unknown_frames
from refengine.smt.terms.stack import BELOW

EVERYWHERE = "every state that a game comes to, by induction, under every complete set of readings"
"""The words for the states of which an induction speaks."""

BY_PIECES = (
    "every state that a game comes to, by induction over the pieces of its scripts, whatever waits below, "
    "under every complete set of readings"
)
"""The states that an induction over pieces speaks of, in words."""

WHOLE_STEPS = "steps are followed by pieces here, and this speaks of whole steps"

WHAT_WAITS = "steps are followed by pieces here, so it is not known what waits below, and this speaks of it"


def is_beyond_pieces(courses: Courses, about: model.Invariant | model.Measure) -> bool:
    """Returns whether a property cannot be asked of pieces of scripts.

    Such a property speaks of whole steps, or of what waits below.
    """
    if not courses.by_piece:
        return False
    if isinstance(about, model.Measure) or about.step:
        return not goes_by_parts(about)
    return speaks_of_unknown_frames(courses, about)


def may_wait_below(courses: Courses, about: model.Invariant | model.Measure, place: Place) -> bool:
    """Returns whether a phase during which something holds may wait below, of which a piece knows nothing."""
    if not isinstance(about, model.Invariant) or about.during is None or place.stack[0] is not BELOW:
        return False
    game = courses.study.world.game
    return running(game.setup, game.phases).may(about.during.phase, place.stack[1].script)


def owed_beyond_pieces(courses: Courses) -> Iterator[str]:
    """Yields the obligations of properties that cannot be asked of pieces, and of all values that these read."""
    game = courses.study.world.game
    calls = {each.name: footprint(each).values for each in game.values}
    paths: set[str] = set()
    properties: tuple[model.Invariant | model.Measure, ...] = (*game.invariants, *game.measures)
    for about in properties:
        if is_beyond_pieces(courses, about):
            called = closure(calls, footprint(about).values)
            paths |= {about.clause.path, *(each.clause.path for each in game.values if each.name in called)}
    for each in obligations(game):
        if any(each.path == path or each.path.startswith(f"{path}.") for path in paths):
            yield each.name
