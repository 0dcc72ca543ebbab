"""Random steps: each satisfies the prover's transition relation, and is its only successor for that action.

A state and an action are pinned to those of the engine; then the solver is asked for another action that is legal,
another way on, another state after it. It finds none. Most states are only worked out; the solver is asked in a few.
"""

from pathlib import Path

import pytest

from tests.agreement.campaigns import FOLLOWED, in_phases, in_play, rules_of, small_game, whole_game

KACIRI, GOOFSPIEL = Path("spec/kaciri"), Path("docs/tutorial/goofspiel")


@pytest.mark.parametrize("seed", range(5))
def test_phases_of_random_games(seed: int) -> None:
    compared = small_game(seed)
    assert not in_phases(compared, seed, positions=12, solved={0})
    counted = compared.counted
    assert counted.rests > 6
    assert counted.steps + counted.illegal + counted.faults > 25


def test_random_games_go_on_and_break_off() -> None:
    """A comparison of nothing but faults, or of none, would say little."""
    steps = illegal = faults = 0
    for seed in range(8, 12):
        compared = small_game(seed)
        assert not in_phases(compared, seed, positions=4, solved=())
        steps += compared.counted.steps
        illegal += compared.counted.illegal
        faults += compared.counted.faults
    assert min(steps, illegal, faults) > 20


@pytest.mark.parametrize("folder", FOLLOWED, ids=str)
def test_games_from_the_start(folder: Path) -> None:
    rules = rules_of(folder)
    for seed, players in enumerate({rules.players[0], rules.players[1]}):
        compared = whole_game(rules, players, seed)
        assert not in_play(compared, seed, longest=10, solved={3})
        assert compared.counted.faults == 0
        assert compared.counted.steps > 8


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 250))
def test_phases_of_random_games_in_a_campaign(seed: int) -> None:
    assert not in_phases(small_game(seed), seed, positions=30, solved=range(0, 30, 5))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("folder", FOLLOWED, ids=str)
def test_games_from_the_start_in_a_campaign(folder: Path, seed: int) -> None:
    rules = rules_of(folder)
    for players in range(rules.players[0], rules.players[1] + 1):
        assert not in_play(whole_game(rules, players, seed), seed, longest=150, solved=range(0, 150, 9))
