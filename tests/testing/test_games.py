"""The machinery on real rules: faults planted in copies of them are found and shrunk, rare rules are reached."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import refengine
from refengine.engine.replay import replay
from refengine.engine.trace import action_clauses, read_trace, trace_of, write_trace
from refengine.runtime.random_games import RandomGames
from refengine.testing.campaign import PlayPlan, campaign
from refengine.testing.choices import play
from refengine.testing.coverage import rules_of
from refengine.testing.directed_play import direct
from refengine.testing.failure import Failure
from refengine.testing.placement import place
from refengine.testing.result import merge
from tests.architecture.module import ROOT
from tests.engine.rules import DUEL, play as played

TICTACTOE = ROOT / "docs" / "tutorial" / "tictactoe"
GOOFSPIEL = ROOT / "docs" / "tutorial" / "goofspiel"
KACIRI = ROOT / "spec" / "kaciri"

Edited = Callable[..., Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """A copy of a game's folder with some texts replaced by others, and without its examples."""

    def edit(folder: Path, *changes: tuple[str, str]) -> Path:
        target = tmp_path / folder.name
        shutil.copytree(folder, target)
        (target / "examples.rules").unlink()
        left = dict(changes)
        for path in target.glob("*.rules"):
            text = path.read_text(encoding="utf-8")
            for old, new in changes:
                if old in text:
                    text = text.replace(old, new)
                    left.pop(old, None)
            path.write_text(text, encoding="utf-8")
        assert left == {}, "the rules no longer say so"
        return target

    return edit


def labels(failure: Failure) -> list[str]:
    return [step.label for step in failure.trace.steps]


# ---- PLANTED FAULTS


def test_a_missing_bar_is_found_and_shrunk_to_two_moves(edited: Edited) -> None:
    game = refengine.load(edited(TICTACTOE, ("when mark of s is not nobody", "when false")))
    found = campaign(game, PlayPlan(RandomGames(range(40), limit=60)))
    failure = next(each for each in found.failures if each.clause.path == "marks_stay")
    assert failure.sort == "step invariant"
    assert labels(failure) == ["take(a1)", "take(a1)"]


def test_a_game_that_does_not_end_in_time_is_found_and_shrunk_to_five_moves(edited: Edited) -> None:
    """Who has three in a row goes on; the fifth move of the game is the first that can make three."""
    changes = (
        (
            "        when has_three(p)\n        then game over",
            "        when has_three(p)\n        then go Turn(next of p)",
        ),
    )
    game = refengine.load(edited(TICTACTOE, *changes))
    (failure,) = campaign(game, PlayPlan(RandomGames(range(50)))).failures
    assert failure.clause.path == "the_first_to_have_three_ends_it"
    assert len(failure.trace.steps) == 5


def test_a_measure_that_does_not_fall_is_found(edited: Edited) -> None:
    game = refengine.load(edited(TICTACTOE, ("number of Square s with mark of s is nobody", "number of Square s")))
    (failure,) = campaign(game, PlayPlan(RandomGames(range(5)))).failures
    assert (failure.sort, labels(failure)) == ("measure", ["take(a1)"])


def test_a_secret_that_decides_what_is_legal_is_found(edited: Edited) -> None:
    """Players bid one after the other, and no rank twice; but bids lie face down."""
    asked = "    ask every player p, at once, in secret\n        action bid_with(c in hand of p) "
    one_by_one = "    for each player p\n      ask p\n        action bid_with(c in hand of p) "
    laid = "            then move c to bid of p"
    guard = "            when (number of d in bid with d.rank = c.rank) = 0\n"
    game = refengine.load(edited(GOOFSPIEL, (asked, one_by_one), (laid, guard + laid)))
    found = campaign(game, PlayPlan(RandomGames(range(20)), looks=4))
    leak = next(each for each in found.failures if each.sort == "legal")
    assert leak.clause.path == "bid_with"
    assert leak.clause.cites == ("R5",)
    assert len(leak.trace.steps) == 2
    assert all("only" in told for told in leak.difference)


