"""Standing rules that bind and enter, what is running, and orders that somebody chooses, in play."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from refengine.runtime.fault import BadData, Fault
from refengine.runtime.game import Game
from tests.engine.rules import play

CUPS = """
game cups from rulebook tiny
    players 2..2                                                per R1

kind Cup is Left, Middle, Right                                 per R1

variable left_in of each Cup: 0..2, starts 2                    per R1
variable filled: 0..9                                           per R1
variable last: Cup or none, starts none                         per R1

setup                                                           per R1
    go Round(1)

phase Round(p: player)                                          per R1
    ask p
        action sip(Cup c)                                       per R1
            when left_in of c > 0
            then subtract 1 from left_in of c
        action empty_all                                        per R1
            then each Cup c
                set left_in of c to 0
        action toast                                            per R1
            then for each Cup cup, in an order that next of p chooses
                enter Praise(cup)
    go Round(next of p)

phase Praise(cup: Cup)                                          per R1
    set last to cup

whenever Cup c with left_in of c = 0 and Fill(c) is not running, chosen by 2 per R1
    enter Fill(c)

phase Fill(c: Cup)                                              per R1
    ask 1
        action sip_meanwhile(Cup d)                             per R1
            when left_in of d > 0
            then subtract 1 from left_in of d
            then enter Praise(d)
        action wait                                             per R1
    set left_in of c to 2
    if filled < 9
        add 1 to filled
"""


def frames(game: Game, state: object) -> list[tuple[str, str | None]]:
    """What the stack says by itself: the phases that wait, each with its cup."""
    return [(each["phase"], each["data"].get("c")) for each in game.to_json(state)["control"]]


def named(game: Game, state: object) -> list[str]:
    return [repr(each) for each in game.legal(state)]


EMPTY = "left_in of c = 0"


@pytest.fixture(params=[EMPTY, "(every n in 1..2 with n > 0 has left_in of c < n)"], ids=["asked", "gone through"])
def cups(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    """The same rules twice: with what makes a cup due asked at once, and by a loop of its own."""
    assert f"Cup c with {EMPTY}" in CUPS
    return play(tmp_path, CUPS.replace(f"Cup c with {EMPTY}", f"Cup c with {request.param}"))


def taken(game: Game, state: object, *moves: str) -> object:
    for move in moves:
        (action,) = (each for each in game.legal(state) if repr(each) == move)
        state = game.apply(state, action)
    return state


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
def test_what_is_counted_is_what_the_stack_says(tmp_path: Path, explain: bool) -> None:
    game, random = play(tmp_path, CUPS, explain=explain), Random(5)
    state, deepest = game.initial(), 0
    for _ in range(400):
        state = game.apply(state, random.choice(game.legal(state)))
        data = game.to_json(state)
        running = Counter(cup for phase, cup in frames(game, state) if phase == "Fill")
        assert data["variables"]["Fill is running when told"] == {
            cup: running[cup] for cup in ("Left", "Middle", "Right")
        }
        deepest = max(deepest, sum(running.values()))
        assert game.from_json(data) == state
    assert deepest > 1


def test_those_that_were_not_picked_wait_until_the_first_is_done(cups: Game) -> None:
    state = taken(cups, cups.initial(), "1: empty_all")
    assert named(cups, state) == ["2: next_c(Left)", "2: next_c(Middle)", "2: next_c(Right)"]
    state = taken(cups, state, "2: next_c(Middle)")
    assert [each for each in frames(cups, state) if each[0] == "Fill"] == [("Fill", "Middle")]
    state = taken(cups, state, "1: wait")
    assert named(cups, state) == ["2: next_c(Left)", "2: next_c(Right)"]
    state = taken(cups, state, "2: next_c(Right)", "1: wait")
    assert frames(cups, state)[-1] == ("Fill", "Left")  # nobody is asked for the last
    state = taken(cups, state, "1: wait")
    assert frames(cups, state) == [("Round", None)]
    assert cups.to_json(state)["variables"]["whenever.1 waits"] == []


def test_what_becomes_due_meanwhile_does_not_wait(cups: Game) -> None:
    state = taken(cups, cups.initial(), "1: sip(Left)", "2: sip(Right)", "1: sip(Left)", "1: sip_meanwhile(Right)")
    assert [each for each in frames(cups, state) if each[0] == "Fill"] == [("Fill", "Left"), ("Fill", "Right")]
    state = taken(cups, state, "1: wait")
    assert frames(cups, state) == [("Round", None)]
    assert cups.to_json(state)["variables"]["filled"] == 2


def test_an_order_is_chosen_one_by_one(cups: Game) -> None:
    state = taken(cups, cups.initial(), "1: toast")
    assert named(cups, state) == ["2: next_cup(Left)", "2: next_cup(Middle)", "2: next_cup(Right)"]
    state = taken(cups, state, "2: next_cup(Right)")
    assert cups.to_json(state)["variables"]["last"] == "Right"
    assert named(cups, state) == ["2: next_cup(Left)", "2: next_cup(Middle)"]
    state = taken(cups, state, "2: next_cup(Left)")
    assert cups.to_json(state)["variables"]["last"] == "Middle"
    assert cups.turn(state).seats == (2,)


def test_a_state_that_counts_otherwise_is_refused(cups: Game) -> None:
    data = cups.to_json(taken(cups, cups.initial(), "1: sip(Left)"))
    data["variables"]["Fill is running when told"]["Left"] = 1
    with pytest.raises(BadData):
        cups.from_json(data)


def test_a_phase_that_is_given_is_running(cups: Game) -> None:
    state = cups.position({"phase": {"name": "Fill", "arguments": ["Left"]}, "variables": {"left_in": {"Left": 0}}})
    assert cups.to_json(state)["variables"]["Fill is running when told"]["Left"] == 1


def test_a_rule_that_is_due_for_ever_breaks_off(tmp_path: Path) -> None:
    game = play(
        tmp_path,
        CUPS.replace("left_in of c = 0 and Fill(c) is not running, chosen by 2", "last is c and Fill(c) is not running")
        .replace("set left_in of c to 2", "set left_in of c to 1")
        .replace("    ask 1\n        action sip_meanwhile(Cup d)                             per R1\n", "")
        .replace("            when left_in of d > 0\n            then subtract 1 from left_in of d\n", "")
        .replace("            then enter Praise(d)\n", "")
        .replace("        action wait                                             per R1\n", ""),
    )
    state = taken(game, game.initial(), "1: toast")
    with pytest.raises(Fault) as found:
        taken(game, state, "2: next_cup(Left)")
    assert found.value.code == "E0516"
