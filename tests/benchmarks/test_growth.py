"""What is measured of a long game is measured of one that is as long as is said, and by the same rules."""

from __future__ import annotations

from pathlib import Path

import refengine
from tests.benchmarks.growth import COMPARED, SKIPPED, TIMES, larger, ratios, tiles_of

USUAL = 72 + 5
"""The tiles of the base game and the shrines of the first set."""


def test_the_larger_box_is_laid_to_its_end(tmp_path: Path) -> None:
    game = refengine.load(larger(tmp_path), players=2)
    assert len(game.initial().bag) + 1 == TIMES * USUAL  # one lies on the board
    laid = tiles_of(game, 1)
    assert TIMES * USUAL - 20 < len(laid) < TIMES * USUAL  # few fit nowhere
    assert len(laid) > SKIPPED + 2 * COMPARED
    assert all(each.edge and each.listing >= 0 and each.placing > 0 for each in laid)
    assert all(ratio > 0 for ratio in ratios(laid))
