"""The page about what is proved of Carcassonne names what is stated, and says of it what is promised."""

import re
import tomllib
from pathlib import Path

from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "proofs" / "carcassonne" / "README.md").read_text("utf-8")
PROMISED = tomllib.loads((ROOT / "spec" / "carcassonne" / "evidence.toml").read_text("utf-8"))
SURE = {"proved", "by construction"}


def test_what_is_proved_stands_in_the_table_and_nothing_else() -> None:
    (found,), _ = find_games(ROOT / "spec" / "carcassonne")
    rules = compile_folder(found).game
    assert rules is not None
    stated = {each.name for each in rules.claims} | {each.name for each in rules.dependences}
    stated |= {each.name for each in rules.invariants} | {each.name for each in rules.measures}
    known = {name: level for part in PROMISED.values() for name, level in part.items()}
    listed = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert listed == {each for each in stated if known[each] in SURE}
    assert {each for each in stated - listed if f"`{each}`" not in PAGE} == set()


def test_what_is_owed_is_proved_but_for_what_the_page_says() -> None:
    tested = {name.partition(":")[0] for name, level in PROMISED["obligation"].items() if level not in SURE}
    assert tested == {"land", "worth"}
    assert all(f"`{each}`" in PAGE for each in tested)
    assert {*PROMISED["sight"].values(), *PROMISED["conservation"].values()} <= SURE
