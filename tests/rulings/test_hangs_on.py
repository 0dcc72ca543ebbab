"""What a ruling hangs on: every table leads where it says, also where rules break off, or go another way by a reading."""

from itertools import product
from pathlib import Path

import pytest
from attrs import evolve

from refengine.loading import RuleSetError
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.questions import TableAgreement
from tests.rulings.asking import ask
from tests.rulings.test_other_readings import leads_to
from tests.rulings.urn import RULES, write

RULES_WITH_TWO = """\
game urn from rulebook urn
    players 2 per R1

question first about R1 per R1
    "which way?"
    reading left "left", default
    reading right "right", house

question second: 0..2 about R1 per R1
    "how many?"
    reading little is 1 "one", default
    reading nothing_at_all is 0 "none", house

variable stones: 0..9 per R1
variable heaps: 0..9 per R1

value taken: 0..9 per R1
    case some_of_them per R1
        when first is right or stones > 5
        is second

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action lay per R1
            then set stones to taken
            then go Turn(next of p)
        action turn per R1
            then go Next(p)
        action put(n in 0..2) per R1
            when n > 0
            then set stones to n
            then go Turn(next of p)

phase Next(p: player) per R1
    if first is right
        go Other(p)                                             per R1
    ask p
        action lay_one per R1
            then set stones to 1
            then go Turn(next of p)
        action lay_more per R1
            then set stones to 3
            then go Turn(next of p)

phase Other(p: player) per R1
    ask p
        action lay_so_many per R1
            then set stones to second
            then go Turn(next of p)
        action lay_more_still per R1
            when second > 0
            then go Turn(next of p)
"""
"""By the second reading of the first question a step reads the second, of which nothing is read by the first."""

TWO = {"first": ("left", "right"), "second": ("little", "nothing_at_all")}


def at_each_table(judge: Judge, *words: str, number: int = 0) -> None:
    """What a ruling says of each set of readings is what the judge of that table rules."""
    ruling = ask(judge, *words)[number]
    for readings in product(*TWO.values()):
        chosen = dict(zip(TWO, readings, strict=True))
        alone = evolve(judge, agreed=TableAgreement(None, tuple(chosen.items())), alone=True)
        (led,) = leads_to(ruling, chosen)
        try:
            own = ask(alone, *words)[number]
        except RuleSetError:
            assert led.outcome == "undetermined"
        else:
            assert (led.outcome, led.verdict) == (own.outcome, own.verdict), chosen


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return load_judge(write(tmp_path, RULES_WITH_TWO))


def test_where_a_step_breaks_off_it_hangs_on_what_was_read_until_then(judge: Judge) -> None:
    """By the table's own reading no case applies, and by the other one the second question is read."""
    (ruling,) = ask(judge, "1: lay", "stones")
    assert ruling.outcome == "undetermined"
    assert ruling.is_beyond_dispute is False
    at_each_table(judge, "1: lay", "stones")


def test_where_a_step_breaks_off_what_comes_behind_it_is_looked_at_too(judge: Judge) -> None:
    at_each_table(judge, "1: lay", "2: put(second)", "stones")


def test_by_other_readings_it_may_go_on_in_a_way_that_reads_more(judge: Judge) -> None:
    """Where it cannot come to something by one reading, that may hang on more of them."""
    at_each_table(judge, "1: turn", "legal actions of 1")
    at_each_table(judge, "1: turn", "whether 1: lay_one is legal")
    at_each_table(
        evolve(judge, agreed=TableAgreement(None, (("first", "right"),))), "1: turn", "1: lay_so_many", "stones"
    )
    at_each_table(
        evolve(judge, agreed=TableAgreement(None, (("first", "right"),))), "1: turn", "1: lay_more_still", "stones"
    )


def test_what_cannot_happen_behind_a_question_is_nothing_to_it(judge: Judge) -> None:
    words = ("1: turn", "heaps", "1: lay_one", "stones")
    ruling, other = ask(judge, *words)
    assert ruling.is_beyond_dispute
    assert other.is_beyond_dispute is False
    at_each_table(judge, *words, number=1)
    supposed, after = ask(judge, "1: turn", "after 1: lay_one: stones", "heaps")
    assert (supposed.is_beyond_dispute, after.is_beyond_dispute) == (False, True)


def test_what_an_action_is_told_hangs_on_readings(judge: Judge) -> None:
    at_each_table(judge, "1: put(second)", "stones")
    at_each_table(judge, "whether 1: put(second) is legal")
    assert [each.outcome for each in ask(judge, "whether 1: put(second) is legal")[0].alternatives or ()] == [
        "legal",
        "illegal",
    ]


def test_what_a_question_supposes_may_not_be_legal_by_other_readings_of_a_state(tmp_path: Path) -> None:
    """Asked of a state, and not of a dispute."""
    judge = load_judge(write(tmp_path, RULES_WITH_TWO.replace("when n > 0", "when first is left")))
    ruling = judge.ask(judge.game.initial(), "after 1: put(2): stones")
    assert [(each.outcome, each.own) for each in ruling.alternatives or ()] == [
        ("answered", True),
        ("undetermined", False),
    ]


