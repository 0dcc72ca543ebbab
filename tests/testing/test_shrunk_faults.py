"""Faults that name a value: it is the one of the trace that is shown, not of the longer game in which it was met."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.runtime.game import Game
from refengine.runtime.random_games import RandomGames
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.directed_play import direct
from refengine.testing.drawn_games import failures_in
from refengine.testing.failure import Failure
from refengine.testing.reproduce import failures_of
from tests.engine.rules import CARDS, play

RULES = (
    CARDS
    + """
variable heap: 0..20, starts 0                                   per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action lay(n in 1..9)                                   per R1
            then add n to heap
    go Turn(next of p)
"""
)


def campaigned(game: Game, seed: int) -> tuple[Failure, ...]:
    """What a campaign of one game finds."""
    return campaign(game, PlayPlan(RandomGames(range(1), seed))).failures


def drawn(game: Game, seed: int) -> tuple[Failure, ...]:
    """What is told of a game that a module gave up."""
    return failures_in(game, seed, 0, 200, 8_000)


def directed(game: Game, seed: int) -> tuple[Failure, ...]:
    """What directed play meets on its way to what there is not."""
    return failures_of(game, direct(game, rules=("nowhere",), seed=seed, patience=50))


@pytest.mark.parametrize("found", [campaigned, drawn, directed])
def test_a_fault_names_the_value_of_the_trace_that_is_shown(
    tmp_path: Path, found: Callable[[Game, int], tuple[Failure, ...]]
) -> None:
    game = play(tmp_path, RULES)
    for seed in range(5):
        (failure,) = found(game, seed)
        added = [argument for step in failure.trace.steps for argument in step.arguments]
        assert f"{sum(added)} leaves the range 0..20" == failure.message
        assert failure.code == "E0506"
