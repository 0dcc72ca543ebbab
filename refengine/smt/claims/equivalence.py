"""Equivalence: whether two sets of rules are one game, proved by an induction over both courses at once.

Games that begin in the same state, and in which from every state at every place the same may be done and leads to the
same state and place, never part (bisimulation; Park, Concurrency and automata on infinite sequences, 1981). A state
that a game comes to without having parted before is one of both, so what either is known to keep may be assumed.

INVARIANT: what one side does is compared place by place, with the same actor and arguments; where anything cannot be
compared nothing is proved. What breaks off may do so only by the same terms on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, cast

from attrs import define, evolve, field, frozen

from refengine.ir import control, domain as d
from refengine.ir.obligations import Owed
from refengine.smt.claims.pair import RulesChoice, studies_of_both
from refengine.smt.course.actions import ActionTerms, Course
from refengine.smt.course.course import Courses, Place, Step, courses_of, step_like
from refengine.smt.course.places import position_at, step_played
from refengine.smt.course.study import Study
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.calls import identity
from refengine.smt.encode.scope import UNNOTICED, Faults
from refengine.smt.goal import Limits, Position, TakenAction as Played
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.invariants import bare_scope
from refengine.smt.induction.keeping import induction_of
from refengine.smt.solving.model import Model
from refengine.smt.solving.solver import Reach
from refengine.smt.terms.stack import shape_of
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Element, SetValue
from refengine.smt.unsupported import Unsupported

Why = Literal["", "beyond", "limit", "fails", "unlike"]
"""Why nothing is proved: something cannot be compared; the solver gave up; the rules may break off where they are not
the same; or they are said to part."""


@frozen
class PartingState:
    """A state, perhaps with an action that is taken there, in which two sets of rules are said to part."""

    position: Position
    step: Played | None


@frozen
class Equivalence:
    """The knowledge about two sets of rules; `leaning` are the invariants that were assumed, each of them proved.

    `gave_up` says `why` it is not proved in words. Nothing is known to part: an engine has to look at what is `shown`.
    """

    verdict: Literal["proved", "unknown"]
    leaning: tuple[str, ...] = ()
    why: Why = ""
    gave_up: str = ""
    shown: PartingState | None = None
    rlimit: int = 0
    queries: int = 0


def decide_equivalence(left: RulesChoice, right: RulesChoice, players: int, limits: Limits, budget: int) -> Equivalence:
    """Decides whether two sets of rules are one game for so many players, whatever is not chosen of them.

    Of questions that neither side has chosen every reading is meant, of options every value. No more than the budget is
    spent altogether, in resource units.
    """
    try:
        studies = studies_of_both(left, right, players, limits, budget)
    except Unsupported as failed:
        return Equivalence("unknown", (), "beyond", failed.what)
    return _Both(studies[0], studies[1]).decided()


class _UndecidedError(Exception):
    """An error: something is not known to be the same; `shown` is a state in which it may not be."""

    def __init__(self, why: Why, told: str, shown: PartingState | None = None) -> None:
        super().__init__(told)
        self.why = why
        self.told = told
        self.shown = shown


@define
class _Both:
    """Both studies, the course of the left side, and the right side's runs from its places."""

    left: Study
    right: Study
    courses: Courses = field(init=False)
    theirs: Courses = field(init=False)
    known: list[Induction] = field(factory=list)
    """The inductions along the left course and the right one; each is made when first it is needed."""
    leaning: dict[str, None] = field(factory=dict)

    def decided(self) -> Equivalence:
        solver = self.left.solver
        try:
            self._compare()
        except Unsupported as failed:
            return Equivalence("unknown", (), "beyond", failed.what, None, solver.spent, solver.asked)
        except _UndecidedError as found:
            return Equivalence("unknown", (), found.why, found.told, found.shown, solver.spent, solver.asked)
        return Equivalence("proved", tuple(self.leaning), rlimit=solver.spent, queries=solver.asked)

    def _compare(self) -> None:
        self.courses = courses_of(self.left)
        if self.courses.by_piece:
            raise Unsupported("phases that may run above themselves")
        self.theirs = Courses(self.right, self.courses.state)
        run = self.theirs.run(self.theirs.start_faults)
        begun = tuple(each for each in run.setup() if each.condition is not False)
        self._same_faults(None, self.courses.start_faults, self.theirs.start_faults, None)
        self._same_ways(None, self.courses.start, begun, None, True)  # noqa: FBT003
        for place in tuple(self.courses.places.values()):
            self._same_place(place)
        self._same_end()

    # ---- PLACES

    def _same_place(self, place: Place) -> None:
        runs = tuple(each.run(Faults(each.study.terms)) for each in (self.courses, self.theirs))
        if not _alike(runs[0], runs[1], place):
            raise Unsupported(f"phases that wait elsewhere, or for something else: {place.name}")
        steps = [each for each in self.courses.steps if each.place is place]
        if not place.waits:
            (step,) = steps
            self._same_step(place, step, step_like(self.theirs, place, None, step))
            return
        asks = tuple(each.ask_at(place.top) for each in runs)
        self._same_asked(place, runs, asks)
        others = {each.name: each for each in asks[1].actions}
        for step in steps:
            assert step.taken is not None
            self._same_step(place, step, step_like(self.theirs, place, others[step.taken.action.name], step))

    def _same_asked(self, place: Place, runs: tuple[ScriptRun, ...], asks: tuple[control.Ask, ...]) -> None:
        """Compares who is asked, and which actions are declared there."""
        one, other = asks
        if one.decider != other.decider or (one.actor is None) is not (other.actor is None):
            raise _UndecidedError("unlike", "others decide", self._at(place, (), None))
        if one.actor is not None and other.actor is not None and one.who is not None and other.who is not None:
            if one.who.domain != other.who.domain or one.actor.domain != other.actor.domain:
                raise Unsupported(f"who decides in another way: {place.name}")
            who = [
                study.world.encode(ask.who, run.inside(place.top, place.state))
                for study, run, ask in zip((self.left, self.right), runs, asks, strict=True)
                if ask.who is not None
            ]
            differs = self.left.terms.not_(self.left.world.values.same(one.who.domain, who[0], who[1]))
            self._never(place, differs, None)
            self._same_faults(place, runs[0].faults, runs[1].faults, None)
        names = [[each.name for each in ask.actions] for ask in asks]
        if any(len(set(each)) < len(each) for each in names) or {*names[0]} != {*names[1]}:
            raise Unsupported(f"other actions: {place.name}")
        theirs = {each.name: each for each in other.actions}
        for action in one.actions:
            domains = [[each.var.domain for each in said.choices] for said in (action, theirs[action.name])]
            if domains[0] != domains[1]:
                raise Unsupported(f"other arguments of `{action.name}`")

    def _same_step(self, place: Place, step: Step, theirs: Step) -> None:
        terms, taken = self.left.terms, step.taken
        if taken is not None and theirs.taken is not None:
            fails = self._same_legality(place, taken, theirs.taken)
            differs = terms.not_(terms.iff(step.legal, theirs.legal))
            self._never(place, terms.and_(terms.not_(fails), differs), taken)
            if taken.ask.decider == "chance":
                self._same_weight(place, taken, theirs.taken)
        self._same_faults(place, step.faults, theirs.faults, taken)
        goes_on = terms.and_(step.legal, terms.not_(step.faults.whole()))
        self._same_ways(place, step.courses, theirs.courses, taken, goes_on)

    def _same_legality(self, place: Place, taken: ActionTerms, theirs: ActionTerms) -> Bool:
        """Compares what may fail in finding out what is legal; returns when something does, on both sides then."""
        faults = []
        for courses, each in ((self.courses, taken), (self.theirs, theirs)):
            faults.append(Faults(self.left.terms))
            run = courses.run(faults[-1])
            run.taken(each.ask, each.action, run.inside(place.top, place.state), "", each)
        self._same_faults(place, faults[0], faults[1], taken)
        return faults[0].whole()

    def _same_weight(self, place: Place, taken: ActionTerms, theirs: ActionTerms) -> None:
        """Compares in how many ways chance may come to an action: its weight, or copies that are alike."""
        terms, weighed = self.left.terms, list[Num]()
        faults = [Faults(terms), Faults(terms)]
        if (taken.action.weight is None) is not (theirs.action.weight is None):
            raise Unsupported(f"weights of `{taken.action.name}` on one side alone")
        for study, each, own in zip((self.left, self.right), (taken, theirs), faults, strict=True):
            scope = evolve(each.scope, faults=own)
            if each.action.weight is not None:
                weighed.append(study.world.number(each.action.weight, scope))
                continue
            ways: Num = 1
            for choice in each.action.choices:
                if isinstance(choice.var.domain, d.Piece) and study.world.layout.is_alike(choice.var.domain.component):
                    members = cast("SetValue", study.world.encode(choice.domain, scope))
                    ways = terms.times(ways, self._copies(choice, members, each))
            weighed.append(ways)
        self._same_faults(place, faults[0], faults[1], taken)
        self._never(place, terms.and_(taken.legal, terms.not_(terms.equal(weighed[0], weighed[1]))), taken)

    def _copies(self, choice: control.Choice, members: SetValue, taken: ActionTerms) -> Num:
        terms, values = self.left.terms, self.left.world.values
        if not members.distinct:
            raise Unsupported(f"copies that are alike, drawn by `{taken.action.name}`")
        chosen = taken.scope.locals[choice.var]

        def counted(each: Element) -> Num:
            here = terms.and_(each.guard, values.same(choice.var.domain, each.value, chosen))
            return terms.if_number(here, each.times, 0)

        return terms.sum(map(counted, members.elements))

    # ---- WAYS ON

    def _same_ways(
        self,
        place: Place | None,
        own: Sequence[Course],
        theirs: Sequence[Course],
        taken: ActionTerms | None,
        goes_on: Bool,
    ) -> None:
        """Compares where a step that `goes_on` leads: of ways that are both taken the ends have to be the same."""
        others = {identity(each.condition): each for each in theirs}
        for one in own:
            same = others.get(identity(one.condition))
            for other in theirs if same is None else (same,):
                both = self.left.terms.all((goes_on, one.condition, other.condition))
                if both is not False:
                    self._never(place, self.left.terms.and_(both, self._unlike(one, other)), taken)

    def _unlike(self, one: Course, other: Course) -> Bool:
        terms, world = self.left.terms, self.left.world
        if shape_of(one.stack) != shape_of(other.stack):
            return True
        runs = [each.run(Faults(terms)) for each in (self.courses, self.theirs)]
        same = [world.layout.same(one.state, other.state)]
        for first, second in zip(one.stack, other.stack, strict=True):
            held = [run.held_at(first.shape) for run in runs]
            if held[0] != held[1]:
                raise Unsupported(f"phases that keep something else: `{first.script}`")
            same += [
                world.values.same(local.domain, a, b)
                for local, a, b in zip(held[0], first.held, second.held, strict=True)
            ]
        return terms.not_(terms.all(same))

    def _same_end(self) -> None:
        """Compares who has won, in any state in which a game may be over."""
        outcomes = [each.world.game.outcome for each in (self.left, self.right)]
        own, other = outcomes
        if own is None and other is None:
            return
        if own is None or other is None:
            raise Unsupported("who wins, which is said on one side alone")
        terms, values = self.left.terms, self.left.world.values
        faults = [Faults(terms), Faults(terms)]
        scopes = [
            bare_scope(self.courses, self.courses.state, None, told, said.clause.path)
            for said, told in ((own, faults[0]), (other, faults[1]))
        ]
        same = []
        for seat in range(self.left.players):
            scores = [
                study.world.number(said.score, scope.bind(said.player, seat))
                for study, said, scope in zip((self.left, self.right), (own, other), scopes, strict=True)
            ]
            same.append(terms.equal(scores[0], scores[1]))
        if own.winners.domain != other.winners.domain:
            raise Unsupported("who wins, said in another way")
        winners = [
            study.world.encode(said.winners, scope)
            for study, said, scope in zip((self.left, self.right), (own, other), scopes, strict=True)
        ]
        same.append(values.same(own.winners.domain, winners[0], winners[1]))
        self._same_faults(None, faults[0], faults[1], None, at_end=True)
        self._never(None, terms.not_(terms.all(same)), None, at_end=True)

    # ---- ASKING

    def _same_faults(
        self, place: Place | None, own: Faults, theirs: Faults, taken: ActionTerms | None, *, at_end: bool = False
    ) -> None:
        """Asks that rules break off on both sides by the same terms, in the same order, or else never."""
        if _failing(own) != _failing(theirs):
            fails = self.left.terms.or_(own.noticed(), theirs.noticed())
            self._never(place, fails, taken, why="fails", at_end=at_end)

    def _never(
        self,
        place: Place | None,
        differs: Bool,
        taken: ActionTerms | None,
        *,
        why: Why = "unlike",
        at_end: bool = False,
    ) -> None:
        """Asks that something is never so at a place: first of all states, then of those that games may come to."""
        if differs is False:
            return
        answer = None
        for premise, reach in self._premises(place, at_end=at_end):
            answer = self.left.solver.ask(*premise, differs, reach=reach)
            if answer.result == "unsat":
                return
        assert answer is not None
        if self.left.solver.exhausted or answer.result == "unknown":
            raise _UndecidedError("limit", self.left.solver.gave_up)
        if place is None or not place.waits:
            raise _UndecidedError(why, "they may part where nobody decides")
        found = Model(self.left.terms, answer.model)
        raise _UndecidedError(why, f"they may part in {place.name}", self._shown(place, found, taken))

    def _premises(self, place: Place | None, *, at_end: bool) -> Iterator[tuple[tuple[Bool, ...], Reach]]:
        if place is None and not at_end:
            yield (True,), "linked"
            return
        yield (True if place is None else place.premise,), "linked"
        premises: list[Bool] = []
        for number in range(2):
            premises += self._known(number, place)
            yield tuple(premises), "linked"
        yield tuple(premises), "whole"

    def _known(self, number: int, place: Place | None) -> list[Bool]:
        """Returns what one side is known to keep at a place, or with None where the game is over."""
        if len(self.known) <= number:
            courses = self.courses if number == 0 else courses_of(self.right)
            if courses.by_piece:
                raise Unsupported("phases that may run above themselves")
            induction = induction_of(courses)
            self.known.append(induction)
        induction = self.known[number]
        if place is not None and place.exact:
            return [place.premise]
        listed = induction.left.get(() if place is None else place.key, [])
        state, stack = (self.courses.state, ()) if place is None else (place.state, place.stack)
        self.leaning.update(dict.fromkeys(each.name for each in listed if each.stated))
        return [each.meaning(state, stack, Faults(self.left.terms)) for each in listed]

    def _at(self, place: Place, conditions: Iterable[Bool], taken: ActionTerms | None) -> PartingState | None:
        premises = [each for number in range(2) for each in self._known(number, place)]
        answer = self.left.solver.ask(*premises, *conditions, reach="whole")
        return self._shown(place, Model(self.left.terms, answer.model), taken) if answer.result == "sat" else None

    def _shown(self, place: Place, found: Model, taken: ActionTerms | None) -> PartingState:
        position = position_at(self.left, place.state, place.stack, found)
        return PartingState(position, None if taken is None else step_played(self.left, taken, found))


def _failing(faults: Faults) -> list[tuple[Owed, str, object]]:
    """Returns all by which the rules break off, in the order in which it was met, and when.

    Cases that overlap and exceptions that clash are among it: rules that go on there are other rules, even if the first
    of them that applies says the same. In which order a plain `each` goes round no game notices.
    """
    return [
        (each.owed, each.path, identity(faults.of(each)))
        for each in faults.found
        if each.owed not in UNNOTICED and faults.of(each) is not False
    ]


def _alike(own: ScriptRun, theirs: ScriptRun, place: Place) -> bool:
    """Returns whether the frames of a place stand at points of both sides, hold the same, and wait for the same."""
    for frame in place.stack:
        if frame.shape not in theirs.points or (frame.shape in own.asks) is not (frame.shape in theirs.asks):
            return False
        if own.held_at(frame.shape) != theirs.held_at(frame.shape):
            return False
    return True
