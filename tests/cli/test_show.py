"""`refengine show`: positions of examples, traces and states; what it writes, and what it refuses."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.engine.trace import TraceStep, trace_of, write_trace
from refengine.source.codes import TITLES
from tests.cli.conftest import Ran
from tests.cli.test_check import Run
from tests.picture.drawn_games import LAYING, ROOT, drawable, folder_of

DOCS = ROOT / "docs"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game of stones that are shoved, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return folder_of("grid", tmp_path).relative_to(tmp_path)


def trace_in(folder: Path, *, spoilt: bool = False) -> Any:
    """A trace of a game of stones: a few steps, of which the last one may be illegal."""
    game = drawable(folder.resolve()).game
    states, actions = [game.initial()], []
    for _ in range(4):
        actions.append(game.legal(states[-1])[0])
        states.append(game.apply(states[-1], actions[-1]))
    trace = trace_of(game, states, actions)
    if spoilt:
        (name,) = {each.name for each in game.legal(states[-2])} & {"lay", "draw"}
        step = TraceStep(1, "lay", ("(7, 7)",)) if name == "lay" else TraceStep("chance", "draw", ("(7, 7)",))
        trace = evolve(trace, steps=(*trace.steps[:-1], step))
    return trace


def test_the_end_of_an_example_and_what_came_before(run: Run, path: Path) -> None:
    last, first = run("show", path, "one_beside_another"), run("show", path, "one_beside_another", "--step", "0")
    assert (last.code, last.err, first.code) == (0, "", 0)
    assert last.out.startswith("example `one_beside_another`: chance, in Draw\n\nboard\n")
    assert "\nplayer 1: lay (0, 1)\n" in last.out
    assert "Lines" not in first.out.partition("camp")[0].replace("  Dots      Lines  ", "")
    assert (
        "\nlegal: player 1: lay (-1, 0)\nillegal: player 1: lay (2, 0)\nillegal: player 1: lay (-1, -1)\n" in first.out
    )
    assert first.out.count(" illegal ") == 2
    assert first.out.count(" legal ") == 1


def test_an_example_that_is_wrong_is_shown_by_the_rules(run: Run, path: Path) -> None:
    """What the example expects is not what stands in the picture: that is what the rules say."""
    rules = path / "game.rules"
    rules.write_text(
        rules.read_text("utf-8").replace("expect legal 1: lay((-1, 0))", "expect illegal 1: lay((-1, 0))"), "utf-8"
    )
    assert "\nlegal: player 1: lay (-1, 0)\n" in run("show", path, "one_beside_another", "--step", "0").out


def test_a_trace_up_to_a_step(run: Run, path: Path, tmp_path: Path) -> None:
    trace = trace_in(path)
    (tmp_path / "t.itf.json").write_text(write_trace(trace), "utf-8")
    shown = [run("show", path, "t.itf.json", "--step", n) for n in range(5)]
    assert [each.code for each in shown] == [0] * 5
    assert [each.out.partition(":")[0] for each in shown] == [
        f"the trace `t.itf.json`, step {n} of 4" for n in range(5)
    ]
    assert shown[4].out == run("show", path, "t.itf.json").out
    assert len({each.out for each in shown}) == 5
    assert run("show", path, "t.itf.json", "--step", "5").err.startswith("error[E0853]: ")
    assert run("show", path, "t.itf.json", "--players", "0").err.startswith("error[E0840]: a trace has its own ")


def test_of_a_trace_that_is_not_legal_the_last_legal_state(run: Run, path: Path, tmp_path: Path) -> None:
    (tmp_path / "t.itf.json").write_text(write_trace(trace_in(path, spoilt=True)), "utf-8")
    ran = run("show", path, "t.itf.json")
    assert ran.code == 1
    assert ran.out.startswith("the trace `t.itf.json`, step 3 of 4: ")
    assert "\nillegal: " in ran.out
    assert run("show", path, "t.itf.json", "--step", "3").code == 0


def test_an_example_that_breaks_off_is_shown_as_far_as_it_goes(run: Run, path: Path) -> None:
    rules = path / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("    1: lay((0, 1))\n", "    1: lay((9, 1))\n"), "utf-8")
    ran = run("show", path, "one_beside_another")
    assert ran.code == 1
    assert ran.out.startswith("example `one_beside_another`: player 1, in Place\n")
    assert "\nillegal: player 1: lay (9, 1)\n" in ran.out
    assert ran.err.startswith("error[E0884]: ")


def test_colours_change_no_letter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    plain = run("show", LAYING.relative_to(ROOT), "edges_have_to_agree").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    coloured = run("show", LAYING.relative_to(ROOT), "edges_have_to_agree").out
    assert "\x1b[" in coloured
    letters = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [each.rstrip() for each in letters.splitlines()] == plain.splitlines()


def test_a_state_in_a_file(run: Run, path: Path, tmp_path: Path) -> None:
    trace = trace_in(path)
    (tmp_path / "s.json").write_text(json.dumps(trace.states[-1]), "utf-8")
    (tmp_path / "t.itf.json").write_text(write_trace(trace), "utf-8")
    state, end = (run("show", path, file, *more) for file, more in (("s.json", ("--players", 2)), ("t.itf.json", ())))
    assert state.code == 0
    assert state.out.startswith("the state `s.json`: ")
    unframed = re.sub(r"\nplayer \d: .*\n", "", end.out)
    told = [re.findall(r"-?\w+", each.partition(": ")[2]) for each in (state.out, unframed)]
    assert told[0] == told[1]


def test_what_a_seat_does_not_see_is_not_shown(run: Run) -> None:
    everybody, first = run("show", "docs/tutorial/goofspiel"), run("show", "docs/tutorial/goofspiel", "--seat", 1)
    assert everybody.code == first.code == 0
    assert everybody.out.count("hidden") > first.out.count("hidden") > 0
    assert run("show", "docs/tutorial/goofspiel", "--seat", 9).err.startswith("error[E0847]: ")


AIMS = """
game aims from rulebook corpus
    players 2                                                   per R1

