"""The whole course of a game as terms: every place at which somebody decides, and every step from there.

Places are found by following the steps from the setup, hardly ever asking the solver: one that is never reached does
no harm, since what is proved of it is proved of more than has to be. Where a step has many ways on, it ends where the
next phase starts: that is a place, too, at which nobody decides, and from which a step goes on by itself.

Where a phase may run above itself there are stacks without end. Then every piece of a script is a step of its own, from
one place to where a phase starts, is done, or somebody decides, and nothing is known of the frames below the topmost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, evolve, field, frozen

from refengine.ir import control
from refengine.ir.claims import PRINTED, AnyData
from refengine.ir.domain import CELL
from refengine.ir.exits import leaves
from refengine.ir.expressions import Local
from refengine.ir.running import Running, running
from refengine.smt.course.actions import ActionTerms, Course
from refengine.smt.course.joins import merged
from refengine.smt.course.study import Study
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.counts import as_counted
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.stack import BELOW, IS_DONE, Frame, Shape, Stack, shape_of
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Value
from refengine.smt.unsupported import Endless, Unsupported

MANY = 60
"""The greatest number of places at which somebody decides; a game with more has stacks without end."""

GOING_ROUND = 2_000_000
"""The resource units spent, whatever the limits, on finding out that a way does not go round and round."""

FEW = 4
"""The number of places in the setup that are followed without asking whether a game comes there."""

WAYS = 6
"""A step with more ways to the next decision goes only as far as the next phase."""

Key = tuple[object, ...]
"""The key of a place: the shape of the stack, and in the setup a number too."""


@frozen(eq=False)
class Place:
    """A place at which somebody decides, or unless it `waits` a phase starts, in a state that nothing is known of.

    In the setup it is in exactly the states that are reached, which are those where `premise` holds.
    """

    key: Key
    shape: Shape
    stack: Stack
    state: State
    premise: Bool = True
    waits: bool = True

    @property
    def exact(self) -> bool:
        """Returns whether the states are exactly those that a game comes to here."""
        return self.key != self.shape

    @property
    def top(self) -> Frame:
        """The frame that waits."""
        return self.stack[-1]

    @property
    def phase(self) -> str:
        """The phase that decides."""
        return self.top.script

    @property
    def is_alone(self) -> bool:
        """Returns whether all frames are known."""
        return not self.stack or self.stack[0] is not BELOW

    @property
    def running(self) -> frozenset[str]:
        """The phases that are running, as far as frames are known."""
        return frozenset(frame.script for frame in self.stack if frame is not BELOW and frame.point != IS_DONE)

    @property
    def border(self) -> str:
        """The end of a phase at which nobody decides, in words."""
        return f"where `{self.phase}` {'ends' if self.top.point == IS_DONE else 'starts'}"

    @property
    def advice(self) -> str:
        """The words for what would make known what holds where a phase starts; nothing of other places."""
        return (
            ""
            if self.waits or self.top.point == IS_DONE
            else "; bars of it, or invariants about who enters it, could say what holds"
        )

    @property
    def name(self) -> str:
        """The name of the place in words."""
        known = (frame for frame in reversed(self.stack) if frame is not BELOW)
        return " in ".join(each.script if each.point != IS_DONE else f"the end of {each.script}" for each in known)


@frozen(eq=False)
class Step:
    """An action at a place, or none where nobody decides, and the ways on from it. `faults` are those of all of it.

    `by_phase` says that it goes no further than the next phase.
    """

    place: Place
    taken: ActionTerms | None
    courses: tuple[Course, ...]
    faults: Faults
    by_phase: bool = False

    @property
    def legal(self) -> Bool:
        """The condition under which the step may be taken."""
        return True if self.taken is None else self.taken.legal

    @property
    def where(self) -> str:
        """The place of the step in words: behind which action, or where in a phase."""
        if self.taken is not None:
            return f"behind `{self.taken.action.name}` in `{self.place.phase}`"
        return self.place.border + self.place.advice


@define
class Courses:
    """The start, the places and the steps."""

    study: Study
    state: State
    start: tuple[Course, ...] = ()
    by_piece: bool = False
    data: AnyData = PRINTED
    """The printed data that may be any."""
    below: Running = field(init=False)
    start_faults: Faults = field(init=False)
    places: dict[Key, Place] = field(factory=dict)
    ends: dict[int, Key] = field(factory=dict)
    """The place to which a course leads, by the course's identity."""
    steps: list[Step] = field(factory=list)
    asking: dict[Key, tuple[Bool, Faults]] = field(factory=dict)
    """A term for each place that somebody is asked who has no legal action, and what may fail in finding that out."""
    coming_back: dict[Key, list[tuple[Frame, Course]]] = field(factory=dict)
    """The ways on from where phases are done, each with the frame that goes on."""
    said: dict[tuple[object, ...], tuple[Bool, Faults]] = field(factory=dict)
    """The truth of invariants, by name and what they read, and what may fail in saying it."""

    def __attrs_post_init__(self) -> None:
        self.start_faults = Faults(self.study.terms)
        self.below = running(self.study.world.game.setup, self.study.world.game.phases)

    @property
    def stated_alone(self) -> bool:
        """Returns whether nothing is tried but what is stated of the data that may be any.

        Taken by pieces, the rest would be too much.
        """
        return self.by_piece and bool(self.data)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Has what is asked meanwhile share a context of its own, unless it goes by pieces: it would be too many."""
        if self.by_piece:
            yield
        else:
            with self.study.solver.apart():
                yield

    def run(
        self, faults: Faults, *, by_phase: bool = False, watched: str | None = None, whole: bool = False
    ) -> ScriptRun:
        """Returns a runner of scripts whose faults are taken in here; `watched` is a phase whose starts it takes in.

        With `whole` it goes on to the next decision even where the course goes by pieces.
        """
        by_piece = self.by_piece and not whole
        return ScriptRun(self.study.world, faults, self._possible, by_phase, by_piece, self.below, watched)

    def _possible(self, condition: Bool) -> bool:
        solver = self.study.solver
        before = solver.rlimit, solver.budget
        solver.rlimit, solver.budget = max(solver.rlimit, GOING_ROUND), None
        try:
            return solver.ask(condition).result != "unsat"
        finally:
            solver.rlimit, solver.budget = before

    def end_of(self, course: Course) -> Key:
        """Returns the place to which a course leads; empty when the game is over."""
        return self.ends.get(id(course), shape_of(course.stack))

    def waits(self, course: Course) -> bool:
        """Returns whether somebody decides where a course ends, or the game is over there."""
        return not course.stack or course.stack[-1].shape in self.run(Faults(self.study.terms)).asks


def courses_of(study: Study, *, whole: bool = False) -> Courses:
    """Returns the course of a game: the setup as it goes, then every place that is reached from there.

    With `whole` every step goes as far as the next decision; `Unsupported` if there is no end to that. Without it the
    steps go by pieces then.
    """
    if not whole and _chains_as_the_table_likes(study):
        return follow_course(setup_of(study, by_piece=True))
    try:
        return follow_course(setup_of(study, whole=whole), whole=whole)
    except Endless:
        if whole:
            raise
        return follow_course(setup_of(study, by_piece=True))


def _chains_as_the_table_likes(study: Study) -> bool:
    """Returns whether a phase that asks the table, as open texts do, may run above itself.

    There is no end to look for.
    """
    game = study.world.game
    below = running(game.setup, game.phases)
    asking = (
        script.name
        for script in game.phases
        if any(
            isinstance(each, control.Ask) and each.decider == "table"
            for point in script.points
            for each in leaves(point.exit)
        )
    )
    return any(name in below.perhaps[name] for name in asking)


def follow_course(begun: tuple[Courses, list[Shape]], *, whole: bool = False) -> Courses:
    """Returns the course of a game from behind its setup on, to every place that is reached.

    `Endless` where there are more than so many, unless it goes by pieces.
    """
    found, agenda = begun
    while agenda:
        shape = agenda.pop()
        if not shape or shape in found.places:
            continue
        if len(found.places) >= MANY and not found.by_piece:
            raise Endless("a game whose phases can be entered in endless ways")
        place = found.places[shape] = general_place(found, shape)
        for step in steps_at(found, place, whole=whole):
            found.steps.append(step)
            agenda += [shape_of(course.stack) for course in step.courses]
    return found


def setup_of(study: Study, *, whole: bool = False, by_piece: bool = False) -> tuple[Courses, list[Shape]]:
    """Returns the course of a game as long as nothing but the setup asks, and where it leads then.

    Each time it is another copy of it: what is decided in one is decided anew in the other.
    """
    found = Courses(study, study.world.unknown(), by_piece=by_piece)
    found.start = tuple(each for each in found.run(found.start_faults).setup() if each.condition is not False)
    agenda: list[Shape] = []
    waiting = [(course, study.terms.and_(course.condition)) for course in found.start]
    while waiting:
        course, premise = waiting.pop()
        if not course.stack or any(frame.script != study.world.game.setup.name for frame in course.stack):
            agenda.append(shape_of(course.stack))
            continue
        place = _exact(found, course, premise)
        for step in steps_at(found, place, whole=whole):
            reached = study.terms.and_(premise, step.legal)
            ways = [(each, study.terms.and_(reached, each.condition)) for each in step.courses]
            if len(found.places) > FEW:  # readings that would have to be two at once lead nowhere
                ways = [(each, here) for each, here in ways if study.solver.ask(here).result != "unsat"]
            found.steps.append(evolve(step, courses=tuple(each for each, _ in ways)))
            waiting += ways
    return found, agenda


def _exact(found: Courses, course: Course, premise: Bool) -> Place:
    """Returns a place in the setup, in the states in which it is reached."""
    shape = shape_of(course.stack)
    key = (*shape, len(found.places))
    if len(found.places) >= MANY:
        raise Unsupported("a setup that asks so often", found.study.world.game.setup.clause.origin.span)
    found.ends[id(course)] = key
    place = found.places[key] = Place(key, shape, course.stack, course.state, premise)
    return place


def general_place(found: Courses, shape: Shape) -> Place:
    """Returns a place in a state that nothing is known of."""
    run = found.run(Faults(found.study.terms))
    _owe_one_cell(run, shape)
    stack = tuple(
        BELOW
        if key == BELOW.shape
        else Frame(
            *key,
            tuple(_held(found, key, local, number) for local in run.held_at(key)),
        )
        for number, key in enumerate(shape)
    )
    place = Place(shape, shape, stack, found.state, waits=shape[-1] in run.asks)
    below = frozenset[str]() if place.is_alone else found.below.perhaps[place.phase]
    state = _as_it_is(found, run, place.running | below)
    return evolve(place, state=as_counted(found.study.world, state, stack, found.below))


def _held(found: Courses, key: tuple[str, str], local: Local, number: int) -> Value:
    """Returns a local of a frame that nothing is known of: one cell is the window's middle, whatever cell it is."""
    values = found.study.world.values
    if local.domain == CELL and values.window is not None:
        return values.window.middle
    return values.fresh(local.domain, f"{local.name} at {key[0]} {number}")


