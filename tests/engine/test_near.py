"""An invariant about every cell or spot, asked near what a step changed, says what the whole invariant says.

Random invariants over a small game on two turned grids: one whose pieces have rims for pegs, and one from which they are
lifted, and on which they are shoved and turned; and pairs of states that lie up to three steps apart.
"""

from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.reach import reach_of
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.changes import cells_near
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.types.front_end import compile_texts

RULES: Final = """
game mosaic from rulebook tiny
    players 1..1 per R1
kind Side is Up, Right, Down, Left in a ring per R1
component Stone per R1
    heavy: truth
    5 alike with heavy true
    5 alike with heavy false
    starts in bag
component Peg per R1
    3 alike
    starts in jar
zone bag holds Stone per R1
zone jar holds Peg per R1
grid board, squares, sides Side, holds at most one Stone, turned per R1
part Rim is Side of Stone on board per R1
zone pegs of each Rim holds at most one Peg per R1
grid floor, squares, sides Side, holds at most one Stone, turned per R1
variable marks: 0..40 per R1
variable last: cell, starts (0, 0) per R1
region row of Rim per R1
    joins s with r in spots of beside(cell of s) when part of s is part of r
value crowd(c: cell): 0..8 per R1
    is number of d in around(c) with board of d is not empty
value at_ease(c: cell, n: 0..8): truth per R1
    normally crowd(c) <= n
    except upright per R1
        when turn of board of c = Up
        is true
value on_the_way(c: cell): cell per R1
    is if marks > 3 then c toward Up else c toward Down
value straight_on(c: cell): cell per R1
    is if board of c is empty then c toward Left else (c toward Right) toward Right
setup per R1
    move (the t in bag with t.heavy) to board of (0, 0), turned Up
    move (the t in bag with t.heavy) to floor of (1, 0), turned Up
    go Place
phase Place per R1
    if marks > 30
        game over
    add 1 to marks
    ask 1
        action put(t in bag, c in edge of board, Side k) per R1
            then move t to board of c, turned k
            then set last to c
            then go Place
        action drop(t in bag, c in edge of floor, Side k) per R1
            then move t to floor of c, turned k
            then go Place
        action drop_two(t in bag, u in bag, c in edge of floor, d in edge of floor) per R1
            when c != d and t != u
            then move t to floor of c, turned Up
            then move u to floor of d, turned Down
            then go Place
        action lift(c in cells of floor) per R1
            when (number of d in cells of floor) > 1
            then move (the t in floor of c) to bag
            then go Place
        action shove(c in cells of floor, Side e, Side k) per R1
            when floor of (c toward e) is empty
            then move (the t in floor of c) to floor of (c toward e), turned k
            then go Place
        action peg(s in spots of cells of board) per R1
            when jar is not empty and pegs of s is empty
            then move 1 Peg from jar to pegs of s
            then go Place
        action unpeg(s in spots of pegs) per R1
            then move (the g in pegs of s) to jar
            then go Place
        action rest per R1
            then go Place
outcome per R1
    scores are 0 for player p
    winners are all player p
"""


