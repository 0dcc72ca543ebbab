"""Changes of clauses, statements and declarations: guards, exceptions, effects, sight, scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from refengine.mutants.expressions import ExpressionPlace, negation
from refengine.mutants.mutant import Edit, Operator, RuleChange
from refengine.source.span import Span
from refengine.syntax import tree

EVERYBODY = "everyone"


def clause_changes(node: object, here: ExpressionPlace) -> Iterator[RuleChange]:
    """Yields the changes of one clause, statement or declaration, without what is changed in its expressions."""
    match node:
        case tree.Exception_(whens=whens, span=span):
            yield _dropped("exception dropped", span, here)
            yield from _guards(whens, here, least=1)
        case tree.Case(whens=whens) | tree.Branch(whens=whens) if not isinstance(whens, tree.Otherwise):
            yield from _guards(whens, here, least=1)
        case tree.Plus(whens=whens, span=span):
            yield _dropped("exception dropped", span, here)
            yield from _guards(whens, here, least=0)
        case tree.Bar(whens=whens, span=span):
            yield _dropped("bar dropped", span, here)
            yield from _guards(whens, here, least=1)
        case tree.Action(whens=whens):
            yield from _guards(whens, here, least=0)
        case tree.If():
            yield from _negated(node.condition, here)
        case tree.Repeat() if node.until is not None:
            yield from _negated(node.until, here)
        case tree.Whenever() if not isinstance(node.watched, tuple):
            yield from _negated(node.watched, here)
        case tree.Copies(span=span):
            yield from _copies(span, here)
        case tree.Seen(by=by, span=span) if by.text != EVERYBODY:
            yield RuleChange("sight widened", span, (Edit(span, f"seen by {EVERYBODY}"),))
        case tree.Outcome():
            yield RuleChange("score", node.score.span, (Edit(node.score.span, f"{here.text(node.score.span)} + 1"),))
        case (
            tree.Move(span=span) | tree.MoveSeveral(span=span) | tree.MoveAll(span=span) | tree.Assign(span=span)
            | tree.Abandon(span=span) | tree.Transfer(op="enter", span=span)
            | tree.Word(op="done" | "game over", span=span)
        ):  # fmt: skip
            yield RuleChange("effect dropped", span, (Edit(span, "nothing"),))
        case _:
            pass
    if isinstance(node, tree.Transfer) and node.call.name.text in here.words.phases:
        name = node.call.name
        yield RuleChange("phase", node.call.span, (Edit(name.span, here.words.phases[name.text]),))


def _guards(whens: Sequence[tree.When], here: ExpressionPlace, *, least: int) -> Iterator[RuleChange]:
    """Yields each guard dropped, and turned into its contrary; of a clause that needs one the last becomes `true`."""
    for each in whens:
        if len(whens) > least:
            yield _dropped("guard dropped", each.span, here)
        else:
            yield RuleChange("guard dropped", each.span, (Edit(each.condition.span, "true"),))
        yield from _negated(each.condition, here)


def _negated(condition: tree.Expr, here: ExpressionPlace) -> Iterator[RuleChange]:
    contrary = negation(condition, here)
    if contrary is not None:
        yield RuleChange("guard negated", condition.span, (Edit(condition.span, contrary),))


def _dropped(operator: Operator, span: Span, here: ExpressionPlace) -> RuleChange:
    """Returns the change that drops whole lines, as many as the span reaches over."""
    text = here.source.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return RuleChange(operator, span, (Edit(Span(span.path, start, len(text) if end < 0 else end + 1), ""),))


def _copies(span: Span, here: ExpressionPlace) -> Iterator[RuleChange]:
    found = re.match(r"\d+", here.text(span))
    if found is not None:
        number = Span(span.path, span.start, span.start + found.end())
        for each in (int(found[0]) + 1, int(found[0]) - 1):
            if each > 0:
                yield RuleChange("number", span, (Edit(number, str(each)),))
