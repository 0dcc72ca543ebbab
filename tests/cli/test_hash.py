"""`refengine hash` and `refengine check --rulebook-text`: a made-up rulebook, and what rests on each of its statements."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran
from tests.cli.test_check import report

Run = Callable[..., Ran]

RULEBOOK = """\
FROG POND

Two frogs sit at the ends of a pond.
A frog jumps one leaf, or two.
Whoever comes to the *middle* first has won.
"""

INDEX = """\
# What we read in the rulebook of the pond.
[rulebook]
id = "pond"
title = "Frog pond"
language = "en"

[[statement]]
id = "F1"   # how many
lines = "1, 3"
paraphrase = "Two play."
status = "normative"

[[statement]]
id = "F2"
lines = "4"
paraphrase = "One or two leaves a turn."
status = "normative"

[[statement]]
id = "F3"
lines = "5"
paraphrase = "The middle wins."
status = "normative"

[[ruling]]
id = "A1"
about = ["F2"]
decision = "Nobody jumps over the middle."
reason = "Nothing is said."
date = 2024-12-31
"""

RULES = """\
game pond from rulebook pond
    players 2                                                                       per F1

question longest: 1..3 about F2                                                     per F3
    "how far at most?"
    reading two is 2 "two", literal, default
    reading three is 3 "three", house

variable left of each player: 0..9, starts 9                                        per F1

setup                                                                               per F1
    go Turn(1)

phase Turn(p: player)                                                               per F1
    ask p
        action jump(n in 1..longest)                                                per F2
            when n <= left of p                                                     per ruling A1
            then subtract n from left of p
    if left of p = 0
        game over                                                                   per F3
    go Turn(next of p)

outcome                                                                             per F3
    scores are 9 - left of p for player p
    winners are all player p with left of p = 0

invariant nobody_drowns                                                             per F2
    every player p has left of p >= 0
"""


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with an index that has no hashes yet, and its rulebook beside it."""
    folder = tmp_path / "pond"
    folder.mkdir()
    (folder / "pond.rules").write_text(RULES, "utf-8")
    (folder / "rulebook.toml").write_text(INDEX, "utf-8")
    (tmp_path / "text.txt").write_text(RULEBOOK, "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def wording(run: Run, *more: str) -> Ran:
    return run("check", "pond", "--only", "wording", "--rulebook-text", "text.txt", *more)


def reword(old: str, new: str) -> None:
    assert old in RULEBOOK
    Path("text.txt").write_text(RULEBOOK.replace(old, new), "utf-8")


def test_an_index_is_hashed_and_then_holds(run: Run, pond: Path) -> None:
    assert "has no `hash`" in wording(run).err + wording(run).out
    ran = run("hash", "pond", "text.txt")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "pond/rulebook.toml: 3 of 3 hashes are written\n"
        "  F1 (lines 1, 3): it had none\n  F2 (line 4): it had none\n  F3 (line 5): it had none\n"
    )
    written = (pond / "rulebook.toml").read_text("utf-8")
    assert [line for line in written.splitlines() if not line.startswith("hash = ")] == INDEX.splitlines()
    ran = wording(run)
    assert ran.code == 0
    assert "  wording     3 of 3 statements as they were hashed, in text.txt\n" in ran.out
    ran = run("hash", "pond", "text.txt")
    assert (ran.code, ran.out) == (0, "pond/rulebook.toml: 3 of 3 hashes are those of the text\n")
    assert (pond / "rulebook.toml").read_text("utf-8") == written


def test_a_changed_word_names_the_rules_that_rest_on_it(run: Run, pond: Path) -> None:
    run("hash", "pond", "text.txt")
    reword("one leaf, or two", "one leaf, or three")
    ran = wording(run)
    assert ran.code == 1
    assert "  wording     2 of 3 statements as they were hashed, in text.txt; changed: F2\n" in ran.out
    assert ran.out.partition("1. ")[2].partition("\n\n")[0].splitlines() == [
        "statement F2: line 4 is not what was hashed (text.txt)",
        "   our paraphrase: One or two leaves a turn.",
        "   about it: ruling A1",
        "   rests on it: `longest` per F2 (pond/pond.rules:4:30)",
        "   rests on it: `Turn.jump` per F2 (pond/pond.rules:16:89)",
        "   rests on it: `Turn.jump` per ruling A1 (pond/pond.rules:17:89)",
        "   so do, of what is said of the rules: `nobody_drowns`",
        "   see `refengine explain E0606`",
    ]
    data = report(wording(run, "--format", "json"))
    game: dict[str, Any] = data["games"][0]  # type: ignore[index]
    assert game["wording"] == {"text": "text.txt", "statements": 3, "changed": ["F2"]}
    assert [(each["kind"], each["name"], each["code"]) for each in game["failures"]] == [("statement", "F2", "E0606")]


