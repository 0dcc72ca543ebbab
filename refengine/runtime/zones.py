"""Zones and sets as tuples in order: how they are read, taken from and put to when the program runs.

INVARIANT: a zone of many is a tuple of pieces sorted by index, copies that are alike side by side; a zone of at most
one is a piece or None; a family is a tuple of zones. A set of members or numbers is a sorted tuple without doubles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from attrs import astuple

from refengine.runtime.fault import (
    Clause,
    absent,
    beyond_counting,
    divided_by_zero,
    lies_nowhere,
    never_lies,
    no_room,
    none_found,
    not_there,
    out_of_range,
    tokens_missing,
    two_writes,
)  # fmt: skip


class Indexed(Protocol):
    """A piece, or a place: anything that has its number in an order."""

    @property
    def index(self) -> int:
        """The number of the piece, or of the place, in the order."""


T = TypeVar("T")
P = TypeVar("P", bound=Indexed)
INDEX = attrgetter("index")

MOST_COUNTED = 10**18
"""The greatest number of tokens or copies that is counted; what is larger has grown again and again."""

A_FEW = 6
"""The number of pieces up to which they are put one by one rather than sorted in."""


# ---- READING


def contents(piece: P | None) -> tuple[P, ...]:
    """Returns the pieces in a zone of at most one."""
    return () if piece is None else (piece,)


def gathered(family: tuple[P | None, ...]) -> tuple[P, ...]:
    """Returns the pieces in a family of zones of at most one, together."""
    return tuple(sorted([piece for piece in family if piece is not None], key=INDEX))


def united(family: tuple[tuple[P, ...], ...]) -> tuple[P, ...]:
    """Returns the pieces in a family of zones, together."""
    return tuple(sorted(chain.from_iterable(family), key=INDEX))


def key_of(family: tuple[tuple[P, ...], ...], piece: P, clause: Clause) -> int:
    """Returns the key of that member of a family in which a piece lies; raises a fault if it lies in none."""
    for key, zone in enumerate(family):
        if piece in zone:
            return key
    raise lies_nowhere(clause, piece)


def key_of_single(family: tuple[P | None, ...], piece: P, clause: Clause) -> int:
    """Returns the key of that zone of at most one in which a piece lies; raises a fault if it lies in none."""
    try:
        return family.index(piece)
    except ValueError:
        raise lies_nowhere(clause, piece) from None


def owner_of(family: tuple[tuple[P, ...], ...], piece: P, clause: Clause) -> int:
    """Returns `the k with piece in family of k`."""
    for key, zone in enumerate(family):
        if piece in zone:
            return key
    raise none_found(clause)


def owner_of_single(family: tuple[P | None, ...], piece: P, clause: Clause) -> int:
    """Returns `the k with piece in family of k` for a family of zones of at most one."""
    try:
        return family.index(piece)
    except ValueError:
        raise none_found(clause) from None


def distinct(items: tuple[P, ...]) -> tuple[P, ...]:
    """Returns each sort of piece once."""
    return tuple(dict.fromkeys(items))


def tally(items: tuple[P, ...]) -> dict[P, int]:
    """Returns each sort of piece once, with how many of it there are."""
    return Counter(items)


def copied(pieces: tuple[P, ...], copies: tuple[int, ...]) -> tuple[P, ...]:
    """Returns all printed pieces, those that are alike as often as they are printed."""
    return tuple([piece for piece, times in zip(pieces, copies, strict=True) for _ in range(times)])


def all_in(items: Iterable[object], among: Iterable[object]) -> bool:
    """Returns whether everything is among the others."""
    return set(among).issuperset(items)


# ---- CHANGING


def replaced(family: tuple[T, ...], key: int, member: T) -> tuple[T, ...]:
    """Returns a family with one member changed."""
    members = list(family)
    members[key] = member
    return tuple(members)


def taken(zone: tuple[P, ...], piece: P, clause: Clause) -> tuple[P, ...]:
    """Returns a zone without one copy of a piece."""
    try:
        at = zone.index(piece)
    except ValueError:
        raise not_there(clause, piece) from None
    return zone[:at] + zone[at + 1 :]


def put(zone: tuple[P, ...], piece: P) -> tuple[P, ...]:
    """Returns a zone with one more piece."""
    if not zone or zone[-1].index <= piece.index:
        return (*zone, piece)
    at = bisect_right(zone, piece.index, key=INDEX)
    return (*zone[:at], piece, *zone[at:])


def put_within(zone: tuple[P, ...], piece: P, cap: int, clause: Clause) -> tuple[P, ...]:
    """Returns a zone that holds so many at most with one more piece."""
    if len(zone) >= cap:
        raise no_room(clause, piece)
    return put(zone, piece)


def put_last(zone: tuple[P, ...], piece: P) -> tuple[P, ...]:
    """Returns a zone whose order is looked at, with a piece behind the others."""
    return (*zone, piece)


def put_last_within(zone: tuple[P, ...], piece: P, cap: int, clause: Clause) -> tuple[P, ...]:
    """Returns a zone whose order is looked at, and that holds so many at most, with a piece behind the others."""
    if cap <= len(zone):
        raise no_room(clause, piece)
    return put_last(zone, piece)


def put_all(zone: tuple[P, ...], pieces: tuple[P, ...]) -> tuple[P, ...]:
    """Returns a zone with more pieces."""
    if len(pieces) > A_FEW:
        return tuple(sorted((*zone, *pieces), key=INDEX))
    for piece in pieces:
        zone = put(zone, piece)
    return zone


def emptied(held: P | None, piece: P, clause: Clause) -> P | None:
    """Returns the empty content of a zone of at most one whose piece is taken; raises a fault if it is not there."""
    if held is not piece:
        raise not_there(clause, piece)
    return None


def filled(held: P | None, piece: P, clause: Clause) -> P:
    """Returns the piece, in a zone of at most one that has to be empty."""
    if held is not None:
        raise no_room(clause, piece)
    return piece


# ---- SEVERAL AT ONCE


def taken_several(zone: tuple[P, ...], piece: P, times: int, clause: Clause) -> tuple[P, ...]:
    """Returns a zone without so many copies of a piece."""
    for _ in range(times):
        zone = taken(zone, piece, clause)
    return zone


def put_several(zone: tuple[P, ...], piece: P, times: int) -> tuple[P, ...]:
    """Returns a zone with so many more copies of a piece."""
    at = bisect_right(zone, piece.index, key=INDEX)
    return (*zone[:at], *((piece,) * times), *zone[at:])


def put_several_within(zone: tuple[P, ...], piece: P, times: int, cap: int, clause: Clause) -> tuple[P, ...]:
    """Returns a zone that holds so many at most with so many more copies of a piece."""
    if times and len(zone) + times > cap:
        raise no_room(clause, piece)
    return put_several(zone, piece, times)


def put_several_last(zone: tuple[P, ...], piece: P, times: int) -> tuple[P, ...]:
    """Returns a zone whose order is looked at, with so many copies of a piece behind the others."""
    return (*zone, *((piece,) * times))


def put_several_last_within(zone: tuple[P, ...], piece: P, times: int, cap: int, clause: Clause) -> tuple[P, ...]:
    """Returns what `put_several_last` does, for a zone that holds so many at most."""
    if times and cap < len(zone) + times:
        raise no_room(clause, piece)
    return put_several_last(zone, piece, times)


def emptied_several(held: P | None, piece: P, times: int, clause: Clause) -> P | None:
    """Returns a zone of at most one without so many copies of a piece: one at most."""
    for _ in range(times):
        held = emptied(held, piece, clause)
    return held


def filled_several(held: P | None, piece: P, times: int, clause: Clause) -> P | None:
    """Returns a zone of at most one with so many copies of a piece: one at most."""
    for _ in range(times):
        held = filled(held, piece, clause)
    return held


# ---- SETS


def set_of(items: Iterable[int]) -> tuple[int, ...]:
    """Returns a set of numbers or members."""
    return tuple(sorted(set(items)))


def set_of_pieces(items: Iterable[P]) -> tuple[P, ...]:
    """Returns a set of pieces or places, each once."""
    return tuple(sorted(dict.fromkeys(items), key=INDEX))


def set_of_compounds(items: Iterable[T]) -> tuple[T, ...]:
    """Returns a set of sets or of records, each once, in the order of their members or fields."""
    return tuple(sorted(dict.fromkeys(items), key=order_of))


def order_of(item: object) -> Any:
    """Returns the key by which a member of a set is sorted; members of one set are of one sort."""
    if isinstance(item, tuple):
        return tuple(map(order_of, item))
    if isinstance(item, int):
        return item
    index = getattr(item, "index", None)  # which no field of a record is called
    return tuple(map(_order_of_field, astuple(item, recurse=False))) if index is None else index  # type: ignore[arg-type]


def _order_of_field(value: object) -> Any:
    """Returns the key of what a record holds: nothing comes before something."""
    if value is None:
        return ()
    return (tuple(map(_order_of_field, value)),) if isinstance(value, tuple) else (order_of(value),)


def without(items: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...]:
    """Returns the items that are not among the others."""
    return tuple(item for item in items if item not in others)


def without_one(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Returns a set without an item."""
    try:
        at = items.index(item)
    except ValueError:
        return items
    return items[:at] + items[at + 1 :]


