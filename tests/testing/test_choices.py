"""Bytes as choices, and weighted chance."""

from random import Random

from attrs import frozen
from hypothesis import given, settings, strategies as st

from refengine.testing.choices import choose, play
from tests.testing import fake


@given(st.binary(max_size=40))
def test_the_same_bytes_give_the_same_run(choices: bytes) -> None:
    game = fake.noisy_counter(goal=1000)
    assert play(game, choices, 50) == play(game, choices, 50)


@given(st.binary(max_size=40))
def test_every_action_is_legal_and_leads_to_the_next_state(choices: bytes) -> None:
    game = fake.cards()
    run = play(game, choices)
    for before, action, after in zip(run.states, run.actions, run.states[1:], strict=False):
        assert action in game.legal(before)
        assert game.apply(before, action) == after
    assert len(run.states) == len(run.actions) + 1


def test_a_decision_without_alternative_takes_no_byte() -> None:
    run = play(fake.cards(), bytes([2, 2, 1, 1]))
    assert [action.arguments for action in run.actions] == [("c",), ("f",), ("b",), ("e",), ("a",), ("d",)]
    assert run.ended == "over"


def test_many_actions_take_two_bytes() -> None:
    game = fake.crowd(1000)
    assert play(game, bytes([1, 44])).actions[0].arguments == (300,)
    assert play(fake.crowd(256), bytes([255])).actions[0].arguments == (255,)


def test_play_ends_for_a_reason() -> None:
    game = fake.noisy_counter()
    assert play(game, b"", 10).ended == "choices"
    assert play(game, bytes(20), 10).ended == "limit"
    faulting = play(fake.faulty(1), bytes([1, 0]))
    assert (faulting.ended, len(faulting.states), len(faulting.actions)) == ("fault", 2, 2)


@settings(max_examples=5)
@given(st.integers(0, 1000))
def test_chance_goes_by_weight(seed: int) -> None:
    random = Random(seed)
    legal = fake.coin().legal(fake.coin().initial())
    heads = sum(choose(legal, random).name == "head" for _ in range(1000))
    assert 820 < heads < 970


@frozen
class Weighed:
    """An action of chance."""

    weight: int


@given(st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(any), st.integers(0, 1000))
def test_what_weighs_nothing_never_comes(weights: list[int], seed: int) -> None:
    """Not even where the weights come to as much as the number of actions, as 0 and 2 do."""
    random = Random(seed)
    assert all(choose(tuple(map(Weighed, weights)), random).weight for _ in range(20))
