"""Ranking functions for recursion: a phase begins inside itself only with a smaller measure than before (ADR 46).

Stacks are followed on a graph (`smt.induction.nesting_graph`). Where the numbers of the state rise on no piece of a
script, and each ring of the graph on which a phase begins has a piece on which the measure falls, no stack is without
end. What is running is the same again where a phase is done, so it counts for where phases begin.

INVARIANT: a piece is taken for one on which nothing falls until the solver has said that something does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import define, field

from refengine.ir import expressions as ir, game as model
from refengine.ir.interval import bounds_of_domain
from refengine.smt.course.course import Place, follow_course, setup_of
from refengine.smt.encode import sets
from refengine.smt.encode.counts import before_it_began
from refengine.smt.encode.scope import Faults, TermScope
from refengine.smt.goal import Decision, Goal
from refengine.smt.induction.invariants import bare_scope
from refengine.smt.induction.keeping import induction_of
from refengine.smt.induction.nesting_graph import Edge, Nestings, Node, ScriptPiece
from refengine.smt.induction.properties import KnownCourse
from refengine.smt.induction.rings import ring_through
from refengine.smt.terms.stack import IS_DONE
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num

FALLS: Final = (
    "each time that a phase begins inside itself, by induction over the pieces of scripts, whatever waits below, under "
    "every complete set of readings"
)
"""The times of which a proof speaks, in words."""


def decide_nesting(found: KnownCourse, about: model.Nesting, goal: Goal) -> Decision:
    """Decides whether a measure falls each time that a phase begins inside itself, while one of certain phases runs."""
    along = found if found.courses.by_piece else _by_pieces(found)
    asked = _NestingQuestions(along, about)
    if not asked.is_of_some_readings():
        return Decision(goal, "vacuous", how="it speaks of nothing: no readings are such")
    graph = Nestings(along.courses, about)
    edges = graph.edges()
    if _ring_of(edges) is None:
        return Decision(goal, "vacuous", how="it speaks of nothing: no phase may begin inside itself there")
    for piece in graph.pieces():
        if asked.may_rise(piece):
            return Decision(goal, "unknown", how=f"it is not known that nothing rises in `{piece.place.phase}`")
    ring = _idle_ring(asked, edges)
    if ring is not None:
        way = " → ".join(f"`{each}`" for each in _phases(ring))
        return Decision(goal, "unknown", how=f"nothing is known to fall on the way {way}")
    return Decision(goal, "proved", how=FALLS)


def _by_pieces(found: KnownCourse) -> KnownCourse:
    """Returns the same game, followed by its pieces."""
    courses = follow_course(setup_of(found.study, by_piece=True))
    induction = induction_of(courses)
    return KnownCourse(found.study, courses, induction)


def _ring_of(edges: Iterable[Edge]) -> tuple[Node, ...] | None:
    return ring_through((each.start, each.end, each.deeper) for each in edges)


def _idle_ring(asked: _NestingQuestions, edges: Sequence[Edge]) -> tuple[Node, ...] | None:
    """Returns a ring with a phase that begins inside itself, on which nothing is known to fall; None if there is none.

    One edge of a ring that falls is enough: of the others nothing is asked, unless another ring is left for want of it.
    """
    left = list(edges)
    idle = set[Edge]()
    ring = _ring_of(left)
    while ring is not None:
        steps = {*zip(ring, (*ring[1:], ring[0]), strict=True)}
        here = sorted((each for each in left if (each.start, each.end) in steps), key=lambda each: not each.deeper)
        for each in here:
            if each in idle:
                continue
            if asked.falls(each):
                left.remove(each)
                break
            idle.add(each)
        else:
            return ring
        ring = _ring_of(left)
    return None


def _phases(ring: Sequence[Node]) -> Iterator[str]:
    """Yields the phases of a ring in their order, each once where it stands several times in a row; the first again."""
    before = ""
    for node in (*ring, ring[0]):
        if node[0] != before:
            yield node[0]
        before = node[0]
    if all(node[0] == ring[0][0] for node in ring):
        yield ring[0][0]


@define
class _NestingQuestions:
    """Questions about pieces: whether the numbers may rise, and whether the measure falls."""

    along: KnownCourse
    about: model.Nesting
    counting: frozenset[str] = field(init=False)
    given: Bool = field(init=False)
    falling: dict[tuple[ScriptPiece, bool], bool] = field(factory=dict)
    """Whether the measure falls on pieces, with what is running or without."""
    beginning: dict[Node, bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.counting = frozenset(each.variable for each in self.along.study.world.game.counted)
        scope = self._scope(self.along.courses.state, Faults(self.along.study.terms))
        self.given = self.along.study.world.truth(ir.And(self.about.guards), scope)

    def is_of_some_readings(self) -> bool:
        """Returns whether there are readings of which it is said."""
        return self.along.study.solver.ask(self.given).result != "unsat"

    def may_rise(self, piece: ScriptPiece) -> bool:
        """Returns whether the numbers may rise on a piece; where a phase is done, those of the state.

        Those of the state may not rise even where what is running falls first: it is as it was when the phase is done,
        and they are not.
        """
        start, end = piece.place.phase, piece.course.stack[-1].shape
        running = end[1] != IS_DONE and (piece.place.top.point == IS_DONE or not self._falls_by_beginning(start, end))
        if running and self._is_running_first() and self._may(piece, falls=False, running=False):
            return True
        return self._may(piece, falls=False, running=running)

    def falls(self, edge: Edge) -> bool:
        """Returns whether the measure is known to fall on an edge."""
        running = not edge.over
        if edge.deeper and running and self._falls_by_beginning(edge.start[0], edge.end):
            return True
        for piece in edge.pieces:
            if (piece, running) not in self.falling:
                self.falling[piece, running] = not self._may(piece, falls=True, running=running)
            if not self.falling[piece, running]:
                return False
        return bool(edge.pieces)

    def _falls_by_beginning(self, start: str, end: Node) -> bool:
        """Returns whether the mere beginning of a phase that another enters makes what is running less, whatever else.

        The state has no more on the way there, and nothing that is counted is left, or begins but that phase.
        """
        if start == end[0] or end[0] in self.along.courses.below.instead[start]:
            return False
        if end not in self.beginning:
            places = [each for each in self.along.courses.places.values() if each.top.shape == end]
            counted = {each.phase for each in self.along.study.world.game.counted}
            self.beginning[end] = end[0] in counted and not any(map(self._may_begin_idly, places))
        return self.beginning[end]

    def _may_begin_idly(self, place: Place) -> bool:
        terms, world = self.along.study.terms, self.along.study.world
        faults = Faults(terms)
        before = before_it_began(world, place.state, place.stack)
        idle: Bool = True
        for term in reversed([each for each in self.about.terms if self._is_of_running(each)]):
            less, more = self._compared(term, before, place.state, faults, whole=False)
            idle = terms.or_(more, terms.and_(terms.not_(less), idle))
        bad = terms.and_(self.given, terms.or_(idle, faults.any()))
        return bad is not False and self.along.ask(place, bad).result != "unsat"

    def _may(self, piece: ScriptPiece, *, falls: bool, running: bool) -> bool:
        """Returns whether on a piece may not be what is wanted: that nothing rises, or with `falls` that there is less.

        Sums are compared part by part, of which then none may rise; where that may be, the numbers as a whole.
        """
        for whole in (False, True):
            bad = self._is_bad(piece, whole=whole, falls=falls, running=running)
            gone = piece.legal, piece.course.condition
            if bad is False or self.along.ask(piece.place, *gone, bad).result == "unsat":
                return False
        return True

    def _is_bad(self, piece: ScriptPiece, *, whole: bool, falls: bool, running: bool) -> Bool:
        """Returns whether what is wanted of a piece is not so, or what is asked has no answer, where it is said."""
        terms, faults = self.along.study.terms, Faults(self.along.study.terms)
        rises: Bool = falls
        for term in reversed(self.about.terms):
            if running or not self._is_of_running(term):
                states = piece.place.state, piece.course.state
                less, more = self._compared(term, *states, faults, whole=whole)
                rises = terms.or_(more, terms.and_(terms.not_(less), rises))
        return terms.and_(self.given, terms.or_(rises, faults.any()))

    def _compared(
        self, term: ir.Expr, before: State, after: State, faults: Faults, *, whole: bool
    ) -> tuple[Bool, Bool]:
        """Returns whether a number is less and not below 0, and whether it is more, or not known not to be."""
        terms, world = self.along.study.terms, self.along.study.world
        read = world.read_by(term)
        if world.asked.key_of(read, before) == world.asked.key_of(read, after):
            return False, False
        then, now = ([*self._parts(term, self._scope(each, faults))] for each in (before, after))
        if whole:
            then, now = [terms.sum(then)], [terms.sum(now)]
        less = terms.any(terms.less(later, first) for first, later in zip(then, now, strict=True))
        more = terms.any(terms.less(first, later) for first, later in zip(then, now, strict=True))
        lowest, _ = bounds_of_domain(term.domain)
        there: Bool = True if lowest is not None and lowest >= 0 else terms.at_most(0, terms.sum(now))
        return terms.all((less, terms.not_(more), there)), more

    def _parts(self, term: ir.Expr, scope: TermScope) -> Iterator[Num]:
        """Yields the parts of a sum, always the same ones in the same order."""
        world = self.along.study.world
        match term:
            case ir.Arith(op="+"):
                yield from (*self._parts(term.left, scope), *self._parts(term.right, scope))
            case ir.SumOf(binding=binding) if isinstance(binding.domain, ir.AllMembers):
                for there, times, at in self._bound(binding, scope):
                    number = world.terms.times(times, world.number(term.term, at))
                    yield world.terms.if_number(there, number, 0)
            case ir.HowMany(binding=binding) if isinstance(binding.domain, ir.AllMembers):
                yield from (world.terms.if_number(there, times, 0) for there, times, _ in self._bound(binding, scope))
            case ir.CallValue(name=name, args=()) if isinstance(body := world.declared[name].body, model.Single):
                yield from self._parts(body.result, scope.within(world.declared[name].clause.path))
            case _:
                yield world.number(term, scope)

    def _bound(self, binding: ir.Binding, scope: TermScope) -> Iterator[tuple[Bool, Num, TermScope]]:
        world = self.along.study.world
        for each in sets.as_set(world, binding.domain, scope).elements:
            at = scope.given(each.guard).bind(binding.var, each.value)
            condition = world.truth(binding.condition, at)
            yield world.terms.and_(each.guard, condition), each.times, at.given(condition)

    def _is_running_first(self) -> bool:
        """Returns whether a number of the state stands behind one of what is running."""
        kinds = [self._is_of_running(each) for each in self.about.terms]
        return kinds != sorted(kinds)

    def _is_of_running(self, term: ir.Expr) -> bool:
        read = self.along.study.world.read_by(term)
        return bool(read) and read <= self.counting

    def _scope(self, state: State, faults: Faults) -> TermScope:
        return bare_scope(self.along.courses, state, None, faults, self.about.clause.path)
