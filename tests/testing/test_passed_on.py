"""Guards and bars that refuse all there is to choose, so that nobody is asked: seen to refuse, each where it does."""

from __future__ import annotations

from pathlib import Path

from refengine.runtime.game import Game
from refengine.runtime.recording import recording
from refengine.testing.coverage import rules_of
from refengine.testing.directed_play import direct
from refengine.testing.tally import take_step
from tests.engine.rules import CARDS, play

RULES = (
    CARDS
    + """
variable left: 0..2, starts 2                                      per R1

setup                                                           per R1
    move all c in box of Card with c.rank >= 2 to pile          per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action begin                                            per R1
    ask p, if able
        action take(c in pile)                                  per R1
            when left > 0
            bar red per R1
                when c.colour is Red and left = 2
            then subtract 1 from left
            then move c to hand of p
        action leave(c in field of p)                           per R1
            when left = 1
            then move c to pile
    go Turn(next of p)
"""
)
"""Nothing lies in a field, so what guards `leave` never refuses anything."""
FIRST, RED, NEVER = "take.when_1", "take.red", "leave.when_1"


def steps(game: Game, *moves: str) -> list[tuple[str, ...]]:
    """What refused everything in each step of a game."""
    state, refused = game.initial(), []
    for move in moves:
        (action,) = (each for each in game.legal(state) if each.label == move)
        step = take_step(game, state, action)
        state = step.after
        refused.append(step.refused)
    return refused


def test_what_leaves_nothing_to_choose_is_seen_to_refuse(tmp_path: Path) -> None:
    game = play(tmp_path, RULES, explain=True)
    assert steps(game, "begin", "take(Blue 2)", "begin", "take(Red 2)", "begin") == [(), (), (), (), (FIRST,)]


def test_a_guard_that_stands_before_a_bar_is_no_reason_where_the_bar_is(tmp_path: Path) -> None:
    red_alone = RULES.replace("c.rank >= 2", "c.colour is Red")
    assert steps(play(tmp_path, red_alone, explain=True), "begin") == [(RED,)]


def test_an_empty_pile_refuses_nothing(tmp_path: Path) -> None:
    empty = RULES.replace("c.rank >= 2", "c.rank > 3").replace("starts 2", "starts 0")
    assert steps(play(tmp_path, empty, explain=True), "begin") == [()]


def test_what_was_not_asked_is_no_part_of_what_is_told(tmp_path: Path) -> None:
    game = play(tmp_path, RULES.replace("c.rank >= 2", "c.colour is Red"), explain=True)
    with recording() as record:
        game.apply(game.initial(), game.legal(game.initial())[0])
    assert not {FIRST, RED, NEVER}.intersection(record.fired())


def test_directed_play_counts_it(tmp_path: Path) -> None:
    game = play(tmp_path, RULES, explain=True)
    found = direct(game, rules=[each for each in rules_of(game.description) if "when" in each], times=5, budget=400)
    assert found.coverage.refused[FIRST] >= 5
    assert found.missing == (NEVER,)
