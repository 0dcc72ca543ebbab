"""The strategies: legal play, shrinking by bytes, positions."""

from hypothesis import HealthCheck, find, given, settings

from refengine.testing.choices import PlayRun
from refengine.testing.strategies import games, legal_traces, positions
from tests.testing import fake
from tests.testing.fake import Table

GAME = fake.cards()


@given(legal_traces(GAME))
def test_traces_are_legal(run: PlayRun) -> None:
    assert all(action in GAME.legal(state) for state, action in zip(run.states, run.actions, strict=False))


@given(games(GAME))
def test_games_are_whole(run: PlayRun) -> None:
    assert run.ended == "over"


@given(positions(GAME))
def test_positions_are_states(state: Table) -> None:
    assert sum(len(held) for _, held in state.zones) == 9


@settings(suppress_health_check=list(HealthCheck))
@given(positions(GAME, reachable=False))
def test_positions_that_need_not_be_reachable_obey_the_invariants(state: Table) -> None:
    assert not GAME.violations(None, state)


def test_a_failing_trace_shrinks() -> None:
    counter = fake.noisy_counter(goal=3)
    the_same = settings(derandomize=True, database=None)  # how far it shrinks is a matter of luck, and not ours
    run = find(legal_traces(counter, 60), lambda run: bool(counter.violations(None, run.last)), settings=the_same)
    assert [action.name for action in run.actions] in (["up"] * 3, ["up"] * 4)