kind Side is Up, Right, Down, Left in a ring                    per R1

component Stone                                                 per R1
    5 alike

grid board, squares, sides Side, holds at most one Stone        per R1
variable aim of each player: cell or none, seen by owner        per R1

setup                                                           per R1
    move 1 Stone from box of Stone to board of (0, 0)
    go Aim

phase Aim                                                       per R1
    ask every player p, at once, in secret
        action aim_at(c in edge of board)                       per R1
            then set aim of p to c
    go Show

phase Show                                                      per R1
    ask 1
        action lay(c in edge of board)                          per R1
            then move 1 Stone from box of Stone to board of c
    game over

example both_aim                                                per R1
    1: aim_at((0, 1))
    2: aim_at((1, 0))
    1: lay((0, 1))
"""


def test_a_cell_that_was_named_in_secret_is_not_in_question(run: Run, path: Path) -> None:
    (path / "game.rules").write_text(AIMS, "utf-8")
    aimed = {seat: run("show", path, "both_aim", "--step", "1", *seat) for seat in ((), ("--seat", 1), ("--seat", 2))}
    assert {ran.code for ran in aimed.values()} == {0}
    assert {seat: "aim at (0, 1)" in ran.out for seat, ran in aimed.items()} == {
        (): False, ("--seat", 1): True, ("--seat", 2): False,
    }  # fmt: skip
    assert {seat: "═" in ran.out for seat, ran in aimed.items()} == {
        (): False, ("--seat", 1): True, ("--seat", 2): False,
    }  # fmt: skip
    assert "\nplayer 1: lay (0, 1)\n" in run("show", path, "both_aim").out


def test_what_lies_too_far_apart_is_told_and_not_drawn(run: Run, path: Path, tmp_path: Path) -> None:
    game = drawable(path.resolve()).game
    far = {"zones": {"board": {"(0, 0)": ["Dots"], "(1000000000, -1000000000)": ["Star"]}}}
    (tmp_path / "far.json").write_text(json.dumps(game.to_json(game.position(far))), "utf-8")
    ran = run("show", path, "far.json", "--players", 2)
    assert ran.code == 0
    assert len(ran.out) < 2000
    assert "Dots" in ran.out
    assert "-1000000000 " in ran.out


def test_things_are_called_in_the_language_of_the_reader(run: Run, path: Path, tmp_path: Path) -> None:
    (path / "labels.toml").write_text('[cs]\nDots = "Tečky <>"\nLines = "Čáry"\n', "utf-8")
    ran = run("show", path, "one_beside_another", "--lang", "cs", "--svg", "x.svg")
    assert (ran.code, ran.err) == (0, "")
    assert "Tečky <>" in ran.out
    assert "(0, 0): Tečky &lt;&gt;</title>" in (tmp_path / "x.svg").read_text("utf-8")


def test_a_picture_is_new_unless_it_is_said(run: Run, path: Path, tmp_path: Path) -> None:
    argv = ("show", path, "one_beside_another", "--svg", "board.svg")
    assert run(*argv).code == 0
    first = (tmp_path / "board.svg").read_text("utf-8")
    (tmp_path / "board.svg").write_text("mine", "utf-8")
    assert run(*argv).err.startswith("error[E0851]: ")
    assert (tmp_path / "board.svg").read_text("utf-8") == "mine"
    assert run(*argv, "--force").code == 0
    assert (tmp_path / "board.svg").read_text("utf-8") == first


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("one_beside",), "E0883"),
        (("one_beside_another", "--step", "7"), "E0853"),
        (("one_beside_another", "--step", "mark"), "E0853"),
        (("one_beside_another", "--players", "1"), "E0840"),
        (("--step", "1"), "E0840"),
        (("nothing.json",), "E0101"),
        (("broken.json",), "E0720"),
        (("other.json",), "E0729"),
        (("one_beside_another", "--svg", "nowhere/x.svg"), "E0846"),
    ],
)
def test_bad_input_is_a_diagnostic(run: Run, path: Path, tmp_path: Path, argv: tuple[str, ...], code: str) -> None:
    (tmp_path / "broken.json").write_text("{", "utf-8")
    (tmp_path / "other.json").write_text('{"game": "path"}\n', "utf-8")
    ran = run("show", path, *argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error[{code}]: ")


def test_a_drawing_that_is_none_is_a_diagnostic(run: Run, path: Path) -> None:
    (path / "drawing.toml").write_text("[grid.bord]\n", "utf-8")
    ran = run("show", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error[E0803]: ")
    assert "grid/drawing.toml:1:" in ran.err


def test_the_pages_of_its_codes_show_what_it_says(run: Run, path: Path, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text('{"game": "path"}\n', "utf-8")
    said: dict[str, Ran] = {
        "E0729": run("show", path, "state.json"),
        "E0852": run("show", ROOT / "docs" / "tutorial" / "tictactoe", "--svg", "x.svg"),
        "E0853": run("show", path, "one_beside_another", "--step", "7"),
    }
    for code, ran in said.items():
        page = (DOCS / "errors" / f"{code}.md").read_text("utf-8")
        assert f"```text\n{ran.err}```" in page
        assert page.startswith(f"# {code}: {TITLES[code]}\n")


def test_the_course_of_an_example_names_the_rules_of_each_step(run: Run, path: Path) -> None:
    whole = run("show", path, "one_beside_another", "--course")
    assert (whole.code, whole.err) == (0, "")
    head, *lines = whole.out.splitlines()
    assert head == "example `one_beside_another`"
    steps = [line for line in lines if re.match(r"  \d+\. ", line)]
    assert [line.split(".")[0].strip() for line in steps] == [str(number) for number in range(1, len(steps) + 1)]
    assert any(line.endswith("player 1: lay (0, 1)") for line in steps)
    assert all(re.match(r"       \S.* \(\S.*\)$", lines[lines.index(each) + 1]) for each in steps)
    cited = {one for line in lines if line.startswith("       ") for one in line.rpartition("(")[2][:-1].split(", ")}
    said = lines[lines.index("what the rules say") + 1 :]
    assert {line.strip().partition(":")[0] for line in said} == cited
    shorter = run("show", path, "one_beside_another", "--step", "1", "--course").out.splitlines()
    assert [line for line in shorter if re.match(r"  \d+\. ", line)] == steps[:1]


def test_a_course_is_told_of_steps_and_in_words(run: Run, path: Path, tmp_path: Path) -> None:
    for told in ([], ["one_beside_another", "--step", "0"]):
        refused = run("show", path, *told, "--course")
        assert (refused.code, refused.out) == (2, "")
        assert "error[E0840]: there are no steps of an example to tell" in refused.err
    for more in (["--seat", "1"], ["--svg", str(tmp_path / "a.svg")]):
        refused = run("show", path, "one_beside_another", "--course", *more)
        assert (refused.code, refused.out) == (2, "")
        assert "error[E0840]: a course is told in words" in refused.err
    assert not (tmp_path / "a.svg").exists()


def test_a_course_ends_with_the_step_that_the_rules_do_not_take(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tictactoe"
    shutil.copytree(DOCS / "tutorial" / "tictactoe", folder)
    examples = folder / "examples.rules"
    taken = examples.read_text("utf-8").replace("    2: take(b1)\n", "    2: take(b2)\n", 1)
    examples.write_text(taken, "utf-8")
    told = run("show", folder, "a_whole_game", "--course")
    assert told.code == 1
    assert "\n  1. player 1: mark a square: centre\n       mark a square (R3)\n" in told.out
    assert "\n  2. illegal: player 2: mark a square: centre\n" in told.out
    assert "  3." not in told.out
    assert "error[E" in told.err
