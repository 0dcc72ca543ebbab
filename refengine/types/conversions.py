"""Conversions: the ways from a thing of one domain to one of the domain that is needed, for hints."""

from collections.abc import Callable, Iterable

from refengine.ir import game
from refengine.ir.domain import (
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
from refengine.resolve.errors import there_are
from refengine.types.context import Context

Fits = Callable[[Domain, Domain], bool]

_NUMBERS = (Range, Count)


def way_from(ctx: Context, found: Domain, wanted: Domain, fits: Fits) -> str:
    """Returns what to write in place of something of the domain `found`, so that it is one of `wanted`."""
    inner = wanted.inner if isinstance(wanted, Option) else wanted
    return _through_a_field(ctx, found, inner, fits) or _by_form(found, inner, fits) or things_of(ctx, inner)


def way_between(ctx: Context, one: Domain, other: Domain, fits: Fits) -> str:
    """Returns how two things may be compared that are never the same."""
    for found, wanted in ((one, other), (other, one)):
        way = _through_a_field(ctx, found, wanted, fits) or _by_form(found, wanted, fits)
        if way is not None and not isinstance(wanted, Truth):
            return way
    return "only things of one sort are compared; " + things_of(ctx, other if isinstance(one, SetOf) else one)


def _through_a_field(ctx: Context, found: Domain, wanted: Domain, fits: Fits) -> str | None:
    """Returns a field of the thing that is what is needed; of a set, that of each member."""
    if isinstance(found, SetOf) and isinstance(wanted, SetOf):
        fitting = _fitting(_fields_of(ctx, found.inner), wanted.inner, fits)
        return f"write `all c.{fitting[0]} for c in ...`" if fitting else None
    if isinstance(found, SetOf) and isinstance(wanted, _NUMBERS):
        fitting = _fitting(_fields_of(ctx, found.inner), wanted, fits)
        adds = f", and `sum of c.{fitting[0]} for c in ...` adds up" if fitting else ""
        return f"`number of c in ...` counts what it holds{adds}"
    fitting = _fitting(_fields_of(ctx, found), wanted, fits)
    if not fitting:
        return None
    listed = " or ".join(f"`.{each}`" for each in fitting[:3])
    return f"write {listed} behind it for {'its field' if len(fitting) == 1 else 'one of its fields'}"


def _fields_of(ctx: Context, domain: Domain) -> tuple[game.Field, ...]:
    owner: game.Component | game.Kind | game.Record | None = None
    match domain:
        case Piece(component=name):
            owner = ctx.components.get(name)
        case Enum(kind=name):
            owner = ctx.kinds.get(name)
        case Record(name=name):
            owner = ctx.records.get(name)
        case _:
            pass
    return () if owner is None else owner.fields


def _fitting(fields: Iterable[game.Field], wanted: Domain, fits: Fits) -> list[str]:
    return [each.name for each in fields if each.index is None and fits(each.domain, wanted)]


def _by_form(found: Domain, wanted: Domain, fits: Fits) -> str | None:
    """Returns a form of the language that makes the one out of the other."""
    match found, wanted:
        case Truth(), Range() | Count():
            return "write `if ... then 1 else 0`, with this behind `if`"
        case ((Range() | Count()), Truth()):
            return "compare it with a number, as in `... > 0`"
        case SetOf(), Truth():
            return "ask `... is not empty`, or whether something is in it: `... in ...`"
        case Option(), Truth():
            return "ask whether there is one: `... is not none`"
        case _, Truth():
            return "compare it with another one: `... = ...`"
        case SetOf(inner=inner), _ if fits(inner, wanted):
            return "`the c in ... with ...` is one of them"
        case _, SetOf(inner=inner) if fits(found, inner):
            return "write `{` and `}` around it for the set that holds it alone"
        case _:
            return None


def things_of(ctx: Context, domain: Domain) -> str:
    """Returns how things of a domain are named, or where they are found."""
    match domain:
        case Enum(kind="player"):
            return "a player is a number such as `1`, one that is bound, as in `every player p`, or `next of p`"
        case Enum(kind=kind):
            return there_are(_members(ctx, kind)) or f"declare members of `{kind}`"
        case Piece(component=component):
            (zone, *_) = (*_zones_of(ctx, component), "...")
            return f"name one by `{component}(...)`, or go through those that lie in a zone, as `c in {zone}`"
        case Place(component=component):
            return there_are(_zones_of(ctx, component)) or f"declare a zone that holds `{component}`"
        case Range() | Count():
            return "a number is written out, counted by `number of ...` or added up by `sum of ...`"
        case Cell():
            return "a cell is written `(0, 0)`, column and row, or is `cell of` a piece on a grid"
        case Spot(part=part):
            return f"a spot is named `{part}(..., ...)`, by its cell and what is printed, or found in `spots of ...`"
        case Record(name=name):
            fields = (each.name for each in _fields_of(ctx, domain))
            return f"one is made by `{name}({', '.join(fields)})`"
        case SetOf(inner=inner):
            return _sets_of(ctx, inner)
        case _:
            return "compare two things: `... = ...`"


def _sets_of(ctx: Context, inner: Domain) -> str:
    match inner:
        case Piece(component=component):
            lying = there_are(_zones_of(ctx, component))
            return f"write `all {component} c with ...`, or a zone that holds them" + (f": {lying}" if lying else "")
        case Enum(kind=kind):
            return f"write `all {kind} e with ...`, or `{{...}}` with what it is to hold"
        case Spot(part=part):
            return f"write `all {part} s with ...`, or `spots of ...`"
        case _:
            return "write `{...}` with what it is to hold"


def _members(ctx: Context, kind: str) -> tuple[str, ...]:
    if kind in ctx.kinds:
        return ctx.kinds[kind].members
    return tuple(each.name for each in ctx.questions[kind].readings) if kind in ctx.questions else ()


def _zones_of(ctx: Context, component: str) -> tuple[str, ...]:
    return tuple(
        each.name if each.index is None else f"{each.name} of ..."
        for each in ctx.zones.values()
        if each.component == component
    )
