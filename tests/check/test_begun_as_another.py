"""Examples that begin as another one was: what they take over, what they are asked, and how it is told what goes wrong."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from refengine.check.examples import ExampleResults, decide_examples
from refengine.check.report import Failure
from refengine.ir.configuration import configure
from refengine.ir.lines import Taken
from refengine.loading import make_game
from refengine.odds.position import end_of_example
from refengine.pipeline import Compilation, compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from refengine.runtime.game import Game, State
from tests.engine.rules import rulebook

RULES = """\
game stairs from rulebook tiny
    players 2..3                                                per R1

question strides about R1                                       per ruling A1
    "how many stairs does one take at once?"
    reading double "two at most", inferred, default
    reading single "one", house

variable stair of each player: 0..9                             per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action climb(n in 1..3)                                 per R1
            bar too_many                                        per ruling A1
                when strides is single
                when n > 1
            bar far_too_many                                    per R1
                when n > 2
            then add n to stair of p
        action rest                                             per R1
    go Turn(next of p)

example two_turns                                               per R1
    given 3 players, phase Turn(2)
    given stair of 3 = 1, stair of 2 = 4
    at before_all
    2: climb(1)
    at step_1
    expect stair of 2 = 5
    3: climb({n})
    at step_2
    expect stair of 3 = {wrong}
    1: climb(2)
    under strides is single
        expect stair of 3 = 4

"""

DERIVED = """\
example what_if                                                 per R1
    as two_turns until step_1
    3: rest
    at another_step
    expect stair of 2 = 5, stair of 3 = 1, legal 1: climb(2)

example what_if_still                                         per R1
    as what_if until another_step
    1: climb(2)
    expect stair of 1 = 2, illegal 2: climb(3) because far_too_many

example from_the_position                                       per R1
    as two_turns until before_all
    expect stair of 2 = 4, stair of 3 = 1, legal 2: rest, illegal 1: rest

example all_of_it                                               per R1
    as two_turns
    expect stair of 1 = 2, stair of 3 = 3, legal 2: rest
"""


def compiled(folder: Path, text: str) -> Compilation:
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "stairs.rules").write_text(text, "utf-8")
    (found,), _ = find_games(folder)
    made = compile_folder(found)
    assert made.game is not None, made.errors
    return made


def decided(made: Compilation) -> ExampleResults:
    assert made.game is not None
    explaining = partial(make_game, explain=True)
    return decide_examples(made.game, explaining, Reader(made.rulebook, made.texts), Words(Labels()), {})


def failures(folder: Path, n: str, more: str) -> tuple[Failure, ...]:
    text = RULES.format(n=n, wrong=3).replace("    under strides is single\n        expect stair of 3 = 4\n", "")
    return decided(compiled(folder, text + more)).failures


def ends(made: Compilation, readings: dict[str, str], *, explain: bool) -> dict[str, State | None]:
    """The state at the end of each example; None where it breaks off."""
    assert made.game is not None
    configuration, wrong = configure(made.game, 3, readings, {}, None)
    assert configuration is not None, wrong
    game: Game = make_game(made.game, configuration, explain=explain)
    return {each.name: end_of_example(game, each)[0] for each in game.description.examples}


@pytest.mark.parametrize("explain", [True, False])
def test_what_is_taken_over_is_what_a_copy_would_do(tmp_path: Path, *, explain: bool) -> None:
    copied = """\
example two_turns_copied                                        per R1
    given 3 players, phase Turn(2)
    given stair of 3 = 1, stair of 2 = 4
    2: climb(1)
    3: rest
    1: climb(2)

"""
    found = ends(compiled(tmp_path / "a", RULES.format(n=2, wrong=3) + DERIVED + "\n" + copied), {}, explain=explain)
    assert found["what_if_still"] == found["two_turns_copied"] is not None
    assert found["all_of_it"] == found["two_turns"] is not None
    assert len({*found.values()}) == 4


def test_expectations_of_the_other_are_asked_once(tmp_path: Path) -> None:
    """The first one fails in an expectation: those that begin as it was hold, and ask only what is their own."""
    made = compiled(tmp_path / "a", RULES.format(n=2, wrong=7) + DERIVED)
    found = decided(made)
    assert {each.name for each in found.failures} == {"two_turns"}
    assert found.expectations == 3 + 3 + 2 + 4 + 3
    assert made.game is not None
    what_if = {each.name: each for each in made.game.examples}["what_if_still"]
    taken = [each.clause.path for each in what_if.lines if isinstance(each, Taken)]
    assert taken == ["two_turns", "two_turns", "two_turns", "what_if", "what_if"]
    assert what_if.players == 3


def test_it_is_told_behind_which_mark_something_goes_wrong(tmp_path: Path) -> None:
    mine = """\
