"""Declarations of any size: what is too much is refused with the number and the limit, in little memory and time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

import refengine
from refengine.cli.main import main
from refengine.engine.trace import trace_of, write_trace
from refengine.loading import RuleSetError
from refengine.source.depth import MAX_DEEP
from refengine.source.limits import LIMITS, MAX_SHOWN
from tests.fresh_cache import fresh_cache
from tests.hostile.small import written

BILLION = 999_999_999
MEMORY = 1 << 30
SECONDS = 60
"""Of processor time."""


@frozen
class Ran:
    code: int
    said: str


def refengine_in_bounds(folder: Path, *words: str) -> Ran:
    """A command with bounds on its memory and its processor time; when it is over one of them it is killed."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    ran = subprocess.run(
        [sys.executable, "-m", "refengine", *words],
        cwd=folder,
        preexec_fn=bound,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": fresh_cache(folder / "cache")},
    )
    return Ran(ran.returncode, ran.stdout + ran.stderr)


def played(folder: Path, *words: str) -> Ran:
    """What `check` says of the game in a folder called `game`, after one game of each setting."""
    return refengine_in_bounds(folder, "check", "game", "--traces", "1", "--directed", "0", "--jobs", "1", *words)


ROWS = "".join(f"r{number},{number}\n" for number in range(1, 1001))
KIND = "table rows per R1\nkind Row from table rows per R1\n    size: 1..9999\n"
THREE = "component Card per R1\n    one1: Row\n    two: Row\n    three: Row\n    one of each one1 and two and three\n"

REFUSED = {
    "copies": (f"component Card per R1\n    {BILLION} alike\n", "pieces", "999,999,999"),
    "values of a field": (f"component Card per R1\n    f: 1..{BILLION}\n    one of each f\n", "pieces", "999,999,999"),
    "three fields": (KIND + THREE, "pieces", "1,000,000,000"),
    "a choice": (
        f"variable x: 0..{BILLION} per R1\nphase P per R1\n    ask 1\n        action choose(n in 0..{BILLION}) per R1\n"
        "            then set x to n\n",
        "values",
        "1,000,000,000",
    ),
    "a quantifier": (f"invariant i per R1\n    every n in 0..{BILLION} has n >= 0\n", "values", "1,000,000,000"),
    "up to a product": (
        f"variable x: 0..{BILLION} per R1\ninvariant i per R1\n    every n in 0..x * 9 has n >= 0\n",
        "values",
        "8,999,999,992",
    ),
    "a set": (f"variable x: set of 0..{BILLION} per R1\n", "values", "1,000,000,000"),
    "a start": (
        f"variable y: count, starts sum of n for n in 0..{BILLION} per R1\n",
        "values",
        "1,000,000,000",
    ),
    "a law": (
        KIND + "law deep per R1\n    every Row p has every Row q has every Row r has "
        "every Row s has p.size + q.size + r.size + s.size > 3\n",
        "cases",
        "1,001,001,001,000",
    ),
    "a value that asks itself twice, again and again": (
        "value v0: count per R1\n    is 1\n"
        + "".join(f"value v{n}: count per R1\n    is v{n - 1} + v{n - 1}\n" for n in range(1, 99))
        + "invariant i per R1\n    v98 > 1\n",
        "cases",
        "more than",
    ),
    "pairs": (
        KIND.replace("rows", "many")
        + "table pairs per R1\nrelation near between Row and Row, from table pairs per R1\n"
        "law reached per R1\n    every Row p has r1 reaches p by near\n",
        "cells",
        "25,000,000",
    ),
    "cells": (KIND.replace("rows", "many") + "    map of each Row: truth\n", "cells", "25,005,000"),
}


def tables(rules: str) -> dict[str, str]:
    many = "id,size\n" + "".join(f"r{number},{number}\n" for number in range(1, 5001))
    pairs = "one,other\n" + "".join(f"r{number},r{number + 1}\n" for number in range(1, 5000))
    known = {"rows": "id,size\n" + ROWS, "many": many, "pairs": pairs}
    return {name: text for name, text in known.items() if f"table {name} " in rules}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_much_is_refused(name: str, tmp_path: Path) -> None:
    rules, limit, number = REFUSED[name]
    written(tmp_path / "game", rules, **tables(rules))
    ran = played(tmp_path)
    assert ran.code == 2, ran.said
    assert "error[E0838]: " in ran.said
    assert number in ran.said
    assert f"`--limit {limit}=" in ran.said


