"""Which phases are running below which: in some course of the game, and in every one."""

import pytest

from refengine.ir.running import running
from tests.types.front_end import compile_texts

RULES = """
game small from rulebook corpus
    players 2..3                                    per R1

setup                                               per R1
    enter Deal
    go Turn

phase Deal                                          per R1
    enter Pause

phase Turn                                          per R1
    enter Fight
    enter Pause
    go Turn

phase Fight                                         per R1
    ask 1
        action strike                               per R1
            then enter Blow
        action change                               per R1
            then go Parley

phase Parley                                        per R1
    enter Pause

phase Blow                                          per R1
    ask 1
        action bear                                 per R1
        action again                                per R1
            then go Blow

phase Pause                                         per R1
    ask 1
        action nod                                  per R1

phase Nowhere                                       per R1
    enter Fight
"""


@pytest.mark.parametrize(
    ("script", "perhaps", "surely"),
    [
        ("setup", set(), set()),
        ("Deal", {"setup"}, {"setup"}),
        ("Turn", set(), set()),
        ("Fight", {"Turn", "Nowhere"}, {"Turn"}),
        ("Parley", {"Turn", "Nowhere"}, {"Turn"}),
        ("Blow", {"Turn", "Fight", "Nowhere"}, {"Turn", "Fight"}),
        ("Pause", {"setup", "Deal", "Turn", "Parley", "Nowhere"}, set()),
    ],
)
def test_what_waits_below(script: str, perhaps: set[str], surely: set[str]) -> None:
    game, _ = compile_texts({"game.rules": RULES})
    assert game is not None
    below = running(game.setup, game.phases)
    assert set(below.perhaps[script]) == perhaps
    assert set(below.surely[script]) == surely
    assert below.may(script, script)
    assert below.must(script, script)
