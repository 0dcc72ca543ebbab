"""Random games with pieces are played by the module as by the reference engine, and by both as they are meant."""

import pytest
from attrs import evolve

from refengine.ir import game as model
from refengine.ir.configuration import configure
from tests.agreement.drawn import lying
from tests.agreement.games_and_prover import compiled
from tests.bulk.side_by_side import played_by_both
from tests.semantics.lockstep import pair, played

OFTEN = 0.6
"""How many of these games have zones that keep an order."""

GAMES, STEPS = 3, 40


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(10, 2_000, 10))],
)
def test_they_are_played_as_they_are_meant(first: int) -> None:
    """What has to hold is drawn at random, and a game ends where it does not: each is played without that as well.

    Where ten games break off early, more are drawn.
    """
    steps = 0
    for seed in range(first, first + 30):
        if seed >= first + 10 and steps > 400:
            break
        game = compiled(lying.Maker(seed, ordered=OFTEN).drawn())
        if game is not None:
            for rules in (game, evolve(game, invariants=(), measures=())):
                steps += _agreed(rules)
    assert steps > 400


def _agreed(rules: model.Game) -> int:
    """Plays games of some rules, and returns how many steps they have; raises where one goes another way."""
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    both = pair(rules, 2)
    meant = sum(played(both, seed, STEPS) for seed in range(GAMES))
    machine = played_by_both(rules, configuration, range(GAMES), limit=STEPS)
    return min(meant, sum(each.ended.steps for each in machine))
