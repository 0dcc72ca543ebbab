"""What a set goes through, and what is left of one, where zones keep an order and pieces are alike: as it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.ir import game as model
from refengine.ir.configuration import configure
from tests.bulk.side_by_side import played_by_both
from tests.engine.rules import compiled
from tests.semantics.lockstep import paired, played

RULES = """\
game slots from rulebook tiny
    players 2                                       per R1

component Card                                      per R1
    rank: 1..{ranks}
    2 alike of each rank

zone row holds Card{ordered}                        per R1
zone slot of each player holds Card{ordered}        per R1

variable kept: set of Card                          per R1

setup                                               per R1
    go Turn(1)

phase Turn(p: player)                               per R1
    ask p
        action lay(c in box of Card)                per R1
            then move c to slot of p
        action try_it                               per R1
            then {effect}
{more}        action back(c in row)                       per R1
            then move c to box
    go Turn(next of p)
"""

EFFECTS = {
    "all of a family at once": """simultaneously
                each c in slot
                    move c to row""",
    "all of a family in one loop": """for each c in slot
                move c to row""",
    "what is left of a zone": "set kept to slot of p - {Card(1)}",
    "what is left of a family": "set kept to slot - {Card(1)}",
}


COPIES = {
    "one like it is taken out": "remove Card(1) from kept",
    "one like it is put in": "add Card(1) to kept",
    "two sets are joined": "set kept to kept + slot of p",
    "one is left out of a zone": "set kept to slot of p - {Card(2)}",
    "several are put in and taken out at once": """simultaneously
                each rank in 1..2
                    remove Card(rank) from kept""",
}
KEEP = """\
        action keep                                 per R1
            then set kept to slot of p
"""
FORMS = {"in an order": (3, ", ordered"), "counted in a word": (3, ""), "counted in an array": (40, "")}


def _written(effect: str, ranks: int, ordered: str, more: str = "") -> str:
    found = RULES
    for hole, text in (("effect", effect), ("ranks", str(ranks)), ("ordered", ordered), ("more", more)):
        found = found.replace(f"{{{hole}}}", text)
    return found


@pytest.mark.parametrize("ordered", [", ordered", ""], ids=["in an order", "as printed"])
@pytest.mark.parametrize("effect", EFFECTS)
def test_the_engine_and_the_module_do_what_is_meant(effect: str, ordered: str, tmp_path: Path) -> None:
    _held_by_all(compiled(tmp_path, _written(EFFECTS[effect], 3, ordered)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("effect", COPIES)
def test_what_is_taken_out_of_a_variable_goes_with_all_that_are_like_it(effect: str, form: str, tmp_path: Path) -> None:
    game = compiled(tmp_path, _written(COPIES[effect], *FORMS[form], KEEP))
    _held_by_all(game)


def _held_by_all(game: model.Game) -> None:
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    meant = paired(game, configuration)
    assert sum(played(meant, seed, 30) for seed in range(12)) > 100
    assert sum(each.ended.steps for each in played_by_both(game, configuration, range(12), limit=30)) > 100
