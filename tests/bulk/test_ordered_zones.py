"""Zones that keep an order are packed with it: what goes through them does so as the reference engine does."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.bulk.batch import ModuleBatch
from refengine.bulk.lockstep import Lockstep
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.from_ir.conservation import CONSERVED
from refengine.program.from_ir.playing import CUT, OVER_
from refengine.program.lowering import lowered
from refengine.program.storage.codec import StateCodec
from refengine.program.storage.forms import Array, Mask, Sequence, Tally, bits_of
from refengine.program.storage.values import Unpackable
from refengine.runtime.game import Game
from tests.agreement.explored_games import configurations
from tests.agreement.games_and_prover import compiled as rules_of, small
from tests.bulk.ordered_zones import ROWS, WALKS
from tests.bulk.side_by_side import made_in_both, played_by_both
from tests.bulk.test_batch import row, same_view
from tests.engine.rules import compiled
from tests.program.meaning import Meaning
from tests.semantics.lockstep import paired, played

ALIKE = "2 alike of each rank"
MANY = "4 alike of each rank"


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Lockstep:
    return made_in_both(tmp_path_factory.mktemp("rows"), ROWS)[1]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    made = compiled(tmp_path_factory.mktemp("rows"), ROWS)
    configuration, _ = configure(made, 2, {}, {}, None)
    assert configuration is not None
    return make_game(made, configuration)


def test_the_order_lies_beside_what_lies_there(both: Lockstep) -> None:
    zones = both.codec.packed.zones
    held = {name: (each.form, each.order and each.order.form) for name, each in zones.items()}
    assert held["deck"] == (Mask(0, 6), None)
    assert held["row"] == (Mask(0, 6), Sequence(6, 4, alike=False, width=1))
    assert held["well"] == (Mask(0, 6), Sequence(6, 6, alike=False, width=1))
    assert held["queue"] == (Tally(0, 2, 2), Sequence(2, 6, alike=True, width=1))


def test_the_module_plays_as_the_engine_does(both: Lockstep) -> None:
    ends = [both.play(5, number, limit=200, checked=number % 2 == 0) for number in range(30)]
    assert [each.left for each in ends] == [None] * 30
    assert {each.ended.how for each in ends} == {"over"}
    for number, each in enumerate(ends):  # as does the loop inside, which remembers what it has worked out
        results, trapped = both.machine.games(5, number, 1, 200, checked=True)
        assert trapped is None
        ((how, steps, *_),) = results
        assert ({OVER_: "over", CUT: "cut"}[how], steps) == (each.ended.how, each.ended.steps)


def test_both_play_as_it_is_meant(tmp_path: Path) -> None:
    made = compiled(tmp_path, ROWS)
    configuration, _ = configure(made, 2, {}, {}, None)
    assert configuration is not None
    meant = paired(made, configuration)
    assert sum(played(meant, seed, 100) for seed in range(30)) > 600


@pytest.mark.parametrize(
    ("ranks", "copies", "form"),
    [
        (7, "one of each rank", Mask(0, 7)),
        (3, ALIKE, Tally(0, 3, 2)),
        (3, MANY, Tally(0, 3, 4)),
        (70, "one of each rank", Array(0, 70)),
        (40, MANY, Array(0, 40)),
        (130, ALIKE, Array(0, 130)),
    ],
)
def test_any_number_of_pieces_keeps_its_order(ranks: int, copies: str, form: object, tmp_path: Path) -> None:
    """More than 255 pieces are numbered in two bytes."""
    found, lockstep = made_in_both(tmp_path, WALKS.format(ranks=ranks, copies=copies))
    town = found.packed.zones["town"]
    assert (town.form, town.order and town.order.form.width) == (form, 2 if ranks == 130 else 1)
    assert [lockstep.play(2, number, limit=60).left for number in range(4)] == [None] * 4


def test_what_pieces_start_in_may_keep_an_order(tmp_path: Path) -> None:
    rules = WALKS.replace("zone yard holds Pawn  ", "zone yard holds Pawn, ordered")
    for number, copies in enumerate(["one of each rank", ALIKE]):
        place = tmp_path / str(number)
        place.mkdir()
        _, lockstep = made_in_both(place, rules.format(ranks=4, copies=copies))
        assert [lockstep.play(2, number, limit=60).left for number in range(4)] == [None] * 4


# ---- STATES


def visited(game: Game, seed: int, steps: int) -> list[Any]:
    """The states of a random game."""
    drawn, state, found = random.Random(seed), game.initial(), []
    for _ in range(steps):
        found.append(state)
        legal = game.legal(state)
        if not legal:
            break
        state = game.apply(state, drawn.choice(legal))
    return found


def test_a_state_keeps_the_order_in_which_things_are_listed(game: Game) -> None:
    """Of sets that variables and frames hold as well: they may be those of a zone."""
    kept = 0
    for seed in range(10):
        for state in visited(game, seed, 60):
            data = game.to_json(state)
            assert game.from_json(data) == state
            assert game.to_json(game.from_json(data)) == data
            kept += data["variables"]["kept"] != sorted(data["variables"]["kept"], key="Red 1 2 3 Blue".find)
    assert kept


def codec_of(both: Lockstep, game: Game) -> tuple[StateCodec, Any]:
    """The codec, and the data of a state in which something lies in the row."""
    state = next(each for each in visited(game, 1, 9) if len(game.to_json(each)["zones"]["row"]) > 1)
    return both.codec, game.to_json(state)


def test_equal_states_are_equal_bytes_and_others_are_others(both: Lockstep, game: Game) -> None:
    codec, data = codec_of(both, game)
    turned = {**data, "zones": {**data["zones"], "row": data["zones"]["row"][::-1]}}
    assert codec.pack(turned) != codec.pack(data)
    assert codec.unpack(codec.pack(turned)) == turned


@pytest.mark.parametrize("wrong", ["more", "another", "beyond", "behind", "longer"])
def test_an_order_that_no_state_has_is_refused(both: Lockstep, game: Game, wrong: str) -> None:
    codec, data = codec_of(both, game)
    order = codec.packed.zones["row"].order
    assert order is not None
    state = bytearray(codec.pack(data))
    many = state[order.offset]
    place, byte = {
        "more": (0, many + 1),
        "another": (1, state[order.offset + 2]),
        "beyond": (1, 6),
        "behind": (many + 1, 1),
        "longer": (0, 200),
    }[wrong]
    state[order.offset + place] = byte
    with pytest.raises(Unpackable):
        codec.unpack(bytes(state))


@pytest.mark.parametrize("copies", ["one of each rank", ALIKE, "120 alike of each rank"])
@pytest.mark.parametrize("order", [(1, 1), (2, 1, 1), (2, 1, 2), (3, 1, 0, 1), (2, 1, 7)])
def test_an_order_that_is_not_of_what_lies_there_is_found(copies: str, order: tuple[int, ...], tmp_path: Path) -> None:
    """Where pieces are lost from it, stand in it twice, or are others, a search says that not all is as it was."""
    found = conserved(tmp_path, 10 if copies.startswith("120") else 3, copies)
    assert found((2, 1, 0))
    assert found((2, 0, 1))
    assert not found(order)


def conserved(room: Path, ranks: int, copies: str) -> Callable[[tuple[int, ...]], bool]:
    """Returns whether all is as it was where the first two pieces lie in a zone, and this stands in its order."""
    game = compiled(room, WALKS.format(ranks=ranks, copies=copies))
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    program, reason = lowered(specialise(game, configuration), search=True)
    assert program is not None, reason
    town, yard = program.packed.zones["town"], program.packed.zones["yard"]
    (component,) = game.components
    printed = [each.copies for each in component.pieces]
    meaning = Meaning(program.program)

    def found(order: tuple[int, ...]) -> bool:
        state = bytearray(program.packed.size)
        for zone, held in ((town, [1, 1]), (yard, [printed[0] - 1, printed[1] - 1, *printed[2:]])):
            bits = bits_of(zone.form)
            word = sum(each << bits * number for number, each in enumerate(held))
            state[zone.offset : zone.offset + zone.stride] = word.to_bytes(zone.stride, "little")
        assert town.order is not None
        at, width = town.order.offset, town.order.form.width
        state[at : at + width * len(order)] = b"".join(each.to_bytes(width, "little") for each in order)
        meaning.memory[: len(state)], meaning.steps = state, 0
        return meaning.call(CONSERVED, 0) == 1

    return found


# ---- WHAT IS SEEN


def test_a_view_tells_the_order_of_what_is_seen_and_nothing_else(game: Game) -> None:
    """`same_view` looks at every part of the bytes."""
    batch = game.batch(4, 3, limit=80)
    assert isinstance(batch, ModuleBatch)
    assert {each.name for each in batch.fields if each.tells == "order"} == {
        "row", "pile", "well", "show", "line", "queue",
    }  # fmt: skip
    drawn, looks = random.Random(4), 0
    for _ in range(60):
        for number in range(4):
            if batch.stands[number] == 0:
                for seat in (1, 2):
                    same_view(game, batch, number, batch.state(number), seat)
                    looks += 1
        if all(batch.stands):
            break
        batch.step([_any(batch, number, drawn) for number in range(4)])
    assert looks > 100


def _any(batch: ModuleBatch, number: int, drawn: random.Random) -> int:
    legal = [column for column, each in enumerate(row(batch.masks, number)) if each]
    return drawn.choice(legal) if legal else 0


# ---- RANDOM ROWS

HELD = re.compile(r"^(zone (?:hand of each player|pile|slot|stack) holds (?:at most \w+ )?\w+)", re.MULTILINE)


@pytest.mark.parametrize("first", [0, *(pytest.param(each, marks=pytest.mark.campaign) for each in range(30, 630, 30))])
def test_random_rules_with_zones_that_keep_an_order(first: int) -> None:
    """The games are those that are drawn against the prover, which knows of no order: as they are meant, and played."""
    compared = steps = 0
    for seed in range(first, first + 30):
        drawn = small(seed, None)
        rules = rules_of(evolve(drawn, text=HELD.sub(r"\1, ordered", drawn.text)))
        if rules is None or not any(each.ordered for each in rules.zones):
            continue
        for each in islice(configurations(rules, incomplete=False), 1):
            if lowered(specialise(rules, each))[1] is None:
                steps += sum(one.ended.steps for one in played_by_both(rules, each, range(3), limit=20))
                meant = paired(rules, each)
                steps += sum(played(meant, number, 20) for number in range(3))
                compared += 1
    assert compared > 5
    assert steps > 100
