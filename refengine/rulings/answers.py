"""Answers to single questions at a moment of a dispute.

INVARIANT: whatever is told of a value was asked of the engine, too; where the two differ, nothing is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from refengine.engine.open_answers import ends_of, open_text
from refengine.ir import expressions as ir, lines as happening
from refengine.ir.domain import TRUTH
from refengine.ir.expressions import Expr
from refengine.report.sentences import sentence
from refengine.rulings.alternatives import Alternatives
from refengine.rulings.bench import Bench, DisagreementError, Moment, reasons_of
from refengine.rulings.evaluation import Evaluation
from refengine.rulings.legality import in_the_way, question_about
from refengine.rulings.no_answer import no_answer, undetermined
from refengine.rulings.offers import AwaitedDecision, awaited_decision, data_of, deciders, offers
from refengine.rulings.positions import play_of, waiting_below
from refengine.rulings.questions import RulingQuestion
from refengine.rulings.ruling import Ruling
from refengine.rulings.unsettled_rulings import UNSETTLED, without_text
from refengine.rulings.verdicts_by_reading import NOT_HELD, Told, alternatives_of
from refengine.rulings.world import NOWHERE, result_or_fault
from refengine.runtime.fault import Fault
from refengine.source.later import later

if TYPE_CHECKING:
    from refengine.rulings.chances import likelihood_ruling
    from refengine.rulings.if_only import if_only
else:  # chance is followed where somebody asks for odds, and what would do where something is illegal
    likelihood_ruling = later("refengine.rulings.chances", "likelihood_ruling")
    if_only = later("refengine.rulings.if_only", "if_only")

MISSING_TEXT = sentence("the text is missing")
NOBODY_ASKED = sentence("nobody is asked for this here, whatever is read")
NOBODY_DECIDES = sentence("no phase is running here, so nobody decides anything, whatever is read")
WHOEVER_DECIDES = sentence("who decides here is the same, whatever is read")


@frozen
class RulingAnswer:
    """An answer to a question: the ruling of the table alone, and who adds to it what other readings make of it."""

    ruling: Ruling
    other_readings: Callable[[Ruling], Ruling] | None = None

    def looked_at(self) -> Ruling:
        """Returns the ruling with what other readings make of it."""
        return self.ruling if self.other_readings is None else self.other_readings(self.ruling)


def answer_at(bench: Bench, moment: Moment, question: RulingQuestion, line: happening.Expect | None) -> RulingAnswer:
    """Returns the answer to a question at a moment; `line` is what it works out or looks at."""
    asked_for = evolve_text(question)
    if moment.broken is not None:
        return RulingAnswer(undetermined(bench, asked_for, moment.broken, moment))
    rests_on = open_text(bench.game, ends_of(bench.world.rules), moment.state)
    if rests_on is not None and question.sort not in {"acts", "whether", "why not", "legal"}:
        verdict, missing = bench.speech.say(UNSETTLED), without_text(bench, rests_on.title)
        why, hung = bench.speech.say(MISSING_TEXT), tuple(sorted(moment.hangs_on))
        unsettled = Ruling(asked_for, "undetermined", verdict, missing=missing, not_looked_at=why, hangs_on=hung)
        return RulingAnswer(unsettled)
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


def evolve_text(question: RulingQuestion) -> str:
    """Returns the words of a question, without a comment behind them."""
    return question.text.partition(" #")[0]


def _by_nodes(
    bench: Bench,
    moment: Moment,
    ruling: Ruling,
    reads: frozenset[str],
    work_out: Callable[[Evaluation], Any],
    tell: Callable[[Any, Fault | None], Told],
) -> RulingAnswer:
    """Returns an answer of which every set of readings is worked out in the same state, node by node.

    Where what happened before hangs on readings, so that the state would be another, the questions on which it may hang
    are named instead, with those that the answer itself reads.
    """
    if moment.hangs_on:
        return RulingAnswer(evolve(ruling, hangs_on=tuple(sorted(moment.hangs_on | reads))))

    def at_all_tables(own: Ruling) -> Ruling:
        def begun(answers: Alternatives) -> Callable[[], Any]:
            other = Evaluation(bench.world, moment.state, answers)
            return lambda: work_out(other)

        alternatives, why = alternatives_of(
            bench.sources.rules, bench.readings, begun, tell, bench.speech.say(NOT_HELD)
        )
        return evolve(own, alternatives=alternatives, not_looked_at=None if why is None else bench.speech.say(why))

    return RulingAnswer(ruling, at_all_tables)


# ---- VALUES


def _value(bench: Bench, moment: Moment, asked_for: str, line: happening.Expect) -> RulingAnswer:
    expr = line.condition
    assert expr is not None
    evaluation = bench.evaluation(moment.state)
    found, fault = result_or_fault(lambda: evaluation.value(expr, {}, NOWHERE))
    if fault is not None:
        ruling = undetermined(bench, asked_for, fault, moment)
    else:
        following = bench.following(moment.state)
        following.expression(expr, {}, 0)
        for name, arguments in following.called:
            _agreed(bench, moment.state, evaluation, name, arguments)
        verdict = _said(bench, evaluation, expr, asked_for, found)
        answer = bench.speech.codec.public(expr.domain, found)
        brief = _said_shortly(bench, expr, asked_for, found)
        ruling = Ruling(
            asked_for, "answered", verdict, answer, tuple(following.rules), tuple(following.considered), brief=brief
        )  # fmt: skip

    sayings: dict[Any, set[str | None]] = {}

    def work_out(other: Evaluation) -> Any:
        """Returns what it comes to under some readings, and keeps the sentence that is true under these."""
        value = other.value(expr, {}, NOWHERE)
        sayings.setdefault(value, set()).add(result_or_fault(lambda: _said(bench, other, expr, asked_for, value))[0])
        return value

    def tell(value: Any, broken: Fault | None) -> Told:
        if broken is not None:
            return "undetermined", no_answer(bench, broken)
        first, *others = sayings[value]
        return "answered", _said_shortly(bench, expr, asked_for, value) if others or first is None else first

    return _by_nodes(bench, moment, ruling, bench.steps.questions_of(expr), work_out, tell)


def _said(bench: Bench, evaluation: Evaluation, expr: Expr, asked_for: str, found: Any) -> str:
    """Returns the verdict that an expression comes to this, as a sentence."""
    speech = bench.speech
    inner = expr
    while isinstance(inner, ir.Narrow | ir.Unwrap | ir.NonZero | ir.Among):
        inner = inner.inner
    if isinstance(inner, ir.CallValue):
        arguments = tuple(evaluation.value(each, {}, NOWHERE) for each in inner.args)
        said = speech.comes_to(evaluation.world.values[inner.name], arguments, found)
        if expr.domain != TRUTH:
            return _sentence(said)
        return _sentence(speech.say("Yes: {why}", why=said) if found else speech.say("No: {why}", why=said))
    if expr.domain == TRUTH:
        said_so = speech.condition(evaluation, expr, {}, holds=bool(found))
        if said_so is None:
            return _said_shortly(bench, expr, asked_for, found)
        return _sentence(speech.say("Yes: {why}", why=said_so) if found else speech.say("No: {why}", why=said_so))
    return _said_shortly(bench, expr, asked_for, found)


def _said_shortly(bench: Bench, expr: Expr, asked_for: str, found: Any) -> str:
    """Returns the verdict that an expression comes to this, and nothing of what it is made of."""
    speech = bench.speech
    if expr.domain == TRUTH:
        return _sentence(speech.say("yes") if found else speech.say("no"))
    return _sentence(speech.say("{one} is {other}", one=asked_for, other=speech.value(expr.domain, found)))


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def _agreed(bench: Bench, state: Any, evaluation: Evaluation, name: str, arguments: tuple[Any, ...]) -> None:
    """Asks the engine for a value that is told; raises `DisagreementError` if it says something else."""
    info = next(each for each in bench.game.description.values if each.name == name)
    mine = result_or_fault(lambda: evaluation.call(name, arguments))
    engines = result_or_fault(lambda: info.function(state, *arguments))
    if (mine[0], mine[1] is None) != (engines[0], engines[1] is None):
        raise DisagreementError(name)


# ---- WHO, AND WHAT


def _who_acts(bench: Bench, moment: Moment, asked_for: str) -> RulingAnswer:
    here = awaited_decision(bench.game, bench.world.rules, moment.state)
    reads = frozenset[str]() if here is None else bench.steps.questions_of(here.ask.who)
    try:
        turn = bench.game.turn(moment.state)
        decide = None if here is None else deciders(bench.evaluation(moment.state), here)
    except Fault as fault:  # as in `_legality`
        return _at_other_tables(bench, moment, undetermined(bench, asked_for, fault, moment), reads)
    speech = bench.speech
    phase = moment.state.control[-1].phase
    at = speech.say(", in {phase}", phase=speech.name(phase)) if phase else ""

    def said(seats: tuple[int, ...]) -> str:
        if not seats:
            return _sentence(speech.say("nobody has to decide anything"))
        who = speech.listed([speech.words.who(seat) for seat in seats])
        return _sentence(f"{speech.sentences.count(len(seats), '{who} acts', '{who} act', who=who)}{at}")

    answer = {"kind": turn.kind, "seats": list(turn.seats), "phase": phase or None}
    match turn.kind:
        case "over":
            verdict = said(())
        case "player" | "players":
            verdict = said(turn.seats)
        case "chance":
            verdict = _sentence(f"{speech.say('chance decides')}{at}")
        case _:
            verdict = _sentence(f"{speech.say('the table decides')}{at}")
    ruling = Ruling(asked_for, "answered", verdict, answer)
    if here is None or decide is None:
        return _whatever_is_read(ruling, moment, speech.say(NOBODY_DECIDES))
    if here.ask.who is None:
        return _whatever_is_read(ruling, moment, speech.say(WHOEVER_DECIDES))
    if tuple(seat + 1 for seat in decide) != turn.seats:
        raise DisagreementError(asked_for)

    def tell(seats: Any, broken: Fault | None) -> Told:
        if broken is not None:
            return "undetermined", no_answer(bench, broken)
        return "answered", said(tuple(seat + 1 for seat in seats))

    return _by_nodes(bench, moment, ruling, reads, lambda other: deciders(other, here), tell)


def _whatever_is_read(ruling: Ruling, moment: Moment, why: str) -> RulingAnswer:
    """Returns an answer that reads nothing itself: it hangs on what happened before, or on nothing."""
    if moment.hangs_on:
        return RulingAnswer(evolve(ruling, hangs_on=tuple(sorted(moment.hangs_on))))
    return RulingAnswer(evolve(ruling, not_looked_at=why))


def _legal_actions(bench: Bench, moment: Moment, asked_for: str, seat: int) -> RulingAnswer:
    state = moment.state
    found, fault = result_or_fault(lambda: bench.game.legal(state))
    if fault is not None:
        ruling = undetermined(bench, asked_for, fault, moment)
        own: list[Any] = []
    else:
        own = [each for each in found if each.actor == seat]
        told = [(each, [data_of(one) for one in each.arguments]) for each in own]
        answer = [{"actor": each.actor, "name": each.name, "arguments": arguments} for each, arguments in told]
        ruling = Ruling(asked_for, "answered", _what_is_legal(bench, seat, own), answer)
    here = awaited_decision(bench.game, bench.world.rules, state)
    if here is None:
        return _whatever_is_read(ruling, moment, bench.speech.say(NOBODY_DECIDES))

    def of_seat(evaluation: Evaluation) -> tuple[Any, ...]:
        """Returns the legal actions of the seat; those that the table's readings allow come first, as in the engine."""
        made = _offered(bench, state, evaluation, here, seat)
        return (*(each for each in own if each in made), *(each for each in made if each not in own))

    reads = bench.steps.questions_of(here.ask)
    try:
        if fault is None and set(of_seat(bench.evaluation(state))) != set(own):
            raise DisagreementError(asked_for)
    except Fault as found:  # as in `_legality`
        return _at_other_tables(bench, moment, undetermined(bench, asked_for, found, moment), reads)

    def tell(actions: Any, broken: Fault | None) -> Told:
        if broken is not None:
            return "undetermined", no_answer(bench, broken)
        return "answered", _what_is_legal(bench, seat, list(actions))

    return _by_nodes(bench, moment, ruling, reads, of_seat, tell)


