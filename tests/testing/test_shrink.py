"""Failing traces become short, and fail as before."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from refengine.runtime.fault import Fault
from refengine.testing.failure import Judge, Key, breaches
from refengine.testing.shrink import shrink
from tests.testing import fake
from tests.testing.fake import Action, Fake


def failing(game: Fake, seed: int, judge: Judge) -> tuple[list[Action], Key]:
    """A long trace that fails."""
    random = Random(seed)
    state, actions = game.initial(), []
    while True:
        actions.append(random.choice(game.legal(state)))
        try:
            after = game.apply(state, actions[-1])
        except Fault as fault:
            return actions, ("fault", fault.path)
        keys = judge(state, after)
        if keys:
            return actions, keys[0]
        state = after


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_planted_fault_shrinks_to_the_shortest(seed: int) -> None:
    game = fake.noisy_counter(goal=5)
    judge = breaches(game)
    actions, key = failing(game, seed, judge)
    short = shrink(game, game.initial(), actions, key, judge)
    assert [each.name for each in short] == ["up"] * 5


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_a_fault_of_the_rules_shrinks_likewise(seed: int) -> None:
    game = fake.faulty(3)
    actions, key = failing(game, seed, breaches(game))
    short = shrink(game, game.initial(), actions, key, breaches(game))
    assert [each.name for each in short] == ["up", "up", "up", "strike"]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 200))
def test_the_shrunk_trace_fails_as_before_and_is_not_longer(seed: int, budget: int) -> None:
    game = fake.noisy_counter(goal=4)
    judge = breaches(game)
    actions, key = failing(game, seed, judge)
    short = shrink(game, game.initial(), actions, key, judge, budget)
    assert len(short) <= len(actions)
    states = [game.initial()]
    for action in short:
        assert isinstance(action, Action)
        states.append(game.apply(states[-1], action))
    assert judge(states[-2], states[-1]) == (key,)


@pytest.mark.parametrize("budget", [100, 1000, 20_000])
def test_the_budget_bounds_the_work(budget: int) -> None:
    game = fake.noisy_counter(goal=30)
    actions, key = failing(game, 1, breaches(game))
    game.applied[0] = 0
    shrink(game, game.initial(), actions, key, breaches(game), budget)
    assert game.applied[0] <= budget + len(actions)


def test_a_start_that_fails_needs_no_action() -> None:
    game = fake.noisy_counter(goal=0)
    assert (
        shrink(game, game.initial(), game.legal(game.initial()), ("invariant", "below_the_goal"), breaches(game)) == ()
    )
