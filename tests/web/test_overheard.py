"""The page tells of what others decide no more than its seat could see, in Node."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.engine.rules import compiled
from tests.web.test_package import NODE, ROOT, built

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

RULES = """
game whispers from rulebook tiny
    players 2                                                       per R1

variable plan of each player: 0..3, starts 0, seen by owner         per R1
variable shown: 0..3, starts 0                                      per R1

setup                                                               per R1
    go Planning

phase Planning                                                      per R1
    ask 2
        action attack                                               per R1
            then set plan of 2 to 1
        action retreat                                              per R1
            then set plan of 2 to 2
        action parley(n in 1..2)                                    per R1
            then set shown to n
    ask 1
        action wait                                                 per R1
    game over
"""

SECRET = RULES.replace("    ask 2\n", "    ask every player p, at once, in secret\n").replace("plan of 2", "plan of p")


def heard(folder: Path, rules: str) -> list[list[object]]:
    compiled(folder / "whispers", rules)
    (folder / "built").mkdir()
    built(str(folder / "whispers"), 2, folder / "built")
    (folder / "built" / "overheard.js").write_bytes((ROOT / "refengine/web/page/overheard.js").read_bytes())
    assert NODE is not None
    command = [NODE, str(ROOT / "tests/web/overheard.mjs"), str(folder / "built"), "1"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(told)  # type: ignore[no-any-return]


def test_an_action_whose_traces_another_would_have_left_as_well_is_not_named(tmp_path: Path) -> None:
    assert heard(tmp_path, RULES) == [
        ["attack", [], None], ["retreat", [], None], ["parley", [1], "parley"], ["parley", [2], "parley"],
    ]  # fmt: skip


def test_what_is_chosen_at_once_and_in_secret_is_not_named_where_there_was_a_choice(tmp_path: Path) -> None:
    rules = SECRET.replace("                then set shown to n", "                then set plan of p to n")
    rules = rules.replace("then set shown to n", "then set plan of p to n")
    assert {name for _, _, name in heard(tmp_path, rules)} == {None}


def test_an_action_that_has_no_other_is_named(tmp_path: Path) -> None:
    rules = RULES.replace("        action retreat                                              per R1\n", "").replace(
        "            then set plan of 2 to 2\n", ""
    )
    assert ["attack", [], "attack"] in heard(tmp_path, rules)
