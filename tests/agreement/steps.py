"""The comparison of steps: from a state in which somebody decides, what is legal, and what each action leads to."""

import random
from collections.abc import Sequence
from typing import Any

from attrs import define, field, frozen

from refengine.ir.domain import PLAYER, Domain, Range
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.frames import Action
from refengine.runtime.game import Game
from refengine.smt.course.actions import ActionTerms, Course
from refengine.smt.course.course import Courses, Place, general_place
from refengine.smt.course.joins import FEW, merged
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.stack import Shape, shape_of
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.values import MOST_MEMBERS
from tests.agreement.executors import Executors, Expected, after_fault, decided, shown, where_none, worked_out
from tests.agreement.pinned import Said


@frozen(eq=False)
class Offer:
    """An action at a place with any actor and any arguments: whether it is legal, and the ways on from it.

    `asking` are the faults of finding out whether it is legal, `faults` those of all of it.
    """

    taken: ActionTerms
    courses: tuple[Course, ...]
    asking: Faults
    faults: Faults


@frozen(eq=False)
class Decision:
    """A place at which somebody decides, in a state that nothing is known of."""

    place: Place
    offers: dict[str, Offer]
    unanswered: Bool
    asking: Faults


@define
class Counted:
    """How often something was compared, so that a test can see that it was."""

    steps: int = 0
    illegal: int = 0
    faults: int = 0
    rests: int = 0


