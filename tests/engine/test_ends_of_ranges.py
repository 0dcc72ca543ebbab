"""The first and the last of what has two ends: numbers of a range, limits of tokens."""

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from tests.types.front_end import compile_texts

GAME = """
game tiny from rulebook tiny
    players 2 per R1
variable marked: set of 1..4 per R1
token Chip on each player, limit 3 per R1
value every_mark: set of 1..4 per R1
    is (all k in 1..4)
value beyond: count per R1
    is number of k in (all k in 1..4) with k not in marked
setup per R1
    go Turn
phase Turn per R1
    ask table
        action mark per R1
            then set marked to (all k in 1..4)
        action wait per R1
    go Turn
"""


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "explaining"])
def game(request: pytest.FixtureRequest) -> Game:
    rules, found = compile_texts({"game.rules": GAME})
    assert rules is not None, [each.message for each in found]
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    return make_game(rules, configuration, explain=request.param)


def test_all_numbers_of_a_range_are_a_set(game: Game) -> None:
    state = game.initial()
    assert list(game.value(state, "every_mark")) == [1, 2, 3, 4]
    marked = game.apply(state, game.find_action(state, "table", "mark"))
    assert game.to_json(marked)["variables"]["marked"] == [1, 2, 3, 4]
    assert [game.value(each, "beyond") for each in (state, marked)] == [4, 0]


@pytest.mark.parametrize(
    ("one", "other", "fits"), [(3, 0, True), (2, 1, True), (0, 3, True), (3, 1, False), (4, 0, False)]
)
def test_as_many_tokens_lie_out_as_there_are(game: Game, one: int, other: int, fits: bool) -> None:
    tokens = {"tokens": {"Chip": {"player": {"1": one, "2": other}}}}
    whole = {**game.to_json(game.initial()), **tokens}
    if fits:
        for state in (game.position(tokens), game.from_json(whole)):
            assert game.to_json(state)["tokens"] == tokens["tokens"]
        return
    with pytest.raises(BadData):
        game.position(tokens)
    with pytest.raises(BadData):
        game.from_json(whole)
