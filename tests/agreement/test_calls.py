"""Calls in random games: both builds, the module and the meaning of the rules come to the same, or break off alike."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import refengine
from refengine.loading import RuleSetError
from tests.agreement.random_calls import Calls
from tests.agreement.voices import break_offs, meant_and_in_a_module
from tests.hostile.small import written


def test_calls_come_to_the_same(tmp_path: Path) -> None:
    games, faults = compared(range(40), tmp_path)
    assert games > 30
    assert faults > 60


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(100, 4100, 100))
def test_calls_come_to_the_same_in_a_campaign(first: int, tmp_path: Path) -> None:
    assert compared(range(first, first + 100), tmp_path)[0] > 50


def compared(seeds: Iterable[int], folder: Path) -> tuple[int, int]:
    """The number of games compared, and of the steps in them that break off."""
    games = faults = 0
    for seed in seeds:
        rules, course = Calls(seed).rules()
        place = written(folder / str(seed), rules, course=course, players="1")
        try:
            plain, explaining = (refengine.load(place, explain=each) for each in (False, True))
        except RuleSetError:
            continue  # what never has an answer is refused
        faults += break_offs(plain, explaining)
        meant_and_in_a_module(place, games=3, limit=5)
        games += 1
    return games, faults
