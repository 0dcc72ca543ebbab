"""Counterexamples that ask what would be: engines are asked of what there is then, for as many as play."""

from pathlib import Path

import pytest

from refengine.prove.engines import Engines
from refengine.prove.replay import replay
from refengine.smt.goal import Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from tests.types.front_end import compile_texts

RULES = """
game friends from rulebook tiny
    players 2..3                                                per R1

variable friends: set of player                                 per R1
variable extra: 0..5, under kept is always                         per R1
variable n: 0..3                                                per R1

question kept about R1                                          per R1
    "is it kept?"
    reading never "no", literal, default
    reading always "yes", house

region group of player                                          per R1
    joins p with q when p in friends and q in friends

value largest: count                                            per R1
    is highest of (number of p in g) for group g

value more: 0..5                                                per R1
    normally 0
    except what_is_kept per R1
        when kept is always
        is extra

value share: 0..9                                               per R1
    is 9 div n

setup                                                           per R1
    ask 1
        action befriend(player p)                               per R1
            then add p to friends
            then add 1 to n
            then if kept is always
                set extra to 3
    ask 1
        action rest                                             per R1
    game over

claim as_many_for_two                                           per R1
    in every state of 3 players
    (largest under 2 players) = largest

claim it_can_be_shared                                          per R1
    in every state of 2 players
    share >= more

claim nothing_more                                              per R1
    in every state of 2 players
    under kept is always
    more = (more under kept is never)

audit what_is_more                                              per R1
    in every state of 2 players
    compares more
"""


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("as_many_for_two", "refuted"), ("it_can_be_shared", "unknown"), ("nothing_more", "refuted"),
        ("what_is_more", "found"),
    ],
)  # fmt: skip
def test_engines_can_set_up_what_is_shown(name: str, verdict: str, tmp_path: Path) -> None:
    game, wrong = compile_texts({"friends.rules": RULES})
    assert game is not None, wrong
    engines = Engines(game, Cache(tmp_path))
    asked = tuple(each for each in goals(game) if each.name == name and each.players in {2, 3})
    (decision,) = decide(game, asked[:1], Limits())
    assert decision.verdict == verdict
    told = replay(engines, decision)
    assert told is not None
    assert (told.verdict, told.differences) in {("confirmed", ()), ("not asked", ())}
    assert decision.counterexample is not None
    never = [each.data for each in decision.counterexample.positions if ("kept", "never") in each.readings]
    assert "extra" not in str(never)
