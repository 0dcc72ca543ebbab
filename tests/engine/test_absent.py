"""What may be absent, looked for among what is there: it is in no zone, no set and no family."""

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.runtime.game import Game
from tests.types.front_end import compile_texts

GAME = """
game tiny from rulebook tiny
    players 2 per R1
kind Tree is Ash, Birch per R1
variable felled: set of Tree per R1
variable choice: Tree or none per R1
variable level: 0..3 or none per R1
component Card per R1
    tree: Tree
    one of each tree
zone slot holds at most one Card per R1
zone stall of each player holds at most one Card per R1
zone pile holds Card per R1
value card: Card or none per R1
    is if (exactly one c in pile has c.tree is Ash) then (the c in pile with c.tree is Ash) else none
value asked: truth per R1
    is {asked}
value refused: truth per R1
    is {refused}
setup per R1
    go Turn
phase Turn per R1
    ask table
        action wait per R1
    go Turn
"""


def game_of(what: str, where: str, *, explain: bool) -> Game:
    text = GAME.format(asked=f"{what} in {where}", refused=f"{what} not in {where}")
    rules, found = compile_texts({"game.rules": text})
    assert rules is not None, [each.message for each in found]
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    return make_game(rules, configuration, explain=explain)


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize(
    ("what", "where"),
    [
        ("card", "slot"),
        ("card", "stall"),
        ("card", "stall of 1"),
        ("card", "pile"),
        ("card", "box of Card"),
        ("card", "Card"),
        ("choice", "felled"),
        ("choice", "Tree"),
        ("choice", "{Ash, Birch}"),
        ("level", "{0, 3}"),
    ],
)
def test_nothing_lies_nowhere(what: str, where: str, explain: bool) -> None:
    """Neither where nothing lies, nor where something does."""
    game = game_of(what, where, explain=explain)
    filled = {"zones": {"slot": ["Birch"], "stall": {"1": ["Ash"]}}, "variables": {"felled": ["Ash"]}}
    for state in (game.initial(), game.position(filled)):
        assert (game.value(state, "asked"), game.value(state, "refused")) == (False, True)


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize(
    ("what", "where", "variables"),
    [
        ("card", "pile", {}),
        ("card", "Card", {}),
        ("choice", "felled", {"choice": "Ash", "felled": ["Ash"]}),
        ("choice", "{Ash}", {"choice": "Ash"}),
        ("level", "{0, 3}", {"level": 0}),
    ],
)
def test_what_is_there_is_found(what: str, where: str, variables: dict[str, object], explain: bool) -> None:
    game = game_of(what, where, explain=explain)
    state = game.position({"zones": {"pile": ["Ash"]}, "variables": variables})
    assert (game.value(state, "asked"), game.value(state, "refused")) == (True, False)
