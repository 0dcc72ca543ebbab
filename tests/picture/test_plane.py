"""Places on the way round a square: there and back, turns, and sides that are shared."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from refengine.picture.plane import ROUND, SidePlace, joined, place_of, point, shares, within

REACHES = st.builds(
    lambda side, of, number: SidePlace(side, number % of, of), st.integers(0, 3), st.integers(1, 4), st.integers(0, 11)
)


@given(st.integers(0, 4 * 64 - 1))
def test_the_place_of_a_point_on_the_way_round_is_its_own(steps: int) -> None:
    place = steps / 64
    assert place_of(*point(place)) == place


@given(REACHES, st.integers(0, 7))
def test_a_turn_moves_a_place_a_quarter_to_the_right(reach: SidePlace, turn: int) -> None:
    x, y = point(reach.place)
    for _ in range(turn):
        x, y = 1 - y, x  # what was up is on the right
    assert point(reach.turned(turn).place) == pytest.approx((x, y))


@given(st.sets(REACHES))
def test_those_that_come_to_a_side_share_the_whole_of_it(reaches: set[SidePlace]) -> None:
    found = shares(reaches)
    assert set(found) == reaches
    for side in {each.side for each in reaches}:
        ends = sorted(found[each] for each in reaches if each.side == side)
        assert ends[0][0] == side
        assert ends[-1][1] == side + 1
        assert all(one[1] == other[0] for one, other in pairwise(ends))
    assert all(start <= each.place <= end for each, (start, end) in found.items())


@given(st.sets(REACHES), st.integers(0, 4 * 64 - 1))
def test_joining_stretches_changes_nothing_of_what_lies_within(reaches: set[SidePlace], steps: int) -> None:
    stretches, place = list(shares(reaches).values()), steps / 64
    assert within(place, joined(stretches)) == within(place, stretches)


def test_stretches_join_over_the_first_corner() -> None:
    assert joined([(3.0, 4.0), (0.0, 1.0)]) == ((3.0, 5.0),)
    assert joined([(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)]) == ((0.0, ROUND),)