@pytest.mark.parametrize("players", [str(BILLION), f"2..{BILLION}"])
def test_players(players: str, tmp_path: Path) -> None:
    written(tmp_path / "game", "", players=players)
    ran = played(tmp_path)
    assert (ran.code, "the players are 999,999,999, and 100 at most" in ran.said) == (2, True), ran.said


@pytest.mark.parametrize(
    "rules",
    [
        f"option o: 0..{BILLION}, default 3 per R1\nvariable x: 0..{BILLION} per R1\ninvariant i per R1\n    x <= o\n",
        f"variable x: 0..{BILLION}, starts {BILLION} per R1\ninvariant i per R1\n    x in 3..{BILLION}\n",
        f"phase P(n: 0..{BILLION}) per R1\n    if n > 3\n        game over\n    done\n",
        f"token Coin on each player, limit {BILLION} per R1\ninvariant i per R1\n    supply of Coin > 3\n",
    ],
)
def test_what_nobody_goes_through_is_of_any_size(rules: str, tmp_path: Path) -> None:
    written(tmp_path / "game", rules)
    ran = played(tmp_path)
    assert ran.code == 0, ran.said


def test_options_of_any_size(tmp_path: Path) -> None:
    rules = f"option o: 3..{BILLION}, default 3 per R1\nvalue chosen: count per R1\n    is o\n"
    game = written(tmp_path / "game", rules)
    chosen = [refengine.load(game, options={"o": word}) for word in (3, 4_000, BILLION)]
    assert [each.value(each.initial(), "chosen") for each in chosen] == [3, 4_000, BILLION]
    for wrong in (2, BILLION + 1, "03", "+3", "٣", "3 ", "", "9" * 5_000, "true"):
        with pytest.raises(RuleSetError, match="E0833"):
            refengine.load(game, options={"o": wrong})


def test_limits_are_raised_by_name(tmp_path: Path) -> None:
    written(
        tmp_path / "game",
        "component Card per R1\n    30000 alike\nvalue cards: count per R1\n    is number of c in box\n",
    )
    assert "`--limit pieces=30000`" in played(tmp_path).said
    assert played(tmp_path, "--limit", "pieces=30000").code == 0
    assert played(tmp_path, "--limit", "pieces=29999").code == 2
    with pytest.raises(RuleSetError, match="E0838"):
        refengine.load(tmp_path / "game")
    game = refengine.load(tmp_path / "game", limits={"pieces": 30_000})
    assert game.value(game.initial(), "cards") == 30_000
    with pytest.raises(RuleSetError, match="E0843"):
        refengine.load(tmp_path / "game", limits={"piece": 30_000})


@pytest.mark.parametrize("command", ["check", "prove", "simulate", "explore", "odds", "play", "build", "replay"])
@pytest.mark.parametrize(
    ("word", "code"),
    [("pieces=0", "E0840"), ("pieces=many", "E0840"), ("piece=9", "E0843"), ("pieces=٣", "E0840"), ("=", "E0840")],
)
def test_every_command_knows_the_flag(
    command: str, word: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path / "game", "variable x: 0..3 per R1\n")
    more = {"odds": ["example"], "build": ["-o", str(tmp_path / "built")]}.get(command, [])
    first = str(tmp_path / "game" / "game.rules") if command == "replay" else str(game)
    assert main([command, first, *more, "--limit", word]) == 2
    said = capsys.readouterr()
    assert f"error[{code}]" in said.out + said.err or command == "replay"  # the file is no trace: that is said first


LONG = "n" * 800_000


