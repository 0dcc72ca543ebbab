"""Seats and their pieces named by rules that fewer may play by: that the one who is named plays is owed.

With fewer players a seat is not there, and neither are the pieces that belong to it. In a comparison it may be named
all the same: nobody is that player, and nothing is that piece.
"""

from __future__ import annotations

from attrs import evolve

from refengine.ir import game
from refengine.ir.domain import PLAYER, Enum, Piece
from refengine.ir.expressions import AllMembers, Binding, Equal, Expr, Local, Member, Origin, Printed, SetLiteral, The
from refengine.ir.seating import seats_of
from refengine.source.span import Span
from refengine.types.context import Context

NAMED = "named~"
"""The name of the local that runs over the seats among which a named one is sought; no name of the language is so."""


def seat(ctx: Context, number: int, span: Span) -> Expr:
    """Returns the player with a number, who may not play."""
    literal = Member("player", number - 1)
    return _one(literal, PLAYER, span) if number > ctx.fewest else literal


def piece(ctx: Context, component: game.Component, index: int, span: Span) -> Expr:
    """Returns a printed piece, which is not there if it belongs to a player who does not play."""
    literal = Printed(component.name, index)
    seats = seats_of(component.fields, component.pieces[index].data)
    return _one(literal, Piece(component.name), span) if any(each > ctx.fewest for each in seats) else literal


def compared_side(expr: Expr) -> Expr:
    """Returns the side of a comparison; also of those that a set names."""
    match expr:
        case The(binding=Binding(var=Local(name=name), condition=Equal(right=literal))) if name == NAMED:
            return literal
        case SetLiteral(items=items):
            return evolve(expr, items=tuple(map(compared_side, items)))
        case _:
            return expr


def _one(literal: Member | Printed, domain: Enum | Piece, span: Span) -> Expr:
    among = Local(NAMED, domain)
    return The(Binding(among, AllMembers(domain), Equal(among, literal)), None, domain, Origin(span))
