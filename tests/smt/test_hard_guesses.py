"""A guess that the solver cannot tell is thrown away alone: what else was asked with it is asked again without it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from refengine.smt.course.course import Courses, Place
from refengine.smt.induction import keeping
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.invariants import Candidate, guesses_at
from refengine.smt.solving.question import QueryAnswer
from tests.smt.rules import game
from tests.smt.test_induction import HEAD as OF_TWO
from tests.smt.test_keeping import PAIRS, courses, names_left

HARD = ("deck is not empty", "deck is empty")
"""One that holds wherever somebody decides, and its contrary."""


def guesses_left(monkeypatch: pytest.MonkeyPatch, hard: str | None, unasked: str | None = None) -> dict[Any, set[str]]:
    """What is left where each question about one guess goes unanswered, or where nobody makes that guess."""
    terms: list[Any] = []
    holds_after, asked = Induction.holds_after, Induction._asked

    def noted(self: Induction, course: Any, candidate: Candidate) -> Any:
        found = holds_after(self, course, candidate)
        if candidate.name == hard:
            terms.append(found)
        return found

    def unanswered(self: Induction, session: Any, wanted: list[Any], *, in_parts: bool) -> QueryAnswer:
        answer = asked(self, session, wanted, in_parts=in_parts)
        if any(each is term for each in wanted for term in terms):
            return evolve(answer, result="unknown", model={})
        return answer

    def made(of: Courses, place: Place) -> list[Candidate]:
        return [each for each in guesses_at(of, place) if each.name != unasked]

    with monkeypatch.context() as patch:
        patch.setattr(Induction, "holds_after", noted)
        patch.setattr(Induction, "_asked", unanswered)
        patch.setattr(keeping, "guesses_at", made)
        return names_left(keeping.induction_of(courses(game(OF_TWO, PAIRS))))


@pytest.mark.parametrize("hard", HARD)
def test_a_guess_that_is_hard_to_tell_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch, hard: str) -> None:
    without = guesses_left(monkeypatch, None, unasked=hard)
    assert guesses_left(monkeypatch, hard) == without
    assert any(without.values())


def test_what_is_hard_to_tell_would_hold_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = guesses_left(monkeypatch, None)
    assert any(HARD[0] in names for names in plain.values())
