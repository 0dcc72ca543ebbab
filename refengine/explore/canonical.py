"""Symmetry reduction: one key for all states that differ by a permutation of seats alone.

What each seat has (its hand, its tokens) is a column; columns are sorted, and where several are the same, every order
of these is tried and the least form of what names seats (whose turn it is, who owns what) is taken.

INVARIANT: two states have the same key exactly when a change of seats makes one of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import groupby, permutations, product
from typing import Any

from attrs import frozen

from refengine.ir.domain import COUNT, Domain, Enum, Option, Piece, Place, Record, SetOf
from refengine.runtime.description import Description, FieldInfo
from refengine.runtime.frames import THE_END
from refengine.runtime.game import State

SEATS = "player"

Seats = Sequence[int]
"""The new seat of each seat."""

Form = Callable[[Any, Seats], Any]
"""A value with its seats changed, as numbers and tuples of them that can be compared."""


@frozen
class _Part:
    """An attribute of a state; `family` when it has an entry for each seat."""

    attribute: str
    form: Form
    family: bool


def key_of(told: Description) -> Callable[[State], Hashable]:
    """Returns the function that gives a state its key."""
    columns, naming, plain = _parts(told)
    frames = {each.make: (number, _fields(told, each.fields)) for number, each in enumerate(told.frames)}
    seats = range(told.players)
    still = tuple(seats)

    def key(state: State) -> Hashable:
        column = [tuple([part.form(getattr(state, part.attribute)[seat], still) for part in columns]) for seat in seats]
        order = sorted(seats, key=column.__getitem__)
        shared = tuple([getattr(state, each) for each in plain])
        named = min(_named(state, changed) for changed in _changes(order, column))
        return tuple([column[seat] for seat in order]), shared, named

    def _named(state: State, changed: Seats) -> tuple[Any, ...]:
        parts = [_spread(part, getattr(state, part.attribute), changed) for part in naming]
        control = []
        for frame in state.control:
            number, form = (-1, _end) if frame is THE_END else frames[type(frame)]
            control.append((number, form(frame, changed)))
        return (*parts, tuple(control))

    return key


def _changes(order: Sequence[int], column: Sequence[Any]) -> Iterator[Seats]:
    """Yields every change of seats that sorts the columns: one, unless several columns are the same."""
    groups = [tuple(group) for _, group in groupby(order, key=column.__getitem__)]
    for arranged in product(*(permutations(group) for group in groups)):
        changed = [0] * len(order)
        for new, old in enumerate(seat for group in arranged for seat in group):
            changed[old] = new
        yield changed


def _spread(part: _Part, value: Any, changed: Seats) -> Any:
    if not part.family:
        return part.form(value, changed)
    spread: list[Any] = [None] * len(value)
    for seat, each in enumerate(value):
        spread[changed[seat]] = part.form(each, changed)
    return tuple(spread)


def _parts(told: Description) -> tuple[list[_Part], list[_Part], list[str]]:
    """Returns the columns, the parts that name seats, and the attributes that have nothing to do with seats."""
    columns: list[_Part] = []
    naming: list[_Part] = []
    plain: list[str] = []

    def add(attribute: str, index: str | None, domain: Domain, form: Form) -> None:
        family = index == SEATS
        if _names_seats(told, domain):
            whole = form if index in {None, SEATS} else _each(form)
            naming.append(_Part(attribute, whole, family))
        elif family:
            columns.append(_Part(attribute, form, family))
        else:
            plain.append(attribute)

    for zone in told.zones:
        piece = _form(told, Piece(zone.component))
        add(zone.attribute, zone.index, Piece(zone.component), _option(piece) if zone.single else _each(piece))
    for variable in told.variables:
        add(variable.attribute, variable.index, variable.domain, _form(told, variable.domain))
    for token in told.tokens:
        for holder, attribute in token.holders:
            add(attribute, holder, COUNT, _form(told, COUNT))
    return columns, naming, plain


def _names_seats(told: Description, domain: Domain) -> bool:
    match domain:
        case Enum(kind=kind):
            return kind == SEATS
        case Place(component=component):
            return any(zone.index == SEATS and zone.component == component for zone in told.zones)
        case Option(inner=inner) | SetOf(inner=inner):
            return _names_seats(told, inner)
        case Record(name=name):
            fields = next(each.fields for each in told.records if each.name == name)
            return any(each.index == SEATS or _names_seats(told, each.domain) for each in fields)
        case _:
            return False


# ---- FORMS


def _form(told: Description, domain: Domain) -> Form:
    match domain:
        case Enum(kind="player"):
            return lambda value, changed: changed[value]
        case Piece():
            return lambda value, _: value.index
        case Place():
            return _place(told)
        case Option(inner=inner):
            return _option(_form(told, inner))
        case SetOf(inner=inner):
            return _set(_form(told, inner))
        case Record(name=name):
            return _fields(told, next(each.fields for each in told.records if each.name == name))
        case _:
            return lambda value, _: value


def _end(_frame: Any, _changed: Seats) -> Any:
    return ()


def _option(inner: Form) -> Form:
    return lambda value, changed: () if value is None else (inner(value, changed),)


def _set(inner: Form) -> Form:
    return lambda value, changed: tuple(sorted([inner(each, changed) for each in value]))


def _each(inner: Form) -> Form:
    return lambda value, changed: tuple([inner(each, changed) for each in value])


def _place(told: Description) -> Form:
    numbers: Mapping[str, tuple[int, bool]] = {
        zone.name: (number, zone.index == SEATS) for number, zone in enumerate(told.zones)
    }

    def form(value: Any, changed: Seats) -> Any:
        number, family = numbers[value.zone]
        return number, changed[value.key] if family else value.key

    return form


def _fields(told: Description, fields: Sequence[FieldInfo]) -> Form:
    parts = []
    for each in fields:
        form = _form(told, each.domain)
        whole = form if each.index in {None, SEATS} else _each(form)
        parts.append(_Part(each.attribute, whole, each.index == SEATS))

    def of(value: Any, changed: Seats) -> Any:
        return tuple([_spread(part, getattr(value, part.attribute), changed) for part in parts])

    return of
