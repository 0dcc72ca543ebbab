"""Packed states: equal states are equal bytes, and bytes that no state has are refused."""

import pytest

from refengine.bulk.lockstep import Lockstep
from refengine.program.storage.codec import StateCodec
from refengine.program.storage.packed import Packed
from refengine.program.storage.values import Unpackable
from tests.bulk.configurations import configurations


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
