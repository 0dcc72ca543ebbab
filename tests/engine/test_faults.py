"""Faults: where the rules do not say how to go on, play stops with the code, the clause and what it rests on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refengine.runtime.fault import Clause, Fault
from refengine.runtime.game import Game
from refengine.runtime.zones import key_of, key_of_single
from tests.engine.rules import CARDS, alone

PER = "                                                        per R1\n"


def value(text: str, *arguments: Any) -> Callable[[Game, Any], Any]:
    return lambda game, state: game.value(state, text, *arguments)


def phase(name: str, *arguments: Any) -> Callable[[Game, Any], Any]:
    return lambda game, state: game.run_phase(state, name, arguments)


CASES = {
    "no case of a value": (
        f"value low(c: Card): truth{PER}    case first{PER}        when c.rank = 1\n        is true\n"
        f"    case second{PER}        when c.rank = 2\n        is true\n",
        {},
        value("low", "Red 3"),
        "E0501",
        "low",
    ),
    "no case of a script": (
        f"phase Try(c: Card){PER}    case first{PER}        when c.rank = 1\n        then add 1 to round\n"
        f"    case second{PER}        when c.rank = 2\n        then nothing\n    done\n",
        {},
        phase("Try", "Red 3"),
        "E0501",
        "Try",
    ),
    "no case of a script that goes elsewhere": (
        f"phase Try(c: Card){PER}    case first{PER}        when c.rank = 1\n        then go Wait\n"
        f"    case second{PER}        when c.rank = 2\n        then done\n",
        {},
        phase("Try", "Red 3"),
        "E0501",
        "Try",
    ),
    "the finds nothing": (f"value it: Card{PER}    is the c in pile\n", {}, value("it"), "E0504", "it"),
    "the finds several": (
        f"value it: Card{PER}    is the c in pile\n",
        {"zones": {"pile": ["Red 1", "Red 2"]}},
        value("it"),
        "E0505",
        "it",
    ),
    "a number leaves the range of a value": (
        f"value sums: 1..3{PER}    is sum of c.rank for c in pile\n",
        {"zones": {"pile": ["Red 2", "Red 3"]}},
        value("sums"),
        "E0506",
        "sums",
    ),
    "a sum of clauses leaves its range": (
        f"value sums(c: Card): 0..3{PER}    plus first{PER}        is c.rank\n"
        f"    plus second{PER}        when c.rank = 3\n        is c.rank\n",
        {},
        value("sums", "Red 3"),
        "E0506",
        "sums",
    ),
    "a number leaves the range of a variable": (
        f"phase Try{PER}    add 3 to round\n    done\n",
        {},
        phase("Try"),
        "E0506",
        "Try",
    ),
    "a count falls below nothing": (
        f"phase Try{PER}    subtract 1 from score of 2\n    done\n",
        {},
        phase("Try"),
        "E0506",
        "Try",
    ),
    "what is absent": (
        f"variable chosen: Card or none, starts none{PER}value rank: 1..3{PER}    is chosen.rank\n",
        {},
        value("rank"),
        "E0507",
        "rank",
    ),
    "the highest of nothing": (
        f"value best: 1..3{PER}    is highest of c.rank for c in pile\n",
        {},
        value("best"),
        "E0508",
        "best",
    ),
    "the owner of what nobody has": (
        f"value it(c: Card): player{PER}    is the player p with c in field of p\n",
        {},
        value("it", "Red 1"),
        "E0504",
        "it",
    ),
    "a piece that is not there": (
        f"phase Try(c: Card){PER}    move c from pile to hand of 1\n    done\n",
        {},
        phase("Try", "Red 1"),
        "E0510",
        "Try",
    ),
    "a zone of one that is full": (
        f"phase Try(c: Card){PER}    move c from pile to field of 1\n    done\n",
        {"zones": {"field": {"1": "Red 2"}, "pile": ["Red 1"]}},
        phase("Try", "Red 1"),
        "E0511",
        "Try",
    ),
    "a zone with a limit that is full": (
        f"phase Try{PER}    move all c in bank to purse of 2\n    done\n",
        {"zones": {"bank": ["Coin", "Coin", "Coin"]}},
        phase("Try"),
        "E0511",
        "Try",
    ),
    "tokens that a player lacks": (
        f"phase Try{PER}    move 2 Point from 1 to 2\n    done\n",
        {"tokens": {"Point": {"player": {"1": 1}}}},
        phase("Try"),
        "E0512",
        "Try",
    ),
    "tokens that the supply lacks": (
        f"phase Try{PER}    move 2 Point from supply to 2\n    done\n",
        {"tokens": {"Point": {"player": {"1": 4}}}},
        phase("Try"),
        "E0512",
        "Try",
    ),
    "two writes at once": (
        f"phase Try{PER}    simultaneously\n        each c in pile\n            set round to c.rank\n    done\n",
        {"zones": {"pile": ["Red 1", "Red 2"]}},
        phase("Try"),
        "E0513",
        "Try",
    ),
    "nothing to choose from": (
        f"phase Try{PER}    ask 1\n        action take(c in pile){PER}            then move c to hand of 1\n    done\n",
        {},
        lambda game, state: game.legal(game.run_phase(state, "Try")),
        "E0514",
        "Try",
    ),
    "a phase that nobody entered": (
        f"phase Try{PER}    done\n",
        {},
        lambda game, _: game.position({"phase": "Try"}),
        "E0515",
        "Try",
    ),
    "a phase abandoned that is not running": (
        f"phase Try{PER}    enter Again\n    go Again\nphase Again{PER}    if round = 2\n        abandon Try\n    done\n",
        {"variables": {"round": 2}},
        phase("Again"),
        "E0517",
        "Again",
    ),
    "an endless loop": (
        f"phase Try{PER}    go Again\nphase Again{PER}    go Try\n",
        {},
        lambda game, _: game.position({"phase": "Try"}),
        "E0516",
        "Try",
    ),
}


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
@pytest.mark.parametrize("case", CASES)
def test_fault(case: str, explain: bool, tmp_path: Path) -> None:
    rules, given, act, code, path = CASES[case]
    game = alone(tmp_path, CARDS, rules, explain=explain)
    state = game.position(given)
    with pytest.raises(Fault) as caught:
        act(game, state)
    fault = caught.value
    assert (fault.code, fault.path.partition(".")[0]) == (code, path)
    assert fault.citations == ("R1",)
    assert fault.span is not None
    name, start, end = fault.span
    assert name.endswith("game.rules")
    assert 0 < start < end
    assert path in str(fault)


def test_a_piece_that_lies_in_none_of_the_zones(tmp_path: Path) -> None:
    """The checker keeps this from being written; the engine does not rely on it."""
    game = alone(tmp_path, CARDS, "")
    state = game.position({"zones": {"hand": {"2": ["Red 1"]}, "field": {"2": "Red 2"}}})
    (red_1,), red_2 = state.hand[1], state.field[1]
    here = Clause("here", ("R1",))
    assert key_of(state.hand, red_1, here) == key_of_single(state.field, red_2, here) == 1
    with pytest.raises(Fault, match="lies in none of the zones") as caught:
        key_of(state.hand, red_2, here)
    assert caught.value.code == "E0509"
    with pytest.raises(Fault, match="lies in none of the zones") as caught:
        key_of_single(state.field, red_1, here)
    assert caught.value.code == "E0509"


CLASH = f"""
value luck(c: Card): 0..3{PER}    normally 0
    except red{PER}        when c.colour is Red
        is 1
    except high{PER}        when c.rank = 3
        is 2
