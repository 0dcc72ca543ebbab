"""An answer that was kept is said again only where all on which it hangs is as it was."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import refengine.cli.main
from refengine.cli import answers, entrance
from refengine.cli.answers import DISPUTE, SINGLE, VALUED, asked
from refengine.cli.main import make_app
from refengine.rulings import lines
from tests.rulings.urn import write

ASKED = ("ask", "spec/urn", "stones + 1")
PACKAGE = "0123456789abcdef"

Ask = Callable[..., tuple[int, str, bool]]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Asks as a process does: the exit code, what is printed, and whether it was worked out."""
    write(tmp_path / "spec" / "urn")
    (tmp_path / "installed-packages").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "installed-packages")])
    monkeypatch.setattr(answers, "kept_hash", lambda *_: PACKAGE)
    monkeypatch.setattr(entrance, "caches", lambda: tmp_path / "cache")
    worked: list[int] = []
    command = refengine.cli.main.main

    def working() -> int:
        worked.append(1)
        return command(sys.argv[1:])

    monkeypatch.setattr(refengine.cli.main, "main", working)

    def asks(*tokens: str) -> tuple[int, str, bool]:
        worked.clear()
        monkeypatch.setattr(sys, "argv", ["refengine", *(tokens or ASKED)])
        code = entrance.main()
        return code, capsys.readouterr().out, worked == [1]

    return asks


def test_the_same_question_is_worked_out_once(ask: Ask) -> None:
    first, second = ask(), ask()
    assert first[:2] == second[:2]
    assert (first[2], second[2]) == (True, False)
    assert "2" in first[1]


def rules_say_something_else(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("else 1", "else 5"), "utf-8")


def claims_have_come(file: Path) -> None:
    claims = Path("proofs/urn")
    claims.mkdir(parents=True)
    (claims / "claims.rules").write_text("this is no claim\n", "utf-8")


def a_file_has_come(file: Path) -> None:
    (file.parent / "labels.toml").write_text('[cs]\n"stones" = "kameny"\n', "utf-8")


def a_file_has_gone(file: Path) -> None:
    file.with_name("rulebook.toml").unlink()


def a_library_has_come(file: Path) -> None:
    Path("installed-packages/z3").mkdir()


@pytest.mark.parametrize(
    "change",
    [
        rules_say_something_else,
        claims_have_come,
        a_file_has_come,
        a_file_has_gone,
        a_library_has_come,
    ],
)
def test_whatever_changes_the_question_is_worked_out_again(ask: Ask, change: Callable[[Path], None]) -> None:
    ask()
    change(Path("spec/urn/game.rules"))
    assert ask()[2]


