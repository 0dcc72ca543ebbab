"""Whether the cell toward a side is another is asked by the way between the two, which is as good as going there."""

from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from refengine.runtime.grids import SIDES, Cell, toward
from tests.engine.rules import play

RULES: Final = """
game ways from rulebook tiny
    players 2..2                                                    per R1

kind Side is Up, Right, Down, Left in a ring                        per R1

component Stone                                                     per R1
    2 alike
    starts in bag

zone bag holds Stone                                                per R1
grid board, squares, sides Side, holds at most one Stone            per R1

value faces(c: cell, d: cell): truth                                per R1
    is some Side e has c toward e = d

value is_faced(c: cell, d: cell): truth                             per R1
    is some Side e has d = c toward e and e in {Up, Right}

value is_apart(c: cell, d: cell): truth                             per R1
    is every Side e has c toward e != d

value leads(c: cell, d: cell): count                                per R1
    is number of Side e with c toward e != d and d toward next of e != c

value meets(c: cell, d: cell): count                                per R1
    is number of Side e with (some Side k with k != e has c toward e = d toward k)

value inside(c: cell, d: cell): truth                               per R1
    is some Side e has (every Side k has k = e or c toward e = d)

value straight(c: cell, d: cell): truth                             per R1
    is some Side e has (c toward e) toward e = d

setup                                                               per R1
    move 1 Stone from bag to board of (0, 0)
    go Lay

phase Lay                                                           per R1
    ask 1
        action lay(c in edge of board)                              per R1
            then move 1 Stone from bag to board of c
            then game over
"""


def _expected(c: Cell, d: Cell) -> dict[str, Any]:
    """The same in Python, by going there."""
    sides = range(len(SIDES))
    beyond, back = [toward(c, e) for e in sides], [toward(d, e) for e in sides]
    return {
        "faces": d in beyond,
        "is_faced": d in beyond[:2],
        "is_apart": d not in beyond,
        "leads": sum(beyond[e] != d and back[(e + 1) % 4] != c for e in sides),
        "meets": sum(any(k != e and beyond[e] == back[k] for k in sides) for e in sides),
        "inside": any(all(k == e or beyond[e] == d for k in sides) for e in sides),
        "straight": any(toward(beyond[e], e) == d for e in sides),
    }


@pytest.mark.parametrize("explain", [False, True])
def test_ways_are_where_one_comes_by_going(tmp_path: Path, *, explain: bool) -> None:
    game = play(tmp_path, RULES, explain=explain)
    state = game.initial()
    asked: dict[str, Any] = {each.name: each.function for each in game.description.values}
    stateless = {"faces", "is_faced", "is_apart", "leads", "meets", "inside", "straight"}
    for d in product(range(-2, 3), range(-2, 3)):
        expected = _expected((0, 0), d)
        assert expected.keys() == stateless
        found = {name: asked[name](state, (5, -7), (5 + d[0], d[1] - 7)) for name in stateless}
        assert found == expected, d
