"""Small games for these tests, written in the rules language and compiled on the spot."""

import hashlib
from pathlib import Path

import refengine
from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.runtime.game import Game

SAYING = "Everything is as the rules say."


def rulebook(line: int = 1, paraphrase: str = SAYING) -> str:
    """The index of a rulebook with one statement and one ruling."""
    return f"""[rulebook]
id = "tiny"
title = "Tiny"
language = "en"

[[statement]]
id = "R1"
lines = "{line}"
paraphrase = "{paraphrase}"
status = "normative"
hash = "sha256:{hashlib.sha256(SAYING.encode()).hexdigest()}"

[[ruling]]
id = "A1"
about = ["R1"]
decision = "as the question says"
reason = "the text is silent"
date = 2026-11-21
"""


CARDS = """
game tiny from rulebook tiny
    players 2..4                                                per R1

kind Colour is Red, Blue                                        per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank

component Coin                                                  per R1
    3 alike

token Point on each player, limit 5                             per R1

zone hand of each player holds Card, seen by owner              per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1
zone bank holds Coin                                            per R1
zone purse of each player holds at most 2 Coin                  per R1
zone rest holds Coin                                            per R1

variable round: 1..3, starts 1                                  per R1
variable score of each player: count                            per R1
variable lucky of each player: set of Colour                    per R1
"""

HEAPS = """
game heaps from rulebook tiny
    players 2..2                                                    per R1

kind Heap is Left, Middle, Right                                    per R1

component Stone                                                     per R1
    worth: 1..3
    3 alike of each worth
    starts in store

zone store holds Stone                                              per R1
zone heap of each Heap holds Stone                                  per R1

value lies(h: Heap): count                                          per R1
    is number of s in heap of h
"""
"""The head of a game in which stones lie on heaps."""

PAVEMENT = """
game pavement from rulebook tiny
    players 2..2                                                    per R1

kind Side is Up, Right, Down, Left in a ring                        per R1

component Stone                                                     per R1
    mark: 1..3
    6 alike of each mark
    starts in bag

zone bag holds Stone                                                per R1
"""
"""The head of a game in which stones are laid on a grid."""

DUEL = (
    CARDS
    + """
question ties about R1                                          per ruling A1
    "what happens when both are as high?"
    reading neither "nobody scores", inferred, default
    reading both "both score", house

setup                                                           per R1
    for each player p
        move all c in box of Card with c.colour is suit(p) to hand of p
    go Play

value suit(p: player): Colour                                   per R1
    normally Red
    except second per R1
        when p = 2
        is Blue

phase Play                                                      per R1
    ask every player p with hand of p is not empty, at once, in secret
        action send(c in hand of p)                             per R1
            when c.rank != 3 or round > 1
            bar highest_first per R1
                when round = 2
                when c.rank = 1
            then move c to field of p
    go Score

value sender(c: Card): player                                    per R1
    is the player p with c in field of p

value wins(c: Card): truth                                      per R1
    case tie per R1
        when some d in field with d != c has d.rank = c.rank
        is ties is both
    case higher per R1
        when no d in field with d != c has d.rank = c.rank
        is no d in field has d.rank > c.rank

phase Score                                                     per R1
    each c in field with wins(c)
        add 1 to score of sender(c)
    move all c in field to pile
    if round = 3
        game over
    otherwise
        add 1 to round
        go Play

outcome                                                         per R1
    scores are score of p for player p
    winners are all player p with (every player q has score of q <= score of p)

invariant at_most_one_each in Play                              per R1
    every player p has score of p <= round

step invariant out_is_out                                       per R1
    every c in before(pile) has c in pile

measure cards                                                   per R1
    number of c in hand
"""
)


def compiled(folder: Path, rules: str, **tables: str) -> model.Game:
    """The IR of a game in the rules language."""
    folder.mkdir(exist_ok=True)
    (folder / "game.rules").write_text(rules, "utf-8")
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    folders, _ = find_games(folder)
    found = compile_folder(folders[0])
    assert found.game is not None, [(each.code, each.message, each.hint) for each in found.errors]
    return found.game


def specialised(folder: Path, rules: str, players: int = 2, **readings: str) -> model.Game:
    """The IR under a configuration."""
    game = compiled(folder, rules)
    configuration, wrong = configure(game, players, readings, {}, None)
    assert configuration is not None, wrong
    return specialise(game, configuration)


def play(folder: Path, rules: str, players: int = 2, *, explain: bool = False, **readings: str) -> Game:
    """The playable game."""
    compiled(folder, rules)
    return refengine.load(folder, players=players, readings=readings, explain=explain)


def alone(folder: Path, rules: str, body: str, *, explain: bool = False) -> Game:
    """The cards with a setup that only goes to a phase `Wait`, and what else is needed."""
    wait = """
setup                                                           per R1
    go Wait

phase Wait                                                      per R1
    ask 1
        action stop                                             per R1
            then game over
"""
    return play(folder, rules + wait + body, explain=explain)
