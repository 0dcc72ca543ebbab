"""Numbers between two in the prover: of tokens no more are counted than there are, and what has no end is refused."""

from pathlib import Path

import pytest

from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.goal import Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from tests.engine.rules import rulebook

RULES = """\
game heaps from rulebook urn
    players 2 per R1

kind Heap is Great, Small per R1

token Match on each Heap, limit 6 per R1

option fewer: 1..2, default 1 per R1

setup per R1
    move 3 Match from supply to Great
    move 2 Match from supply to Small
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action take(Heap h, n in 1..MOST) per R1
            then move n Match from h to supply
    if Match on Great + Match on Small = 0
        game over
    go Turn(next of p)

value lying(h: Heap): count per R1
    is Match on h

invariant something_lies_there in Turn per R1
    Match on Great + Match on Small > 0
"""


def verdicts(folder: Path, most: str) -> dict[str, str]:
    """What is found of each goal of the heaps."""
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "game.rules").write_text(RULES.replace("MOST", most), "utf-8")
    (found,), _ = find_games(folder)
    rules = compile_folder(found).game
    assert rules is not None
    return {each.goal.name: each.verdict for each in decide(rules, tuple(goals(rules)), Limits())}


@pytest.mark.parametrize("most", ["(Match on h)", "min(Match on h, 3)"])
def test_as_many_tokens_may_be_taken_as_lie_there(tmp_path: Path, most: str) -> None:
    """The prover listed all numbers up to 2,147,483,648, and never came to an end."""
    found = verdicts(tmp_path, most)
    assert found["something_lies_there"] == "proved"
    assert found["Turn: whoever is asked has a legal action"] == "proved"


def test_more_than_there_are_is_still_refuted(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "(supply of Match)")["Turn: there are enough tokens"] == "refuted"


def test_what_has_no_end_that_is_known_is_refused(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "(lying(h) * lying(h))")["something_lies_there"] == "unsupported"
