"""Goals put together to statements, each known as well as its weakest part."""

import pytest

from refengine.evidence.ledger import Entry, GoalAnswer, entries, with_tests
from refengine.evidence.level import REFUTED, UNKNOWN, Level
from refengine.smt.goal import Decision, Goal, Kind, Verdict


def answer(verdict: Verdict, players: int = 2, kind: Kind = "claim", name: str = "c", **more: object) -> GoalAnswer:
    return GoalAnswer(Decision(Goal(kind, name, players), verdict, **more), seconds=0.5)  # type: ignore[arg-type]


def only(*answers: GoalAnswer, missing: tuple[Goal, ...] = (), contradicted: frozenset[Goal] = frozenset()) -> Entry:
    (entry,) = entries(answers, 6, missing, contradicted)
    return entry


def test_numbers_of_players_are_one_statement() -> None:
    entry = only(
        answer("proved", 3, how="every state", rests_on=("law a",), rlimit=10, queries=1),
        answer("by construction", 2, how="every state", rests_on=("law a", "law b"), rlimit=5, queries=2),
    )
    assert (entry.verdict, entry.level, entry.players) == ("proved", Level("proved"), (2, 3))
    assert (entry.how, entry.rests_on) == (("every state",), ("law a", "law b"))
    assert (entry.rlimit, entry.queries, entry.seconds) == (15, 3, 1.0)


def test_the_weakest_part_counts() -> None:
    assert only(answer("proved"), answer("bounded", 3)).level == Level("bounded", 6)
    assert only(answer("bounded"), answer("unknown", 3)).verdict == "unknown"
    assert only(answer("unknown"), answer("refuted", 3)).level == REFUTED


@pytest.mark.parametrize("kind", ["witness", "gap"])
def test_one_witness_is_enough(kind: Kind) -> None:
    entry = only(answer("not found", 2, kind), answer("found", 4, kind))
    assert (entry.verdict, entry.level, entry.players) == ("found", Level("proved"), (4,))
    assert only(answer("not found", 2, kind), answer("unknown", 3, kind)).failed


def test_the_gaps_of_two_readings_are_two_statements() -> None:
    one, other = (GoalAnswer(Decision(Goal("gap", "q", 2, part), "found")) for part in ("r", "s"))
    assert [each.statement for each in entries([one, other], 6, [Goal("gap", "q", 3, "t")])] == [
        ("gap", "q r"), ("gap", "q s"), ("gap", "q t"),
    ]  # fmt: skip


def test_a_witness_that_the_engine_does_not_confirm_is_none() -> None:
    good, bad = answer("found", 2, "witness"), answer("found", 3, "witness")
    entry = only(good, bad, contradicted=frozenset({bad.decision.goal}))
    assert (entry.verdict, entry.level) == ("disagreement", UNKNOWN)


def test_what_was_not_reached_is_not_known() -> None:
    entry = only(answer("proved"), missing=(Goal("claim", "c", 3),))
    assert (entry.verdict, entry.level, entry.undecided) == ("not reached", UNKNOWN, True)


def test_kinds_have_an_order_and_names_keep_theirs() -> None:
    found = entries([answer("proved", kind="obligation", name="z"), answer("proved", kind="measure", name="m"),
                     answer("proved", name="b"), answer("proved", name="a")], 6)  # fmt: skip
    assert [each.statement for each in found] == [
        ("claim", "b"), ("claim", "a"), ("measure", "m"), ("obligation", "z"),
    ]  # fmt: skip


def test_play_tests_what_it_would_have_noticed() -> None:
    found = entries(
        [
            answer("unknown", kind="invariant", name="i"),
            answer("unknown", name="c"),
            answer("bounded", kind="measure", name="m"),
            answer("refuted", kind="obligation", name="o"),
        ],
        6,
    )
    levels = {each.name: each.level for each in with_tests(found, 300)}
    assert levels == {"i": Level("tested", 300), "c": UNKNOWN, "m": Level("bounded", 6), "o": REFUTED}
    assert {each.level for each in with_tests(found, 0)} == {UNKNOWN, REFUTED, Level("bounded", 6)}
