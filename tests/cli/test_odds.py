"""`refengine odds`: what it prints, and what it refuses; the pages of its codes show what it really says."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from refengine.engine.trace import trace_of, write_trace
from refengine.loading import load
from refengine.source.codes import TITLES
from tests.cli.conftest import Ran
from tests.cli.test_check import Run
from tests.engine.rules import compiled
from tests.odds.small_games import DICE, DRAW

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "odds.schema.json").read_text("utf-8"))

MORE = """
example after_the_draw                                          per R1
    chance: draw(Card(Two))
    chance: draw(Card(King))

example a_bad_draw                                              per R1
    given {Card(King), Card(King), Card(King), Card(King)} in front of 1
    given phase Draw
    chance: draw(Card(King))

example aces                                                    per R1
    given Card(Ace) in front of 1
    given phase Draw
"""

THROWS = """
example a_throw                                                 per R1
    1: trap()

example a_tie                                                   per R1
    1: tie()

example a_spoilt_one                                            per R1
    1: broken()
"""


@pytest.fixture
def draw(tmp_path: Path) -> Path:
    compiled(tmp_path / "draw", DRAW + MORE)
    return tmp_path / "draw"


@pytest.fixture
def dice(tmp_path: Path) -> Path:
    compiled(tmp_path / "dice", DICE + THROWS.replace("()", ""))
    return tmp_path / "dice"


def rows(ran: Ran) -> list[list[str]]:
    return [re.split(r" {2,}", line.strip()) for line in ran.out.splitlines() if line.startswith("  ")]


def test_what_the_example_expects_of_chance(run: Run, draw: Path) -> None:
    ran = run("odds", draw, "one_card_each")
    assert ran.code == 0
    assert ran.out.startswith("example `one_card_each`: 169 ends of chance, 183 states\n")
    assert rows(ran)[:4] == [
        ["yes", "1216/2652", "45.85 %"],
        ["no", "1436/2652", "54.15 %"],
        ["yes", "220/2652", "8.30 %"],
        ["no", "2432/2652", "91.70 %"],
    ]


def test_what_is_asked_for(run: Run, draw: Path) -> None:
    ran = run("odds", draw, "one_card_each", "--of", "(the c in front of 2).rank", "--of", "total(1) - total(2) > 9")
    assert [row[0] for row in rows(ran)[:3]] == ["Two", "Three", "Four"]
    assert rows(ran)[-2:] == [["yes", "16/2652", "0.60 %"], ["no", "2636/2652", "99.40 %"]]


def test_a_question_without_an_answer_has_its_share(run: Run, draw: Path) -> None:
    ran = run("odds", draw, "aces", "--of", "(the c in front of 2 with c.rank is Ace).rank")
    assert rows(ran) == [["Ace", "150/2550", "5.88 %"], ["a fault", "2400/2550", "94.12 %"]]


def test_who_decides_next_if_nothing_is_asked(run: Run, draw: Path) -> None:
    assert rows(run("odds", draw, "aces")) == [["player 1 does, in Draw", "2550/2550", "100.00 %"]]


def test_a_tie_is_thrown_again(run: Run, dice: Path) -> None:
    assert rows(run("odds", dice, "a_tie", "--of", "found")) == [["1", "8/21", "38.10 %"], ["2", "13/21", "61.90 %"]]


def test_json_obeys_the_schema(run: Run, draw: Path) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    ran = run(
        "odds", draw, "one_card_each", "--of", "total(1) > 8", "--of", "total(2)", "--together", "--format", "json"
    )
    data = json.loads(ran.out)
    Draft202012Validator(SCHEMA).validate(data)
    (asked,) = data["asked"]
    assert asked["of"] == ["total(1) > 8", "total(2)"]
    assert asked["answers"][0] == {
        "told": "yes, 1", "fault": False, "chance": "48/2652", "lowest": "4/221", "percent": pytest.approx(1.8099547),
    }  # fmt: skip
    assert sum(int(each["chance"].partition("/")[0]) for each in asked["answers"]) == 2652


def test_a_trace(run: Run, draw: Path, tmp_path: Path) -> None:
    game = load(draw)
    states = [game.initial()]
    action = game.find_action(states[0], "chance", "draw", ["Ace"])
    states.append(game.apply(states[0], action))
    file = tmp_path / "drawn.itf.json"
    file.write_text(write_trace(trace_of(game, states, [action])), "utf-8")
    ran = run("odds", draw, file, "--of", "total(1) > total(2)")
    assert rows(ran) == [["yes", "48/51", "94.12 %"], ["no", "3/51", "5.88 %"]]
    assert run("odds", draw, file, "--reading", "a=b").code == 2


REFUSED = {
    "E0880": ("draw", "after_the_draw"),
    "E0881": ("draw", "one_card_each", "--limit", "50"),
    "E0882": ("dice", "a_throw"),
    "E0883": ("draw", "one_card_eech"),
    "E0884": ("draw", "a_bad_draw"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_the_page_shows_what_is_said(code: str, run: Run, draw: Path, dice: Path) -> None:
    name, *rest = REFUSED[code]
    ran = run("odds", {"draw": draw, "dice": dice}[name], *rest)
    text = (DOCS / "errors" / f"{code}.md").read_text("utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert "\n## How to mend it\n" in text
    (shown,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert (ran.code, ran.out, ran.err) == (2, "", shown)


def test_force_goes_on(run: Run, draw: Path) -> None:
    assert run("odds", draw, "one_card_each", "--limit", "50", "--force").code == 0


def test_rules_that_break_off_are_violated(run: Run, dice: Path) -> None:
    ran = run("odds", dice, "a_spoilt_one")
    assert ran.code == 1
    assert ran.err.startswith("error[E0884]: the chance after example `a_spoilt_one` does not come to its end:")


def test_an_expression_that_is_none(run: Run, draw: Path) -> None:
    for wrong, code in (("totl(1)", "E0201"), ("total(1) >", "E0110"), ("total(3)", "E0305")):
        ran = run("odds", draw, "one_card_each", "--of", wrong)
        assert (ran.code, ran.out) == (2, "")
        assert f"error[{code}]" in ran.err
        assert "--of:" in ran.err


def test_check_decides_what_is_expected_of_chance(run: Run, tmp_path: Path) -> None:
    wrong = (
        DRAW.replace("chance 220/2652 of", "chance 55/662 of")
        + MORE.replace("a_bad_draw", "none").partition("example none")[0]
        + (
            "\nexample not_now per R1\n    chance: draw(Card(Two))\n    chance: draw(Card(King))\n    expect chance 1 of true\n"
            "\nexample never per R1\n    chance: draw(Card(Two))\n    expect chance 1 of false\n"
        )
    )
    compiled(tmp_path / "draw", wrong)
    ran = run("check", tmp_path / "draw", "--only", "examples")
    assert ran.code == 1
    assert "`chance 55/662 of total(1) = total(2)`" in ran.out
    assert "its chance is 220/2652, which is 55/663" in ran.out
    assert "its chance is 0\n" in ran.out
    assert "chance does not decide at the end of what comes before: player 1 does" in ran.out
    assert ran.out.count("1216/2652") == 0
