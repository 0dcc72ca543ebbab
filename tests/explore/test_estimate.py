"""How many states there are, estimated: exact where the probe sees all, of the right size where it does not."""

import pytest

from refengine.explore.errors import state_count
from refengine.explore.estimate import estimate
from refengine.explore.search import Search
from refengine.ir.configuration import configure
from refengine.loading import make_game
from tests.explore.small_games import tutorial
from tests.games.brute_force import Goofspiel


def search_of(name: str, **options: object) -> Search:
    game = tutorial(name)
    configuration, wrong = configure(game, 2, {}, options, None)
    assert configuration is not None, wrong
    return Search(make_game(game, configuration))


def test_what_was_searched_whole_is_exact() -> None:
    search = search_of("tictactoe")
    search.run(10_000)
    found = estimate(search)
    assert (found.least, found.most, found.depth, found.exact) == (5478, 5478, 9, True)


@pytest.mark.parametrize(
    ("name", "options", "probe"),
    [
        ("tictactoe", {}, 500),
        ("goofspiel", {"size": 4}, 1_000),
        ("goofspiel", {"size": 5, "order": "Descending"}, 1_000),
    ],
)
def test_an_estimate_has_the_right_size(name: str, options: dict[str, object], probe: int) -> None:
    states = {"tictactoe": 5_478, "goofspiel": 8_524}[name]
    if options.get("size") == 5:
        states = Goofspiel(cards=5).census().positions
    search = search_of(name, **options)
    search.run(probe)
    found = estimate(search)
    assert not found.exact
    assert states / 2 < found.least < states * 2
    assert found.least <= found.most
    search.run(1_000_000)
    assert search.states == states


def test_the_same_search_has_the_same_estimate() -> None:
    searches = [search_of("goofspiel") for _ in range(2)]
    for search in searches:
        search.run(500)
    assert estimate(searches[0]) == estimate(searches[1])


def test_a_large_game_has_at_least_very_many_states() -> None:
    search = search_of("goofspiel")
    search.run(2_000)
    found = estimate(search)
    assert found.least > 1_000_000
    assert found.most > 10**20


@pytest.mark.parametrize(
    ("number", "shown"),
    [(918, "918"), (9_999, "9,999"), (28_344, "28,000"), (2_726_380, "2,700,000"), (1_172_289_440_515_762, "1.1e15")],
)
def test_a_number_that_is_no_count_does_not_look_like_one(number: int, shown: str) -> None:
    assert state_count(number) == shown


def test_what_is_above_a_limit_looks_so() -> None:
    assert state_count(2_043_120, above=2_000_000) == "2,040,000"
    assert state_count(2_000_001, above=2_000_000) == "2,000,001"
    assert state_count(2_726_380, above=2_000_000) == "2,700,000"
