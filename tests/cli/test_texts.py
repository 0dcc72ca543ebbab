"""Texts by title at the command line: what rests on an open one is told, and the owner of the cards adds bodies."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from refengine.loading import load
from refengine.source.codes import TITLES
from tests.cli.conftest import Ran

LAMPS = Path(__file__).parent / "lamps"
DOCS = Path(__file__).parents[2] / "docs"

Run = Callable[..., Ran]

MINE = """played of Mirror                                    per R4
    for each d in table_top
        enter Snuff(d)
"""


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game, and one with a body of its owner's; it is the current folder."""
    shutil.copytree(LAMPS, tmp_path / "lamps")
    written(tmp_path, MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, text: str) -> None:
    (folder / "mine").mkdir(exist_ok=True)
    (folder / "mine" / "mine.rules").write_text(text, "utf-8")


def test_what_rests_on_an_open_text_is_undetermined_until_it_is_there(lamps: Path, run: Run) -> None:
    ran = run("check", "lamps", "--only", "examples")
    assert ran.code == 3
    assert "4 examples decided, 5 expectations, none failed, 2 undetermined" in ran.out
    assert "a_lamp_goes_out: `Card(Lantern) in gone`: undetermined: `played` of Mirror is open" in ran.out
    ran = run("check", "lamps", "--only", "examples", "--texts", "mine")
    assert ran.code == 0
    assert "undetermined" not in ran.out
    written(lamps, MINE.replace("enter Snuff(d)", "enter Light(d, 1)"))
    assert run("check", "lamps", "--only", "examples", "--texts", "mine").code == 1


def test_what_is_undetermined_is_data_too(lamps: Path, run: Run) -> None:
    data = json.loads(run("check", "lamps", "--only", "examples", "--format", "json").out)
    Draft202012Validator(json.loads((DOCS / "report.schema.json").read_text("utf-8"))).validate(data)
    (first, _) = data["games"][0]["examples"]["undetermined"]
    assert first == {
        "example": "a_lamp_goes_out",
        "line": "`Flame on Card(Lantern) = 0`",
        "text": "played",
        "title": "Mirror",
    }


def test_an_example_may_say_itself_what_the_table_says(lamps: Path, run: Run) -> None:
    game = lamps / "lamps" / "game.rules"
    text = game.read_text("utf-8")
    before = "table: played_Snuff(Card(Lantern))\n"
    assert before in text
    game.write_text(text.replace(before, "2: pass_on\n"), "utf-8")
    ran = run("check", "lamps", "--only", "examples")
    assert ran.code == 3
    assert "open_text: `pass_on`: undetermined: `played` of Draught is open" in ran.out
    game.write_text(text.replace("    table: played_ends(Draught)\n", "    table: played_ends(Mirror)\n"), "utf-8")
    assert run("check", "lamps", "--only", "examples").code == 1


def test_odds_are_undetermined(lamps: Path, run: Run) -> None:
    ran = run("odds", "lamps", "a_draught_comes", "--of", "Flame on Card(Lantern)")
    assert ran.code == 3
    assert "undetermined: `played` of Mirror is open  1/1  100.00 %" in ran.out
    data = json.loads(run("odds", "lamps", "a_draught_comes", "--format", "json").out)
    Draft202012Validator(json.loads((DOCS / "odds.schema.json").read_text("utf-8"))).validate(data)
    written(lamps, MINE.replace("for each d in table_top\n        enter Snuff(d)", "enter Reveal"))
    ran = run("odds", "lamps", "a_draught_comes", "--of", "some c in gone has c.title is Draught", "--texts", "mine")
    assert (ran.code, "1/2" in ran.out) == (0, True), ran.err


def test_invariants_hold_for_every_text(lamps: Path, run: Run) -> None:
    ran = run("prove", "lamps", "never_more_than_wicks")
    assert "invariant never_more_than_wicks  proved, for every text" in ran.out
    data = json.loads(run("prove", "lamps", "never_more_than_wicks", "--format", "json", "--texts", "mine").out)
    Draft202012Validator(json.loads((DOCS / "prove.schema.json").read_text("utf-8"))).validate(data)
    assert [each["everyText"] for each in data["statements"]] == [True]
    assert data["fromCache"] == 1  # a body more, and it is the same question