class Drawn:
    """Invariants drawn by a seed, as text."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.names = count()
        self.text = RULES + "".join(self.invariant(number) for number in range(12))

    def pick(self, *of: str) -> str:
        return self.chance.choice(of)

    def grid(self) -> str:
        return self.pick("board", "floor")

    def invariant(self, number: int) -> str:
        grid = self.grid()
        head = self.pick(f"c in cells of {grid}", f"c in edge of {grid}", "s in spots of pegs", "Rim s")
        cell = "c" if head.startswith("c") else "(cell of s)"
        given = f" with {self.condition(cell, 1)}" if self.chance.random() < 0.3 else ""
        if self.chance.random() < 0.25:
            var = self.fresh()
            counted = f"(number of {var} in {self.cells(cell)} with {self.condition(var, 1)})"
            said = f"{counted} {self.pick('>=', '<=')} before{counted}"
            return f"step invariant stated_{number} per R1\n    every {head}{given} has {said}\n"
        return f"invariant stated_{number} per R1\n    every {head}{given} has {self.condition(cell, 2)}\n"

    def fresh(self) -> str:
        return f"x{next(self.names)}"

    def cells(self, cell: str) -> str:
        return f"{self.pick('beside', 'around')}({cell})"

    def near(self, cell: str) -> str:
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            toward = f"({cell} toward {self.pick('Up', 'Right', 'Down', 'Left')})"
            cell = self.pick(toward, toward, f"straight_on({cell})")
        return cell

    def atom(self, cell: str) -> str:
        near, grid, var = self.near(cell), self.grid(), self.fresh()
        elsewhere = (
            f"(every {var} in spots of {near} has (number of q{var} in row of {var}) < 3)",
            f"{grid} of on_the_way({near}) is empty",
            f"(number of {var} in cells of {grid}) < 5",
            f"(number of {var} in spots of pegs) < 3",
            "marks < 9",
            f"last != {near}",
            f"(the {var} in {grid} of {near}).heavy",
        )
        return self.pick(
            f"{grid} of {near} is empty",
            f"(some {var} in {grid} of {near} has {var}.heavy)",
            f"(no {var} in {grid} of {near} has {var}.heavy)",
            f"turn of {grid} of {near} = {self.pick('Up', 'Right')}",
            f"{near} in cells of {grid}",
            f"{near} not in edge of {grid}",
            f"(number of {var} in spots of {near} with pegs of {var} is not empty) < 2",
            f"(some {var} in spots of beside({near}) has pegs of {var} is not empty)",
            f"at_ease({near}, {self.chance.randrange(1, 6)})",
            f"(every {var} in (all e{var} toward Up for e{var} in around({near})) has {grid} of {var} is empty)",
            f"(some {var} in spots of ({{{near}}} + beside({near})) has turn of {var} = Up)",
            self.pick(*elsewhere),
        )

    def condition(self, cell: str, depth: int) -> str:
        kind = self.chance.randrange(9)
        if depth == 0 or kind < 3:
            return self.atom(cell)
        if kind < 6:
            var = self.fresh()
            body = self.condition(var, depth - 1)
            return f"({('some', 'every', 'no')[kind - 3]} {var} in {self.cells(cell)} has {body})"
        word = self.pick("and", "or", "or", "implies")
        return f"({self.condition(cell, depth - 1)} {word} {self.condition(cell, depth - 1)})"


def compiled(text: str) -> model.Game:
    made, wrong = compile_texts({"x.rules": text})
    assert made is not None, [each.message for each in wrong]
    return made


def made_of(rules: model.Game, *, explain: bool = False) -> Game:
    configuration, _ = configure(rules, 1, {}, {}, None)
    assert configuration is not None
    return make_game(rules, configuration, explain=explain)


def said(function: Any, before: Any, after: Any) -> bool | str:
    """What a function says, or with what it breaks off."""
    try:
        return bool(function(before, after))
    except Fault as fault:
        return str(fault)


def played(game: Game, seed: int) -> list[Any]:
    chance, states = Random(seed), [game.initial()]
    while game.turn(states[-1]).kind != "over":
        legal = game.legal(states[-1])
        name = chance.choice([*dict.fromkeys(each.name for each in legal)])
        states.append(game.apply(states[-1], chance.choice([each for each in legal if each.name == name] or legal)))
    return states


def compared(game: Game, seeds: range) -> Counter[Any]:
    """Compares what short forms say with what the whole invariants say, where these held before."""
    functions, found = game._module.broken.__globals__, Counter[Any]()
    names = [each.name for each in game.description.invariants]
    steps = {each.name for each in game.description.invariants if each.step}
    shorts = [each for each in names if f"near_{each}" in functions]
    found["short"] += len(shorts)
    for seed in seeds:
        states = played(game, seed)
        pairs = [(one, other) for apart in (1, 1, 2, 3) for one, other in zip(states, states[apart:], strict=False)]
        pairs += [(one, game.from_json(game.to_json(other))) for one, other in pairs[::7]]
        for before, after in pairs:
            for name in shorts:
                short, whole = functions[f"near_{name}"], functions[f"holds_{name}"]
                if name in steps or said(whole, before, before) is True:
                    wanted = said(whole, before, after)
                    assert said(short, before, after) == wanted, name
                    found[wanted if isinstance(wanted, bool) else "fault"] += 1
    return found


def drawn(seed: int) -> Counter[Any]:
    rules = compiled(Drawn(seed).text)
    return compared(made_of(rules, explain=seed % 4 == 3), range(2 if seed % 4 == 3 else 5))


@pytest.mark.parametrize("seed", range(8, 16))
def test_what_is_said_near_a_change_is_what_is_said_of_all(seed: int) -> None:
    """The games of smaller seeds are compared below, where it is counted what they meet."""
    drawn(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1_000, 3_000, 50))
def test_what_is_said_near_a_change_is_what_is_said_of_all_in_a_campaign(first: int) -> None:
    for seed in range(first, first + 50):
        drawn(seed)


def test_enough_is_compared() -> None:
    """The same of eight more games: enough short forms are there, and what steps break is what the test above would miss."""
    found = sum((drawn(seed) for seed in range(8)), Counter[Any]())
    assert found["short"] > 40
    assert found[True] > 2_000
    assert found[False] > 200
    assert found["fault"] > 0


@pytest.mark.parametrize("shorter", ["near", "moved"])
def test_a_reach_that_is_too_short_is_noticed(shorter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cell less, or only one of the cells that changed."""

    def less(cells: Any, reach: int) -> set[Any]:
        return cells_near(cells, max(reach - 1, 0)) if shorter == "near" else cells_near([*cells][:1], reach)

    monkeypatch.setattr("refengine.runtime.changes.cells_near", less)
    with pytest.raises(AssertionError):
        sum((drawn(seed) for seed in range(100, 108)), Counter())


