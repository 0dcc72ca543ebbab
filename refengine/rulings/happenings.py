"""Happenings: the lines of a dispute gone through one by one, and its questions answered where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from refengine.ir import game as model, lines as happening
from refengine.loading import RuleSetError
from refengine.rulings import errors
from refengine.rulings.answers import RulingAnswer, answer_at
from refengine.rulings.bench import Bench, Moment, reasons_of
from refengine.rulings.legality import question_about, ways_of_refusal
from refengine.rulings.lines import Lines
from refengine.rulings.positions import play_of, starts_of, waiting_below
from refengine.rulings.questions import RulingQuestion, mark_of
from refengine.rulings.world import NOWHERE
from refengine.runtime.description import PlayInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.source.span import Span

if TYPE_CHECKING:
    from refengine.runtime.game import State


class CannotHappenError(Exception):
    """An error: something in a dispute is not legal where it is said to happen: the reasons, and the line.

    `hangs_on` are the questions that may have been read until it was seen that it is not.
    """

    def __init__(self, why: Sequence[str], line: happening.Play, hangs_on: frozenset[str]) -> None:
        super().__init__("; ".join(why))
        self.why = tuple(why)
        self.line = line
        self.hangs_on = hangs_on

    def told(self, lines: Lines | None) -> RuleSetError:
        """Returns this as what is wrong with the dispute."""
        return RuleSetError(
            (errors.cannot_happen(self.why, _place(self.line, lines)),), {} if lines is None else lines.texts
        )


def _place(line: happening.Play, lines: Lines | None) -> Span:
    if lines is None or line.origin.span is None:
        return Span("question", 0, 0)
    return lines.place(line.origin.span)


def answers(
    bench: Bench, example: model.Example, moment: Moment, questions: Sequence[RulingQuestion]
) -> Iterator[RulingAnswer | CannotHappenError]:
    """Goes through the lines and yields the answer to each question where it stands.

    Where what a question supposes is not legal, that is yielded. Raises `CannotHappenError` where anything else is not.
    """
    numbers = {mark_of(number): each for number, each in enumerate(questions)}
    left = [each.line if isinstance(each, happening.Taken) else each for each in example.lines]
    while left:
        line = left.pop(0)
        question = numbers.get(line.name) if isinstance(line, happening.Mark) else None
        if question is None:
            moment = after(bench, moment, line)
            continue
        before, left = left[: len(question.before)], left[len(question.before) :]
        expect = None if question.asked is None else left.pop(0)
        assert expect is None or isinstance(expect, happening.Expect)
        then = moment
        try:
            for each in before:
                then = after(bench, then, each)
        except CannotHappenError as supposed:
            yield supposed
        else:
            yield answer_at(bench, then, question, expect)


def after(bench: Bench, moment: Moment, line: happening.Line) -> Moment:
    """Returns the moment after something has happened; raises `CannotHappenError` for what is not legal."""
    if moment.broken is not None:
        return moment
    state, evaluation, read = moment.state, bench.evaluation(moment.state), moment.hangs_on
    try:
        match line:
            case happening.RunPhase(phase=phase, args=args):
                read |= bench.steps.questions_on_the_way([(phase, None)], ()) | bench.steps.questions_of(*args)
                told = tuple(evaluation.value(each, {}, NOWHERE) for each in args)
                return Moment(bench.ran(state, phase, told), read)
            case happening.Play():
                read |= bench.steps.questions_of(*line.args)
                play = play_of(evaluation, line)
                starts = starts_of(bench.game, bench.world.rules, state, play)
                read |= bench.steps.questions_on_the_way(starts, waiting_below(bench.game, state))
                read |= _questions_of_legality(bench, state, play)
                return Moment(bench.stepped(state, play), read)
            case _:
                return moment
    except Fault as fault:
        return Moment(state, read, fault)
    except (IllegalAction, BadData) as refused:
        assert isinstance(line, happening.Play)
        try:
            why = _why(bench, state, play_of(evaluation, line), refused)
        except Fault as fault:  # in a condition that no plain engine asks for: it takes the first clause that applies
            return Moment(state, read, fault)
        raise CannotHappenError(why, line, read) from refused


def _questions_of_legality(bench: Bench, state: State, play: PlayInfo) -> frozenset[str]:
    """Returns the questions that may be read to say whether an action is legal, since else it cannot come to it."""
    about = question_about(bench.game, bench.world.rules, state, play)
    if about is None:
        return frozenset()
    return bench.steps.questions_of(about.ask.who, *(conditions for _, _, conditions in ways_of_refusal(about)))


def _why(bench: Bench, state: State, play: PlayInfo, refused: Exception) -> list[str]:
    if isinstance(refused, BadData) and question_about(bench.game, bench.world.rules, state, play) is None:
        return [refused.message]
    return [each.says for each in reasons_of(bench, state, play).obstacles]
