"""Where the rules break off in one way of very many, it is not said that all ways lead to the same."""

from pathlib import Path

import pytest
from attrs import evolve

from refengine.rulings import holdings
from refengine.rulings.loading import load_judge
from refengine.rulings.proving.prover import prove
from tests.rulings.asking import ask
from tests.rulings.urn import write

RISING = """
game rising from rulebook urn
    players 2 per R1

variable y: 0..9 per R1
variable z: 0..9 per R1
variable v: 0..9 per R1
variable w: 0..9 per R1
variable u: 0..9 per R1

setup per R1
    go Rise

phase Rise per R1
    add 1 to y
    ask 1
        action go_on per R1
            when y mod 10 != 0
            then set z to 1
    game over
"""
"""With a y of 9 it breaks off, and there is no 10 of which it could be said that the action is not legal."""


@pytest.mark.parametrize("order", ["y v w u", "u v w y"])
def test_a_move_behind_a_fault_is_not_a_way_that_is_left_out(
    tmp_path: Path, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of ten thousand ways a thousand break off: the engine finds some of them first, or none of those that it looks at."""
    monkeypatch.setattr(holdings, "MOST_WAYS", 200)
    judge = evolve(load_judge(write(tmp_path, RISING)), prover=prove)
    given = ", ".join(f"{each} = any" for each in order.split())
    (ruling,) = ask(judge, f"given {given}", "when Rise", "1: go_on", "z")
    assert ruling.open is not None
    assert (ruling.outcome, ruling.open.all, ruling.open.proved) == ("partly", False, False)
    (few,) = ask(judge, "given y = any", "when Rise", "1: go_on", "z")
    assert few.open is not None
    assert [(each.outcome, each.ways, each.where) for each in few.open.holdings] == [
        ("answered", 9, "y is at most 8"),
        ("undetermined", 1, "y is 9"),
    ]


@pytest.mark.parametrize("order", ["y v w u", "u v w y"])
def test_nor_is_one_that_nobody_can_say_is_legal(tmp_path: Path, order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard itself has no answer in one way of ten."""
    monkeypatch.setattr(holdings, "MOST_WAYS", 200)
    rules = RISING.replace("    add 1 to y\n", "").replace("y mod 10 != 0", "9 div (9 - y) >= 1")
    judge = evolve(load_judge(write(tmp_path, rules)), prover=prove)
    given = ", ".join(f"{each} = any" for each in order.split())
    (ruling,) = ask(judge, f"given {given}", "when Rise", "1: go_on", "z")
    assert ruling.open is not None
    assert (ruling.outcome, ruling.open.all, ruling.open.proved) == ("partly", False, False)


def test_nor_is_one_of_chance_beside_another_of_which_nobody_can_say_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chance takes one of all that are legal: in one way of ten that cannot be said of an action that is not taken."""
    monkeypatch.setattr(holdings, "MOST_WAYS", 200)
    falling = RISING.replace("    add 1 to y\n", "").replace("ask 1", "ask chance").replace(
        "        action go_on per R1\n            when y mod 10 != 0\n",
        "        action one_way per R1\n            when 9 div (9 - y) >= 1\n"
        "        action go_on per R1\n            weight 3\n",
    )  # fmt: skip
    judge = evolve(load_judge(write(tmp_path, falling)), prover=prove)
    (ruling,) = ask(judge, "given y = any, v = any, w = any, u = any, phase Rise", "chance: go_on", "z")
    assert ruling.open is not None
    assert (ruling.outcome, ruling.open.all, ruling.open.proved) == ("partly", False, False)


AROUND = RISING.replace("variable z", "variable k of each player: 0..9 per R1\nvariable z").replace("    add 1 to y\n", "").replace(
    "            then set z to 1\n",
    "            then set z to 1 div max(0, y - 6)\n"
    "            then each player p with k of p > 8\n"
    "                set z to min(9, 2 * z + (if p = 1 then 1 else 2))\n",
)  # fmt: skip
"""Which player comes first makes a difference in one way of a hundred; an engine goes round as they are listed."""

ALONE = AROUND.replace("max(0, y - 6)", "(if k of 1 > 8 and k of 2 > 8 then 1 else 0)")


@pytest.mark.parametrize(
    ("rules", "verdicts"),
    [(AROUND, {("undetermined", None), ("answered", True), ("answered", False)}),
     (ALONE, {("undetermined", None), ("answered", True)})],
    ids=["beside others", "only there is an answer"],
)  # fmt: skip
def test_an_order_that_makes_a_difference_is_no_break_off(
    tmp_path: Path, rules: str, verdicts: set[tuple[str, bool | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the rules break off elsewhere it was taken for one, and what comes of it for undetermined."""
    monkeypatch.setattr(holdings, "MOST_WAYS", 200)
    rules = rules.replace("when y mod 10 != 0", "when true")
    judge = evolve(load_judge(write(tmp_path, rules)), prover=prove)
    words = ("given y = any, k of 1 = any, k of 2 = any, phase Rise", "after 1: go_on: z >= 4")
    (proved,) = ask(judge, *words)
    assert proved.open is not None
    assert (proved.open.proved, proved.open.gave_up) == (True, None)
    assert {(each.outcome, each.answer) for each in proved.open.holdings} == verdicts
    monkeypatch.setattr(holdings, "MOST_WAYS", 1_000)
    (counted,) = ask(judge, *words)
    assert counted.open is not None
    assert {(each.outcome, each.answer) for each in counted.open.holdings} == verdicts
