"""A phase that was entered from within itself: whoever abandons it leaves the innermost of its frames."""

from pathlib import Path

import pytest

from tests.engine.rules import play

NESTED = """
game nested from rulebook tiny
    players 2..2                                                per R1

variable left: 0..9                                             per R1

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    enter Quarrel(2)
    ask 1
        action rest                                             per R1
    go Turn

phase Quarrel(more: 0..2)                                       per R1
    if more > 0
        enter Quarrel(more - 1)
    otherwise
        enter Blow
    add 1 to left

phase Blow                                                      per R1
    ask 2
        action bear                                             per R1
        action yield_to_it                                      per R1
            then abandon Quarrel
"""


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
@pytest.mark.parametrize(("action", "left"), [("bear", 3), ("yield_to_it", 2)])
def test_the_outer_frames_go_on(action: str, left: int, explain: bool, tmp_path: Path) -> None:
    game = play(tmp_path / "nested", NESTED, explain=explain)
    state = game.initial()
    assert [each["phase"] for each in game.to_json(state)["control"]] == [
        "Turn",
        "Quarrel",
        "Quarrel",
        "Quarrel",
        "Blow",
    ]
    after = game.apply(state, game.find_action(state, 2, action))
    assert game.to_json(after)["variables"] == {"left": left}
    assert [each["phase"] for each in game.to_json(after)["control"]] == ["Turn"]