@pytest.mark.parametrize(
    "rules",
    [
        f"variable {LONG}: 1..3, starts 2 per R1\n",
        f"value v: count per R1\n    is {LONG}\n",
        f"value v({LONG}: 1..3): count per R1\n    is 3\n",
        f"law l per {LONG}\n    true\n",
    ],
)
def test_names_of_any_length(rules: str, tmp_path: Path) -> None:
    written(tmp_path / "game", rules)
    ran = played(tmp_path)
    assert ran.code == 2
    assert len(ran.said) < 5_000


def test_rows_with_names_of_any_length(tmp_path: Path) -> None:
    rules = "table rows per R1\nkind Row from table rows per R1\n    size: 1..9\n"
    written(tmp_path / "game", rules, rows=f"id,size\n{LONG},1\n")
    ran = played(tmp_path)
    assert ran.code == 2
    assert "error[E0810]" in ran.said
    assert len(ran.said) < 5_000


GROWING = {
    "in a loop": "variable n: count, starts 3 per R1\nsetup per R1\n    repeat 99 times\n        set n to n * n\n    go Wait\n",
    "by addition": "variable n: count, starts 3 per R1\nsetup per R1\n    repeat 9999 times\n        set n to n + n\n"
    "    go Wait\n",
    "by itself": "variable n: count, starts 3 per R1\nsetup per R1\n    repeat 9999 times\n        add n to n\n"
    "    go Wait\n",
    "from phase to phase": "setup per R1\n    go Grow(3)\nphase Grow(n: count) per R1\n    if n = 5\n        go Wait\n"
    "    go Grow(n * n)\n",
    "in a value that adds up": "variable n: count, starts 3 per R1\nvalue twice: count per R1\n    plus itself per R1\n"
    "        is n\n    plus again per R1\n        is n\nsetup per R1\n    repeat 9999 times\n        set n to twice\n    go Wait\n",
    "in a sum": "variable n: count, starts 3 per R1\nsetup per R1\n    repeat 9999 times\n"
    "        set n to sum of n for player p\n    go Wait\n",
}


@pytest.mark.parametrize("name", GROWING)
def test_numbers_that_grow_without_end(name: str, tmp_path: Path) -> None:
    wait = "phase Wait per R1\n    ask 1\n        action stop per R1\n            then game over\n"
    written(tmp_path / "game", "", course=GROWING[name] + wait)
    ran = played(tmp_path, "--only", "play")
    assert ran.code == 1, ran.said
    assert "a number is beyond 1,000,000,000,000,000,000" in ran.said


MANY_ERRORS: dict[str, Callable[[int], str]] = {
    "values": lambda many: "".join(f"value v{number}: truth per R1\n is 3\n" for number in range(many)),
    "in one line": lambda many: (
        "value v: count per R1\n is number of n in {" + ", ".join(f"x{n}" for n in range(many)) + "}\n"
    ),
    "no words": lambda many: "is\n" * many,
    "declared twice": lambda many: "value v: count per R1\n is 3\n" * many,
}


