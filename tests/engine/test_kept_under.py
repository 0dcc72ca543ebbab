"""A variable of one reading is there under that reading alone: in states, in examples, in rulings."""

from pathlib import Path

import pytest

from refengine.check.coverage import no_difference
from refengine.check.examples import decide_examples
from refengine.ir.configuration import configure
from refengine.loading import RuleSetError, load_rules, make_game
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.rulings.loading import load_judge
from refengine.rulings.verdicts_by_reading import NOT_HELD
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from tests.engine.rules import rulebook
from tests.rulings.asking import ask
from tests.rulings.test_logs import told

RULES = (Path(__file__).parent.parent / "corpus/effects/good/kept_under_a_reading.rules").read_text(encoding="utf-8")

EXAMPLES = """
example it_was_called                                                       per R1
    given 2 players, phase Turn(1), when_begun is by_call, called = {2}
    given Walker(1) in hill of 1, Walker(2) in hill of 2
    expect races(1)

example it_was_not_called                                                   per R1
    given 2 players, phase Turn(1), Walker(1) in hill of 1, Walker(2) in hill of 2
    expect races(1)
"""

BOTH_STAND = "given 2 players, phase Turn(1), Walker(1) in hill of 1, Walker(2) in hill of 2"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "rulebook.toml").write_text(rulebook().replace('"tiny"', '"corpus"'), encoding="utf-8")
    (tmp_path / "game.rules").write_text(RULES + EXAMPLES, encoding="utf-8")
    return tmp_path


def played(room: Path, reading: str) -> Game:
    game = load_rules(room).game
    assert game is not None
    configuration, wrong = configure(game, 2, {"when_begun": reading}, {}, None)
    assert configuration is not None, wrong
    return make_game(game, configuration)


def test_a_state_holds_it_only_where_it_is_kept(room: Path) -> None:
    kept, other = played(room, "by_call"), played(room, "by_standing")
    one, two = (each.to_json(each.initial()) for each in (kept, other))
    assert set(one["variables"]) - set(two["variables"]) == {"called"}
    assert [each.name for each in other.description.variables] == ["turns_left"]
    two["variables"]["called"] = []
    with pytest.raises(BadData, match="called"):
        other.from_json(two)


def test_an_example_that_gives_it_is_decided_under_its_own_reading(room: Path) -> None:
    compiled = load_rules(room)
    assert compiled.game is not None
    assert [each.name for each in played(room, "by_standing").description.examples] == ["it_was_not_called"]
    found = decide_examples(compiled.game, make_game, Reader(compiled.rulebook, {}), Words(Labels()), {})
    assert (found.examples, found.failures) == (2, ())


def test_an_example_of_whatever_reading_speaks_of_it_behind_the_question(room: Path) -> None:
    text = """
example nobody_called                                                       per R1
    given 2 players, phase Turn(1), Walker(1) in hill of 1
    expect when_begun is by_call implies called is empty
    1: leave
    under when_begun is by_call
        expect when_begun is by_call implies 1 not in called
"""
    (room / "more.rules").write_text(text, encoding="utf-8")
    compiled = load_rules(room)
    assert compiled.game is not None
    assert "nobody_called" in [each.name for each in played(room, "by_standing").description.examples]
    found = decide_examples(compiled.game, make_game, Reader(compiled.rulebook, {}), Words(Labels()), {})
    assert (found.examples, found.failures) == (3, ())


def test_readings_are_compared_by_what_both_keep(room: Path) -> None:
    game = load_rules(room).game
    assert game is not None
    assert no_difference(game, None, 0) == (("when_begun", "by_call"),)


def test_a_ruling_tells_a_reading_apart_for_which_more_would_have_to_be_known(room: Path) -> None:
    (ruling,) = ask(load_judge(room), BOTH_STAND, "races(1)")
    assert (ruling.outcome, ruling.answer, ruling.not_looked_at) == ("answered", True, None)
    assert ruling.alternatives is not None
    found = {
        way[0][0].reading: (each.outcome, each.verdict, each.own) for each in ruling.alternatives for way in each.ways
    }
    assert found == {
        "by_standing": ("answered", ruling.verdict, True),
        "by_call": ("undetermined", NOT_HELD, False),
    }
    (called,) = ask(load_judge(room, readings={"when_begun": "by_call"}), f"{BOTH_STAND}, called = {{1}}", "races(1)")
    assert called.answer is True
    (uncalled,) = ask(
        load_judge(room, readings={"when_begun": "by_call"}), "given 2 players, phase Turn(1)", "1 in called"
    )
    assert uncalled.answer is False


@pytest.mark.parametrize("words", [(f"{BOTH_STAND}, called = {{1}}", "races(1)"), (BOTH_STAND, "1 in called")])
def test_nobody_gives_it_or_asks_for_it_at_another_table(words: tuple[str, ...], room: Path) -> None:
    with pytest.raises(RuleSetError) as wrong:
        ask(load_judge(room), *words)
    assert [each.code for each in wrong.value.diagnostics] == ["E0905"]


def test_a_log_that_begins_with_it_cannot_begin_so_under_another_reading(room: Path) -> None:
    position = {"variables": {"called": [2]}, "phase": {"name": "Turn", "arguments": [1]}}
    found = told(
        load_judge(room), players=2, readings={"when_begun": "by_call"}, position=position, actions=["1: wait"]
    )
    assert found.ruling is not None
    assert {each.outcome: each.verdict for each in found.ruling.alternatives or ()} == {
        "legal": "The only step is legal.",
        "illegal": "It cannot begin like this.",
    }


def test_an_action_that_asks_for_the_reading_first_may_speak_of_it_in_all_that_follows(room: Path) -> None:
    """Where it is not kept the action is there, is never legal, and says by which guard."""
    for reading, guards in (("by_standing", ["take_back.when_1"]), ("by_call", ["take_back.when_2"])):
        judge = load_judge(room, players=2, readings={"when_begun": reading})
        (ruling,) = ask(judge, "given 2 players, phase Turn(1)", "why not 1: take_back")
        assert ruling.reasons is not None
        assert [each.path for each in ruling.reasons.obstacles] == guards
    for each in ("by_standing", "by_call"):
        game = played(room, each)
        assert "take_back" not in {action.name for action in game.legal(game.initial())}
