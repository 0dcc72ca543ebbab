"""What is legal is drawn from groups of it: the same games as from a list, and the same faults, whatever is asked."""

from __future__ import annotations

import pytest
from attrs import evolve

from refengine.bulk.errors import ExecutorsDiffer
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.simplify import TRUE
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program import ops
from refengine.program.from_ir import groups
from refengine.program.from_ir.picks import PICK
from refengine.program.lowering import lowered
from refengine.runtime.playouts import Playouts
from tests.types.front_end import compile_texts

RULES = """
game tiny from rulebook tiny
    players 2 per R1
kind Field is A, B, C, D, E, F, G per R1
variable stand of each player: Field, starts A per R1
variable taken: set of Field per R1
variable closed: set of Field per R1
variable n: 0..9, starts 3 per R1
variable total: count per R1
value near(f: Field): set of Field per R1
    is all Field g with g != f and g not in closed
value low(f: Field): 0..9 per R1
    is number of Field g with g < f
value odd(f: Field, k: 1..9): truth per R1
    normally false
    except taken_and_low per R1
        when f in taken
        when k = n
        is true
value all_but(f: Field, k: 1..9): truth per R1
    normally low(f) > 2
    except taken_away per R1
        when f in taken
        is k > 1
value fragile(f: Field): 0..9 per R1
    is low(f) + n - 2
value below(f: Field): count per R1
    is number of Field g with g in taken and g < f
setup per R1
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action go_on({choices}) per R1
            {conditions}
            then set n to if n > 6 then 0 else n + 1
            then add {drawn} to total
            then set closed to all Field z with z in taken and z > C
        action take(Field z) per R1
            when z not in taken
            then set taken to taken + {{z}}
            then set n to if n > 6 then 0 else n + 1
        action leave(Field z) per R1
            when low(z) > 1
            when z in taken
            then set taken to taken - {{z}}
    if total > 60 per R1
        game over
    go Turn(next of p)
outcome per R1
    scores are total + n for player p
    winners are all player p with total > n
"""

ASKED = [
    ("Field f, k in 1..n", "when f in taken or k > 2"),
    ("Field f, k in 1..n", "when not odd(f, k)"),
    ("Field f, k in 1..n", "when all_but(f, k)"),
    ("f in near(stand of p), k in low(f)..n", "when not odd(f, k)"),
    ("Field g, f in near(g), k in 1..low(g) + 1", "when g in taken\n            when not odd(g, k)"),
    ("Field g, f in near(g), k in 1..n + 4", "when f not in taken\n            when not odd(g, k)"),
    ("Field g, f in near(g)", "when f not in taken\n            when low(f) > 1\n            when not odd(g, 1)"),
    ("Field g, f in near(g)", "when not odd(f, low(g) + 1)"),
    ("f in taken, Field g", "when n > low(f)"),
    ("f in taken, Field g", "when low(g) > 2\n            when fragile(f) > 1"),
    ("Field g, f in near(g)", "when fragile(g) > 1\n            when f in taken"),
    ("Field g, f in near(g)", "when low(f) > 4\n            when fragile(f) > 7\n            when g not in taken"),
    ("Field g, f in near(g), k in 1..n", "when f in taken\n            when fragile(f) = k\n            when g != f"),
    ("f in {A, B}, Field g, Field h", "when g in taken and h not in taken\n            when not odd(f, 2)"),
    ("Field f, k in 3..n", "when k != low(f)"),
    ("Field g, f in (all Field z with (z > g and z not in taken)), k in low(g)..n", "when k > 1 or g is B"),
    ("Field g, f in near(g)", "when below(f) > 1\n            when g != f"),
    ("Field g, f in near(g), Field h", "when below(f) > 1 and below(h) < 3\n            when below(g) < 2"),
    (
        "f in near(D), Field g, k in 1..n",
        "when below(g) > 0\n            when below(f) < 3\n            when not odd(f, k)",
    ),
    ("Field f, k in 3..n", "when f in taken or k > 5"),
    ("Field f, k in 1..n", "when (f in taken and k > 2) or k > 5"),
    ("Field f, k in n - 3..n", "when not odd(f, k)"),
    ("Field f, k in 1..fragile(f)", "when f in taken"),
    ("Field g, f in near(g), k in 1..fragile(f)", "when f in taken"),
    ("Field g, f in near(g)", "when n > 3 or f in taken or g in taken"),
    ("Field f", "bar away per R1\n                when f in taken\n                when low(f) > n"),
]


