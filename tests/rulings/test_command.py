"""The command: what it prints, and its exit codes."""

import json
from pathlib import Path

import jsonschema
import pytest

from refengine.cli.main import main

CITY = "given 2 players, a City with resistance 5 and power Plain in besieged"
DUEL = "given Hussites 5 in duel of 1, Reformers 8 in duel of 2"


def test_a_question_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "spec/kaciri", CITY, DUEL, "takes(Reformers 8)"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("> takes(Reformers 8)\nYes: Reformers 8 takes the city.\n")


def test_what_is_undetermined_has_a_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ask", "spec/kaciri", "under weaker_equal is as_written", CITY, DUEL, "takes(Reformers 8)"]
    assert main([*asked, "--format", "json"]) == 3
    schema = json.loads(Path("docs/ruling.schema.json").read_text(encoding="utf-8"))
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, schema)
    assert data["rulings"][0]["outcome"] == "undetermined"


def test_a_reading_of_the_command_is_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ask", "spec/kaciri", CITY, DUEL, "takes(Reformers 8)", "--reading", "weaker_equal=nobody_wins"]
    assert main([*asked, "--format", "markdown"]) == 0
    assert "**No: Reformers 8 does not take the city.**" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "E0901"),
        ([""], "E0901"),
        (["fat(Hussites 5)"], "did you mean `fate`?"),
        (["nowhere.dispute"], "E0101"),
        (["given 3 players", "who acts", "--players", "2"], "E0904"),
        (["who acts", "--players", "9"], "E0832"),
        (["who acts\x00"], "E0105"),
        (["who acts", "--lang", "xx"], "E0844"),
    ],
)
def test_bad_input_is_a_diagnostic(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main(["ask", "spec/kaciri", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_a_file_holds_several_disputes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.dispute"
    file.write_text(
        f'dispute one "Do I get it?"\n    {CITY}\n    {DUEL}\n    ask takes(Reformers 8)\n'
        "dispute other\n    given 3 players\n    ask wave\n",
        encoding="utf-8",
    )
    assert main(["ask", "spec/kaciri", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Do I get it?\n> takes(Reformers 8)\n")
    assert "> wave\n" in told


def test_a_ruling_is_linked_to_the_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ask", "spec/kaciri", CITY, DUEL, "takes(Reformers 8)"]
    assert main([*asked, "--book", str(tmp_path)]) == 2
    assert "there is no book in" in capsys.readouterr().err
    (tmp_path / "rules.md").write_text("", encoding="utf-8")
    assert main([*asked, "--book", str(tmp_path)]) == 0
    assert f"    {tmp_path.as_posix()}/rules.md#takes\n" in capsys.readouterr().out
    assert main([*asked, "--book", "https://example.org/book/", "--format", "markdown"]) == 0
    assert "[strongest](https://example.org/book/rules.html#takes)" in capsys.readouterr().out


@pytest.mark.parametrize("where", ["", "\x00", "nowhere", "x" * 5000, "\udcff"])
def test_a_folder_without_a_book_is_told(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "spec/kaciri", "who acts", "--book", where]) == 2
    assert "there is no book in" in capsys.readouterr().err


def test_a_question_may_begin_as_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The examples of the game are loaded for that alone."""
    assert main(["ask", "spec/kaciri", "as a_city_that_nobody_take", "1 + 1"]) == 2
    assert "did you mean `a_city_that_nobody_takes`" in capsys.readouterr().err
    assert main(["ask", "spec/kaciri", "as a_city_that_nobody_takes", "city.resistance"]) == 0
    assert "11" in capsys.readouterr().out
