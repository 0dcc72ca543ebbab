"""Counterexamples in the words of the rules, small, and as examples that the rules decide as they say."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from refengine.check.examples import decide_examples
from refengine.compiled import Compilation
from refengine.loading import make_game
from refengine.prove.engines import Engines
from refengine.prove.example_text import ExampleText, as_example
from refengine.prove.narrative import ExplainedDecision, show
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.smt.goal import Counterexample, Decision, Prediction
from tests.prove.duel import (
    A_TIE,
    CONTROL,
    DECISIONS,
    READINGS,
    RULES,
    SECOND_WIN,
    TWO_ON_TOP,
    cited,
    compiled,
    goal,
    position,
    write_game,
)

ONE_TAKER = DECISIONS["claim", "one_taker", 2]
TIE = DECISIONS["witness", "nobody_takes", 2]
SMALL = DECISIONS["invariant", "scores_are_small", 2]
MOOD = DECISIONS["obligation", "mood: some case applies", 2]


def shown(engines: Engines, decision: Decision, found: Counterexample | None = None) -> ExplainedDecision:
    game = engines.game
    decision = evolve(decision, goal=cited(game, decision.goal), counterexample=found or decision.counterexample)
    return show(engines, decision)


def test_a_position_as_given_lines(engines: Engines) -> None:
    told = shown(engines, ONE_TAKER).told
    assert told is not None
    (scene,) = told.scenes
    assert scene.given == ("Red 2 in field of 1, Blue 2 in field of 2, a Prize with worth 9 in offer",)
    assert (scene.readings, told.bound) == (READINGS, ("c is Red 2",))
    assert [(line.text, line.result) for line in scene.values] == [
        ("takers", "2"), ("best(Red 2)", "true"), ("best(Blue 2)", "true"),
    ]  # fmt: skip
    assert [line.clause.path for line in scene.values if line.clause] == ["takers", "best.normally", "best.normally"]


def test_what_the_statement_asks_comes_first_and_what_it_asks_nowhere_is_left_out(engines: Engines) -> None:
    others = tuple(
        Prediction(0, "best", (f"{colour} {rank}",), rank > 1)
        for colour in ("Red", "Blue", "Green")
        for rank in (1, 2, 3)
    )
    found = evolve(TWO_ON_TOP, asked=(*others, Prediction(0, "takers", (), 2)))
    told = shown(engines, ONE_TAKER, found).told
    assert told is not None
    (scene,) = told.scenes
    assert len(scene.values) == len(found.asked)
    assert [(each.text, each.deep) for each in scene.values if each.decides] == [
        ("takers", 0), ("best(Red 2)", 1), ("best(Blue 2)", 1),
    ]  # fmt: skip


def test_what_nothing_looks_at_is_passed_over(engines: Engines) -> None:
    told = shown(engines, ONE_TAKER).told
    assert told is not None
    (scene,) = told.scenes
    assert (scene.matters, scene.passed_over) == (("Red 2 in field of 1, Blue 2 in field of 2",), 1)


def test_only_what_matters_is_given(engines: Engines) -> None:
    """The cards that lie elsewhere, the round and what others hold make no difference to the step."""
    told = shown(engines, SMALL).told
    assert told is not None
    assert told.scenes[0].given == ("Blue 1 in hand of 2, Red 2 in field of 1, score of 1 = 12",)
    assert (told.move, told.after) == ("2: send(Blue 1)", ("{Red 2, Blue 1} in pile, score of 1 = 16",))
    assert [each.path for each in told.broken] == ["scores_are_small"]
    assert told.sentence == "the induction fails from here"


def test_nothing_is_taken_away_that_breaks_another_invariant(engines: Engines) -> None:
    """From a position in which more is broken than before nothing would follow."""
    told = shown(engines, SMALL).told
    assert told is not None
    assert "score of 1 = 12" in told.scenes[0].given[0]
    assert "score of 1 = 13" not in told.scenes[0].given[0]


def test_readings_are_those_by_default_if_that_is_enough(engines: Engines) -> None:
    other = evolve(SECOND_WIN, positions=(evolve(SECOND_WIN.positions[0], readings=READINGS),))
    told = shown(engines, SMALL, other).told
    assert told is not None
    assert told.scenes[0].readings == ()


def test_a_disagreement_shows_both_answers(engines: Engines) -> None:
    wrong = shown(engines, ONE_TAKER, evolve(TWO_ON_TOP, asked=(Prediction(0, "takers", (), 1),)))
    assert wrong.disagrees
    assert wrong.told is not None
    assert wrong.told.sentence == "the engine and the prover disagree"
    assert [(each.prover, each.engine) for each in wrong.told.differences] == [("1", "2")]


# ---- AS EXAMPLES


def written(engines: Engines, decision: Decision, found: Counterexample | None = None) -> ExampleText:
    return as_example(engines, shown(engines, decision, found))


@pytest.mark.parametrize(
    ("decision", "lines"),
    [
        (ONE_TAKER, ["given 2 players, Red 2 in field of 1, Blue 2 in field of 2, a Prize with worth 9 in offer",
                     "under ties is both", "expect takers = 2"]),
        (TIE, ["given 2 players, Red 2 in field of 1, Blue 2 in field of 2", "expect takers = 0"]),
        (SMALL, ["given 2 players, phase Play, Blue 1 in hand of 2, Red 2 in field of 1, score of 1 = 12",
                 "2: send(Blue 1)", "expect Red 2 in pile, Blue 1 in pile, score of 1 = 16"]),
        (MOOD, ["given 2 players, round = 3", "expect fault mood"]),
    ],
    ids=lambda each: each.goal.name if isinstance(each, Decision) else "",
)  # fmt: skip
def test_the_example_of_a_counterexample(
    engines: Engines, tmp_path: Path, decision: Decision, lines: list[str]
) -> None:
    example = written(engines, decision)
    assert example.problem is None
    head, *rest = example.text.splitlines()
    assert head.startswith(f"example {example.name} ")
    assert "per R1" in head
    assert [line.strip() for line in rest] == lines
    decides(tmp_path, example.text)


def decides(folder: Path, text: str) -> None:
    """The rules with the example in them are in order, and decide it as it says."""
    made = compiled(write_game(folder / "duel", f"{RULES}\n{text}"))
    assert made.game is not None
    game = made.game
    decided = decide_examples(game, partial(make_game, explain=True), Reader(None, {}), Words(Labels()), {})
    assert (decided.examples, decided.failures) == (1, ())
    assert decided.expectations > 0


def test_the_clause_that_decides_is_expected_too(engines: Engines, tmp_path: Path) -> None:
    found = evolve(A_TIE, asked=(Prediction(0, "best", ("Red 2",), False), Prediction(0, "mood", (), 0)))
    example = written(engines, evolve(TIE, goal=goal("claim", "always_calm")), found)
    assert "expect mood = 0 by calm" in example.text
    assert "best" not in example.text  # the claim does not name it
    decides(tmp_path, example.text)


def test_a_piece_that_is_not_printed_goes_by_where_it_lies(engines: Engines, tmp_path: Path) -> None:
    new = {"component": "Card", "fields": {"colour": "Red", "rank": 3}}
    odd = {"component": "Card", "fields": {"colour": "Green", "rank": 3}}
    assert engines.settled(new) == "Red 3"
    data = {"zones": {"field": {"1": ["Red 2"], "2": [odd]}}}
    found = Counterexample(
        (position(zones=data["zones"]),), (Prediction(0, "best", (odd,), True), Prediction(0, "takers", (), 1))
    )
    example = written(engines, evolve(ONE_TAKER, goal=goal("claim", "elsewhere")), found)
    assert "expect best(the x in field of 2) by normally, takers = 1" in example.text
    decides(tmp_path, example.text)


def test_names_that_are_taken_are_not_used_again(engines: Engines) -> None:
    one = shown(engines, TIE)
    assert as_example(engines, one).name == "nobody_takes_shown"
    assert as_example(engines, one, ["nobody_takes_shown"]).name == "nobody_takes_shown_2"
    assert as_example(engines, one, ["nobody_takes_shown", "nobody_takes_shown_2"]).name == "nobody_takes_shown_3"


def test_what_the_language_has_no_words_for(engines: Engines) -> None:
    middle = evolve(SECOND_WIN, positions=(
        position(
            zones={"hand": {"1": ["Red 3"], "2": ["Blue 1"]}, "field": {"1": [], "2": []}, "pile": []},
            variables={"score": {"1": 12, "2": 12}},
            control=[{**CONTROL[0], "data": {"p still to choose": [2]}}],
        ),
    ))  # fmt: skip
    whole = evolve(shown(engines, SMALL, middle), smallest=middle)
    assert as_example(engines, whole).problem == "the language has no words for the middle of phase `Play`"
    assert written(engines, DECISIONS["claim", "one_taker", 3]).problem == "there is no position to show"


def test_the_rules_of_the_test_are_in_order(duel: Compilation) -> None:
    assert [each for each in duel.diagnostics if each.severity == "error"] == []
