"""`done` hands control back to whoever entered the phase: that somebody did is owed."""

from __future__ import annotations

import pytest

from refengine.source.cache import Cache
from tests.smt.rules import asked, confirmed, game

RULES = """
game small from rulebook tiny
    players 2..2                                                per R1

variable n: 0..9                                                per R1

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action visit                                            per R1
            then enter Inn
        action leave                                            per R1
            then {how} Inn
        action stop                                             per R1
            then game over
    go Turn

phase Inn                                                       per R1
    ask 2
        action drink                                            per R1
        action pay                                              per R1
            then done
"""

OWED = "Inn: a phase that is done was entered by another"


@pytest.mark.parametrize(("how", "verdict"), [("enter", "proved"), ("go", "refuted")])
def test_whoever_is_done_was_entered(how: str, verdict: str, tmp_path: object) -> None:
    decision = asked(game(RULES.replace("{how}", how)), OWED)
    assert (decision.verdict in {"proved", "by construction"}) is (verdict == "proved")
    if verdict == "refuted":
        assert decision.verdict == "refuted"
        confirmed(Cache(), game(RULES.replace("{how}", how)), decision)
