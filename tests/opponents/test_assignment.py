"""Assignments, against all that there are."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from refengine.opponents.assignment import Allowed, room_assignment


def every(rooms: tuple[int, ...], allowed: Allowed) -> set[tuple[int, ...]]:
    listed = [room for room, many in enumerate(rooms) for _ in range(many)]
    return {each for each in permutations(listed) if all(allowed[thing][room] for thing, room in enumerate(each))}


@pytest.mark.parametrize("rooms", [(1, 2), (2, 0, 2), (1, 1, 1), (4,)])
def test_there_is_one_where_there_is_any(rooms: tuple[int, ...]) -> None:
    things, random = sum(rooms), Random(1)
    for flat in product((False, True), repeat=things * len(rooms)):
        if random.random() < (0.05 if len(flat) > 9 else 0.5):
            allowed = tuple(tuple(flat[at * len(rooms) : (at + 1) * len(rooms)]) for at in range(things))
            found, all_ = room_assignment(rooms, allowed, random), every(rooms, allowed)
            assert (found is None) == (not all_)
            assert found is None or found in all_


def test_each_is_about_as_likely() -> None:
    allowed = ((True, True), (True, True), (True, False), (True, True))
    random = Random(2)
    counted = Counter(room_assignment((2, 2), allowed, random) for _ in range(3000))
    assert set(counted) == every((2, 2), allowed)
    assert max(counted.values()) < 1.3 * min(counted.values())
