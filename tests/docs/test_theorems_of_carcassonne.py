"""The page about what is proved of Carcassonne names what is stated, and says of it what is promised."""

import re
import tomllib
from pathlib import Path

from refengine.loading import compile_cached
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.rulings.diff import DiffLimits, diff
from refengine.rulings.diff_tables import Side

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


def test_editions_that_decide_alike_are_the_same_rules_and_the_literal_reading_is_not_known_to_be() -> None:
    (found,), _ = find_games(ROOT / "spec" / "carcassonne")
    game = compile_cached(found)
    told, asked, literal = (Side(each, game, {"own_race": each}) for each in ("with_own", "any_manned", "others_only"))
    few = DiffLimits(10, 0, defaults=True, rlimit=0)
    assert diff(told, asked, few).verdict == "same"
    assert diff(told, literal, few).verdict == "unknown"
    assert {"own_race=with_own", "own_race=any_manned", "--only-defaults"} <= set(PAGE.replace("`", " ").split())
