"""Games and scopes for these tests."""

from pathlib import Path

from refengine.ir import game as model
from refengine.ir.claims import Keep, SmallScope
from refengine.ir.control import Clause
from refengine.ir.expressions import Origin
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"

TABLE = """
game dealing from rulebook tiny
    players 2..3                                                per R1

component Card                                                  per R1
    rank: 1..4
    one of each rank

token Point on each player, limit 3                             per R1

zone deck holds Card                                            per R1
zone hand of each player holds Card, seen by owner              per R1
zone field of each player holds at most one Card                per R1

variable leader: player or nobody, starts nobody                per R1
variable friends: set of player                                 per R1

setup                                                           per R1
    move all c in box to deck
    go Deal

phase Deal                                                      per R1
    ask chance
        action deal(c in deck, p in player)                     per R1
            when hand of p is empty
            then move c to hand of p
    if some player p has hand of p is empty
        go Deal
    otherwise
        go Lead

phase Lead                                                      per R1
    ask chance
        action lead(p in player)                                per R1
            then set leader to p
    ask chance
        action befriend(p in player)                            per R1
            then add p to friends
    go Play

phase Play                                                      per R1
    ask every player p with hand of p is not empty, at once, in secret
        action show(c in hand of p)                             per R1
            then move c to field of p
    each c in field with (no d in field has d.rank > c.rank)
        move 1 Point from supply to sender(c)
    game over

value sender(c: Card): player                                    per R1
    is the player p with c in field of p

outcome                                                         per R1
    scores are Point on p for player p
    winners are all player p with Point on p > 0

invariant few_points                                            per R1
    (sum of Point on p for player p) <= 1
"""


def tutorial(name: str) -> model.Game:
    """A game of the tutorial."""
    (found,), _ = find_games(TUTORIAL / name)
    game = compile_folder(found).game
    assert game is not None
    return game


def scope(players: int, *keeps: Keep, alike: bool = False, name: str = "small") -> SmallScope:
    """A scope that no text declares."""
    return SmallScope(name, players, keeps, alike, Clause(name, (), Origin(None)))
