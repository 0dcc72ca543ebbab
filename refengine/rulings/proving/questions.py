"""Questions about a position with open parts as terms: what each comes to in each case, and when it has no answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from attrs import evolve, frozen

from refengine.engine.open_answers import ends_of
from refengine.ir import expressions as ir, lines as happening
from refengine.ir.domain import SetOf
from refengine.rulings.beginning import Beginning
from refengine.rulings.positions import play_of
from refengine.rulings.proving.actions import action_terms
from refengine.rulings.proving.beyond import ODDS, ORDER, SAID_BY, TEXTS, BeyondTerms
from refengine.rulings.proving.decisions import asks_of, legal_actions, who_acts
from refengine.rulings.proving.moments import Moments
from refengine.rulings.proving.order import is_there
from refengine.rulings.questions import RulingQuestion
from refengine.rulings.ruling import Ruling
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Value


@frozen(eq=False)
class QuestionTerms:
    """A question as terms: when it has no answer, and when it has the answer that a ruling gives.

    `is_settled` says that what is said of one answer is said of all that are the same; `happens` is the term that what
    the question supposes is legal.
    """

    fails: Bool
    answers: Callable[[Ruling], Bool]
    is_settled: bool = True
    happens: Bool = True

    def comes_to(self, moments: Moments, ruling: Ruling) -> Bool:
        """Returns the term that it comes to what the engine has ruled, and has an answer."""
        terms = moments.world.terms
        if is_impossible(ruling):
            return terms.all((terms.not_(self.fails), terms.not_(self.happens)))
        return terms.all((terms.not_(self.fails), self.happens, self.answers(ruling)))


def is_impossible(ruling: Ruling) -> bool:
    """Returns whether a ruling says that what a question supposes is not legal."""
    return ruling.outcome == "illegal" and ruling.answer is None


def question_terms(
    moments: Moments, beginning: Beginning, question: RulingQuestion, line: happening.Expect | None
) -> QuestionTerms:
    """Returns a question as terms; raises `Unsupported` for one of which no term is made."""
    ends = ends_of(beginning.bench.world.rules)
    if any(each.name in ends for ask in asks_of(moments) for each in ask.actions):
        raise BeyondTerms(TEXTS)
    asked = _asking(moments, beginning, question, line)
    terms = moments.world.terms
    fails = terms.or_(moments.unforeseen.noticed(), asked.fails)
    return evolve(asked, fails=fails, happens=terms.all(moments.supposed))


def _asking(
    moments: Moments, beginning: Beginning, question: RulingQuestion, line: happening.Expect | None
) -> QuestionTerms:
    match question.sort:
        case "value":
            assert line is not None
            assert line.condition is not None
            return _value(moments, beginning, line.condition)
        case "whether" | "why not":
            assert line is not None
            return _legality(moments, beginning, line)
        case "acts":
            return QuestionTerms(*who_acts(moments))
        case "legal":
            return QuestionTerms(*legal_actions(moments, beginning, question.seat))
        case "odds":
            raise BeyondTerms(ODDS)


def _value(moments: Moments, beginning: Beginning, expr: ir.Expr) -> QuestionTerms:
    moments.speaks_of(expr)
    if isinstance(expr.domain, SetOf) and is_there(moments.world.game):  # an answer lists its members
        raise BeyondTerms(ORDER)
    terms, values, held = moments.world.terms, moments.world.values, moments.laid.held
    faults = Faults(terms)
    found = [(each.condition, moments.world.encode(expr, moments.scope(each, faults))) for each in moments.cases]
    inner = expr
    while isinstance(inner, ir.Narrow | ir.Unwrap | ir.NonZero | ir.Among):
        inner = inner.inner
    settled = isinstance(inner, ir.CallValue) and not any(map(moments.world.read_by, inner.args))
    codec = beginning.bench.speech.codec

    def answers(ruling: Ruling) -> Bool:
        wanted = held.value(expr.domain, codec.internal(expr.domain, ruling.answer, "answer", unprinted=True))
        return terms.any(terms.and_(here, values.same(expr.domain, value, wanted)) for here, value in found)

    return QuestionTerms(faults.any(), answers, settled)


# ---- WHETHER IT IS LEGAL


def _legality(moments: Moments, beginning: Beginning, line: happening.Expect) -> QuestionTerms:
    """Returns whether an action is legal, as `rulings.legality` looks at it."""
    assert line.play is not None
    bench = beginning.bench
    if any(map(moments.world.read_by, line.play.args)):
        raise BeyondTerms(SAID_BY)
    play = play_of(bench.evaluation(bench.game.position({})), line.play)
    faults, terms = Faults(moments.world.terms), moments.world.terms
    values: list[tuple[Bool, Value]] = []
    for each in moments.cases:
        run = ScriptRun(moments.world, Faults(terms))
        found = action_terms(moments.laid.held, run, each, play)
        if found is not None:
            moments.speaks_of(found.ask)
        for obligation, fails in run.faults.found.items():
            for one in fails:
                faults.add(obligation, one)
        values.append((each.condition, False if found is None else found.legal))

    def answers(ruling: Ruling) -> Bool:
        ways = (terms.and_(here, terms.iff(cast("Bool", legal), ruling.answer is True)) for here, legal in values)
        return terms.any(ways)

    return QuestionTerms(faults.any(), answers)
