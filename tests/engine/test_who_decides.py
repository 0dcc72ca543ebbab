"""Who decides is who has something to choose: what a state says of its deciders is what its legal actions say."""

from random import Random

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from tests.types.front_end import compile_texts

TABLE = """\
game several from rulebook tiny
    players 3 per R1
variable n: 0..30 per R1
value odd(k: 0..30): truth per R1
    is k mod 2 = 1
value whose: player per R1
    is if odd(n) then 3 else 1
setup per R1
    go Turn
phase Turn per R1
    ask (WHO)
        action little per R1
            then add 1 to n
        action much per R1
            then add 2 to n
    if n > 25
        game over
    ask every player p with (if odd(n) then p = 2 else p != 2), at once, in secret
        action stay per R1
        action leave_it per R1
    go Turn
"""


@pytest.mark.parametrize(
    "who",
    [
        "if odd(n) then 2 else 1",
        "if n mod 3 = 0 then 1 else if odd(n) then 2 else 3",
        "if odd(n) then next of whose else 2",
        "if odd(n) then whose else next of whose",
        "whose",
        "the player p with (if odd(n) then p = 3 else p = 2)",
    ],
)
@pytest.mark.parametrize("explain", [False, True])
def test_whoever_decides_has_something_to_choose(who: str, *, explain: bool) -> None:
    rules, found = compile_texts({"x.rules": TABLE.replace("WHO", who)})
    assert rules is not None, [(each.message, each.span) for each in found]
    configuration, _ = configure(rules, 3, {}, {}, None)
    assert configuration is not None
    game = make_game(rules, configuration, explain=explain)
    asked, chance = set(), Random(1)
    for _ in range(4):
        state = game.initial()
        while game.turn(state).kind != "over":
            turn, legal = game.turn(state), game.legal(state)
            assert set(turn.seats) == {each.actor for each in legal}
            assert (turn.kind == "player") == (len({each.name for each in legal} & {"little", "much"}) == 2)
            asked.add(turn)
            state = game.apply(state, chance.choice(legal))
    assert len({each for each in asked if each.kind == "player"}) > 1
