"""The table of the README is one that the benchmark prints: its games, its columns, and ratios of its own figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.benchmarks.playouts import HEAD, SHOWN, Row, rounded

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def test_the_readme_shows_the_games_of_the_benchmark() -> None:
    _, _, rest = README.partition(f"{HEAD}\n")
    rows = re.findall(r"^\| (\w+) \| (.+) \|$", rest.partition("\n\n")[0], re.MULTILINE)
    assert tuple(name for name, _ in rows) == SHOWN
    for name, cells in rows:
        engine, module, times, engine_checked, module_checked, times_checked = (
            float(each.replace(",", "")) for each in cells.split(" | ")
        )
        # Two digits of each are shown.
        assert module / engine == pytest.approx(times, rel=0.12), name
        assert module_checked / engine_checked == pytest.approx(times_checked, rel=0.12), name
        assert engine_checked <= engine, name
        assert module_checked <= module, name


@pytest.mark.parametrize(
    ("figure", "shown"), [(11_164_613.0, "11,000,000"), (49_530.2, "50,000"), (7.4, "7"), (0.2, "0")]
)
def test_two_digits_are_shown(figure: float, shown: str) -> None:
    assert rounded(figure) == shown


def test_a_row_is_of_its_figures() -> None:
    assert Row("x", 1000.0, 50_000.0, 500.0, 20_000.0).line() == "| x | 1,000 | 50,000 | 50 | 500 | 20,000 | 40 |"
