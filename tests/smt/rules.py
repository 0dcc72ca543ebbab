"""Rules written on the spot, and what the prover says of them."""

from __future__ import annotations

from refengine.ir.game import Game
from refengine.prove.engines import Engines
from refengine.prove.replay import ReplayResult, replay
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from tests.types.front_end import compile_texts

LIMITS = Limits(rlimit=10_000_000)

HEAD = """
game small from rulebook tiny
    players 2..3                                                per R1

kind Colour is Red, Blue                                        per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank

zone deck holds Card                                            per R1
zone hand of each player holds Card, seen by owner              per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1

variable round: 0..9                                            per R1

question ties about R1                                          per ruling A1
    "what happens when both are as high?"
    reading neither "nobody wins", default
    reading both "both win"

question high about R1                                          per ruling A2
    "is high better?"
    reading better "yes", default
    reading worse "no"
"""
"""Cards in hands and on fields, and two questions."""

COURSE = """
setup                                                           per R1
    move all c in box of Card to deck
    for each player p
        for each c in deck with c.rank = 1 and c.colour is (if p = 1 then Red else Blue)
            move c to hand of p
    go Play

phase Play                                                      per R1
    ask every player p with hand of p is not empty, at once, in secret
        action send(c in hand of p)                             per R1
            then move c to field of p
    game over
"""
"""Everybody plays a card."""

WINS = """
value beats(c: Card, d: Card): truth                            per R1
    normally c.rank > d.rank
    except low_wins per ruling A2
        when high is worse
        is c.rank < d.rank

value wins(c: Card): truth                                      per R1
    normally no d in field has beats(d, c)
    except tied per ruling A1
        when some d in field with d != c has d.rank = c.rank
        when ties is neither
        is false

value takers: count                                             per R1
    is number of c in field with wins(c)
"""
"""Which cards on the fields win, by both questions."""


def game(*texts: str) -> Game:
    """The game of these texts; with one alone it has to be whole."""
    made, diagnostics = compile_texts({"small.rules": "\n".join(texts)})
    assert made is not None, [(each.code, each.message, each.hint) for each in diagnostics]
    return made


def proved(rules: Game, *wanted: Goal, limits: Limits = LIMITS) -> tuple[Decision, ...]:
    """What the prover says of goals, in their order."""
    found = [each for batch in batches(wanted) for each in decide(rules, batch, limits)]
    return tuple(next(each for each in found if each.goal == goal) for goal in wanted)


def asked(rules: Game, name: str, players: int = 2, part: str = "") -> Decision:
    """What the prover says of the goal of a name; asked alone."""
    (goal,) = (each for each in goals(rules) if (each.name, each.players, each.part) == (name, players, part))
    (decision,) = decide(rules, (goal,), LIMITS)
    return decision


def confirmed(kept: Cache, rules: Game, decision: Decision) -> ReplayResult:
    """What the engine makes of a counterexample: it must not contradict it."""
    told = replay(Engines(rules, kept), decision)
    assert told is not None, decision
    assert (told.verdict, told.differences) == ("confirmed", ()), decision.counterexample
    return told
