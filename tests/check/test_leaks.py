"""What play finds to give a secret away, and what is proved of the same phase."""

from pathlib import Path

import pytest

from refengine.check.leaks import leaking, phase_of, without_excluded
from refengine.check.proofs import with_play
from refengine.check.report import Evidence, Failure, Statement
from refengine.evidence.ledger import Entry, GoalAnswer, entries
from refengine.evidence.level import Level
from refengine.smt.goal import ALIKE, Decision, Goal
from tests.types.front_end import compile_texts, texts_of

GAME, _ = compile_texts(*texts_of(Path(__file__).parents[1] / "fooled" / "sight_told"))
FOUND = Failure("legal", "a1", "what is legal depends on what is hidden", None)
OTHERS = Failure("invariant", "a1", "it does not hold", None)
SAID = (
    Statement("legal", "legal", None, "violated", Evidence("tested", 5, 50, 0)),
    Statement("turn", "turn", None, "holds", Evidence("tested", 5, 50, 0)),
)
EXACTLY = Entry("sight", "false_card", "proved", Level("proved"), how=(ALIKE,))
KNOWING = Entry("sight", "false_card", "proved", Level("proved"), how=("any two states of which more is known",))
UNKNOWN = Entry("sight", "false_card", "unknown", Level("unknown"))
ANOTHER = Entry("sight", "true_open", "proved", Level("proved"), how=(ALIKE,))


def test_an_action_belongs_to_the_phase_that_asks() -> None:
    assert GAME is not None
    assert [phase_of(GAME, each) for each in ("a1", "open_one", "Hub", "q")] == ["false_card", "setup", "Hub", "Hub"]
    assert leaking(GAME, [FOUND, OTHERS]) == {"false_card"}


@pytest.mark.parametrize(("entry", "verdict"), [(EXACTLY, "disagreement"), (UNKNOWN, "refuted"), (ANOTHER, "proved")])
def test_play_speaks_against_the_phase_in_which_it_was(entry: Entry, verdict: str) -> None:
    (found,) = with_play([entry], SAID, 5, frozenset({("sight", "false_card")}), frozenset({"false_card"}))
    assert found.verdict == verdict


def test_what_is_proved_not_to_come_up_is_no_failure() -> None:
    assert GAME is not None
    kept, said = without_excluded(GAME, [KNOWING, ANOTHER], [FOUND, OTHERS], SAID, frozenset())
    assert kept == [OTHERS]
    assert [each.verdict for each in said] == ["holds", "holds"]


@pytest.mark.parametrize("entry", [EXACTLY, UNKNOWN, ANOTHER])
def test_what_may_come_up_is_a_failure(entry: Entry) -> None:
    assert GAME is not None
    assert without_excluded(GAME, [entry], [FOUND], SAID, frozenset()) == ([FOUND], list(SAID))


def test_of_what_the_prover_does_not_speak_it_excludes_nothing() -> None:
    assert GAME is not None
    unspoken = frozenset({("legal", "a1")})
    assert without_excluded(GAME, [KNOWING], [FOUND], SAID, unspoken) == ([FOUND], list(SAID))


@pytest.mark.parametrize(
    ("verdicts", "whole", "failed"),
    [
        (("vacuous", "proved"), "proved", False),
        (("vacuous", "vacuous"), "vacuous", True),
        (("vacuous", "refuted"), "refuted", True),
        (("proved", "unknown"), "unknown", False),
    ],
)
def test_nobody_need_be_asked_with_every_number_of_players(verdicts: tuple[str, str], whole: str, failed: bool) -> None:
    said = [
        GoalAnswer(Decision(Goal("sight", "Play", players), verdict))  # type: ignore[arg-type]
        for players, verdict in enumerate(verdicts, start=2)
    ]
    (entry,) = entries(said, 6)
    assert (entry.verdict, entry.failed) == (whole, failed)
