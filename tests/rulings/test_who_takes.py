"""What is done is done by who decides it: no player, and not the table, takes what chance decides, nor the other way."""

from pathlib import Path

import pytest

from refengine import RuleSetError
from refengine.rulings.loading import load_judge
from refengine.runtime.fault import BadData
from tests.engine.rules import play
from tests.rulings.asking import ask
from tests.rulings.urn import write

FALLING = """
game falling from rulebook tiny
    players 2..2                                                per R1

variable x: 0..3                                                per R1

setup                                                           per R1
    go Play

phase Play                                                      per R1
    ask chance
        action fall                                             per R1
            then set x to 1
    ask table
        action agree                                            per R1
            then set x to 2
    ask 2
        action rise                                             per R1
            then set x to 3
    game over
"""

DECIDE = {"fall": "chance", "agree": "table", "rise": "2"}
"""Who decides what, in the order in which it comes."""

EACH = [(name, who) for name, decides in DECIDE.items() for who in ("1", "2", "chance", "table") if who != decides]


@pytest.mark.parametrize(("name", "who"), EACH)
def test_nobody_takes_what_somebody_else_decides(tmp_path: Path, name: str, who: str) -> None:
    judge = load_judge(write(tmp_path, FALLING.replace("rulebook tiny", "rulebook urn")))
    before = [f"{decides}: {each}" for each, decides in DECIDE.items()][: list(DECIDE).index(name)]
    for words in ([f"{who}: {name}", "ask x"], [f"ask after {who}: {name}: x"]):
        with pytest.raises(RuleSetError, match="decides"):
            ask(judge, *before, *words)
    (ruling,) = ask(judge, *before, f"ask whether {who}: {name} is legal")
    assert (ruling.outcome, ruling.answer, ruling.is_beyond_dispute) == ("illegal", False, True)
    (own,) = ask(judge, *before, f"{DECIDE[name]}: {name}", "ask x")
    assert own.answer == list(DECIDE).index(name) + 1


def test_in_an_example_neither(tmp_path: Path) -> None:
    game = play(tmp_path / "falling", FALLING)
    state = game.initial()
    assert game.example_action(state, "chance", "fall", ()) in game.legal(state)
    for who in (0, 1, "table"):
        with pytest.raises(BadData, match="is no value of the actor of `fall`"):
            game.example_action(state, who, "fall", ())
    for _ in ("fall", "agree"):
        state = game.apply(state, *game.legal(state))
    with pytest.raises(BadData, match="it has to be `player`"):
        game.example_action(state, "chance", "rise", ())
