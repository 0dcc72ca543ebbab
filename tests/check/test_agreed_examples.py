"""Examples that are given readings or options: the whole of each is decided under these, its moves too."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from refengine import RuleSetError
from refengine.check.examples import decide_examples, runs_of
from refengine.check.exercise import IdleReading
from refengine.check.reading_differences import idle_readings
from refengine.cli.errors import Refused
from refengine.cli.games import configured_for
from refengine.compiled import Compilation
from refengine.loading import compile_cached, make_game
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from refengine.rulings.judge import Judge
from tests.engine.rules import rulebook
from tests.rulings.asking import ask

RULES = (Path(__file__).parents[1] / "corpus" / "cases" / "good" / "agreed_for_the_whole.rules").read_text("utf-8")


def compiled(folder: Path, text: str = RULES) -> Compilation:
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook().replace('"tiny"', '"corpus"'), "utf-8")
    (folder / "heap.rules").write_text(text, "utf-8")
    (found,), _ = find_games(folder)
    made = compile_cached(found)
    assert made.game is not None, made.errors
    return made


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Compilation:
    return compiled(tmp_path_factory.mktemp("heap") / "heap")


def failing(made: Compilation) -> list[tuple[str, str]]:
    assert made.game is not None
    explaining = partial(make_game, explain=True)
    decided = decide_examples(made.game, explaining, Reader(made.rulebook, made.texts), Words(Labels()), {})
    return [(each.name, each.setting.label) for each in decided.failures if each.setting is not None]


def test_every_run_has_what_is_given(heap: Compilation) -> None:
    assert heap.game is not None
    assert failing(heap) == []
    runs = [(each.example.name, each.label, dict(each.configuration.options)) for each in runs_of(heap.game, {})]
    usual = {"size": "4", "pace": "Slow", "quick": "false"}
    assert runs == [
        ("three_at_once", "3 players, size 5, big_steps three", {**usual, "size": "5"}),
        ("three_at_once", "3 players, size 5, big_steps three, bonus twice", {**usual, "size": "5"}),
        ("one_at_a_time", "2 players, quick true", {**usual, "quick": "true"}),
        ("two_at_once", "2 players, quick true, pace Fast", {**usual, "quick": "true", "pace": "Fast"}),
        ("the_rest", "2 players, quick true, pace Fast", {**usual, "quick": "true", "pace": "Fast"}),
        ("not_quick", "2 players, quick false, pace Slow", usual),
    ]


@pytest.mark.parametrize(
    ("given", "broken"),
    [
        ("big_steps is three, ", [("three_at_once", "3 players, size 5")]),
        ("quick, phase", [("one_at_a_time", "2 players")]),
        (", pace is Fast", [("two_at_once", "2 players, quick true"), ("the_rest", "2 players, quick true")]),
    ],
)  # fmt: skip
def test_without_it_the_moves_are_those_of_the_usual_rules(
    tmp_path: Path, given: str, broken: list[tuple[str, str]]
) -> None:
    text = RULES.replace(given, "phase" if "phase" in given else "", 1)
    assert failing(compiled(tmp_path / "heap", text)) == broken


def test_a_reading_makes_a_difference_to_the_example_that_is_given_it(heap: Compilation) -> None:
    assert heap.game is not None
    assert idle_readings(heap.game, [("big_steps", "three"), ("bonus", "twice")]) == (
        IdleReading("big_steps", "three", ("three_at_once",)),
        IdleReading("bonus", "twice", ("three_at_once",)),
    )


def test_a_command_may_not_choose_otherwise(heap: Compilation) -> None:
    assert heap.game is not None
    example = heap.game.examples[0]
    chosen = configured_for(heap, example, {"big_steps": "three", "bonus": "twice"}, {}, None)
    assert chosen.options == (("pace", "Slow"), ("quick", "false"), ("size", "5"))
    assert dict(chosen.readings) == {"big_steps": "three", "bonus": "twice"}
    for readings, options in (({"big_steps": "no_three"}, {}), ({}, {"size": "4"})):
        with pytest.raises(Refused) as refused:
            configured_for(heap, example, readings, options, None)
        assert refused.value.diagnostics[0].code == "E0840"


def test_a_dispute_is_decided_under_what_it_gives(heap: Compilation) -> None:
    judge = Judge(heap)
    under, given = (
        ask(judge, f"{word} big_steps is three", "ask whether 1: take(3) is legal")[0] for word in ("under", "given")
    )
    assert (given.verdict, given.alternatives) == (under.verdict, under.alternatives)
    assert (given.verdict, ask(judge, "ask whether 1: take(3) is legal")[0].verdict) == (
        "Legal: player 1: take 3.",
        "Not legal: player 1: take 3.",
    )
    begun = ask(judge, "as two_at_once until two_left", "ask whether 2: take(2) is legal")
    assert [each.verdict for each in begun] == ["Legal: player 2: take 2."]
    assert ask(judge, "given quick", "ask whether 1: take(2) is legal")[0].verdict == "Not legal: player 1: take 2."


@pytest.mark.parametrize("agreed", ["under big_steps is no_three", "option size is 4"])
def test_a_dispute_may_not_agree_otherwise(heap: Compilation, agreed: str) -> None:
    with pytest.raises(RuleSetError) as wrong:
        ask(Judge(heap), agreed, "given big_steps is three, size = 5", "ask whether 1: take(3) is legal")
    assert [each.code for each in wrong.value.diagnostics] == ["E0904"]
