"""The values of a domain as data name them, where there are few enough to be listed."""

from __future__ import annotations

from typing import Any

from refengine.engine.description import Description
from refengine.ir.domain import Domain, Enum, Option, Piece, Place, Range, Truth

MOST = 4_096
"""No longer list is made."""


def values_of(description: Description, domain: Domain) -> tuple[Any, ...]:
    """Every value; nothing when there is no end of them, or too many."""
    match domain:
        case Truth():
            return (False, True)
        case Range(low=low, high=high):
            return tuple(range(low, high + 1)) if high - low < MOST else ()
        case Enum(kind="player"):
            return tuple(range(1, description.players + 1))
        case Enum(kind=kind):
            return next((each.members for each in description.kinds if each.name == kind), ())
        case Piece(component=component):
            return tuple(
                piece.name for each in description.components if each.name == component for piece in each.pieces
            )
        case Place(component=component):
            return tuple(
                place.name for zone in description.zones if zone.component == component for place in zone.places
            )
        case Option(inner=inner):
            return (None, *values_of(description, inner))
        case _:
            return ()
