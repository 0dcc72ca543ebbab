"""Shares in percent are rounded, and never to what they are not."""

from fractions import Fraction

import pytest

from refengine.rulings.shares import percent_of, to_two_places


@pytest.mark.parametrize("whole", [3, 9_999, 19_999, 20_001, 30_000, 10**9])
def test_only_what_is_certain_is_told_as_certain_and_only_what_is_impossible_as_impossible(whole: int) -> None:
    """One way out of a thousand million was told as 0.00 % by a ruling, and all others by the odds as 100.00 %."""
    for times in (0, 1, whole - 1, whole):
        share = Fraction(times, whole)
        for told in (percent_of(share), to_two_places(share)):
            is_bound = told[0] in "<>"
            number = Fraction(told.removeprefix("< ").removeprefix("> ").removesuffix(" %")) / 100
            assert (number == 1) == (share == 1)
            assert (number == 0) == (share == 0)
            assert abs(number - share) <= Fraction(1, 10_000 if is_bound else 20_000)
            assert told[0] != "<" or share < number
            assert told[0] != ">" or share > number
