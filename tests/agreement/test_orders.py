"""Rounds of a plain `each` in all orders, by the definition of effects: what the prover says of them is so."""

from __future__ import annotations

import random
from itertools import islice, permutations
from typing import Any

import pytest
from attrs import evolve, frozen

from refengine.evidence.ledger import GoalAnswer, entries
from refengine.evidence.support import supported
from refengine.ir import control
from refengine.ir.commuting import commutes
from refengine.ir.configuration import configure
from refengine.ir.game import Game
from refengine.ir.obligations import Owed
from refengine.ir.specialise import specialise
from refengine.ir.traverse import walk
from refengine.prove.decide import decide
from refengine.semantics.effects import Effects
from refengine.semantics.expressions import Meaning
from refengine.semantics.fault import Fault
from refengine.semantics.state import Rules, State
from refengine.semantics.steps import Steps
from refengine.smt.goal import Limits
from refengine.smt.plan import batches, goals
from tests.ir.loops import reads
from tests.types.front_end import compile_texts

LIMITS = Limits(rlimit=5_000_000, steps=6)
ORDER = f"Loop: {Owed.ORDER.value}"
SURE = {"proved", "by construction"}
MOST_ORDERS = 150
"""The greatest number of orders that are tried, of the 720 of six cards."""

RULES = """
game small from rulebook tiny
    players {players}..{players}                                per R1

kind Colour is Red, Blue                                        per R1
component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank

token Point on each player, limit 9                             per R1

zone deck holds Card                                            per R1
zone hand of each player holds Card                             per R1
zone slot holds at most one Card                                per R1

variable total: 0..6, starts {total}                            per R1
variable share of each player: 0..4, starts 1                   per R1
variable marked: set of player                                  per R1
variable last: player or nobody                                 per R1
variable tally of each Colour: 0..4, starts 1                   per R1
variable best: Colour or none                                   per R1

value p_rank(p: player): 1..2                                   per R1
    is if p = 1 then 1 else 2

setup                                                           per R1
    move all c in box of Card to deck
{setup}
    go Choice

phase Choice                                                    per R1
    ask 1
        action begin                                            per R1
            then enter Loop
    game over

phase Loop                                                      per R1
    {binder}
{body}
"""


@frozen
class Rounds:
    """Loops of one shape: what they are over, and the conditions and effects that their bodies are drawn from."""

    binder: str
    conditions: tuple[str, ...]
    effects: tuple[str, ...]


