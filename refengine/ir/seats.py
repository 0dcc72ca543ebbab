"""Seats in values: which domains name a seat, so that a change of seats changes their values."""

from __future__ import annotations

from typing import Final

from refengine.ir import game as model
from refengine.ir.domain import Domain, Enum, Option, Place, Record, SetOf

SEATS: Final = "player"
"""The kind whose members are the seats."""


def names_seats(domain: Domain, game: model.Game) -> bool:
    """Returns whether values of a domain name seats: themselves, in what they hold, or as places of a seat."""
    match domain:
        case Enum(kind=kind):
            return kind == SEATS
        case Option(inner=inner) | SetOf(inner=inner):
            return names_seats(inner, game)
        case Record(name=name):
            (record,) = (each for each in game.records if each.name == name)
            return any(each.index == SEATS or names_seats(each.domain, game) for each in record.fields)
        case Place(component=component):
            return any(each.index == SEATS and each.component == component for each in game.zones)
        case _:
            return False
