"""Players who need not play: their pieces, what is printed for them, and rules that name them."""

from pathlib import Path

import pytest

import refengine
from refengine.cli.main import main
from refengine.loading import RuleSetError
from tests.hostile.small import written

OWNED = """
component Man                                                   per R1
    whose: player
    7 alike of each whose
component Flag                                                  per R1
    whose: player or none
    price of each player: 1..3
    1 alike of each whose with price 2
table homes                                                     per R1
kind Home from table homes                                      per R1
    lord: player or none
    friends: set of player
    likes of each Flag: truth
zone field of each player holds Man                             per R1
variable height of each Flag: 1..4, starts 2                    per R1
value men: count                                                per R1
    is number of m in box of Man
value lords: count                                              per R1
    is number of Home h with h.lord is not none
value friends: count                                            per R1
    is sum of (number of p in h.friends) for Home h
value flags: count                                              per R1
    is sum of f.price(1) for Flag f
value heft(f: Flag): 1..9                                     per R1
    normally 1
    except of_the_fourth per R1
        when f = Flag(4)
        is 2
    except of_others per R1
        when f in {Flag(3), Flag(1)}
        is 3
value liked: count                                              per R1
    is number of Flag f with (some Home h has h.likes(f))
value fourth: 1..4                                              per R1
    is height of Flag(4)
value last(p: player): truth                                    per R1
    is p = 4 or p in {3, 4}
invariant all_or_some                                           per R1
    every player p has last(p) implies (number of player q) > 2
"""
HOMES = """id,lord,friends,likes_none,likes_1,likes_2,likes_3,likes_4
Hill,1,1 3,true,true,true,true,true
Dale,3,2 3 4,false,false,false,false,false
"""


@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, {"men": 14, "lords": 1, "friends": 2, "flags": 6, "liked": 3}),
        (3, {"men": 21, "lords": 2, "friends": 4, "flags": 8, "liked": 4}),
        (4, {"men": 28, "lords": 2, "friends": 5, "flags": 10, "liked": 5}),
    ],
)
def test_they_take_their_pieces_with_them(
    players: int, expected: dict[str, int], explain: bool, tmp_path: Path
) -> None:
    game = refengine.load(written(tmp_path / "game", OWNED, homes=HOMES), players=players, explain=explain)
    state = game.initial()
    assert {name: game.value(state, name) for name in expected} == expected
    assert [game.value(state, "last", seat) for seat in range(1, players + 1)] == [False, False, True, True][:players]
    assert game.value(state, "heft", "1") == 3
    if players == 4:
        assert (game.value(state, "heft", "4"), game.value(state, "fourth")) == (2, 2)
    else:
        with pytest.raises(refengine.Fault, match="E0504"):
            game.value(state, "fourth")


def test_check_and_prove_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    claims = """
claim others_weigh_three per R1
    in every state of 2..4 players
    heft(Flag(1)) = 3
claim the_fourth_is_there per R1
    in every state of 4 players
    heft(Flag(4)) = 2 and Flag(4) != Flag(3)
example the_fourth_is_not_there per R1
    given 3 players, Man(3) in field of 1, height of Flag(3) = 4
    expect height of Flag(3) = 4, fault fourth
"""
    game = written(tmp_path / "game", OWNED + claims, homes=HOMES)
    assert main(["check", str(game), "--traces", "2", "--directed", "0", "--jobs", "1"]) == 0, capsys.readouterr()
    assert main(["prove", str(game), "others_weigh_three", "the_fourth_is_there", "--jobs", "1"]) == 0
    assert "2 proved" in capsys.readouterr().out


def test_a_variable_that_starts_with_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = written(tmp_path / "game", "variable x: player, starts 4 per R1\ninvariant i per R1\n    x = 1 or x = 4\n")
    assert refengine.load(game, players=4).initial() is not None
    with pytest.raises(RuleSetError, match="E0504"):
        refengine.load(game, players=2)
    assert main(["simulate", str(game), "--games", "2"]) == 2
    assert "`x` has no start" in capsys.readouterr().err