def _owe_one_cell(run: ScriptRun, shape: Shape) -> None:
    """Raises `Unsupported` if frames hold several cells, or one below the topmost frame."""
    held = [(number, local) for number, key in enumerate(shape) for local in run.held_at(key) if local.domain == CELL]
    if len(held) > 1 or any(number < len(shape) - 1 for number, _ in held):
        raise Unsupported("several cells that phases hold")


def _as_it_is(found: Courses, run: ScriptRun, running: frozenset[str]) -> State:
    """Returns the state that nothing is known of, but for variables whose phase is not running: as at the start."""
    lasting = [each for each in run.world.game.variables if each.during is not None and each.during not in running]
    known = {each.name: run.starts(each, found.state) for each in lasting}
    return evolve(found.state, variables={**found.state.variables, **known})


def steps_at(found: Courses, place: Place, *, whole: bool = False) -> list[Step]:
    """Returns every action at a place, and the ways on from it; with `whole` as far as the next decision."""
    if not place.waits:
        return [_step(found, place, None, whole=whole)]
    faults = Faults(found.study.terms)
    run = found.run(faults)
    if not place.state.beyond:  # else a window does not hold all that might be chosen
        found.asking[place.key] = (run.unanswered(place.top, place.state), faults)
    return [_step(found, place, action, whole=whole) for action in run.ask_at(place.top).actions]