# ---- NUMBERS


def narrowed(number: int, low: int, high: int, clause: Clause) -> int:
    """Returns the number, which has to be in its range."""
    if low <= number <= high:
        return number
    raise out_of_range(clause, number, low, high)


def nonzero(number: int, clause: Clause) -> int:
    """Returns the number, by which something is divided."""
    if number:
        return number
    raise divided_by_zero(clause)


def among(member: int, members: tuple[int, ...], names: tuple[str, ...], clause: Clause) -> int:
    """Returns the token, as one that may lie where it is looked for."""
    if member in members:
        return member
    raise never_lies(clause, names[member])


def natural(number: int, clause: Clause) -> int:
    """Returns the number, which must not be negative."""
    if number < 0:
        raise out_of_range(clause, number, 0, None)
    return number


def counted(number: int, clause: Clause) -> int:
    """Returns a number that may have grown again and again, and has to be one that people still count."""
    if -MOST_COUNTED <= number <= MOST_COUNTED:
        return number
    raise beyond_counting(clause, MOST_COUNTED)


def present(value: T | None, clause: Clause) -> T:
    """Returns the value in an option; raises a fault if it is absent."""
    if value is None:
        raise absent(clause)
    return value


def paid(there: int, amount: int, token: str, clause: Clause) -> int:
    """Returns the number of tokens left when some are taken; raises a fault if there are fewer."""
    if not 0 <= amount <= there:
        raise tokens_missing(clause, token)
    return there - amount


