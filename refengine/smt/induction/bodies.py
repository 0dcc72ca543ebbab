"""Bodies of texts: what they owe themselves, from any state in which the invariants hold (ADR 19).

Wherever a body begins, asks, or goes on behind what it entered, an open text asks the table in the same state. So all
invariants that hold whatever the texts say hold there, and nothing else has to be known of how a game comes there: only
the pieces of the bodies are followed.

INVARIANT: what is said of bodies rests on invariants by name; those of them count that hold whatever the texts say.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from refengine.ir import control, game as model
from refengine.ir.exits import leaves
from refengine.ir.footprint import closure, footprint
from refengine.ir.open_texts import as_given
from refengine.ir.text import TextBody
from refengine.ir.traverse import free_locals
from refengine.smt.course.course import Courses, Place, general_place, steps_at
from refengine.smt.course.effects import MANY_ROUNDS
from refengine.smt.course.study import Dump, study
from refengine.smt.encode.scope import Faults
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.induction.failing import FailingPlace
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.invariants import Candidate, assumed_invariants, guesses_at
from refengine.smt.induction.properties import KnownCourse
from refengine.smt.induction.sight import decide_sight
from refengine.smt.terms.stack import BELOW, Shape, shape_of
from refengine.smt.terms.term import Bool

FROM_ANY = "every state in which the invariants hold, wherever a body begins or goes on"
"""The states of which a proof about bodies speaks."""


def decide_bodies(rules: model.Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None) -> Iterator[Decision]:
    """Decides what bodies owe, and what they give away by whom they ask, for one number of players."""
    players = goals[0].players
    given = as_given(rules)
    made = study(given, players, limits, "any", (), dump, f"bodies-{players}")
    found = _Bodies(rules, Courses(made, made.world.unknown(), by_piece=True))
    found.follow()
    along = KnownCourse(made, found.courses, found.thinned())
    failing = along.failing()
    for goal in goals:
        spent, asked = made.solver.spent, made.solver.asked
        decision = found.sight(goal, along) if goal.kind == "sight" else found.owed(goal, along, failing)
        yield evolve(decision, rlimit=made.solver.spent - spent, queries=made.solver.asked - asked)


@define
class _Bodies:
    """The pieces of all bodies. `begins` are the places to which control comes from elsewhere."""

    rules: model.Game
    courses: Courses
    begins: set[Shape] = field(factory=set)

    # ---- THE PIECES

    def follow(self) -> None:
        """Follows every body from where it begins, and from where it goes on, to whatever it enters or asks."""
        scripts = {each.name: each for each in self.courses.study.world.game.phases}
        agenda: list[Place] = []
        for text in self.rules.texts:
            for body in text.bodies:
                agenda += self._begun(scripts[text.name], body)
            for name in _open_questions(scripts[text.name]):
                agenda.append(self._place(text.name, name))
                self.begins.add(agenda[-1].shape)
        while agenda:
            place = agenda.pop()
            if place.shape in self.courses.places:
                continue
            self.courses.places[place.shape] = place
            for step in steps_at(self.courses, place):
                self.courses.steps.append(step)
                ends = (course.stack[-1] for course in step.courses if course.stack)
                agenda += [
                    self._place(end.script, end.point)
                    for end in ends
                    if end.script == place.phase and end.shape in self.courses.run(step.faults).asks
                ]

    def _begun(self, script: control.Script, body: TextBody) -> Iterator[Place]:
        """Yields the places at which a body begins, where it is known whose it is, and those at which it goes on."""
        own = {each.name: each for each in script.points if _is_of(each, body)}
        exits = [leave for point in own.values() for leave in leaves(point.exit)]
        entered = {leave.then for leave in exits if isinstance(leave, control.Enter)}
        for name in own:
            if name in entered or any(name in _jumps(each) for each in script.points if each.name not in own):
                place = self._place(script.name, name)
                self.begins.add(place.shape)
                yield evolve(place, premise=self._is_it(place, body))

    def _place(self, script: str, point: str) -> Place:
        return general_place(self.courses, (BELOW.shape, (script, point)))

    def _is_it(self, place: Place, body: TextBody) -> Bool:
        """Returns the term that the title is the one of the body, if what is known there says so for good."""
        calls = {each.name: footprint(each).values for each in self.rules.values}
        read = footprint(body.is_it)
        called = closure(calls, read.values)
        values = footprint(*(each for each in self.rules.values if each.name in called))
        state = read.state | values.state
        run = self.courses.run(Faults(self.courses.study.terms))
        held = run.held_at(place.top.shape)
        if state or not free_locals(body.is_it) <= {*held}:
            return True
        scope = run.scope(place.state, place.phase)
        for local, value in zip(held, place.top.held, strict=True):
            scope = scope.bind(local, value)
        return self.courses.study.world.truth(body.is_it, scope)

    def thinned(self) -> Induction:
        """Returns guesses that hold wherever bodies begin: they are known of the questions of bodies by themselves."""
        left: dict[tuple[object, ...], list[Candidate]] = {(): []}
        for shape, place in self.courses.places.items():
            left[shape] = [] if shape in self.begins else list(guesses_at(self.courses, place))
        for step in self.courses.steps:
            for course in step.courses:
                left.setdefault(shape_of(course.stack), [])
        found = Induction(self.courses, left)
        found.settle()
        return found

    # ---- WHAT IS ASKED

    def owed(self, goal: Goal, along: KnownCourse, failing: dict[str, list[FailingPlace]]) -> Decision:
        """Returns the decision on something owed, by the guesses alone or by some of the invariants."""
        rests_on: dict[str, None] = {}
        if goal.name not in failing:
            return Decision(goal, "by construction", how="nothing in a body can make it fail")
        for each in failing[goal.name]:
            place, fails = each.place, each.fails
            if fails is False or place is None:
                continue
            solver, known = self.courses.study.solver, along.induction.guesses_known(place)
            if solver.ask(known, fails).result == "unsat":
                continue
            listed = [(f"invariant {kept.name}", kept) for kept in assumed_invariants(self.courses, place)]
            given = tuple((label, along.induction.holds_before(place, kept)) for label, kept in listed)
            answer = solver.ask_given((known, fails), given)
            if answer.result == "unsat":
                rests_on.update(dict.fromkeys(answer.needed))
                continue
            whole = (known, fails, *(holds for _, holds in given))
            result = solver.ask(*whole, reach="whole").result
            if result != "unsat":
                failing_there = f"it fails in `{place.phase}`, if a game comes there so"
                how = MANY_ROUNDS if each.is_rough else failing_there
                return Decision(goal, "unknown", how=how if result == "sat" else solver.gave_up)
            rests_on.update(dict.fromkeys(label for label, _ in listed))
        return Decision(goal, "proved", how=FROM_ANY, rests_on=tuple(rests_on))

    def sight(self, goal: Goal, along: KnownCourse) -> Decision:
        """Decides whether states that look alike ask the same for the same; by all invariants, if it needs any."""
        alone = decide_sight(along.study, self.courses, along.induction, goal)
        if alone.verdict in {"proved", "vacuous"}:
            return alone
        left = {
            shape: [
                *listed,
                *(assumed_invariants(self.courses, self.courses.places[shape]) if shape in self.courses.places else ()),
            ]
            for shape, listed in along.induction.left.items()
        }
        names = dict.fromkeys(f"invariant {each.name}" for listed in left.values() for each in listed if each.stated)
        found = decide_sight(along.study, self.courses, Induction(self.courses, left), goal)
        return evolve(found, rests_on=(*found.rests_on, *names)) if found.verdict == "proved" else found


def _is_of(point: control.Point, body: TextBody) -> bool:
    return point.clause is not None and point.clause.path == body.clause.path


def _jumps(point: control.Point) -> frozenset[str]:
    return frozenset(each.point for each in leaves(point.exit) if isinstance(each, control.Jump))


def _open_questions(script: control.Script) -> Iterator[str]:
    """Yields the points at which an open text asks the table."""
    for point in script.points:
        if point.clause is None and any(isinstance(each, control.Ask) for each in leaves(point.exit)):
            yield point.name
