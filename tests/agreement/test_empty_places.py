"""What is asked of a place of one in which nothing lies is asked of no piece, and shown of none."""

from tests.agreement.drawn.things import Drawn
from tests.agreement.games_and_prover import compare

RULES = """\
game tiny from rulebook tiny
    players 2 per R1

kind Colour is Red, Blue per R1

component Card per R1
    colour: Colour
    one of each colour

zone hand of each player holds Card per R1
zone field of each player holds at most one Card per R1

value alone(c: Card): truth per R1
    is no d in field with d != c has true

setup per R1
    move all c in box to hand of 1
    go Play

phase Play per R1
    ask 1
        action send(c in hand of 1) per R1
            when field of 1 is empty
            then move c to field of 1
        action stop per R1
            then game over
    go Play

claim nothing_is_alone per R1
    in every state of 2 players
    no c in field has alone(c)
"""


def test_of_an_empty_place_nothing_is_said_that_the_engine_denies() -> None:
    """The piece that would lie there has the number of one that lies elsewhere, and is another one beside it."""
    found = compare(Drawn(RULES), seats=-1)
    assert found is not None
    assert (found.wrong, found.verdicts["claim", "refuted"]) == ([], 1)
