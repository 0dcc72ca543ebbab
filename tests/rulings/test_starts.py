"""What nobody gave may hang on readings as well: what variables start as."""

from pathlib import Path

import pytest

from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from tests.rulings.asking import ask

RULES = """\
game urn from rulebook urn
    players 2 per R1

question first about R1 per R1
    "how many stones are there at first?"
    reading few "one", default
    reading many "three", house

variable stones: 0..9, starts if first is many then 3 else 1 per R1
variable marked: truth, starts false per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action take(n in 1..stones) per R1
            when n < 3 or marked
            then subtract n from stones
    game over

value enough: truth per R1
    normally stones >= 2
    except marked_ones per R1
        when marked
        is true
"""

RULEBOOK = """\
[rulebook]
id = "urn"
title = "Urn"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Everything."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""


@pytest.fixture(scope="module")
def urn(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    folder = tmp_path_factory.mktemp("urn")
    Path(folder / "game.rules").write_text(RULES, encoding="utf-8")
    Path(folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    return load_judge(folder)


@pytest.mark.parametrize("given", [(), ("given marked = false",)])
def test_an_answer_hangs_on_what_a_variable_starts_as(urn: Judge, given: tuple[str, ...]) -> None:
    (ruling,) = ask(urn, *given, "enough")
    assert ruling.alternatives is not None
    assert [(each.verdict, each.own) for each in ruling.alternatives] == [
        ("No: enough: no.", True),
        ("Yes: enough: yes.", False),
    ]
    assert ruling.is_beyond_dispute is False


@pytest.mark.parametrize("given", ["given stones = 5", "given marked = true"])
def test_it_does_not_where_that_is_given_or_does_not_matter(urn: Judge, given: str) -> None:
    (ruling,) = ask(urn, given, "enough")
    assert (ruling.answer, ruling.is_beyond_dispute) == (True, True)


def test_the_reason_in_the_way_is_the_condition_or_what_is_on_offer(urn: Judge) -> None:
    (of_guard,) = ask(urn, "given stones = 5, phase Turn(1)", "why not 1: take(4)")
    (of_choice,) = ask(urn, "given stones = 2, phase Turn(1)", "why not 1: take(4)")
    (of_turn,) = ask(urn, "given stones = 5, phase Turn(1)", "why not 2: take(1)")
    told = [each.reasons.obstacles for each in (of_guard, of_choice, of_turn) if each.reasons is not None]
    assert [[(one.kind, one.says) for one in each] for each in told] == [
        [("guard", "4 is at least 3; marked is not so")],
        [("choice", "4 may not be chosen: there is only 1 and 2")],
        [("turn", "player 1 decides here")],
    ]
    assert of_guard.reasons is not None
    assert of_guard.reasons.nearest == ("player 1: take 2", "player 1: take 1")
