"""A way to fill what is open is none by readings under which no such piece may lie there, or fewer tokens lie out."""

from pathlib import Path

import pytest

from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from tests.rulings.asking import ask
from tests.rulings.urn import write

RULES = """\
game shelf from rulebook urn
    players 2 per R1

question strongest: 1..5 about R1 per R1
    "how much does a shelf bear?"
    reading strong is 5 "five", default
    reading weak is 1 "one", house

question richest: 1..5 about R1 per R1
    "how many coins are there?"
    reading many_coins is 5 "five", default
    reading one_coin is 1 "one", house

component Book per R1
    width: 1..3
    2 alike of each width

token Coin on each player, limit richest per R1

zone row holds Book per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action rest per R1
    game over

value widths: count per R1
    is sum of b.width for b in row
"""

NEVER = "It cannot come to this."


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return load_judge(write(tmp_path_factory.mktemp("shelf"), RULES))


@pytest.mark.parametrize("before", [(), ("1: rest",)], ids=["at once", "after a step"])
@pytest.mark.parametrize(
    ("opened", "asked", "says", "weak"),
    [
        ("any b in row with b.width <= strongest", "widths", "Widths is {n}.", {1}),
        ("any b in row with b.width <= strongest and (number of c in row) <= strongest", "widths", "Widths is {n}.", {1}),
        ("any 2 b in row with b.width <= strongest", "widths", "Widths is {n}.", {2}),
        ("Coin on 1 = any", "Coin on 1", "Coin on 1 is {n}.", {0, 1}),
    ],
    ids=["of a piece alone", "of the position", "of two pieces", "tokens"],
)  # fmt: skip
def test_each_way_leads_at_each_table_to_what_it_does_there(
    judge: Judge, opened: str, asked: str, says: str, weak: set[int], before: tuple[str, ...]
) -> None:
    (ruling,) = ask(judge, f"given {opened}, phase Turn(1)", *before, asked)
    assert ruling.open is not None
    looked_at = {each.answer: each.ruling for each in ruling.open.holdings if each.ruling is not None}
    assert weak < looked_at.keys()
    for answer, found in looked_at.items():
        own = says.format(n=answer)
        assert found.alternatives is not None
        assert [each.verdict for each in found.alternatives] == ([own] if answer in weak else [own, NEVER])


def test_the_smaller_table_has_the_same_ways(judge: Judge, tmp_path: Path) -> None:
    weak = load_judge(write(tmp_path, RULES), readings={"richest": "one_coin"})
    (ruling,) = ask(weak, "given Coin on 1 = any, phase Turn(1)", "1: rest", "Coin on 1")
    assert ruling.open is not None
    assert [each.answer for each in ruling.open.holdings] == [0, 1]
    assert all(each.ruling is not None and each.ruling.is_beyond_dispute for each in ruling.open.holdings)
