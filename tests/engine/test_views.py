"""What a player sees of frames, of what lasts as long as a phase, and what all players see."""

from pathlib import Path

from refengine.runtime.game import Game
from tests.engine.rules import CARDS, play

COURSE = """
variable hush: 1..3, starts 1, during Deep, seen by nobody      per R1

setup                                                           per R1
    move all c in box of Card with c.colour is Red to hand of 1
    go Start

phase Start                                                     per R1
    ask 1
        action tell(c in hand of 1)                             per R1
            then enter Told(c, c, c.rank, 1, 2)
        action dive                                             per R1
            then enter Deep
    game over

phase Told(shown: Card seen by everyone, c: Card, n: 1..3 seen by p, p: player, frame: player seen by each q with frame = q) per R1
    ask 2
        action go_on                                            per R1
            when shown.rank + c.rank + n > 0 and frame = frame
            then enter Deep

phase Deep                                                      per R1
    ask 2
        action stop                                             per R1
            then set hush to 2
    ask 2
        action look                                             per R1
"""


def made(folder: Path) -> Game:
    return play(folder, CARDS + COURSE)


def test_a_view_shows_what_a_phase_was_told_to_whom_it_says(tmp_path: Path) -> None:
    game = made(tmp_path)
    state = game.initial()
    (tell,) = (each for each in game.legal(state) if each.name == "tell" and each.arguments == ("Red 3",))
    state = game.apply(state, tell)
    held = [game.view(state, seat)["control"][-1]["data"] for seat in (1, 2)]
    assert held == [
        {"shown": "Red 3", "c": None, "n": 3, "p": 1, "frame": None},
        {"shown": "Red 3", "c": None, "n": None, "p": 1, "frame": 2},
    ]
    assert game.common_view(state)["control"][-1]["data"] == {**held[0], "n": None}


def test_what_is_below_is_as_hidden(tmp_path: Path) -> None:
    game = made(tmp_path)
    state = game.initial()
    state = game.apply(state, game.legal(state)[0])
    state = game.apply(state, {"actor": 2, "name": "go_on"})
    frames = game.view(state, 2)["control"]
    assert [each["phase"] for each in frames] == ["Start", "Told", "Deep"]
    assert all(each is None for name, each in frames[1]["data"].items() if name in {"c", "n"})
    assert game.from_json(game.to_json(state)) == state


def test_what_does_not_last_now_everybody_knows(tmp_path: Path) -> None:
    game = made(tmp_path)
    state = game.initial()
    assert game.view(state, 1)["variables"]["hush"] == 1
    state = game.apply(state, {"actor": 1, "name": "dive"})
    assert game.view(state, 1)["variables"]["hush"] is None
    assert game.common_view(state)["variables"]["hush"] is None


def test_what_all_see_is_what_each_sees(tmp_path: Path) -> None:
    game = made(tmp_path)
    common = game.common_view(game.initial())
    views = [game.view(game.initial(), seat) for seat in (1, 2)]
    assert views[0]["zones"]["hand"]["1"] == ["Red 1", "Red 2", "Red 3"]
    assert common["zones"]["hand"] == {"1": 3, "2": 0}
    assert common["zones"]["pile"] == []
    assert common["tokens"] == views[0]["tokens"]
