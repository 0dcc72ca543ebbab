"""Invariants of games on grids, proved by windows: what one step may change is a window, whatever lies beyond it.

Every step is made around one cell, which is the middle of a window. What is stated of every cell is assumed of each
cell of the window from which it looks no farther than the window goes, and asked of the same cells after the step. The
window is made so large that these are all from which a change is seen; of all others it holds because it held. So what
is kept by every step holds of every board of any size.

INVARIANT: whoever looks at a cell outside the window gets no answer, and is given a larger window, or none at last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define, evolve, field

from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import PRINTED
from refengine.ir.cone import Cone, cone_of_grids
from refengine.smt.course.actions import Course
from refengine.smt.course.course import Step, follow_course, setup_of
from refengine.smt.course.study import Dump, Study, seated_rules, study
from refengine.smt.encode.every_cell import of_every_cell, of_one_cell, stated_truth
from refengine.smt.encode.scope import scope_of
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.induction.keeping import induction_of
from refengine.smt.induction.properties import COURSE, KnownCourse
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.window import Window
from refengine.smt.unsupported import SPOT, Endless, Outside, Unsupported
from refengine.smt.windows.obligations import (
    asked_by_scripts,
    conservation_decision,
    is_asked_by_scripts,
    obligation_decision,
)
from refengine.smt.windows.whole_boards import NO_BOARD, on_a_whole_board

LARGEST: Final = 6
"""The radius of the largest window."""

NOT_BEFORE: Final = "it is stated of every cell, and not known of all of them where a step begins"

NOT_AT_START: Final = "it is not known to hold at the start of the game"

NOT_KNOWN_ABLE: Final = "the induction fails on a window, which does not know whether somebody is able elsewhere"

TOO_FAR: Final = f"what looks, or reaches, more than {LARGEST} cells away"

NOT_IN_A_STEP: Final = "what is asked of a game on a grid, but for invariants and what single steps owe"


@define
class Windows:
    """The proofs by windows of one game on grids, under one number of players."""

    rules: model.Game
    players: int
    limits: Limits
    dump: Dump | None
    sees: dict[tuple[ir.Binding, ir.Expr], int] = field(factory=dict)
    beyond: dict[str, Unsupported] = field(factory=dict)
    """The invariants that cannot be put into a window, and why not."""
    larger: KnownCourse | None = None
    """The course in a window that is large enough for whole boards."""
    solvers: list[Solver] = field(factory=list)

    by_scripts: frozenset[str] = frozenset()
    by_all_scripts: frozenset[str] = frozenset()
    cone: Cone | None = None
    """The rules that are left where pieces have parts, which no window holds; None where they have none."""

    def __attrs_post_init__(self) -> None:
        self.by_scripts = self.by_all_scripts = asked_by_scripts(self.rules)
        if self.rules.parts:
            self._leave_out_parts()
        # As the study has them, which folds in how many play: what a part of a condition sees is found by the part.
        for each in seated_rules(self.rules, self.players).invariants:
            try:
                self._look(each)
            except Unsupported as failed:
                self.beyond[each.name] = failed
        self.rules = evolve(
            self.rules, invariants=tuple(each for each in self.rules.invariants if each.name not in self.beyond)
        )

    def _leave_out_parts(self) -> None:
        """Takes the cone of influence of the grids in place of the rules, if there is one."""
        self.cone = cone_of_grids(self.rules)
        if self.cone is None:
            return
        self.by_scripts -= self.cone.changed
        said = {each.name: each.clause.origin.span for each in self.rules.invariants}
        self.beyond = {name: Unsupported(SPOT, said[name]) for name in self.cone.silent}
        self.rules = self.cone.rules

    def _look(self, each: model.Invariant) -> None:
        """Finds out how far an invariant looks. Raises `Unsupported` where it has no place in a window."""
        if each.step or each.data != PRINTED:
            raise Unsupported(NOT_IN_A_STEP, each.clause.origin.span)
        try:
            for binding, body in of_every_cell(each.condition):
                self.sees[binding, body] = self._sight(binding, body, each.clause.path)
            if each.during is None:
                made = self.study(max(1, *self.sees.values(), 1))
                stated_truth(made.world, each.condition, scope_of(made.terms, made.world.unknown(), each.clause.path))
        except Unsupported as failed:
            raise Unsupported(failed.what, failed.span or each.clause.origin.span) from failed

    def _sight(self, binding: ir.Binding, body: ir.Expr, path: str) -> int:
        """Returns how far from a cell something is looked at to say whether a condition holds of it."""
        for radius in range(LARGEST + 1):
            made = self.study(radius)
            scope = scope_of(made.terms, made.world.unknown(), path)
            try:
                of_one_cell(made.world, binding, body, Window(radius).middle, scope)
            except Outside:
                continue
            return radius
        raise Unsupported(TOO_FAR)

    def study(self, radius: int) -> Study:
        """Returns a study of the rules with a window of some radius."""
        name = f"window-{self.players}"
        made = study(self.rules, self.players, self.limits, "any", (), self.dump, name, Window(radius))
        made.world.sees.update(self.sees)
        return made

    @property
    def farthest(self) -> int:
        """Returns how far the invariants look, at most."""
        return max(self.sees.values(), default=0)

    def along(self, least: int) -> tuple[KnownCourse, int]:
        """Returns the course of the game with its induction done in the least window large enough, and its radius."""
        for radius in range(max(1, least), LARGEST + 1):
            try:
                return self._along(radius), radius
            except Outside:
                continue
        raise Unsupported(TOO_FAR)

    def _along(self, radius: int) -> KnownCourse:
        made = self.study(radius)
        made.solver.budget = COURSE * self.limits.rlimit
        made.solver.shared = made.solver.context()
        try:
            courses = follow_course(setup_of(made))
        except Endless as failed:
            raise Unsupported(f"phases without end on a grid ({failed.what})", failed.span) from failed
        for step in courses.steps:
            for course in step.courses:
                self._owe_what_is_seen(made, step, course)
        induction = induction_of(courses)
        self.solvers.append(made.solver)
        return KnownCourse(made, courses, induction)

    def _owe_what_is_seen(self, made: Study, step: Step, course: Course) -> None:
        """Raises `Outside` if a change may be seen from a cell from which the window does not hold all that is seen."""
        window = made.world.values.of_cells()
        if step.place.state.from_start:
            return
        for zone in made.world.layout.grids():
            pairs = zip(step.place.state.zones[zone.name], course.state.zones[zone.name], strict=True)
            changed = (window.distance(cell) for cell, (one, other) in enumerate(pairs) if one is not other)
            if max(changed, default=0) + 2 * self.farthest > window.radius:
                raise Outside("a change that is seen from outside the window")

    # ---- DECIDED

    def decide(self, goals: tuple[Goal, ...]) -> Iterator[Decision]:
        """Yields the decisions on goals of this number of players, in their order."""
        wanted = [each for each in goals if self._is_within(each)]
        failed: Unsupported | None = None
        found: KnownCourse | None = None
        radius = 0
        try:
            found, radius = (None, 0) if not wanted else self.along(2 * self.farthest)
        except Unsupported as why:
            failed = why
        before = 0, 0
        for goal in goals:
            if goal not in wanted or found is None:
                yield _unsupported(goal, failed if goal in wanted and failed is not None else self._why_not(goal))
                continue
            decision = self._decided(goal, found, radius)
            spent, asked = sum(each.spent for each in self.solvers), sum(each.asked for each in self.solvers)
            yield evolve(decision, rlimit=spent - before[0], queries=asked - before[1])
            before = spent, asked

    def _is_within(self, goal: Goal) -> bool:
        """Returns whether a goal is one that is asked of single steps, in windows."""
        match goal.kind:
            case "invariant":
                return not goal.part and goal.name not in self.beyond
            case "obligation":
                return is_asked_by_scripts(self.by_scripts, goal)
            case "conservation":
                return any(each.name == goal.name for each in self.rules.components)
            case _:
                return False

    def _why_not(self, goal: Goal) -> Unsupported:
        """Returns why nothing is asked of single steps for a goal."""
        if goal.kind == "invariant" and goal.name in self.beyond:
            return self.beyond[goal.name]
        is_of_scripts = goal.kind == "obligation" and is_asked_by_scripts(self.by_all_scripts, goal)
        if self.cone is not None and (is_of_scripts or goal.kind == "conservation"):
            return Unsupported(SPOT, goal.span)
        return Unsupported(NOT_IN_A_STEP, goal.span)

    def _decided(self, goal: Goal, found: KnownCourse, radius: int) -> Decision:
        match goal.kind:
            case "obligation":
                return obligation_decision(found, goal, self._any_board(radius))
            case "conservation":
                return conservation_decision(found, goal, self._any_board(radius))
            case _:
                return self._kept(goal, found, radius)

    def _kept(self, goal: Goal, found: KnownCourse, radius: int) -> Decision:
        failure = found.induction.failures.get(goal.name)
        if failure is None:
            if found.speaks_of_nothing(goal):
                return Decision(goal, "vacuous", how="it speaks of nothing: no game comes to such a place")
            return Decision(goal, "proved", how=f"{found.everywhere}, {self._any_board(radius)}")
        if failure.step is None:
            return found.broken_at_start(goal) or Decision(goal, "unknown", how=NOT_AT_START)
        if failure.model is None:
            return Decision(goal, "unknown", how=NOT_BEFORE if failure.far else found.study.solver.gave_up)
        if found.study.world.guesses:
            return Decision(goal, "unknown", how=NOT_KNOWN_ABLE)
        if self.larger is None:
            try:
                self.larger, _ = self.along(min(LARGEST, radius + self.farthest + 1))
            except Unsupported:
                return Decision(goal, "unknown", how=NO_BOARD)
        return on_a_whole_board(self.larger, goal, self.farthest)

    def _any_board(self, radius: int) -> str:
        """Returns in words of which boards something is proved."""
        side = 2 * radius + 1
        said = f"for every board of any size: a step and all that sees it lie in a window of {side} by {side} cells"
        if self.cone is None or not self.cone.left_out:
            return said
        return f"{said}, whatever becomes of {', '.join(f'`{each}`' for each in self.cone.left_out)}"


def _unsupported(goal: Goal, failed: Unsupported) -> Decision:
    return Decision(goal, "unsupported", how=f"the prover cannot express {failed.what}", span=failed.span)


def decide_windows(rules: model.Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None) -> Iterator[Decision]:
    """Yields the decisions on goals along the course of a game on grids, of one number of players."""
    yield from Windows(rules, goals[0].players, limits, dump).decide(goals)