SETUPS = (
    "move Card(Red, 1) from deck to hand of 1",
    "move Card(Red, 1) from deck to slot",
    "move Card(Blue, 1) from deck to hand of 2",
    "set share of 1 to 0",
    "set share of 2 to 3",
    "move 2 Point from supply to 1",
    "move 1 Point from supply to 2",
    "add 2 to marked",
)
NUMBERS = (
    "1",
    "-1",
    "(if p = 1 then 2 else -1)",
    "(share of p - 1)",
    "((6 div total) mod 2)",
    "(if total > 2 then 0 else 1)",
    "share of next of p",
    "(if p = 3 then 1 else 0)",
)
PLAYERS = Rounds(
    "each player p",
    ("p = 1", "p != 1", "p = 2", "total > 0", "share of p > 1", "share of next of p = 0", "p in marked", "slot is empty"),
    (
        "add {number} to total",
        "add {number} to share of p",
        "add 1 to share of next of p",
        "set share of p to {number}",
        "set last to p",
        "set last to 2",
        "add p to marked",
        "remove next of p from marked",
        "move 1 Point from supply to p",
        "move share of p Point from supply to p",
        "move 1 Point from next of p to supply",
        "move 1 Point from 1 to p",
        "move all c in hand of p to deck",
        "move all c in hand of next of p to hand of p",
        "move all c in deck with c.rank = 1 to hand of p",
        "move Card(if p = 1 then Red else Blue, 1) from (if p = 1 then slot else deck) to (if p = 1 then deck else slot)",
        "move Card(if p = 1 then Red else Blue, p_rank(p)) from deck to hand of p",
        "move all c in slot to hand of p",
        "subtract p_rank(p) from share of p",
        "move p_rank(p) Point from p to 1",
        "each c in hand of p\n            add c.rank to total",
        "each c in deck with c.rank = p_rank(p)\n            move c to hand of p",
        "each c in hand of p\n            move c to (if c.rank = 1 then slot else deck)",
    ),
)  # fmt: skip
CARDS = Rounds(
    "each c in deck",
    (
        "c.rank = 1", "c.colour is Red", "total > 1", "tally of c.colour = 1", "slot is empty", "best is none",
        "(number of d in hand of 1) > 1",
    ),
    (
        "move c to hand of 1",
        "move c to slot",
        "move c to deck",
        "move c to (if c.colour is Red then hand of 1 else hand of 2)",
        "add c.rank - 2 to total",
        "add (if c.rank = 1 then 1 else 0) to total",
        "set total to 3",
        "add 1 to tally of c.colour",
        "subtract 1 from tally of c.colour",
        "set tally of c.colour to c.rank",
        "set tally of c.colour to 2",
        "set tally of Red to 2",
        "set best to c.colour",
        "add c.rank to tally of Red",
        "move 1 Point from supply to 1",
        "move 1 Point from 1 to supply",
        "move 1 Point from 1 to 2",
        "move all d in slot to hand of 2",
        "each player p\n            add c.rank - 1 to share of p",
    ),
)  # fmt: skip


def rules_of(rng: random.Random, players: int, rounds: Rounds) -> str:
    """A game with one loop of random effects."""

    def effect() -> str:
        return rng.choice(rounds.effects).replace("{number}", rng.choice(NUMBERS))

    lines: list[str] = []
    for each in dict.fromkeys(effect() for _ in range(rng.choice((1, 1, 2)))):
        if rng.random() < 0.5:
            inner = each.replace("\n", "\n    ")
            lines += [f"        if {rng.choice(rounds.conditions)}", f"            {inner}"]
        else:
            lines.append(f"        {each}")
    setup = "\n".join(f"    {each}" for each in rng.sample(SETUPS, rng.choice((0, 1, 2))) if each)
    total, body = rng.choice((0, 1, 2)), "\n".join(lines)
    return RULES.format(players=players, total=total, setup=setup, binder=rounds.binder, body=body)


@frozen
class Meant:
    """The loop of a game as it is meant, and the state in which it is come to; None if nothing is left of it."""

    rules: Rules
    loop: control.Each | None
    state: State


def meant_by(rules: Game, players: int) -> Meant:
    """The loop of a game with so many players."""
    configuration, _ = configure(rules, players, {}, {}, None)
    assert configuration is not None
    meant = Rules(specialise(rules, configuration))
    (phase,) = (each for each in meant.game.phases if each.name == "Loop")
    loops = [each for each in walk(phase) if isinstance(each, control.Each)]
    loop = max(loops, key=lambda each: len([*walk(each)]), default=None)
    return Meant(meant, loop, Steps(meant).initial())


