"""Printed values: the members of a domain, texts read as one of them, and what a value is for each key of a map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from refengine.ir import game
from refengine.ir.domain import PLAYER, Count, Domain, Enum, Option, Range, SetOf, Truth
from refengine.resolve.table_data import Row
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context
from refengine.types.domains import describe, interval

T = TypeVar("T")

_FAULTY = "\0"
_DIGITS = 9  # no number of a game is longer


def members_of(ctx: Context, domain: Domain) -> tuple[game.Datum, ...] | None:
    """Returns the printed values of a finite domain, None when it is not finite or not printed."""
    match domain:
        case Truth():
            return (False, True)
        case Range(low=low, high=high):
            return tuple(range(low, high + 1))
        case Enum(kind="player"):
            return tuple(str(seat) for seat in range(1, ctx.seats + 1))
        case Enum(kind=kind) if kind in ctx.kinds:
            return ctx.kinds[kind].members
        case Option(inner=inner):
            values = members_of(ctx, inner)
            return None if values is None else (None, *values)
        case _:
            return None


def keys_of(ctx: Context, index: str) -> tuple[str, ...]:
    """Returns the names of the members of a kind, or of the pieces of a component, that key a family."""
    if index in ctx.components:
        return tuple(row.name for row in ctx.components[index].pieces)
    return tuple(str(key) for key in members_of(ctx, Enum(index)) or ())


def field_data(ctx: Context, row: Row, each: game.Field, *, of_piece: bool) -> game.Datum:
    """Returns the data of a row; a piece is not there when the player whose it is does not play; all else is."""
    if each.index is None:
        return _cell(ctx, row, each.name, each.domain, is_there=not of_piece)
    return tuple(_cell(ctx, row, f"{each.name}_{key}", each.domain, is_there=True) for key in keys_of(ctx, each.index))


def _cell(ctx: Context, row: Row, column: str, domain: Domain, *, is_there: bool) -> game.Datum:
    datum = read_datum(ctx, row.cells[column], domain)
    if is_there and domain == PLAYER and datum is not _FAULTY and int(str(datum)) > ctx.fewest:
        ctx.report(errors.not_always_a_player(row.cells[column], column, ctx.fewest, row.spans[column]))
    if datum is _FAULTY:
        members = members_of(ctx, domain) if isinstance(domain, Enum) else ()
        known = tuple(each for each in members or () if isinstance(each, str))
        ctx.report(errors.bad_cell(row.cells[column], column, describe(domain), row.spans[column], known))
    return None if datum is _FAULTY else datum


def read_datum(ctx: Context, text: str, domain: Domain) -> game.Datum:
    """Returns the text of a cell as printed data; `_FAULTY` when it is not of the domain."""
    text = text.strip()
    match domain:
        case Truth():
            return {"true": True, "false": False}.get(text, _FAULTY)
        case Range() | Count():
            low, high = interval(domain) or (0, 0)
            digits = text.removeprefix("-")
            number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS else None
            return number if number is not None and low <= number <= high else _FAULTY
        case Option(inner=inner):
            return None if text in ("", "none", "nobody") else read_datum(ctx, text, inner)
        case SetOf(inner=inner):
            parts = {read_datum(ctx, part, inner) for part in text.split()}
            return _FAULTY if _FAULTY in parts else _in_order(ctx, inner, parts)
        case _:
            known = members_of(ctx, domain)
            return text if known is not None and text in known else _FAULTY


def _in_order(ctx: Context, domain: Domain, data: Iterable[game.Datum]) -> tuple[game.Datum, ...]:
    """Returns the members of a printed set in the order of their domain."""
    match domain:
        case Range() | Count():
            return tuple(sorted(data, key=lambda each: each if isinstance(each, int) else 0))
        case _:
            members = members_of(ctx, domain) or ()
            return tuple(sorted(data, key=members.index))


def for_keys(ctx: Context, field: game.Field, datum: game.Datum) -> game.Datum:
    """Returns one datum for each key, where a field is a total map."""
    return datum if field.index is None else tuple(datum for _ in keys_of(ctx, field.index))


def datum_text(datum: game.Datum) -> str:
    """Returns a printed value as the name of a piece has it; the members of a set stand in braces, as in the rules."""
    if isinstance(datum, tuple):
        return f"{{{', '.join(map(datum_text, datum))}}}"
    return "none" if datum is None else str(datum).lower() if isinstance(datum, bool) else str(datum)


def without_unsaid(said: Sequence[T], keys: int, unsaid: Sequence[T]) -> Sequence[T]:
    """Returns what is said of the key fields of a piece without the last that it need not say, of so many fields."""
    number = len(said)
    while number > keys - len(unsaid) and said[number - 1] == unsaid[number - 1 - keys]:
        number -= 1
    return said[:number]


def fixed_datum(ctx: Context, fixed: tree.Fixed, field: game.Field) -> game.Datum:
    """Returns the data of `field VALUE` after `with`; in a field `of each ...` it is the same for all."""
    return for_keys(ctx, field, datum_of(ctx, fixed, field))


def datum_of(ctx: Context, fixed: tree.Fixed, field: game.Field) -> game.Datum:
    """Returns the data of `field VALUE`; what is no value of the field is reported, and comes to None."""
    datum = _read_fixed(ctx, fixed.value, field.domain)
    if datum is _FAULTY:
        ctx.report(errors.bad_cell(_written(fixed.value), fixed.name.text, describe(field.domain), fixed.span))
        return None
    return datum


def _read_fixed(ctx: Context, value: tree.Name | int | tuple[tree.Name | int, ...], domain: Domain) -> game.Datum:
    if not isinstance(value, tuple):
        return read_datum(ctx, _text(value), domain)
    if not isinstance(domain, SetOf):
        return _FAULTY
    parts = {read_datum(ctx, _text(each), domain.inner) for each in value}
    return _FAULTY if _FAULTY in parts else _in_order(ctx, domain.inner, parts)


def _text(value: tree.Name | int) -> str:
    return str(value) if isinstance(value, int) else value.text


def _written(value: tree.Name | int | tuple[tree.Name | int, ...]) -> str:
    return f"{{{', '.join(map(_text, value))}}}" if isinstance(value, tuple) else _text(value)


def first_of(ctx: Context, each: game.Field) -> game.Datum:
    """Returns the first printed value of a field: what a made-up piece has where an example does not say."""
    match each.domain:
        case Range(low=low):
            first: game.Datum = low
        case Count():
            first = 0
        case _:
            first = (members_of(ctx, each.domain) or ((),))[0]
    return for_keys(ctx, each, first)
