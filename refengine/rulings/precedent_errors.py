"""Diagnostics about precedents: one function for each mistake."""

from __future__ import annotations

from refengine.runtime.bad_data import in_few_words
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def bad_precedent(why: str, place: Span) -> Diagnostic:
    """A file that is no precedent."""
    hint = "`refengine ask --save NAME` writes precedents"
    return _none(f"this is no precedent: {why}", place, hint)


def other_precedent(place: Span, form: object, ours: int) -> Diagnostic:
    """A precedent in the form of another version of this program."""
    return _none(f"the precedent has form {in_few_words(form)}, we read form {ours}", place, "save the ruling anew")


def no_such_date(place: Span) -> Diagnostic:
    """A confirmation that does not say who and when."""
    hint = 'write `by = "NAME"` and `on = 2000-01-01` below it, with the day on which that was'
    return _none("a confirmation says who and when", place, hint)


def _none(message: str, place: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0912", message, place, hint=hint)
