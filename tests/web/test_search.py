"""The page's opponent who searches, in Node: it plays better than chance, and knows no more than its seat may know."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.web.test_package import NODE, ROOT, built

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    built("spec/kaciri", 2, folder)
    (folder / "search.js").write_bytes((ROOT / "refengine/web/page/search.js").read_bytes())
    return folder


def played(page: Path, *said: str) -> dict[str, float]:
    assert NODE is not None
    command = [NODE, str(ROOT / "tests/web/search.mjs"), str(page), *said]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)  # type: ignore[no-any-return]


def test_who_searches_wins_more_than_by_chance_and_decides_by_what_is_seen(page: Path) -> None:
    found = played(page, "7", "6", "20")
    assert found["wins"] > 3
    assert found["none"] == 0
    assert found["alike"] == found["guesses"] > 40
    assert found["otherwise"] > 10  # what is hidden was another, and the decision was not


def test_who_knows_what_is_hidden_is_noticed(page: Path) -> None:
    found = played(page, "7", "6", "20", "cheats")
    assert found["alike"] < found["guesses"]


@pytest.mark.parametrize(
    ("path", "games", "steps"), [("spec/kaciri", 8, 200), ("spec/european_war", 3, 120), ("spec/carcassonne", 2, 20)]
)
def test_random_play_inside_takes_what_one_action_after_the_other_would(
    path: str, games: int, steps: int, tmp_path: Path
) -> None:
    """With the same numbers, which are as many; a game that is over asks for none."""
    built(path, 2, tmp_path)
    (tmp_path / "search.js").write_bytes((ROOT / "refengine/web/page/search.js").read_bytes())
    assert NODE is not None
    command = [NODE, str(ROOT / "tests/web/playout.mjs"), str(tmp_path), str(games), str(steps)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found["alike"] == games
    assert found["over"] == games or path != "spec/kaciri"
    assert found["steps"] >= 20 * games
    assert found["refused"] == ["E0711"] * 8