def drawn(choices: str) -> str:
    """The number of the choices that is added up, so that each of them changes how a game ends."""
    return "low(f) + k" if ", k in" in choices else "low(f)"


def compiled(text: str) -> tuple[model.Game, Configuration]:
    """A game for two."""
    game, wrong = compile_texts({"x.rules": text})
    assert game is not None, [each.message for each in wrong]
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    return game, configuration


def told(game: model.Game, configuration: Configuration, games: int = 30) -> tuple[Playouts, Playouts]:
    """What the module and the reference engine tell of the same games."""
    playable = make_game(game, configuration)
    wasm, reference = (playable.playouts(games, 5, limit=200, engine=engine) for engine in ("wasm", "reference"))
    return evolve(wasm, engine="reference"), reference


@pytest.mark.parametrize(("choices", "conditions"), ASKED)
def test_the_same_games_are_played(choices: str, conditions: str) -> None:
    game, configuration = compiled(RULES.format(choices=choices, conditions=conditions, drawn=drawn(choices)))
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    picked = {each.name for each in found.program.functions if each.name.startswith(PICK)}
    assert picked == {PICK, f"{PICK} Turn: ask_1"}
    wasm, reference = told(game, configuration)
    assert wasm == reference
    assert len(wasm.outcomes) >= 5 or len(wasm.breaches) == wasm.games  # how games end says what was chosen in them


AT_ONCE = """
game tiny from rulebook tiny
    players 2 per R1
component Card per R1
    rank: 1..8
    one of each rank
zone hand of each player holds Card, seen by owner per R1
zone sent of each player holds Card, seen by owner during Turn per R1
zone gone holds Card per R1
setup per R1
    move all c in box with c.rank > 4 to hand of 1
    move all c in box to hand of 2
    go Turn
phase Turn per R1
    ask every player q with hand of q is not empty, at once, in secret
        action send(c in hand of q, k in 1..{most}) per R1
            when k > 1 or c.rank < 3 or c.rank > 5
            then move c to sent of q
    move all c in sent to gone
    if hand of 1 is empty
        game over
    go Turn
outcome per R1
    scores are (number of c in hand of p) for player p
    winners are all player p with hand of p is empty
"""


@pytest.mark.parametrize("most", [1, 3])
def test_where_one_of_several_has_nothing_it_is_a_fault(most: int) -> None:
    wasm, reference = told(*compiled(AT_ONCE.format(most=most)))
    assert wasm == reference
    assert bool(wasm.breaches) == (most == 1)


@pytest.mark.parametrize("twin", ["sufficient", "_without", "_beyond", "member_at"])
def test_what_is_taken_for_granted_is_noticed(twin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    twins = {
        "sufficient": lambda *_: TRUE,  # what holds for some holds for all
        "_without": lambda mask: mask,  # what was asked of some was asked of all
        "_beyond": lambda *_: (),  # the first of a set, whichever pair is drawn
        "member_at": lambda mask, *_: ops.Unary("lowest", mask),  # the first of a set, whichever is drawn
    }
    monkeypatch.setattr(groups, twin, twins[twin])
    assert any(_differ(choices, conditions) for choices, conditions in ASKED)


def _differ(choices: str, conditions: str) -> bool:
    game, configuration = compiled(RULES.format(choices=choices, conditions=conditions, drawn=drawn(choices)))
    try:
        wasm, reference = told(game, configuration, games=6)
    except ExecutorsDiffer:
        return True
    return wasm != reference
