"""Induction by pieces of scripts against games that are gone through whole: also where nothing would need pieces."""

import pytest

from refengine.smt.course.course import Courses, courses_of, follow_course, setup_of
from refengine.smt.course.study import Study
from refengine.smt.induction import arrivals, course_goals
from tests.agreement.drawn.chains import Maker
from tests.agreement.games_and_prover import compare, small


def by_pieces(study: Study, *, whole: bool = False) -> Courses:
    """The course of a game by pieces, whether or not phases run above themselves."""
    return courses_of(study, whole=True) if whole else follow_course(setup_of(study, by_piece=True))


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(5, 30, 5))])
def test_nothing_false_is_proved_by_pieces(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five games; of five faults that were planted in courses these and the next five notice the same one."""
    for module in (course_goals, arrivals):
        monkeypatch.setattr(module, "courses_of", by_pieces)
    proved = 0
    for seed in range(first, first + 5):
        found = compare(small(seed), seats=-1)
        if found is not None:
            assert not found.wrong, (seed, found.wrong)
            proved += found.verdicts["invariant", "proved"] + found.verdicts["obligation", "proved"]
    assert proved > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [(0, 3), *(pytest.param(first, first + 5, marks=pytest.mark.campaign) for first in range(0, 40, 5))],
)
def test_nothing_false_is_proved_of_random_chains(first: int, last: int) -> None:
    """Of these games more is refuted than of others, and as much is proved: of each some. Three, and the rest behind the mark."""
    proved = refuted = 0
    for seed in range(first, last):
        found = compare(Maker(seed).drawn(), seats=-1, most=4_000)
        assert found is not None, seed
        assert found.whole, seed
        assert not found.wrong, (seed, found.wrong)
        proved += found.verdicts["invariant", "proved"]
        refuted += found.verdicts["invariant", "refuted"]
    assert min(proved, refuted) >= 5


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1_000, 6_000, 50))
def test_nothing_false_is_proved_of_random_chains_in_a_campaign(first: int) -> None:
    for seed in range(first, first + 50):
        found = compare(Maker(seed).drawn(), seats=-1, most=4_000)
        assert found is not None, seed
        assert not found.wrong, (seed, found.wrong)
