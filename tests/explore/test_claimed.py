"""Claims about reachable states are asked while a game is explored, each where one state is enough for it."""

from pathlib import Path

import pytest

from refengine.explore.result import ExplorationResult
from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.source.cache import Cache
from tests.engine.rules import compiled
from tests.explore.small_games import TABLE, scope

CLAIM = """
claim it                                                        per R1
    {about}
    {said}
"""
REACHED = "in every reachable state of 2..3 players"


def explored(folder: Path, said: str, about: str = REACHED, *, alike: bool = False) -> ExplorationResult:
    folder.mkdir(exist_ok=True)
    game = compiled(folder / "dealing", TABLE + CLAIM.format(about=about, said=said))
    found = explore_scope(game, scope(2, alike=alike), None, ExplorationSettings(keep=Cache(None)))
    assert found.complete, found.problems
    return found


def asked(found: ExplorationResult) -> list[str]:
    return [clause.path for sort, clause in found.checked if sort == "claim"]


def test_a_claim_that_holds_in_every_state(tmp_path: Path) -> None:
    found = explored(tmp_path, "(number of c in deck) >= 2")
    assert asked(found) == ["it"]
    assert found.sound
    assert found.held == found.checked


def test_a_claim_that_does_not_has_a_shortest_way(tmp_path: Path) -> None:
    found = explored(tmp_path, "(number of c in deck) >= 3")
    assert [each.key for each in found.violations] == [("claim", "it")]
    assert len(found.violations[0].trace.steps) == 2
    assert not found.sound
    assert ("claim", "it") not in {(sort, clause.path) for sort, clause in found.held}


def test_where_a_claim_has_no_answer_it_does_not_hold(tmp_path: Path) -> None:
    found = explored(tmp_path, "(the c in hand of 1).rank > 0")
    assert [each.key for each in found.violations] == [("claim", "it")]
    assert found.faults == ()


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("in every state of 2..3 players", "(number of c in deck) >= 2"),  # of states that no game comes to as well
        ("in every reachable state of 3 players", "(number of c in deck) >= 1"),  # of other games
        (f"{REACHED}\n    assuming (number of c in deck) > 4", "(number of c in deck) >= 2"),  # of no state
        (REACHED, "(number of c in deck) = (number of c in deck) after exchange of 1 and 2"),  # of more than one state
    ],
)
def test_what_is_not_asked(tmp_path: Path, about: str, said: str) -> None:
    assert asked(explored(tmp_path, said, about)) == []


def test_a_claim_that_tells_seats_apart_is_not_asked_where_they_count_as_one(tmp_path: Path) -> None:
    """Of two states that differ by seats alone only one is looked at."""
    said = "hand of 2 is not empty or hand of 1 is empty or leader is nobody"
    assert asked(explored(tmp_path, said, alike=True)) == []
    assert asked(explored(tmp_path / "other", "every player p has (number of c in hand of p) <= 1", alike=True)) == [
        "it"
    ]
