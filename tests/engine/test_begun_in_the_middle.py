"""`given phase P in Q`: the position is the one to which play from Q comes, and play goes on in Q when P is done."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from refengine.check.examples import decide_examples
from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.pipeline import Compilation, compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game, State

CORPUS = Path(__file__).parents[1] / "corpus"
RULES = CORPUS / "cases" / "good" / "begun_in_the_middle.rules"
CHOSEN = """
example chosen_a                                            per R1
    given phase {inner}, rounds = {rounds}
    expect coins of 1 = 3
"""


def compiled(folder: Path, text: str) -> Compilation:
    made = read(folder, text)
    assert made.game is not None, made.errors
    return made


def read(folder: Path, text: str) -> Compilation:
    folder.mkdir()
    shutil.copy(CORPUS / "rulebook.toml", folder)
    (folder / "nights.rules").write_text(text, "utf-8")
    (found,), _ = find_games(folder)
    return compile_folder(found)


def played(made: Compilation, *, explain: bool, options: dict[str, object] | None = None) -> Game:
    assert made.game is not None
    configuration, wrong = configure(made.game, 2, {}, options or {}, None)
    assert configuration is not None, wrong
    return make_game(made.game, configuration, explain=explain)


def given(game: Game, name: str) -> State:
    return game.example_position(next(each for each in game.description.examples if each.name == name))


def test_the_examples_are_as_they_say(tmp_path: Path) -> None:
    made = compiled(tmp_path / "nights", RULES.read_text("utf-8"))
    assert made.game is not None
    game = made.game
    decided = decide_examples(game, partial(make_game, explain=True), Reader(None, {}), Words(Labels()), {})
    assert decided.failures == ()
    assert decided.expectations > 3


@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize(
    ("inner", "rounds", "outer", "actions"),
    [
        ("Actions(1) in Turn(1)", 0, "Turn(1)", ()),
        ("Actions(2) in Turn(2)", 1, "Turn(1)", ((1, "enough"),)),
        ("Sleep in Night in Turn(2)", 1, "Turn(2)", ((2, "enough"),)),
    ],
)
def test_play_comes_there(
    tmp_path: Path, inner: str, rounds: int, outer: str, actions: tuple[tuple[int, str], ...], *, explain: bool
) -> None:
    beside = CHOSEN.format(inner=inner, rounds=rounds)
    beside += CHOSEN.format(inner=outer, rounds=0).replace("chosen_a", "chosen_b")
    game = played(compiled(tmp_path / "nights", RULES.read_text("utf-8") + beside), explain=explain)
    state = given(game, "chosen_b")
    for actor, name in actions:
        state = game.apply(state, game.find_action(state, actor, name))
    assert given(game, "chosen_a") == state
    assert game.from_json(game.to_json(state)) == state


def test_what_the_configuration_leaves_out_is_below_nothing(tmp_path: Path) -> None:
    text = RULES.read_text("utf-8").replace("    enter Actions(p)\n", "    if busy\n        enter Actions(p)\n")
    text = text.replace("variable rounds", "option busy: truth, default true  per R1\n\nvariable rounds")
    made = compiled(tmp_path / "nights", text)
    assert given(played(made, explain=True), "enough_is_enough") is not None
    with pytest.raises(Fault) as met:
        given(played(made, explain=True, options={"busy": False}), "enough_is_enough")
    assert met.value.code == "E0515"


@pytest.mark.parametrize("depth", [1, 2, 30, 300])
def test_a_phase_may_be_inside_itself_again_and_again(tmp_path: Path, depth: int) -> None:
    """A phase that enters itself: as deep as it is said, and each is done when the one that it entered is."""
    text = RULES.read_text("utf-8")
    text = (
        text[: text.index("phase Night")].replace("        enter Night\n", "")
        + """
phase Actions(p: player)                                        per R1
    ask p
        action deeper                                           per R1
            then enter Actions(p)
        action enough                                           per R1
            then done
"""
    )
    inside = " in ".join(["Actions(1)"] * depth)
    text += f"""
example deep                                                per R1
    given phase Actions(1) in {inside} in Turn(1)
    1: enough
    expect rounds = 1
"""
    game = played(compiled(tmp_path / "nights", text), explain=False)
    state = given(game, "deep")
    assert len(game.to_json(state)["control"]) == depth + 2
    state = game.apply(state, game.find_action(state, 1, "enough"))
    assert game.to_json(state)["variables"]["rounds"] == 1
    assert len(game.to_json(state)["control"]) == 2


BRANCHES = """    if rounds = 0
        enter Actions(p)
    otherwise
        enter Actions(next of p)
"""


@pytest.mark.parametrize(
    ("entering", "going", "fitting"),
    [
        ("    enter Actions(p)\n", "Actions(p)", {1}),
        ("    enter Actions(next of p)\n", "Actions(p)", {2}),
        ("    enter Actions(next of next of p)\n", "Actions(p)", {3}),
        ("    enter Actions(3)\n", "Actions(p)", {3}),
        (BRANCHES, "Actions(p)", {1, 2}),
        ("    enter Actions(p)\n", "Actions(next of p)", {1, 2, 3}),
        ("    enter Actions(p)\n", "Others(p)", {1, 2, 3}),
        ("    enter Actions(lead)\n", "Actions(p)", {1, 2, 3}),
        ("    let q = lead\n    enter Actions(q)\n", "Actions(p)", {1, 2, 3}),
    ],
)
def test_told_what_it_never_is_a_phase_does_not_begin(
    tmp_path: Path, entering: str, going: str, fitting: set[int]
) -> None:
    """Where the text says plainly what the outer phase tells the inner one, nothing else fits; elsewhere all does."""
    text = RULES.read_text("utf-8")
    text = (
        text[: text.index("example")].replace("players 2..3", "players 3").replace("    enter Actions(p)\n", entering)
    )
    text = text.replace("go Actions(p)", f"go {going}").replace(
        "variable rounds", "variable lead: player, starts 1  per R1\n\nvariable rounds"
    )
    text += """
phase Others(p: player)                                     per R1
    ask p
        action pass_on                                      per R1
            then go Actions(next of p)
"""
    found = set()
    for seat in (1, 2, 3):
        beside = f"example chosen per R1\n    given phase Actions({seat}) in Turn(1)\n    expect rounds = 0\n"
        made = read(tmp_path / f"nights_{seat}", text + beside)
        assert {each.code for each in made.errors} <= {"E0525"}
        found |= set() if made.errors else {seat}
    assert found == fitting
