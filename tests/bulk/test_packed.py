"""Packed states: equal states are equal bytes, and bytes that no state has are refused."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from refengine.bulk.lockstep import Lockstep
from refengine.program.storage.codec import StateCodec
from refengine.program.storage.packed import Packed
from refengine.program.storage.values import Unpackable
from refengine.runtime.fault import Fault
from tests.bulk.configurations import configurations
from tests.bulk.side_by_side import made_in_both


def lockstep_of(path: str) -> Lockstep:
    first = next(configurations(path))
    return Lockstep(first.machine(), first.reference())


def test_bytes_of_another_length_are_refused() -> None:
    codec = lockstep_of("docs/tutorial/tictactoe").codec
    with pytest.raises(Unpackable, match="bytes"):
        codec.unpack(bytes(codec.packed.size + 1))


@pytest.mark.parametrize(("path", "most"), [("spec/kaciri", 120), ("spec/european_war", 224)])
def test_states_are_no_larger_than_the_decision_says(path: str, most: int) -> None:
    assert lockstep_of(path).codec.packed.size <= most


@pytest.mark.parametrize("path", ["docs/tutorial/tictactoe", "docs/tutorial/goofspiel", "spec/kaciri"])
def test_bits_that_no_state_has_are_refused(path: str) -> None:
    both = lockstep_of(path)
    codec = both.codec
    state = codec.pack(both.game.to_json(both.game.initial()))
    said = codec.unpack(state)
    for place in range(len(state)):
        for bit in range(8):
            changed = bytearray(state)
            changed[place] ^= 1 << bit
            try:
                other = codec.unpack(bytes(changed))
            except Unpackable:
                continue
            assert other != said
            assert codec.pack(other) == bytes(changed)
            both.game.from_json(other)


HEAP = """\
game heap from rulebook tiny
    players 2                                                   per R1
component Card                                                  per R1
    rank: 1..5
    2 alike of each rank
component Coin                                                  per R1
    worth: 1..2
    3 alike of each worth
token Chip on each player, limit 5                              per R1
zone deck holds Card, ordered                                   per R1
zone row of each player holds at most 2 Card, ordered           per R1
zone purse of each player holds at most 4 Coin                  per R1
variable near: set of 0..99                                     per R1
variable far: set of -3000..3000                                per R1
variable noted: set of Coin                                     per R1
variable queue: set of Card                                     per R1
setup                                                           per R1
    move all c in box of Card to deck
    move all c in box of Coin with c.worth = 1 to purse of 1
    move 2 Chip from supply to 1
    add 3 to near
    add 65 to near
    add -70 to far
    add 2900 to far
    set noted to purse of 1
    set queue to (all c in deck with c.rank < 3)
    go Turn(1)
phase Turn(p: player)                                           per R1
    enter Look(p, 1)
    go Turn(next of p)
phase Look(p: player, n: 1..3)                                  per R1
    ask p
        action look                                             per R1
            when not (Look(next of p, n) is running)
"""
"""Sets in each form that a packed state has, and a phase that is counted."""


def test_bytes_that_the_engine_would_refuse_as_data_are_refused(tmp_path: Path) -> None:
    """Among them what has the right form: a thing twice in a set, a number out of range, more than there is room for."""
    _, both = made_in_both(tmp_path, HEAP)
    _refused_or_taken(both, 4_000)


@pytest.mark.parametrize(
    "path",
    [
        "tests/corpus/effects/good/interrupting.rules",
        "tests/corpus/effects/good/tokens.rules",
        "tests/corpus/types/good/spots.rules",
        "tests/corpus/types/good/spots_turned.rules",
        "tests/corpus/titles/good/chains_that_end.rules",
        "docs/tutorial/spy",
    ],
)
def test_so_are_those_of_other_games(path: str) -> None:
    _refused_or_taken(lockstep_of(path), 400)


def _refused_or_taken(both: Lockstep, many: int) -> None:
    """Changes bytes of states of a game at random: what is unpacked the engine reads as a state."""
    chance, game, codec = Random(1), both.game, both.codec
    states: list[bytes] = []
    state = game.initial()
    with suppress(Fault):  # some of the games are there for that
        while len(states) < 15 and (legal := game.legal(state)):
            states.append(codec.pack(game.to_json(state)))
            state = game.apply(state, chance.choice(legal))
    refused = 0
    for _ in range(many):
        changed = bytearray(chance.choice(states))
        for _ in range(chance.choice((1, 1, 2))):
            used = [place for place, byte in enumerate(changed) if byte]
            place = chance.choice(used) if chance.random() < 0.5 else chance.randrange(len(changed))
            other = chance.choice(used)
            match chance.randrange(3):
                case 0:
                    changed[place] ^= 1 << chance.randrange(8)
                case 1:
                    changed[place] = chance.choice((0, 1, 2, 3, 255))
                case _:
                    changed[place], changed[other] = changed[other], changed[place]
        try:
            told = codec.unpack(bytes(changed))
        except Unpackable:
            refused += 1
            continue
        assert game.to_json(game.from_json(told)) == told
    assert many > refused > many / 4


def test_a_state_that_is_not_of_this_game_is_refused() -> None:
    both = lockstep_of("docs/tutorial/tictactoe")
    data = both.game.to_json(both.game.initial())
    data["control"] = [{"phase": "nowhere", "point": "start", "data": {}}]
    with pytest.raises(Unpackable, match="nowhere"):
        both.codec.pack(data)
    data["control"] = [data["control"][0]] * 100
    with pytest.raises(Unpackable, match="frames"):
        both.codec.pack(data)


@pytest.mark.parametrize("path", ["spec/kaciri", "spec/european_war", "spec/pagan"])
def test_no_two_things_share_a_byte(path: str) -> None:
    packed = lockstep_of(path).codec.packed
    used = [0] * packed.size
    for offset, size in _parts(packed):
        for place in range(offset, offset + size):
            used[place] += 1
    assert max(used) == 1


def _parts(packed: Packed) -> list[tuple[int, int]]:
    found = [(each.offset, each.stride * each.size) for each in packed.zones.values()]
    found += [(each.offset, each.stride * each.size) for each in packed.variables.values()]
    found += [(each.offset, each.width * each.size) for each in packed.tokens.values()]
    return [*found, (packed.depth, 1), (packed.stack, packed.slot * packed.deepest)]


def test_a_codec_knows_its_version() -> None:
    both = lockstep_of("docs/tutorial/tictactoe")
    codec = StateCodec(both.codec.game, both.codec.packed, "another")
    state = both.codec.pack(both.game.to_json(both.game.initial()))
    assert codec.unpack(state)["version"] == "another"
