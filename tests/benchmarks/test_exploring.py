"""The explorer and the hand-written search come to the same states: else their speeds are not of one work."""

import pytest

from tests.benchmarks.exploring import Small, by_engine, by_hand, generated, properties, searching, together
from tests.benchmarks.yardstick.exploring import everything


@pytest.mark.parametrize("size", [Small(2, 2, 4), Small(2, 3, 6), Small(3, 2, 4), Small(4, 2, 4)], ids=str)
def test_both_count_the_same_states_transitions_and_ends(size: Small) -> None:
    game = generated(size)
    counted = by_hand(size, everything(properties(game)))  # nothing is broken by hand either
    assert by_engine(game) == by_engine(game, checked=False) == counted == by_hand(size)
    assert searching(size)() == together(size, 3)() == counted
