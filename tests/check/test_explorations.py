"""Scopes in a check: explored where they are small, remembered, and the level of what held in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.check.explorations import Explorer
from refengine.check.full_page import to_text
from refengine.check.report import GameReport, Report
from refengine.check.run import Options, check
from refengine.compiled import Compilation
from refengine.evidence.level import Level
from refengine.evidence.promises import write_promised
from refengine.explore.memory import explore_unless_known
from refengine.explore.run import ExplorationSettings
from refengine.explore.search import Search, Tick
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.smt.goal import Decision
from refengine.source.cache import Cache
from tests.prove.duel import RULES, Says, compiled, goal, write_game

SCOPES = """
scope two_ranks                                                 per R1
    2 players
    Card c with c.rank <= 2

scope everything                                                per R1
    2 players

claim few_in_the_pile                                           per R1
    in every reachable state of 2..3 players
    (number of c in pile) <= 6

claim six_cards                                                 per R1
    in every reachable state of 2 players
    (number of c in hand) + (number of c in field) + (number of c in pile) = 6

claim in_the_fourth_round                                       per R1
    in every reachable state of 2 players
    assuming round = 3
    assuming hand is empty
    assuming field is not empty
    round = 4
"""

AT_ONCE = """
game duel from rulebook duel
    players 2                                                   per R1

component Card                                                  per R1
    2 alike

zone hand of each player holds Card, seen by owner              per R1
zone laid of each player holds Card, seen by owner during Lay   per R1

setup                                                           per R1
    for each player p
        move 1 Card from box to hand of p
    go Lay

phase Lay                                                       per R1
    ask every player p, at once, in secret
        action lay(c in hand of p)                              per R1
            then move c to laid of p
    game over

claim lays_first                                                per R1
    in every reachable state of 2 players
    laid of 2 is not empty implies laid of 1 is not empty

claim lays_what_was_in_hand                                     per R1
    in every reachable state of 2 players
    every player p has (number of c in laid of p) + (number of c in hand of p) = 1

scope everything                                                per R1
    2 players
