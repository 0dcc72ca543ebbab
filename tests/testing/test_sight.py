"""What may not depend on hidden things: leaks are found, and honest games have none."""

from random import Random

import pytest

from refengine.runtime.random_games import RandomGames
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.sight import leak, look_alike
from tests.testing import fake


def test_a_twin_looks_the_same_and_is_another() -> None:
    game = fake.cards()
    for seed in range(50):
        twin = look_alike(game, game.initial(), 1, Random(seed))
        assert twin is not None
        assert twin != game.initial()
        assert game.view(twin, 1) == game.view(game.initial(), 1)
        assert [len(held) for _, held in twin.zones] == [3, 3, 3, 0]


@pytest.mark.parametrize("seat", [1, 2])
def test_an_honest_game_has_no_leak(seat: int) -> None:
    game = fake.cards()
    assert [leak(game, game.initial(), seat, Random(seed)) for seed in range(50)] == [None] * 50


def test_an_action_that_depends_on_a_hidden_zone_is_found() -> None:
    game = fake.cards(leaks=True)
    found = [each for seed in range(50) if (each := leak(game, game.initial(), 1, Random(seed))) is not None]
    assert found
    assert {(each.what, each.clause.path) for each in found} == {("legal", "lay")}
    assert found[0].difference == ("lay(a) only there",)


def test_a_turn_that_depends_on_a_hidden_zone_is_found() -> None:
    game = fake.cards(asks_by_secret=True)
    found = [each.what for seed in range(50) if (each := leak(game, game.initial(), 1, Random(seed))) is not None]
    assert set(found) == {"turn"}


def test_a_campaign_reports_the_leak_with_both_states() -> None:
    found = campaign(fake.cards(leaks=True), PlayPlan(RandomGames(range(20)), looks=4))
    (failure,) = found.failures
    assert failure.key == ("legal", "lay")
    assert failure.trace.steps == ()
    assert failure.twin != failure.trace.states[-1]
    assert failure.difference
