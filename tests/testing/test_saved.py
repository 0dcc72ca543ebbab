"""Saved counterexamples: one name for one counterexample, and what became of it."""

import re

from refengine.engine.trace import read_trace
from refengine.runtime.random_games import RandomGames
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.saved_traces import again, contents, file_name, saved_names
from tests.testing import fake


def test_names_come_from_contents() -> None:
    game = fake.noisy_counter(goal=3)
    first, other = (campaign(game, PlayPlan(RandomGames(range(3), seed=seed))).failures[0] for seed in (1, 2))
    assert re.fullmatch(r"counter-invariant-below-the-goal-[0-9a-f]{12}\.itf\.json", file_name(first.trace))
    assert file_name(first.trace) == file_name(other.trace)
    assert saved_names(["b.itf.json", "README.md", "a.itf.json"]) == ("a.itf.json", "b.itf.json")


def test_a_saved_trace_fails_until_the_rules_are_mended() -> None:
    game = fake.noisy_counter(goal=3)
    (failure,) = campaign(game, PlayPlan(RandomGames(range(3)))).failures
    trace, problems = read_trace(contents(game, failure))
    assert not problems
    assert trace is not None
    assert again(game, trace).verdict == "fails"
    assert again(fake.noisy_counter(goal=4), trace).verdict == "mended"
    assert again(fake.faulty(1), trace).verdict == "stale"


def test_a_fault_is_seen_again() -> None:
    game = fake.faulty(2)
    (failure,) = campaign(game, PlayPlan(RandomGames(range(3)))).failures
    trace, _ = read_trace(contents(game, failure))
    assert trace is not None
    assert again(game, trace).verdict == "fails"
    assert again(fake.faulty(3), trace).verdict == "mended"
