"""Questions about a position with open parts as terms: what each comes to in each case, and when it has no answer."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from refengine.ir import expressions as ir, lines as happening
from refengine.ir.domain import TRUTH, Domain
from refengine.rulings.beginning import Beginning
from refengine.rulings.positions import play_of
from refengine.rulings.proving.actions import taken
from refengine.rulings.proving.beyond import ALL_ACTIONS, COMES_OF, ODDS, SAID_BY, Beyond
from refengine.rulings.proving.moments import Moments
from refengine.rulings.questions import Question
from refengine.smt.scope import Faults
from refengine.smt.term import Bool
from refengine.smt.transition import Run
from refengine.smt.value import Value


@frozen(eq=False)
class Asking:
    """A question as terms: what it comes to in each case, of a domain, and when it has no answer.

    `is_legality` says that it asks whether an action is legal; `is_settled` that what is said of one answer is said of
    all that are the same.
    """

    domain: Domain
    values: tuple[tuple[Bool, Value], ...]
    fails: Bool
    is_legality: bool
    is_settled: bool

    def comes_to(self, moments: Moments, held: Any) -> Bool:
        """Returns the term that it comes to something that the engine says, and has an answer."""
        terms, values = moments.world.terms, moments.world.values
        wanted = moments.laid.held.value(self.domain, held)
        ways = (terms.and_(here, values.same(self.domain, value, wanted)) for here, value in self.values)
        return terms.and_(terms.not_(self.fails), terms.any(ways))


def asking(moments: Moments, beginning: Beginning, question: Question, line: happening.Expect | None) -> Asking:
    """Returns a question as terms; raises `Unsupported` for one of which no term is made."""
    if question.before:
        raise Beyond(COMES_OF)
    match question.sort:
        case "value":
            assert line is not None
            assert line.condition is not None
            return _value(moments, line.condition)
        case "whether" | "why not":
            assert line is not None
            return _legality(moments, beginning, line)
        case "acts" | "legal":
            raise Beyond(ALL_ACTIONS)
        case "odds":
            raise Beyond(ODDS)


def _value(moments: Moments, expr: ir.Expr) -> Asking:
    moments.speaks_of(expr)
    faults = Faults(moments.world.terms)
    values = tuple((each.condition, moments.world.encode(expr, moments.scope(each, faults))) for each in moments.cases)
    inner = expr
    while isinstance(inner, ir.Narrow | ir.Unwrap | ir.NonZero | ir.Among):
        inner = inner.inner
    settled = isinstance(inner, ir.CallValue) and not any(map(moments.world.read_by, inner.args))
    return Asking(expr.domain, values, faults.any(), is_legality=False, is_settled=settled)


# ---- WHETHER IT IS LEGAL


def _legality(moments: Moments, beginning: Beginning, line: happening.Expect) -> Asking:
    """Returns whether an action is legal, as `rulings.legality` looks at it."""
    assert line.play is not None
    bench = beginning.bench
    if any(map(moments.world.read_by, line.play.args)):
        raise Beyond(SAID_BY)
    play = play_of(bench.evaluation(bench.game.position({})), line.play)
    faults, terms = Faults(moments.world.terms), moments.world.terms
    values: list[tuple[Bool, Value]] = []
    for each in moments.cases:
        run = Run(moments.world, Faults(terms))
        found = taken(moments.laid.held, run, each, play)
        if found is not None:
            moments.speaks_of(found.ask)
        for obligation, fails in run.faults.found.items():
            for one in fails:
                faults.add(obligation, one)
        values.append((each.condition, False if found is None else found.legal))
    return Asking(TRUTH, tuple(values), faults.any(), is_legality=True, is_settled=True)
