"""Numbers that double step by step are stopped where they are made; those that grow by what is bounded go on."""

from pathlib import Path

import pytest

from refengine.runtime.fault import Fault
from tests.engine.rules import play

RULES = """
game growing from rulebook tiny
    players 2                                                   per R1

variable n: count, starts 3                                     per R1

value next_number: count                                        per R1
{summands}
setup                                                           per R1
    repeat 70 times
        set n to next_number                                    per R1
    go Wait

phase Wait                                                      per R1
    ask 1
        action stop                                             per R1
            then game over

outcome                                                         per R1
    scores are n for player p
    winners are all player p
"""


def summed(*summands: str) -> str:
    plus = "".join(f"    plus part{at} per R1\n        is {each}\n" for at, each in enumerate(summands))
    return RULES.format(summands=plus)


@pytest.mark.parametrize("summands", [("n", "n"), ("n", "1", "n")])
def test_a_value_that_adds_up_what_has_no_bound_breaks_off(summands: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(Fault) as found:
        play(tmp_path, summed(*summands)).initial()
    assert (found.value.code, found.value.path) == ("E0518", "next_number")


def test_one_that_adds_what_is_bounded_goes_on(tmp_path: Path) -> None:
    game = play(tmp_path, summed("n", "5", "number of player p"))
    state = game.apply(game.initial(), game.legal(game.initial())[0])
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (3 + 70 * 7,) * 2
