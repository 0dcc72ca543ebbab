"""The part that proves: the ledger, what is promised, and what it makes of the verdict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.check.full_page import to_text
from refengine.check.proofs import with_play
from refengine.check.report import Evidence, GameReport, Ledger, Report, Statement, Verdict
from refengine.check.run import PARTS, Options, check
from refengine.evidence.ledger import Entry
from refengine.evidence.level import UNKNOWN, Level
from refengine.evidence.promises import write_promised
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.smt.goal import Decision
from refengine.source.cache import Cache
from tests.prove.duel import DECISIONS, TWO_ON_TOP, Says, compiled, goal, write_game

HOLDS = Says().but(
    Decision(goal("claim", "one_taker"), "proved", "every Battle", rlimit=1500, queries=1),
    Decision(goal("obligation", "mood: some case applies"), "proved"),
)
Checks = Callable[..., GameReport]


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    made = compiled(write_game(tmp_path / "duel"))
    cache = Cache(tmp_path / "cache")

    def checks(
        says: Says = HOLDS,
        *,
        promised: dict[tuple[str, str], Level] | str | None = None,
        traces: int = 4,
        **more: Any,
    ) -> GameReport:
        if promised is not None:
            text = promised if isinstance(promised, str) else write_promised(promised)
            (made.folder.path / "evidence.toml").write_text(text, "utf-8")
        options = Options(traces=traces, directed=0, prover=says.prover(), keep=cache)
        return check(made, evolve(options, **more), Words(Labels()))

    return checks


def ledger(report: GameReport) -> Ledger:
    assert report.ledger is not None
    return report.ledger


def page(report: GameReport) -> str:
    return to_text(Report(4, 0, (evolve(report, timing=None),)))


def test_every_statement_has_a_level(checks: Checks) -> None:
    report = checks()
    assert report.verdict == "holds"
    known = {(each.kind, each.name): each.evidence for each in ledger(report).rows}
    assert known == {
        ("law", "ranks_are_low"): "exhaustive",
        ("claim", "one_taker"): "proved",
        ("claim", "always_calm"): "proved",
        ("witness", "nobody_takes"): "proved",
        ("invariant", "scores_are_small"): "bounded 6",
        ("invariant", "rounds_are_few"): "tested (16 games, seed 0)",
        ("obligation", "mood: some case applies"): "proved",
        ("obligation", "prize: there is exactly one"): "proved",
    }


def test_the_page_lists_them_by_level(checks: Checks) -> None:
    text = page(checks())
    assert "  evidence    8 statements, 3 queries, rlimit 2,007\n" in text
    assert "              proved                         5\n" in text
    assert "                claim one_taker, 2..3 players\n" in text
    assert "                2 obligations: mood, prize\n" in text
    assert "                claim always_calm, 2 players, rests on law ranks_are_low\n" in text
    assert "                invariant rounds_are_few, the limit, 2 players\n" in text
    assert "invariants hold" not in text  # what play says of them stands in the ledger
    assert "1 measure holds: tested" in text  # and what does not, does not
    lines = text.partition("  evidence")[2].splitlines()
    assert [
        line for line in lines if len(line) > 110 and "duel.rules" not in line
    ] == []  # places are as long as they are


def test_the_same_again_is_the_same(checks: Checks) -> None:
    first, second = checks(), checks()
    assert ledger(second).kept == 8
    assert page(second) == page(first)


def test_an_induction_that_fails_refutes_nothing(checks: Checks) -> None:
    report = checks()
    (shown,) = ledger(report).inductions
    assert (shown.kind, shown.name, report.failures) == ("invariant", "scores_are_small", ())
    assert "random play does not come to it: not seen in 100 games" in shown.found
    assert "not proved, and not refuted:" in page(report)


def test_random_play_that_comes_to_it_says_so(checks: Checks) -> None:
    start = evolve(TWO_ON_TOP.positions[0], readings=(("ties", "neither"),), data={"variables": {"round": 1}})
    found = evolve(TWO_ON_TOP, positions=(start,), asked=())
    met = Decision(goal("sight", "Play"), "unknown", counterexample=found)
    (shown,) = (each for each in ledger(checks(HOLDS.but(met))).inductions if each.kind == "sight")
    assert "random play comes to it: met in game 1" in shown.found


def test_what_is_refuted_is_a_failure(checks: Checks) -> None:
    report = checks(Says())
    assert report.verdict == "violated"
    claim, owed = report.failures
    assert (claim.kind, claim.name, claim.what) == ("claim", "one_taker", "does not hold here")
    assert claim.position == ("given Red 2 in field of 1, Blue 2 in field of 2, a Prize with worth 9 in offer",)
    assert claim.setting is not None
    assert claim.setting.label == "2 players, ties both"
    assert "takers is 2, by `takers` per R1 (The higher card takes the prize.)" in claim.found
    assert claim.clause is not None
    assert claim.clause.basis[0].lines == "7"
    assert owed.code == "E0501"
    assert "does not hold here" in page(report)


def test_a_witness_for_one_number_of_players_is_enough(checks: Checks) -> None:
    elsewhere = Decision(goal("witness", "nobody_takes", 3), "not found")
    report = checks(HOLDS.but(elsewhere))
    assert (report.verdict, report.failures) == ("holds", ())
    nowhere = HOLDS.but(elsewhere, Decision(goal("witness", "nobody_takes"), "not found"))
    assert [each.name for each in checks(nowhere, keep=Cache(None)).failures] == ["nobody_takes"]


def test_one_number_of_players_does_not_say_that_there_is_no_witness(checks: Checks) -> None:
    elsewhere = Decision(goal("witness", "nobody_takes"), "not found")
    report = checks(HOLDS.but(elsewhere), players=2)
    assert (report.verdict, report.failures) == ("holds", ())
    assert "nobody_takes" not in {each.name for each in ledger(report).rows}
    nobody_is_asked = Decision(goal("sight", "Play"), "vacuous")
    assert checks(HOLDS.but(nobody_is_asked), players=2, keep=Cache(None)).failures == ()
    assert [each.name for each in checks(HOLDS.but(nobody_is_asked), keep=Cache(None)).failures] == ["Play"]


def test_a_disagreement_is_the_worst(checks: Checks) -> None:
    wrong = evolve(TWO_ON_TOP, asked=(evolve(TWO_ON_TOP.asked[0], result=3),))
    report = checks(Says().but(evolve(DECISIONS["claim", "one_taker", 2], counterexample=wrong)))
    assert report.verdict == "executors disagree"
    assert any("takers: the prover says 3, the engine says 2" in each.found for each in report.failures)


def test_parts_may_be_left_out(checks: Checks) -> None:
    assert checks(parts=frozenset({"play"})).ledger is None
    assert checks(prover=None).ledger is None
    alone = ledger(checks(parts=frozenset({"proofs"})))
    known = {(each.kind, each.name): each.evidence for each in alone.rows}
    assert known["invariant", "rounds_are_few"] == "unknown"
    assert ("law", "ranks_are_low") not in known
    three = {each.name for each in ledger(checks(players=3)).rows}
    assert three == {"ranks_are_low", "one_taker"}


# ---- PROMISES

AS_IT_IS = {
    ("law", "ranks_are_low"): Level("exhaustive"),
    ("claim", "one_taker"): Level("proved"),
    ("claim", "always_calm"): Level("proved"),
    ("witness", "nobody_takes"): Level("proved"),
    ("invariant", "scores_are_small"): Level("bounded", 6),
    ("invariant", "rounds_are_few"): Level("tested"),
    ("obligation", "mood: some case applies"): Level("proved"),
    ("obligation", "prize: there is exactly one"): Level("proved"),
}


@pytest.mark.parametrize(
    ("changed", "verdict", "said"),
    [
        ({}, "holds", "8 of 8 promises kept as they stand"),
        ({("claim", "one_taker"): None}, "holds", "7 of 7 promises kept as they stand, 1 statement without a promise"),
        ({("claim", "one_taker"): Level("bounded", 3)}, "holds", "claim one_taker: proved, bounded 3 was promised"),
        ({("invariant", "scores_are_small"): Level("proved")}, "violated",
         "invariant scores_are_small: fell to bounded 6, proved was promised"),
        ({("invariant", "scores_are_small"): Level("bounded", 7)}, "violated", "fell to bounded 6, bounded 7"),
        ({("invariant", "rounds_are_few"): Level("proved")}, "inconclusive",
         "invariant rounds_are_few: not decided, proved was promised"),
        ({("claim", "one_takr"): Level("proved")}, "bad input", "did you mean `one_taker`?"),
    ],
)  # fmt: skip
def test_promises(checks: Checks, changed: dict[tuple[str, str], Level | None], verdict: Verdict, said: str) -> None:
    wanted = {**AS_IT_IS, **changed}
    report = checks(promised={name: level for name, level in wanted.items() if level is not None})
    assert said in " ".join(page(report).split())
    assert report.verdict == verdict


def test_a_faulty_file_is_bad_input(checks: Checks) -> None:
    report = checks(promised='[claim]\none_taker = "prooved"\n')
    assert report.verdict == "bad input"
    assert [each.code for each in report.diagnostics if each.severity == "error"] == ["E0861"]
    assert 'one_taker = "prooved"' in page(report)


def test_a_part_of_the_check_holds_only_its_part_against_the_promises(checks: Checks) -> None:
    assert checks(promised=AS_IT_IS, parts=frozenset({"proofs"})).verdict == "holds"
    assert checks(promised=AS_IT_IS, players=3).verdict == "holds"
    assert checks(promised=AS_IT_IS, parts=frozenset({"examples"})).verdict == "holds"


def test_an_update_is_held_against_itself(checks: Checks) -> None:
    promised = {**AS_IT_IS, ("claim", "one_takr"): Level("proved"), ("invariant", "scores_are_small"): Level("proved")}
    report = checks(promised=promised, update=True)
    assert report.verdict == "holds"
    assert ledger(report).update == AS_IT_IS
    assert ledger(report).promised == promised


def test_everything_is_a_part() -> None:
    assert Options(parts=frozenset(PARTS)).whole
    assert not Options(parts=frozenset({"proofs"})).whole
    assert not Options(players=2).whole


# ---- PLAY AND PROOFS


def stated(kind: str, name: str, *, violated: bool) -> Statement:
    return Statement(kind, name, None, "violated" if violated else "holds", Evidence("tested", 5, 50, 0))


@pytest.mark.parametrize(
    ("kind", "level", "said", "expected"),
    [
        ("invariant", UNKNOWN, ("invariant", "i"), ("refuted", "refuted")),
        ("invariant", Level("bounded", 3), ("invariant", "i"), ("refuted", "refuted")),
        ("invariant", Level("proved"), ("invariant", "i"), ("disagreement", "unknown")),
        ("invariant", UNKNOWN, ("invariant", "other"), ("unknown", "tested")),
        ("conservation", Level("by construction"), ("conservation", "conservation"), ("disagreement", "unknown")),
        ("obligation", UNKNOWN, ("fault", "fault"), ("unknown", "unknown")),
        ("claim", UNKNOWN, ("invariant", "i"), ("unknown", "unknown")),
    ],
)
def test_what_play_breaks(kind: str, level: Level, said: tuple[str, str], expected: tuple[str, str]) -> None:
    entry = Entry(kind, "i", "unknown", level)
    broken = frozenset({said})
    (found,) = with_play([entry], [stated(*said, violated=True)], 5, broken)
    assert (found.verdict, found.level.name) == expected
    (kept,) = with_play([entry], [stated(*said, violated=False)], 5, frozenset())
    assert kept.verdict == "unknown"


@pytest.mark.parametrize("kind", ["invariant", "sight"])
def test_what_breaks_only_where_the_prover_does_not_speak_is_refuted(kind: str) -> None:
    entry = Entry(kind, "i", "proved", Level("proved"))
    said = stated("legal" if kind == "sight" else kind, "i", violated=True)
    (found,) = with_play([entry], [said], 5, frozenset(), frozenset({"i"} if kind == "sight" else ()))
    assert (found.verdict, found.level.name) == ("refuted", "refuted")
