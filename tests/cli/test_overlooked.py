"""What only an explaining build asks is told as a fault of the rules, not as a disagreement of two builds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.agreement.random_calls import COURSE
from tests.cli.conftest import Ran
from tests.engine.test_overlooked import BEHIND
from tests.hostile.small import written


@pytest.mark.parametrize("command", [("check", "--traces", "5", "--jobs", "1"), ("simulate", "--games", "30")])
def test_what_breaks_off_behind_a_clause_that_applies_is_a_fault_of_the_rules(
    command: tuple[str, ...], run: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = f"variable x: 0..9, starts 1 per R1\nvariable y: 0..9 per R1\n{BEHIND['exceptions']}"
    folder = written(tmp_path / "game", rules, course=COURSE.format(effects="    set y to f"), players="1")
    monkeypatch.chdir(tmp_path)
    name, *options = command
    ran = run(name, folder, *options)
    assert ran.code == 1, ran.out + ran.err
    assert "something is divided by 0" in ran.out
    assert "disagree" not in ran.out
    assert "E0519" in ran.out


def test_nobody_can_say_whether_an_action_is_legal_that_hangs_on_it(run: Callable[..., Ran], tmp_path: Path) -> None:
    """A plain engine takes the action; whether it should is not said by the rules, and that is told with its clause."""
    rules = f"variable x: 0..9, starts 0 per R1\nvariable y: 0..9 per R1\n{BEHIND['exceptions']}"
    barred = "            bar no_way per R1\n                when f is 9\n            then set x"
    course = COURSE.format(effects="    set y to 1").replace("            then set x", barred)
    folder = written(tmp_path / "game", rules, course=course, players="1")
    for question in ("why not 1: set_to(2)", "legal actions of 1"):
        ran = run("ask", folder, question)
        assert ran.code == 3, ran.out + ran.err
        assert "Undetermined: the rules break off, since something is divided by 0." in ran.out
        assert "much there" in ran.out
        assert run("ask", folder, "given x = 3", question).code == 0
