"""What a player is told of why their action is illegal hangs on what they see alone, and is true."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import refengine
from refengine.runtime.codec import Codec
from refengine.runtime.fault import Failed, Fault
from refengine.runtime.frames import Action
from refengine.runtime.game import Game, State
from refengine.testing.domains import drawn_from
from refengine.testing.sight import look_alike
from tests.engine.rules import play

ROOT = Path(__file__).parents[2]

CONDITIONS = (
    "c.rank < 3", "P = chief", "q != P", "free", "mine = 1", "mine < 2", "mine > 0", "told = 1", "trump = Red", "buried < 2", "(3 div buried) > 1",
    "some d in hand of q has d.colour = Red", "some d in hand of P has d.colour = Red", "c in hand of chief",
    "(number of d in hand of q) > 1", "hand of q is not empty", "best(q) > 1", "best(P) > 1", "best(next of P) > 1",
    "wanted(q, P)", "rich(q)", "not rich(next of q)", "lot of q < 2", "lot of P < 2", "lot of chief < 2", "pledge of q < 2", "pledge of P < 2", "shown is not empty", "omen is none", "omen is not none", "omen = 1", "Card(Red, 1) in dark",
    "some d in shown has d.rank = 2", "(number of d in dark) = 2", "every player o has lot of o < 3",
)  # fmt: skip
"""What may be asked of an action of the player P: each reads something that everybody sees, or some, or nobody."""

CHOICES = ("c in hand of P", "c in hand of q", "c in dark", "c in shown", "Card c")
TOLD = ("", " seen by everyone", " seen by nobody", " seen by each v with v = p")
SEEN = ("everyone", "each v with v = chief", "nobody")


def drawn_rules(random: Random) -> str:
    """A game of one sort of question in which there is something to see for everybody, for some, and for nobody."""

    def conditions(most: int, depth: int) -> str:
        listed = random.sample(CONDITIONS, random.randrange(1, most + 1))
        return "".join(f"{' ' * depth}when {each}\n" for each in listed)

    bars = "".join(f"            bar bar_{number} per R1\n{conditions(2, 16)}" for number in range(random.randrange(3)))
    asked = random.choice(("p", "chief", "next of chief"))
    action = f"player q, {random.choice(CHOICES)}) per R1\n{conditions(3, 12)}{bars}"
    return f"""
game sights from rulebook tiny
    players 2..3                                                per R1

kind Colour is Red, Blue                                        per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank
    starts in dark

zone hand of each player holds Card, seen by owner              per R1
zone dark holds Card, seen by nobody                            per R1
zone shown holds Card, seen by each v with v = chief            per R1

variable free: truth, starts false                             per R1
variable chief: player, starts 1                                per R1
variable buried: 0..3, starts 0, seen by nobody                 per R1
variable lot of each player: 0..3, starts 0, seen by owner      per R1
variable omen: 0..2 or none, starts none, seen by each v with buried < 2 per R1
variable pledge of each player: 0..2, starts 0, seen by owner during Turn  per R1
variable trump: Colour, starts Red, seen by {random.choice(SEEN)} per R1

value best(q: player): 0..3                                     per R1
    is highest of c.rank for c in hand of q

value rich(q: player): truth                                    per R1
    is lot of q > 1 or Card(Blue, 2) in hand of q

value wanted(q: player, p: player): truth                       per R1
    is q != p and lot of p > 1

setup                                                           per R1
    repeat {random.randrange(2, 6)} times
        ask chance
            action deal(c in dark, player q)                    per R1
                then move c to hand of q
            action lay(c in dark)                               per R1
                then move c to shown
            action draw(player q, n in 0..3)                    per R1
                then set lot of q to n
            action hide(n in 0..3)                              per R1
                then set buried to n
            action foretell(n in 0..2)                          per R1
                then set omen to n
            action promise(player q, n in 0..2)                 per R1
                then set pledge of q to n
            action appoint(player q)                            per R1
                then set chief to q
            action call(Colour k)                                per R1
                then set trump to k
                then set free to true
    go Turn(buried, 1, chief)

