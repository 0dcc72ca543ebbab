"""Actions in which a set is chosen: it is one number in a program, and a list for everybody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered
from refengine.runtime.game import Game
from refengine.source.cache import Cache
from refengine.web.package import write_package
from refengine.web.reasons import Background
from tests.bulk.side_by_side import made_in_both
from tests.engine.rules import compiled
from tests.explore.small_games import scope
from tests.web.test_package import NODE, lockstep as both_play, played
from tests.web.test_why_not import compared_as_built

RULES = """\
game isles from rulebook tiny
    players 2                                                       per R1

component Stone                                                     per R1
    rank: 1..{most}
    one of each rank

zone shore holds Stone                                              per R1
zone hand of each player holds Stone                                per R1

variable bridge of each Stone: truth                                per R1
variable favourite of each player: set of Stone                     per R1

region isle of Stone                                                per R1
    joins s with t when bridge of s and bridge of t and s != t

setup                                                               per R1
    move all s in box to shore
    go Turn(1)

phase Turn(p: player)                                               per R1
    ask p
        action build(s in shore)                                    per R1
            when not bridge of s
            then set bridge of s to true
        action clear(h in isle, q in player)                        per R1
            when (number of s in h) > 1
            bar own_favourite per R1
                when favourite of q = h
            then set favourite of q to h
            then for each s in h
                set bridge of s to false
        action take(h in isle)                                      per R1
            when (number of s in h) > 2 and (every s in h has s in shore)
            then each s in h
                move s from shore to hand of p
        action stop                                                 per R1
            then game over
    go Turn(next of p)

invariant favourites_are_large                                      per R1
    every player p has favourite of p is empty or (number of s in favourite of p) > 1
"""


@pytest.mark.parametrize("most", [3, 64])
def test_they_are_chosen_as_the_engine_has_them(most: int, tmp_path: Path) -> None:
    """Of 64 stones the last has the sign of the number."""
    _, lockstep = made_in_both(tmp_path, RULES.format(most=most))
    ends = [lockstep.play(3, number, limit=40) for number in range(12)]
    assert [each.left for each in ends] == [None] * 12
    assert sum(each.ended.steps for each in ends) > 20


def test_a_search_finds_as_many_states(tmp_path: Path) -> None:
    made = ExplorationSettings(engine="both", keep=Cache(None), limit=3_000, force=True)
    found = explore_scope(compiled(tmp_path / "rules", RULES.format(most=4)), scope(2), None, made)
    assert found.states > 500
    assert not found.faults


def test_a_set_of_many_things_is_left_to_the_engine(tmp_path: Path) -> None:
    game = compiled(tmp_path / "rules", RULES.format(most=65))
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    assert lowered(specialise(game, configuration))[0] is None


def test_a_region_of_pieces_in_an_order_is_left_to_the_engine_with_the_reason(tmp_path: Path) -> None:
    rules = RULES.format(most=4).replace("zone shore holds Stone  ", "zone shore holds Stone, ordered  ")
    game = compiled(tmp_path / "rules", rules)
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    found = lowered(specialise(game, configuration))
    assert found == (None, "region `isle.joins`: a region of pieces that may lie in an order")


def package(folder: Path, most: int) -> Game:
    game, configuration = compiled(folder / "rules", RULES.format(most=most)), Configuration(2, ())
    assert write_package(specialise(game, configuration), Background(), folder / "built")[1] == ()
    return make_game(game, configuration)


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
@pytest.mark.parametrize("most", [4, 64])
def test_packages_have_them_as_lists(most: int, tmp_path: Path) -> None:
    game = package(tmp_path, most)
    lines = list(played(tmp_path / "built", 3, 6, 30))
    assert both_play(game, iter(lines)) > 10
    assert {"clear", "take"} & {line["action"]["name"] for line in lines if "action" in line}
    assert "arguments: [h: Stone[], q: Seat]" in (tmp_path / "built" / "game.d.ts").read_text("utf-8")


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_packages_say_why_a_set_may_not_be_chosen(tmp_path: Path) -> None:
    seen = compared_as_built(package(tmp_path, 3), 6, 20, tmp_path, 5)
    assert {"legal", "guard", "choice"} <= set(seen)
