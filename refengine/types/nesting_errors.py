"""Errors of measures of chains."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def reads_both(span: Span) -> Diagnostic:
    """A number that what is running changes, and what the rules move and set as well."""
    message = "what is running and what else changes stand in one number of a measure during phases"
    hint = "write two numbers: what is running is as it was when a phase is done, the rest need not be"
    return Diagnostic("E0427", message, span, hint=hint)


def endless_texts(found: tuple[Span, tuple[str, ...]]) -> Diagnostic:
    """Bodies of texts that enter each other in a ring, in a game that says that its chains come to an end."""
    span, ring = found
    message = f"`{ring[0]}` enters itself again by what its bodies enter: {' → '.join(f'`{each}`' for each in ring)}"
    hint = "a measure during phases says that chains end; enter a phase that uses something up instead of a text"
    return Diagnostic("E0428", message, span, hint=hint)
