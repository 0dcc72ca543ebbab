"""Readings that rules choose for questions: in editions, examples, and claims."""

from __future__ import annotations

from refengine.resolve import errors as name_errors
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types.context import Context


def chosen_readings(ctx: Context, chosen: tuple[tree.Chosen, ...]) -> tuple[tuple[str, str], ...]:
    """Returns the readings that lines `question is reading` choose, each checked."""
    found: dict[str, str] = {}
    first: dict[str, Span] = {}
    for each in chosen:
        name = each.question
        question = ctx.questions.get(name.text)
        if question is None:
            ctx.declared(name, tree.Question)
            continue
        ctx.used.add(question.name)
        known = tuple(reading.name for reading in question.readings)
        if name.text in first:
            ctx.report(name_errors.answered_twice(name.text, name.span, first[name.text]))
        elif each.reading.text not in known:
            ctx.report(name_errors.unknown_name("reading", each.reading.text, each.reading.span, known))
        else:
            found[question.name] = each.reading.text
        first.setdefault(name.text, name.span)
    return tuple(found.items())