def test_the_table_says_no_more_than_it_may(lamps: Path) -> None:
    game = load(lamps / "lamps", players=2)
    state = game.initial()
    longest = said = 0
    for number in range(3_000):
        legal = game.legal(state)
        if not legal:
            state = game.initial()
            continue
        action = legal[number * 7919 % len(legal)]
        said = said + 1 if action.actor == "table" else 0
        longest = max(longest, said)
        if action.name == "played_ends":
            said = 0
        state = game.apply(state, action)
    assert longest == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("value luck: 1..6 per R1\n    is 3\n", "E0425"),
        (MINE.replace("Mirror", "Snuffer"), "E0202"),
        (MINE.replace("Mirror", "Mirrow"), "E0421"),
        (MINE.replace("played", "plaid"), "E0201"),
        (MINE.replace("enter Snuff(d)", "move d to gone"), "E0420"),
        (MINE.replace("enter Snuff(d)", "enter Turn(p)"), "E0420"),
        (MINE + MINE.replace("Snuff", "Leave"), "E0202"),
        (MINE.replace("per R4", "per R44"), "E0601"),
        ("played of Mirror\n    nothing\n", "E0110"),
    ],
)
def test_what_is_no_body_of_an_open_title_is_refused(lamps: Path, run: Run, text: str, code: str) -> None:
    written(lamps, text)
    for command in (("check", "lamps", "--only", "examples"), ("simulate", "lamps", "--games", 1)):
        ran = run(*command, "--texts", "mine")
        assert ran.code == 2
        assert f"error[{code}]" in ran.out + ran.err


def test_bodies_beside_several_modules_are_read_again(lamps: Path, run: Run) -> None:
    """What was kept of several modules together hung on no body, so questions were answered by one that was gone."""
    for name in ("east", "west"):
        (lamps / name).mkdir()
        index = (lamps / "lamps" / "rulebook.toml").read_text("utf-8").replace('id = "lamps"', f'id = "{name}"')
        (lamps / name / "rulebook.toml").write_text(index, "utf-8")
        claim = f"witness {name}_sits per R1\n    some player p has p = 1\n"
        (lamps / name / "game.rules").write_text(f"module {name} of lamps from rulebook {name}\n\n{claim}", "utf-8")
    modules = ("--module", "east", "--module", "west", "--texts", "mine")
    asked = ("as a_lamp_goes_out", "Flame on Card(Lantern)")
    for does, flames in (("Snuff(d)", 0), ("Light(d, 1)", 2), ("Snuff(d)", 0)):
        written(lamps, MINE.replace("per R4", "per lamps.R4").replace("Snuff(d)", does))
        assert f"Flame on Card(Lantern) is {flames}." in run("ask", "lamps", *modules, *asked).out
        data = json.loads(run("ask", "lamps", *modules, *asked, "--format", "receipt").out)
        assert "texts/mine.rules" in data["files"]


def test_a_folder_without_texts_is_refused(lamps: Path, run: Run) -> None:
    (lamps / "empty").mkdir()
    (lamps / "empty" / "read.me").write_text("nothing", "utf-8")
    for folder, code in (("nowhere", "E0101"), ("mine/mine.rules", "E0101"), ("empty", "E0107")):
        ran = run("check", "lamps", "--texts", folder)
        assert ran.code == 2
        assert f"error[{code}]" in ran.err
    shutil.copytree(lamps / "lamps", lamps / "other")
    assert "`--texts` is for one game" in run("check", "lamps", "other", "--texts", "mine").err


@pytest.mark.parametrize("code", ["E0107", "E0425"])
def test_the_pages_show_what_is_said(code: str, lamps: Path, run: Run) -> None:
    page = (DOCS / "errors" / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {TITLES[code]}\n")
    (shown,) = (each for each in page.split("```") if each.startswith("text\n"))
    if code == "E0107":
        (lamps / "mine" / "mine.rules").unlink()
    else:
        written(lamps, "value luck: 1..6 per R1\n    is 3\n")
        (lamps / "mine" / "mine.rules").rename(lamps / "mine" / "texts.rules")
    ran = run("prove", "lamps", "--texts", "mine")
    assert shown.removeprefix("text\n").strip() in ran.err
