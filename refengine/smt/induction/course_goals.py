"""Goals along the course of a game, decided together for one number of players.

What an induction does not prove is asked again of the first steps of the game: there it is refuted by a position to
which a game comes, or it is known to hold for so many steps. What holds there is tried once more by an induction that
looks back over several steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve

from refengine.ir import game as model
from refengine.ir.claims import PRINTED, AnyData
from refengine.ir.obligations import Owed
from refengine.smt.course.bounded import BoundedCourse, unroll
from refengine.smt.course.course import Key, courses_of
from refengine.smt.course.study import Dump, Study, study
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.invariants import Candidate
from refengine.smt.induction.k_induction import KInduction
from refengine.smt.induction.keeping import induction_of
from refengine.smt.induction.laws import let_be_any
from refengine.smt.induction.nesting import decide_nesting
from refengine.smt.induction.properties import COURSE, KnownCourse
from refengine.smt.induction.sight import among_reached, decide_sight
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.transcript import Transcript
from refengine.smt.unsupported import Unsupported

TO_THE_END = "every step of every game, followed from the start, under every complete set of readings"

SHARE = 5
"""The divisor of a query's limit that gives the limit of one about the first steps, and of all of those together."""


@define
class FirstSteps:
    """The first steps of a game, followed as soon as something is to be asked of them."""

    found: KnownCourse
    limits: Limits
    unrolled: BoundedCourse | None = None
    reached: KnownCourse | None = None
    again: BoundedCourse | None = None
    """The same steps once more, in which all is decided anew."""
    spent: int = 0

    def decide(self, goal: Goal, decision: Decision) -> Decision:
        """Returns a better decision than "unknown", or refuted by what no game may come to, where there is one."""
        shown = decision.verdict == "refuted" or (decision.verdict == "unknown" and self.found.courses.by_piece)
        seen = goal.kind == "sight" and shown and not decision.reached
        wanting = decision.verdict == "unknown" and goal.kind in _ASKED
        if not (seen or wanting) or self.spent > self.limits.rlimit:
            return decision
        solver = self.found.study.solver
        before, solver.rlimit = solver.rlimit, max(1, self.limits.rlimit // SHARE)
        begun = solver.spent
        try:
            return self._decide(goal, decision)
        except Unsupported:
            if not self.found.courses.by_piece:
                raise
            return decision  # what is followed from the start may go round without end
        finally:
            solver.rlimit = before
            self.spent += solver.spent - begun

    def _decide(self, goal: Goal, decision: Decision) -> Decision:
        if self.unrolled is None or self.reached is None:
            self.unrolled = unroll(self.found.courses, self.limits.steps, self.limits.rlimit)
            left: dict[Key, list[Candidate]] = {key: [] for key in (*self.unrolled.courses.places, ())}
            self.reached = KnownCourse(self.found.study, self.unrolled.courses, Induction(self.unrolled.courses, left))
        if not self.unrolled.steps:
            return decision
        if goal.kind == "sight":
            return self._seen(goal, decision)
        begun = self.reached.broken_at_start(goal)
        if begun is not None:
            return begun if begun.verdict == "refuted" else decision
        again = _again(self.reached, goal)
        if again.counterexample is not None:
            return evolve(again, goal=goal, verdict="refuted", how="a game comes to this position")
        if again.verdict != "proved":
            return decision
        if self.unrolled.is_whole:
            return evolve(decision, verdict="proved", how=TO_THE_END, counterexample=None)
        how = f"the first {self.unrolled.steps} steps of every game, under every complete set of readings"
        unproved = decision.how if decision.counterexample is None else ""
        return evolve(decision, verdict="bounded", how=how, steps=self.unrolled.steps, unproved=unproved)

    def _seen(self, goal: Goal, decision: Decision) -> Decision:
        """Returns two states to which a game comes, if there are two that look alike."""
        assert self.unrolled is not None
        if self.again is None:
            self.again = unroll(self.found.courses, self.limits.steps, self.limits.rlimit)
        found = among_reached(self.found.study, self.unrolled.courses, self.again.courses, goal)
        return found if found.verdict == "refuted" else decision


_PLACED = ("invariant", "step invariant", "measure")
"""The kinds of statements about places, which say nothing if no game comes to any of them."""

_ASKED = ("invariant", "step invariant", "measure", "obligation")


def _again(reached: KnownCourse, goal: Goal) -> Decision:
    """Returns the decision on a statement where nothing but the start is known."""
    return reached.owed_by(goal) if goal.kind == "obligation" else reached.of_every_step(goal)


def decide_course(
    rules: model.Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None, memory: Memory | None = None
) -> Iterator[Decision]:
    """Yields the decisions on goals of one number of players that are decided along the course of the game."""
    data = _data_of(rules, goals[0])
    players = goals[0].players
    name = "-".join(("course", str(players), *data.words))
    found = known_course(study(rules, players, limits, "any", (), dump, name, memory=memory), data)
    solver = found.study.solver
    first, back = FirstSteps(found, limits), KInduction(found, limits)
    owed: dict[str, Decision] | None = None
    for goal in goals:
        spent, asked = solver.spent, solver.asked
        nesting = next((each for each in rules.nestings if (goal.kind, goal.name) == ("measure", each.name)), None)
        if nesting is not None:
            decision = decide_nesting(found, nesting, goal)
            yield evolve(decision, rlimit=solver.spent - spent, queries=solver.asked - asked)
            continue
        if owed is None and goal.kind in {"obligation", "conservation"}:
            owed = found.owed()
        with found.courses.aside():
            decision = back.decide(goal, first.decide(goal, _decided(found, goal, first, back, owed or {})))
            if decision.verdict == "proved" and goal.kind in _PLACED and found.speaks_of_nothing(goal):
                how = "it speaks of nothing: no game comes to such a place"
                decision = evolve(decision, verdict="vacuous", how=how)
        if data and decision.verdict in {"proved", "bounded"}:
            decision = evolve(decision, how=f"{decision.how}, {goal.part}, printed or not")
        yield evolve(decision, rlimit=solver.spent - spent, queries=solver.asked - asked)


def _decided(
    found: KnownCourse, goal: Goal, first: FirstSteps, back: KInduction, owed: dict[str, Decision]
) -> Decision:
    """Returns the decision on a goal by what holds along the course."""
    match goal.kind:
        case "invariant":
            return found.invariant(goal)
        case "step invariant" | "measure":
            return found.of_every_step(goal)
        case "sight":
            return decide_sight(found.study, found.courses, found.induction, goal)
        case "conservation":
            for name in _wanting(owed):
                owed[name] = back.decide(owed[name].goal, first.decide(owed[name].goal, owed[name]))
            return _conserved(goal, owed)
        case _:
            return _paid(goal, owed)


def _data_of(rules: model.Game, goal: Goal) -> AnyData:
    """Returns the printed data that may be any where a goal is asked; its part names it."""
    listed = (each.data for each in rules.invariants if each.name == goal.name and goal.part)
    return next((each for each in listed if ", ".join(each.words) == goal.part), PRINTED)


def _paid(goal: Goal, owed: dict[str, Decision]) -> Decision:
    """Returns the decision on an obligation; one that nothing asks for along the course cannot fail there."""
    found = owed.get(goal.name)
    if found is None:
        return Decision(goal, "by construction", how="nothing along the course of a game can make it fail")
    return evolve(found, goal=goal)


def _wanting(owed: dict[str, Decision]) -> tuple[str, ...]:
    """Returns the moves that may not find their piece, or no room for it."""
    words = (Owed.PIECE.value, Owed.ROOM.value)
    return tuple(name for name, each in owed.items() if name.endswith(words) and each.verdict not in _SURE)


def _conserved(goal: Goal, owed: dict[str, Decision]) -> Decision:
    """Pieces only move: none is lost where every move finds its piece and there is room."""
    wanting = _wanting(owed)
    if not wanting:
        return Decision(goal, "by construction", how="pieces only move, and every move finds its piece and has room")
    how = f"a piece may be missing, or have no room: {wanting[0]}"
    bounded = [owed[name].steps for name in wanting if owed[name].verdict == "bounded"]
    if len(bounded) == len(wanting):
        return Decision(goal, "bounded", how=how, steps=min(bounded))
    return Decision(goal, "unknown", how=how)


_SURE = ("proved", "by construction")


def known_course(made: Study, data: AnyData = PRINTED) -> KnownCourse:
    """Returns the course of a game under every complete set of readings and any such data, with its induction done."""
    let_be_any(made, data)
    made.solver.budget, made.solver.shared = COURSE * made.solver.rlimit, made.solver.context()
    courses = courses_of(made)
    courses.data = data
    if courses.by_piece:
        made.solver.memory, made.solver.shared = None, Transcript()  # one context: of it a change leaves nothing
        made.solver.budget *= 1 + len(courses.places) // COURSE
    induction = induction_of(courses)
    return KnownCourse(made, courses, induction)
