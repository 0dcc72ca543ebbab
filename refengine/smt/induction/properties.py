"""Properties decided along the course of a game: invariants, measures, obligations, conservation, sight.

All of it shares one induction, so it is decided together, for one number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from attrs import define, field

from refengine.ir import expressions as ir, game as model
from refengine.ir.obligations import Obligation, Owed
from refengine.smt.course.actions import Course
from refengine.smt.course.course import Courses, Key, Place, Step, steps_at
from refengine.smt.course.effects import MANY_ROUNDS
from refengine.smt.course.places import position_at, step_played
from refengine.smt.course.study import Study
from refengine.smt.encode.scope import SOFT, Faults, TermScope
from refengine.smt.goal import Counterexample, Decision, Goal, TakenAction as Played
from refengine.smt.induction import query_faults
from refengine.smt.induction.by_parts import goes_by_parts, parts_from
from refengine.smt.induction.failing import FailingPlace, failing_of
from refengine.smt.induction.induction import Induction, InductionFailure
from refengine.smt.induction.invariants import bare_scope, kept_in, scope_of_invariant, speaks_of, stated_invariants
from refengine.smt.induction.pieces import (
    BY_PIECES,
    EVERYWHERE,
    WHAT_WAITS,
    WHOLE_STEPS,
    is_beyond_pieces,
    may_wait_below,
    owed_beyond_pieces,
)
from refengine.smt.solving.model import Model
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool

COURSE = 25
"""The factor by which the whole course of a game may spend more than a query; by pieces for each so many places."""

AT_START = "it does not hold at the start of the game"


@define
class KnownCourse:
    """The course of a game with what is known to hold along it."""

    study: Study
    courses: Courses
    induction: Induction
    reached: dict[str, Decision] = field(factory=dict)
    whole: dict[Key, list[Step]] = field(factory=dict)

    @property
    def everywhere(self) -> str:
        """The states that a proof by induction speaks of, in words."""
        return BY_PIECES if self.courses.by_piece else EVERYWHERE

    # ---- INVARIANTS

    def invariant(self, goal: Goal) -> Decision:
        """An invariant is proved if the induction kept it."""
        failure = self.induction.failures.get(goal.name)
        if is_beyond_pieces(self.courses, self._about(goal)):
            return Decision(goal, "unknown", how=WHAT_WAITS)
        if failure is None:
            return Decision(goal, "proved", how=self.everywhere)
        return self._not_inductive(goal, failure)

    def _not_inductive(self, goal: Goal, failure: InductionFailure) -> Decision:
        if failure.model is None:
            return Decision(goal, "unknown", how=self.study.solver.gave_up)
        broken = self.study.terms.not_(self.induction.holds_after(failure.course, failure.candidate))
        if failure.step is None:
            return self._broken_at_start(goal, failure.course, broken)
        place = failure.step.place
        here = any(each.name == goal.name for each in stated_invariants(self.courses, place))
        before = self.induction.holds_before(place, failure.candidate) if here else True
        broken = self.study.terms.and_(before, broken)
        found = self._broken_by(goal, failure.step, failure.course, broken, "the induction fails")
        return found if found.verdict == "unknown" else Decision(goal, "unknown", how="the induction fails")

    def _broken_at_start(self, goal: Goal, course: Course, broken: Bool) -> Decision:
        begins = self.study.terms.not_(
            self.study.terms.or_(self.courses.start_faults.whole(), self._asks_in_vain(course))
        )
        answer = self.study.whole_state(course.condition, begins, broken, by_default=True)
        if answer.result == "unsat":
            return Decision(goal, "unknown", how="only a start at which something fails breaks it")
        if answer.result == "unknown":
            return Decision(goal, "unknown", how=self.study.solver.gave_up)
        first = position_at(self.study, course.state, course.stack, Model(self.study.terms, answer.model))
        return Decision(goal, "refuted", how=AT_START, counterexample=Counterexample((first,), ()))

    def _asks_in_vain(self, course: Course) -> Bool:
        """Returns whether the rules break off where a course ends: who is asked has no answer, or can do nothing."""
        faults = Faults(self.study.terms)
        run = self.courses.run(faults)
        if not course.stack or course.stack[-1].shape not in run.asks:
            return False
        frame = course.stack[-1]
        who = run.ask_at(frame).who
        if who is not None:
            self.study.world.encode(who, run.inside(frame, course.state))
        return self.study.terms.or_(run.unanswered(frame, course.state), faults.whole())

    def _broken_by(self, goal: Goal, step: Step, course: Course, broken: Bool, how: str) -> Decision:
        """Returns a step that breaks something, from a state of which is not known whether a game comes to it."""
        goes_on = self.study.terms.not_(step.faults.whole())
        conditions = (self.induction.known(step.place), step.legal, course.condition, goes_on, broken)
        answer = self.study.whole_state(*conditions, by_default=step.place.exact)
        if answer.result == "unsat":
            return Decision(goal, "proved", how=self.everywhere)
        if answer.result == "unknown":
            return Decision(goal, "unknown", how=self.study.solver.gave_up)
        found = Model(self.study.terms, answer.model)
        shown = self._counterexample(step, course, found)
        how += " from here" if shown is not None else f" {step.where}"
        return Decision(goal, "unknown", how=how, counterexample=shown)

    def _counterexample(self, step: Step, course: Course, found: Model) -> Counterexample | None:
        """Returns the step as it is played; none where nobody decides, at its start or its end."""
        if step.taken is None or not self.courses.waits(course) or not step.place.is_alone:
            return None
        before = position_at(self.study, step.place.state, step.place.stack, found)
        after = position_at(self.study, course.state, course.stack, found)
        return Counterexample((before, after), (), step=step_played(self.study, step.taken, found))

    def speaks_of_nothing(self, goal: Goal) -> bool:
        """Returns whether no game comes to any place of which an invariant or a measure says something."""
        about = self._about(goal)
        reached = [each for each in self.courses.places.values() if each.waits and self.induction.is_reached(each)]
        if goal.kind == "invariant" and speaks_of(about, ()) and any(not each.stack for each in self._ends()):
            return False
        if any(may_wait_below(self.courses, about, each) for each in reached):
            return False
        spoken_of = [each for each in reached if speaks_of(about, each.stack)]
        return not any(self._has_to(about, each) for each in spoken_of)

    def _ends(self) -> Iterator[Course]:
        yield from self.courses.start
        yield from (course for step in self.courses.steps for course in step.courses)

    def _has_to(self, about: model.Invariant | model.Measure, place: Place) -> bool:
        """Returns whether there may be a state at a place of which something is said: a measure has its guards."""
        if isinstance(about, model.Invariant) or not about.guards:
            return True
        scope = bare_scope(self.courses, place.state, None, Faults(self.study.terms), about.clause.path)
        guards = self.study.world.truth(ir.And(about.guards), scope)
        return self.study.solver.ask(self.induction.known(place), guards, reach="whole").result != "unsat"

    # ---- STEPS

    def of_every_step(self, goal: Goal) -> Decision:
        """Returns the decision on an invariant or a measure, asked of every step from where the invariants hold."""
        if goal.kind == "step invariant" and self._holds_of_parts(goal):
            return Decision(goal, "proved", how="every part of every step, under every complete set of readings")
        if self.courses.by_piece:
            return Decision(goal, "unknown", how=WHOLE_STEPS)
        broken = self.broken(goal)
        for step in self._steps_spoken_of(goal):
            for course in step.courses:
                bad = broken(step, course)
                if bad is False:
                    continue
                answer = self.ask(step.place, step.legal, course.condition, bad)
                if answer.result == "unsat":
                    continue
                found = self._broken_by(goal, step, course, bad, "a step breaks it")
                if found.verdict != "proved":
                    return found
        return Decision(goal, "proved", how="every step of every game, under every complete set of readings")

    def broken_at_start(self, goal: Goal) -> Decision | None:
        """Returns what is known of an invariant that does not hold where the setup ends; None if it holds there."""
        if goal.kind != "invariant":
            return None
        about = self._about(goal)
        assert isinstance(about, model.Invariant)
        terms = self.study.terms
        for course in self.courses.start:
            if speaks_of(about, course.stack):
                broken = terms.not_(kept_in(self.courses, about, course.state, course.stack, Faults(terms)))
                if self.study.solver.ask(course.condition, broken).result != "unsat":
                    return self._broken_at_start(goal, course, broken)
        return None

    def _holds_of_parts(self, goal: Goal) -> bool:
        """Returns whether a step invariant goes by parts, some steps have several, and it holds of all of them."""
        about = self._about(goal)
        assert isinstance(about, model.Invariant)
        places = [each for each in self.courses.places.values() if each.waits and speaks_of(about, each.stack)]
        if not goes_by_parts(about):
            return False
        if not self.courses.by_piece and all(self._are_whole(place) for place in places):
            return False
        for step in parts_from(self.courses, places):
            for course in step.courses:
                bad = self.study.terms.not_(self._keeps(about, step, course))
                if bad is not False and self.ask(step.place, step.legal, course.condition, bad).result != "unsat":
                    return False
        return True

    def _keeps(self, each: model.Invariant, step: Step, course: Course) -> Bool:
        """Returns the term that a step keeps a step invariant: all that it asks has an answer, and it holds."""
        before, faults = step.place.state, Faults(self.study.terms)
        scope = scope_of_invariant(self.courses, each, course.state, before, step.place.stack, faults)
        holds = self.study.world.truth(each.condition, scope)
        return self.study.terms.and_(holds, self.study.terms.not_(faults.any()))

    def _about(self, goal: Goal) -> model.Invariant | model.Measure:
        game = self.study.world.game
        listed: tuple[model.Invariant | model.Measure, ...] = (*game.invariants, *game.measures)
        return next(each for each in listed if each.name == goal.name)

    def _steps_spoken_of(self, goal: Goal) -> Iterator[Step]:
        """Yields the steps about which a goal says something, each as far as the next decision."""
        about = self._about(goal)
        for place in self.courses.places.values():
            if place.waits and (goal.kind == "invariant" or speaks_of(about, place.stack)):
                yield from self._whole_steps(place)

    def _whole_steps(self, place: Place) -> list[Step]:
        """Returns the steps from a place, each as far as the next decision."""
        if place.key not in self.whole:
            steps = [step for step in self.courses.steps if step.place is place]
            whole = self._are_whole(place)
            self.whole[place.key] = steps if whole else steps_at(self.courses, place, whole=True)
        return self.whole[place.key]

    def _are_whole(self, place: Place) -> bool:
        """Returns whether all steps from a place are followed as far as the next decision."""
        steps = (step for step in self.courses.steps if step.place is place)
        return all(self.courses.waits(course) for step in steps for course in step.courses)

    def broken(self, goal: Goal) -> Callable[[Step, Course], Bool]:
        """Returns a function of a step and its course: whether it breaks what the goal states."""
        if goal.kind == "measure":
            measure = next(one for one in self.study.world.game.measures if one.name == goal.name)
            return partial(self._does_not_fall, measure)
        is_step = goal.kind == "step invariant"
        invariants = self.study.world.game.invariants
        return partial(self._breaks, next(one for one in invariants if one.step is is_step and one.name == goal.name))

    def _breaks(self, each: model.Invariant, step: Step, course: Course) -> Bool:
        stack = step.place.stack if each.step else course.stack
        if not speaks_of(each, stack):
            return False
        if each.step:
            return self.study.terms.not_(self._keeps(each, step, course))
        return self.study.terms.not_(kept_in(self.courses, each, course.state, stack, Faults(self.study.terms)))

    def _does_not_fall(self, each: model.Measure, step: Step, course: Course) -> Bool:
        if not speaks_of(each, step.place.stack):
            return False
        terms, faults = self.study.terms, Faults(self.study.terms)
        scope = bare_scope(self.courses, step.place.state, None, faults, each.clause.path)
        has_to = self.study.world.truth(ir.And(each.guards), scope)
        falls = self._falls(each, scope.given(has_to), course.state)
        return terms.or_(faults.any(), terms.and_(has_to, terms.not_(falls)))

    def _falls(self, each: model.Measure, scope: TermScope, later: State) -> Bool:
        """Returns the term that a measure, its weightiest part first, is less in the later state, and not negative."""
        terms = self.study.terms
        before, after = ([self.study.world.number(term, at) for term in each.terms] for at in (scope, scope.at(later)))
        falls: Bool = False
        for one, other in zip(reversed(before), reversed(after), strict=True):
            here = terms.and_(terms.less(other, one), terms.at_most(0, other))
            falls = terms.or_(here, terms.and_(terms.equal(other, one), falls))
        return falls

    def ask(self, place: Place | None, *conditions: Bool) -> QueryAnswer:
        """Returns the answer about a place: first with what was guessed, then with the invariants too."""
        with self.courses.aside():
            guessed = () if place is None else (self.induction.guesses_known(place),)
            answer = self.study.solver.ask(*guessed, *conditions)
        if answer.result == "unsat" or place is None:
            return answer
        with self.courses.aside():
            return self.study.solver.ask(self.induction.known(place), *conditions, reach="linked")

    # ---- OBLIGATIONS

    def owed(self) -> dict[str, Decision]:
        """Returns the decisions on all that is owed along the course, by name."""
        found: dict[str, Decision] = {}
        for name, parts in self.failing().items():
            with self.courses.aside():
                found[name] = self._owed(name, parts)
        for name in owed_beyond_pieces(self.courses):
            found[name] = Decision(Goal("obligation", name, self.study.players), "unknown", how=WHOLE_STEPS)
        return found

    def owed_by(self, goal: Goal) -> Decision:
        """Returns the decision on one thing that is owed along the course."""
        return self._owed(goal.name, self.failing().get(goal.name, ()))

    def failing(self) -> dict[str, list[FailingPlace]]:
        """Returns for each obligation where it may fail, and when."""
        found: dict[str, list[FailingPlace]] = {}

        def take(faults: Faults, step: Step | None, place: Place | None) -> None:
            for name, each in failing_of(faults, step, place):
                found.setdefault(name, []).append(each)

        take(self.courses.start_faults, None, None)
        take(query_faults.at_start(self.courses), None, None)
        for step in self.courses.steps:
            take(step.faults, step, step.place)
        for place in self.courses.places.values():
            if not place.waits:
                continue
            unanswered, faults = self.courses.asking[place.key]
            take(faults, None, place)
            ask = self.courses.run(faults).ask_at(place.top)
            run = self.courses.run(faults)
            clause = run.points[place.top.shape].clause or run.scripts[place.phase].clause
            name = Obligation(Owed.ANSWER, clause.path, ask.origin).name
            found.setdefault(name, []).append(FailingPlace(None, place, unanswered, unanswered, faults))
            take(query_faults.at_place(self.courses, place), None, place)
        for course in self.courses.start:
            take(query_faults.at_end(self.courses, course, course.condition), None, None)
        for step in self.courses.steps:
            for course in step.courses:
                taken = self.study.terms.and_(step.legal, course.condition)
                take(query_faults.at_end(self.courses, course, taken), step, step.place)
        for each, steps in self._of_steps():
            for step in steps:
                for course in step.courses:
                    take(query_faults.after_step(self.courses, each, step, course), step, step.place)
        return found

    def _of_steps(self) -> Iterator[tuple[model.Invariant | model.Measure, list[Step]]]:
        """Yields each step invariant and measure, with the steps it speaks of; with their parts if it goes by them."""
        game = self.study.world.game
        of_steps = (each for each in game.invariants if each.step)
        listed: tuple[model.Invariant | model.Measure, ...] = (*of_steps, *game.measures)
        for each in listed:
            places = [place for place in self.courses.places.values() if place.waits and speaks_of(each, place.stack)]
            if goes_by_parts(each):
                yield each, parts_from(self.courses, places)
            elif not self.courses.by_piece:
                yield each, [step for place in places for step in self._whole_steps(place)]

    def _owed(self, name: str, parts: Iterable[FailingPlace]) -> Decision:
        goal = Goal("obligation", name, self.study.players)
        for each in parts:
            if each.fails is False:
                continue
            answer = self.ask(each.place, each.fails)
            if answer.result == "unsat":
                continue
            if answer.result == "unknown":
                return Decision(goal, "unknown", how=self.study.solver.gave_up)
            if each.is_rough and self.ask(each.place, each.surely).result != "sat":
                return Decision(goal, "unknown", how=MANY_ROUNDS)
            found = self._fails(goal, each)
            if found is not None or each.is_rough:
                return found or Decision(goal, "unknown", how=MANY_ROUNDS)
        return Decision(goal, "proved", how=self.everywhere)

    def _fails(self, goal: Goal, failing: FailingPlace) -> Decision | None:
        """Returns something owed that is not paid in some state of which is not known whether a game comes to it."""
        step, place, fails, asked = failing.step, failing.place, failing.surely, failing.faults
        if place is None:
            return Decision(goal, "refuted", how="it fails at the start of the game")
        alone = self.study.terms.not_(self._other_faults(goal, step, place, asked))
        answer = self.study.whole_state(self.induction.known(place), fails, alone, by_default=place.exact)
        if answer.result != "sat":  # where something else fails too, that may come first
            if self.study.solver.ask(self.induction.known(place), fails, reach="whole").result == "unsat":
                return None
            return Decision(goal, "unknown", how="it is not known to fail where nothing else does")
        if not place.waits:
            return Decision(goal, "unknown", how=f"it fails {place.border}, if a game comes there so{place.advice}")
        if not place.is_alone:
            return Decision(goal, "unknown", how=f"it fails in `{place.phase}`, if a game comes there so")
        found = Model(self.study.terms, answer.model)
        before = position_at(self.study, place.state, place.stack, found)
        played: Played | None = None
        if step is not None and step.taken is not None and found.of(step.legal):
            played = step_played(self.study, step.taken, found)
        shown = Counterexample((before,), (), step=played, fault=goal.name.rpartition(": ")[0])
        return Decision(goal, "unknown", how="it fails from here, if a game comes here", counterexample=shown)

    def _other_faults(self, goal: Goal, step: Step | None, place: Place, asked: Faults) -> Bool:
        """Returns whether the rules break off for something else too, which may come first.

        That is so too where the same is `asked`.
        """
        listed = [step.faults if step is not None else self.courses.asking[place.key][1], asked]
        others = (
            faults.of(each)
            for faults in listed
            for each in faults.found
            if each.owed not in SOFT and each.name != goal.name
        )
        return self.study.terms.any(others)
