"""Plain loops: whose rounds commute, as can be seen or only proved, and whose do not."""

from __future__ import annotations

from typing import Any

from refengine.ir import control
from refengine.ir.commuting import read_by
from refengine.ir.game import Game
from refengine.ir.traverse import walk
from tests.types.front_end import compile_texts

RULES = """
game small from rulebook tiny
    players 3..3                                                per R1

kind Colour is Red, Blue                                        per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..2
    one of each colour and rank

token Point on each player, limit 9                             per R1

zone deck holds Card                                            per R1
zone hand of each player holds Card                             per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1

variable round: 0..9                                            per R1
variable score of each player: 0..9                             per R1
variable marked: set of player                                  per R1
variable last: player or nobody                                 per R1

value high(c: Card): truth                                      per R1
    is no d in deck has d.rank > c.rank

variable debt of each player: -9..9, starts 0                   per R1

value by_colour(c: Card): place of Card                              per R1
    is if c.colour is Red then pile else deck

setup                                                           per R1
    move all c in box of Card to deck
    go Play

phase Play                                                      per R1
    {loop}
    game over
"""

COMMUTE = (
    "each c in deck\n        move c to pile",
    "each c in deck with c.rank = 1\n        move c to pile",
    "each c in deck\n        if c.rank = 1\n            move c to pile\n        otherwise\n            move c to hand of 1",
    "each player p\n        add 1 to round",
    "each player p\n        add 1 to score of p",
    "each player p\n        set score of p to 3",
    "each player p\n        set round to 3",
    "each player p\n        add p to marked",
    "each player p\n        move 1 Point from supply to p",
    "each player p\n        if score of p > 2\n            add 1 to round",
    "each player p\n        add round to score of p",
    "each player p\n        remove p from marked",
    "each player p\n        if p != 1\n            set round to 3",
    "each player p\n        let n = 3 - 1\n        add n to round",
    "each c in deck\n        move c to by_colour(c)",
    "each player p\n        move (if p = 3 then 2 else 1) Point from p to supply",
    "each player p\n        add (if p = 1 then 0 else -1) to round",
    "each player p\n        move Card(Red, 1) from deck to field of p",
)  # fmt: skip

LOOK_AS_IF_NOT = (
    "each player p with field of p is not empty\n        move all c in field of p to pile",
    "each player p\n        remove p from marked\n        add p to marked",
    "each player p\n        set score of next of p to 2",
    "each player p\n        if round < 2\n            add 1 to round",
    "each player p with round < 2\n        add 1 to round",
    "each player p\n        if score of p > 2\n            set score of p to 2\n            add 1 to round",
    "each c in field\n        if (some d in field has d = c)\n            move c to pile",
)  # fmt: skip
"""The order makes no difference, but that is not seen from the text."""

MAY_NOT = (
    "each player p\n        set last to p",
    "each player p\n        add score of p to score of next of p",
    "each player p\n        if Point on 1 > 0\n            move 1 Point from 1 to p",
    "each c in deck\n        if high(c)\n            move c to pile",
    "each player p\n        remove p from marked\n        add next of p to marked",
    "each player p\n        set score of p to 1\n        set score of next of p to 2",
    "each player p\n        set score of p to 1\n        add 1 to score of 1",
    "each player p\n        let q = next of p\n        set last to q",
    "each player p\n        for each c in field of p\n            set round to c.rank",
    "each player p\n        if p = 1\n            set round to 3\n        otherwise\n            set round to 4",
    "each c in deck\n        if pile is empty\n            move c to by_colour(c)",
    "each player p\n        set marked to {p}",
    "each player p\n        add (if p = 1 then 2 else -2) to round",
    "each player p\n        add debt of p to round",
    "each player p\n        if p = 2\n            add 1 to score of next of p\n        subtract 2 from score of p",
    "each player p\n        add (if p = 1 then 3 else 1) to round\n        add -2 to round",
    "each player p\n        if p = 1\n            move 2 Point from supply to p\n        otherwise\n            move 1 Point from 1 to supply",
    "each player p\n        move Card(Red, 1) from (if p = 1 then hand of 1 else pile) to (if p = 1 then pile else deck)",
    "each player p\n        move Card(Red, 1) from hand of p to hand of next of p",
    "each player p\n        move Card(if p = 1 then Red else Blue, 1) from (if p = 1 then field of 1 else deck) to (if p = 1 then deck else field of 1)",
    "each player p\n        if p = 1\n            add 1 to round\n        if p = 2\n            case one_of_two per R1\n                when round >= 0\n                then set score of 2 to (6 div round) * 0\n            case two_of_two per R1\n                when round > 0\n                then set score of 2 to (6 div round) * 0",
    "each player p\n        if p = 1\n            add 1 to round\n        if p = 2\n            case one_of_two per R1\n                when round >= 0\n                then set score of 2 to 0\n            case two_of_two per R1\n                when round = 1\n                then set score of 2 to 0",
    "each player p\n        add (if p = 1 then 1 else 0) to round\n        set score of p to (6 div round) * 0",
    "each player p\n        if p = 1\n            add 1 to round\n        if p = 2\n            move Card(Red, 1) from hand of (if round > 0 then 1 else 2) to pile",
)  # fmt: skip


def made(loop: str) -> Game:
    game, diagnostics = compile_texts({"small.rules": RULES.replace("{loop}", loop)})
    assert game is not None, [(each.message, each.hint) for each in diagnostics]
    return game


def loop_of(game: Game) -> control.Each:
    (phase,) = game.phases
    return next(each for each in walk(phase) if isinstance(each, control.Each))


def reads(game: Game) -> Any:
    bodies = {each.name: each.body for each in game.values}

    def read(name: str) -> frozenset[str]:
        return read_by(bodies[name], read)

    return read
