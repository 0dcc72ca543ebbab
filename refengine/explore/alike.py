"""Decides whether the rules treat seats alike, so that symmetry reduction over seats is sound.

It looks for everything that could tell one seat from another, and errs on the side of finding some.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.explore.errors import seats_differ
from refengine.ir import claims, control, expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.domain import Domain, Enum, Option
from refengine.ir.seats import SEATS, names_seats
from refengine.ir.traverse import children, walk
from refengine.source.diagnostic import Diagnostic

_NO_RULES = (
    model.Option,
    model.Question,
    model.Example,
    model.Edition,
    claims.Claim,
    claims.DependsOn,
    claims.OnlyEnter,
    claims.OnlyMove,
    claims.OnlyMoveWorkedOut,
    claims.EnterNothing,
    claims.Audit,
    claims.SmallScope,
)


def told_apart(game: model.Game, scope: str) -> tuple[Diagnostic, ...]:
    """Returns diagnostics for what tells one seat from another in a specialised game, one for each declaration.

    Whole games are looked through, so what is never played counts too.
    """
    found = [seats_differ(scope, clause, how) for clause, how in _in_data(game)]
    for declaration in children(game):
        if isinstance(declaration, _NO_RULES):
            continue  # chosen before the game begins, or no part of it
        clause: Clause = getattr(declaration, "clause", game.clause)
        how = tells_apart(declaration, game)
        if how is not None:
            found.append(seats_differ(scope, clause, how))
    return tuple(dict.fromkeys(found))


def tells_apart(node: object, game: model.Game) -> str | None:
    """Returns how a part of the rules could tell one seat from another; None if it could not."""
    return next((each for one in walk(node) for each in _how(one, game)), None)


def _in_data(game: model.Game) -> Iterator[tuple[Clause, str]]:
    printed = [(each.clause, each.fields) for each in game.kinds]
    printed += [(each.clause, each.fields) for each in game.components]
    for clause, fields in printed:
        for each in fields:
            if each.index == SEATS or names_seats(each.domain, game):
                yield clause, f"has seats printed in `{each.name}`"


def _how(node: object, game: model.Game) -> Iterator[str]:
    match node:
        case ir.Member(kind="player", index=index):
            yield f"names seat {index + 1}"
        case ir.Neighbour(kind="player") | ir.Around(kind="player"):
            yield "asks who sits next to whom"
        case ir.Less() if _seat(node.left.domain):
            yield "asks which seat comes first"
        case ir.InRange() if _seat(node.item.domain):
            yield "asks which seat comes first"
        case ir.Extreme() if _seat(node.term.domain):
            yield "asks which seat comes first"
        case ir.First(domain=domain) if names_seats(domain, game):
            yield "takes seats one after the other"
        case control.Each(binding=binding, ordered=True) if names_seats(binding.var.domain, game):
            yield "takes seats one after the other"
        case _:
            pass


def _seat(domain: Domain) -> bool:
    match domain:
        case Enum(kind="player"):
            return True
        case Option(inner=inner):
            return _seat(inner)
        case _:
            return False