"""

UNDECIDED = Says(
    (
        Decision(goal("invariant", "scores_are_small"), "bounded"),
        Decision(goal("invariant", "rounds_are_few"), "unknown"),
        Decision(goal("measure", "cards_left"), "proved"),
        Decision(goal("conservation", "Card"), "unknown"),
        Decision(goal("claim", "few_in_the_pile"), "unknown"),
        Decision(goal("claim", "six_cards"), "unknown"),
        Decision(goal("claim", "in_the_fourth_round"), "unknown"),
        Decision(goal("claim", "always_calm"), "unknown"),
    )
)

Makes = Callable[..., Compilation]
Checks = Callable[..., GameReport]


@pytest.fixture
def makes(tmp_path: Path) -> Makes:
    def makes(old: str = "", new: str = "", scopes: str = SCOPES) -> Compilation:
        folder = tmp_path / "duel" if not (tmp_path / "duel").exists() else tmp_path / "again"
        return compiled(write_game(folder, (RULES + scopes).replace(old, new) if old else RULES + scopes))

    return makes


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    def checks(made: Compilation, says: Says = UNDECIDED, **more: Any) -> GameReport:
        options = Options(
            parts=frozenset({"proofs"}), traces=0, directed=0, prover=says.prover(), keep=Cache(tmp_path / "cache")
        )
        return check(made, evolve(options, **more), Words(Labels()))

    return checks


def levels(report: GameReport) -> dict[tuple[str, str], str]:
    assert report.ledger is not None
    return {(each.kind, each.name): each.evidence for each in report.ledger.rows}


def page(report: GameReport) -> str:
    return to_text(Report(0, 0, (evolve(report, timing=None),)))


EVERYTHING, TWO_RANKS = "exhaustive (scope everything: 110 states)", "exhaustive (scope two_ranks: 19 states)"


def test_every_statement_that_held_in_a_scope_has_its_level(makes: Makes, checks: Checks) -> None:
    report = checks(makes())
    assert report.verdict == "holds"
    assert levels(report) == {
        ("claim", "few_in_the_pile"): EVERYTHING,
        ("claim", "six_cards"): EVERYTHING,
        ("claim", "in_the_fourth_round"): "unknown",  # no state is as it assumes
        ("claim", "always_calm"): "unknown",  # it speaks of states that no game comes to
        ("scope", "two_ranks"): TWO_RANKS,
        ("scope", "everything"): EVERYTHING,
        ("invariant", "scores_are_small"): EVERYTHING,
        ("invariant", "rounds_are_few"): EVERYTHING,
        ("measure", "cards_left"): "proved",
        ("conservation", "Card"): EVERYTHING,
    }
    assert f"              {EVERYTHING}  " in page(report)
    assert "invariant scores_are_small, 2 players\n" in page(report)


def test_the_second_time_nothing_is_explored(makes: Makes, checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    made = makes()
    first = checks(made)

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Search, "run", never)
    assert levels(checks(made)) == levels(first)


def test_a_large_scope_is_not_explored_whatever_is_known_of_it(makes: Makes, checks: Checks, tmp_path: Path) -> None:
    made = makes()
    assert made.game is not None
    report = checks(made, states=40)
    assert report.verdict == "holds"
    assert levels(report)["invariant", "scores_are_small"] == TWO_RANKS
    assert levels(report)["scope", "everything"] == "unknown"
    assert "scope everything, not explored, at least about " in page(report)
    whole = next(each for each in made.game.scopes if each.name == "everything")
    assert Explorer(made.game).scopes == made.game.scopes
    found = explore_unless_known(
        made.game, whole, None, ExplorationSettings(all_orders=True, keep=Cache(tmp_path / "cache"))
    )
    assert (found.complete, found.known) == (True, False)
    assert page(checks(made, states=40)) == page(report)
    one_less = page(checks(made, states=found.states - 1))
    assert one_less == page(checks(made, states=found.states - 1, keep=Cache(tmp_path / "other")))
    assert levels(checks(made, states=found.states))["invariant", "scores_are_small"] == EVERYTHING


def test_what_a_small_game_breaks_is_shown_with_the_moves(makes: Makes, checks: Checks) -> None:
    made = makes("every player p has score of p <= 12", "every player p has score of p <= 3")
    report = checks(made, evolve(UNDECIDED, decisions=UNDECIDED.decisions[:4]))
    assert report.verdict == "violated"
    assert levels(report)["scope", "two_ranks"] == "refuted"
    first = report.failures[0]
    assert (first.kind, first.name, first.what) == ("invariant", "scores_are_small", "does not hold")
    assert first.setting is not None
    assert first.setting.label == "2 players, scope two_ranks"
    assert first.moves == ("player 1: send Red 1", "player 2: send Blue 2")
    assert "score: player 1 0, player 2 4" in first.position
    assert first.found == ("met among 19 states of a smaller game",)
    assert levels(report)["invariant", "scores_are_small"] == "refuted"  # by the scope that keeps all pieces
    assert "does not hold" in page(report)


def test_what_is_proved_and_broken_in_the_whole_game_is_a_disagreement(makes: Makes, checks: Checks) -> None:
    made = makes("every player p has score of p <= 12", "every player p has score of p <= 4")
    says = Says((Decision(goal("invariant", "scores_are_small"), "proved"),))
    assert checks(made, says).verdict == "executors disagree"


def test_what_players_choose_at_once_is_chosen_in_every_order(tmp_path: Path, checks: Checks) -> None:
    """Where seats choose in their order alone the claim holds in every state, and it holds in none of another order."""
    made = compiled(write_game(tmp_path / "at_once", AT_ONCE))
    claims = [Decision(goal("claim", each), "unknown") for each in ("lays_first", "lays_what_was_in_hand")]
    report = checks(made, Says(tuple(claims)))
    assert report.verdict == "violated"
    assert levels(report)["claim", "lays_first"] == "refuted"
    assert levels(report)["claim", "lays_what_was_in_hand"] == "exhaustive (scope everything: 4 states)"


def test_a_claim_about_the_whole_game_is_not_refuted_by_a_smaller_one(makes: Makes, checks: Checks) -> None:
    """With two ranks there are four cards and not six."""
    scopes = SCOPES.replace(
        "scope everything                                                per R1\n    2 players\n", ""
    )
    report = checks(makes(scopes=scopes))
    assert report.verdict == "holds"
    assert levels(report)["claim", "six_cards"] == "unknown"
    assert levels(report)["claim", "few_in_the_pile"] == TWO_RANKS


def test_a_scope_that_cannot_be_is_bad_input(makes: Makes, checks: Checks) -> None:
    report = checks(makes("c.rank <= 2\n", "c.rank > 3\n"))
    assert report.verdict == "bad input"
    assert [each.code for each in report.diagnostics if each.severity == "error"] == ["E0871"]
    assert ("scope", "two_ranks") not in levels(report)


def test_an_interrupt_leaves_the_scopes_that_were_reached(
    makes: Makes, checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = makes()
    go = Search._run

    def interrupted(search: Search, limit: int, tick: Tick) -> None:
        if len(search.game.description.components[0].pieces) > 6:  # all cards: not the first scope
            raise KeyboardInterrupt
        go(search, limit, tick)

    monkeypatch.setattr(Search, "_run", interrupted)
    report = checks(made)
    assert report.interrupted
    assert report.verdict == "inconclusive"
    assert levels(report)["scope", "two_ranks"] == TWO_RANKS
    assert levels(report)["scope", "everything"] == "unknown"
    assert levels(report)["invariant", "rounds_are_few"] == TWO_RANKS


# ---- PROMISES


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [({}, "holds"), ({("invariant", "rounds_are_few"): Level("proved")}, "violated")],
)
def test_promises(makes: Makes, checks: Checks, changed: dict[tuple[str, str], Level], verdict: str) -> None:
    made = makes()
    report = checks(made, update=True)
    assert report.ledger is not None
    promised = {**report.ledger.update, **changed}
    assert promised["scope", "two_ranks"] == Level("exhaustive")
    (made.folder.path / "evidence.toml").write_text(write_promised(promised), "utf-8")
    assert checks(made).verdict == verdict


def test_a_promise_that_rests_on_a_scope_too_large_for_a_check_is_open(makes: Makes, checks: Checks) -> None:
    made = makes()
    (made.folder.path / "evidence.toml").write_text(write_promised({("scope", "everything"): Level("exhaustive")}))
    assert checks(made).verdict == "holds"
    report = checks(made, states=40)
    assert report.verdict == "inconclusive"
    assert "scope everything: not decided, exhaustive was promised" in page(report)


def test_nothing_is_known_of_what_asks_a_value_of_which_the_search_overlooks_a_clause(
    makes: Makes, checks: Checks
) -> None:
    values = """
