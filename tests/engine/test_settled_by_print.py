"""Members that printed data settle are listed beforehand, and nobody can tell: not by what is found, nor by what faults.

Each value is asked in every state of a tiny game, of an engine that lists and of one that explains and lists nothing.
The module of WebAssembly, which has lists of its own, plays the same games.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import refengine
from refengine.runtime.fault import Fault
from tests.engine.rules import rulebook

CONDITIONS = (
    "s.column = 2",
    "s.column = x",
    "s.column != x and mark of s",
    "mark of s and s.column >= x",
    "6 div x = 3 and s.column = 2",
    "s.column = 2 and 6 div x = 3",
    "6 div (if mark of s then 1 else x) = 3 and s.column = 4",
    "s.column = 4 and 6 div (if mark of s then 1 else x) = 3",
    "6 div s.worth = 3 and s.column > 1",
    "s.column > 1 and 6 div s.worth = 3",
    "(mark of s or 6 div s.worth = 2) and s.column = 3",
    "near(s, x) and 6 div s.worth > x",
    "6 div s.worth > x and near(s, x)",
)
"""Conditions on a square; some of them fault for squares that a later part of them leaves out."""

OF_CARDS = (
    "c.column = 2",
    "c.column != x",
    "c.column = x or c.worth = 3",
    "6 div x = 3 and c.column = 2",
    "c.column = 2 and 6 div x = 3",
    "6 div c.worth = 3 and c.column > 1",
    "c.column > 1 and 6 div c.worth = 3",
    "c in kept and c.column = 3",
    "c.column = 3 and c not in kept",
)
"""Conditions on a card, of those that lie in a place or are in a set."""

RULES = """
game settled from rulebook tiny
    players 2                                                       per R1

table squares                                                       per R1

kind Square from table squares                                      per R1
    column: 1..4
    worth: 0..3

component Card                                                      per R1
    column: 1..4
    worth: 0..3
    one of each column and worth
    starts in row

zone row holds Card                                                 per R1
zone pile holds Card                                                per R1

variable kept: set of Card                                          per R1
variable x: 0..3, starts 1                                                 per R1
variable dark of each Square: truth, starts true                    per R1
variable mark of each Square: truth, starts false                   per R1

value near(s: Square, n: 0..3): truth                               per R1
    is s.column = n or s.column = n + 1

value number_of_kept: count                                         per R1
    is number of c in kept

{values}
setup                                                               per R1
    go Turn

phase Turn                                                          per R1
    ask 1
        action put(n in 0..3)                                       per R1
            then set x to n
        action turn_over(s in Square)                               per R1
            then set mark of s to not mark of s
        action lay(c in row)                                        per R1
            then move c to pile
        action keep(c in row)                                       per R1
            when number_of_kept < 4
            then add c to kept
{actions}    go Turn
"""

VALUE = """value v{number}_{word}: {type}                              per R1
    is {body}
"""

CARD_BODIES = {
    "some": ("truth", "some c in row has ({})"),
    "every": ("truth", "every c in kept has not ({})"),
    "where": ("truth", "some c in row with ({}) has c in kept"),
    "number": ("count", "number of c in pile with ({})"),
    "worth": ("count", "sum of c.worth for c in kept with ({})"),
}

CARD_ACTION = """        action take{number}(c in row, d in kept)                    per R1
            when {condition}
            when d.worth != c.worth
            then move c to pile
"""

ACTION = """        action a{number}(s in Square, t in Square)               per R1
            when {condition}
            when t.column = s.column + 1
            then set mark of t to true
"""

BODIES = {
    "some": ("truth", "some Square s has ({})"),
    "every": ("truth", "every Square s has not ({})"),
    "where": ("truth", "some Square s with ({}) has mark of s"),
    "number": ("count", "number of Square s with ({})"),
    "worth": ("count", "sum of s.worth for Square s with ({})"),
}


SAY = """        action say_{name}                                           per R1
            when {name}{is_even}
