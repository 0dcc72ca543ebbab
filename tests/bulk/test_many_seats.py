"""As many seats as a mask has bits: the last of them is the sign of the number that says who won."""

from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from tests.bulk.side_by_side import played_by_both
from tests.engine.rules import compiled

SEATS = 64

RULES = f"""\
game crowd from rulebook tiny
    players {SEATS}                                             per R1
variable said of each player: 0..2 or none, starts none         per R1
setup                                                           per R1
    ask every player p, at once, in secret
        action say(n in {{least}}..2)                           per R1
            then set said of p to n
    game over
outcome                                                         per R1
    scores are (if said of p is none then 0 else 1) for player p
    winners are all player p with said of p = 2
"""


@pytest.mark.parametrize("least", [0, 2])
def test_the_last_seat_wins_as_the_others_do(least: int, tmp_path: Path) -> None:
    """Also where all of them win: that is no game without an outcome."""
    rules = compiled(tmp_path, RULES.format(least=least))
    configuration, wrong = configure(rules, SEATS, {}, {}, None)
    assert configuration is not None, wrong
    found = played_by_both(rules, configuration, range(4), limit=SEATS)
    assert {each.ended.how for each in found} == {"over"}
    assert any(SEATS in (each.ended.winners or ()) for each in found)
    game = make_game(rules, configuration)
    module, reference = (game.playouts(6, 1, engine=engine) for engine in ("wasm", "reference"))
    assert module.engine == "wasm"
    assert module.outcomes == reference.outcomes
    assert all(outcome is not None for outcome in module.outcomes)