def step_like(found: Courses, place: Place, action: control.Action | None, like: Step) -> Step:
    """Returns the step by an action, as other rules have it, with the actor, arguments and length of one `like` it."""
    taken, ways, faults = _ways(found, place, action, None, by_phase=like.by_phase, like=like.taken)
    assert ways is not None
    return Step(place, taken, merged(found.study.world, found.run(faults).held_at, ways), faults, like.by_phase)


def _step(found: Courses, place: Place, action: control.Action | None, *, whole: bool) -> Step:
    taken, ways, faults = _ways(found, place, action, None if whole or found.by_piece else WAYS, whole=whole)
    by_phase = ways is None
    if ways is None:
        taken, ways, faults = _ways(found, place, action, None, by_phase=True)
    assert ways is not None
    run = found.run(faults)
    return Step(place, taken, merged(found.study.world, run.held_at, ways), faults, by_phase)


def _ways(
    found: Courses,
    place: Place,
    action: control.Action | None,
    most: int | None,
    *,
    by_phase: bool = False,
    whole: bool = False,
    like: ActionTerms | None = None,
) -> tuple[ActionTerms | None, list[Course] | None, Faults]:
    """Returns the ways on, with all that may fail on them; None where there are more than so many."""
    faults = Faults(found.study.terms)
    run = found.run(faults, by_phase=by_phase, whole=whole)
    taken = None
    if action is not None:
        taken = run.taken(run.ask_at(place.top), action, run.inside(place.top, place.state), f"{place.name}: ", like)
    if taken is not None:
        ways = run.step(taken, place.stack)
    elif place.top.point == IS_DONE:
        back = found.coming_back[place.key] = list(run.back(place.phase, place.state))
        ways = iter([each for _, each in back])
    else:
        ways = run.onward(place.stack, place.state)
    listed: list[Course] = []
    for each in ways:
        if each.condition is not False:
            listed.append(each)
        if most is not None and len(listed) > most:
            return taken, None, faults
    return taken, listed, faults
