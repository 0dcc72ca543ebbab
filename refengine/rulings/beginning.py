"""The beginning of a dispute at one table: the position that it gives, with what it leaves open filled in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.loading import RuleSetError
from refengine.rulings import errors
from refengine.rulings.bench import Bench, Moment
from refengine.rulings.elaboration import place_of_given
from refengine.rulings.fillings import Filling, Part, Pieces, filled, holds_of_filled
from refengine.rulings.lines import Lines
from refengine.rulings.positions import GivenFacts, contradictions, given_facts, position_of
from refengine.rulings.possible_by_readings import questions_of_invariants
from refengine.rulings.questions import Dispute
from refengine.runtime.fault import BadData, Fault
from refengine.source.diagnostic import Diagnostic
from refengine.source.later import later
from refengine.source.span import Span

if TYPE_CHECKING:
    from refengine.rulings.narrowing import narrowed
    from refengine.rulings.open_parts import parts_of
    from refengine.runtime.game import State
else:  # most positions leave nothing open
    narrowed = later("refengine.rulings.narrowing", "narrowed")
    parts_of = later("refengine.rulings.open_parts", "parts_of")


class ImpossibleError(Exception):
    """A position that cannot be: what is wrong with what is given, and on which questions that hangs."""

    def __init__(self, wrong: Iterable[Diagnostic], hangs_on: frozenset[str] = frozenset()) -> None:
        self.wrong, self.hangs_on = tuple(wrong), hangs_on
        super().__init__("; ".join(each.message for each in self.wrong))


@frozen
class Beginning:
    """The beginning of a dispute on a bench. `given` is None where it begins as the game does."""

    bench: Bench
    example: model.Example
    place: Span
    hangs_on: frozenset[str]
    given: GivenFacts | None
    parts: tuple[Part, ...] = ()
    narrowed_by: tuple[str, ...] = ()
    """The citations of the invariants by which pieces were left out that may not lie where something is open."""

    @classmethod
    def of(cls, bench: Bench, example: model.Example, dispute: Dispute, lines: Lines) -> Beginning:
        """Returns the beginning of a dispute; raises `RuleSetError` for what is given or open and has no value."""
        place = place_of_given(dispute, lines)
        if dispute.opened:
            example = evolve(example, from_position=True)
        hangs_on = questions_before(bench, example) | questions_of_opened(bench, example, dispute)
        if not example.from_position:
            return cls(bench, example, place, hangs_on, None)
        try:
            given = given_facts(bench.game, bench.world, bench.answers, example)
        except Fault as fault:
            wrong = errors.no_position(f"what is given has no value: {fault.message}", None, place)
            raise RuleSetError((wrong,), lines.texts) from fault
        except BadData as bad:
            raise RuleSetError((errors.no_position(bad.message, bad.hint, place),), lines.texts) from bad
        if not dispute.opened:
            return cls(bench, example, place, hangs_on, given)
        parts, found = parts_of(bench, example, given, dispute.opened, place)
        if found:
            raise RuleSetError(lines.placed(found), lines.texts)
        parts, narrowed_by = narrowed(bench, example, given, parts)
        short = [
            errors.nothing_left(each.open.span, each.open.count, each.left)
            for each in parts
            if isinstance(each, Pieces) and not 0 < each.open.count <= each.left
        ]
        if short:
            raise RuleSetError(lines.placed(short), lines.texts)
        return cls(bench, example, place, hangs_on, given, parts, narrowed_by)

    def moment(self, filling: Filling = ()) -> Moment:
        """Returns the moment at which the dispute begins; raises `ImpossibleError` for what is no position."""
        bench = self.bench
        try:
            if self.given is None:
                return Moment(bench.first(), self.hangs_on)
            state = self._position(self.given, filling)
        except Fault as fault:
            return Moment(None, self.hangs_on, fault)
        return Moment(state, self.hangs_on | questions_of_invariants(bench, state))

    def _position(self, given: GivenFacts, filling: Filling) -> State:
        bench, pairs = self.bench, tuple(zip(self.parts, filling, strict=True))
        strange = next((part for part, choice in pairs if not part.has(choice)), None)
        if strange is not None:
            raise ImpossibleError((errors.not_so(strange.open.span),))
        try:
            state = position_of(bench.game, self.example, filled(bench, given, self.parts, filling))
        except BadData as bad:
            raise ImpossibleError((errors.no_position(bad.message, bad.hint, self.place),)) from bad
        wrong = tuple(contradictions(bench.game, bench.world, bench.answers, self.example, state, self.place))
        if wrong:
            raise ImpossibleError(wrong, questions_of_invariants(bench, state))
        unlike = next((part for part, choice in pairs if not holds_of_filled(bench, part, choice, state)), None)
        if unlike is not None:
            raise ImpossibleError((errors.not_so(unlike.open.span),))
        return state


def questions_before(bench: Bench, example: model.Example) -> frozenset[str]:
    """Returns the questions that may be asked for before a dispute begins."""
    if not example.from_position:
        return bench.steps.questions_on_the_way([("setup", None)], ())
    puts = [each for each in example.given if isinstance(each, model.PutPhase)]
    below = [(each.phase, each.then) for put in puts for each in put.inside]
    begun = bench.steps.questions_on_the_way([(each.phase, None) for each in puts], below) | bench.steps.of_starts
    return begun | bench.steps.questions_of(*example.given)


def questions_of_opened(bench: Bench, example: model.Example, dispute: Dispute) -> frozenset[str]:
    """Returns the questions that may be read for what may fill the open parts of a dispute (`parts_of`)."""
    asked = sum(each.asked is not None for each in dispute.opened)
    return bench.steps.questions_of(*example.lines[len(example.lines) - asked :])
