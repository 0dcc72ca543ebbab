"""Induction by pieces of scripts against games that are gone through whole: also where nothing would need pieces."""

import pytest

from refengine.smt import arrivals, properties
from refengine.smt.course import Courses, courses_of, followed, setup_of
from refengine.smt.study import Study
from tests.agreement.games_and_prover import compare, small


def by_pieces(study: Study, *, whole: bool = False) -> Courses:
    """The course of a game by pieces, whether or not phases run above themselves."""
    return courses_of(study, whole=True) if whole else followed(setup_of(study, by_piece=True))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 30, 10))
def test_nothing_false_is_proved_by_pieces(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (properties, arrivals):
        monkeypatch.setattr(module, "courses_of", by_pieces)
    proved = 0
    for seed in range(first, first + 10):
        found = compare(small(seed), all_seats=False)
        if found is not None:
            assert not found.wrong, (seed, found.wrong)
            proved += found.verdicts["invariant", "proved"] + found.verdicts["obligation", "proved"]
    assert proved > 10
