"""Numbers in between that are beyond 2^31: what is made of them leaves its range in no executor, and not for the prover."""

from pathlib import Path

import pytest

from refengine.ir.configuration import Configuration, configure
from refengine.ir.game import Game
from refengine.loading import make_game
from refengine.runtime.fault import Fault
from refengine.smt.plan import goals
from refengine.source.cache import Cache
from tests.bulk.side_by_side import played_by_both
from tests.engine.rules import compiled
from tests.semantics.lockstep import paired, played
from tests.smt.rules import proved

RULES = """
game sums from rulebook tiny
    players 1                                                                       per R1

variable m: -999999999..999999999, starts 900000000                                 per R1
variable n: -99999..99999, starts 99999                                             per R1
variable c: count                                                                   per R1

setup                                                                               per R1
    go Turn

phase Turn                                                                          per R1
    ask 1
        action go_on                                                                per R1
            then {effect}
    go Turn
"""


def made(room: Path, effect: str) -> tuple[Game, Configuration]:
    """A game whose only action has an effect."""
    game = compiled(room / "sums", RULES.format(effect=effect))
    configuration, wrong = configure(game, 1, {}, {}, None)
    assert configuration is not None, wrong
    return game, configuration


BEYOND = [
    "set m to m * 7 div 3",
    "set m to m * 7 div -3",
    "set m to -7 * m div 3 - 1000000",
    "set m to (m + m + m + m) div 3",
    "set c to 999999999 + 999999999 + 147483650 - n * n",
    "set c to (0 - n * n) div 2 + 999999999 + 999999999",
]
"""What leaves its range, by way of a number that no range of the language has."""


@pytest.mark.parametrize("effect", BEYOND)
def test_what_is_made_of_a_number_beyond_all_ranges_may_leave_its_own(tmp_path: Path, effect: str) -> None:
    game, configuration = made(tmp_path, effect)
    assert played(paired(game, configuration), 1, 5) < 4
    plain = make_game(game, configuration, keep=Cache(None))
    state = plain.initial()
    with pytest.raises(Fault) as found:
        plain.apply(state, plain.legal(state)[0])
    assert found.value.code == "E0506"
    played_by_both(game, configuration, limit=5)
    owed = [each for each in goals(game) if each.name == "Turn: the number stays in its range"]
    assert owed
    assert not [each for each in proved(game, *owed) if each.verdict == "proved"]


MULTIPLIED = [
    "set n to m * m * 9 mod 9",
    "set n to (m * n * n) mod 9",
    "set n to (sum of m * m * p for p in {1, 2, 3}) mod 9",
    "set n to if m * n * m < 0 then 1 else 2",
]
"""What goes by a product beyond counting, and comes to a small number."""


@pytest.mark.parametrize("effect", MULTIPLIED)
def test_a_product_beyond_counting_breaks_off_however_small_what_is_made_of_it(tmp_path: Path, effect: str) -> None:
    game, configuration = made(tmp_path, effect)
    assert played(paired(game, configuration), 1, 5) == 1
    for explain in (False, True):
        played_game = make_game(game, configuration, explain=explain, keep=Cache(None))
        state = played_game.initial()
        with pytest.raises(Fault) as found:
            played_game.apply(state, played_game.legal(state)[0])
        assert found.value.code == "E0518"
