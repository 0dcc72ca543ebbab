"""What is told of other readings, and of several ways to fill what is open, is true under them, and in all of these."""

from pathlib import Path

import pytest

from refengine.rulings import holdings
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.markdown import ruling_markdown
from refengine.rulings.text import ruling_text
from tests.rulings import urn
from tests.rulings.asking import ask

RULES = """\
game urn from rulebook urn
    players 2 per R1

question first about R1 per R1
    "how many stones are there at first?"
    reading few "one", default
    reading many "four"

question more: 0..2 about R1 per R1
    "how many more?"
    reading no_more is 0 "none", default
    reading two_more is 2 "two"

variable stones: 0..9 per R1

value left: 0..9 per R1
    is stones + (if first is many then 4 else 1) + more

value shared: 0..9 per R1
    is if first is many then 6 else 6 div more

value odd_part(k: 0..9): 0..1 per R1
    is k mod 2

setup per R1
    go Turn

phase Turn per R1
    ask 1
        action put per R1
            when stones < 2
            then add 1 to stones
    go Turn
"""


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return load_judge(urn.write(tmp_path, RULES), players=2)


@pytest.mark.parametrize(
    ("question", "own", "others"),
    [
        ("left > 2", "No: left (1) is at most 2.", ["Yes."]),
        ("left = 1", "Yes: left is 1.", ["No."]),
        ("odd_part(left) = 1", "Yes: odd part of left is 1.", ["No: odd part of left is 0, not 1."]),
        ("odd_part(left)", "Odd_part(left) is 1.", ["Odd_part(left) is 0."]),
    ],
)
def test_each_verdict_is_true_where_it_is_said_to_be(judge: Judge, question: str, own: str, others: list[str]) -> None:
    (ruling,) = ask(judge, "given 2 players", question)
    assert ruling.alternatives is not None
    assert [each.verdict for each in ruling.alternatives] == [own, *others]


def test_what_the_table_cannot_say_others_may(judge: Judge) -> None:
    """The table's own readings divide by 0 on both sides of the sentence."""
    (ruling,) = ask(judge, "given 2 players", "shared > 2")
    assert ruling.outcome == "undetermined"
    assert ruling.alternatives is not None
    assert [(each.outcome, each.own) for each in ruling.alternatives] == [("undetermined", True), ("answered", False)]


def test_of_a_verdict_that_says_more_only_what_all_agree_on_is_beyond_dispute(judge: Judge) -> None:
    (ruling,) = ask(judge, "given 2 players", "left > 0")
    assert (ruling.verdict, ruling.is_beyond_dispute, ruling.agreed) == ("Yes: left (1) is more than 0.", True, "Yes.")
    assert "beyond dispute is no more than this: Yes." in ruling_text(ruling)
    assert "Beyond dispute is no more than this: Yes" in ruling_markdown(ruling)
    (ruling,) = ask(judge, "given 2 players", "stones > 0")
    assert (ruling.is_beyond_dispute, ruling.agreed) == (True, None)
    assert "beyond dispute: every reading of the rules leads to this" in ruling_text(ruling)


@pytest.mark.parametrize("most", [5000, 0], ids=["counted", "proved"])
def test_a_verdict_of_several_ways_is_true_in_all_of_them(
    judge: Judge, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is open stands in the question, so that a sentence about one way says something wrong of the others."""
    monkeypatch.setattr(holdings, "MOST_WAYS", most)
    (ruling,) = ask(judge, "given stones = any", "odd_part(stones)")
    assert ruling.open is not None
    assert ruling.open.proved is (most == 0)
    assert {each.verdict for each in ruling.open.holdings} == {"Odd_part(stones) is 0.", "Odd_part(stones) is 1."}
    assert ruling.open.all or most == 0
