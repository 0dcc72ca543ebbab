"""Calls in random games: both builds, the module and the meaning of the rules come to the same, or break off alike."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import refengine
from refengine.loading import RuleSetError
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
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
            plain, explaining = (refengine.load(place, explain=each) for each in (False, True))
        except RuleSetError:
            continue  # what never has an answer is refused
        faults += break_offs(plain, explaining)
        meant_and_in_a_module(place, games=3, limit=5)
        games += 1
    return games, faults


def break_offs(plain: Game, explaining: Game) -> int:
    """The number of first steps in which the rules break off; a plain build goes on only where it overlooks that."""
    states, faults = [(plain.initial(), explaining.initial())], 0
    for _ in range(2):
        reached = []
        for one, other in states:
            listed, meant = after(plain.legal, one), after(explaining.legal, other)
            if isinstance(meant, Fault):
                assert meant.overlooked or isinstance(listed, Fault), meant
                faults += 1
                continue
            assert [f"{each}" for each in listed] == [f"{each}" for each in meant]
            for action, likewise in zip(listed, meant, strict=True):
                told, right = after(plain.apply, one, action), after(explaining.apply, other, likewise)
                if isinstance(right, Fault):
                    assert right.overlooked or isinstance(told, Fault), right
                    faults += 1
                else:
                    assert not isinstance(told, Fault), told
                    assert plain.to_json(told) == explaining.to_json(right)
                    reached.append((told, right))
        states = reached
    return faults


def after(work: Callable[..., Any], *told: object) -> Any:
    """What something comes to, or the fault at which the rules break off."""
    try:
        return work(*told)
    except Fault as fault:
        return fault
