"""Random expressions in random states: the generated code and a second evaluator come to the same.

Where a part is outside its domain both stop; but code that is generated may find out later, or sooner, than the other
in a set or sum, whose members have no order, so the one thing that must not be is two different answers.
"""

import random
from typing import Any

import pytest

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import game as model
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Enum, Piece, Place as PlaceOf, SetOf
from refengine.ir.simplify import Folding, sizes_of
from refengine.runtime.fault import Fault
from refengine.runtime.frames import Place
from refengine.runtime.game import Game
from tests.engine.random_expressions import CARD, CARDS, COLOUR, Maker, clause, game_of, position
from tests.engine.reference import Table, Undefined, evaluate

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


def table_of(data: dict[str, Any]) -> Table:
    """The plain form of a state's data."""
    names = [row.name for row in CARDS]
    kinds = {"player": ["1", "2", "3"], "Colour": ["Red", "Blue", "Green"]}
    families = {"hand": "player", "seat": "player", "stack": "Colour"}
    zones: dict[tuple[str, int | None], list[int]] = {}
    for name, held in data["zones"].items():
        for key, pieces in held.items() if name in families else [(None, held)]:
            at = None if key is None else kinds[families[name]].index(key)
            zones[name, at] = sorted(names.index(piece) for piece in pieces)
    given = data["variables"]
    variables: dict[tuple[str, int | None], Any] = {
        ("round", None): given["round"],
        ("lead", None): None if given["lead"] is None else given["lead"] - 1,
        ("trumps", None): [kinds["Colour"].index(each) for each in given["trumps"]],
    }
    for seat in range(3):
        variables["flag", seat] = given["flag"][str(seat + 1)]
        variables["side", seat] = kinds["Colour"].index(given["side"][str(seat + 1)])
    chips = data["tokens"]["Chip"]["player"]
    return Table(
        {"player": 3, "Colour": 3},
        {"Card": [{"colour": kinds["Colour"].index(str(row.data[0])), "rank": row.data[1]} for row in CARDS]},
        zones,
        dict.fromkeys(families, 3),
        variables,
        {("Chip", "player", seat): chips[str(seat + 1)] for seat in range(3)},
        {"Chip": 9},
    )


def plain(domain: Domain, value: Any) -> Any:
    """What the engine gives, in plain form."""
    match domain:
        case Piece():
            return value.index
        case PlaceOf():
            assert isinstance(value, Place)
            return (value.zone, None if value.zone in {"box", "pile", "spot"} else value.key)
        case SetOf(inner=Piece()):
            return [each.index for each in value]
        case SetOf():
            return list(value)
        case Enum():
            return value
        case _:
            return value


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
@pytest.mark.parametrize("seed", range(12))
def test_generated_code_and_second_evaluator_agree(seed: int, explain: bool) -> None:
    game = game_of(values(seed, 60))
    module = load_module(emit(game, explain=explain, read=False), f"random_{seed}_{explain}")
    playable = Game(module)
    draw = random.Random(seed)
    compared = 0
    for _ in range(25):
        state = playable.position(position(draw))
        table = table_of(playable.to_json(state))
        for value, info in zip(game.values, module.description.values, strict=True):
            assert isinstance(value.body, model.Single)
            try:
                found = plain(value.domain, info.function(state))
            except Fault:
                continue
            try:
                wanted = evaluate(value.body.result, table, {})
            except Undefined:
                continue
            compared += 1
            assert (found, type(found)) == (wanted, type(wanted)), value.body.result
    assert compared > 500


@pytest.mark.parametrize("seed", range(20))
def test_folding_changes_no_value(seed: int) -> None:
    game = game_of(values(seed + 1000, 60))
    folding = Folding(sizes_of(game), {})
    draw = random.Random(seed)
    playable = Game(load_module(emit(game_of(()), explain=False, read=False), f"folded_{seed}"))
    for _ in range(10):
        table = table_of(playable.to_json(playable.position(position(draw))))
        for value in game.values:
            assert isinstance(value.body, model.Single)
            try:
                wanted = evaluate(value.body.result, table, {})
            except Undefined:
                continue
            assert evaluate(folding.expression(value.body.result), table, {}) == wanted
