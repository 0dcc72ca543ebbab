"""A set that is one of two, wherever a set may stand: in loops, comprehensions and questions."""

import random

import pytest

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import expressions as ir
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Range, SetOf
from refengine.runtime.game import Game
from refengine.semantics.expressions import Meaning
from refengine.semantics.state import Rules
from tests.engine.random_expressions import CARD, SMALL, game_of, position, values_of
from tests.semantics.lockstep import plain, told_by

CHOSEN = ir.If(
    ir.ReadVariable("flag", ir.Member("player", 1), TRUTH),
    ir.Contents("hand", ir.Member("player", 0), "Card"),
    ir.Contents("pile", None, "Card"),
    SetOf(CARD),
)
CARD_ = ir.Local("c", CARD)
LOW = ir.Less(ir.FieldOf(CARD_, "rank", None, Range(1, 3)), ir.Number(3), strict=True)
OVER = ir.Binding(CARD_, CHOSEN, LOW)
FORMS: tuple[ir.Expr, ...] = (
    CHOSEN,
    ir.Filter(OVER, SetOf(CARD)),
    ir.HowMany(OVER),
    ir.SumOf(ir.FieldOf(CARD_, "rank", None, Range(1, 3)), OVER, COUNT),
    ir.Exists(OVER, ir.Equal(CARD_, ir.Printed("Card", 1))),
    ir.ForAll(OVER, ir.Less(ir.ReadVariable("round", None, SMALL), ir.Number(2), strict=False)),
    ir.IsEmpty(CHOSEN),
    ir.IsEmpty(ir.Filter(OVER, SetOf(CARD))),
    ir.Contains(ir.Printed("Card", 4), CHOSEN),
    ir.Exists(
        ir.Binding(ir.Local("p", PLAYER), ir.AllMembers(PLAYER), ir.TruthLiteral(True)),
        ir.Contains(ir.Printed("Card", 0), ir.Filter(OVER, SetOf(CARD))),
    ),
)


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
def test_a_chosen_set_is_a_set_like_any_other(explain: bool) -> None:
    rules = game_of(values_of(FORMS))
    module = load_module(emit(rules, explain=explain), f"chosen_{explain}")
    game = Game(module)
    draw = random.Random(1)
    for _ in range(30):
        state = game.position(position(draw))
        meaning = Meaning(Rules(rules), told_by(game, state))
        for form, info in zip(FORMS, module.description.values, strict=True):
            assert plain(info.function(state)) == meaning.of(form, {}, info.name), form
