"""`refengine check`: what it finds, how it ends, and that it says the same however it is run."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from refengine.cli import check as cli_check
from tests.cli.conftest import Ran
from tests.cli.interrupted import started

Run = Callable[..., Ran]
Spoil = Callable[[str, str, str], None]
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "report.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
TIC = ("check", "spec/tictactoe", "--traces", "10", "--directed", "2")


def report(ran: Ran) -> dict[str, object]:
    data: dict[str, object] = json.loads(ran.out)
    VALIDATOR.validate(data)
    assert data["exitCode"] == ran.code
    return data


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_game_that_holds(run: Run, games: Path) -> None:
    ran = run(*TIC)
    assert ran.code == 0
    assert "examples    6 examples decided, 18 expectations, none failed" in ran.out
    assert "verdict     holds" in ran.out
    assert "s seed" not in ran.out
    assert len(ran.out.splitlines()) <= 15
    assert "1 of 1 further property of play or of printed data" in ran.out
    assert not Path(".refengine").exists()
    long = run(*TIC, "--verbose")
    assert "invariant turns_alternate" in long.out
    before, _, without_promise = ran.out.partition("10 statements without one: ")
    assert without_promise.startswith("invariant turns_alternate,")
    assert "turns_alternate" not in before


def test_json_obeys_the_schema(run: Run, games: Path) -> None:
    data = report(run(*TIC, "--format", "json"))
    assert data["verdict"] == "holds"
    assert "timing" not in data["games"][0]  # type: ignore[index]
    report(run(*TIC, "--format", "json", "--timing"))


def test_modules_play_a_hundred_times_as_many_games(run: Run, games: Path) -> None:
    play = (*TIC, "--only", "play")
    alone, more = (report(run(*play, "--format", "json", "--engine", each)) for each in ("reference", "wasm"))
    of_one, of_both = alone["games"][0], more["games"][0]  # type: ignore[index]
    assert (of_one["inModule"], [each["games"] for each in of_both["inModule"]]) == ([], [1000])
    assert of_one["played"] == of_both["played"]
    assert "steps, 1,000 more in a module" in run(*play).out
    assert "in a module" not in run(*play, "--engine", "reference").out


def test_without_wasmtime_fewer_games_are_played_and_it_is_said_once(
    run: Run, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_check, "is_installed", lambda: False)
    both = ("check", "spec", "--traces", "2", "--directed", "0", "--only", "play")
    ran = run(*both)
    assert ran.code == 0
    assert ran.out.count("warning[W0804]") == 1
    assert ran.out.partition("\n\n")[2].startswith("goofspiel (spec/goofspiel)\n")
    assert "in a module" not in ran.out
    data = report(run(*both, "--format", "json"))
    assert [each["code"] for each in data["diagnostics"]] == ["W0804"]  # type: ignore[attr-defined]
    assert all(each["inModule"] == [] for each in data["games"])  # type: ignore[attr-defined]
    assert "W0804" not in run(*both, "--engine", "reference").out
    assert "W0804" not in run(*both[:2], "--only", "laws").out


def test_a_broken_invariant_comes_with_a_trace_that_is_played_again(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/tictactoe.rules", "or marks(1) = marks(2) + 1", "or marks(1) > 2")
    ran = run(*TIC, "--only", "play")
    assert ran.code == 1
    assert "invariant turns_alternate: does not hold" in ran.out
    assert "per R2 (rulebook line 5): The first player begins, and the two take turns." in ran.out
    assert "1. player 1: " in ran.out
    (saved,) = Path(".refengine").iterdir()
    assert f"saved: {saved.as_posix()}" in ran.out
    again = report(run(*TIC, "--only", "play", "--format", "json"))
    assert again["games"][0]["played"][0]["replayed"] == 1  # type: ignore[index]
    assert again["games"][0]["failures"][0]["saved"] == saved.as_posix()  # type: ignore[index]
    replayed = run("replay", saved, "--game", "spec")
    assert replayed.code == 1
    assert "invariant broken by step 1" in replayed.out


def test_the_output_after_saving_is_the_output_before(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/tictactoe.rules", "or marks(1) = marks(2) + 1", "or marks(1) > 2")
    assert run(*TIC).out == run(*TIC).out


def test_a_broken_example(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/examples.rules", "has_three(1) by in_a_row", "has_three(1) by in_a_column")
    ran = run(*TIC, "--only", "examples")
    assert ran.code == 1
    assert "it holds, but not by `has_three.in_a_column`" in ran.out
    assert "has_three(1) is yes, by `has_three.in_a_row` per R5" in ran.out
    assert "play  " not in ran.out


def test_counterexamples_can_be_kept_elsewhere_or_nowhere(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/tictactoe.rules", "or marks(1) = marks(2) + 1", "or marks(1) > 2")
    run(*TIC, "--save", "kept")
    assert [each.name for each in Path("kept").iterdir()]
    Path("file").write_text("")
    ran = run(*TIC, "--save", "file")
    assert ran.code == 1
    assert "E0846" in ran.err
    assert "saved:" not in ran.out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["check", "nowhere"], "E0101"),
        (["check", "spec/tictactoe/squares.csv"], "E0101"),
        (["check", "spec/tictactoe", "--players", "7"], "E0832"),
        (["check", "spec/tictactoe", "--edition", "first"], "E0830"),
        (["check", "spec/tictactoe", "--table", "sqares=x.csv"], "did you mean `squares`?"),
        (["check", "spec/tictactoe", "--table", "squares=x.csv"], "x.csv"),
        (["check", "spec/tictactoe", "--table", "squares"], "E0841"),
        (["check", "spec/tictactoe", "--table", "squares=a", "--table", "squares=b"], "E0842"),
        (["check", "spec/tictactoe", "--lang", "xx"], "E0844"),
    ],
)
def test_bad_input(run: Run, games: Path, argv: list[str], said: str) -> None:
    ran = run(*argv)
    assert ran.code == 2
    assert said in ran.out + ran.err


def test_rules_with_errors_are_in_the_report(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/tictactoe.rules", "is no Square s has", "is no Sqare s has")
    data = report(run("check", "spec/tictactoe", "--format", "json"))
    assert data["verdict"] == "bad input"
    assert data["games"][0]["diagnostics"][0]["severity"] == "error"  # type: ignore[index]
    assert report(run("check", "nowhere", "spec/tictactoe", "--format", "json"))["verdict"] == "bad input"


def test_one_bad_path_does_not_hide_the_others(run: Run, games: Path) -> None:
    ran = run(*TIC, "nowhere")
    assert ran.code == 2
    assert "E0101" in ran.out
    assert "verdict     holds" in ran.out


def test_play_that_was_asked_for_and_did_not_take_place_is_inconclusive(run: Run, games: Path) -> None:
    assert run("check", "spec/tictactoe", "--traces", "0").code == 3
    assert run("check", "spec/tictactoe", "--traces", "0", "--only", "examples").code == 0


def test_progress_is_plain_lines_in_a_pipe(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(games / "cache"))  # what is kept already is not done again
    ran = run(*TIC)
    assert ran.err == "".join(
        f"tictactoe: {part} to do\n"
        for part in ("random games: 10", "directed play: 1", "random games in modules: 1,000", "proofs: 10")
    )


@pytest.mark.slow
def test_one_process_or_two_say_the_same(run: Run, games: Path) -> None:
    argv = ("check", "spec/goofspiel", "--traces", "20", "--format", "json", "--only", "play", "--only", "coverage")
    one, two = (run(*argv, "--jobs", jobs, "--save", f"kept{jobs}") for jobs in (1, 2))
    assert one.out.replace("kept1", "kept") == two.out.replace("kept2", "kept")
    other = run(*argv, "--seed", "1", "--save", "kept3")
    assert json.loads(other.out)["games"][0]["played"] != json.loads(one.out)["games"][0]["played"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_leaves_what_was_done(games: Path, jobs: str) -> None:
    command = [
        sys.executable,
        "-m",
        "refengine",
        "check",
        "spec/tictactoe",
        "--traces",
        "10000000",
        "--jobs",
        jobs,
        "--format",
        "json",
    ]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with started(command, environment) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 3, err
    data = json.loads(out)
    VALIDATOR.validate(data)
    assert data["games"][0]["interrupted"]
    assert "Traceback" not in err


def test_a_table_is_refused_only_if_no_game_has_it(run: Run, games: Path) -> None:
    squares = "squares=spec/tictactoe/squares.csv"
    argv = ("check", "spec/tictactoe", "spec/goofspiel", "--only", "laws", "--format", "json", "--table")
    assert run(*argv, squares).code == 0
    refused = report(run(*argv, squares.replace("squares", "sqares", 1)))
    assert refused["exitCode"] == 2
    assert {each["code"] for game in refused["games"] for each in game["diagnostics"]} == {"E0835"}  # type: ignore[attr-defined]
