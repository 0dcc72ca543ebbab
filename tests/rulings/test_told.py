"""Rulings as they are told: for people without identifiers, for programs as the schema says."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from attrs import evolve

from refengine.resolve.labels import CASES
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.loading import load_judge
from refengine.rulings.markdown import ruling_markdown
from refengine.rulings.reading import of_file
from refengine.rulings.ruling import Ruling
from refengine.rulings.text import ruling_text
from refengine.rulings.to_json import rulings_data
from refengine.source.text import SourceText
from tests.engine.rules import compiled
from tests.odds.small_games import DICE
from tests.rulings.asking import ask
from tests.rulings.urn import RULES, write

SCHEMA = json.loads(Path("docs/ruling.schema.json").read_text(encoding="utf-8"))
IDENTIFIER = re.compile(r"\b[^\W_]+_\w+")
QUOTED = re.compile(r"ruling \w+ \(.*?\)(?=\n  \S|\n\n|\Z)", re.DOTALL)
"""Decisions of ours as the index has them: what they say is not the tool's."""


@pytest.fixture(scope="module", params=["kaciri", "european_war"])
def rulings(request: pytest.FixtureRequest) -> tuple[Judge, tuple[Ruling, ...]]:
    file = Path("docs/disputes") / f"{request.param}.dispute"
    lines = Lines()
    disputes = of_file(SourceText(file.name, file.read_text(encoding="utf-8")), lines)
    judge: Judge = request.getfixturevalue(request.param)
    return judge, judge.decide(disputes[:4], lines)


def test_json_is_as_the_schema_says(rulings: tuple[Judge, tuple[Ruling, ...]]) -> None:
    judge, told = rulings
    data = json.loads(json.dumps(rulings_data(judge.rules.name, told, "1", ["0" * 64] * len(told))))
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert len(data["rulings"]) == len(told)


def test_text_for_people_names_no_identifier(rulings: tuple[Judge, tuple[Ruling, ...]]) -> None:
    for each in rulings[1]:
        text = ruling_text(evolve(each, question="", rules=tuple(evolve(one, citations=()) for one in each.rules)))
        assert IDENTIFIER.findall(QUOTED.sub("", text)) == []
        assert "normally" not in text


def test_whoever_wants_to_see_them_does(rulings: tuple[Judge, tuple[Ruling, ...]]) -> None:
    for each in rulings[1]:
        text = ruling_text(each, verbose=True)
        assert all(f"`{rule.path}`" in text for rule in each.rules)


def test_lines_are_not_too_long(rulings: tuple[Judge, tuple[Ruling, ...]]) -> None:
    for each in rulings[1]:
        assert max(map(len, ruling_text(each).splitlines())) <= 100


def test_markdown_says_the_same_and_no_sign_in_a_text_means_anything(rulings: tuple[Judge, tuple[Ruling, ...]]) -> None:
    for each in rulings[1]:
        text = ruling_markdown(each)
        assert text.startswith("### ")
        assert all(f"**{cite.id}**" in text for rule in each.rules for cite in rule.citations)
    odd = ruling_markdown(Ruling("a * b", "answered", "*bold* <b> [x](y) `z`"))
    assert r"**\*bold\* \<b\> \[x\](y) \`z\`**" in odd


BEADS = RULES.replace("setup per R1\n", "token Bead on each player, limit 9 per R1\n\nsetup per R1\n").replace(
    "            when n < 3 or marked\n", "            when n < 3 or marked\n            when Bead on p >= 2\n"
)


@pytest.mark.parametrize(
    ("labels", "marked", "unmarked", "would"),
    [
        ("", "marked is so", "marked is not so", "if marked were so"),
        ('"marked: yes" = "the urn has a mark"', "the urn has a mark", "it is not so that the urn has a mark", None),
        (
            '"marked: yes" = "the urn has a mark"\n"marked: no" = "the urn has no mark"',
            "the urn has a mark",
            "the urn has no mark",
            "if it were so that the urn has a mark",
        ),
    ],
)
def test_tokens_are_counted_by_name_and_a_variable_that_is_true_may_have_sentences(
    tmp_path: Path, labels: str, marked: str, unmarked: str, would: str | None
) -> None:
    folder = write(tmp_path, BEADS)
    (folder / "labels.toml").write_text(f"[en]\n{labels}\n", encoding="utf-8")
    judge = load_judge(folder, players=2)
    given = "given phase Turn(1), stones = 4, Bead on 1 = "
    (few,) = ask(judge, f"{given}1, marked = true", "why not 1: take(3)")
    assert few.reasons is not None
    assert [each.says for each in few.reasons.obstacles] == ["the number of Bead on player 1 (1) is less than 2"]
    (three,) = ask(judge, f"{given}2", "why not 1: take(3)")
    assert three.reasons is not None
    assert [each.says for each in three.reasons.obstacles] == [f"3 is at least 3; {unmarked}"]
    assert would is None or would in {each.says for each in three.reasons.if_only}
    (is_so,) = ask(judge, "given marked = true", "enough")
    assert marked in {one for each in is_so.rules for one in each.since}


def test_what_a_table_has_agreed_on_is_told_by_name(tmp_path: Path) -> None:
    """It was told as a number that stands nowhere in the rules: `stones + 2 (3) is more than 1`."""
    agreed = """
question kept: 0..2 about R1 per R1
    "how many stay?"
    reading none_of_them is 0 "none", default
    reading two_of_them is 2 "two"

option allowed: 1..3, default 2 per R1
"""
    rules = f"{RULES}{agreed}".replace("when n < 3 or marked", "when stones + kept < allowed")
    judge = load_judge(write(tmp_path, rules), readings={"kept": "two_of_them"})
    (ruling,) = ask(judge, "why not 1: take(1)")
    assert ruling.reasons is not None
    assert [each.says for each in ruling.reasons.obstacles] == ["stones + kept (3) is at least allowed (2)"]


