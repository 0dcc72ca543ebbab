"""What the plain build works out once and early, the explaining build works out anew at each call: random values and
simultaneous moves come to the same in both."""

import random
from typing import Any

import pytest

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Place
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.random_expressions import CARD, ORIGIN, YES, Maker, clause, game_of, position

KINDS: tuple[Domain, ...] = (TRUTH, TRUTH, TRUTH, COUNT, PLAYER)


def random_game(seed: int) -> model.Game:
    """Values that call each other, and a phase that moves every card of a family at once."""
    draw = random.Random(seed)
    maker = Maker(draw)
    values = []
    for index in range(10):
        params = (ir.Local("c", CARD),) if draw.random() < 0.7 else ()
        values.append(maker.value(f"value{index}", draw.choice(KINDS), params))
    values.append(maker.value("fate", Place("Card"), (ir.Local("c", CARD),)))
    family = draw.choice(["seat", "hand", "stack"])
    card = ir.Local("c", CARD)
    move = control.MovePiece(
        card, "Card", ir.Located(family, card, "Card", ORIGIN), ir.CallValue("fate", (card,), Place("Card")), ORIGIN
    )
    condition = YES if draw.random() < 0.6 else maker.one(TRUTH, 2, (card,))
    each = control.Each(
        ir.Binding(card, ir.Contents(family, None, "Card"), condition), (move,), ordered=False, origin=ORIGIN
    )
    writes = control.SetVariable("flag", maker.one(PLAYER, 1, ()), maker.one(TRUTH, 3, ()), ORIGIN)
    body: tuple[control.Effect, ...] = (each, writes) if draw.random() < 0.4 else (each,)
    at_once = control.Simultaneous(body, ORIGIN)
    point = control.Point("start", (), (at_once,), control.Done(ORIGIN))
    return game_of(tuple(values), (control.Script("Battle", clause("Battle"), (), (point,)),))


def after(game: Game, data: dict[str, Any]) -> Any:
    try:
        return game.to_json(game.run_phase(game.position(data), "Battle"))
    except Fault as fault:
        return fault


@pytest.mark.parametrize("seed", range(40))
def test_shared_and_unshared_agree(seed: int) -> None:
    game = random_game(seed)
    shared = Game(load_module(emit(game, explain=False, read=False), f"shared_{seed}"))
    anew = Game(load_module(emit(game, explain=True, read=False), f"anew_{seed}"))
    draw = random.Random(seed)
    for _ in range(40):
        data = position(draw)
        one, other = after(shared, data), after(anew, data)
        if not isinstance(other, Fault):
            assert one == other
        state = shared.position(data)
        for first, second in zip(shared.description.values, anew.description.values, strict=True):
            arguments = [shared.description.components[0].pieces[draw.randrange(9)] for _ in first.params]
            try:
                wanted = second.function(anew.position(data), *(_same(anew, each) for each in arguments))
            except Fault:
                continue
            assert repr(first.function(state, *arguments)) == repr(wanted)


def _same(game: Game, piece: Any) -> Any:
    return game.description.components[0].pieces[piece.index]


def test_enough_of_it_is_defined() -> None:
    """Most random moves fault somewhere; those that do not are what the test above compares."""
    defined = 0
    for seed in range(40):
        game = Game(load_module(emit(random_game(seed), explain=True, read=False), f"defined_{seed}"))
        draw = random.Random(seed)
        defined += sum(not isinstance(after(game, position(draw)), Fault) for _ in range(40))
    assert defined > 200
