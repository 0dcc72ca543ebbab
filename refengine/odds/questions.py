"""Questions about the ends of chance, and the shares of the answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from refengine.engine.open_answers import Undetermined
from refengine.ir.domain import Domain
from refengine.odds.odds import decider, shares
from refengine.odds.walk import Ends
from refengine.runtime.codec import Codec
from refengine.runtime.description import Description, LineInfo
from refengine.runtime.fault import Fault
from refengine.runtime.frames import Turn
from refengine.runtime.game import Game, State


@frozen
class OddsQuestion:
    """A question to be asked of a state: how it is written, and the answer as names and numbers (None is nothing).

    `reads` are the zones, variables and tokens that it speaks of; None where nobody wants to know what would change it.
    """

    text: str
    asked: Callable[[State], Hashable]
    public: Callable[[Hashable], Any]
    reads: frozenset[str] | None = None


WHO = "who decides next"


@frozen
class NextDecision:
    """The next to decide, the phase in which, and whether there is a choice; nobody, in none, when the game is over."""

    turn: Turn
    phase: str | None
    chooses: bool = True

    def __str__(self) -> str:
        told = decider(self.turn) if self.phase is None else f"{decider(self.turn)}, in {self.phase}"
        return told if self.chooses else f"{told}, without a choice"


@frozen
class OddsAnswer:
    """The answers to several questions together, and how likely they are: `weight` out of `whole`.

    `values` has a value for each question; `faults` tells of each whether it has no answer, and then its value is None.
    """

    values: tuple[Any, ...]
    faults: tuple[bool, ...]
    weight: int
    whole: int

    @property
    def chance(self) -> Fraction:
        """The probability of the answer, in lowest terms."""
        return Fraction(self.weight, self.whole)


@frozen
class JointAnswers:
    """The answers to questions that were asked together: all that they come to, in order."""

    texts: tuple[str, ...]
    answers: tuple[OddsAnswer, ...]


class _NoAnswer:
    """Stands for a fault among answers."""


_NO_ANSWER = _NoAnswer()


def where_known(question: OddsQuestion, resting: Callable[[State], Undetermined | None]) -> OddsQuestion:
    """Returns the question with what it rests on for an answer, where that is an open text."""

    def ask(state: State) -> Hashable:
        return resting(state) or question.asked(state)

    return evolve(question, asked=ask, public=lambda found: _public(question, found))


def _public(question: OddsQuestion, found: Hashable) -> Any:
    return str(found) if isinstance(found, Undetermined) else question.public(found)


def answer_odds(ends: Ends, questions: tuple[OddsQuestion, ...]) -> JointAnswers:
    """Returns how likely each answer is, or the answers together; that there is none is an answer too.

    Truths (yes before no), numbers and members stand in their order, all else stands by how likely it is.
    """
    functions = [each.asked for each in questions]

    def ask(state: State) -> Hashable:
        return tuple([_asked(function, state) for function in functions])

    found: list[tuple[tuple[Any, ...], OddsAnswer]] = []
    for inside, weight in shares(ends, ask).items():
        assert isinstance(inside, tuple)
        faults = tuple(each is _NO_ANSWER for each in inside)
        values = tuple(
            None if fault else question.public(each)
            for question, each, fault in zip(questions, inside, faults, strict=True)
        )
        order = tuple(_order(each, weight) for each in inside)
        found.append((order, OddsAnswer(values, faults, weight, ends.whole)))
    found.sort(key=lambda each: each[0])
    return JointAnswers(tuple(each.text for each in questions), tuple(answer for _, answer in found))


def asked_of(question: OddsQuestion, state: State) -> Hashable:
    """Returns the answer in a state; where there is none, something that is equal to no other."""
    return _asked(question.asked, state)


def _asked(function: Callable[[State], Hashable], state: State) -> Hashable:
    try:
        return function(state)
    except Fault:
        return _NO_ANSWER


def _order(inside: Hashable, weight: int) -> tuple[Any, ...]:
    match inside:
        case _NoAnswer():
            return (2, 0, "")
        case bool():
            return (0, int(not inside), "")
        case int():
            return (0, inside, "")
        case _:
            return (1, -weight, str(inside))


def of_line(
    text: str, line: LineInfo, domain: Domain, told: Description, reads: frozenset[str] | None = None
) -> OddsQuestion:
    """Returns the question that a line of an example works out."""
    assert line.condition is not None
    codec = Codec(told)
    return OddsQuestion(text, line.condition, lambda value: codec.public(domain, value), reads)


def who_decides(game: Game, forced: Callable[[State], object] | None = None) -> OddsQuestion:
    """Returns the question who decides when chance has done, and in which phase.

    If `forced` tells, the answer says too whether there is a choice.
    """

    def ask(state: State) -> Hashable:
        turn = game.turn(state)
        if turn.kind == "over":
            return NextDecision(turn, None)
        return NextDecision(turn, state.control[-1].phase, chooses=forced is None or forced(state) is None)

    return OddsQuestion(WHO, ask, lambda told: told)
