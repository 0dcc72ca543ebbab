"""Starts: a zone in which pieces lie when the game begins has room for all of them, whatever is agreed on and played.

INVARIANT: no state is the first of a game that holds more pieces in a zone than the zone may hold, so that whoever
moves no piece without room may take it for granted that none holds more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Range
from refengine.source.diagnostic import Diagnostic
from refengine.types.start_errors import no_room_at_the_start


def crowded_zones(game: model.Game) -> Iterator[Diagnostic]:
    """Yields the zones that are too small for what starts there, for as many players as may play."""
    zones = {each.name: each for each in game.zones}
    readings = {each.name: each.readings for each in game.questions}
    for component in game.components:
        zone = zones[component.starts_in]
        room = None if zone.cap is None else _least(zone.cap, readings)
        pieces = sum(row.copies for row in component.pieces)
        if room is not None and room < pieces:
            spans = component.clause.origin.span, zone.clause.origin.span
            yield no_room_at_the_start(component.name, pieces, zone.name, room, *spans)


def _least(cap: ir.Expr, readings: Mapping[str, tuple[model.Reading, ...]]) -> int | None:
    """Returns the smallest number that a bound may be, under any reading or option."""
    match cap:
        case ir.Number(value=value):
            return value
        case ir.Configured(what="question", name=name):
            return min(each.value.value for each in readings[name] if isinstance(each.value, ir.Number))
        case ir.Configured(domain=Range(low=low)):
            return low
        case _:
            return None
