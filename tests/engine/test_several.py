"""Several pieces that are alike, moved by number."""

from pathlib import Path

import pytest

from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import play

STONES = """
game stones from rulebook tiny
    players 2..2                                                per R1

kind Colour is Red, Blue                                        per R1

component Stone                                                 per R1
    colour: Colour
    5 alike of each colour

component Coin                                                  per R1
    4 alike

component Card                                                  per R1
    one of each colour and rank
    colour: Colour
    rank: 1..2

zone heap of each player holds Stone                            per R1
zone bowl of each player holds at most 3 Stone                  per R1
zone cup of each player holds at most one Stone                 per R1
zone row holds Stone, ordered                                   per R1
zone purse of each player holds Coin                            per R1
zone shown holds Card                                           per R1

variable mine of each player: Colour, starts Red                      per R1
variable best: 1..2, starts 1                                   per R1

value vessel(p: player): place of Stone                         per R1
    is if heap of p is empty then bowl of p else cup of p

setup                                                           per R1
    set mine of 2 to Blue
    go Play

phase Play                                                      per R1
    ask 1
        action to_heap(n in 0..6, player p)                     per R1
            then move n Stone(mine of p) from box of Stone to heap of p
        action back(n in 0..6, player p)                        per R1
            then move n Stone(mine of p) from heap of p to box of Stone
        action to_bowl(n in 0..6)                               per R1
            then move n Stone(Red) from box of Stone to bowl of 1
        action to_cup(n in 0..2)                                per R1
            then move n Stone(Red) from box of Stone to cup of 1
        action from_cup(n in 0..2)                              per R1
            then move n Stone(Red) from cup of 1 to row
        action to_row(n in 0..6, Colour c)                      per R1
            then move n Stone(c) from box of Stone to row
        action to_vessel(n in 0..6)                             per R1
            then move n Stone(Red) from box of Stone to vessel(1)
        action swap(n in 0..6)                                  per R1
            then simultaneously
                each player p
                    move n Stone(mine of p) from heap of p to heap of next of p
        action flood(n in 0..1)                                 per R1
            then simultaneously
                move n * 999999999 Stone(Red) from box of Stone to heap of 1
        action half(player p)                                   per R1
            then for each player q
                let all_there = number of s in heap of q with s.colour is mine of p
                move (all_there + 1) div 2 Stone(mine of p) from heap of q to box of Stone
        action pay(n in 0..6)                                   per R1
            then move n Coin from box of Coin to purse of 1
        action bound(n in 0..6)                                 per R1
            then for each s in cup
                move n s from box of Stone to heap of 1
        action show(Colour c)                                   per R1
            then move Card(c, best) from box of Card to shown
    go Play
"""


@pytest.fixture
def stones(tmp_path: Path) -> Game:
    return play(tmp_path / "stones", STONES)


def after(game: Game, *actions: tuple[str, object]) -> object:
    state = game.initial()
    for name, arguments in actions:
        listed = arguments if isinstance(arguments, tuple) else (arguments,)
        state = game.apply(state, game.find_action(state, 1, name, listed))
        assert game.violations(None, state) == ()
    return state


def lies(game: Game, state: object, zone: str) -> object:
    return game.to_json(state)["zones"][zone]


def test_so_many_go(stones: Game) -> None:
    state = after(stones, ("to_heap", (3, 1)), ("to_heap", (2, 2)), ("back", (1, 1)))
    assert lies(stones, state, "heap") == {"1": ["Red", "Red"], "2": ["Blue", "Blue"]}


def test_none_goes(stones: Game) -> None:
    assert after(stones, ("to_heap", (0, 1)), ("back", (0, 2)), ("from_cup", 0), ("flood", 0)) == stones.initial()


@pytest.mark.parametrize(
    ("before", "action", "wanted"),
    [
        ((), ("to_heap", (6, 1)), "E0510"),
        ((("to_heap", (2, 1)),), ("back", (3, 1)), "E0510"),
        ((("to_bowl", 2),), ("to_bowl", 2), "E0511"),
        ((), ("to_cup", 2), "E0511"),
        ((("to_cup", 1),), ("from_cup", 2), "E0510"),
        ((), ("to_vessel", 4), "E0511"),
        ((), ("pay", 5), "E0510"),
        ((), ("flood", 1), "E0510"),
    ],
)
def test_what_is_not_there_or_has_no_room_is_a_fault(
    stones: Game, before: tuple[tuple[str, object], ...], action: tuple[str, object], wanted: str
) -> None:
    state = after(stones, *before)
    with pytest.raises(Fault) as fault:
        stones.apply(
            state, stones.find_action(state, 1, action[0], action[1] if isinstance(action[1], tuple) else (action[1],))
        )
    assert fault.value.code == wanted


def test_to_places_with_little_room(stones: Game) -> None:
    state = after(stones, ("to_bowl", 2), ("to_bowl", 1), ("to_cup", 1), ("to_bowl", 0), ("to_cup", 0))
    assert lies(stones, state, "bowl") == {"1": ["Red"] * 3, "2": []}
    assert lies(stones, after(stones, ("to_vessel", 3)), "bowl") == {"1": ["Red"] * 3, "2": []}


def test_a_row_keeps_its_order(stones: Game) -> None:
    state = after(stones, ("to_row", (2, "Blue")), ("to_row", (1, "Red")), ("to_row", (1, "Blue")))
    assert lies(stones, state, "row") == ["Blue", "Blue", "Red", "Blue"]


def test_several_at_once(stones: Game) -> None:
    state = after(stones, ("to_heap", (3, 1)), ("to_heap", (2, 2)), ("swap", 2))
    assert lies(stones, state, "heap") == {"1": ["Red", "Blue", "Blue"], "2": ["Red", "Red"]}


def test_a_number_that_is_worked_out(stones: Game) -> None:
    state = after(stones, ("to_heap", (5, 1)), ("half", 1))
    assert lies(stones, state, "heap") == {"1": ["Red", "Red"], "2": []}


def test_pieces_all_alike_and_a_piece_that_is_bound(stones: Game) -> None:
    assert lies(stones, after(stones, ("pay", 4)), "purse") == {"1": ["Coin"] * 4, "2": []}
    state = after(stones, ("to_cup", 1), ("bound", 3))
    assert lies(stones, state, "heap") == {"1": ["Red"] * 3, "2": []}


def test_a_piece_by_two_values(stones: Game) -> None:
    assert lies(stones, after(stones, ("show", "Blue")), "shown") == ["Blue 1"]
