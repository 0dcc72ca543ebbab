"""Rounds of a plain `each`: which can be seen to commute. That they do is for the prover (tests/smt/test_order)."""

from __future__ import annotations

import pytest

from refengine.ir.commuting import commutes, read_by
from tests.ir.loops import COMMUTE, LOOK_AS_IF_NOT, MAY_NOT, loop_of, made, reads


@pytest.mark.parametrize("loop", COMMUTE)
def test_these_are_seen_to_commute(loop: str) -> None:
    game = made(loop)
    assert commutes(loop_of(game), reads(game))


@pytest.mark.parametrize("loop", [*LOOK_AS_IF_NOT, *MAY_NOT])
def test_of_these_the_order_may_matter(loop: str) -> None:
    game = made(loop)
    assert not commutes(loop_of(game), reads(game))


def test_what_is_read_is_found_behind_values() -> None:
    game = made("each c in deck\n        if high(c)\n            move c to pile")
    assert read_by(loop_of(game), reads(game)) == {"deck"}