@pytest.mark.parametrize(
    "invariant",
    [
        "few_stones per R1\n    first is left or stones < 4\n",
        "few_stones per R1\n    first is left or second = 1 or stones < 4\n",
        "few_stones in Turn per R1\n    first is left or stones < 4\n",
        "few_stones during Turn(p) per R1\n    first is left or p = 2 or stones < 4\n",
    ],
    ids=["by one question", "by two questions", "where a phase decides", "during a phase"],
)
def test_what_is_given_may_be_no_position_by_other_readings(tmp_path: Path, invariant: str) -> None:
    """By the second reading of the first question so many stones break what always holds."""
    judge = load_judge(write(tmp_path, f"{RULES_WITH_TWO}\ninvariant {invariant}"))
    for words in (("stones",), ("1: put(2)", "stones"), ("1: turn", "legal actions of 1"), ("1: lay", "stones")):
        at_each_table(judge, "given stones = 5, phase Turn(1)", *words)
    (ruling,) = ask(judge, "given stones = 5, phase Turn(1)", "stones")
    assert {each.verdict for each in ruling.alternatives or ()} == {"Stones is 5.", "It cannot come to this."}
    assert ask(judge, "given stones = 3, phase Turn(1)", "stones")[0].is_beyond_dispute
    assert ask(judge, "given stones = 5, phase Next(2)", "stones")[0].is_beyond_dispute is ("Turn" in invariant)


OVERLAPPING = """
value who_is_on: player per R1
    case few_stones per R1
        when stones < 9
        is 1
    case no_stones per R1
        when stones < 2
        is 1

value may_be_taken: truth per R1
    case few_stones_left per R1
        when stones < 9
        is false
    case no_stones_left per R1
        when stones < 2
        is false
"""


def test_where_cases_overlap_a_ruling_says_so(tmp_path: Path) -> None:
    """A plain engine takes the first of them, so that it says who acts, and that an action is not legal."""
    deciding = RULES.replace("    ask p\n", "    ask who_is_on\n") + OVERLAPPING
    (ruling,) = ask(load_judge(write(tmp_path / "deciding", deciding)), "who acts")
    assert (ruling.outcome, ruling.verdict) == ("undetermined", "Undetermined: the rules contradict each other.")
    guarded = RULES.replace("when n < 3 or marked", "when may_be_taken") + OVERLAPPING
    guarded = guarded.replace("    game over\n", "        action rest per R1\n    game over\n")
    for words in (("1: take(1)", "stones"), ("whether 1: take(1) is legal",), ("after 1: take(1): stones",)):
        (ruling,) = ask(load_judge(write(tmp_path / "guarded", guarded)), *words)
        assert (ruling.outcome, ruling.verdict) == ("undetermined", "Undetermined: the rules contradict each other.")


def test_an_argument_without_a_value_is_no_fault_of_ours(judge: Judge) -> None:
    (ruling,) = ask(judge, "whether 1: put(1 div heaps) is legal")
    assert ruling.outcome == "undetermined"


def test_that_the_rules_contradict_each_other_by_another_reading_is_said_so(tmp_path: Path) -> None:
    rules = RULES.replace("when n < 3 or marked", "when may_be_taken")
    rules += OVERLAPPING.replace(
        "        when stones < 2\n        is false", "        when first is many\n        is false"
    )
    rules = rules.replace("        is false", "        is true").replace(
        "starts if first is many then 3 else 1", "starts 3"
    )
    (ruling,) = ask(load_judge(write(tmp_path, rules)), "whether 1: take(1) is legal")
    assert [each.verdict for each in ruling.alternatives or ()] == [
        "Legal: player 1: take 1.",
        "Undetermined: the rules contradict each other.",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("when n < 3 or marked", "when may_be_taken"),
        ("then subtract n from stones", "then set marked to may_be_taken"),
        ("    ask p\n", "    ask who_is_on\n"),
        ("    go Turn(1)\n", "    if may_be_taken\n        set stones to 1\n    go Turn(1)\n"),
    ],
    ids=["guard", "effect", "who decides", "setup"],
)
def test_behind_a_step_in_which_cases_overlap_nothing_is_known(tmp_path: Path, old: str, new: str) -> None:
    """A plain engine takes the first of them, and goes on: what it came to was told, and that it is beyond dispute."""
    rules = RULES.replace(old, new) + OVERLAPPING.replace("is false", "is true")
    judge = load_judge(write(tmp_path, rules))
    for words in (("1: take(1)", "marked"), ("after 1: take(1): marked",), ("1: take(1)", "who acts")):
        (ruling,) = ask(judge, *words)
        assert (ruling.outcome, ruling.verdict) == ("undetermined", "Undetermined: the rules contradict each other.")


def test_odds_of_what_comes_by_overlapping_cases_are_none(tmp_path: Path) -> None:
    chance = (
        "    ask chance\n        action heads per R1\n            then set marked to may_be_taken\n"
        "        action tails per R1\n    ask p\n"
    )
    judge = load_judge(write(tmp_path, RULES.replace("    ask p\n", chance) + OVERLAPPING))
    (ruling,) = ask(judge, "odds of marked")
    assert (ruling.outcome, ruling.verdict) == ("undetermined", "Undetermined: the rules contradict each other.")


def test_nothing_would_be_legal_where_cases_overlap(tmp_path: Path) -> None:
    """With two stones it may be taken for two reasons that contradict each other, and with three for one."""
    overlapping = OVERLAPPING.replace("is false", "is true").replace("stones < 9", "stones = 2")
    rules = RULES.replace("when n < 3 or marked", "when may_be_taken") + overlapping.replace(
        "when stones < 2\n        is true", "when stones > 1\n        is true\n    case one_stone per R1\n"
        "        when stones < 2\n        is false"
    )  # fmt: skip
    judge = load_judge(write(tmp_path, rules))
    (ruling,) = ask(judge, "whether 1: take(1) is legal")
    assert ruling.reasons is not None
    assert (ruling.outcome, ruling.reasons.if_only) == ("illegal", ())
