"""Bars of a phase: they bar what begins with it, and break off whatever else enters it; in both builds."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.game import Game
from tests.engine.rules import play

HEAD = """
game cups from rulebook tiny
    players 2                                                   per R1

kind Cup is Left, Middle, Right in a ring                       per R1

variable left_in of each Cup: 0..3, starts 2                    per R1
variable last: Cup or none, starts none                         per R1
variable rounds: 0..9, starts 9                                 per R1

setup                                                           per R1
    go Round(1)
"""

ROUND = (
    HEAD
    + """
phase Round(p: player)                                          per R1
    if rounds = 0
        game over
    subtract 1 from rounds
    ask p
        action sip(Cup cup)                                     per R1
            bar too_hot per R1
                when cup = last
            then enter Empty(cup, 1)
        action gulp(Cup d)                                      per R1
            then let cup = next of d
            then let more = (number of Cup e with left_in of e = 3) + 1
            then enter Empty(cup, more)
        action pour(Cup c)                                      per R1
            when left_in of c < 3
            then add 1 to left_in of c
    go Round(next of p)

phase Empty(c: Cup, n: 1..4)                                    per R1
    bar not_enough per R1
        when left_in of c < n
    bar all_the_rest_is_gone per R1
        when every Cup d with d != c has left_in of d = 0
        when no Cup cup with cup != c has (some Cup e with e = cup has left_in of e > 0)
    subtract n from left_in of c
    set last to c
"""
)


def both(folder: Path, rules: str) -> tuple[Game, Game]:
    return play(folder, rules), play(folder, rules, explain=True)


def left(game: Game, state: Any) -> dict[str, int]:
    found: dict[str, int] = game.to_json(state)["variables"]["left_in"]
    return found


def barred(data: dict[str, int], cup: str, n: int) -> set[str]:
    """The bars of `Empty`, said once more."""
    found = {"Empty.not_enough"} if data[cup] < n else set()
    return found | ({"Empty.all_the_rest_is_gone"} if not any(data[d] for d in data if d != cup) else set())


def test_what_begins_with_a_phase_is_barred_by_its_bars_and_says_so(tmp_path: Path) -> None:
    """In random play; what is bound in a bar has names of what the actions choose."""
    ring = ["Left", "Middle", "Right"]
    seen: set[str] = set()
    for game in both(tmp_path, ROUND):
        for seed in range(40):
            draw, state = Random(seed), game.initial()
            while game.turn(state).kind != "over":
                actor, data = game.turn(state).seats[0], left(game, state)
                last = game.to_json(state)["variables"]["last"]
                for cup in ring:
                    following = ring[(ring.index(cup) + 1) % 3]
                    wanted = {
                        "sip": barred(data, cup, 1) | ({"sip.too_hot"} if cup == last else set()),
                        "gulp": barred(data, following, 1 + list(data.values()).count(3)),
                    }
                    for name, ways in wanted.items():
                        offered = any((each.name, str(each.arguments[0])) == (name, cup) for each in game.legal(state))
                        assert offered == (not ways)
                        if ways:
                            with pytest.raises(IllegalAction) as caught:
                                game.apply(state, {"actor": actor, "name": name, "arguments": [cup]})
                            assert set(caught.value.paths) == ways
                            seen |= ways
                state = game.apply(state, draw.choice(game.legal(state)))
    assert seen == {"sip.too_hot", "Empty.not_enough", "Empty.all_the_rest_is_gone"}


TWICE = """
phase Round(p: player)                                          per R1
    ask p
        action sip(Cup c)                                       per R1
            then enter Empty(c)
        action sip_twice(Cup c)                                 per R1
            then enter Empty(c)
            then enter Empty(c)
        action after_another(Cup c)                             per R1
            then set last to c
            then enter Empty(c)
        action perhaps(Cup c)                                   per R1
            then if c != Left
                enter Empty(next of c)
            otherwise
                enter Empty(next of next of c)
        action one_of_them(Cup c)                               per R1
            then case left per R1
                when c = Left
                then enter Empty(next of next of c)
            then case another per R1
                when c != Left
                then go Empty(next of next of c)
        action move_on(Cup c)                                   per R1
            then go Empty(c)
        action nothing_itself                                   per R1
    enter Empty(Right)
    go Round(next of p)

phase Empty(c: Cup)                                             per R1
    bar is_empty per R1
        when left_in of c = 0
    subtract 1 from left_in of c
"""
"""Everything that enters `Empty` but by an action's first effect; the last of it stands behind all actions."""


@pytest.mark.parametrize("name", ["after_another", "perhaps", "one_of_them", "move_on", "nothing_itself"])
def test_what_enters_it_in_another_way_is_legal_and_breaks_off(name: str, tmp_path: Path) -> None:
    arguments = [] if name == "nothing_itself" else ["Left"]
    for game in both(tmp_path, HEAD + TWICE):
        begun = {"phase": {"name": "Round", "arguments": [1]}, "variables": {"left_in": dict.fromkeys(CUPS, 0)}}
        state = game.position(begun)
        assert {each.name for each in game.legal(state)} == {
            "after_another", "perhaps", "one_of_them", "move_on", "nothing_itself",
        }  # fmt: skip
        with pytest.raises(Fault) as caught:
            game.apply(state, {"actor": 1, "name": name, "arguments": arguments})
        assert caught.value.code == "E0530"
        assert "`Empty.is_empty`" in caught.value.message
        assert caught.value.path != "Empty"  # it is not the phase that is to blame


