"""What there is to ask about a game, and what is asked together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from refengine.ir.game import Game
from refengine.ir.obligations import met_in_play, obligations
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.course.study import study
from refengine.smt.goal import Goal, Limits
from refengine.smt.induction.course_goals import known_course
from refengine.smt.plan import ALONG, COMPLETE, batches, goals
from tests.smt.rules import COURSE, HEAD, game

STATED = """
question gap about R1                                           per ruling A3
    "what then?"
    reading sure "all is said", default
    reading hole "as it is written", incomplete
    reading besides "otherwise"

value wins(c: Card): truth                                      per R1
    is no d in field has d.rank > c.rank

invariant few per R1
    round <= 9
step invariant grows per R1
    before(round) <= round
measure cards per R1
    number of c in hand
claim for_all per R1
    round <= 9
claim for_three per R1
    in every Play of 3 players
    round <= 9
claim reads_fields per R1
    wins depends only on field
witness late per R1
    in some state of 2 players
    round = 9
audit fields per R1
    in every Play of 2 players
    under high is worse
    case empty_field per R1
        when field is empty
    case full_field per R1
        when field is not empty
    compares wins(Red 1)
audit only_shown per R1
    in every Play of 3 players
    case anything per R1
        when true
"""


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(HEAD, STATED.replace("Red 1", "the Card c with c.colour is Red and c.rank = 1"), COURSE)


def named(rules: Game, kind: str) -> set[tuple[str, int, str]]:
    return {(each.name, each.players, each.part) for each in goals(rules) if each.kind == kind}


def test_a_goal_is_there_once(rules: Game) -> None:
    assert [each for each, times in Counter(goals(rules)).items() if times > 1] == []


def test_every_statement_has_its_goals(rules: Game) -> None:
    """For each number of players that it speaks of."""
    assert named(rules, "claim") == {("for_all", 2, ""), ("for_all", 3, ""), ("for_three", 3, "")}
    assert named(rules, "dependence") == {("reads_fields", 2, ""), ("reads_fields", 3, "")}
    for kind, name in (("invariant", "few"), ("step invariant", "grows"), ("measure", "cards"),
                       ("conservation", "Card"), ("sight", "Play")):  # fmt: skip
        assert named(rules, kind) == {(name, 2, ""), (name, 3, "")}
    assert {name for name, _, _ in named(rules, "obligation")} == {each.name for each in obligations(rules)}


@pytest.mark.parametrize("folder", ["spec/kaciri", "docs/tutorial/tictactoe"])
def test_whatever_may_fail_along_the_course_is_a_goal(folder: str) -> None:
    """What the terms take in as a fault is owed by name: nothing that may fail is passed over."""
    (found,), _ = find_games(Path(__file__).parents[2] / folder)
    rules = compile_folder(found).game
    assert rules is not None
    course = known_course(study(rules, rules.players[0], Limits()))
    assert set(course.failing()) <= {name for name, _, _ in named(rules, "obligation")}


def test_what_claims_alone_ask_is_owed_by_them() -> None:
    (found,), _ = find_games(Path(__file__).parents[2] / "spec/kaciri")
    rules = compile_folder(found).game
    assert rules is not None
    alone = {each.name for each in rules.values} - met_in_play(rules)
    assert alone == {"rank", "at_rank", "rank_of_taker", "strength_sent", "just_equal_and_beaten"}
    assert not {each.path for each in obligations(rules)} & alone


def test_an_incomplete_reading_is_to_show_its_gap(rules: Game) -> None:
    assert named(rules, "gap") == {("gap", 2, "hole"), ("gap", 3, "hole")}
    assert named(rules, "witness") == {("late", 2, "")}


def test_each_incomplete_reading_is_a_statement_of_its_own() -> None:
    """As the parts of an audit are not: two readings of one question show two gaps."""
    one, other = (Goal("gap", "ties", 2, reading) for reading in ("neither", "both"))
    assert (one.statement, other.statement) == (("gap", "ties neither"), ("gap", "ties both"))
    assert Goal("audit", "fields", 2, "full_field").statement == ("audit", "fields")


def test_an_audit_asks_of_its_cases_and_of_what_it_compares(rules: Game) -> None:
    """Of a reading that it fixes, and of one that is incomplete, nothing is asked."""
    fields = {part for name, _, part in named(rules, "audit") if name == "fields"}
    assert fields == {COMPLETE, "empty_field", "full_field", "ties: neither or both", "gap: sure or besides"}
    assert {(part, players) for name, players, part in named(rules, "audit") if name == "only_shown"} == {
        (COMPLETE, 3),
        ("anything", 3),
    }


def test_every_goal_cites_and_stands_somewhere(rules: Game) -> None:
    assert [each.title for each in goals(rules) if not each.cites or each.span is None] == []


def test_batches_hold_each_goal_once(rules: Game) -> None:
    listed = goals(rules)
    found = [each for batch in batches(listed) for each in batch]
    assert Counter(found) == Counter(listed)
    assert all(batches(listed))


def test_what_shares_an_induction_or_a_study_is_decided_together(rules: Game) -> None:
    for batch in batches(goals(rules)):
        kinds, names, players = ({getattr(each, part) for each in batch} for part in ("kind", "name", "players"))
        assert len(players) == 1
        assert kinds <= set(ALONG) or (len(kinds) == len(names) == 1)
    courses = [batch for batch in batches(goals(rules)) if batch[0].kind in ALONG]
    assert sorted(batch[0].players for batch in courses) == [2, 3]


def test_batches_are_of_what_is_wanted_and_in_its_order(rules: Game) -> None:
    wanted = [each for each in goals(rules) if each.kind in {"claim", "measure"}][::-1]
    found = batches(wanted)
    assert Counter(each for batch in found for each in batch) == Counter(wanted)
    assert [each for batch in batches(wanted) for each in batch if each.kind == "measure"] == [
        each for each in wanted if each.kind == "measure"
    ]
    assert batches(()) == ()


def test_a_goal_is_the_same_wherever_its_statement_stands() -> None:
    one = Goal("claim", "c", 2)
    assert one == evolve(one, span=None, cites=())
    assert hash(one) == hash(evolve(one, cites=()))
    assert one.title == "claim c (2 players)"
    assert Goal("audit", "a", 1, "some case").title == "audit a, some case (1 player)"
