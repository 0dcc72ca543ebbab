"""The odds of an attack, against a count over hands of cards that knows nothing of the engine."""

import json
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import run  # noqa: F401 - a fixture
from tests.cli.test_check import Run

ROOT = Path(__file__).parents[2]
GAME = ROOT / "spec" / "european_war"
SCHEMA = json.loads((ROOT / "docs" / "odds.schema.json").read_text("utf-8"))

STRENGTHS = (*range(2, 11), 1, 2, 3, 11)
"""R20: numbers for themselves, a jack one, a queen two, a king three, an ace eleven; four cards of each."""


def counted(attackers: int, defenders: int) -> tuple[Fraction, Fraction]:
    """How likely it is that the attackers have more points, and that both have as many: rank by rank, how many of its
    four cards go to each side."""
    hands: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for strength in STRENGTHS:
        more: Counter[tuple[int, int, int]] = Counter()
        for (one, other, ahead), ways in hands.items():
            for come in range(min(4, attackers - one) + 1):
                for go in range(min(4 - come, defenders - other) + 1):
                    key = one + come, other + go, ahead + strength * (come - go)
                    more[key] += ways * comb(4, come) * comb(4 - come, go)
        hands = more
    full = {ahead: ways for (one, other, ahead), ways in hands.items() if (one, other) == (attackers, defenders)}
    whole = comb(52, attackers) * comb(52 - attackers, defenders)
    assert sum(full.values()) == whole
    return Fraction(sum(ways for ahead, ways in full.items() if ahead > 0), whole), Fraction(full[0], whole)


def answers(run: Run, example: str, of: str, *more: str) -> tuple[dict[str, Fraction], int]:  # noqa: F811
    """How likely each answer is, and how many states were looked at."""
    ran = run("odds", GAME, example, "--of", of, "--format", "json", *more)
    assert ran.code == 0, ran.err
    data = json.loads(ran.out)
    Draft202012Validator(SCHEMA).validate(data)
    ((asked,),) = (data["asked"],)
    return {each["told"]: Fraction(each["chance"]) for each in asked["answers"]}, data["states"]


def test_the_numbers_of_the_golden_case() -> None:
    assert counted(1, 1) == (Fraction(1216, 2652), Fraction(220, 2652))


@pytest.mark.parametrize(("example", "figures"), [("one_against_one", (1, 1)), ("two_against_one", (2, 1))])
def test_a_small_attack(run: Run, example: str, figures: tuple[int, int]) -> None:  # noqa: F811
    found, _ = answers(run, example, f"result of Decide(1, 2, Britain, France, {figures[0]})")
    wins, _ = counted(*figures)
    assert found == {"retreat": wins, "held": 1 - wins}


def test_points_while_the_cards_still_lie_there(run: Run) -> None:  # noqa: F811
    of = "if points(1) > points(2) then 1 else if points(1) = points(2) then 0 else 2"
    found, _ = answers(run, "a_fresh_deck_and_one_card_each", of, "--reading", "mediation=after_cards")
    wins, ties = counted(1, 1)
    assert found == {"1": wins, "0": ties, "2": 1 - wins - ties}


def test_three_against_three_is_shown_as_it_is_counted() -> None:
    """What the page shows is what the command says: its own test asks it."""
    wins, _ = counted(3, 3)
    page = (ROOT / "docs" / "odds.md").read_text("utf-8")
    assert f"\n  held     {1 - wins} " in page
    assert f"\n  retreat  {wins} " in page


@pytest.mark.campaign
def test_three_against_three(run: Run) -> None:  # noqa: F811
    found, states = answers(run, "three_against_three", "result of Decide(1, 2, Britain, France, 3)")
    wins, _ = counted(3, 3)
    assert found == {"retreat": wins, "held": 1 - wins}
    assert states < 200_000
