"""Moments of a dispute with open parts, as terms: the position once its phase has begun, and after what happens then.

INVARIANT: in each way to fill what is open that is a position of the game, just one of the cases of a moment holds, or
the rules break off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from refengine.ir import expressions as ir, game as model, lines as happening
from refengine.rulings.beginning import Beginning
from refengine.rulings.proving.beyond import BARRED, DONE, DURING, MANY_CASES, ORDER, SAID_BY, WAITING, Beyond
from refengine.rulings.proving.parts import PiecesTerms
from refengine.rulings.proving.position import Laid, laid
from refengine.rulings.world import NOWHERE
from refengine.smt.scope import Faults, Scope, scope_of
from refengine.smt.solver import Solver
from refengine.smt.stack import Stack
from refengine.smt.state import State
from refengine.smt.term import Bool
from refengine.smt.transition import Run
from refengine.smt.value import Value
from refengine.smt.world import World

MOST_CASES = 40
"""The number of cases that a moment may have."""


@frozen(eq=False)
class Case:
    """A case of a moment: when it is so, the state, and the frames that wait in it."""

    condition: Bool
    state: State
    stack: Stack


@define
class Moments:
    """A dispute with open parts that is gone through: the cases of the moment that it has come to.

    `holds` is the term that a way to fill what is open is a position of the game in which all that has happened is
    legal; `breaks_off` that it can be set up, and the rules break off before the question.
    """

    laid: Laid
    solver: Solver
    cases: tuple[Case, ...] = field(init=False)
    faults: Faults = field(init=False)
    conditions: list[Bool] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.cases = (Case(True, self.laid.state, ()),)  # noqa: FBT003
        self.faults = Faults(self.world.terms)
        self.conditions = [*self.laid.conditions]

    @property
    def world(self) -> World:
        """The game as the prover reads it."""
        return self.laid.held.world

    @property
    def holds(self) -> Bool:
        """The term that it comes to this moment."""
        return self.world.terms.all(self.conditions)

    @property
    def breaks_off(self) -> Bool:
        """The term that it can be set up, and does not come to this moment."""
        return self.world.terms.and_(self.world.terms.all(self.laid.conditions), self.faults.any())

    def speaks_of(self, *nodes: object) -> None:
        """Raises `Unsupported` where something reads a zone of which no term says what lies in it."""
        for each in nodes:
            unread = sorted(self.world.read_by(each) & self.laid.unread)
            if unread:
                raise Beyond(ORDER)

    def scope(self, case: Case, faults: Faults | None = None) -> Scope:
        """Returns the scope of what is asked in a case."""
        scope = scope_of(self.world.terms, case.state, NOWHERE.path, faults)
        return scope if case.condition is True else scope.given(case.condition)

    def run(self) -> Run:
        """Returns who runs scripts; what fails on the way is kept."""
        return Run(self.world, self.faults, self._possible)

    def _possible(self, condition: Bool) -> bool:
        return self.solver.ask(self.holds, condition).result != "unsat"

    # ---- WHAT HAPPENS

    def goes_on(self, phase: str, told: tuple[Value, ...]) -> None:
        """Runs a phase as far as the next decision."""
        run = self.run()
        if self.laid.unread:  # something may be moved there
            raise Beyond(ORDER)
        self._now(
            Case(self.world.terms.and_(case.condition, course.condition), course.state, course.stack)
            for case in self.cases
            for course in run.phase(phase, told, case.state)
        )

    def _now(self, cases: Iterator[Case]) -> None:
        listed = tuple(each for each in cases if each.condition is not False)
        if len(listed) > MOST_CASES:
            raise Beyond(MANY_CASES)
        self.cases = listed


def begun(beginning: Beginning, rlimit: int, budget: int) -> Moments:
    """Returns the moment at which a dispute begins; raises `Unsupported` for what no term says."""
    place = laid(beginning)
    world = place.held.world
    found = Moments(place, Solver(world.terms, world.values.facts, rlimit, budget=budget))
    assert beginning.given is not None
    phase = beginning.given.phase
    if phase is not None:
        name, told, below = phase
        if below:
            raise Beyond(WAITING)
        if next(each for each in world.game.phases if each.name == name).bars:
            raise Beyond(BARRED)
        params = next(each for each in world.game.phases if each.name == name).params
        found.goes_on(name, _told(found, params, told))
    for case in found.cases:
        found.conditions += _is_position(found, beginning, case, None if phase is None else phase[0])
    return found


def after(moments: Moments, beginning: Beginning, line: happening.Line) -> None:
    """Lets something happen; raises `Unsupported` for what is not followed."""
    match line:
        case happening.RunPhase(phase=phase, args=args):
            script = next(each for each in moments.world.game.phases if each.name == phase)
            if any(map(moments.world.read_by, args)) or script.bars:
                raise Beyond(SAID_BY)
            bare = beginning.bench.evaluation(beginning.bench.game.position({}))
            told = tuple(bare.value(each, {}, NOWHERE) for each in args)
            moments.goes_on(phase, _told(moments, script.params, told))
        case _:
            raise Beyond(DONE)


def _told(found: Moments, params: Sequence[ir.Local], told: Sequence[object]) -> tuple[Value, ...]:
    return tuple(found.laid.held.value(param.domain, each) for param, each in zip(params, told, strict=True))


# ---- A POSITION OF THE GAME


def _is_position(found: Moments, beginning: Beginning, case: Case, phase: str | None) -> Iterator[Bool]:
    """Yields the terms that a case holds what is given, and what always holds, as the engine asks."""
    world, terms = found.world, found.world.terms
    for each in beginning.example.given:
        if isinstance(each, model.MustHold):
            found.speaks_of(each.condition)
            yield _holds(found, case, each.condition)
    for part in found.laid.parts:
        late = part.part.late if isinstance(part, PiecesTerms) else None
        if late is not None and isinstance(part, PiecesTerms):
            found.speaks_of(late.condition)
            for number, here in part.among:
                told = {late.var: world.values.printed[part.part.component][number]}
                yield terms.implies(here, _holds(found, case, late.condition, told))
    for invariant in world.game.invariants:
        top = case.stack[-1].script if case.stack else None
        if invariant.step or (invariant.phases and top not in invariant.phases):
            continue
        if invariant.during is not None:
            if phase is None:
                continue  # it says nothing while no phase is running
            raise Beyond(DURING)
        found.speaks_of(invariant.condition)
        scope = scope_of(terms, case.state, invariant.clause.path, found.faults)
        inside = scope if case.condition is True else scope.given(case.condition)
        yield terms.implies(case.condition, world.truth(invariant.condition, inside))


def _holds(found: Moments, case: Case, condition: ir.Expr, told: Mapping[ir.Local, Value] | None = None) -> Bool:
    """Returns the term that a condition holds in a case, and has an answer, if it comes to that case."""
    terms = found.world.terms
    scope = scope_of(terms, case.state, NOWHERE.path).bound(told or {})
    holds = found.world.truth(condition, scope)
    return terms.implies(case.condition, terms.and_(terms.not_(scope.faults.any()), holds))
