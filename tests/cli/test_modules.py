"""`--module`: what the commands that take a game do with modules that lie beside it."""

from pathlib import Path

import pytest

from refengine.cli.main import main
from refengine.evidence.promises import all_promises
from tests.resolve.test_modules import module, room  # noqa: F401 (a fixture)

PLAIN = ["--only", "examples"]
GREEN = "add Green to Colour per R1\nvariable nights: count per R1\nlaw dark per R1\n    true\n"
BONUS = (
    "plus bonus to score per R1\n    is 2\n\nexample rich per R1\n    given 2 players\n    expect score = 2 by bonus\n"
)


@pytest.fixture
def garden(room: Path) -> Path:  # noqa: F811
    module(room, "green", GREEN)
    module(room, "rich", BONUS)
    return room


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main([str(each) for each in words])
    out, err = capsys.readouterr()
    return code, out + err


def test_the_base_each_module_and_all_together_are_checked(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "check", "garden", "--module", "rich", "--module", "green", *PLAIN)
    assert code == 0
    assert told.splitlines()[-1] == "holds: garden, green, rich, garden_with_green_and_rich"
    assert "garden_with_green_and_rich (garden --module green --module rich)" in told
    again = said(capsys, "check", "garden", "--module", "green", "--module", "rich", *PLAIN)
    assert again == (code, told)


def test_an_example_of_the_base_is_told_where_it_comes_out_otherwise(
    garden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, told = said(capsys, "check", "garden", "--module", "rich", "--module", "green", *PLAIN, "--verbose")
    _, _, whole = told.partition("garden_with_green_and_rich (")
    assert "1 of the base otherwise\n                the_second_of_a_colour_does_not_fit" in whole


def test_one_module_is_the_folder_of_its_name(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_option = said(capsys, "simulate", "garden", "--module", "rich", "--games", "2")
    assert by_option == said(capsys, "simulate", "rich", "--games", "2")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check", "garden", "--module", "blue"], "E0839"),
        (["check", "garden", "--module", "green", "--module", "green"], "E0839"),
        (["check", "green", "rich", "--module", "green"], "E0840"),
        (["check", "garden", "--module", "green", "--module", "rich", "--update-evidence"], "E0840"),
        (["simulate", "green", "--module", "rich"], "E0839"),
        (["prove", "garden", "--module", "."], "E0839"),
        (["show", "garden", "--module", "garden/.."], "E0839"),
    ],
)
def test_what_cannot_be_chosen(words: list[str], code: str, garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, told = said(capsys, *words)
    assert found == 2
    assert f"error[{code}]" in told


def test_what_modules_promise_is_promised_together(garden: Path) -> None:
    (garden / "green" / "evidence.toml").write_text(
        '[law]\ndark = "exhaustive"\n[invariant]\nnot_many = "tested"\n', "utf-8"
    )
    (garden / "rich" / "evidence.toml").write_text('[invariant]\nnot_many = "proved"\n', "utf-8")
    for names in (["green", "rich"], ["rich", "green"]):
        assert {name: str(level) for (_, name), level in all_promises(map(Path, names)).items()} == {
            "dark": "exhaustive",
            "not_many": "proved",
        }


def test_names_and_mutants_are_those_of_the_game_with_its_modules(
    garden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = said(capsys, "names", "garden", "bonus", "--module", "rich")
    assert (code, "score.bonus" in told) == (0, True)
    assert said(capsys, "names", "garden", "bonus")[0] == 2
    few = ["--count", "2", "--games", "0", "--unproved", "--jobs", "1", "--format", "json"]
    assert said(capsys, "mutants", "garden", "--module", "rich", *few) == said(capsys, "mutants", "rich", *few)


def test_a_receipt_is_verified_by_the_rules_of_its_modules(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ask", "garden", "--module", "rich", "given 2 players", "score", "--format", "receipt"]
    code, receipt = said(capsys, *words)
    assert code == 0, receipt
    Path("receipt.json").write_text(receipt, "utf-8")
    assert said(capsys, "verify", "receipt.json", "--game", "garden", "--module", "rich")[0] == 0
    code, told = said(capsys, "verify", "receipt.json", "--game", "garden")
    assert (code, "error[E0849]" in told) == (2, True)


def test_a_folder_of_logs_is_audited_by_the_rules_of_its_modules(
    garden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (garden / "logs").mkdir()
    (garden / "logs" / "one.json").write_text('{"game": "rich", "players": 2, "actions": []}', "utf-8")
    assert said(capsys, "replay", "logs", "--game", "garden", "--module", "rich")[0] == 0
    assert said(capsys, "replay", "logs", "--game", "garden")[0] == 2


def test_a_module_is_put_into_both_sides_that_are_compared(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--reading", "frost=bites", "--reading", "frost=spares", "--states", "20", "--games", "2", "--rlimit", "0"]
    code, told = said(capsys, "diff", "garden", "--module", "rich", *few)
    assert (code, told.replace("garden", "rich")) == said(capsys, "diff", "rich", *few)
    code, told = said(capsys, "diff", "garden", "rich", "--module", "rich", *few)
    assert (code, "error[E0839]" in told) == (2, True)
