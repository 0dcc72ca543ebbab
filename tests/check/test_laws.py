"""Laws are held against the printed data by an engine that overlooks nothing."""

from pathlib import Path

import pytest

from refengine.check.run import Options, check
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.source.cache import Cache
from tests.prove.duel import Says, compiled, write_game

RULES = """
game duel from rulebook tiny
    players 2                                                   per R1

kind Suit is Hearts, Spades                                     per R1

component Card                                                  per R1
    suit: Suit
    worth: 1..4
    one of each suit and worth

value high(c: Card): 0..3                                       per R1
    case much per R1
        when c.worth >= 2
        is 2
    case little per R1
        when c.worth {little}
        is 2

law two                                                         per R1
    every Card c has high(c) = 2

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action stop                                             per R1
            then game over
    go Turn
"""


@pytest.mark.parametrize(("little", "verdict"), [("< 2", "holds"), ("<= 2", "violated"), ("< 1", "violated")])
def test_a_law_that_has_no_answer_is_broken(little: str, verdict: str, tmp_path: Path) -> None:
    made = compiled(write_game(tmp_path / "duel", RULES.replace("{little}", little)))
    options = Options(parts=frozenset({"laws"}), traces=0, directed=0, prover=Says(()).prover(), keep=Cache(None))
    report = check(made, options, Words(Labels()))
    assert {each.name: each.verdict for each in report.statements if each.kind == "law"} == {"two": verdict}