example mine                                                    per R1
    as two_turns until step_1
    3: rest
    at my_step
    expect stair of 3 = 2
    1: climb(3)
"""
    expectation, move = failures(tmp_path / "a", "2", mine)
    assert expectation.what == "at `my_step`: `stair of 3 = 2`"
    assert move.what == "at `my_step`: `climb(3)` is not legal"
    assert move.clause is not None
    assert move.clause.place is not None
    assert move.clause.place.endswith("stairs.rules:43:8")


def test_it_is_told_where_what_is_taken_over_goes_wrong(tmp_path: Path) -> None:
    theirs = """\
example theirs                                                  per R1
    as two_turns until step_2
    1: rest

example not_so_far                                              per R1
    as two_turns until step_1
    3: rest
"""
    base, theirs_ = failures(tmp_path / "a", "3", theirs)
    assert (base.name, base.what) == ("two_turns", "at `step_1`: `climb(3)` is not legal")
    assert (theirs_.name, theirs_.what) == ("theirs", "in `two_turns`, at `step_1`: `climb(3)` is not legal")
    assert theirs_.clause == base.clause
    assert theirs_.clause is not None
    assert theirs_.clause.path == "two_turns"
    assert theirs_.found == base.found


def test_it_is_told_whose_position_cannot_be_set_up(tmp_path: Path) -> None:
    text = (RULES.format(n=2, wrong=3) + DERIVED).replace("stair of 2 = 4\n    at", "stair of 3 > 4\n    at")
    found = decided(compiled(tmp_path / "a", text)).failures
    assert {(each.name, each.what) for each in found if "says" in each.what} == {
        ("two_turns", "what it says of its position does not hold"),
        *(
            (name, "what it says of the position of `two_turns` does not hold")
            for name in ("what_if", "what_if_still", "from_the_position", "all_of_it")
        ),
    }


def test_under_a_reading_what_is_taken_over_is_played_under_it(tmp_path: Path) -> None:
    under = """\
example under_a_reading                                         per ruling A1
    as two_turns until {mark}
    under strides is single
        expect stair of 2 = 5, illegal 3: climb(2) because too_many
"""
    text = RULES.format(n=2, wrong=3).replace("    under strides is single\n        expect stair of 3 = 4\n", "")
    assert decided(compiled(tmp_path / "a", text + under.format(mark="step_1"))).failures == ()
    (failure,) = decided(compiled(tmp_path / "b", text + under.format(mark="step_2"))).failures
    assert failure.what == "in `two_turns`, at `step_1`: `climb(2)` is not legal"
    assert failure.setting is not None
    assert failure.setting.label == "3 players, strides single"
    assert failure.name == "under_a_reading"


def test_where_an_example_breaks_off_odds_say_behind_which_mark(tmp_path: Path) -> None:
    made = compiled(tmp_path / "a", RULES.format(n=3, wrong=3))
    assert made.game is not None
    configuration, _ = configure(made.game, 3, {}, {}, None)
    assert configuration is not None
    game = make_game(made.game, configuration)
    state, (wrong,) = end_of_example(game, game.description.examples[0])
    assert state is None
    assert "`two_turns`, at `step_1`" in wrong.message


def test_a_long_chain_is_no_recursion(tmp_path: Path) -> None:
    """Each begins as the next one in the text was, so that none is known when it is asked for."""
    chain = "".join(f"example e{n} per R1\n    as e{n + 1}\n    {n % 3 + 1}: rest\n" for n in range(1100, 0, -1))
    allowed = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)  # as Python begins, so that a call for each would not do
    try:
        made = compiled(tmp_path / "a", RULES.format(n=2, wrong=3) + chain.replace("as e1101", "as two_turns"))
    finally:
        sys.setrecursionlimit(allowed)
    assert made.game is not None
    assert len({each.name: each for each in made.game.examples}["e1050"].lines) == 6 + 51