def written_once(cells: list[int], sets: list[int], name: str, clauses: list[Clause]) -> None:
    """Checks that no cell of those that are set is written twice; one clause is for all writes, or one for each."""
    if len(set(cells)) == len(cells):
        return
    first = next((number for number, cell in enumerate(cells) if cell in sets and cells.count(cell) > 1), None)
    if first is not None:
        raise two_writes(clauses[first if len(clauses) > 1 else 0], name)


# ---- CONSERVATION


def conserves(
    changed: list[tuple[tuple[P, ...], tuple[P, ...]]],
    gone: list[P],
    come: list[P],
    alike: bool,  # noqa: FBT001
) -> bool:
    """Returns whether the pieces that left their places came to lie in others, none lost and none made.

    `changed` has what zones held and hold; `gone` and `come` are what zones of at most one lost and got.
    """
    if len(changed) == 1 and len(gone) + len(come) == 1:  # as most often: one piece went from one place to another
        longer, shorter = changed[0] if come else changed[0][::-1]
        piece = (come or gone)[0]
        try:
            at = longer.index(piece)
        except ValueError:
            return False
        if longer[:at] + longer[at + 1 :] == shorter:
            return True  # else it may be another of those alike, which lies behind where an order is kept
    for before, after in changed:
        gone += before
        come += after
    if len(gone) != len(come):
        return False
    if alike:
        return sorted(gone, key=INDEX) == sorted(come, key=INDEX)
    lost = set(gone)
    if len(lost) != len(gone):
        return False
    lost.difference_update(come)
    return not lost