def test_an_effect_with_a_citation_of_its_own_is_named(run: Run, pond: Path) -> None:
    run("hash", "pond", "text.txt")
    reword("*middle*", "end")
    said = wording(run).out
    assert "   rests on it: `Turn` per F3 (pond/pond.rules:20:89)\n" in said
    assert "F1" not in said.partition("1. ")[2]


def test_lines_that_moved_are_changes_and_capitals_and_stars_are_none(run: Run, pond: Path) -> None:
    run("hash", "pond", "text.txt")
    reword("*middle*", "MIDDLE")
    assert wording(run).code == 0
    reword("FROG POND\n", "")
    said = wording(run).out
    assert "changed: F1, F2, F3\n" in said
    assert "statement F3: nothing stands on line 5 any more (text.txt)" in said


def test_without_a_text_nothing_is_said_of_the_wording(run: Run, pond: Path) -> None:
    run("hash", "pond", "text.txt")
    ran = run("check", "pond", "--only", "examples", "--format", "json")
    assert json.loads(ran.out)["games"][0]["wording"] is None
    ran = run("check", "pond", "--only", "wording")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "error[E0840]: the wording is checked against a text")


def test_looking_alone_changes_nothing(run: Run, pond: Path) -> None:
    ran = run("hash", "pond", "text.txt", "--check")
    assert (ran.code, ran.out.splitlines()[0]) == (1, "pond/rulebook.toml: 3 of 3 hashes would be written")
    assert (pond / "rulebook.toml").read_text("utf-8") == INDEX
    run("hash", "pond", "text.txt")
    assert run("hash", "pond", "text.txt", "--check").code == 0


def test_to_the_byte_nothing_else_changes(run: Run, pond: Path) -> None:
    """A byte order mark, line ends of another system, letters that are not composed."""
    path = pond / "rulebook.toml"
    before = ("\ufeff" + INDEX.replace("Two play.", "Two play, Z\u030caba.")).replace("\n", "\r\n").encode()
    path.write_bytes(before)
    assert run("hash", "pond", "text.txt").code == 0
    after = path.read_bytes()
    assert [each for each in after.split(b"\n") if not each.startswith(b"hash")] == before.split(b"\n")
    assert wording(run).code == 0


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("hash", "pond", "nowhere.txt"), "E0101"),
        (("hash", "nowhere", "text.txt"), "E0101"),
        (("hash", "pond", "."), "E0607"),
        (("hash", "pond", "short.txt"), "E0608"),
        (("hash", "text.txt", "text.txt"), "E0801"),
        (("check", "pond", "--rulebook-text", "nowhere.txt"), "E0101"),
        (("check", "pond", "--rulebook-text", "."), "E0607"),
    ],
)
def test_what_cannot_be_hashed_is_told_and_left(run: Run, pond: Path, argv: tuple[str, ...], code: str) -> None:
    if argv[0] == "check":
        run("hash", "pond", "text.txt")
    Path("short.txt").write_text("FROG POND\n\n", "utf-8")
    before = (pond / "rulebook.toml").read_bytes()
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert f"error[{code}]: " in ran.err
    assert (pond / "rulebook.toml").read_bytes() == before


def test_the_pages_show_what_is_said(run: Run, games: Path, spoil: Callable[[str, str, str], None]) -> None:
    text = games / "rulebook.txt"
    text.write_text((games / "spec/tictactoe/rulebook.txt").read_text("utf-8").replace("only once", "once"), "utf-8")
    assert shown("E0606") in run("check", "spec/tictactoe", "--only", "wording", "--rulebook-text", "rulebook.txt").out
    (games / "rulebooks").mkdir()
    assert run("hash", "spec/tictactoe", "rulebooks").err == shown("E0607")
    spoil("tictactoe/rulebook.toml", 'lines = "9"', 'lines = "90"')
    assert run("hash", "spec/tictactoe", "rulebook.txt").err == shown("E0608")
    one_line = 'statement = [{id = "R1", lines = "3"}]\n[rulebook]\nid = "tictactoe"\n'
    (games / "spec/tictactoe/rulebook.toml").write_text(one_line, "utf-8")
    assert run("hash", "spec/tictactoe", "rulebook.txt").err == shown("E0609")


def shown(code: str) -> str:
    page = (Path(__file__).parents[2] / "docs" / "errors" / f"{code}.md").read_text("utf-8")
    return page.partition("```text\n")[2].partition("```")[0]


def test_a_folder_of_texts_serves_several_games(run: Run, games: Path) -> None:
    texts = games / "texts"
    texts.mkdir()
    for name in ("tictactoe", "goofspiel"):
        (games / "spec" / name / "rulebook.txt").rename(texts / f"{name}.txt")
    assert run("check", "spec", "--only", "wording", "--rulebook-text", "texts").code == 0
    assert run("hash", "spec", "texts", "--check").code == 0
    for command in (("check", "spec", "--rulebook-text"), ("hash", "spec")):
        ran = run(*command, "texts/tictactoe.txt")
        assert (ran.code, "error[E0840]" in ran.err) == (2, True)
