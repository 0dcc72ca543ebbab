"""Lets of values: worked out where they are first asked for, and once, in both builds."""

from collections import Counter
from pathlib import Path
from sys import setprofile

import pytest

from refengine.runtime.fault import Fault
from tests.engine.rules import CARDS, alone
from tests.engine.test_faults import PER

BOTH = pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])

MANY = 12
DENSE = "    let z0 = number of c in hand with c.rank = 2\n" + "".join(
    f"    let z{number} = {' + '.join(['1', *(f'z{each} + z{each}' for each in range(number))])}\n"
    for number in range(1, MANY)
)
"""Each asks twice for all that stand before it."""

LUCK = f"""
value luck(p: player): count{PER}    let best = highest of c.rank for c in hand of p
    let better = best + best
    normally 0
    except with_cards{PER}        when hand of p is not empty
        is best + better + better
"""


@BOTH
def test_a_let_is_worked_out_once(explain: bool, tmp_path: Path) -> None:
    rules = f"\nvalue dense: count{PER}{DENSE}    is z{MANY - 1} + z{MANY - 1}\n"
    game = alone(tmp_path, CARDS, rules, explain=explain)
    state = game.position({"zones": {"hand": {"2": ["Red 2"]}}})
    assert game.value(state, f"dense.z{MANY - 1}") == 3 ** (MANY - 1)
    called: Counter[str] = Counter()
    setprofile(lambda frame, event, _: called.update([frame.f_code.co_name] if event == "call" else []))
    try:
        found = game.value(state, "dense")
    finally:
        setprofile(None)
    assert found == 2 * 3 ** (MANY - 1)
    lets = {name: times for name, times in called.items() if name.startswith("z")}
    assert lets == dict.fromkeys((f"z{number}" for number in range(MANY)), 2 if explain else 1)  # one is told of it


@BOTH
def test_a_let_that_nobody_asks_for_is_no_fault(explain: bool, tmp_path: Path) -> None:
    game = alone(tmp_path, CARDS, LUCK, explain=explain)
    state = game.position({"zones": {"hand": {"2": ["Red 3", "Blue 1"]}}})
    assert [game.value(state, "luck", player) for player in (1, 2)] == [0, 15]
    with pytest.raises(Fault) as caught:
        game.value(state, "luck.better", 1)
    assert caught.value.path == "luck.best"


def test_a_let_is_told_once_among_what_decides(tmp_path: Path) -> None:
    game = alone(tmp_path, CARDS, LUCK, explain=True)
    state = game.position({"zones": {"hand": {"2": ["Red 3", "Blue 1"]}}})
    with game.recording() as record:
        game.value(state, "luck", 2)
    told = [each for note in record.notes for each in note.walk()]
    assert sorted(each.clause.path for each in told) == ["luck.best", "luck.better", "luck.with_cards"]
    second = 1  # as the engine counts seats
    assert {each.value: (each.arguments, each.result) for each in told} == {
        "luck.best": ((second,), 3), "luck.better": ((second,), 6), "luck": ((second,), 15),
    }  # fmt: skip
