"""Answers to single questions at a moment of a dispute.

INVARIANT: whatever is told of a value was asked of the engine, too; where the two differ, nothing is told.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from attrs import evolve

from refengine.engine.fault import CLASH, NO_CASE, NOT_RUNNING, NOTHING_BELOW, OVERLAP, Fault
from refengine.engine.undetermined import ends_of, open_text
from refengine.ir import expressions as ir, lines as happening
from refengine.ir.domain import TRUTH
from refengine.ir.expressions import Expr
from refengine.odds.asked import Question as OfChance
from refengine.odds.decisions import Decisions, spoken_of
from refengine.odds.odds import odds_after, probability
from refengine.rulings.alternatives import Alternatives
from refengine.rulings.bench import Bench, DisagreementError, Moment, reasons_of
from refengine.rulings.evaluation import Evaluation
from refengine.rulings.hanging import Told, alternatives_of
from refengine.rulings.legality import asked, in_the_way
from refengine.rulings.positions import play_of
from refengine.rulings.questions import Question
from refengine.rulings.ruling import Ruling
from refengine.rulings.speech import listed
from refengine.rulings.world import NOWHERE, failed

MOST_STATES = 100_000
"""The most states of chance that are looked at for a question of odds; `refengine odds` goes on for longer."""

NOT_OF_READINGS = "what other readings make of it is told of values, and of whether a single action is legal"


def answered(bench: Bench, moment: Moment, question: Question, line: happening.Expect | None) -> Ruling:
    """Returns the ruling on a question at a moment; `line` is what it works out or looks at."""
    asked_for = evolve_text(question)
    if moment.broken is not None:
        return _undetermined(bench, asked_for, moment.broken, moment)
    rests_on = open_text(bench.game, ends_of(bench.world.rules), moment.state)
    if rests_on is not None and question.sort not in {"acts", "whether", "why not", "legal"}:
        missing = f"nobody here has the text of {bench.speech.name(rests_on.title)}, on which it rests"
        return Ruling(asked_for, "undetermined", "Undetermined.", missing=missing, not_looked_at="the text is missing")
    match question.sort:
        case "acts":
            return _who_acts(bench, moment, asked_for)
        case "legal":
            return _legal_actions(bench, moment, asked_for, question.seat)
        case "whether" | "why not":
            assert line is not None
            return _legality(bench, moment, asked_for, line)
        case "odds":
            assert line is not None
            return _odds(bench, moment, asked_for, line)
        case "value":
            assert line is not None
            return _value(bench, moment, asked_for, line)


def evolve_text(question: Question) -> str:
    """Returns the words of a question, without a comment behind them."""
    return question.text.partition(" #")[0]


# ---- VALUES


def _value(bench: Bench, moment: Moment, asked_for: str, line: happening.Expect) -> Ruling:
    expr = line.condition
    assert expr is not None
    evaluation = bench.evaluation(moment.state)
    found, fault = failed(lambda: evaluation.value(expr, {}, NOWHERE))
    if fault is not None:
        ruling = _undetermined(bench, asked_for, fault, moment)
    else:
        following = bench.following(moment.state)
        following.expression(expr, {}, 0)
        for name, arguments in following.called:
            _agreed(bench, moment.state, evaluation, name, arguments)
        verdict = _said(bench, evaluation, expr, asked_for, found)
        answer = bench.speech.codec.public(expr.domain, found)
        ruling = Ruling(
            asked_for, "answered", verdict, answer, tuple(following.rules), tuple(following.considered)
        )  # fmt: skip
    if moment.hangs_on:
        on = moment.hangs_on | bench.steps.questions_of(expr)
        return evolve(ruling, hangs_on=tuple(sorted(on)))

    def work_out(answers: Alternatives) -> Callable[[], Any]:
        other = Evaluation(bench.world, moment.state, answers)
        return lambda: other.value(expr, {}, NOWHERE)

    def tell(value: Any, broken: Fault | None) -> Told:
        if broken is not None:
            return "undetermined", _no_answer(broken)
        return "answered", _said(bench, evaluation, expr, asked_for, value)

    alternatives, why = alternatives_of(bench.world.rules, bench.readings, work_out, tell)
    return evolve(ruling, alternatives=alternatives, not_looked_at=why)


def _said(bench: Bench, evaluation: Evaluation, expr: Expr, asked_for: str, found: Any) -> str:
    """Returns the verdict that an expression comes to this, as a sentence."""
    speech = bench.speech
    inner = expr
    while isinstance(inner, ir.Narrow | ir.Unwrap | ir.NonZero | ir.Among):
        inner = inner.inner
    if isinstance(inner, ir.CallValue):
        arguments = tuple(evaluation.value(each, {}, NOWHERE) for each in inner.args)
        said = speech.comes_to(evaluation, inner.name, arguments, found)
        lead = ("Yes: " if found else "No: ") if expr.domain == TRUTH else ""
        return _sentence(f"{lead}{said}")
    if expr.domain == TRUTH:
        said_so = speech.condition(evaluation, expr, {}, holds=bool(found))
        return _sentence(f"{'Yes' if found else 'No'}{': ' + said_so if said_so is not None else ''}")
    return _sentence(f"{asked_for} is {speech.value(expr.domain, found)}")


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def _agreed(bench: Bench, state: Any, evaluation: Evaluation, name: str, arguments: tuple[Any, ...]) -> None:
    """Asks the engine for a value that is told; raises `DisagreementError` if it says something else."""
    info = next(each for each in bench.game.description.values if each.name == name)
    mine = failed(lambda: evaluation.call(name, arguments))
    engines = failed(lambda: info.function(state, *arguments))
    if (mine[0], mine[1] is None) != (engines[0], engines[1] is None):
        raise DisagreementError(name)


# ---- WHAT IS NOT SAID


SILENT = "Undetermined: the rules do not say."

UNDETERMINED = {
    NO_CASE: SILENT,
    CLASH: "Undetermined: the rules contradict each other.",
    OVERLAP: "Undetermined: the rules contradict each other.",
    NOTHING_BELOW: "Undetermined: the position does not say what goes on afterwards.",
    NOT_RUNNING: "Undetermined: the position does not say what goes on afterwards.",
}
"""The verdicts on a question that has no answer, by the code of the fault; of another one the rules break off."""


def _no_answer(fault: Fault) -> str:
    return UNDETERMINED.get(fault.code, f"Undetermined: the rules break off, since {fault.message}.")


def _undetermined(bench: Bench, asked_for: str, fault: Fault, moment: Moment) -> Ruling:
    """Returns the ruling that the source is silent, with what is missing and the statements that would have to say it.

    Where the table has chosen a reading that leaves something open, that is what is missing.
    """
    rules = bench.world.rules
    silent = [
        (question, reading)
        for question in rules.questions
        for reading in question.readings
        if reading.name == bench.readings[question.name] and reading.incomplete
    ]
    if fault.code in {NOTHING_BELOW, NOT_RUNNING}:
        missing = "say in which phases it happens, as in `given phase Inner in Outer`"
        return Ruling(
            asked_for, "undetermined", _no_answer(fault), missing=missing, not_looked_at="the position ends here"
        )
    related = [each for each in silent if set(each[0].about) & set(fault.clause.cites)]
    about = related or (silent if len(silent) == 1 else [])
    ids = [*(cite for question, _ in about for cite in question.about), *fault.clause.cites]
    cites = bench.sources.cited(ids)
    where = bench.speech.clause(fault.clause.path)
    missing = f"{fault.message}, of {where}"
    if about:
        asks = "; ".join(f'{question.text} The table reads: "{reading.text}"' for question, reading in about)
        missing = f"{missing}: {asks}"
    hangs_on = tuple(sorted(moment.hangs_on)) if moment.broken is not None else ()
    return Ruling(asked_for, "undetermined", _no_answer(fault), missing=missing, silent=cites, hangs_on=hangs_on)


# ---- WHO, AND WHAT


def _who_acts(bench: Bench, moment: Moment, asked_for: str) -> Ruling:
    turn = bench.game.turn(moment.state)
    phase = moment.state.control[-1].phase
    at = f", in {bench.speech.name(phase)}" if phase else ""
    match turn.kind:
        case "over":
            said = "nobody has to decide anything"
        case "player" | "players":
            who = listed([f"player {seat}" for seat in turn.seats])
            said = f"{who} {'acts' if len(turn.seats) == 1 else 'act'}{at}"
        case other:
            said = f"{other if other == 'chance' else 'the table'} decides{at}"
    answer = {"kind": turn.kind, "seats": list(turn.seats)}
    return _plain(Ruling(asked_for, "answered", _sentence(said), answer), moment)


def _legal_actions(bench: Bench, moment: Moment, asked_for: str, seat: int) -> Ruling:
    found, fault = failed(lambda: bench.game.legal(moment.state))
    if fault is not None:
        return _undetermined(bench, asked_for, fault, moment)
    own = [each for each in found if each.actor == seat]
    told = [bench.speech.move(each.actor, each.name, each.arguments).partition(": ")[2] for each in own]
    said = f"player {seat} may {'; '.join(told)}" if told else f"player {seat} has nothing to decide here"
    answer = [
        {"actor": each.actor, "name": each.name, "arguments": [_data(one) for one in each.arguments]} for each in own
    ]
    return _plain(Ruling(asked_for, "answered", _sentence(said), answer), moment)


def _data(argument: Any) -> Any:
    """Returns an argument as JSON can hold it."""
    match argument:
        case None | bool() | int() | str():
            return argument
        case tuple() | list():
            return [_data(each) for each in argument]
        case dict():
            return {str(name): _data(each) for name, each in argument.items()}
        case _:
            return str(argument)


def _plain(ruling: Ruling, moment: Moment) -> Ruling:
    """Returns a ruling of which it is not looked at what other readings make of it, but for what happened before."""
    if moment.hangs_on:
        return evolve(ruling, hangs_on=tuple(sorted(moment.hangs_on)))
    return evolve(ruling, not_looked_at=NOT_OF_READINGS)


def _legality(bench: Bench, moment: Moment, asked_for: str, line: happening.Expect) -> Ruling:
    assert line.play is not None
    play = play_of(bench.evaluation(moment.state), line.play)
    reasons = reasons_of(bench, moment.state, play)
    outcome, verdict = _told_legality(reasons.action, legal=reasons.is_legal)
    ruling = Ruling(asked_for, outcome, verdict, reasons.is_legal, reasons=reasons)
    about = asked(bench.game, bench.world.rules, moment.state, play)
    if moment.hangs_on:
        on = moment.hangs_on | (frozenset() if about is None else bench.steps.questions_of(about.ask))
        return evolve(ruling, hangs_on=tuple(sorted(on)))
    if about is None:
        return evolve(ruling, not_looked_at="nobody is asked for this here, whatever is read")

    def work_out(answers: Alternatives) -> Callable[[], Any]:
        other = Evaluation(bench.world, moment.state, answers)
        return lambda: not in_the_way(other, about)

    def tell(legal: Any, broken: Fault | None) -> Told:
        return ("undetermined", SILENT) if broken is not None else _told_legality(reasons.action, legal=legal)

    alternatives, why = alternatives_of(bench.world.rules, bench.readings, work_out, tell)
    return evolve(ruling, alternatives=alternatives, not_looked_at=why)


def _told_legality(action: str, *, legal: bool) -> tuple[Any, str]:
    return ("legal", f"Legal: {action}.") if legal else ("illegal", f"Not legal: {action}.")


# ---- ODDS


def _odds(bench: Bench, moment: Moment, asked_for: str, line: happening.Expect) -> Ruling:
    expr = line.condition
    assert expr is not None
    rules = bench.world.rules

    def holds(state: Any) -> bool:
        return bool(bench.evaluation(state).value(expr, {}, NOWHERE))

    try:
        ends, wrong = odds_after(bench.game, moment.state, "this position", MOST_STATES)
        if ends is None:
            missing = "; ".join(each.message for each in wrong)
            return _plain(Ruling(asked_for, "undetermined", "Undetermined.", missing=missing), moment)
        open_ = next(
            (rest for state, _ in ends.weights if (rest := open_text(bench.game, ends_of(rules), state)) is not None),
            None,
        )
        if open_ is not None:
            missing = f"nobody here has the text of {bench.speech.name(open_.title)}, on which it rests"
            return _plain(Ruling(asked_for, "undetermined", "Undetermined.", missing=missing), moment)
        of = OfChance(asked_for, holds, lambda found: found, spoken_of(rules, expr))
        change = Decisions(bench.game, rules).change(ends.weights, of)
        if change is not None:
            choice = bench.speech.move(change.action.actor, change.action.name, change.action.arguments)
            missing = f"it is not decided yet when chance has done: {choice} would change it"
            return _plain(
                Ruling(asked_for, "undetermined", "Undetermined: somebody still has a choice.", missing=missing), moment
            )
        chance = probability(ends, holds)
    except Fault as fault:
        return _undetermined(bench, asked_for, fault, moment)
    answer = {"chance": f"{chance.numerator}/{chance.denominator}", "percent": float(chance * 100)}
    return _plain(Ruling(asked_for, "answered", _sentence(f"its chance is {_percent(chance)}"), answer), moment)


def _percent(chance: Fraction) -> str:
    hundredths = round(chance * 10_000)
    return f"{chance}, which is {hundredths // 100}.{hundredths % 100:02} %" if 0 < chance < 1 else f"{chance * 100} %"
