"""The words of statements that ask somebody or send control elsewhere, found without a look at what they mean."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.source.span import Span
from refengine.syntax import tree


def has_control(statement: tree.Statement) -> bool:
    """Returns whether the statement asks somebody or sends control elsewhere."""
    return first_control((statement,)) is not None


def first_control(body: Iterable[tree.Statement]) -> tuple[str, Span] | None:
    """Returns the first word in the statements that asks somebody or sends control elsewhere, and its place."""
    for statement in body:
        found: tuple[str, Span] | None = None
        match statement:
            case tree.Word(op="nothing"):
                pass
            case tree.Ask() | tree.Transfer() | tree.Abandon() | tree.Repeat() | tree.Word():
                return word_of(statement), statement.span
            case tree.Each(pick=tree.Pick(span=span)):
                return "chooses", span
            case tree.If(then=then, otherwise=otherwise):
                found = first_control((*then, *otherwise))
            case tree.Each(body=inner) | tree.Simultaneously(body=inner) | tree.Branch(body=inner):
                found = first_control(inner)
            case _:
                pass
        if found is not None:
            return found
    return None


def word_of(statement: tree.Ask | tree.Transfer | tree.Abandon | tree.Repeat | tree.Word) -> str:
    """Returns the word with which a statement begins that asks somebody or sends control elsewhere."""
    match statement:
        case tree.Ask():
            return "ask"
        case tree.Repeat():
            return "repeat"
        case tree.Abandon():
            return "abandon"
        case tree.Transfer(op=op):
            return op
        case tree.Word(op=op):
            return op
