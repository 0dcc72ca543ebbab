"""What everybody knows of what frames hold, told from where it comes."""

from __future__ import annotations

import pytest

from refengine.ir import control, game as model
from tests.types.front_end import compile_texts

HEAD = """
game small from rulebook tiny
    players 2..3                                            per R1

component Card                                              per R1
    rank: 1..4
    one of each rank

zone hand of each player holds Card, seen by owner          per R1
zone shown of each player holds Card, seen by owner during Covered per R1
zone pile holds Card                                        per R1
variable mark: 1..4, starts 1, seen by nobody               per R1
variable note: 1..4, starts 1                               per R1
variable brief: 1..4, starts 1, during Covered, seen by nobody per R1

value highest_of(p: player): 0..4                           per R1
    is sum of c.rank for c in hand of p

value size_of(p: player): count                             per R1
    is number of c in hand of p

setup                                                       per R1
    go Start

phase Covered                                               per R1
    ask 1
        action cover(c in box)                              per R1
            then move c to shown of 1
"""


def game(course: str) -> model.Game:
    made, diagnostics = compile_texts({"small.rules": HEAD + course})
    assert made is not None, [(each.code, each.message) for each in diagnostics]
    return made


def hidden(made: model.Game, phase: str) -> set[str]:
    """The names of which somewhere in a phase not everybody knows."""
    script = script_of(made, phase)
    return {local.name for point in script.points for local in point.hidden}


def script_of(made: model.Game, phase: str) -> control.Script:
    return next(each for each in made.phases if each.name == phase)


def told(argument: str, type_: str = "1..4", before: str = "") -> bool:
    """Returns whether everybody knows what a phase is told."""
    lines = "".join(f"    {line}\n" for line in before.splitlines())
    made = game(
        f"phase Start per R1\n    ask 1\n        action begin(c in hand of 1, d in pile, n in 1..4, player q) per R1\n"
        f"            then go Middle(c, d, n, q)\n"
        f"phase Middle(c: Card, d: Card, n: 1..4, q: player) per R1\n{lines}    go Told({argument})\n"
        f"phase Told(x: {type_}) per R1\n    ask 1\n        action look per R1\n            when x = x\n"
        f"            then enter Covered\n    game over\n"
    )
    return "x" not in hidden(made, "Told")


@pytest.mark.parametrize(
    ("argument", "type_"),
    [
        ("2", "1..4"),
        ("n", "1..4"),
        ("next of q", "player"),
        ("d", "Card"),
        ("d.rank", "1..4"),
        ("note", "1..4"),
        ("brief", "1..4"),  # it does not last now, and everybody knows what it starts as
        ("size_of(q)", "count"),
        ("number of e in hand of q", "count"),
        ("hand is empty", "truth"),
        ("number of e in shown of q with e.rank > 2", "count"),  # it is not covered now
        ("all r in 1..4 with (some e in pile has e.rank = r)", "set of 1..4"),
        ("if size_of(1) > 2 then 1 else 2", "1..4"),
    ],
)
def test_what_comes_of_what_everybody_sees_is_open(argument: str, type_: str) -> None:
    assert told(argument, type_)


@pytest.mark.parametrize(
    ("argument", "type_"),
    [
        ("c", "Card"),
        ("c.rank", "1..4"),
        ("5 - c.rank", "1..4"),
        ("c.rank = 3", "truth"),
        ("mark", "1..4"),
        ("highest_of(q)", "0..4"),
        ("number of e in hand of q with e.rank > 2", "count"),
        ("size_of(if mark = 1 then 1 else 2)", "count"),
        ("if c in hand of 2 then 1 else 2", "1..4"),
        ("{c}", "set of Card"),
        ("if mark > 2 then q else next of q", "player"),
    ],
)
def test_what_comes_of_something_hidden_is_hidden(argument: str, type_: str) -> None:
    assert not told(argument, type_)


