"""Fingerprints of states: those that differ little differ in their fingerprints."""

from collections.abc import Iterable
from itertools import combinations

import pytest

from refengine.program import ops
from refengine.program.from_ir import stored_states
from refengine.program.from_ir.stored_states import fingerprint
from tests.program.meaning import Meaning

SIZE = 16
X = ops.Local("x", "i64")
AS_IT_IS = ops.Function("mixed", (X,), "i64", (ops.Return(ops.Get(X)),))
"""What is mixed at last is mixed one to one, so it makes nothing alike, and nothing other."""


def fingerprints(states: Iterable[int]) -> list[int | None]:
    meaning = Meaning(ops.Program((fingerprint(SIZE), AS_IT_IS), (), (), SIZE))
    found = []
    for state in states:
        meaning.memory[:] = state.to_bytes(SIZE, "little")
        meaning.steps = 0
        found.append(meaning.call("fingerprint", 0))
    return found


def few_bits() -> list[int]:
    """States with two bits at most, as where few pieces lie in two zones."""
    bits = [1 << bit for bit in range(8 * SIZE)]
    return [0, *bits, *(one | other for one, other in combinations(bits[::2], 2))]


def test_states_of_few_bits_have_fingerprints_of_their_own() -> None:
    states = few_bits()
    assert len(set(fingerprints(states))) == len(states) > 2000


def test_words_that_are_multiplied_by_one_number_are_taken_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_states, "multiplier", lambda _: 0x1234567 | 1)
    states = few_bits()
    assert len(set(fingerprints(states))) < len(states)
