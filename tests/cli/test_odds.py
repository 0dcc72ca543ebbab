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
from tests.odds.small_games import DICE, DRAW, DUEL
from tests.rulings.urn import write

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


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    compiled(tmp_path / "duel", DUEL)
    return tmp_path / "duel"


def rows(ran: Ran) -> list[list[str]]:
    """The answers to what was asked, without those to who decides next, unless that was asked."""
    said = ran.out if ran.out.count("\n\n") == 1 else ran.out.partition("\n\nwho decides next\n")[0]
    return [re.split(r" {2,}", line.strip()) for line in said.splitlines() if line.startswith("  ")]


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
    assert rows(run("odds", draw, "aces")) == [["player 1 does, in Draw, without a choice", "2550/2550", "100.00 %"]]


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
    (rules,) = draw.glob("*.rules")
    rules.write_text(rules.read_text("utf-8").replace("is 11\n", "is 1\n"), "utf-8")
    for words in ((), ("--of", "total(1) > total(2)")):
        ran = run("odds", draw, file, *words)
        assert (ran.code, "error[E0726]" in ran.err) == (2, True), "it is a trace of other rules, whatever is asked"


def answers(ran: Ran) -> dict[str, str]:
    assert ran.code == 0, ran.err
    return {row[0]: row[1] for row in rows(ran) if len(row) == 3}


HIGHER = ("--of", "points(1) > points(2)")


def test_what_is_decided_without_a_choice_is_followed_up_to_the_answer(run: Run, duel: Path) -> None:
    """Of six cards the 3 is in a hand: 4, 5 and 6 of the other five beat it."""
    ran = run("odds", duel, "one_to_lay", *HIGHER)
    assert answers(ran) == {"yes": "3/5", "no": "2/5"}
    assert "  behind what was decided without a choice: player 2: lay\n" in ran.out
    assert "who decides next\n" in ran.out


def test_chance_behind_a_forced_decision_is_followed(run: Run, duel: Path) -> None:
    """The 1 is in a hand; of the 20 ways to draw a card and to lend one, six beat both together."""
    pairs = [(one, other) for one in range(2, 7) for other in range(2, 7) if one != other]
    wins = sum(one > 1 + other for one, other in pairs)
    assert answers(run("odds", duel, "one_is_lent", *HIGHER)) == {"yes": f"{wins}/20", "no": f"{20 - wins}/20"}


def test_what_only_clears_the_table_is_not_followed(run: Run, duel: Path) -> None:
    """Somebody watches without a choice, and then the cards are gone; the answer is the one before."""
    ran = run("odds", duel, "nothing_to_lay", *HIGHER)
    assert answers(ran) == {"yes": "6/6"}
    assert "  player 3 does, in Watch, without a choice  6/6  100.00 %\n" in ran.out
    assert answers(run("odds", duel, "nothing_to_lay", "--of", "won")) == {"nothing": "6/6"}


@pytest.mark.parametrize("example", ["two_to_choose_from", "both_are_laid"])
def test_what_a_choice_would_change_is_no_answer(run: Run, duel: Path, example: str) -> None:
    """With two cards to lay, the first may leave the answer as it is, and the second change it."""
    ran = run("odds", duel, example, *HIGHER)
    assert (ran.code, ran.out, ran.err.count("error[E0885]")) == (2, "", 1)
    ran = run("odds", duel, example, *HIGHER, "--as-it-stands")
    assert answers(ran) == {"yes": "4/4"}
    assert "  player 2 does, in Answer  4/4  100.00 %\n" in ran.out


def test_what_no_choice_changes_is_answered(run: Run, duel: Path) -> None:
    assert set(answers(run("odds", duel, "two_to_choose_from", "--of", "points(1)"))) == {"1", "2", "5", "6"}
    ran = run("odds", duel, "two_to_choose_from", "--of", "points(1)", *HIGHER)
    assert (ran.code, ran.out) == (2, "")


