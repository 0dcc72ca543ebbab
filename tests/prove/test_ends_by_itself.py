"""What is known of the first steps of a game whose open texts end by themselves in play: nothing, in steps of play."""

from pathlib import Path

import pytest

from refengine.prove.cache import Answers
from refengine.prove.run import ProofTask, prove
from refengine.smt.goal import Limits
from refengine.source.cache import Cache
from tests.agreement.games_and_prover import PROVER
from tests.engine.rules import compiled

# A text in which something was drawn counts. In play the second of them is over after two steps, if a text draws once at
# most; where the table has to end each it is over after four.
RULES = """
game tiny from rulebook tiny
    players 2                                       per R1
kind Colour is Red                                  per R1
component Card                                      per R1
    colour: Colour
    9 alike of each colour
zone pile holds Card                                per R1
variable texts: 0..9, starts 0                      per R1
setup                                               per R1
    go Turn
phase Turn                                          per R1
    enter played(Red)
    if pile is not empty and texts < 9
        move all c in pile to box
        add 1 to texts
    go Turn
text played(k: Colour) by k, open over Draw{most}   per R1
phase Draw                                          per R1
    if pile is empty and (number of c in box) > 0
        move 1 Card(Red) from box to pile
invariant few_texts in played                       per R1
    texts < 2
"""


@pytest.mark.parametrize(
    ("most", "steps", "verdict", "known"),
    [
        (", at most 1 times", 3, "unknown", 0),
        ("", 3, "bounded", 3),
        (", at most 1 times", 5, "refuted", 0),
        ("", 5, "refuted", 0),
    ],
)
def test_first_steps(most: str, steps: int, verdict: str, known: int, tmp_path: Path) -> None:
    game = compiled(tmp_path / "game", RULES.format(most=most))
    goals = tuple(each for each in PROVER.goals(game) if (each.kind, each.name) == ("invariant", "few_texts"))
    limits = Limits(rlimit=1_000_000, steps=steps)
    answers = Answers(game, limits, fresh=True, folder=Cache(tmp_path / "cache"))
    (answer,) = prove(ProofTask(game, goals, limits), PROVER, answers).answers
    assert (answer.decision.verdict, answer.decision.steps) == (verdict, known)
    if verdict == "unknown":
        assert "in play some end sooner" in answer.decision.how