CUPS = ("Left", "Middle", "Right")


def test_each_way_on_is_told_what_it_is_told(tmp_path: Path) -> None:
    for game in both(tmp_path, HEAD + TWICE):
        begun = {"phase": {"name": "Round", "arguments": [1]}}
        for name, cup, emptied in (
            ("perhaps", "Left", "Right"), ("perhaps", "Middle", "Right"), ("perhaps", "Right", "Left"),
            ("one_of_them", "Left", "Right"),
        ):  # fmt: skip
            state = game.apply(game.position(begun), {"actor": 1, "name": name, "arguments": [cup]})
            after = left(game, state)
            after["Right"] += 1
            assert after == {**dict.fromkeys(CUPS, 2), emptied: 1}


def test_the_second_time_it_is_owed(tmp_path: Path) -> None:
    for game in both(tmp_path, HEAD + TWICE):
        begun = {"phase": {"name": "Round", "arguments": [1]}, "variables": {"left_in": {"Left": 1}}}
        with pytest.raises(Fault, match="E0530"):
            game.apply(game.position(begun), {"actor": 1, "name": "sip_twice", "arguments": ["Left"]})
        begun["variables"] = {"left_in": {"Left": 2, "Right": 2, "Middle": 2}}
        state = game.apply(game.position(begun), {"actor": 1, "name": "sip_twice", "arguments": ["Left"]})
        assert left(game, state) == {"Left": 0, "Middle": 2, "Right": 1}


LEAVING = """
variable hurried: truth, during Round                           per R1

phase Round(p: player)                                          per R1
    bar again per R1
        when {bar}
    ask p
        action rush                                             per R1
            then set hurried to true
        action stroll                                           per R1
    if rounds = 0
        game over
    subtract 1 from rounds
    go Round(next of p)
"""


@pytest.mark.parametrize("bar", ["hurried", "Round is running", "Round(p) is running"])
def test_the_bars_of_what_go_leads_to_are_read_when_the_phase_is_left(bar: str, tmp_path: Path) -> None:
    for game in both(tmp_path, HEAD + LEAVING.format(bar=bar)):
        state = game.initial()
        while game.turn(state).kind != "over":
            state = game.apply(state, game.legal(state)[0])
        assert game.to_json(state)["variables"]["rounds"] == 0


STANDING = """
phase Round(p: player)                                          per R1
    if rounds = 0
        game over
    subtract 1 from rounds
    ask p
        action sip(Cup c)                                       per R1
            when left_in of c > 0
            then subtract 1 from left_in of c
    go Round(next of p)

whenever Cup c with left_in of c = 0 and Fill(c) is not running  per R1
    enter Fill(c)

phase Fill(c: Cup)                                              per R1
    bar nobody_is_left per R1
        when rounds < ROUNDS
    set left_in of c to 2
"""


def emptied(game: Game) -> dict[str, int]:
    """What is left when two have sipped from the first cup."""
    state = game.initial()
    for player in (1, 2):
        state = game.apply(state, {"actor": player, "name": "sip", "arguments": ["Left"]})
    return left(game, state)


def test_a_standing_rule_owes_it(tmp_path: Path) -> None:
    for game in both(tmp_path / "few", HEAD + STANDING.replace("ROUNDS", "1")):
        assert emptied(game) == {"Left": 2, "Middle": 2, "Right": 2}
    for game in both(tmp_path / "many", HEAD + STANDING.replace("ROUNDS", "9")):
        with pytest.raises(Fault, match="E0530") as caught:
            emptied(game)
        assert caught.value.path == "whenever.1"


ORDER = """
variable noted: 0..9                                            per R1
variable filled: 0..9                                           per R1

phase Round(p: player)                                          per R1
    ask p
        action drain(Cup c)                                     per R1
            then set left_in of c to 0
            then enter Note(c)
        action drain_and_ask(Cup c)                             per R1
            then set left_in of c to 0
            then enter Question(c)
    go Round(next of p)

phase Note(c: Cup)                                              per R1
{bar}    set noted to 5 + left_in of c

phase Question(c: Cup)                                          per R1
{bar}    ask 1
        action look_at_it                                       per R1
            then set noted to 5 + left_in of c

whenever Cup d with left_in of d = 0                            per R1
    set left_in of d to 2
    add 1 to filled

whenever filled > 8                                             per R1
    set filled to 0
"""
BAR = "    bar noted_already per R1\n        when noted > 0\n"


def noted(game: Game, action: str) -> tuple[int, int]:
    """What the phase found, and how often a cup was filled when it is done."""
    state = game.apply(game.initial(), {"actor": 1, "name": action, "arguments": ["Left"]})
    if action == "drain_and_ask":
        state = game.apply(state, {"actor": 1, "name": "look_at_it"})
    found = game.to_json(state)["variables"]
    return found["noted"], found["filled"]


def test_nothing_comes_between_the_bars_of_a_phase_and_its_first_line(tmp_path: Path) -> None:
    """What is due comes behind the phase, or in front of its first question; without bars it comes first."""
    for game in both(tmp_path / "barred", HEAD + ORDER.format(bar=BAR)):
        assert noted(game, "drain") == (5, 1)
        assert noted(game, "drain_and_ask") == (7, 1)
    for game in both(tmp_path / "free", HEAD + ORDER.format(bar="")):
        assert noted(game, "drain") == (7, 1)
        assert noted(game, "drain_and_ask") == (7, 1)