def _offered(bench: Bench, state: Any, evaluation: Evaluation, here: AwaitedDecision, seat: int) -> tuple[Any, ...]:
    """Returns the legal actions of a seat, node by node; raises `Fault` where nobody may do anything, as the engine."""
    return tuple(
        dict.fromkeys(
            bench.game.example_action(state, actor, name, arguments)
            for actor, name, arguments in offers(evaluation, here)
            if actor == seat - 1
        )
    )


def _what_is_legal(bench: Bench, seat: int, own: list[Any]) -> str:
    told, who = [bench.speech.deed(each.name, each.arguments) for each in own], bench.speech.words.who(seat)
    if told:
        return _sentence(bench.speech.say("{who} may {what}", who=who, what="; ".join(told)))
    return _sentence(bench.speech.say("{who} has nothing to decide here", who=who))


def _legality(bench: Bench, moment: Moment, asked_for: str, line: happening.Expect) -> RulingAnswer:
    assert line.play is not None
    # By other readings another action may be asked about, which other tables have to say.
    moment = evolve(moment, hangs_on=moment.hangs_on | bench.steps.questions_of(line.play.args))
    try:
        play = play_of(bench.evaluation(moment.state), line.play)
        reasons = reasons_of(bench, moment.state, play)
    except Fault as fault:  # in an argument, or a condition that no plain engine asks for: it takes the first clause
        here = awaited_decision(bench.game, bench.world.rules, moment.state)
        reads = frozenset() if here is None else bench.steps.questions_of(here.ask)
        return _at_other_tables(bench, moment, undetermined(bench, asked_for, fault, moment), reads)
    outcome, verdict = _told_legality(bench, reasons.action, legal=reasons.is_legal)
    ruling = Ruling(asked_for, outcome, verdict, reasons.is_legal, reasons=reasons)
    about = question_about(bench.game, bench.world.rules, moment.state, play)
    if about is None:
        return _whatever_is_read(ruling, moment, bench.speech.say(NOBODY_ASKED))

    def with_what_would_do(own: Ruling) -> Ruling:
        return evolve(own, reasons=evolve(reasons, if_only=if_only(bench, moment.state, play, reasons)))

    def tell(legal: Any, broken: Fault | None) -> Told:
        if broken is not None:
            return "undetermined", no_answer(bench, broken)
        return _told_legality(bench, reasons.action, legal=legal)

    reads = bench.steps.questions_of(about.ask)
    answer = _by_nodes(bench, moment, ruling, reads, lambda other: not in_the_way(other, about), tell)
    return RulingAnswer(answer.ruling, lambda own: with_what_would_do(evolve(answer, ruling=own).looked_at()))