def test_where_it_is_covered_it_is_hidden() -> None:
    made = game(
        "phase Start per R1\n    enter Covered\n    game over\n".replace("enter Covered", "enter Inner(1)")
        + "phase Inner(n: 1..4) per R1\n    ask 1\n        action go_in per R1\n            then enter Covered\n"
        "        action stay per R1\n            when n = 1\n"
    )
    assert hidden(made, "Inner") == set()
    cover = HEAD.replace("then move c to shown of 1", "then move c to shown of 1\n            then enter Look")
    text = cover + (
        "phase Start per R1\n    enter Covered\n    game over\n"
        "phase Look per R1\n    let n = (some c in shown of 1 has c.rank = 2)\n    ask 1\n        action say per R1\n"
        "            when n\n        action pass per R1\n"
    )
    made_too, diagnostics = compile_texts({"small.rules": text})
    assert made_too is not None, [(each.code, each.message) for each in diagnostics]
    assert hidden(made_too, "Look") == {"n"}


def test_a_name_that_is_bound_twice_is_two_things() -> None:
    """What is open hangs on where it comes from, and never on what it is called."""
    made = game(
        "phase Start per R1\n    ask 1\n        action this(c in hand of 1) per R1\n            then go Hidden(c)\n"
        "        action another(c in pile) per R1\n            then go Open(c)\n"
        "phase Hidden(c: Card) per R1\n    ask 1\n        action look per R1\n            when c.rank = 1\n"
        "    enter Covered\n    game over\n"
        "phase Open(c: Card) per R1\n    ask 1\n        action look_too per R1\n            when c.rank = 1\n"
        "    enter Covered\n    game over\n"
    )
    assert hidden(made, "Hidden") == {"c"}
    assert hidden(made, "Open") == set()


@pytest.mark.parametrize(
    ("before", "open_"),
    [
        ("if mark = 1\n    go Told(1)", False),  # two ways to one question, and nobody sees which
        ("if note = 1\n    go Told(1)", True),
        ("if mark = 1\n    enter Covered", True),  # somebody decides on one way alone: everybody sees that
        ("if mark = 1\n    game over", True),
        ("if mark = 1\n    set note to 2", True),  # what everybody sees everybody is told
        ("let m = mark", True),  # nothing comes of it
    ],
)
def test_of_two_ways_to_one_question_nobody_sees_which(before: str, open_: bool) -> None:
    assert told("2", before=before) is open_


def test_what_is_decided_in_secret_is_hidden_and_who_still_has_to_is_not() -> None:
    made = game(
        "phase Start per R1\n    ask every player p with hand of p is not empty, at once, in secret\n"
        "        action lay(c in hand of p) per R1\n            then move c to shown of p\n"
        "    ask every player p with mark = 1, at once, in secret\n        action wait per R1\n"
        "    enter Covered\n    game over\n"
    )
    script = script_of(made, "Start")
    asks = (point for point in script.points if isinstance(point.exit, control.Ask))
    asked = sorted(asks, key=lambda point: point.exit.actions[0].name)  # type: ignore[union-attr]
    assert [{each.name for each in point.hidden} for point in asked] == [set(), {"p still to choose"}]


def test_what_is_said_stands() -> None:
    made = game(
        "phase Start per R1\n    ask 1\n        action begin(c in hand of 1) per R1\n"
        "            then go Told(c, c.rank, 1, 2)\n"
        "phase Told(c: Card seen by everyone, n: 1..4 seen by p, p: player, m: 1..4 seen by nobody) per R1\n"
        "    ask p\n        action look per R1\n            when c.rank = n and n = m\n        action pass per R1\n"
        "    enter Covered\n    game over\n"
    )
    script = script_of(made, "Told")
    (asked,) = (point.name for point in script.points if isinstance(point.exit, control.Ask))
    seen = {local.name: script.who_sees(local, asked).by for local in script.params}
    assert seen == {"c": "everyone", "n": "each", "p": "everyone", "m": "nobody"}
    assert [each.name for each in script.kept] == ["p"]
