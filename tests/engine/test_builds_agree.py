"""The plain and the explaining build of real games: the same choices lead to the same states, under every reading."""

import random
from pathlib import Path

import pytest

import refengine
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game

ROOT = Path(__file__).parents[2]
GAMES = [
    (ROOT / "spec" / "kaciri", 2),
    (ROOT / "spec" / "kaciri", 4),
    (ROOT / "spec" / "european_war", 3),
    (ROOT / "docs" / "tutorial" / "goofspiel", 3),
]
MOST_STEPS = 120
"""Games that go on for longer are cut."""


def readings_of(folder: Path, players: int, seed: int) -> dict[str, str]:
    """Random readings."""
    draw = random.Random(seed)
    game = refengine.load(folder, players=players)
    kinds = {kind.name: kind.members for kind in game.description.kinds}
    return {name: draw.choice(kinds[name]) if seed else chosen for name, chosen in game.description.readings}


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(3, 6))])
@pytest.mark.parametrize(("folder", "players"), GAMES, ids=lambda each: getattr(each, "name", each))
def test_builds_agree(folder: Path, players: int, seed: int) -> None:
    """Under the default readings and under two others; under three more behind the mark."""
    readings = readings_of(folder, players, seed)
    plain = refengine.load(folder, players=players, readings=readings)
    explaining = refengine.load(folder, players=players, readings=readings, explain=True)
    draw = random.Random(seed)
    for _ in range(4):
        one_game(plain, explaining, draw)


def one_game(plain: Game, explaining: Game, draw: random.Random) -> None:
    one, other = plain.initial(), explaining.initial()
    for _ in range(MOST_STEPS):
        assert plain.to_json(one) == explaining.to_json(other)
        first, second = plain.legal(one), explaining.legal(other)
        assert [repr(each) for each in first] == [repr(each) for each in second]
        if not first:
            break
        choice = draw.randrange(len(first))
        try:
            after = explaining.apply(other, second[choice])
        except Fault as fault:
            if fault.code in {"E0502", "E0503"}:
                return  # only the explaining build looks at more than the first that applies
            with pytest.raises(Fault):
                plain.apply(one, first[choice])
            return
        one, other = plain.apply(one, first[choice]), after
    assert plain.outcome(one) == explaining.outcome(other)
