"""Random expressions in random states: both engines and the prover come to the same value, or to the same fault.

The prover has each value as a term of a state that nothing is known of. The state is pinned to one that the engine
holds; then the terms are worked out, or the solver is asked whether they may come to anything else.
"""

import random

import attrs
import pytest

from refengine.ir import expressions as ir
from refengine.ir.traverse import walk
from tests.agreement.expressions import Expressions, expressions
from tests.agreement.random_rules import random_values
from tests.agreement.small_game import game_of, position

SEEDS = range(8)
VALUES = 30
STATES = 15
ASKED = 3
"""In so many of the states the solver is asked, the others are worked out."""


def random_expressions(seed: int) -> Expressions:
    return expressions(game_of(random_values(seed, VALUES)), 3)


def compared(seed: int) -> Expressions:
    found = random_expressions(seed)
    draw = random.Random(seed)
    for number in range(STATES):
        data = position(draw)
        wrong = found.wrong(data, solve=number < ASKED)
        assert not wrong, (seed, number, wrong)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_engines_and_prover_agree(seed: int) -> None:
    counted = compared(seed).counted
    assert counted.values > 100
    assert counted.faults > 10


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_engines_and_prover_agree_in_a_campaign(seed: int) -> None:
    compared(seed)


CLAIMED = {"Before", "Under", "Replacing", "Exchanging", "Fails"}
"""What only claims can say: no engine works it out."""

SETTLED = {"Configured"}
"""Readings and options; this game has none. They are compared in the steps of whole games."""

ON_GRIDS = {"CellAt", "CellOf", "CellsBy", "CellsOf", "Toward", "TurnAt"}
"""What only a game with a grid says; the prover refuses each. `tests/engine/test_grids.py` compares all others."""


ON_SPOTS = {"SpotsOf", "SpotsTaken", "SpotAt", "CellOfSpot", "PartOfSpot", "TurnOfSpot"}
"""The same of parts of what lies on grids; see `tests/engine/test_spots.py`."""


def test_every_construct_is_drawn() -> None:
    """A comparison says nothing of a node that never comes up."""
    drawn = {type(node).__name__ for seed in SEEDS for each in random_values(seed, VALUES) for node in walk(each)}
    nodes = {
        name
        for name, node in vars(ir).items()
        if isinstance(node, type) and attrs.has(node) and node.__module__ == ir.__name__ and node is not ir.Origin
    }
    assert nodes - drawn == CLAIMED | SETTLED | ON_GRIDS | ON_SPOTS