@pytest.mark.parametrize("many", [3_000, pytest.param(30_000, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", MANY_ERRORS)
def test_very_many_errors(name: str, many: int, tmp_path: Path) -> None:
    written(tmp_path / "game", MANY_ERRORS[name](many))
    ran = played(tmp_path, "--only", "examples")
    assert ran.code == 2, ran.said
    assert ran.said.count("error[") == MAX_SHOWN
    assert f"... and {many - 1:,}"[:-2] in ran.said


def test_very_many_warnings_hide_no_error(tmp_path: Path) -> None:
    unused = "".join(f"kind K{number} is A{number} per R1\n" for number in range(2_000))
    written(tmp_path / "game", f"{unused}example e per R1\n    expect 1 = 2\nvalue v: count per R1\n    is wrong\n")
    ran = played(tmp_path, "--only", "examples")
    assert ran.code == 2
    assert "error[E0201]: there is no name called `wrong`" in ran.said


# ---- VALUES THAT ASK EACH OTHER


def chain(length: int, body: str = "is a{before} + 1", first: str = "is n") -> str:
    """So many values, each of which asks the one before."""
    values = "".join(
        f"value a{number}: count per R1\n    {body.format(before=number - 1)}\n" for number in range(1, length)
    )
    return f"variable n: 0..9 per R1\nvalue a0: count per R1\n    {first}\n{values}"


def stated(last: int) -> str:
    return (
        f"claim end per R1\n    in every state of 2 players\n    a{last} >= {last}\n"
        f"invariant end_too per R1\n    a{last} >= {last}\n"
        f"example e per R1\n    given n = 3\n    expect a{last} = {last + 3}\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("is a{before} + 1", marks=pytest.mark.campaign),
        "normally 1 + a{before}\n    except another per R1\n        when n > 8\n        is {before} + 10",
    ],
)
@pytest.mark.parametrize("command", ["check", "prove"])
def test_values_that_ask_each_other_as_deep_as_they_may(body: str, command: str, tmp_path: Path) -> None:
    written(tmp_path / "game", chain(MAX_DEEP, body) + stated(MAX_DEEP - 1))
    words = ("--traces", "2", "--directed", "0") if command == "check" else ()
    ran = refengine_in_bounds(tmp_path, command, "game", "--jobs", "1", *words)
    assert ran.code == 0, ran.said


def test_a_counterexample_as_deep_as_it_may_be(tmp_path: Path) -> None:
    wrong = f"claim wrong per R1\n    in every state of 2 players\n    a{MAX_DEEP - 1} < 5\n"
    written(tmp_path / "game", chain(MAX_DEEP) + wrong)
    ran = refengine_in_bounds(tmp_path, "prove", "game", "--jobs", "1")
    assert ran.code == 1, ran.said
    assert "claim wrong: does not hold here" in ran.said
    assert "and 188 more values" in ran.said


@pytest.mark.parametrize(("command", "length"), [("check", MAX_DEEP + 1), ("prove", 300), ("build", 5_000)])
def test_values_that_ask_each_other_too_deep(command: str, length: int, tmp_path: Path) -> None:
    written(tmp_path / "game", chain(length) + stated(length - 1))
    words = ("-o", "out", "--players", "2") if command == "build" else ()
    ran = refengine_in_bounds(tmp_path, command, "game", *words)
    assert ran.code == 2, ran.said
    assert f"error[E0838]: `a{MAX_DEEP}` asks a value that asks another one, and so on, more than 200 deep" in ran.said
    assert ran.said.count("error[") == 1


# ---- TABLES AND TRACES


@pytest.mark.parametrize(("rows", "code"), [(LIMITS.rows, 0), (100_000, 2)])
def test_rows_of_a_table(rows: int, code: int, tmp_path: Path) -> None:
    listed = "id,size\n" + "".join(f"r{number},{number % 10 + 1}\n" for number in range(rows))
    written(tmp_path / "game", KIND, rows=listed)
    ran = played(tmp_path, "--only", "examples")
    assert ran.code == code, ran.said
    assert ("error[E0812]: the table has 100000 rows, and 10000 at most are read" in ran.said) == (code == 2)


@pytest.mark.parametrize(("steps", "said"), [(2_000, "2,000 steps"), (100_000, "error[E0")])
def test_steps_of_a_trace(steps: int, said: str, tmp_path: Path) -> None:
    course = (
        "variable n: 0..9 per R1\nsetup per R1\n    go Walk\nphase Walk per R1\n    ask 1\n        action ahead per R1\n"
        "            then set n to (n + 1) mod 10\n            then go Walk\n"
    )
    game = refengine.load(written(tmp_path / "game", "", course=course), players=2)
    state, states, actions = game.initial(), [game.initial()], []
    for _ in range(steps):
        (action,) = game.legal(state)
        state = game.apply(state, action)
        states.append(state)
        actions.append(action)
    text = write_trace(trace_of(game, states, actions), every_state=False)
    (tmp_path / "long.itf.json").write_text(text, "utf-8")
    ran = refengine_in_bounds(tmp_path, "replay", "long.itf.json", "--game", "game")
    assert ran.code == (2 if said.startswith("error") else 0), ran.said
    assert said in ran.said.replace("2000 steps", "2,000 steps")
    assert len(ran.said) < 2_000
