"""Moments of a dispute with open parts, as terms: the position once its phase has begun, and after what happens then.

INVARIANT: in each way to fill what is open that is a position of the game, just one of the cases of a moment holds, or
the rules break off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from refengine.ir import control, expressions as ir, game as model, lines as happening
from refengine.ir.exits import leaves
from refengine.ir.totality import is_total, total_values
from refengine.rulings.beginning import Beginning
from refengine.rulings.positions import play_of
from refengine.rulings.proving.actions import MomentCase, action_terms
from refengine.rulings.proving.beyond import BROKEN, MANY_CASES, ORDER, SAID_BY, UNPRINTED, BeyondTerms
from refengine.rulings.proving.order import is_gone_through
from refengine.rulings.proving.parts import PiecesTerms
from refengine.rulings.proving.position import LaidPosition, position_terms
from refengine.rulings.world import NOWHERE
from refengine.runtime.codec import Codec
from refengine.runtime.counting import counts_of
from refengine.runtime.description import PlayInfo
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults, TermScope, scope_of
from refengine.smt.encode.world import World
from refengine.smt.induction.invariants import speaks_of
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.stack import Frame, Stack
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Value

MOST_CASES = 40
"""The number of cases that a moment may have."""


@define
class Moments:
    """A dispute with open parts that is gone through: the cases of the moment that it has come to.

    `holds` is the term that a way to fill what is open is a position of the game in which all that has happened is
    legal.
    """

    laid: LaidPosition
    solver: Solver
    cases: tuple[MomentCase, ...] = field(init=False)
    faults: Faults = field(init=False)
    """The faults that may come as it begins."""
    later: Faults = field(init=False)
    """The faults that may come in what happens then."""
    conditions: list[Bool] = field(init=False)
    unforeseen: Faults = field(init=False)
    """The faults that may come in what a question supposes."""
    supposed: list[Bool] = field(factory=list)
    """The terms that what a question supposes is legal."""
    to_the_end: bool = field(default=False, init=False)
    """Whether a phase was run by itself: behind it the game is over, as the engine has it."""

    def __attrs_post_init__(self) -> None:
        self.cases = (MomentCase(True, self.laid.state, ()),)  # noqa: FBT003
        self.faults, self.later, self.unforeseen = (Faults(self.world.terms) for _ in range(3))
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
        """The term that the rules break off, as it begins or later; no matter then what always holds."""
        terms = self.world.terms
        begins = terms.and_(terms.all(self.laid.conditions), self.faults.noticed())
        return terms.or_(begins, terms.and_(self.holds, self.later.noticed()))

    def speaks_of(self, *nodes: object) -> None:
        """Raises `Unsupported` where something reads a zone of which no term says what lies in it."""
        for each in nodes:
            unread = sorted(self.world.read_by(each) & self.laid.unread)
            if unread:
                raise BeyondTerms(UNPRINTED)

    def scope(self, case: MomentCase, faults: Faults | None = None) -> TermScope:
        """Returns the scope of what is asked in a case."""
        scope = scope_of(self.world.terms, case.state, NOWHERE.path, faults)
        return scope if case.condition is True else scope.given(case.condition)

    def run(self, faults: Faults) -> ScriptRun:
        """Returns who runs scripts; what fails on the way is kept."""
        return ScriptRun(self.world, faults, self._possible, to_the_end=self.to_the_end)

    def _possible(self, condition: Bool) -> bool:
        return self.solver.ask(self.holds, condition).result != "unsat"

    # ---- WHAT HAPPENS

    def goes_on(self, phase: str, told: tuple[Value, ...], faults: Faults, below: Stack = ()) -> None:
        """Runs a phase as far as the next decision."""
        run = self._runner(faults)
        self._now(
            MomentCase(self.world.terms.and_(case.condition, course.condition), course.state, course.stack)
            for case in self.cases
            for course in run.phase(phase, told, case.state, below)
        )

    def acts(self, play: PlayInfo, *, is_supposed: bool = False) -> None:
        """Lets somebody act, as far as the next decision; where that is not legal it does not come to this moment.

        Where the rules have broken off before, or do where it is asked whether that is legal, nothing is asked of it.
        """
        if play.actor == "chance" and not self._all_ways_are_told(play.action):
            raise BeyondTerms(BROKEN)
        run, terms = self._runner(self.unforeseen if is_supposed else self.later), self.world.terms
        found = [(case, action_terms(self.laid.held, run, case, play)) for case in self.cases]
        broken: Bool = False if is_supposed else self.later.noticed()
        is_legal = [terms.implies(case.condition, False if each is None else each.legal) for case, each in found]
        (self.supposed if is_supposed else self.conditions).extend(terms.or_(broken, each) for each in is_legal)
        self._now(
            MomentCase(course.condition, course.state, course.stack)
            for case, each in found
            if each is not None
            for course in run.step(each, case.stack)
        )

    def _all_ways_are_told(self, action: str) -> bool:
        """Returns whether nothing breaks off where all that chance may decide is listed, as it is to weigh one."""
        game = self.world.game
        listed = [
            (each.choices, each.guards, each.bars, each.weight)
            for script in (game.setup, *game.phases)
            for point in script.points
            for ask in leaves(point.exit)
            if isinstance(ask, control.Ask) and any(each.name == action for each in ask.actions)
            for each in ask.actions
        ]
        return is_total(tuple(listed), total_values(game.values))

    def _runner(self, faults: Faults) -> ScriptRun:
        if self.laid.unread:  # something may be moved there
            raise BeyondTerms(UNPRINTED)
        if is_gone_through(self.world.game):
            raise BeyondTerms(ORDER)
        return self.run(faults)

    def _now(self, cases: Iterator[MomentCase]) -> None:
        listed = tuple(each for each in cases if each.condition is not False)
        if len(listed) > MOST_CASES:
            raise BeyondTerms(MANY_CASES)
        self.cases = listed


def initial_moments(beginning: Beginning, rlimit: int, budget: int) -> Moments:
    """Returns the moment at which a dispute begins; raises `Unsupported` for what no term says."""
    place = position_terms(beginning)
    world = place.held.world
    found = Moments(place, Solver(world.terms, world.values.facts, rlimit, budget=budget))
    assert beginning.given is not None
    phase = beginning.given.phase
    if phase is not None:
        name, told, below = phase
        stack = _waiting(found, below)
        params = next(each for each in world.game.phases if each.name == name).params
        found.goes_on(name, _told(found, params, told), found.faults, stack)
    for case in found.cases:
        found.conditions += _is_position(found, beginning, case)
    return found


def _waiting(found: Moments, below: Sequence[Any]) -> Stack:
    """Returns the frames that wait below, as terms, and counts the phases that they are of."""
    held, world = found.laid.held, found.world
    description, run = held.bench.game.description, found.run(found.faults)
    if not below:
        return ()
    counted = dict(counts_of(description.counted, below))
    variables = dict(found.laid.state.variables)
    for each in world.game.variables:
        info = held.bench.world.variables[each.name]
        if info.attribute in counted:
            count = counted[info.attribute]
            cells = count if info.index is not None else (count,)
            variables[each.name] = tuple(held.value(each.domain, cell) for cell in cells)
    found.cases = (MomentCase(True, evolve(found.laid.state, variables=variables), ()),)  # noqa: FBT003
    stack = []
    for frame in below:
        told = Codec(description).frame_info(frame)
        assert told is not None  # it is a phase of the game
        fields = {each.name: each for each in told.fields}
        locals_ = run.held_at((told.phase, told.point))
        values = [held.value(each.domain, getattr(frame, fields[each.name].attribute)) for each in locals_]
        stack.append(Frame(told.phase, told.point, tuple(values)))
    return tuple(stack)


def advance(moments: Moments, beginning: Beginning, line: happening.Line, *, is_supposed: bool = False) -> None:
    """Lets something happen, or suppose that it does; raises `Unsupported` for what is not followed."""
    match line:
        case happening.RunPhase(phase=phase, args=args):
            script = next(each for each in moments.world.game.phases if each.name == phase)
            if any(map(moments.world.read_by, args)):
                raise BeyondTerms(SAID_BY)
            bare = beginning.bench.evaluation(beginning.bench.game.position({}))
            told = tuple(bare.value(each, {}, NOWHERE) for each in args)
            faults = moments.unforeseen if is_supposed else moments.later
            moments.to_the_end = True
            moments.goes_on(phase, _told(moments, script.params, told), faults)
        case happening.Play(args=args):
            if any(map(moments.world.read_by, args)):
                raise BeyondTerms(SAID_BY)
            play = play_of(beginning.bench.evaluation(beginning.bench.game.position({})), line)
            moments.acts(play, is_supposed=is_supposed)
        case _:
            pass


def _told(found: Moments, params: Sequence[ir.Local], told: Sequence[object]) -> tuple[Value, ...]:
    return tuple(found.laid.held.value(param.domain, each) for param, each in zip(params, told, strict=True))


# ---- A POSITION OF THE GAME


def _is_position(found: Moments, beginning: Beginning, case: MomentCase) -> Iterator[Bool]:
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
    run = found.run(found.faults)
    for invariant in world.game.invariants:
        if invariant.step or not speaks_of(invariant, case.stack):
            continue
        found.speaks_of(invariant.condition)
        told_of: dict[ir.Local, Value] = {}
        if invariant.during is not None:
            frame = next(each for each in reversed(case.stack) if each.script == invariant.during.phase)
            known = zip(run.held_at(frame.shape), frame.held, strict=True)
            told_of = {local: value for local, value in known if local in invariant.during.params}
        scope = scope_of(terms, case.state, invariant.clause.path, found.faults).bound(told_of)
        inside = scope if case.condition is True else scope.given(case.condition)
        yield terms.implies(case.condition, world.truth(invariant.condition, inside))


def _holds(found: Moments, case: MomentCase, condition: ir.Expr, told: Mapping[ir.Local, Value] | None = None) -> Bool:
    """Returns the term that a condition holds in a case, and has an answer, if it comes to that case."""
    terms = found.world.terms
    scope = scope_of(terms, case.state, NOWHERE.path).bound(told or {})
    holds = found.world.truth(condition, scope)
    return terms.implies(case.condition, terms.and_(terms.not_(scope.faults.any()), holds))
