"""The values of a domain as data name them: all, where there are few enough to be listed, or one by chance."""

from __future__ import annotations

from random import Random
from typing import Any

from refengine.ir.domain import (
    UNBOUNDED,
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place,
    Range,
    Record,
    SetOf,
    Spot,
    Truth,
)
from refengine.runtime.description import Description, FieldInfo

MOST = 4_096
"""The greatest length of a list that is made."""

NEAR = 4
"""The farthest column and row of a cell that is drawn."""

SMALL = 20
"""The greatest number drawn where numbers have no end."""


def values_of(description: Description, domain: Domain) -> tuple[Any, ...]:
    """Returns every value; nothing when there is no end of them, or too many."""
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
                place.name
                for zone in description.zones
                if zone.component == component and not zone.is_endless
                for place in zone.places
            )
        case Option(inner=inner):
            return (None, *values_of(description, inner))
        case _:
            return ()


def drawn_from(description: Description, domain: Domain, random: Random) -> Any:
    """Returns some value by chance; of numbers without an end a small one. None where there is nothing to draw from."""
    match domain:
        case Count():
            return random.randint(0, SMALL)
        case Range(low=low, high=high) if high - low >= MOST:
            return random.randint(*_bounded(low, high))
        case SetOf(inner=Range(low=low, high=high)) if high - low >= MOST:
            return sorted({random.randint(*_bounded(low, high)) for _ in range(random.randrange(SMALL))})
        case SetOf(inner=Count()):
            return sorted({random.randint(0, SMALL) for _ in range(random.randrange(SMALL))})
        case SetOf(inner=inner):
            return [each for each in values_of(description, inner) if random.random() < 0.5]
        case Spot(part=part):
            of = next(each for each in description.parts if each.name == part)
            column, row = random.randint(-NEAR, NEAR), random.randint(-NEAR, NEAR)
            return of.spot_name((column, row, random.randrange(len(of.printed)), random.randrange(len(of.sides) or 1)))
        case Cell():
            return f"({random.randint(-NEAR, NEAR)}, {random.randint(-NEAR, NEAR)})"
        case Record(name=name):
            fields = next(each.fields for each in description.records if each.name == name)
            return {each.name: _drawn_field(description, each, random) for each in fields}
        case Option(inner=inner):
            return None if random.random() < 0.3 else drawn_from(description, inner, random)
        case _:
            listed = values_of(description, domain)
            return random.choice(listed) if listed else None


def _bounded(low: int, high: int) -> tuple[int, int]:
    """Returns the least and the greatest number that are drawn from a range, of which an end may be none."""
    least = low if low > -UNBOUNDED else min(high, 0) - SMALL
    return least, high if high < UNBOUNDED else max(least, 0) + SMALL


def _drawn_field(description: Description, field: FieldInfo, random: Random) -> Any:
    if field.index is None:
        return drawn_from(description, field.domain, random)
    return [drawn_from(description, field.domain, random) for _ in values_of(description, Enum(field.index))]
