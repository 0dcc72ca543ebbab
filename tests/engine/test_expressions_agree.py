"""Random expressions in random states: the generated code and the meaning of expressions come to the same.

Where a part is outside its domain both stop; but code that is generated may find out later, or sooner, than the other
in a set or sum, whose members have no order, so the one thing that must not be is two different answers.
"""

import random

import pytest

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import game as model
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Place as PlaceOf, SetOf
from refengine.ir.simplify import Folding, sizes_of
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.semantics.expressions import Meaning
from refengine.semantics.fault import Fault as Undefined
from refengine.semantics.state import Rules
from tests.engine.random_expressions import CARD, COLOUR, Maker, clause, game_of, position
from tests.semantics.lockstep import plain, told_by

DOMAINS: tuple[Domain, ...] = (TRUTH, TRUTH, COUNT, PLAYER, COLOUR, CARD, PlaceOf("Card"), SetOf(CARD), SetOf(COLOUR))


def values(seed: int, number: int) -> tuple[model.Value, ...]:
    draw = random.Random(seed)
    maker = Maker(draw)
    return tuple(
        model.Value(
            f"value{index}",
            (),
            domain,
            model.Single(maker.one(domain, draw.randint(1, 4), ())),
            clause(f"value{index}"),
        )
        for index in range(number)
        for domain in [draw.choice(DOMAINS)]
    )


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
@pytest.mark.parametrize("seed", range(12))
def test_generated_code_comes_to_what_is_meant(seed: int, explain: bool) -> None:
    game = game_of(values(seed, 60))
    module = load_module(emit(game, explain=explain, read=False), f"random_{seed}_{explain}")
    playable = Game(module)
    draw = random.Random(seed)
    compared = 0
    for _ in range(25):
        state = playable.position(position(draw))
        meaning = Meaning(Rules(game), told_by(playable, state))
        for value, info in zip(game.values, module.description.values, strict=True):
            try:
                found = plain(info.function(state))
            except Fault:
                continue
            try:
                wanted = meaning.call(value.name, ())
            except Undefined:
                continue
            compared += 1
            assert (found, type(found)) == (wanted, type(wanted)), value.body
    assert compared > 500


@pytest.mark.parametrize("seed", range(20))
def test_folding_changes_no_value(seed: int) -> None:
    game = game_of(values(seed + 1000, 60))
    folding = Folding(sizes_of(game), {})
    draw = random.Random(seed)
    playable = Game(load_module(emit(game_of(()), explain=False, read=False), f"folded_{seed}"))
    for _ in range(10):
        meaning = Meaning(Rules(game), told_by(playable, playable.position(position(draw))))
        for value in game.values:
            assert isinstance(value.body, model.Single)
            try:
                wanted = meaning.of(value.body.result, {}, value.name)
            except Undefined:
                continue
            assert meaning.of(folding.expression(value.body.result), {}, value.name) == wanted
