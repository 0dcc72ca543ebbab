"""The scopes that a command is about: those that a game declares, or one made on the spot."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from refengine.check.report import quantity
from refengine.cli.errors import Refused, bad_usage
from refengine.cli.games import pairs
from refengine.compiled import Compilation
from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import Keep, SmallScope
from refengine.ir.control import Clause
from refengine.ir.domain import Enum, Piece, Range
from refengine.source.diagnostic import Diagnostic
from refengine.source.suggest import did_you_mean

NUMBER = re.compile(r"-?[0-9]{1,9}")


def chosen_scopes(
    compiled: Compilation, name: str | None, players: int | None, keep: Iterable[str], *, alike: bool
) -> tuple[SmallScope, ...]:
    """Returns the scope of this name, or one of so many players and these pieces, or all that the game declares."""
    assert compiled.game is not None
    keeps = pairs("--keep", keep)
    if name is not None and (players is not None or keeps):
        raise Refused([bad_usage("`--scope` says who plays and what is kept", "leave out `--players` and `--keep`")])
    if players is not None or keeps:
        playing = compiled.game.players[0] if players is None else players
        scopes: tuple[SmallScope, ...] = (_made(compiled, playing, keeps),)
    else:
        scopes = compiled.game.scopes
    if name is not None:
        scopes = tuple(each for each in scopes if each.name == name)
    if not scopes:
        raise Refused([_no_scope(compiled.game, name)], compiled.texts)
    return tuple(evolve(each, alike=True) for each in scopes) if alike else scopes


def _made(compiled: Compilation, players: int, keeps: dict[str, str]) -> SmallScope:
    assert compiled.game is not None
    kept = tuple(_kept(compiled.game, word, value) for word, value in keeps.items())
    listed = [quantity(players, "player"), *(f"{word}={value}" for word, value in keeps.items())]
    return SmallScope(", ".join(listed), players, kept, alike=False, clause=Clause("scope", (), ir.Origin(None)))


def _kept(game: model.Game, word: str, value: str) -> Keep:
    """Reads which pieces to keep: `COMPONENT=N` the first N, `COMPONENT.FIELD=VALUE` or `=LOW..HIGH` some by data."""
    name, dot, field_name = word.partition(".")
    if not dot:
        if not (value.isascii() and value.isdecimal()):
            raise Refused([_not_kept(word, value, "`COMPONENT=N` keeps the first N pieces")])
        return Keep(name, None, None, int(value))
    component = next((each for each in game.components if each.name == name), None)
    if component is None:
        return Keep(name, None, None, None)  # told later, like any unknown component
    found = next((each for each in component.fields if each.name == field_name and each.index is None), None)
    if found is None:
        listed = ", ".join(f"`{each.name}`" for each in component.fields if each.index is None)
        raise Refused([_not_kept(word, value, f"its fields: {listed or 'none'}")])
    piece = ir.Local("it", Piece(name))
    printed = ir.FieldOf(piece, field_name, None, found.domain)
    low, between, high = value.partition("..")
    match found.domain:
        case Enum(kind=kind):
            members = next((each.members for each in game.kinds if each.name == kind), ())
            if value not in members:
                nearest = did_you_mean(value, members)
                hint = f"did you mean `{nearest}`?" if nearest else f"it can be {', '.join(members)}"
                raise Refused([_not_kept(word, value, hint)])
            return Keep(name, piece, ir.Equal(printed, ir.Member(kind, members.index(value))), None)
        case Range() if _is_number(low) and (_is_number(high) or not between):
            first, last = ir.Number(int(low)), ir.Number(int(high or low))
            return Keep(name, piece, ir.InRange(printed, first, last), None)
        case _:
            hint = "`COMPONENT.FIELD=VALUE` or `=LOW..HIGH` keeps those with a member or a number"
            raise Refused([_not_kept(word, value, hint)])


def _is_number(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None


# ---- WHAT CAN BE WRONG


def _no_scope(game: model.Game, name: str | None) -> Diagnostic:
    known = [each.name for each in game.scopes]
    nearest = did_you_mean(name or "", known)
    hint = f"its scopes: {', '.join(known)}" if known else "`--players N` and `--keep COMPONENT=N` make one"
    hint = f"did you mean `{nearest}`?" if nearest else hint
    message = f"`{game.name}` declares no scope" + ("" if name is None else f" `{name}`")
    return Diagnostic("E0877", message, game.clause.origin.span, hint=hint)


def _not_kept(word: str, value: str, hint: str) -> Diagnostic:
    return Diagnostic("E0878", f"`--keep {word}={value}` does not say which pieces to keep", None, hint=hint)
