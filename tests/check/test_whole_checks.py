"""Games are checked as `check` does by itself, of which continuous integration plays less, or asks for no proofs.

What `.ci/run` leaves out, each to save its time: the proofs of the spy, which promises nothing that they would have to keep,
and those of Beyond the Palisades, but for its base: the solver takes minutes for what its texts may do to each other;
four of five random games of Kacíři, European War and the spy, of which the tests play many more beside other engines; most games
of Carcassonne and of Beyond the Palisades, which are long, and there the modules that others play; and all numbers of players
but one of Goofspiel, European War and Carcassonne, for which the tests play, and prove what the pages show.
"""

from pathlib import Path

import pytest

from refengine.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.mark.campaign
@pytest.mark.parametrize(
    "words",
    [
        ("docs/tutorial/goofspiel",),
        ("docs/tutorial/spy",),
        ("spec/kaciri",),
        ("spec/european_war",),
        ("spec/carcassonne", "--module", "abbey", "--module", "portal"),
        ("spec/palisades",),
    ],
    ids=" ".join,
)
def test_a_game_holds_as_it_is_checked_by_itself(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["check", *words, "--save", str(tmp_path / "saved")]) == 0