phase Turn(mine: 0..3{random.choice(TOLD)}, told: 0..3, p: player)  per R1
    ask {asked}
        action try({action.replace("P", asked if " " not in asked else f"({asked})")}            then set free to true
        action go_on                                            per R1
            then nothing
    game over

outcome                                                         per R1
    scores are 0 for player p
    winners are all player p
"""


def wishes(game: Game, state: State, seat: int, random: Random, many: int) -> list[Action]:
    """Actions that a seat may wish to take in a state, legal or not."""
    info = Codec(game.description).frame_info(state.control[-1])
    found = []
    for each in info.actions if info is not None else ():
        for _ in range(many if each.by == "player" else 0):
            given = [drawn_from(game.description, one.domain, random) for one in each.params]
            found.append(game.find_action(state, seat, each.name, given))
    return found


def told(game: Game, state: State, wish: Action) -> tuple[Failed, ...] | None:
    """What is told of a wish; None where it is legal or the rules break off."""
    with suppress(Fault):
        if wish not in game.legal(state):
            return game.why_not(state, wish)
    return None


def compared(game: Game, seed: int, games: int, steps: int) -> tuple[int, int]:
    """The number of wishes of which the same is told in two states that look alike, and of those that stop elsewhere."""
    random = Random(seed)
    same = elsewhere = 0
    for _ in range(games):
        state = game.initial()
        for _ in range(steps):
            for seat in range(1, game.description.players + 1):
                twin = look_alike(game, state, seat, random)
                for wish in () if twin is None else wishes(game, state, seat, random, 6):
                    assert twin is not None
                    here, there = told(game, state, wish), told(game, twin, wish)
                    if here is None or there is None:
                        continue
                    assert here == there, (wish.label, here, there)
                    same += 1
                    elsewhere += game.refusal(state, wish) != game.refusal(twin, wish)
            try:
                legal = game.legal(state)
                if not legal:
                    break
                state = game.apply(state, random.choice(legal))
            except Fault:
                break
    return same, elsewhere


def test_of_two_states_that_look_alike_the_same_is_told(tmp_path: Path) -> None:
    random = Random(7)
    same = elsewhere = 0
    for number in range(40):
        rules = drawn_rules(random)
        game = play(tmp_path / str(number), rules, random.choice((2, 3)))
        found = compared(game, number, 8, 7)
        same, elsewhere = same + found[0], elsewhere + found[1]
    assert same > 2_000
    assert elsewhere > 100


@pytest.mark.parametrize("path", ["spec/kaciri", "spec/european_war", "spec/pagan"])
def test_in_games_that_are_played_the_same_is_told(path: str) -> None:
    assert compared(refengine.load(ROOT / path, players=2), 3, 2, 60)[0] > 100


def test_nobody_but_the_witch_learns_who_she_is(tmp_path: Path) -> None:
    """The hunter wishes for a ritual on each villager: whoever the witch is, the answer is the same (pagan.R3)."""
    game = refengine.load(ROOT / "spec" / "pagan", players=2)
    random, found = Random(3), {"witch": 0, "hunter": 0}
    for _ in range(6):
        state = game.initial()
        for _ in range(60):
            (seat,) = game.turn(state).seats or (0,)
            for wish in wishes(game, state, seat, random, 3) if seat else ():
                if wish.name != "ritual" or not (full := game.refusal(state, wish)):
                    continue
                clauses = [each.clause.path for each in full]
                paths = [each.clause.path for each in game.why_not(state, wish)]
                if "ritual.when_1" in clauses:
                    assert paths == ["ritual.when_1"]
                    found["hunter"] += "ritual.when_2" in clauses
                elif clauses[0].startswith("ritual.when"):
                    assert paths == clauses
                    found["witch"] += 1
            legal = game.legal(state)
            if not legal:
                break
            state = game.apply(state, random.choice(legal))
    assert min(found.values()) > 3, found


SHOWN_TO_SOME = """
game sights from rulebook tiny
    players 2                                                   per R1

variable free: truth, starts false                              per R1
variable buried: 0..3, starts 0, seen by nobody                 per R1
variable omen: 0..2 or none, starts none, seen by each v with buried < 2  per R1

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action try                                              per R1
            when omen is not none
            when free
            then set buried to 1
        action go_on                                            per R1
            then set omen to 1
    game over

outcome                                                         per R1
    scores are 0 for player p
    winners are all player p
"""


def test_who_knows_not_whether_they_see_is_told_nothing_of_it(tmp_path: Path) -> None:
    """Nothing is shown of an omen that is absent, nor of one that is hidden; so its player cannot tell which it is."""
    game = play(tmp_path / "sights", SHOWN_TO_SOME)
    absent = game.initial()
    hidden = game.edited(absent, {"variables": {"buried": 3, "omen": 1}})
    assert game.view(absent, 1) == game.view(hidden, 1)
    wish = game.find_action(absent, 1, "try")
    told = [[each.clause.path for each in game.why_not(state, wish)] for state in (absent, hidden)]
    assert told == [["try.when_2"], ["try.when_2"]]
    assert len(game.refusal(absent, wish)) == 2
