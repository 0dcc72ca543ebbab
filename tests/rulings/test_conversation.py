"""The prompt: a position is built line by line, lines are taken back, mistakes are told and leave nothing behind."""

import json
from pathlib import Path

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from refengine.cli.history import LONGEST, MOST_LINES, LastingHistory, history_file
from refengine.cli.main import main
from refengine.cli.prompt import answer, converse, session_of
from refengine.rulings.conversation import Conversation
from refengine.rulings.judge import Judge
from tests.rulings.urn import write
from tests.schemas import validator


def said(judge: Judge, *lines: str) -> list[str]:
    conversation = Conversation(judge)
    return [answer(conversation, each) for each in lines]


def test_a_position_is_built_and_asked_about(urn: Judge) -> None:
    told = said(urn, "given stones = 5, phase Turn(1)", "enough", "1: take(2)", "stones", "show")
    assert (told[0], told[2]) == ("given", "given")
    assert told[1].startswith("> enough\nYes: enough: yes.")
    assert told[3].startswith("> stones\nStones is 3.")
    assert told[4] == "given stones = 5, phase Turn(1)\n1: take(2)"


def test_a_line_is_taken_back(urn: Judge) -> None:
    told = said(urn, "given stones = 5", "given marked = true", "undo", "stones", "show", "clear", "show", "undo")
    assert told[2] == "taken back: given marked = true"
    assert told[3].startswith("> stones\nStones is 5.")
    assert told[4:] == ["given stones = 5", "nothing is given any more", "nothing is given", "nothing is given"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("given pebbles = 5", "E0201"),
        ("given stones = 5, stones = 6", "error["),
        ("1: take(3)", "E0907"),
        ("expect enough", "E0903"),
        ("enuf", "E0201"),
        ('dispute x "y"', "error["),
    ],
)
def test_what_is_not_in_order_is_told_and_does_not_stand(urn: Judge, line: str, code: str) -> None:
    told = said(urn, "under first is many", line, "show", "stones")
    assert code in told[1]
    assert told[2] == "under first is many"
    assert "Stones is 3." in told[3]


def test_names_are_found(urn: Judge) -> None:
    told = said(urn, "names enough", "names dragon", "help")
    assert told[0].split("\n") == ["value enough", "clause enough.normally", "clause enough.marked_ones"]
    assert told[1] == "nothing is called so"
    assert "undo" in told[2]


def test_the_prompt_goes_on_until_somebody_ends_it(urn: Judge) -> None:
    told: list[str] = []
    with create_pipe_input() as typed:
        typed.send_text("given stones = 5\n\nenough\nquit\n")
        session: PromptSession[str] = PromptSession(input=typed, output=DummyOutput())
        assert converse(urn, session, told.append) == 0
    assert [each.split("\n")[0] for each in told[1:]] == ["given", "> enough"]


def test_a_conversation_ends_with_its_input(urn: Judge) -> None:
    with create_pipe_input() as typed:
        typed.send_text("\x04")
        assert converse(urn, PromptSession(input=typed, output=DummyOutput()), lambda _: None) == 0


def test_names_of_the_game_are_completed(urn: Judge) -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    with create_pipe_input() as typed:
        typed.send_text("")
        completer = session_of(urn).completer
        assert completer is not None
        found = completer.get_completions(Document("given sto"), CompleteEvent())
        assert [each.text for each in found] == ["stones"]


def test_what_was_said_is_remembered_beyond_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    file = history_file()
    assert tmp_path in file.parents
    assert [*LastingHistory(file).load_history_strings()] == []
    first, second = LastingHistory(file), LastingHistory(file)
    for each in ("given stones = 5", "", "  ", "x" * (LONGEST + 1), "two\nlines"):
        first.store_string(each)
    second.store_string("enough")
    first.store_string("Jáchymov")
    assert [*LastingHistory(file).load_history_strings()] == ["Jáchymov", "enough", "given stones = 5"]
    for number in range(MOST_LINES):
        first.store_string(str(number))
    assert [*LastingHistory(file).load_history_strings()] == [str(each) for each in reversed(range(MOST_LINES))]