# ---- HOW FAR EACH FORM READS


def reaching(said_of_each: str, head: str = "every c in cells of board has") -> tuple[dict[str, int], int] | None:
    """How far what is said reads, by zone, and the number of nodes that read elsewhere; None if it has no reach."""
    rules = compiled(f"{RULES}invariant stated per R1\n    {head} {said_of_each}\n")
    configuration, _ = configure(rules, 1, {}, {}, None)
    assert configuration is not None
    (stated,) = specialise(rules, configuration).invariants
    reach = reach_of(stated.condition, rules)
    return None if reach is None else (dict(reach.near), len(reach.elsewhere))


@pytest.mark.parametrize(
    ("stated", "far"),
    [
        ("board of c is not empty", 0),
        ("board of (c toward Up) is empty", 1),
        ("board of ((c toward Up) toward Down) is not empty", 2),
        ("every d in beside(c) has board of d is empty", 1),
        ("every d in around(c) has at_ease(d, 4)", 2),
        ("c toward Up not in cells of board", 1),
        ("c toward Up not in edge of board", 2),
        ("turn of board of straight_on(c) = Up", 2),
        ("every d in around(c) has crowd(straight_on(d)) < 3", 4),
        ("every r in spots of (all d toward Up for d in beside(c)) has turn of r = Up", 2),
    ],
)
def test_how_far_it_is_read(stated: str, far: int) -> None:
    assert reaching(stated) == ({"board": far}, 0)


def test_what_lies_on_spots_is_where_they_are() -> None:
    stated = "every r in spots of beside(c) has pegs of r is empty"
    assert reaching(stated) == ({"board": 1, "pegs": 1}, 0)
    assert reaching("turn of s = Up", "every s in spots of pegs has") == ({"board": 0, "pegs": 0}, 0)
    assert reaching("board of (cell of s toward Up) is empty", "every Rim s has") == ({"board": 1}, 0)
    assert reaching("crowd(c) < 7", "every c in edge of board has") == ({"board": 1}, 0)


@pytest.mark.parametrize(
    "stated",
    [
        "(number of d in cells of board) < 5",
        "marks < 9",
        "last != c",
        "board of last is empty",
        "board of (last toward Up) is empty",
        "every r in spots of c has (number of q in row of r) < 3",
        "(the v in board of c) in bag",
    ],
)
def test_what_is_not_near_is_told(stated: str) -> None:
    """A count of everything, variables, a region, a cell that is told: whatever changes there is asked of all."""
    found = reaching(stated)
    assert found is not None
    assert found[1] > 0


def test_what_reads_too_far_or_is_said_of_something_else_has_no_reach() -> None:
    far = "every d in around(c), every e in around(d), every f in around(e), every g in around(f) has crowd(g) < 3"
    assert reaching(far) is None
    assert reaching("last = c", "some c in cells of board has") is None
    assert reaching("marks >= 0", "every player p has") is None


def test_a_step_invariant_that_a_still_step_might_break_is_asked_of_all() -> None:
    """What must change everywhere is broken far away from what did."""
    crowd = "(number of d in around(c) with board of d is not empty)"
    grows = f"step invariant {{}} per R1\n    every c in cells of board has {crowd} {{}} before{crowd}\n"
    game = made_of(compiled(RULES + grows.format("grows", ">") + grows.format("stays", ">=")))
    functions = game._module.broken.__globals__
    assert "near_stays" in functions
    assert "near_grows" not in functions


def test_whoever_reads_a_state_anew_asks_of_all(tmp_path: Path) -> None:
    """A state that comes from somewhere is no step: what is broken far from anything is told of it."""
    rules = compiled(f"{RULES}invariant stated per R1\n    every c in cells of board has crowd(c) <= 1\n")
    game = made_of(rules)
    held = {f"({column}, 0), turned Up": "true" for column in range(3)}
    state = game.position({"zones": {"board": held}})
    assert [each.name for each in game.violations(None, state)] == ["stated"]
    assert [each.name for each in game.violations(None, game.from_json(game.to_json(state)))] == ["stated"]
    before = game.position({"zones": {"board": {}}})
    assert [each.name for each in game.violations(before, state)] == ["stated"]
