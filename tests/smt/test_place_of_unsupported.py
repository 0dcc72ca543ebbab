"""What the prover cannot express is told with its place, whatever was asked: the statement or the value it stands in."""

import pytest

from refengine.smt.plan import goals
from tests.smt.rules import game, proved

COUNTS = """
game adds from rulebook tiny
    players 1                                                                       per R1

variable x: count                                                                   per R1
variable y: 0..3                                                                    per R1

setup                                                                               per R1
    go Turn

phase Turn                                                                          per R1
    ask 1
        action up                                                                   per R1
            when y < 3
            then add 1 to x
            then add 1 to y
        action stop                                                                 per R1
            then game over
    go Turn

value many: count                                                                per R1
    is number of n in y..x

invariant small                                                                     per R1
    y <= 3

invariant odd                                                                       per R1
    {odd}
"""


@pytest.mark.parametrize(
    ("odd", "stands_in"),
    [("every n in y..x has n >= y", "invariant odd"), ("many >= 0", "value many")],
)
def test_it_is_told_where_what_cannot_be_expressed_stands(odd: str, stands_in: str) -> None:
    text = COUNTS.replace("{odd}", odd)
    made = game(text)
    (asked,) = (each for each in goals(made) if each.name == "small")
    (decision,) = proved(made, asked)
    assert decision.verdict == "unsupported"
    assert decision.span is not None
    kind, name = stands_in.split()
    assert text[: decision.span.start].endswith(f"{kind} ")
    assert text[decision.span.start :].startswith(name)