@pytest.mark.parametrize("content", [b"\xff\xfe\n", b"\0\n", b"", b"\x1b[31m\n"])
def test_a_history_that_cannot_be_read_is_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "questions"
    file.write_bytes(content)
    LastingHistory(file).store_string("enough")
    assert "enough" in [*LastingHistory(file).load_history_strings()][:1]
    assert not any("\x1b" in each or "\0" in each for each in LastingHistory(file).load_history_strings())


def test_a_history_that_cannot_be_kept_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    history = LastingHistory(tmp_path / "questions")
    history.store_string("enough")
    assert [*history.load_history_strings()] == []


def test_a_session_remembers_what_an_earlier_one_was_told(urn: Judge, tmp_path: Path) -> None:
    told = tmp_path / "questions"
    LastingHistory(told).store_string("enough")
    with create_pipe_input():
        assert [*session_of(urn, told).history.load_history_strings()] == ["enough"]
        assert [*session_of(urn).history.load_history_strings()] == []


def test_names_are_found_in_czech(urn: Judge) -> None:
    czech = Judge(urn.compiled, language="cs")
    assert said(czech, "names enough")[0].split("\n")[0] == "hodnota enough"


def test_without_a_terminal_a_question_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", str(write(tmp_path / "urn"))]) == 2
    assert "E0901" in capsys.readouterr().err


# ---- THE COMMAND THAT LISTS NAMES


def test_names_are_listed_with_the_line_that_declares_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write(tmp_path / "urn")
    (game / "labels.toml").write_text('[cs]\ntake = "vezmi"\n', encoding="utf-8")
    assert main(["names", str(game), "--lang", "cs"]) == 0
    told = capsys.readouterr().out
    assert "hodnoty\n  enough\n      value enough: truth per R1\n\n" in told
    assert "akce\n  take  (vezmi)\n      action take(n in 1..stones) per R1\n" in told
    assert "  enough.marked_ones\n      except marked_ones per R1\n" in told
    assert main(["names", str(game), "VEZMI", "--lang", "cs", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    validator("names").validate(data)
    assert [(each["sort"], each["name"], each["label"]) for each in data["names"]] == [("action", "take", "vezmi")]
    assert main(["names", str(game), "--format", "json"]) == 0
    every = json.loads(capsys.readouterr().out)
    validator("names").validate(every)
    assert {each["sort"] for each in every["names"]} >= {"value", "variable", "phase", "action", "question", "clause"}
    assert not validator("names").is_valid({**every, "names": [{**every["names"][0], "sort": "thing"}]})
    assert main(["names", str(game), "dragon"]) == 2
    assert "E0917" in capsys.readouterr().err


# ---- FILES OF DISPUTES

UGLY = """\
# about stones


# two of them
dispute one   "How  many?"
  given   stones = 5   # a lot
# taken back later

  ask    enough
  # and then
      1: take(2)


  ask stones
dispute other
 ask   who acts
"""

NEAT = """\
# about stones

# two of them
dispute one "How  many?"
    given stones = 5 # a lot

# taken back later

    ask enough
    # and then
    1: take(2)

    ask stones

dispute other
    ask who acts
"""


def test_a_file_of_disputes_has_one_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.dispute"
    file.write_text(UGLY, encoding="utf-8")
    assert main(["fmt", str(tmp_path), "--check"]) == 1
    assert main(["fmt", str(tmp_path)]) == 0
    assert file.read_text(encoding="utf-8") == NEAT
    assert main(["fmt", str(tmp_path), "--check"]) == 0
    file.write_text("dispute one\n    expect enough\n", encoding="utf-8")
    assert main(["fmt", str(tmp_path)]) == 2
    assert "E0903" in capsys.readouterr().err


def test_the_files_in_the_docs_are_in_their_form() -> None:
    assert main(["fmt", "docs/disputes", "--check"]) == 0
