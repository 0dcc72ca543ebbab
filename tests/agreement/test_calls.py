"""Calls in random games: both builds, the module and the meaning of the rules come to the same, or break off alike."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import refengine
from refengine.loading import RuleSetError
from refengine.runtime.fault import Fault
from tests.agreement.random_calls import Calls
from tests.agreement.voices import meant_and_in_a_module
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
            explained = steps_of(place, explain=True)
        except RuleSetError:
            continue  # what never has an answer is refused
        meant_and_in_a_module(place, games=3, limit=5)
        games += 1
        faults += sum(isinstance(each, str) for each in explained)
    return games, faults


def steps_of(place: Path, *, explain: bool) -> list[object]:
    """The variables after each of the first steps, or the fault at which the rules break off."""
    game = refengine.load(place, explain=explain)
    states, found = [game.initial()], list[object]()
    for _ in range(2):
        reached = []
        for state in states:
            for action in game.legal(state):
                try:
                    after = game.apply(state, action)
                except Fault as fault:
                    found.append(f"{fault}")
                    continue
                found.append(game.to_json(after)["variables"])
                reached.append(after)
        states = reached
    return found