# ---- SOUND RULES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sound_rules_have_no_failure(players: int) -> None:
    game = refengine.load(KACIRI, players=players)
    found = campaign(
        game, PlayPlan(RandomGames(range(60)), looks=3), refengine.load(KACIRI, players=players, explain=True)
    )
    assert found.failures == ()
    assert (found.finished, found.cut) == (60, 0)
    assert found.looks > 100


def test_shares_of_a_campaign_add_up() -> None:
    game, explaining = (refengine.load(KACIRI, players=3, explain=explain) for explain in (False, True))
    whole = campaign(game, PlayPlan(RandomGames(range(24), seed=7)), explaining)
    parts = [campaign(game, PlayPlan(RandomGames(range(first, first + 8), seed=7)), explaining) for first in (16, 0, 8)]
    assert merge(parts) == whole


def test_a_position_that_is_put_together_obeys_the_invariants() -> None:
    game = refengine.load(KACIRI, players=3)
    run = play(game, bytes(range(200)), 40)
    placed = [place(game, Random(seed), run.last) for seed in range(20)]
    assert sum(state is not None for state in placed) >= 5
    assert all(state is None or not game.violations(None, state) for state in placed)


# ---- RARE RULES


def test_directed_play_reaches_what_uniform_play_hardly_does() -> None:
    game, explaining = (refengine.load(KACIRI, players=4, explain=explain) for explain in (False, True))
    uniform = campaign(game, PlayPlan(RandomGames(range(400)), covered=1, looks=0), explaining)
    rate = uniform.coverage.count("stands.sevens") / uniform.steps
    assert 0 < rate < 1 / 1000
    tried = [direct(explaining, rules=("stands.sevens",), times=8, budget=20_000, seed=seed) for seed in range(4)]
    assert [each.missing for each in tried] == [()] * 4
    times = sum(each.coverage.count("stands.sevens") for each in tried)
    assert times / sum(each.steps for each in tried) > 2 * rate


def test_every_rule_of_a_small_game_fires() -> None:
    explaining = refengine.load(TICTACTOE, explain=True)
    found = direct(explaining, times=5, budget=20_000)
    assert found.missing == ()
    assert "take.occupied" in rules_of(explaining.description)
    assert found.coverage.refused["take.occupied"] >= 5


def test_the_cases_of_a_standing_rule_are_rules(tmp_path: Path) -> None:
    late = """
whenever round = 3 per R1
    case all_away per R1
        when hand is empty
        then game over
    case not_yet per R1
        when hand is not empty
        then nothing
"""
    rules = rules_of(played(tmp_path, DUEL + late, explain=True).description)
    named = {"whenever.1", "whenever.1.all_away", "whenever.1.not_yet"}
    assert {each for each in rules if each.startswith("whenever")} == named


# ---- TRACES


@pytest.mark.parametrize(("folder", "players"), [(TICTACTOE, 2), (GOOFSPIEL, 3), (KACIRI, 2), (KACIRI, 4)])
def test_traces_of_real_games_come_back_and_replay(folder: Path, players: int) -> None:
    game = refengine.load(folder, players=players)
    run = play(game, bytes(range(7, 250)))
    trace = trace_of(game, run.states, run.actions)
    text = write_trace(trace, action_clauses(game.description))
    again, problems = read_trace(text)
    assert (again, problems) == (trace, ())
    assert again is not None
    told = replay(game, again)
    assert (told.verdict, told.steps, told.state) == ("same", len(run.actions), run.last)


def test_a_replay_says_which_rule_stands_in_the_way() -> None:
    game = refengine.load(TICTACTOE)
    run = play(game, b"\0\1\2")
    trace = trace_of(game, run.states, run.actions)
    told = replay(
        game, evolve(trace, steps=(trace.steps[0], evolve(trace.steps[1], arguments=("a1",)), trace.steps[2]))
    )
    assert (told.verdict, told.steps) == ("illegal", 1)
    assert [each.clause.path for each in told.failed] == ["take.occupied"]
    assert told.citations == ("R4",)
