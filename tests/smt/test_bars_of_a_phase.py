"""Bars of a phase in proofs: by courses and by pieces, with texts that nobody has, and what is owed where they bar nothing.

What does not hold has a true one of the same shape beside it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import refengine
from tests.smt.test_texts import answers, compiled

HEAD = """game tiny from rulebook tiny
    players 1 per R1

kind Charm is Moth, Toad per R1

variable n: 0..9 per R1
variable rounds: 0..2, starts 2 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    if rounds = 0
        game over
    subtract 1 from rounds
"""

TEXTS = (
    HEAD
    + """    ask p
        action cast(Charm c) per R1
            then enter spell(p, c)
        action rest per R1
    go Turn(p)

text spell(p: player, c: Charm) by c, open over Add, Less per R1

phase Add(k: 0..3) per R1
    bar too_much per R1
        when n + k > 4
    add k to n

phase Less(k: 0..3) per R1
    subtract (if n < k then n else k) from n

invariant low per R1
    n <= 4
"""
)

BAR = """    bar too_much per R1
        when n + k > 4
"""

OPEN = "not proved"


def verdicts(folder: Path, text: str, *wanted: str) -> dict[str, str]:
    """What is said of some statements by their names."""
    folder.mkdir(exist_ok=True)
    game = compiled(folder, text).game
    assert game is not None
    return {
        each.decision.goal.name: each.decision.verdict + (" for every text" if each.decision.every_text else "")
        for each in answers(game, folder)
        if each.decision.goal.name in wanted
    }


def test_a_bar_keeps_the_invariant_for_every_text_and_nothing_else_does(tmp_path: Path) -> None:
    stays = "Add: the number stays in its range"
    barred = verdicts(tmp_path / "barred", TEXTS, "low", stays)
    assert barred == {"low": "proved for every text", stays: "proved for every text"}
    free = verdicts(tmp_path / "free", TEXTS.replace(BAR, ""), "low", stays)
    assert not any(verdict.startswith("proved") for verdict in free.values())


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("enter Add(1)", OPEN),
        ("if n < 4\n    enter Add(1)", "proved"),
        ("if n <= 4\n    enter Add(1)", OPEN),
        ("if n < 4\n    let k = 4 - n\n    enter Add(if k > 3 then 3 else k)", "proved"),
        ("enter Less(3)\nif n < 3\n    enter Add(2)", "proved"),
        ("if n < 3\n    enter Less(3)\n    enter Add(2)", OPEN),  # nobody knows what comes before it goes on
        ("ask p, if able\n    action more(k in 0..3) per R1\n        then enter Add(k)", None),
        ("ask p, if able\n    action more(k in 0..3) per R1\n        then let m = k\n        then enter Add(m)", None),
        ("ask p, if able\n    action more(k in 0..3) per R1\n        then if k < 3\n            enter Add(k)", OPEN),
        (
            "ask p, if able\n    action more(k in 0..3) per R1\n        then enter Add(k)\n        then enter Add(k)",
            OPEN,
        ),
    ],
)
def test_a_body_owes_what_it_enters_itself(body: str, verdict: str | None, tmp_path: Path) -> None:
    owed = "spell.Moth: no bar stands in the way"
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    found = verdicts(tmp_path, f"{TEXTS}\nspell of Moth per R1\n{indented}", owed, "low")
    assert found.pop("low") == "proved for every text"
    if verdict == OPEN:
        assert found[owed] in {"bounded", "refuted", "unknown"}
    else:
        assert found == ({} if verdict is None else {owed: verdict})


TOLD = (
    HEAD
    + """    ask p
        action give(k in 0..3, player q) per R1
            then enter Add(k, q)
        action keep(k in 0..3) per R1
            then enter Add(k, none)
        action find(k in 0..3) per R1
            then let m = (number of player r with r != p) + k
            then enter Add(m, the player q with q = p)
    go Turn(p)

phase Add(k: 0..3, whose: player or none) per R1
    bar too_much per R1
        when n + k > (if whose is none then 2 else 4)
    bar not_his_own per R1
        when whose is not none
        when exactly one player r has r = whose
        when k = 2
    add k to n

invariant low per R1
    n <= 4

invariant not_two in Turn per R1
    n != LEAST
"""
)


def test_what_may_be_absent_is_told_as_it_is(tmp_path: Path) -> None:
    """A game comes to 2 in one round by `keep` alone: `give` and `find` may not tell of 2."""
    found = verdicts(tmp_path / "one", TOLD.replace("LEAST", "4"), "low", "not_two")
    assert found == {"low": "proved", "not_two": "proved"}
    assert verdicts(tmp_path / "two", TOLD.replace("LEAST", "2"), "not_two") == {"not_two": "refuted"}
    without = TOLD.replace("LEAST", "2").replace("            then enter Add(k, none)", "            then nothing")
    assert verdicts(tmp_path / "none", without, "not_two") == {"not_two": "proved"}


LATE = (
    HEAD
    + """    ask p
        action cast(Charm c) per R1
            then set n to 3
            then enter spell(p, c)
    go Turn(p)

whenever n = 3 and Drop is not running per R1
    enter Drop

phase Drop per R1
    set n to 1

variable marked: 0..9 per R1

text spell(p: player, c: Charm) by c, open over Mark per R1
    bar late per R1
        when rounds > 1

spell of Moth per R1
    enter Mark

phase Mark per R1
    bar marked_before per R1
        when marked > 0
    set marked to n

invariant settled per R1
    n != 3

invariant never_marked_in_between per R1
    marked != 3

invariant never_marked per R1
    marked = 0
"""
)


def test_a_body_does_nothing_before_an_open_text_could(tmp_path: Path) -> None:
    """What is due comes in front of the table's question, so it has to come in front of a body, bars or not."""
    game = compiled(tmp_path, LATE).game
    assert game is not None
    found = {
        each.decision.goal.name: (each.decision.verdict, each.decision.every_text)
        for each in answers(game, tmp_path, "invariant")
    }
    proved = ("proved", True)
    assert found == {"settled": proved, "never_marked_in_between": proved, "never_marked": ("refuted", False)}
    for explain in (False, True):
        played = refengine.load(tmp_path / "spec", explain=explain)
        state = played.apply(played.initial(), {"actor": 1, "name": "cast", "arguments": ["Moth"]})
        assert played.to_json(state)["variables"]["marked"] == 1
