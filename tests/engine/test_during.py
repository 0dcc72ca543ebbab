"""Invariants of what a phase was told: they hold as long as it runs, whoever is asked meanwhile."""

from pathlib import Path

import pytest

from refengine.runtime.game import Game
from tests.engine.rules import play

DUEL = """
game duels from rulebook tiny
    players 3..3                                                per R1

variable score of each player: 0..9                             per R1

setup                                                           per R1
    go Duel(1, 2)

phase Duel(first: player, second: player)                          per R1
    enter Choice(3)
    enter Choice(2)
    go Duel(2, 3)

phase Choice(p: player)                                         per R1
    ask p
        action gain(player q)                                   per R1
            then add 1 to score of q
        action pass_on(player q)                                   per R1
            then add 1 to score of q
            then enter Choice(q)
        action give(player q)                                   per R1
            then add 1 to score of q
            then enter Choice(p)

invariant nothing_for_the_first during Duel(first)                per R1
    score of first = 0

step invariant at_most_one_for_the_other during Duel(second)     per R1
    score of second <= before(score of second) + 1

invariant not_to_be_chosen during Choice(p)                     per R1
    score of p < 2
"""


@pytest.fixture
def duels(tmp_path: Path) -> Game:
    return play(tmp_path / "duels", DUEL, players=3)


def after(game: Game, *steps: tuple[int, str, int]) -> tuple[str, ...]:
    """The names of what the last of some steps breaks; those before break nothing."""
    state = game.initial()
    found: tuple[str, ...] = ()
    for player, name, argument in steps:
        assert found == ()
        before, state = state, game.apply(state, game.find_action(state, player, name, (argument,)))
        found = tuple(each.name for each in game.violations(before, state))
        if found and not any(each in STEPS for each in found):
            assert set(found) == {each.name for each in game.violations(None, state)}
    return found


STEPS = ("at_most_one_for_the_other",)


def test_what_was_told_is_kept_while_others_are_asked(duels: Game) -> None:
    assert after(duels, (3, "gain", 1)) == ("nothing_for_the_first",)
    assert after(duels, (3, "pass_on", 1)) == ("nothing_for_the_first",)
    assert after(duels, (3, "gain", 2), (2, "gain", 3)) == ("nothing_for_the_first",)  # the second duel is of 2 and 3
    assert after(duels, (3, "gain", 3), (2, "gain", 1)) == ()


def test_of_phases_that_run_within_themselves_the_innermost_counts(duels: Game) -> None:
    assert after(duels, (3, "gain", 3), (2, "pass_on", 3)) == ("not_to_be_chosen",)
    assert after(duels, (3, "pass_on", 2), (2, "give", 3), (2, "give", 3)) == ()  # 3 has two, but it is 2 that chooses
    assert after(duels, (3, "gain", 2), (2, "pass_on", 2)) == ("not_to_be_chosen",)


def test_it_can_be_read_off_the_state(duels: Game) -> None:
    control = duels.to_json(duels.initial())["control"]
    assert control[0]["phase"] == "Duel"
    assert control[0]["data"] == {"first": 1, "second": 2}
