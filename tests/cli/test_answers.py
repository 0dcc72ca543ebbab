"""An answer that was kept is said again only where all on which it hangs is as it was."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings, strategies as st

import refengine.cli.main
from refengine.cli import answers, entrance
from refengine.cli.answers import DISPUTE, SINGLE, VALUED, command_question
from refengine.cli.ask import ask as ask_command
from refengine.cli.main import make_app
from refengine.cli.plain import FORMATS, plain_options
from refengine.rulings import lines
from tests.rulings.urn import write

ASKED = ("ask", "spec/urn", "stones + 1")
PACKAGE = "0123456789abcdef"

Ask = Callable[..., tuple[int, str, bool]]


def package_is(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("first_hash", "kept_hash"):
        monkeypatch.setattr(entrance, each, lambda *_: version)


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Asks as a process does: the exit code, what is printed, and whether it was worked out."""
    write(tmp_path / "spec" / "urn")
    (tmp_path / "installed-packages").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "installed-packages")])
    package_is(PACKAGE, monkeypatch)
    monkeypatch.setattr(entrance, "caches", lambda: tmp_path / "cache")
    worked: list[int] = []
    monkeypatch.setattr("gc.freeze", lambda: None)
    command = entrance.worked_out

    def working(tokens: list[str]) -> int:
        worked.append(1)
        return command(tokens)

    monkeypatch.setattr(entrance, "worked_out", working)

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
    package_is(PACKAGE[::-1], monkeypatch)
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
    assert command_question(ASKED) is not None
    assert command_question((*ASKED, *words)) is None


def test_what_is_wrong_or_undecided_is_not_kept(ask: Ask) -> None:
    for words in (("stone + 1",), ("stones", "--players", "9")):
        assert [ask("ask", "spec/urn", *words)[0::2] for _ in range(2)] == [(2, True)] * 2


def test_modules_and_folders_of_games_are_not_kept(ask: Ask) -> None:
    """What lies beside a module, and which folders hold games, is not looked at."""
    write(Path("spec/more"), "# of the urn\rmodule more of urn\n    players 2 per R1\n")
    for game in ("spec/more", "spec/nothing"):
        assert command_question(("ask", game, "1 + 1")) is not None
        assert answers.key_of(("ask", game, "1 + 1"), Path("cache"), lambda *_: PACKAGE) is None
    shutil.rmtree("spec/more")
    assert [ask("ask", "spec", "1 + 1")[2] for _ in range(2)] == [True, True]


def test_what_changes_while_it_is_worked_out_is_not_kept(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    command = entrance.worked_out

    def meanwhile(tokens: list[str]) -> int:
        code = command(tokens)
        rules_say_something_else(Path("spec/urn/game.rules"))
        return code

    with monkeypatch.context() as patch:
        patch.setattr(entrance, "worked_out", meanwhile)
        ask()
    Path("spec/urn/game.rules").write_text(Path("spec/urn/game.rules").read_text("utf-8").replace("else 5", "else 1"))
    assert ask()[2]


SPOILT = (
    lambda held: held[:-3],
    lambda held: held[3:],
    lambda _: b"",
    lambda held: held[:-9] + bytes([held[-9] ^ 1]) + held[-8:],
)


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_answer_is_none(ask: Ask, tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    whole = ask()
    (file,) = (tmp_path / "cache").rglob("*.answer")
    file.write_bytes(spoil(file.read_bytes()))
    assert ask() == whole


def test_a_pipe_is_not_waited_at(ask: Ask) -> None:
    Path("spec/urn/more.csv").symlink_to("/dev/null")
    assert answers.key_of(ASKED, Path("cache"), lambda *_: PACKAGE) is None


def test_disputes_end_as_the_commands_have_them() -> None:
    assert DISPUTE == lines.DISPUTE


PLACES = ("ask", "spec/urn", "stones", "given 2 players", "", "table.dispute", "2", "a=b", "first=many", "cs", "json")
OPTIONS = ("--", "--debug", "-v", "--no-verbose", "-h", "--players=2", "--table", "--game", "--question")
WORDS = st.sampled_from((*PLACES, *OPTIONS, *SINGLE, *VALUED))


@settings(deadline=None, max_examples=150)
@given(st.lists(WORDS, max_size=6))
def test_words_are_what_the_command_takes_them_for(words: Sequence[str]) -> None:
    """Whatever counts as a question here is put to the command as that question, or is refused by it."""
    found = command_question(["ask", *words])
    if found is None:
        return
    try:
        _, bound, *_ = make_app("ask").parse_args(["ask", *words], print_error=False, exit_on_error=False)
    except Exception:  # noqa: BLE001 - it is refused, and so nothing is kept of it
        return
    assert bound.arguments["game"] == Path(found.game)
    assert bound.arguments.get("question", ()) == found.words
    assert not set(bound.arguments) & {"table", "texts", "module", "save", "book", "limit", "confirmed_by"}


VALUES = {
    "--players": ("1", "2", "03", "0", "10000", "2.0", "٣", "a=b"),
    "--format": ("text", "json", "markdown", "receipt", "jsno", "JSON"),
    "--lang": ("cs", "en", "", "2"),
    "--edition": ("1", "first"),
    "--reading": ("a=b", "c=d", ""),
    "--option": ("a=b", "true"),
}
OPTION = st.one_of(
    st.sampled_from(sorted(VALUES)).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(VALUES[name]))),
    st.sampled_from([(each,) for each in (*SINGLE, "stones", "--no-verbose", "-v")]),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(OPTION, max_size=5).map(lambda given: ["spec/urn", "1", *(word for each in given for word in each)]))
def test_plain_words_are_what_the_command_takes_them_for(words: Sequence[str]) -> None:
    """Whatever is asked without the library that takes words apart is what it would have made of them."""
    found = command_question(["ask", *words])
    options = None if found is None else plain_options(found)
    if found is None or options is None:
        return
    _, bound, *_ = make_app("ask").parse_args(["ask", *words], print_error=False, exit_on_error=False)
    assert bound.arguments == {"game": Path(found.game), "question": found.words, **options}


def test_most_words_are_plain() -> None:
    words = ("--players", "3", "--reading", "a=b", "--format", "json", "--lang", "cs", "--reading", "c=d", "--verbose")
    found = command_question((*ASKED, *words))
    assert found is not None
    assert plain_options(found) == {
        "players": 3,
        "reading": ("a=b", "c=d"),
        "format": "json",
        "lang": "cs",
        "verbose": True,
    }
    assert VALUES.keys() == set(VALUED)
    assert get_args(get_type_hints(ask_command)["format"]) == FORMATS


@pytest.mark.parametrize(
    "words",
    [
        ("stones + 1", "why not 1: take(1)"),
        ("stones", "--format", "json", "--reading", "first=many"),
        ("stones", "--players", "9"),
        ("stnes",),
        ("stones", "--lang", "xx"),
        ("stones", "--reading", "many"),
        ("table.dispute",),
    ],
)
def test_plain_words_are_answered_as_the_command_answers(
    ask: Ask, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    plain = entrance.worked_out([*ASKED[:2], *words]), capsys.readouterr()
    command = refengine.cli.main.main([*ASKED[:2], *words]), capsys.readouterr()
    assert plain == command
