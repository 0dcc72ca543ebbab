"""Changes of an expression: each function takes one node, without those below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from attrs import field, frozen

from refengine.mutants.mutant import Edit, Operator, RuleChange
from refengine.mutants.vocabulary import Vocabulary
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree

ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "=": ("!=",),
    "!=": ("=",),
    "is": ("is not",),
    "is not": ("is",),
}

ARITHMETIC: Final[Mapping[str, str]] = {"+": "-", "-": "+", "*": "+", "div": "mod", "mod": "div"}

QUANTIFIERS: Final[Mapping[str, tuple[str, ...]]] = {
    "every": ("some",),
    "some": ("every",),
    "no": ("some", "every"),
    "exactly": ("at most", "at least"),
    "at most": ("at least",),
    "at least": ("at most",),
}


@frozen
class ExpressionPlace:
    """The place of an expression: the text, the words of the game, and the names that are bound, by their sort."""

    source: SourceText
    words: Vocabulary
    bound: Mapping[str, str] = field(factory=dict)

    def text(self, span: Span) -> str:
        """Returns the text of a span."""
        return self.source.text[span.start : span.end]


def between(here: ExpressionPlace, start: int, end: int, path: str) -> Span:
    """Returns the span of the text from one place to another, without the space around it."""
    text = here.source.text[start:end]
    return Span(path, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def expression_changes(node: object, here: ExpressionPlace) -> Iterator[RuleChange]:
    """Yields the changes of one expression."""
    match node:
        case tree.Compare():
            yield from _compared(node, here)
        case tree.Member(negated=negated, span=span):
            word = between(here, node.item.span.end, node.domain.span.start, span.path)
            yield _one("comparison", span, word, "in" if negated else "not in")
        case tree.IsEmpty(negated=negated, span=span):
            word = between(here, node.inner.span.end, span.end, span.path)
            yield _one("comparison", span, word, "is empty" if negated else "is not empty")
        case tree.Not(span=span):
            yield _one("connective", span, Span(span.path, span.start, node.inner.span.start), "")
        case tree.And(span=span):
            yield from _connected(here, span, node.left, node.right, "or")
        case tree.Or(span=span):
            yield from _connected(here, span, node.left, node.right, "and")
        case tree.Implies(span=span):
            yield _one("part dropped", span, Span(span.path, span.start, node.right.span.start), "")
            yield _one("connective", span, between(here, node.left.span.end, node.right.span.start, span.path), "and")
        case tree.IfElse(span=span):
            edits = (
                Edit(node.then.span, here.text(node.otherwise.span)),
                Edit(node.otherwise.span, here.text(node.then.span)),
            )
            yield RuleChange("condition", span, edits)
        case tree.Quantified():
            yield from _quantified(node, here)
        case tree.Fold():
            yield from _folded(node, here)
        case tree.Arith(op=op, span=span):
            yield _one(
                "arithmetic", span, between(here, node.left.span.end, node.right.span.start, span.path), ARITHMETIC[op]
            )
            yield _one("part dropped", span, Span(span.path, node.left.span.end, span.end), "")
        case tree.IntLit(value=value, span=span):
            yield from (_one("number", span, span, str(each)) for each in (value + 1, value - 1) if each >= 0)
        case tree.TruthLit(value=value, span=span):
            yield _one("truth", span, span, "false" if value else "true")
        case tree.Binder():
            yield from _narrowed(node, here)
        case tree.SetLit(items=items, span=span) if len(items) > 1:
            yield from _without(items, span)
        case tree.NameRef() | tree.Of() | tree.FieldOf() | tree.Call() | tree.KeyLiteral():
            yield from _named(node, here)
        case _:
            pass


def _one(operator: Operator, shown: Span, span: Span, text: str) -> RuleChange:
    return RuleChange(operator, shown, (Edit(span, text),))


def _compared(node: tree.Compare, here: ExpressionPlace) -> Iterator[RuleChange]:
    """Yields the other relations, and the other readings of a question that is compared with one."""
    word = between(here, node.left.span.end, node.right.span.start, node.span.path)
    for other in ORDERS[node.op]:
        yield _one("comparison", node.span, word, other)
    match node.left, node.right:
        case tree.NameRef(name=question), tree.NameRef(name=reading) if question.text in here.words.readings:
            others = [each for each in here.words.readings[question.text] if each != reading.text]
            if len(others) > 1:  # of two, the other is what is said by `is not`
                yield from (_one("member", node.span, reading.span, each) for each in others)
        case _:
            pass


def _connected(
    here: ExpressionPlace, span: Span, left: tree.Expr, right: tree.Expr, other: str
) -> Iterator[RuleChange]:
    yield _one("connective", span, between(here, left.span.end, right.span.start, span.path), other)
    yield _one("part dropped", span, Span(span.path, span.start, right.span.start), "")
    yield _one("part dropped", span, Span(span.path, left.span.end, span.end), "")


def _quantified(node: tree.Quantified, here: ExpressionPlace) -> Iterator[RuleChange]:
    """Yields other quantifiers, and other numbers behind them."""
    lead = Span(node.span.path, node.span.start, node.binder.span.start)
    text = here.text(lead)
    for other in QUANTIFIERS[node.quantifier]:
        yield _one("quantifier", node.span, lead, text.replace(node.quantifier, other, 1))
    if node.many is not None:
        for number in (node.many + 1, node.many - 1):
            if number >= 0:
                yield _one("number", node.span, lead, re.sub(r"\d+|\bone\b", str(number), text, count=1))


def _folded(node: tree.Fold, here: ExpressionPlace) -> Iterator[RuleChange]:
    """Yields the highest for the lowest and the other way round; for a sum how many there are, and the highest."""
    lead = Span(node.span.path, node.span.start, node.term.span.start)
    text = here.text(lead)
    for other in {"sum": ("highest",), "highest": ("lowest",), "lowest": ("highest",)}[node.op]:
        yield _one("extreme", node.span, lead, text.replace(node.op, other, 1))
    if node.op == "sum":
        yield _one("extreme", node.span, Span(node.span.path, node.span.start, node.binder.span.start), "number of ")


def _narrowed(node: tree.Binder, here: ExpressionPlace) -> Iterator[RuleChange]:
    """Yields a binder without its `other`, without its condition, and with the negation of it."""
    if node.other:
        first = node.kind or node.name
        yield _one("condition", node.span, Span(node.span.path, node.span.start, first.span.start), "")
    if node.condition is None:
        return
    last = node.domain.span if node.domain is not None else node.name.span
    yield _one("condition", node.span, Span(node.span.path, last.end, node.condition.span.end), "")
    negated = negation(node.condition, here)
    if negated is not None:
        yield _one("condition", node.span, node.condition.span, negated)


def negation(condition: tree.Expr, here: ExpressionPlace) -> str | None:
    """Returns the condition with a `not` before it; None if a change of its own turns it into its contrary."""
    match condition:
        case tree.Compare(op="=" | "!=" | "is" | "is not") | tree.Member() | tree.IsEmpty() | tree.Not():
            return None
        case tree.TruthLit() | tree.Quantified(quantifier="no"):
            return None
        case tree.Bracket():
            return negation(condition.inner, here)
        case tree.Call() | tree.NameRef():
            return f"not {here.text(condition.span)}"
        case _:
            return f"not ({here.text(condition.span)})"


def _without(items: tuple[tree.Expr, ...], span: Span) -> Iterator[RuleChange]:
    """Yields the set without each of its members."""
    for place, item in enumerate(items):
        start = items[place - 1].span.end if place else item.span.start
        end = item.span.end if place else items[1].span.start
        yield _one("member", span, Span(span.path, start, end), "")


# ---- NAMES


def _named(
    node: tree.NameRef | tree.Of | tree.FieldOf | tree.Call | tree.KeyLiteral, here: ExpressionPlace
) -> Iterator[RuleChange]:
    """Yields another name of the same sort."""
    words, name = here.words, node.name
    match node:
        case tree.NameRef() if name.text in here.bound:
            other = _also_bound(name.text, here)
            if other is not None:
                yield _one("name", node.span, name.span, other)
        case tree.NameRef() if name.text in words.members:
            yield _one("member", node.span, name.span, words.members[name.text])
        case tree.NameRef() if name.text in words.places:
            yield _one("destination", node.span, name.span, words.places[name.text])
        case tree.Of() if name.text in {"next", "previous"}:
            yield _one("name", node.span, name.span, "previous" if name.text == "next" else "next")
        case tree.Of(word="on") if name.text in words.members:
            yield _one("member", node.span, name.span, words.members[name.text])
        case tree.Of() if name.text in words.places:
            yield _one("destination", node.span, name.span, words.places[name.text])
        case tree.FieldOf() if name.text in words.fields:
            yield _one("field", node.span, name.span, words.fields[name.text])
        case tree.Call(args=args):
            for one, two in pairwise(args):
                if here.text(one.span) != here.text(two.span):
                    edits = (Edit(one.span, here.text(two.span)), Edit(two.span, here.text(one.span)))
                    yield RuleChange("argument", node.span, edits)
        case tree.KeyLiteral() if name.text in words.members:
            yield _one("member", node.span, name.span, words.members[name.text])
        case _:
            pass


def _also_bound(name: str, here: ExpressionPlace) -> str | None:
    """Returns the name of the same sort that was bound last before this one, or else the first after it."""
    alike = [each for each, sort in here.bound.items() if sort == here.bound[name]]
    place = alike.index(name)
    return None if len(alike) == 1 else alike[place - 1] if place else alike[1]
