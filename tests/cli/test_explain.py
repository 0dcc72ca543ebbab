"""The pages of codes."""

from collections.abc import Callable

from refengine.source.codes import TITLES
from tests.cli.conftest import Ran


def test_a_page(run: Callable[..., Ran]) -> None:
    ran = run("explain", "e0601")
    assert ran.code == 0
    assert "E0601" in ran.out


def test_a_code_that_is_not_there(run: Callable[..., Ran]) -> None:
    ran = run("explain", "E061")
    assert ran.code == 2
    assert ran.err == "error[E0845]: there is no code `E061`\nhint: did you mean `E0601`?\n"


def test_the_list(run: Callable[..., Ran]) -> None:
    ran = run("explain")
    assert ran.code == 0
    assert [line.split("  ")[0] for line in ran.out.splitlines()] == sorted(TITLES)
