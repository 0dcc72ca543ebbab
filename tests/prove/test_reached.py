"""Of a position that a game comes to nothing is said that is so in none: neither what is left out, nor the readings."""

from refengine.check.refutations import failure_of
from refengine.prove.engines import Engines
from refengine.prove.narrative import show
from refengine.report.citations import Reader
from refengine.source.cache import Cache
from tests.smt.rules import asked, game

JUMPS = """
game jumps from rulebook tiny
    players 1                                                                       per R1

question leap about R1                                                              per ruling A1
    "may one leap?"
    reading never "no", default
    reading daring "yes"

question tall about R1                                                              per ruling A2
    "how tall is tall?"
    reading very "very", default
    reading hardly "hardly"

option steep: truth, default false                                                    per R1

variable height: 0..3                                                               per R1
variable tired: 0..9                                                                per R1

setup                                                                               per R1
    go Turn

phase Turn                                                                          per R1
    ask 1
        action up                                                                   per R1
            when height = 0
            then set height to 1
        action leap_up                                                              per R1
            when height = 0
            when leap is daring
            then set height to 2
            then set tired to 5
        action go_on                                                                per R1
            when height = 2
            then set height to 3
        action stop                                                                 per R1
            then game over
    go Turn

invariant not_so_high                                                               per R1
    height < 3
"""
"""Nobody comes to 2 who may not leap; from there the step is the same by both readings."""


def found(kept: Cache, rules: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The setting of what refutes the invariant, what is said of it, and what is given."""
    made = game(rules)
    shown = show(Engines(made, kept), asked(made, "not_so_high", players=1))
    told = failure_of(shown, Reader(None, {}))
    assert told.setting is not None
    return told.setting.label, told.found, told.position


def test_a_position_is_shown_under_readings_by_which_a_game_comes_there(kept: Cache) -> None:
    label, *_ = found(kept, JUMPS)
    assert label == "1 player, leap daring"  # what makes no difference is as it is by default


def test_what_is_left_out_of_a_position_is_said_to_be(kept: Cache) -> None:
    _, said, given = found(kept, JUMPS)
    assert given == ("given height = 2",)  # and whoever comes there is tired
    assert said[0] == "a game comes to a position like this; here, what makes no difference is as at the start"


def test_a_position_of_which_nothing_is_left_out_is_the_one_that_a_game_comes_to(kept: Cache) -> None:
    _, said, given = found(kept, JUMPS.replace("            then set tired to 5\n", ""))
    assert given == ("given height = 2",)
    assert said[0] == "a game comes to this position"