def results(meant: Meant) -> set[Any]:
    """Returns what the rounds come to, in as many orders as are tried; None is that they break off."""
    if meant.loop is None:
        return {None}
    rounds = [inner for _, inner in Meaning(meant.rules, meant.state).bound(meant.loop.binding, {}, "Loop")]
    found: set[Any] = set()
    # Of many the first orders all begin alike, so each is taken backwards too: of any two both come first.
    for order in (way for each in islice(permutations(rounds), MOST_ORDERS // 2) for way in (each, each[::-1])):
        after = meant.state
        try:
            for inner in order:
                after, _ = Effects(meant.rules).after(meant.loop.body, after, inner, "Loop")
        except Fault:
            found.add(None)
        else:
            parts = (after.zones, after.variables, after.tokens)
            found.add(tuple(str(sorted(each.items(), key=str)) for each in parts))
    return found


def any_state(rng: random.Random, state: State, players: int) -> State:
    """A state of the same game in which all lies somewhere."""
    zones: dict[tuple[str, int | None], tuple[int, ...]] = {}
    for card in range(6):
        place = rng.choice((("deck", None), ("slot", None), *(("hand", seat) for seat in range(players))))
        place = ("deck", None) if place in zones and place[0] == "slot" else place
        zones[place] = (*zones.get(place, ()), card)
    own = {("share", seat): rng.randrange(5) for seat in range(players)}
    marked = tuple(sorted(rng.sample(range(players), rng.randrange(players + 1))))
    tally = {("tally", colour): rng.randrange(5) for colour in range(2)}
    one = {("total", None): rng.randrange(7), ("marked", None): marked, ("last", None): rng.choice((None, 0, 1))}
    best = {("best", None): rng.choice((None, 0, 1))}
    points = {("Point", "player", seat): rng.randrange(4) for seat in range(players)}
    tokens = {key: number for key, number in points.items() if number}
    return evolve(state, zones=zones, variables={**state.variables, **own, **tally, **one, **best}, tokens=tokens)


def said_of(rules: Game) -> str:
    """Returns what the prover says of the order of the loop."""
    found = supported([GoalAnswer(each) for batch in batches(goals(rules)) for each in decide(rules, batch, LIMITS)])
    (entry,) = (each for each in entries(found, LIMITS.steps) if each.statement == ("obligation", ORDER))
    return str(entry.verdict)


@pytest.mark.parametrize(
    ("rounds", "players", "seed", "games"),
    [
        (PLAYERS, 3, 0, 8),
        (PLAYERS, 5, 7, 8),
        (CARDS, 2, 0, 10),
        *(pytest.param(PLAYERS, players, 2, 600, marks=pytest.mark.campaign) for players in (3, 5)),
        *(pytest.param(CARDS, 2, seed, 600, marks=pytest.mark.campaign) for seed in (1, 2)),
    ],
)
def test_a_proved_order_makes_no_difference_and_a_refuted_one_does(
    rounds: Rounds, players: int, seed: int, games: int
) -> None:
    rng = random.Random(seed)
    said: set[tuple[str, bool]] = set()
    while games:
        text = rules_of(rng, players, rounds)
        rules, _ = compile_texts({"small.rules": text})
        if rules is None:  # it breaks off for sure
            continue
        games -= 1
        verdict, is_same = said_of(rules), len(results(meant_by(rules, players))) == 1
        assert is_same or verdict not in SURE, text
        assert not is_same or verdict != "refuted", text
        said.add((verdict, is_same))
    assert {("refuted", False), ("proved", True), ("by construction", True)} <= said


@pytest.mark.parametrize(
    ("rounds", "seed", "games"),
    [
        (PLAYERS, 0, 30),
        (CARDS, 0, 30),
        *(
            pytest.param(rounds, seed, 1_000, marks=pytest.mark.campaign)
            for rounds in (PLAYERS, CARDS)
            for seed in (1, 2, 3)
        ),
    ],
)
def test_rounds_that_are_seen_to_commute_come_to_the_same_from_any_state(rounds: Rounds, seed: int, games: int) -> None:
    rng = random.Random(seed)
    while games:
        text = rules_of(rng, 3, rounds)
        rules, _ = compile_texts({"small.rules": text})
        meant = None if rules is None else meant_by(rules, 3)
        if meant is None or meant.loop is None or not commutes(meant.loop, reads(meant.rules.game)):
            continue
        games -= 1
        for _ in range(20):
            state = any_state(rng, meant.state, 3)
            assert len(results(evolve(meant, state=state))) == 1, (text, state)
