"""A search asks what hangs on several parts of a state again, whichever of them a step has written."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from tests.engine.rules import compiled
from tests.explore.test_module_search import same

RULES = """\
game pots from rulebook tiny
    players 1                                                                       per R1

variable salt: 0..3, starts 0                                                       per R1
variable water: 0..3, starts 0                                                      per R1
variable fire: 0..3, starts 0                                                       per R1

setup                                                                               per R1
    go Cook

phase Cook                                                                          per R1
    ask 1
        action strew                                                                per R1
            when salt < 3
            then add 1 to salt
        action pour                                                                 per R1
            when water < 3
            then add 1 to water
        action burn                                                                 per R1
            when fire < 3
            then add 1 to fire
    if salt = 3 and water = 3 and fire = 3
        game over
    go Cook

invariant not_all_at_once                                                           per R1
    {}
"""


@pytest.mark.parametrize(
    "condition", ["salt < 3 or fire < 2", "fire < 2 or water < 3", "water < 2 or salt < 2 or fire < 3"]
)
def test_what_is_broken_by_one_of_several_parts_is_found(tmp_path: Path, condition: str) -> None:
    game = compiled(tmp_path / "pots", RULES.format(condition))
    configuration, wrong = configure(game, 1, {}, {}, None)
    assert configuration is not None, wrong
    found = same(game, configuration, 64)
    assert found is not None
    assert [breach.clause.path for breach in found["breaches"]] == ["not_all_at_once"]
