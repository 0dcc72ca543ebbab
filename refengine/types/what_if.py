"""Hypothetical expressions: under other readings, for fewer players, in a state that is changed, or asked for a fault.

Only claims, witnesses and audits ask such things.
"""

from __future__ import annotations

from typing import TypeAlias

from refengine.ir.domain import PLAYER, Domain, Piece
from refengine.ir.expressions import Exchanging, Expr, Fails, Not, Replacing, Under
from refengine.syntax import tree
from refengine.types import claim_errors, errors
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce, describe, strip
from refengine.types.readings import chosen_readings

WhatIf: TypeAlias = tree.UnderReading | tree.UnderPlayers | tree.AfterReplacing | tree.AfterExchange | tree.IsFault


def elaborate_what_if(
    ctx: Context, scope: Scope, node: WhatIf, expected: Domain | None, expr: Elaborate
) -> Expr | None:
    """Returns the expression with what is different about its state or its rules; outside a claim it is refused."""
    if ctx.claimed is None:
        _outside(ctx, node)
        return None
    match node:
        case tree.UnderReading(chosen=chosen):
            readings = chosen_readings(ctx, (chosen,))
            one = expr(ctx, scope, node.inner, expected)
            return None if one is None or not readings else Under(one, readings, None)
        case tree.UnderPlayers():
            return _for_fewer(ctx, scope, node, expected, expr)
        case tree.AfterReplacing():
            one = expr(ctx, scope, node.inner, expected)
            pieces = _pieces(ctx, scope, node.new, node.old, expr)
            return None if one is None or pieces is None else Replacing(one, *pieces)
        case tree.AfterExchange():
            one = expr(ctx, scope, node.inner, expected)
            seats = _player(ctx, scope, node.one, expr), _player(ctx, scope, node.other, expr)
            if one is None or seats[0] is None or seats[1] is None:
                return None
            return Exchanging(one, seats[0], seats[1])
        case tree.IsFault(negated=negated):
            one = expr(ctx, scope, node.inner, None)
            return None if one is None else Not(Fails(one)) if negated else Fails(one)


def _outside(ctx: Context, node: WhatIf) -> None:
    """Reports a rule that asks what would be, with what it could ask instead."""
    word = "under" if isinstance(node, tree.UnderReading | tree.UnderPlayers) else "after"
    hint = "a rule reads the state as it is"
    match node:
        case tree.IsFault():
            word, hint = "is a fault", "a rule says what is to be done; nothing can be done about its own faults"
        case tree.UnderReading(chosen=chosen):
            asked = f"{chosen.question.text} is {chosen.reading.text}"
            hint = f"a rule can ask whether `{asked}`, and say what follows from it"
        case tree.UnderPlayers(players=players):
            hint = f"a rule can ask whether `(number of player p) = {players.value}`, and say what follows from it"
        case _:
            pass
    ctx.report(claim_errors.what_if_outside(word, node.span, hint))


def _for_fewer(
    ctx: Context, scope: Scope, node: tree.UnderPlayers, expected: Domain | None, expr: Elaborate
) -> Expr | None:
    """Seats above the number are not there, so that in all states of the claim there must be at least so many."""
    claimed, seats = ctx.claimed, node.players.value
    if claimed is None or not ctx.players[0] <= seats <= ctx.players[1]:
        ctx.report(errors.not_played_by(str(seats), ctx.players, node.players.span))
        return None
    if seats > claimed[0]:
        ctx.report(errors.more_than_claimed(seats, claimed[0], node.players.span))
        return None
    before = ctx.fewest, ctx.seats
    (ctx.fewest, ctx.seats), ctx.claimed = (seats, seats), (seats, seats)
    one = expr(ctx, scope, node.inner, expected)
    (ctx.fewest, ctx.seats), ctx.claimed = before, claimed
    return None if one is None else Under(one, (), seats)


def _pieces(ctx: Context, scope: Scope, new: tree.Expr, old: tree.Expr, expr: Elaborate) -> tuple[Expr, Expr] | None:
    """Returns the piece that is taken away, and that which comes in its place; they are of one component."""
    gone = expr(ctx, scope, old, None)
    if gone is None:
        return None
    domain = strip(gone.domain)
    if not isinstance(domain, Piece):
        hint = "name a piece that is bound, such as `c` in `every c in ... has ...`"
        ctx.report(errors.mismatch(describe(gone.domain), "a piece", old.span, hint))
        return None
    come = expr(ctx, scope, new, domain)
    fitted = None if come is None else coerce(ctx, come, domain, new.span)
    taken = coerce(ctx, gone, domain, old.span)
    return None if taken is None or fitted is None else (taken, fitted)


def _player(ctx: Context, scope: Scope, node: tree.Expr, expr: Elaborate) -> Expr | None:
    one = expr(ctx, scope, node, PLAYER)
    return None if one is None else coerce(ctx, one, PLAYER, node.span)
