"""Games in which things are named by other things: meaning, reference engine and module play them the same."""

from random import Random

import pytest

from refengine.ir.configuration import configure
from tests.agreement.drawn.named import Maker
from tests.agreement.games_and_prover import compiled
from tests.bulk.side_by_side import played_by_both
from tests.semantics.lockstep import pair, played

GAMES, STEPS = 3, 25


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(10, 1_000, 10))],
)
def test_they_are_played_as_they_are_meant(first: int) -> None:
    steps = refused = 0
    for seed in range(first, first + 10):
        game = compiled(Maker(Random(seed)).drawn())
        if game is None:
            refused += 1
            continue
        configuration, _ = configure(game, 2, {}, {}, None)
        assert configuration is not None
        both = pair(game, 2)
        meant = sum(played(both, number, STEPS) for number in range(GAMES))
        machine = played_by_both(game, configuration, range(GAMES), limit=STEPS)
        steps += min(meant, sum(each.ended.steps for each in machine))
    assert refused < 8
    assert steps > 100