def _told_legality(bench: Bench, action: str, *, legal: bool) -> tuple[Any, str]:
    if legal:
        return "legal", bench.speech.say("Legal: {action}.", action=action)
    return "illegal", bench.speech.say("Not legal: {action}.", action=action)


# ---- ODDS


def _odds(bench: Bench, moment: Moment, asked_for: str, line: happening.Expect) -> RulingAnswer:
    """Returns how likely something is when chance has done; other tables have to say what other readings make of it."""
    assert line.condition is not None
    expr = line.condition
    try:
        ruling = likelihood_ruling(bench, moment.state, asked_for, expr)
    except Fault as fault:
        ruling = undetermined(bench, asked_for, fault, moment)
    here = awaited_decision(bench.game, bench.world.rules, moment.state)
    reads = bench.steps.questions_of(expr)
    if here is not None:
        below = waiting_below(bench.game, moment.state)
        reads |= bench.steps.questions_while_chance_decides(here.script, here.ask, below)
    return _at_other_tables(bench, moment, ruling, reads)


def _at_other_tables(bench: Bench, moment: Moment, ruling: Ruling, reads: frozenset[str]) -> RulingAnswer:
    """Returns a ruling of which other tables have to say what other readings make of it, if it reads any."""
    reads |= moment.hangs_on
    if reads:
        return RulingAnswer(evolve(ruling, hangs_on=tuple(sorted(reads))))
    return _by_nodes(bench, moment, ruling, reads, lambda _: None, lambda *_: (ruling.outcome, ruling.verdict))
