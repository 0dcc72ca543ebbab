"""Shortcuts that an engine may take, each in the game that it would fool if it were taken where it does not belong."""

import pytest

import refengine
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import compiled

RULES = """
game shortcuts from rulebook tiny
    players 2..2                                                per R1

kind Tree is Ash, Birch, Cedar                                  per R1

component Card                                                  per R1
    rank: 1..5
    one of each rank

table seeds                                                     per R1

component Seed from table seeds                                 per R1
    tree: Tree
    starts in bag

component Nut                                                   per R1
    tree: Tree
    one of each tree
    starts in sack

zone sack holds Nut                                             per R1
zone bowl holds Nut                                             per R1
zone hand of each player holds Card, seen by owner              per R1
zone high of each player holds Card                             per R1
zone low of each player holds Card                              per R1
zone bag holds Seed                                             per R1
zone bed holds Seed                                             per R1
variable mark of each player: 0..9                              per R1


value best: Card                                                per R1
    is the c in hand of 1 with (no d in hand of 1 has d.rank > c.rank)

value seeds_of(t: Tree): count                                  per R1
    is number of s in bag with s.tree is t

value is_sown(t: Tree): truth                                   per R1
    is some s in bed has s.tree is t

value is_cracked(t: Tree): truth                                per R1
    is some n in bowl has n.tree is t

value nothing_else_is_cracked(t: Tree): truth                   per R1
    is every n in bowl has n.tree is t

value grows(t: Tree): truth                                     per R1
    is t in (all Tree u with u != Ash and (some s in bed has s.tree is u))

setup                                                           per R1
    move all c in box of Card with c.rank < 4 to hand of 1
    move all c in box of Card with c.rank > 3 to hand of 2
    go Turn

phase Turn                                                      per R1
    ask 1
        action lay_the_best                                     per R1
            then move best to high of 1
        action sow(s in bag)                                    per R1
            then move s to bed
        action crack(n in sack)                                 per R1
            then move n to bowl
        action rise                                             per R1
            then enter Rise
        action all_play                                         per R1
            then enter All
    go Turn

phase Rise                                                      per R1
    for each player p
        set mark of p to (mark of 1) + 1

phase All                                                       per R1
    ask every player p, at once, in secret
        action up(c in hand of p)                               per R1
            then move c to high of p
        action down(c in hand of p)                             per R1
            then move c to low of p

measure still                                                   per R1
    3
"""
SEEDS = "id,tree\nA,Cedar\nB,Ash\nC,Cedar\n"
"""Printed in another order than that of the members, one of them twice, and one not at all."""


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "explaining"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("shortcuts")
    compiled(folder, RULES, seeds=SEEDS)
    return refengine.load(folder, players=2, explain=request.param)


def after(game: Game, state: refengine.State, action: str, *arguments: object, seat: int = 1) -> refengine.State:
    return game.apply(state, game.find_action(state, seat, action, arguments))


def test_a_piece_that_is_worked_out_is_the_one_that_is_moved(game: Game) -> None:
    """Once it is taken, another card is the best."""
    state = game.initial()
    for there in (["3"], ["2", "3"], ["1", "2", "3"]):
        state = after(game, state, "lay_the_best")
        assert game.to_json(state)["zones"]["high"]["1"] == there


def test_everybody_may_choose_between_several_actions(game: Game) -> None:
    state = after(game, game.initial(), "all_play")
    offered = {(each.actor, each.name) for each in game.legal(state)}
    assert offered == {(1, "up"), (1, "down"), (2, "up"), (2, "down")}


def test_of_everybody_each_one_has_to_have_an_action(game: Game) -> None:
    state = game.initial()
    for _ in range(3):
        state = after(game, state, "lay_the_best")
    with pytest.raises(Fault, match="E0514"):
        game.legal(after(game, state, "all_play"))


def test_what_is_set_one_after_the_other_reads_what_was_set_before(game: Game) -> None:
    state = after(game, game.initial(), "rise")
    assert game.to_json(state)["variables"]["mark"] == {"1": 1, "2": 2}


def test_a_measure_that_reads_nothing_never_falls(game: Game) -> None:
    before = game.initial()
    for action in ("lay_the_best", "rise"):
        state = after(game, before, action)
        assert [each.name for each in game.violations(before, state)] == ["still"]
        before = state


def test_printed_pieces_are_looked_for_by_what_is_printed(game: Game) -> None:
    state = game.initial()
    assert [game.value(state, "seeds_of", each) for each in ("Ash", "Birch", "Cedar")] == [1, 0, 2]
    state = after(game, state, "sow", "B")
    assert [game.value(state, "seeds_of", each) for each in ("Ash", "Birch", "Cedar")] == [0, 0, 2]
    assert [game.value(state, "is_sown", each) for each in ("Ash", "Birch", "Cedar")] == [True, False, False]


def test_that_a_piece_is_there_is_not_that_each_is_the_one(game: Game) -> None:
    """There is one nut of each tree, so that whether some nut is of a tree is whether that nut lies there."""
    state = game.initial()
    for cracked, some, every in (
        ("Ash", [True, False, False], [True, False, False]),
        ("Cedar", [True, False, True], [False, False, False]),
    ):
        state = after(game, state, "crack", cracked)
        assert [game.value(state, "is_cracked", each) for each in ("Ash", "Birch", "Cedar")] == some
        assert [game.value(state, "nothing_else_is_cracked", each) for each in ("Ash", "Birch", "Cedar")] == every


def test_a_member_of_a_set_meets_all_that_the_set_asks(game: Game) -> None:
    """The first condition is known beforehand, and the second depends on what lies in the bed."""
    state, growing = game.initial(), []
    for sown in ("B", "C"):
        state = after(game, state, "sow", sown)
        growing.append([each for each in ("Ash", "Birch", "Cedar") if game.value(state, "grows", each)])
    assert growing == [[], ["Cedar"]]