value much: 0..9                                                per R1
    case early per R1
        when round <= 3
        is 1
    case late per R1
        when round >= 3
        is 2

value more: 0..9                                                per R1
    case early per R1
        when round <= 3
        is 1
    case late per R1
        when round > 3
        is 2

claim unclear                                                   per R1
    in every reachable state of 2 players
    much <= 2

claim clear                                                     per R1
    in every reachable state of 2 players
    more <= 2
"""
    decided = (
        *UNDECIDED.decisions,
        Decision(goal("claim", "unclear"), "unknown"),
        Decision(goal("claim", "clear"), "unknown"),
    )
    report = checks(makes(scopes=SCOPES + values), Says(decided))
    found = levels(report)
    assert found["claim", "clear"] == EVERYTHING
    assert found["claim", "unclear"] == "unknown"
    assert "it asks `much`, and behind the clause of it that applied no other was asked" in " ".join(
        page(report).split()
    )


def test_what_is_claimed_under_any_readings_is_not_known_from_the_default_ones(makes: Makes, checks: Checks) -> None:
    questions = """
question how_many about R1                                          per ruling A1
    "how many rounds are there?"
    reading few "few", default
    reading many "many"

value limit_of_rounds: 0..9                                     per ruling A1
    normally 9
    except short per ruling A1
        when how_many is many
        is 0

claim always                                                    per R1
    in every reachable state of 2 players
    under any readings
    round <= limit_of_rounds

claim under_few                                                 per R1
    in every reachable state of 2 players
    under any readings
    under how_many is few, ties is neither
    round <= limit_of_rounds

claim usually                                                   per R1
    in every reachable state of 2 players
    round <= limit_of_rounds
"""
    claims = [Decision(goal("claim", each), "unknown") for each in ("always", "under_few", "usually")]
    found = levels(checks(makes(scopes=SCOPES + questions), Says((*UNDECIDED.decisions, *claims))))
    assert found["claim", "always"] == "unknown"
    assert {found["claim", each] for each in ("under_few", "usually")} == {EVERYTHING}
