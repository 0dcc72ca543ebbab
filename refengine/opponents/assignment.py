"""Assignments: things put into rooms by chance, each where it is allowed, until every room is full."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

Allowed = tuple[tuple[bool, ...], ...]
"""For each thing, whether it may be in each room."""

MIXED: Final = 8
"""The number of exchanges that are tried for each thing, after which one way is about as likely as another."""


def room_assignment(rooms: Sequence[int], allowed: Allowed, random: Random) -> tuple[int, ...] | None:
    """Returns the room of each thing, with `rooms[r]` things in room r; None where there is no such way.

    `rooms` add up to as many as there are things. A first way is found by augmenting paths, then things change places.
    """
    found = _matched(rooms, allowed, random)
    if found is None:
        return None
    for _ in range(MIXED * len(found)):
        one, other = random.randrange(len(found)), random.randrange(len(found))
        here, there = found[one], found[other]
        if allowed[one][there] and allowed[other][here]:
            found[one], found[other] = there, here
    return tuple(found)


def _matched(rooms: Sequence[int], allowed: Allowed, random: Random) -> list[int] | None:
    """Returns a way to do it, by augmenting paths (Kuhn 1955)."""
    inside: list[list[int]] = [[] for _ in rooms]
    for thing in random.sample(range(len(allowed)), len(allowed)):
        if not _placed(thing, rooms, allowed, inside, set(), random):
            return None
    found = [0] * len(allowed)
    for room, things in enumerate(inside):
        for thing in things:
            found[thing] = room
    return found


def _placed(
    thing: int, rooms: Sequence[int], allowed: Allowed, inside: list[list[int]], tried: set[int], random: Random
) -> bool:
    """Puts a thing somewhere, if need be by putting another one elsewhere; each room is looked at once."""
    for room in random.sample(range(len(rooms)), len(rooms)):
        if room in tried or not allowed[thing][room]:
            continue
        tried.add(room)
        if len(inside[room]) < rooms[room]:
            inside[room].append(thing)
            return True
        for place, other in enumerate(inside[room]):
            if _placed(other, rooms, allowed, inside, tried, random):
                inside[room][place] = thing
                return True
    return False