def test_another_package_has_answers_of_its_own(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    ask()
    monkeypatch.setattr(answers, "kept_hash", lambda *_: PACKAGE[::-1])
    assert ask()[2]


def test_another_answer_is_the_other_answer(ask: Ask) -> None:
    assert "2" in ask()[1].splitlines()[1]
    rules_say_something_else(Path("spec/urn/game.rules"))
    assert "6" in ask()[1].splitlines()[1]
    assert "4" in ask(*ASKED, "--reading", "first=many")[1].splitlines()[1]


def test_the_words_and_the_folder_in_which_they_are_said_count(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask()
    for words in ((*ASKED, "--verbose"), (*ASKED, "--format", "json"), (*ASKED, "stones"), (*ASKED[:2], "stones+1")):
        assert ask(*words)[2]
        assert not ask(*words)[2]
    shutil.copytree(tmp_path / "spec", tmp_path / "other" / "spec")
    monkeypatch.chdir(tmp_path / "other")
    assert ask()[2]


def test_a_file_of_disputes_is_read_again(ask: Ask) -> None:
    file = Path("table.dispute")
    words = ("ask", "spec/urn", file.name)
    for question, answer in (("stones + 1", "2"), ("stones + 2", "3"), ("stones + 1", "2")):
        file.write_text(f"dispute one\n    ask {question}\n", "utf-8")
        assert answer in ask(*words)[1].splitlines()[1]
    assert not ask(*words)[2]


@pytest.mark.parametrize(
    "words",
    [
        ("--table", "squares=one.csv"),
        ("--texts", "theirs"),
        ("--module", "more"),
        ("--save", "one"),
        ("--book", "book"),
        ("--limit", "copies=9"),
        ("--debug",),
        ("--",),
        ("--players", "-1"),
        ("--players",),
    ],
)
def test_what_hangs_on_more_is_not_kept(words: tuple[str, ...]) -> None:
    assert asked(ASKED) is not None
    assert asked((*ASKED, *words)) is None


def test_what_is_wrong_or_undecided_is_not_kept(ask: Ask) -> None:
    for words in (("stone + 1",), ("stones", "--players", "9")):
        assert [ask("ask", "spec/urn", *words)[0::2] for _ in range(2)] == [(2, True)] * 2


def test_modules_and_folders_of_games_are_not_kept(ask: Ask) -> None:
    """What lies beside a module, and which folders hold games, is not looked at."""
    write(Path("spec/more"), "# of the urn\rmodule more of urn\n    players 2 per R1\n")
    for game in ("spec/more", "spec/nothing"):
        assert asked(("ask", game, "1 + 1")) is not None
        assert answers.key_of(("ask", game, "1 + 1"), Path("cache")) is None
    shutil.rmtree("spec/more")
    assert [ask("ask", "spec", "1 + 1")[2] for _ in range(2)] == [True, True]


def test_what_changes_while_it_is_worked_out_is_not_kept(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    command = refengine.cli.main.main

    def meanwhile() -> int:
        code = command()
        rules_say_something_else(Path("spec/urn/game.rules"))
        return code

    with monkeypatch.context() as patch:
        patch.setattr(refengine.cli.main, "main", meanwhile)
        ask()
    Path("spec/urn/game.rules").write_text(Path("spec/urn/game.rules").read_text("utf-8").replace("else 5", "else 1"))
    assert ask()[2]


@pytest.mark.parametrize("spoil", [lambda held: held[:-3], lambda held: held[3:], lambda _: b""])
def test_half_an_answer_is_none(ask: Ask, tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    whole = ask()
    (file,) = (tmp_path / "cache").rglob("*.answer")
    file.write_bytes(spoil(file.read_bytes()))
    assert ask() == whole


def test_a_pipe_is_not_waited_at(ask: Ask) -> None:
    Path("spec/urn/more.csv").symlink_to("/dev/null")
    assert answers.key_of(ASKED, Path("cache")) is None


def test_disputes_end_as_the_commands_have_them() -> None:
    assert DISPUTE == lines.DISPUTE


PLACES = ("ask", "spec/urn", "stones", "given 2 players", "", "table.dispute", "2", "a=b", "first=many", "cs", "json")
OPTIONS = ("--", "--debug", "-v", "--no-verbose", "-h", "--players=2", "--table", "--game", "--question")
WORDS = st.sampled_from((*PLACES, *OPTIONS, *SINGLE, *VALUED))


@settings(deadline=None, max_examples=150)
@given(st.lists(WORDS, max_size=6))
def test_words_are_what_the_command_takes_them_for(words: Sequence[str]) -> None:
    """Whatever counts as a question here is put to the command as that question, or is refused by it."""
    found = asked(["ask", *words])
    if found is None:
        return
    try:
        _, bound, *_ = make_app("ask").parse_args(["ask", *words], print_error=False, exit_on_error=False)
    except Exception:  # noqa: BLE001 - it is refused, and so nothing is kept of it
        return
    assert bound.arguments["game"] == Path(found.game)
    assert bound.arguments.get("question", ()) == found.words
    assert not set(bound.arguments) & {"table", "texts", "module", "save", "book", "limit", "confirmed_by"}
