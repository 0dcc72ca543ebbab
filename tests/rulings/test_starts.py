"""What nobody gave may hang on readings as well: what variables start as."""

import pytest

from refengine.rulings.judge import Judge
from tests.rulings.asking import ask


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
