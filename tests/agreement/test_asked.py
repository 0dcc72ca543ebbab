"""Random conditions that may have no answer: where they have none, no voice goes on, and where they have one, all do.

The meaning of the rules, a plain engine, one that explains, and a module are asked for what is legal in many states.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from refengine.bulk.machine import Machine, Trapped
from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.program.lowering import lowered
from refengine.runtime.fault import Fault as EngineFault
from refengine.runtime.game import Game
from refengine.semantics.fault import Fault
from refengine.semantics.state import Rules
from refengine.semantics.steps import Steps
from tests.agreement.drawn.asked import Maker, written
from tests.types.front_end import compile_texts

STATES = 150
"""So many conditions are asked in some state, of each game."""


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(4, 4_000, 4))]
)
def test_all_voices_break_off_at_the_same_conditions(first: int) -> None:
    """Of four games, and of many more behind the mark."""
    tally: Counter[str] = Counter()
    for seed in range(first, first + 4):
        tally += compared(seed)
    assert min(tally["answered"], tally["broken off"]) > 20


def compared(seed: int) -> Counter[str]:
    """How often conditions of a game have an answer, and how often not."""
    game = made(seed)
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    rules = specialise(game, configuration)
    found, reason = lowered(rules)
    if found is None:  # which is said, and nothing is asked of it
        assert str(reason) in {"a range without a bound below", "a set of numbers where another range is meant"}
        return Counter()
    meant, machine = Steps(Rules(rules)), Machine(found)
    plain, explaining = (
        Game(load_module(emit(rules, explain=explain, read=False), f"asked_{seed}_{explain}"))
        for explain in (False, True)
    )
    begun, listed = meant.initial(), meant.legal(meant.initial())

    def as_meant(place: int) -> list[str]:
        return [each.action for each in meant.legal(meant.after(begun, listed[place]))]

    def in_a_module(place: int) -> list[str]:
        machine.initial()
        machine.legal()
        machine.apply(place)
        return [found.actions[each[0]].name for each in machine.legal()]

    voices = (as_meant, _played(plain), _played(explaining), in_a_module)
    draw, tally = random.Random(seed), Counter[str]()
    for place in draw.sample(range(len(listed)), STATES):
        said = [_said(voice, place) for voice in voices]
        assert said == said[:1] * 4, (seed, listed[place].arguments, said)
        tally["answered" if said[0] else "broken off"] += 1
    return tally


Voice = Callable[[int], list[str]]
"""The names of what is legal behind the first decision at a place."""


def _played(game: Game) -> Voice:
    begun, listed = game.initial(), game.legal(game.initial())
    return lambda place: [each.name for each in game.legal(game.apply(begun, listed[place]))]


def _said(voice: Voice, place: int) -> list[str] | None:
    """What a voice says; None where the rules break off."""
    try:
        return voice(place)
    except (EngineFault, Fault):
        return None
    except Trapped as trapped:
        return None if trapped.site is not None and trapped.site.fault else ["left for want of room"]


def made(seed: int) -> model.Game:
    """The game of a seed, without the conditions that the front end refuses."""
    actions = Maker(seed).actions()
    while True:
        text = written(actions)
        game, wrong = compile_texts({"x.rules": text})
        refused = [each.span.start for each in wrong if each.severity == "error" and each.span is not None]
        if game is not None and not any(each.severity == "error" for each in wrong):
            return game
        ends = [text.index(each) + len(each) for each in actions]
        begun = [end - len(each) for end, each in zip(ends, actions, strict=True)]
        actions = [
            each
            for each, first, end in zip(actions, begun, ends, strict=True)
            if not any(first <= at < end for at in refused)
        ]
