"""Campaigns: the same games however they are shared out, and everything that goes wrong in them."""

import pickle
from collections.abc import Sequence
from itertools import pairwise

import pytest

from refengine.runtime.random_games import RandomGames
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.directed_play import direct
from refengine.testing.reproduce import failures_of
from refengine.testing.result import CampaignResult, merge
from tests.testing import fake


@pytest.mark.parametrize("shares", [[0, 10, 20, 30], [0, 1, 29, 30], [0, 30]])
def test_results_do_not_depend_on_how_games_are_shared_out(shares: Sequence[int]) -> None:
    game = fake.noisy_counter(goal=3)
    whole = campaign(game, PlayPlan(RandomGames(range(30), 4, 200)), game)
    parts = [campaign(game, PlayPlan(RandomGames(range(first, end), 4, 200)), game) for first, end in pairwise(shares)]
    assert merge(reversed(parts)) == whole


def test_another_seed_gives_other_games() -> None:
    game = fake.cards()
    lengths = {campaign(fake.noisy_counter(9), PlayPlan(RandomGames(range(3), seed, 500))).steps for seed in range(5)}
    assert len(lengths) > 1
    assert campaign(game, PlayPlan(RandomGames(range(2)))) == campaign(game, PlayPlan(RandomGames(range(2))))


def test_the_first_failure_of_a_way_is_shrunk_and_the_rest_are_counted() -> None:
    found = campaign(fake.noisy_counter(goal=3), PlayPlan(RandomGames(range(10), limit=2_000)))
    (failure,) = found.failures
    assert failure.key == ("invariant", "below_the_goal")
    assert [step.action for step in failure.trace.steps] == ["up"] * 3
    assert (failure.number, failure.times, failure.trace.violates) == (0, 10, failure.key)
    assert found.finished == 0


def test_a_fault_is_a_failure_and_its_trace_ends_with_the_step() -> None:
    found = campaign(fake.faulty(2), PlayPlan(RandomGames(range(3), limit=500)))
    (failure,) = found.failures
    assert failure.key == ("fault", "gap")
    assert [step.action for step in failure.trace.steps] == ["up", "up", "strike"]
    assert len(failure.trace.states) == 4


def test_a_game_without_end_is_cut() -> None:
    found = campaign(fake.noisy_counter(goal=10_000), PlayPlan(RandomGames(range(4), limit=50)))
    assert (found.cut, found.finished, found.longest, found.steps) == (4, 0, 50, 200)


def test_lengths_are_counted() -> None:
    found = campaign(fake.cards(), PlayPlan(RandomGames(range(5))))
    assert (found.finished, found.lengths) == (5, {6: 5})


def test_a_result_can_be_sent_to_another_process() -> None:
    found = campaign(fake.noisy_counter(goal=3), PlayPlan(RandomGames(range(3))))
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - our own
    assert merge([]) == CampaignResult()


def test_failures_of_directed_play_are_shrunk_too() -> None:
    game = fake.noisy_counter(goal=3)
    (failure,) = failures_of(game, direct(game, rules=("nowhere",), patience=500))
    assert [step.action for step in failure.trace.steps] == ["up"] * 3
