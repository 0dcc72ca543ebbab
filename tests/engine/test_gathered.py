"""Whether a piece lies somewhere in a family, asked in a loop: of the family that is asked for, in the state that is asked."""

import random

import pytest

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import expressions as ir
from refengine.ir.domain import COUNT, Range
from refengine.ir.simplify import conjunction
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.semantics.expressions import Meaning
from refengine.semantics.fault import Fault as Undefined
from refengine.semantics.state import Rules
from tests.engine.random_expressions import CARD, ORIGIN, game_of, position, values_of
from tests.semantics.lockstep import plain, told_by

CARD_ = ir.Local("c", CARD)
RANK = ir.FieldOf(CARD_, "rank", None, Range(1, 3))
OTHER = ir.Local("d", CARD)
OTHER_RANK = ir.FieldOf(OTHER, "rank", None, Range(1, 3))
HANDS, STACKS = ir.Contents("hand", None, "Card"), ir.Contents("stack", None, "Card")
IN_A_HAND, IN_A_STACK = ir.Contains(CARD_, HANDS), ir.Contains(CARD_, STACKS)
ALL = ir.AllMembers(CARD)


def highest(*conditions: ir.Expr) -> ir.Expr:
    return ir.Extreme("highest", RANK, ir.Binding(CARD_, ALL, conjunction(conditions)), Range(1, 3), ORIGIN)


FORMS: tuple[ir.Expr, ...] = (
    highest(IN_A_HAND),
    highest(ir.Not(IN_A_STACK), ir.Not(IN_A_HAND)),
    ir.Arith("+", highest(IN_A_STACK), highest(ir.Not(IN_A_STACK)), COUNT),
    ir.Exists(
        ir.Binding(OTHER, HANDS, ir.Not(ir.Contains(OTHER, STACKS))), ir.Equal(OTHER_RANK, highest(ir.Not(IN_A_HAND)))
    ),
    ir.Less(highest(IN_A_HAND), highest(ir.Or((IN_A_STACK, IN_A_HAND))), strict=True),
)


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
def test_what_lies_in_a_family_is_what_is_meant(explain: bool) -> None:
    rules = game_of(values_of(FORMS))
    text = emit(rules, explain=explain)
    assert ("frozenset(chain.from_iterable(state.hand))" in text) is not explain
    module = load_module(text, f"gathered_{explain}")
    game, draw, told = Game(module), random.Random(2), set()
    for _ in range(60):
        state = game.position(position(draw))
        meaning = Meaning(Rules(rules), told_by(game, state))
        for number, info in enumerate(module.description.values):
            try:
                wanted = meaning.call(info.name, ())
            except Undefined:
                with pytest.raises(Fault):
                    info.function(state)
                continue
            told.add((number, wanted))
            assert plain(info.function(state)) == wanted, info.name
    assert {number for number, _ in told} == {*range(len(FORMS))}
    assert {(3, True), (3, False), (4, True), (4, False)} <= told
