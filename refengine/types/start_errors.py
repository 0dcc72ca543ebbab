"""Errors of where pieces start."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def no_room_at_the_start(
    name: str, pieces: int, zone: str, room: int, span: Span | None, zone_span: Span | None
) -> Diagnostic:
    """A component of which more pieces start in a zone than it may hold."""
    message = f"{pieces} `{name}` start in `{zone}`, which may hold as few as {room}"
    labels = () if zone_span is None else (Label(zone_span, "declared here"),)
    hint = f"let `{zone}` hold all of them, or let them start elsewhere: without `starts in` they lie in their box"
    return Diagnostic("E0333", message, span, labels, hint)