@define
class Steps:
    """The steps of a game as both executors have them; places are put into terms when somebody comes to them."""

    executors: Executors
    courses: Courses
    decisions: dict[Shape, Decision] = field(factory=dict)
    counted: Counted = field(factory=Counted)
    few: int = FEW
    """So many ways to one place are kept apart; 1 puts all together."""

    @property
    def state(self) -> State:
        """The state that nothing is known of."""
        return self.courses.state

    # ---- THE PROVER'S SIDE

    def decision(self, control: Sequence[Any]) -> Decision:
        """The place at which the engine waits."""
        shape = _shape(control)
        if shape not in self.decisions:
            self.decisions[shape] = self._decision(shape)
        return self.decisions[shape]

    def _decision(self, shape: Shape) -> Decision:
        place = general_place(self.courses, shape)
        asking = Faults(self.terms)
        run = self.courses.run(asking)
        nobody = run.unanswered(place.top, place.state)
        ask = run.ask_at(place.top)
        return Decision(place, {each.name: self._offer(place, each.name) for each in ask.actions}, nobody, asking)

    def _offer(self, place: Place, name: str) -> Offer:
        faults = Faults(self.terms)
        run = self.courses.run(faults)
        ask = run.ask_at(place.top)
        (action,) = (each for each in ask.actions if each.name == name)
        taken = run.taken(ask, action, run.inside(place.top, place.state), f"{place.name}: ")
        asking = Faults(self.terms, {each: list(found) for each, found in faults.found.items()})
        ways = run.step(taken, place.stack)
        return Offer(taken, merged(self.executors.study.world, run.held_at, ways, self.few), asking, faults)

    @property
    def terms(self) -> Terms:
        """The maker of terms."""
        return self.executors.study.terms

    # ---- WHAT IS PINNED

    def pinned(self, data: Any, decision: Decision | None) -> Said:
        """A state of the engine said of the one that nothing is known of, and of the stack at a place."""
        said = self.executors.said(whole=True)
        said.state(self.state, data)
        if decision is not None:
            said.stack(self.run, decision.place.stack, data["control"])
        return said

    @property
    def run(self) -> ScriptRun:
        """A runner of the scripts."""
        return self.courses.run(Faults(self.terms))

    # ---- WHAT IS EXPECTED

    def resting(self, state: Any) -> tuple[Said, list[Expected]]:
        """What both engines say of who may do what here: these actions are legal, and no others."""
        data = self.executors.builds[0].to_json(state)
        decision = self.decision(data["control"])
        pinned = self.pinned(data, decision)
        expected = [
            each
            for explain, game in zip((False, True), self.executors.builds, strict=True)
            for each in self._offered(game, _in(game, data), decision, explain=explain)
        ]
        self.counted.rests += 1
        return pinned, expected

    def _offered(self, game: Game, state: Any, decision: Decision, *, explain: bool) -> list[Expected]:
        try:
            listed = game.legal(state)
        except Fault as fault:
            self.counted.faults += 1
            known = [after_fault(each.asking, fault, explain=explain) for each in decision.offers.values()]
            known += [after_fault(decision.asking, fault, explain=explain)]
            if fault.code == "E0514":
                known.append(decision.unanswered)
            what = f"whoever is asked: {fault}"
            return [Expected(what, self.terms.any(known), free=True, somewhere=True)]
        answered = self.terms.not_(decision.unanswered)
        found = [Expected("somebody can answer", where_none(decision.asking, answered, explain=explain))]
        for name, offer in decision.offers.items():
            mine = [each for each in listed if each.name == name]
            these = self.terms.any([self._is(offer, each) for each in mine])
            only = where_none(offer.asking, self.terms.iff(offer.taken.legal, these), explain=False)
            found.append(Expected(f"{name}: {shown(mine)} are legal, and no others", only, free=True))
        return found

    def _is(self, offer: Offer, action: Action) -> Bool:
        """That the action is this one."""
        said = self.executors.said()
        said.action(offer.taken, action.actor, action.arguments)
        return self.terms.all(said.conditions())

    def step(self, state: Any, action: Action) -> tuple[Said, list[Expected]]:
        """What both engines make of an action, legal or not: where it leads, and that it leads nowhere else."""
        plain = self.executors.builds[0]
        data = plain.to_json(state)
        decision = self.decision(data["control"])
        offer = decision.offers[action.name]
        pinned = self.pinned(data, decision)
        pinned.action(offer.taken, action.actor, action.arguments)
        expected: list[Expected] = []
        for explain, game in zip((False, True), self.executors.builds, strict=True):
            same = _in(game, data)
            try:
                taken = game.find_action(same, action.actor, action.name, action.arguments)
            except Fault:
                continue  # of chance the weight is looked up among all that is legal; that this fails is seen at rest
            expected.append(self._after(game, same, taken, offer, explain=explain))
        return pinned, expected

    def _after(self, game: Game, state: Any, action: Action, offer: Offer, *, explain: bool) -> Expected:
        try:
            after = game.apply(state, action)
        except IllegalAction as refusal:
            self.counted.illegal += 1
            illegal = self.terms.not_(offer.taken.legal)
            return Expected(f"{action}: {refusal}", where_none(offer.asking, illegal, explain=False))
        except Fault as fault:
            self.counted.faults += 1
            return Expected(f"{action}: {fault}", after_fault(offer.faults, fault, explain=explain))
        self.counted.steps += 1
        there = self.terms.and_(offer.taken.legal, self.only(offer.courses, game.to_json(after)))
        return Expected(f"{action}: {shown(game.to_json(after))}", where_none(offer.faults, there, explain=explain))

    def phase(self, data: Any, name: str, courses: Sequence[Course], faults: Faults) -> tuple[Said, list[Expected]]:
        """What both engines make of a phase that is run from a position."""
        plain = self.executors.builds[0]
        pinned = self.pinned(plain.to_json(plain.position(data)), None)
        expected: list[Expected] = []
        for explain, game in zip((False, True), self.executors.builds, strict=True):
            try:
                after = game.run_phase(game.position(data), name)
            except Fault as fault:
                self.counted.faults += 1
                expected.append(Expected(f"{name}: {fault}", after_fault(faults, fault, explain=explain)))
                continue
            self.counted.steps += 1
            there = self.only(courses, game.to_json(after))
            expected.append(
                Expected(f"{name}: {shown(game.to_json(after))}", where_none(faults, there, explain=explain))
            )
        return pinned, expected

    def only(self, courses: Sequence[Course], data: Any) -> Bool:
        """That one of the ways is open, and leads here."""
        terms = self.terms
        shape = _shape(data["control"])
        ways: list[Bool] = []
        for course in courses:
            if shape_of(course.stack) != shape:
                continue
            said = self.executors.said()
            said.state(course.state, data)
            said.stack(self.run, course.stack, data["control"])
            ways.append(terms.and_(course.condition, terms.all(said.conditions())))
        return terms.and_(terms.any(ways), terms.at_most_one(course.condition for course in courses))

    def waiting(self, draw: random.Random, data: Any, shape: Shape) -> Any:
        """A position in which somebody is asked, reached or not: the frames hold values at random."""
        game = self.executors.builds[0]
        frames = []
        for number, (script, point) in enumerate(shape, start=1):
            held = {each.name: self.any_value(draw, each.domain) for each in self.run.held_at((script, point))}
            frames.append({"phase": script, "point": f"{point} asks" if number == len(shape) else point, "data": held})
        return game.from_json({**game.to_json(game.position(data)), "control": frames})

    def any_value(self, draw: random.Random, domain: Domain) -> Any:
        """Some value of a domain that has members, as data; a number without a bound is a small one or the greatest."""
        values = self.executors.study.world.values
        if isinstance(domain, Range) and domain.high - domain.low >= MOST_MEMBERS:
            return draw.choice([*range(domain.low, domain.low + 9), domain.high])
        return draw.choice([self.executors.said().name(domain, each) for each in values.members(domain)])

    def any_action(self, draw: random.Random, state: Any) -> Action:
        """Some action of those that are offered here, with any actor and any arguments."""
        game = self.executors.builds[0]
        decision = self.decision(game.to_json(state)["control"])
        taken = draw.choice(list(decision.offers.values())).taken
        arguments = [self.any_value(draw, each.var.domain) for each in taken.action.choices]
        actor = taken.ask.decider if taken.actor is None else self.any_value(draw, PLAYER)
        return game.find_action(state, actor, taken.action.name, arguments)

    # ---- FOUND

    def wrong(self, asked: tuple[Said, list[Expected]], *, solve: bool) -> list[str]:
        """What is not as expected: found out by the solver, or by working the terms out."""
        return decided(self.executors.study.solver, *asked) if solve else worked_out(*asked)


def steps(both: Executors, few: int = FEW) -> Steps:
    """The steps of a game; with more than a few ways to one place these are put together."""
    return Steps(both, Courses(both.study, both.study.world.unknown()), few=few)


def _in(game: Game, data: Any) -> Any:
    """The state in another build of the same rules."""
    return game.from_json({**data, "version": game.description.version})


def _shape(control: Sequence[Any]) -> Shape:
    frames = [each for each in control if each["phase"] is not None]
    return tuple((each["phase"], each["point"].removesuffix(" asks")) for each in frames)
