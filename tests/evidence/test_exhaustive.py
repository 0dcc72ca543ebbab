"""What scopes that were gone through whole say of statements."""

import pytest

from refengine.evidence.compare import compare, kept_promises
from refengine.evidence.exhaustive import ExhaustedScope, with_scopes
from refengine.evidence.ledger import Entry, Found, GoalAnswer, entries, level_of
from refengine.evidence.level import UNKNOWN, Level
from refengine.smt.goal import Decision, Goal, Kind, Verdict

SMALL = ExhaustedScope(
    "small", 2, 100, frozenset({("invariant", "i"), ("claim", "c"), ("conservation", "conservation")})
)
LARGE = ExhaustedScope("large", 3, 900, frozenset({("invariant", "i")}))


def entry(*verdicts: Verdict, kind: Kind = "invariant", name: str = "i") -> Entry:
    """One that came out so with 2 players, 3 players and so on."""
    answers = [GoalAnswer(Decision(Goal(kind, name, seats), each)) for seats, each in enumerate(verdicts, start=2)]
    (found,) = entries(answers, 6)
    return found


def known(found: Entry, *scopes: ExhaustedScope) -> tuple[str, str, tuple[int, ...], tuple[str, int] | None]:
    (made,) = with_scopes([found], scopes)
    return made.verdict, str(made.level), made.players, made.explored


def test_what_is_not_proved_is_known_exhaustively() -> None:
    assert known(entry("unknown"), SMALL) == ("holds", "exhaustive", (2,), ("small", 100))
    assert known(entry("bounded"), SMALL) == ("holds", "exhaustive", (2,), ("small", 100))
    assert known(entry("unknown", kind="claim", name="c"), SMALL)[1] == "exhaustive"
    assert known(entry("unknown", kind="conservation", name="Card"), SMALL)[1] == "exhaustive"


def test_the_scope_and_the_readings_are_told() -> None:
    (made,) = with_scopes([entry("unknown")], [SMALL])
    assert made.how == ("scope small: every state of a game of 2 players, by the default readings",)


def test_the_largest_scope_counts() -> None:
    assert known(entry("unknown", "unknown"), SMALL, LARGE) == ("holds", "exhaustive", (3,), ("large", 900))


@pytest.mark.parametrize("verdict", ["proved", "by construction", "refuted", "vacuous"])
def test_what_is_known_better_or_does_not_hold_stays(verdict: Verdict) -> None:
    assert known(entry(verdict), SMALL) == (verdict, str(level_of(verdict)), (2,), None)


def test_a_scope_says_nothing_of_what_it_did_not_look_at() -> None:
    assert known(entry("unknown", name="other"), SMALL)[:2] == ("unknown", "unknown")
    assert known(entry("unknown", kind="measure"), SMALL)[:2] == ("unknown", "unknown")


def test_a_scope_counts_only_with_as_many_players_as_are_lacking() -> None:
    """With two players it is proved: that two players were gone through too says nothing of three."""
    assert known(entry("proved", "bounded"), SMALL) == ("bounded", "bounded 6", (2, 3), None)
    assert known(entry("proved", "bounded"), LARGE)[1] == "exhaustive"


def test_what_the_prover_cannot_express_is_said_all_the_same() -> None:
    assert known(entry("unsupported"), SMALL)[:2] == ("unsupported", "exhaustive")


@pytest.mark.parametrize(
    ("verdict", "entire", "expected"),
    [("unknown", True, "refuted"), ("proved", True, "disagreement"), ("unknown", False, "unknown")],
)
def test_what_breaks_in_the_whole_game_is_refuted_in_a_smaller_one_only_there(
    verdict: Verdict, entire: bool, expected: Found
) -> None:
    broken = ExhaustedScope("small", 2, 100, frozenset(), frozenset({("invariant", "i")}), entire=entire)
    assert known(entry(verdict), broken)[0] == expected


def test_what_a_scope_breaks_is_told_with_the_scope() -> None:
    broken = ExhaustedScope("small", 2, 100, frozenset(), frozenset({("invariant", "i")}), entire=True)
    (made,) = with_scopes([entry("unknown")], [broken])
    assert made.how == ("a game comes to it in scope small, which `refengine explore` shows",)


# ---- PROMISES

PROMISED = {("invariant", "i"): Level("exhaustive")}


def test_an_exhaustive_level_is_promised_and_kept() -> None:
    found = with_scopes([entry("unknown")], [SMALL])
    assert kept_promises(found, {}) == PROMISED
    (change,) = compare(found, PROMISED, whole=True, played=True)
    assert (change.sort, str(change.found)) == ("kept", "exhaustive")


@pytest.mark.parametrize(("explored", "sort"), [("all", "fell"), ("some", "open"), ("asked", "kept")])
def test_a_promise_that_rests_on_a_scope_nobody_went_through(explored: str, sort: str) -> None:
    (change,) = compare([entry("bounded")], PROMISED, whole=True, played=True, explored=explored)  # type: ignore[arg-type]
    assert change.sort == sort


def test_a_scope_that_is_too_large_is_undecided() -> None:
    large = Entry("scope", "large", "not explored", UNKNOWN, (2,))
    (change,) = compare([large], {("scope", "large"): Level("exhaustive")}, whole=True, played=True, explored="some")
    assert (large.undecided, change.sort) == (True, "open")