"""


def test_exceptions_that_clash_are_found_by_the_explaining_build(tmp_path: Path) -> None:
    game = alone(tmp_path, CARDS, CLASH, explain=True)
    state = game.position({})
    assert [game.value(state, "luck", card) for card in ("Red 1", "Blue 3", "Blue 1")] == [1, 2, 0]
    with pytest.raises(Fault, match=r"`luck\.red`, `luck\.high`") as caught:
        game.value(state, "luck", "Red 3")
    assert caught.value.code == "E0502"


def test_exceptions_that_agree_or_are_ordered_do_not_clash(tmp_path: Path) -> None:
    agree = alone(tmp_path / "agree", CARDS, CLASH.replace("is 2", "is 1"), explain=True)
    assert agree.value(agree.position({}), "luck", "Red 3") == 1
    for explain in (False, True):
        over = alone(
            tmp_path / f"{explain}", CARDS, CLASH.replace("except high", "except high over red"), explain=explain
        )
        assert over.value(over.position({}), "luck", "Red 3") == 2


OVERRULED = f"""
value luck(c: Card): 0..3{PER}    normally 0
    except above{PER}        when c.colour is Red
        is (the d in pile).rank
    except alone over above{PER}        when pile is empty
        is 2
"""


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
def test_an_exception_that_another_stands_over_need_not_make_sense(explain: bool, tmp_path: Path) -> None:
    game = alone(tmp_path, CARDS, OVERRULED, explain=explain)
    assert game.value(game.position({}), "luck", "Red 3") == 2
    assert game.value(game.position({"zones": {"pile": ["Blue 3"]}}), "luck", "Red 3") == 3


def test_an_exception_without_an_answer_clashes_with_one_that_has_one(tmp_path: Path) -> None:
    """The rules go on with the first; where that has no answer itself, it is said that it has none."""
    second = CLASH.replace("is 2", "is (the d in pile).rank")
    game = alone(tmp_path / "second", CARDS, second, explain=True)
    with pytest.raises(Fault, match=r"`luck\.red`, `luck\.high`") as caught:
        game.value(game.position({}), "luck", "Red 3")
    assert caught.value.code == "E0502"
    assert alone(tmp_path / "plain", CARDS, second).value(game.position({}), "luck", "Red 3") == 1
    first = alone(tmp_path / "first", CARDS, CLASH.replace("is 1", "is (the d in pile).rank"), explain=True)
    with pytest.raises(Fault, match="finds nothing") as caught:
        first.value(first.position({}), "luck", "Red 3")
    assert caught.value.path == "luck.red"


def test_that_cases_overlap_is_found_before_what_they_come_to(tmp_path: Path) -> None:
    rules = (
        f"value which(applied: Card): 1..3{PER}    case red{PER}        when applied.colour is Red\n        is 1\n"
        f"    case low{PER}        when applied.rank < 3\n        is (the d in pile).rank\n"
    )
    game = alone(tmp_path, CARDS, rules, explain=True)
    state = game.position({})
    assert game.value(state, "which", "Red 3") == 1
    with pytest.raises(Fault) as caught:
        game.value(state, "which", "Red 1")
    assert caught.value.code == "E0503"
    with pytest.raises(Fault) as caught:
        game.value(state, "which", "Blue 1")
    assert caught.value.code == "E0504"


def test_cases_that_overlap_are_found_by_the_explaining_build(tmp_path: Path) -> None:
    rules = (
        f"value which(c: Card): 1..2{PER}    case red{PER}        when c.colour is Red\n        is 1\n"
        f"    case low{PER}        when c.rank < 3\n        is 2\n"
    )
    game = alone(tmp_path, CARDS, rules, explain=True)
    state = game.position({})
    assert game.value(state, "which", "Red 3") == 1
    with pytest.raises(Fault) as caught:
        game.value(state, "which", "Red 1")
    assert caught.value.code == "E0503"


CROSSED = {
    "effects": "    each c in pile\n        case red{PER}            when c.colour is Red\n            then add 1 to round\n"
    "        case low{PER}            when c.rank = 1\n            then add 2 to round\n",
    "at once": "    simultaneously\n        each c in pile\n            case red{PER}                when c.colour is Red\n"
    "                then add 1 to round\n            case low{PER}                when c.rank = 1\n"
    "                then add 2 to round\n",
    "ways on": "    case red{PER}        when some c in pile has c.colour is Red\n        then add 1 to round\n        then done\n"
    "    case low{PER}        when some c in pile has c.rank = 1\n        then done\n",
}


@pytest.mark.parametrize("form", CROSSED)
def test_cases_of_a_script_that_overlap_are_found_by_the_explaining_build(form: str, tmp_path: Path) -> None:
    rules = f"phase Try{PER}" + CROSSED[form].replace("{PER}", PER) + "    done\n" * (form != "ways on")
    explaining = alone(tmp_path, CARDS, rules, explain=True)
    plain = alone(tmp_path, CARDS, rules)
    for card in ("Red 2", "Blue 1", "Red 1"):
        data = {"zones": {"pile": [card]}}
        after = plain.to_json(plain.run_phase(plain.position(data), "Try"))
        if card != "Red 1":
            assert explaining.to_json(explaining.run_phase(explaining.position(data), "Try")) == after
            continue
        with pytest.raises(Fault, match=r"`Try\.red`, `Try\.low`") as caught:
            explaining.run_phase(explaining.position(data), "Try")
        assert (caught.value.code, caught.value.path) == ("E0503", "Try")
    with pytest.raises(Fault) as caught:
        explaining.run_phase(explaining.position({"zones": {"pile": ["Blue 2"]}}), "Try")
    assert caught.value.code == "E0501"


def test_a_long_loop_is_no_endless_one_and_deepens_no_stack(tmp_path: Path) -> None:
    rules = (
        f"phase Try{PER}    repeat 3000 times\n        add 1 to score of 1\n        enter Step\n    done\n"
        f"phase Step{PER}    add 1 to score of 2\n    done\n"
    )
    game = alone(tmp_path, CARDS, rules)
    after = game.run_phase(game.position({}), "Try")
    assert game.to_json(after)["variables"]["score"] == {"1": 3000, "2": 3000}


def test_if_able_skips_who_has_nothing_to_choose_from(tmp_path: Path) -> None:
    rules = (
        f"phase Try{PER}    ask 1, if able\n        action take(c in pile){PER}            then move c to hand of 1\n"
        "    add 1 to round\n    done\n"
    )
    game = alone(tmp_path, CARDS, rules)
    skipped = game.run_phase(game.position({}), "Try")
    assert game.to_json(skipped)["variables"]["round"] == 2
    asked = game.run_phase(game.position({"zones": {"pile": ["Red 1"]}}), "Try")
    (action,) = game.legal(asked)
    after = game.apply(asked, action)
    assert game.to_json(after)["variables"]["round"] == 2
    assert game.to_json(after)["zones"]["hand"]["1"] == ["Red 1"]
