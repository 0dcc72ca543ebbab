"""The reference engine plays what the rules mean: the same states, decisions, faults and outcomes, in the same order."""

from types import ModuleType

import pytest
from attrs import evolve

from refengine.runtime.fault import Fault
from refengine.semantics import effects, grids, steps
from tests.agreement.games_and_prover import compiled, small
from tests.agreement.test_random_grids import Drawn, DrawnWithParts, rules_of
from tests.bulk.configurations import GOOD, SPEC, TUTORIAL, Configured, configurations, game_at
from tests.semantics.lockstep import Differs, Pair, pair, paired, played

chosen = steps._chosen
GAMES = (*SPEC, *TUTORIAL, "spec/carcassonne")


def agreed(both: Pair, games: int, most: int) -> int:
    return sum(played(both, seed, most) for seed in range(games))


@pytest.mark.parametrize("path", GAMES)
def test_games_are_played_as_they_are_meant(path: str) -> None:
    game = game_at(path)
    assert game is not None
    most = 8 if path == "spec/carcassonne" else 25
    assert agreed(pair(game, game.players[0]), games=1, most=most) >= min(most - 1, 8)


def test_the_corpus_is_played_as_it_is_meant() -> None:
    steps = 0
    for path in GOOD:
        *_, last = configurations(path)
        steps += of_corpus(last)
    assert steps > 200


def of_corpus(configured: Configured) -> int:
    """How many steps one game has; none where what a variable starts as cannot be worked out, and there is no game."""
    both = paired(configured.game, configured.configuration)
    try:
        return agreed(both, games=1, most=20)
    except Fault:
        return 0


@pytest.mark.campaign
@pytest.mark.parametrize("path", GOOD)
def test_all_configurations_of_the_corpus_are_played_as_they_are_meant(path: str) -> None:
    for each in configurations(path):
        of_corpus(each)


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(20, 2000, 20))
def test_random_games_are_played_as_they_are_meant_in_a_campaign(first: int) -> None:
    assert random_games(range(first, first + 20), games=3, most=60) > 20


def test_random_games_are_played_as_they_are_meant() -> None:
    assert random_games(range(12), games=2, most=25) > 100


@pytest.mark.parametrize("drawn", [Drawn, DrawnWithParts])
def test_random_grids_are_played_as_they_are_meant(drawn: type[Drawn]) -> None:
    steps = 0
    for seed in range(5):
        game = evolve(rules_of(seed, drawn), invariants=(), measures=())
        steps += agreed(pair(game, game.players[0]), games=1, most=12)
    assert steps > 15


def test_what_has_no_answer_over_a_step_that_changes_nothing_is_no_less_a_fault() -> None:
    """Of a step invariant, and of a measure: neither is looked over where nothing that it reads has changed."""
    assert random_games(range(209, 210), games=1, most=9) > 0
    assert random_games(range(599, 600), games=1, most=9) > 0


def random_games(seeds: range, games: int, most: int) -> int:
    """How many steps the games of some seeds have, of those that the front end takes.

    What they say that holds is drawn at random, and a game ends where it does not: so it is played without that as well.
    """
    steps = 0
    for game in (compiled(small(seed)) for seed in seeds):
        if game is not None:
            steps += agreed(pair(game, game.players[1]), games, most)
            steps += agreed(pair(evolve(game, invariants=(), measures=()), game.players[1]), games, most)
    return steps


@pytest.mark.parametrize(
    ("where", "name", "wrong", "path"),
    [
        (effects, "_taken", lambda state, _: state, "docs/tutorial/goofspiel"),
        (steps, "_chosen", lambda *asked: reversed([*chosen(*asked)]), "docs/tutorial/tictactoe"),
        (grids, "SIDES", ((0, 1), (1, 0), (0, -1), (-1, 0)), "spec/carcassonne"),
    ],
    ids=["nothing is taken", "the last comes first", "rows count upwards"],
)
def test_another_meaning_is_noticed(
    where: ModuleType, name: str, wrong: object, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_at(path)
    assert game is not None
    both = pair(game, game.players[1])
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises((Differs, LookupError, TypeError)):
        agreed(both, games=3, most=30)
