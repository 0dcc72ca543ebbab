"""What the rules call things, and what Python calls them: names that Python would refuse, or take for one."""

from pathlib import Path
from typing import Any

from refengine.runtime.game import Game, State
from tests.engine.rules import play

ODD = """
game odd from rulebook tiny
    players 2..2                                                per R1

kind Colour is Red², Blue, ªa                                   per R1

component Stone                                                 per R1
    colour: Colour
    index: 0..4
    index_: 0..4
    name: 0..4
    a_: 0..4
    ª: 0..4
    class: 0..4
    2 alike of each colour with index 1 and index_ 2 and name 3 and a_ 2 and ª 4 and class 1

record Pair                                                     per R1
    x²: 0..4
    x2: 0..4

zone heap² holds Stone                                          per R1

variable sum²: 0..99                                            per R1
variable sum2: Pair or none                                     per R1

setup                                                           per R1
    move 2 Stone(Red²) from box to heap²
    let first = Stone(ªa)
    set sum² to first.index + 10 * first.index_ + 10 * first.name
    set sum2 to Pair(first.a_, first.ª)
    go Wait

phase Wait                                                      per R1
    ask 1
        action stop²(n² in 0..3)                                per R1
            then set sum² to n² + sum2.x² + 10 * sum2.x2 + Stone(Blue).class
            then game over
"""


def test_names_that_python_refuses_or_takes_for_one(tmp_path: Path) -> None:
    game = play(tmp_path, ODD)
    state = game.initial()
    assert held(game, state) == {"sum²": 1 + 20 + 30, "sum2": {"x²": 2, "x2": 4}}
    assert held(game, game.apply(state, game.legal(state)[3]))["sum²"] == 3 + 2 + 40 + 1


def held(game: Game, state: State) -> dict[str, Any]:
    data: Any = game.to_json(state)
    return dict(data["variables"])


ALIKE = """
game spelt_alike from rulebook tiny
    players 2..2                                                per R1

kind TieBreak is Heads, Tails                                   per R1
kind Tie_break is Left, Right, NAMES_OF_TOSS                    per R1
kind Toss is Once, Twice                                        per R1

question tie_break about R1                                     per ruling A1
    "who wins a tie?"
    reading first "the first", literal, default
    reading second "the second", house

variable call: TieBreak or none, starts none                    per R1

setup                                                           per R1
    ask 1
        action choose(t in TieBreak, s in Tie_break, o in Toss) per R1
            then set call to t
            then game over
"""


def test_names_that_python_writes_alike_name_their_own_members(tmp_path: Path) -> None:
    game = play(tmp_path, ALIKE)
    offered = game.legal(game.initial())
    assert [each.arguments for each in offered] == [
        (call, side, toss)
        for call in ("Heads", "Tails")
        for side in ("Left", "Right", "NAMES_OF_TOSS")
        for toss in ("Once", "Twice")
    ]
    assert held(game, game.apply(game.initial(), offered[-1])) == {"call": "Tails"}
