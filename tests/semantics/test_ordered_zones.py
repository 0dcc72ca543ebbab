"""Zones that keep an order: the engine plays as it is meant, and nothing of an order is lost on the way through JSON."""

import random
from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.runtime.game import Game
from tests.bulk.ordered_zones import ROWS, WALKS
from tests.engine.rules import compiled
from tests.semantics.lockstep import paired, played


def made(folder: Path, rules: str) -> Game:
    game = compiled(folder, rules)
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    return make_game(game, configuration)


@pytest.mark.parametrize(
    "rules",
    [ROWS, WALKS.format(ranks=4, copies="one of each rank"), WALKS.format(ranks=3, copies="2 alike of each rank")],
    ids=["rows", "walks", "walks of pieces that are alike"],
)
def test_the_engine_plays_as_it_is_meant(rules: str, tmp_path: Path) -> None:
    game = compiled(tmp_path, rules)
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    meant = paired(game, configuration)
    assert sum(played(meant, seed, 60) for seed in range(12)) > 200


@pytest.mark.parametrize("copies", ["one of each rank", "2 alike of each rank"])
def test_no_step_loses_a_piece_or_an_order(copies: str, tmp_path: Path) -> None:
    """What is written and read again is the same state, and goes on as it did."""
    for number, rules in enumerate([ROWS, WALKS.format(ranks=3, copies=copies)]):
        game, chance = made(tmp_path / str(number), rules), random.Random(7)
        for _ in range(6):
            state = game.initial()
            for _ in range(60):
                assert game.from_json(game.to_json(state)) == state
                legal = game.legal(state)
                if not legal:
                    break
                after = game.apply(state, chance.choice(legal))
                assert [each.kind for each in game.violations(state, after)] == []
                state = after