"""


def folder(room: Path, *, actions: bool) -> Path:
    values = "".join(
        VALUE.format(number=number, word=word, type=type_, body=body.format(condition)) + "\n"
        for number, condition in enumerate(CONDITIONS)
        for word, (type_, body) in BODIES.items()
    )
    values += "".join(
        VALUE.format(number=f"c{number}", word=word, type=type_, body=body.format(condition)) + "\n"
        for number, condition in enumerate(OF_CARDS)
        for word, (type_, body) in CARD_BODIES.items()
    )
    acted = "".join(
        ACTION.format(number=number, condition=condition)
        for number, condition in enumerate(CONDITIONS)
        if actions and "worth" not in condition
    )
    acted += "".join(
        CARD_ACTION.format(number=number, condition=condition)
        for number, condition in enumerate(OF_CARDS)
        if actions and " div c.worth" not in condition
    )
    kinds = (("", CONDITIONS, BODIES), ("c", OF_CARDS, CARD_BODIES))
    acted += "".join(
        SAY.format(name=f"v{of}{number}_{word}", is_even=" mod 2 = 0" if type_ == "count" else "")
        for of, conditions, bodies in kinds
        for number, condition in enumerate(conditions)
        for word, (type_, _) in bodies.items()
        if actions and " div " not in condition
    )
    return written(room, values, acted)


def written(room: Path, values: str, actions: str) -> Path:
    """Writes the game with some values and actions."""
    (room / "settled.rules").write_text(RULES.format(values=values, actions=actions), "utf-8")
    (room / "squares.csv").write_text("id,column,worth\na1,1,0\nb1,2,1\nc1,3,2\nd1,4,3\n", "utf-8")
    (room / "rulebook.toml").write_text(rulebook(), "utf-8")
    return room


def said(game: Any, state: Any, value: str) -> object:
    """What a value comes to: its result, or the code of its fault."""
    try:
        return game.value(state, value)
    except Fault as fault:
        return fault.code


def test_an_engine_that_lists_says_what_one_says_that_does_not(tmp_path: Path) -> None:
    listing, explaining = (refengine.load(folder(tmp_path, actions=False), players=2, explain=e) for e in (False, True))
    start = listing.to_json(listing.initial())
    names = [f"v{number}_{word}" for number in range(len(CONDITIONS)) for word in BODIES]
    seen = set()
    for x, *marks in product(range(4), *[(False, True)] * 4):
        squares = dict(zip(("a1", "b1", "c1", "d1"), marks, strict=True))
        data = {**start, "variables": {**start["variables"], "x": x, "mark": squares}}
        for name in names:
            results = [said(game, game.from_json(data), name) for game in (listing, explaining)]
            assert results[0] == results[1], (name, data["variables"])
            seen.add(results[0])
    assert seen >= {"E0519", False, True, 2}


@pytest.mark.parametrize("seed", range(8))
def test_so_does_the_module(tmp_path: Path, seed: int) -> None:
    game = refengine.load(folder(tmp_path, actions=True), players=2)
    found = game.playouts(60, seed, limit=40)
    assert found.engine == "wasm"
    assert evolve(found, engine="reference") == game.playouts(60, seed, limit=40, engine="reference")
    assert found.steps > 60
    assert found.breaches


@pytest.mark.parametrize("condition", ["6 div (x * s.column) = 3 and not dark of s", "not dark of s and 6 div x = 3"])
def test_what_may_fault_is_asked_before_what_stands_behind_it(tmp_path: Path, condition: str) -> None:
    """No square is light: who asks that first divides nothing, and who asks it last divides by nothing when `x` is 0."""
    game = refengine.load(written(tmp_path, "", ACTION.format(number=0, condition=condition)), players=2)
    found = game.playouts(20, 1, limit=40)
    assert found.engine == "wasm"
    assert evolve(found, engine="reference") == game.playouts(20, 1, limit=40, engine="reference")
    assert bool(found.breaches) == condition.startswith("6 div")


OF_ONE_NAMED_BY_ANOTHER = """
game keys from rulebook tiny
    players 2                                                       per R1

variable chief: player, starts 1                                    per R1
variable lot of each player: 0..2, starts 0                         per R1

setup                                                               per R1
    go Turn

phase Turn                                                          per R1
    ask chief
        action appoint(player q)                                    per R1
            bar too_early per R1
                when q != chief
                when lot of chief < 2
            then set lot of q to (lot of q + 1) mod 3
            then set chief to q
    go Turn

outcome                                                             per R1
    scores are lot of p for player p
    winners are all player p
"""


def test_a_key_may_be_named_by_another(tmp_path: Path) -> None:
    """What a variable of `chief` says is a key of a list, and so is `chief`: the list was made of a state there is not."""
    (tmp_path / "game.rules").write_text(OF_ONE_NAMED_BY_ANOTHER, "utf-8")
    (tmp_path / "rulebook.toml").write_text(rulebook(), "utf-8")
    plain, explaining = (refengine.load(tmp_path, players=2, explain=explain) for explain in (False, True))
    state, chief, lot, random = plain.initial(), 1, {1: 0, 2: 0}, Random(2)
    for _ in range(40):
        legal = sorted(each.arguments[0] for each in plain.legal(state))
        assert legal == ([chief] if lot[chief] < 2 else [1, 2])
        told = explaining.legal(explaining.from_json(plain.to_json(state)))
        assert legal == sorted(each.arguments[0] for each in told)
        taken = random.choice(legal)
        state = plain.apply(state, plain.find_action(state, chief, "appoint", (taken,)))
        chief, lot[taken] = taken, (lot[taken] + 1) % 3