def test_each_question_has_its_own_moment(run: Run, duel: Path) -> None:
    ran = run("odds", duel, "two_defend", "--of", "points(1) > points(3) + 1", *HIGHER, "--format", "json")
    data = json.loads(ran.out)
    Draft202012Validator(SCHEMA).validate(data)
    second = data["asked"][1]
    assert [each["chance"] for each in second["answers"]] == ["3/4", "1/4"]
    assert second["followed"] == [{"actor": 2, "action": "lay"}]
    first = data["asked"][0]
    assert [each["chance"] for each in first["answers"]] == ["3/4", "1/4"]
    assert first["followed"] == [{"actor": 2, "action": "lay"}, {"actor": 3, "action": "lay"}]


def test_a_position_before_a_forced_decision_that_leads_to_chance(run: Run, duel: Path) -> None:
    ran = run("odds", duel, "the_watcher_is_there", "--of", "points(2)")
    assert answers(ran) == dict.fromkeys(("3", "4", "5", "6", "7"), "1/5")


REFUSED = {
    "E0880": ("draw", "after_the_draw"),
    "E0881": ("draw", "one_card_each", "--limit", "50"),
    "E0882": ("dice", "a_throw"),
    "E0883": ("draw", "one_card_eech"),
    "E0884": ("draw", "a_bad_draw"),
    "E0885": ("duel", "two_to_choose_from", "--of", "points(1) > points(2)"),
}


@pytest.mark.parametrize("code", REFUSED)
def test_the_page_shows_what_is_said(code: str, run: Run, draw: Path, dice: Path, duel: Path) -> None:
    name, *rest = REFUSED[code]
    ran = run("odds", {"draw": draw, "dice": dice, "duel": duel}[name], *rest)
    text = (DOCS / "errors" / f"{code}.md").read_text("utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert "\n## How to mend it\n" in text
    (shown,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert (ran.code, ran.out, ran.err) == (2, "", shown)


def test_force_goes_on(run: Run, draw: Path) -> None:
    assert run("odds", draw, "one_card_each", "--limit", "50", "--force").code == 0


def test_a_position_that_is_not_as_the_example_says_has_no_odds(run: Run, tmp_path: Path) -> None:
    wrong = "\nexample wrong per R1\n    given phase Draw, drawn = 0, total(1) > 7\n"
    compiled(tmp_path / "draw", DRAW + wrong)
    ran = run("odds", tmp_path / "draw", "wrong", "--of", "total(2)")
    assert (ran.code, ran.out) == (2, "")
    assert "`wrong` does not come to its end: what it says of its position does not hold" in ran.err


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


def test_where_cases_overlap_there_are_no_odds(run: Run, tmp_path: Path) -> None:
    """A plain engine takes the first of them, in a value or in a script, and odds were told that no game has."""
    write(tmp_path / "even", EVEN)
    assert run("odds", str(tmp_path / "even"), "toss").code == 0
    value = EVEN.replace("otherwise\n        is false", "when stones < 5\n        is false")
    script = EVEN.replace("when stones >= 6", "when stones < 5")
    for name, rules in (("value", value), ("script", script)):
        assert rules != EVEN
        write(tmp_path / name, rules)
        found = run("odds", str(tmp_path / name), "toss")
        assert (found.code, "E0884" in found.err) == (1, True)


EVEN = """\
game urn from rulebook urn
    players 2 per R1

variable stones: 0..9, starts 3 per R1
variable marked: truth, starts false per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask chance
        action heads per R1
            weight 1
            then set marked to few
        action tails per R1
            weight 1
            then go After(p)
    ask p
        action stop per R1
    game over

phase After(p: player) per R1
    if stones < 9
        case little per R1
            when stones < 6
            then set marked to false
        case much per R1
            when stones >= 6
            then nothing per R1
    ask p
        action rest per R1
    game over

value few: truth per R1
    case a_few per R1
        when stones < 9
        is true
    case many per R1
        otherwise
        is false

example toss per R1
    given phase Turn(1)
"""
