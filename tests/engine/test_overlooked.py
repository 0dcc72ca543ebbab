"""What breaks off in a condition that only an explaining build asks is a fault of the rules, which the plain overlooks.

A plain build takes the first clause that applies. Where none has applied yet, it asks what the other one asks.
"""

import pickle
from pathlib import Path

import pytest

import refengine
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.agreement.random_calls import COURSE
from tests.agreement.voices import meant_and_in_a_module
from tests.hostile.small import written

BEHIND = {
    "exceptions": """
value f: 0..9 per R1
    normally 1
    except nothing_there per R1
        when x is 0
        is 7
    except much_there per R1
        when 6 div x > 1
        is 7
""",
    "an exception that the next stands over": """
value f: 0..9 per R1
    normally 1
    except much_there per R1
        when 6 div x > 1
        is 7
    except nothing_there over much_there per R1
        when x is 0
        is 8
""",
    "cases": """
value f: 0..9 per R1
    case nothing_there per R1
        when x is 0
        is 7
    case much_there per R1
        when 6 div x > 1
        is 8
    case some_there per R1
        otherwise
        is 1
""",
}


@pytest.mark.parametrize("form", BEHIND)
def test_what_breaks_off_behind_a_clause_that_applies_is_overlooked_by_the_plain_build(
    form: str, tmp_path: Path
) -> None:
    rules = f"variable x: 0..9, starts 1 per R1\nvariable y: 0..9 per R1\n{BEHIND[form]}"
    folder = written(tmp_path / "game", rules, course=COURSE.format(effects="    set y to f"), players="1")
    plain, explaining = (refengine.load(folder, explain=each) for each in (False, True))
    assert [fault_of(plain, choice) for choice in range(4)] == [None] * 4
    faults = [fault_of(explaining, choice) for choice in range(4)]
    assert [each and (each.code, each.overlooked) for each in faults] == [("E0519", True), None, None, None]
    sent = pickle.loads(pickle.dumps(faults[0]))  # noqa: S301 - it was made here
    assert (sent.code, sent.overlooked, f"{sent}") == ("E0519", True, f"{faults[0]}")


def test_what_breaks_off_in_a_script_behind_a_case_that_applies_is_overlooked_by_the_plain_build(
    tmp_path: Path,
) -> None:
    cases = """
    case nothing_there per R1
        when x is 0
        then set y to 7
    case much_there per R1
        when 6 div x > 1
        then set y to 8
    case some_there per R1
        otherwise
        then set y to 1
"""
    rules = "variable x: 0..9, starts 1 per R1\nvariable y: 0..9 per R1"
    folder = written(tmp_path / "game", rules, course=COURSE.format(effects=cases.strip("\n")), players="1")
    plain, explaining = (refengine.load(folder, explain=each) for each in (False, True))
    assert fault_of(plain, 0) is None
    fault = fault_of(explaining, 0)
    assert fault is not None
    assert fault.overlooked


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("form", ["a value", "a script"])
def test_a_condition_breaks_off_before_one_that_is_known_not_to_hold(form: str, explain: bool, tmp_path: Path) -> None:
    """No case has applied where somebody asks `6 div x`, though it is known by then that `z is 1` does not hold."""
    value = """
value f: 0..9 per R1
    normally 2
    except first_one per R1
        when z is 1
        is 7
    except second_one over first_one per R1
        when z is 1
        when y is 3
        is 8
    except third_one per R1
        when 6 div x > 1
        when z is 1
        is 7
"""
    script = """
    case first_one per R1
        when z is 1
        then set y to 7
    case third_one per R1
        when 6 div x > 1
        when z is 1
        then set y to 8
    case any_other per R1
        otherwise
        then set y to 1
"""
    rules = "variable x: 0..9, starts 1 per R1\nvariable y: 0..9 per R1\nvariable z: 0..9 per R1\n"
    effects, value = ("    set y to f", value) if form == "a value" else (script.strip("\n"), "")
    folder = written(tmp_path / "game", rules + value, course=COURSE.format(effects=effects), players="1")
    game = refengine.load(folder, explain=explain)
    faults = [fault_of(game, choice) for choice in range(4)]
    assert [each and (each.code, each.overlooked) for each in faults] == [("E0519", False), None, None, None]
    meant_and_in_a_module(folder, games=4, limit=6)


def fault_of(game: Game, choice: int) -> Fault | None:
    """The fault at which the rules break off after a choice."""
    state = game.initial()
    try:
        game.apply(state, game.legal(state)[choice])
    except Fault as fault:
        return fault
    return None
