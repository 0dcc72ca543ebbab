"""Public values: members and pieces by name, seats from 1, as they look from outside."""

from __future__ import annotations

from refengine.engine.emit.unit import Unit
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth


def public_text(unit: Unit, domain: Domain, text: str) -> str:
    """Returns a Python expression for the public form of a value."""
    match domain:
        case Enum(kind="player"):
            return f"{text} + 1"
        case Enum(kind=kind):
            return f"{unit.listings_of[kind]}[{text}]"
        case Cell():
            return f"cell_name({text})"
        case Spot(part=part):
            return f"{unit.layout.parts[part]}.spot_name({text})"
        case Piece() | Place():
            return f"{text}.name"
        case Option(inner=inner):
            return f"None if {text} is None else {public_text(unit, inner, text)}"
        case SetOf(inner=inner):
            return f"tuple([{public_text(unit, inner, 'each')} for each in {text}])"
        case Record():
            return f"repr({text})"
        case Truth() | Range() | Count():
            return text