LED = (
    RULES.replace("variable stones", "kind Suit is Red, Blue per R1\n\nvariable stones", 1)
    .replace("go Turn(1)", "go Turn(1, none)")
    .replace("phase Turn(p: player)", "phase Turn(p: player, suit_led: Suit or none)")
    .replace(
        "            when n < 3 or marked\n", "            bar led per R1\n                when suit_led is{} none\n"
    )
)


@pytest.mark.parametrize(
    ("wanted", "led", "said"), [(" not", "Blue", "suit led is Blue"), ("", "none", "suit led is nothing")]
)
def test_what_a_phase_was_told_is_called_by_its_name_where_it_may_be_nothing(
    tmp_path: Path, wanted: str, led: str, said: str
) -> None:
    """By what it comes to it would be that blue is not nothing, or that nothing is nothing."""
    judge = load_judge(write(tmp_path, LED.format(wanted)), players=2)
    (ruling,) = ask(judge, f"given phase Turn(1, {led}), stones = 1", "why not 1: take(1)")
    assert ruling.reasons is not None
    assert [each.says for each in ruling.reasons.obstacles] == [said]


def test_names_are_in_the_language_that_is_asked_for() -> None:
    judge = load_judge("spec/kaciri", language="cs")
    (ruling,) = ask(
        judge,
        "given 2 players, a City with resistance 5 and power Plain in besieged",
        "given Hussites 8 in duel of 1, Reformers 6 in duel of 2",
        "takes(Hussites 8)",
    )
    assert ruling.verdict == "Ano: Husité 8 získává město."
    assert not [each.says for each in ruling.rules if "strong" in each.says or "stronger" in each.says]


@pytest.mark.parametrize("name", ["kaciri", "european_war"])
def test_sentences_speak_of_what_there_is(name: str, request: pytest.FixtureRequest) -> None:
    judge: Judge = request.getfixturevalue(name)
    slots = {value.name: {each.name for each in value.params} | {"is"} for value in judge.rules.values}
    sentences = [
        (label, text)
        for labels in judge.compiled.labels.languages.values()
        for label, text in labels.items()
        if label.endswith((": yes", ": no", ": is", ": none"))
    ]
    assert sentences
    assert [
        text for label, text in sentences if set(re.findall(r"\{(\w+)(?:: \w+)?\}", text)) - slots[label.split(": ")[0]]
    ] == []
    cases = {case for _, text in sentences for case in re.findall(r"\{\w+: (\w+)\}", text)}
    assert cases <= set(CASES)


def test_chance_that_may_go_on_for_ever_has_no_odds(tmp_path: Path) -> None:
    compiled(tmp_path / "dice", DICE)
    (ruling,) = ask(load_judge(tmp_path / "dice"), "given phase Trap", "odds of found = 1")
    assert ruling.missing == "chance may go on for ever from here"


def test_why_there_are_no_odds_is_told_in_the_language_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a diagnostic says is English, and stood in rulings of other languages."""
    judge = load_judge("spec/kaciri", language="cs")
    known = "given 2 players, a City with resistance 5 and power Plain in besieged"
    held = "given Hussites 3 in hand of 1, Reformers 9 in hand of 2, side of 2 = Reformers"
    (decided,) = ask(judge, known, held, "given phase Choose", "after 1: send(Hussites 3): odds of wave = 1")
    assert decided.missing == "na konci této pozice nerozhoduje náhoda: na tahu je hráč 2"
    (over,) = ask(judge, known, "odds of wave = 1")
    assert over.missing == "na konci této pozice nerozhoduje náhoda: hra skončila"
    monkeypatch.setattr("refengine.rulings.chances.MOST_STATES", 20)
    (many,) = ask(judge, "odds of wave = 1")
    assert many.missing == "náhoda jde dál i po více než 20 stavech"


def test_an_action_that_nobody_is_asked_for_is_told_with_its_arguments(european_war: Judge) -> None:
    given = (
        "given 2 players, flag of 1 = British, flag of 2 = French",
        "given Figure(British) in army of Britain, Figure(French) in army of France",
    )
    (ruling,) = ask(european_war, *given, "whether 2: retreat(Germany) is legal")
    assert ruling.verdict == "Not legal: player 2: retreat to Germany."


BY_CASES = RULES.replace("when n < 3 or marked", "when allowed(n)")


@pytest.mark.parametrize(
    "value",
    [
        "    case unmarked per R1\n        when not marked\n        is n < 3\n"
        "    case with_a_mark per R1\n        when marked\n        is true\n",
        "    normally true\n    except unmarked per R1\n        when not marked\n        is n < 3\n",
    ],
)
def test_an_obstacle_says_why_a_clause_comes_to_no(tmp_path: Path, value: str) -> None:
    """What was told was only why the clause applies: of a suit that has to be followed not the card that could."""
    rules = f"{BY_CASES}\nvalue allowed(n: 0..9): truth per R1\n{value}"
    judge = load_judge(write(tmp_path, rules), players=2)
    (ruling,) = ask(judge, "given phase Turn(1), stones = 4", "why not 1: take(3)")
    assert ruling.reasons is not None
    assert [each.says for each in ruling.reasons.obstacles] == ["marked is not so; 3 is at least 3"]
