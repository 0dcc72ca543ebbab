"""What is asked of what lies in one cell of a grid is asked without a loop: it comes to the same, and to the same faults."""

import random
from pathlib import Path
from typing import Any, Final

import pytest

from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import PAVEMENT, play

RULES: Final = (
    PAVEMENT
    + """grid board, squares, sides Side, holds at most one Stone, turned    per R1

value heavy(c: cell): truth                                         per R1
    is some u in board of c has u.mark > 1

value light(c: cell): truth                                         per R1
    is every u in board of c has u.mark = 1

value upright(c: cell): truth                                       per R1
    is every u in board of c with u.mark > 1 has turn of board of c is Up

value leaning(c: cell): truth                                       per R1
    is not (every u in board of c with u.mark < 3 has turn of board of c is Up)

value matched(c: cell): truth                                       per R1
    is some u in board of c has (some v in board of (c toward Up) has v.mark = u.mark)

value crowd(c: cell): count                                         per R1
    is number of d in around(c) with heavy(d) or not upright(d)

value few(c: cell): 0..2                                            per R1
    is number of d in around(c) with heavy(d)

value crowded(c: cell): truth                                       per R1
    is some u in board of c with few(c) = 1 has u.mark > 1

value lonely(c: cell): truth                                        per R1
    is every u in board of c has u.mark > 1 or few(c) = 1

value stones(c: cell): set of cell                                  per R1
    is all d in (all e in around(c) with heavy(e)) with light(d toward Up) and heavy(d toward Right)

setup                                                               per R1
    move 1 Stone(1) from bag to board of (0, 0), turned Up
    go Lay

phase Lay                                                           per R1
    ask 1
        action lay(t in bag, c in edge of board, Side k)            per R1
            then move t to board of c, turned k
        action lift(c in cells of board)                            per R1
            when (number of d in cells of board) > 8
            then move (the t in board of c) to bag
    go Lay
"""
)

ASKED: Final = ("heavy", "light", "upright", "leaning", "matched", "crowd", "crowded", "lonely", "stones")


def _answer(game: Game, name: str, state: Any, cell: tuple[int, int]) -> object:
    asked: dict[str, Any] = {each.name: each.function for each in game.description.values}
    try:
        return asked[name](state, cell)
    except Fault as fault:
        return fault.code, fault.clause.path


@pytest.mark.parametrize("seed", range(3))
def test_it_comes_to_the_same(tmp_path: Path, seed: int) -> None:
    plain, explaining = (play(tmp_path / str(each), RULES, explain=each) for each in (False, True))
    rng, found = random.Random(seed), set()
    states = plain.initial(), explaining.initial()
    for _ in range(25):
        for cell in {
            (x, y) for column, row in states[0].board.taken() for x, y in ((column, row), (column - 1, row + 1))
        }:
            for name in ASKED:
                answers = [
                    _answer(game, name, each, cell) for game, each in zip((plain, explaining), states, strict=True)
                ]
                assert answers[0] == answers[1], (name, cell, states[0].board)
                assert type(answers[0]) is type(answers[1])
                found.add((name, str(answers[0])))
        action = rng.choice(plain.legal(states[0]))
        same = next(each for each in explaining.legal(states[1]) if each.arguments == action.arguments)
        states = plain.apply(states[0], action), explaining.apply(states[1], same)
    assert all(len({answer for name, answer in found if name == each}) > 1 for each in ASKED)
