"""What play finds to give a secret away, and what is proved of the same phase."""

from pathlib import Path
from shutil import copy

import pytest

from refengine.check.leaks import leaking_phases, phase_of, without_excluded
from refengine.check.proofs import with_play
from refengine.check.report import Evidence, Failure, Statement
from refengine.check.run import Options, check
from refengine.evidence.ledger import Entry, GoalAnswer, entries
from refengine.evidence.level import Level
from refengine.ir import game as model
from refengine.pipeline import compile_folder
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from refengine.smt.goal import ALIKE, Decision, Goal
from tests.types.front_end import compile_texts, texts_of

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


@pytest.fixture(scope="module")
def game() -> model.Game:
    made, _ = compile_texts(*texts_of(Path(__file__).parents[1] / "fooled" / "sight_told"))
    assert made is not None
    return made


def test_an_action_belongs_to_the_phase_that_asks(game: model.Game) -> None:
    assert [phase_of(game, each) for each in ("a1", "open_one", "Hub", "q")] == ["false_card", "setup", "Hub", "Hub"]
    assert leaking_phases(game, [FOUND, OTHERS]) == {"false_card"}


@pytest.mark.parametrize(("entry", "verdict"), [(EXACTLY, "disagreement"), (UNKNOWN, "refuted"), (ANOTHER, "proved")])
def test_play_speaks_against_the_phase_in_which_it_was(entry: Entry, verdict: str) -> None:
    (found,) = with_play([entry], SAID, 5, frozenset({("sight", "false_card")}), frozenset({"false_card"}))
    assert found.verdict == verdict


def test_what_is_proved_not_to_come_up_is_no_failure(game: model.Game) -> None:
    kept, said = without_excluded(game, [KNOWING, ANOTHER], [FOUND, OTHERS], SAID, frozenset())
    assert kept == [OTHERS]
    assert [each.verdict for each in said] == ["holds", "holds"]


@pytest.mark.parametrize("entry", [EXACTLY, UNKNOWN, ANOTHER])
def test_what_may_come_up_is_a_failure(entry: Entry, game: model.Game) -> None:
    assert without_excluded(game, [entry], [FOUND], SAID, frozenset()) == ([FOUND], list(SAID))


def test_of_what_the_prover_does_not_speak_it_excludes_nothing(game: model.Game) -> None:
    unspoken = frozenset({("legal", "a1")})
    assert without_excluded(game, [KNOWING], [FOUND], SAID, unspoken) == ([FOUND], list(SAID))


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


HIDDEN_TURN = """\
game tiny from rulebook tiny
    players 2 per R1
variable coin of each player: 0..1, seen by owner per R1
setup per R1
    ask chance
        action toss(n in 0..1) per R1
            then set coin of 1 to n
    go Turn(if coin of 1 = 1 then 1 else 2, 1)
phase Turn(p: player%s, q: player) per R1
    ask p
        action pass_on per R1
    go Turn(p, q)
"""
PUBLIC = "if everybody knows `p`, write `seen by everyone` behind its type in the head of `Turn`"


@pytest.mark.parametrize(("seen", "hint"), [("", True), (" seen by nobody", False)])
def test_whoever_is_asked_by_something_hidden_is_told_how_that_is_said(seen: str, hint: bool, tmp_path: Path) -> None:
    """What the rules hide on purpose is told, too, but not how they would show it."""
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny.rules").write_text(HIDDEN_TURN % seen, "utf-8")
    copy(Path(__file__).parents[1] / "fooled" / "rulebook.toml", tmp_path / "tiny")
    (folder,), _ = find_games(tmp_path / "tiny")
    report = check(compile_folder(folder), Options(traces=8, directed=0, parts=frozenset({"play"})), Words(Labels()))
    (found,) = (each for each in report.failures if each.kind == "turn")
    asked, knows, *public = found.found
    here, there = ("1", "2") if asked.startswith("player 1") else ("2", "1")
    same = f"player {there} is asked in a state that looks the same to player 1"
    assert asked == f"player {here} is asked here, and {same}"
    assert knows == f"Turn knows {there} as p there, and {here} here"
    assert [each.endswith(PUBLIC) for each in public] == [True] * hint
