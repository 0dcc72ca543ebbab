"""Odds that are known by counting, or by going through every order one by one."""

import gc
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from refengine.odds.odds import odds_after, probability, shares
from refengine.odds.walk import Ends
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.source.garbage import undisturbed
from tests.engine.rules import play
from tests.odds.small_games import BAG, DICE, DRAW

FACES = {**{rank: rank for rank in range(2, 11)}, 11: 1, 12: 2, 13: 3, 14: 11}
"""What the ranks of the draw count for: up to ten their number, and then these."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("odds")


@pytest.fixture(scope="module")
def draw(folder: Path) -> Game:
    return play(folder / "draw", DRAW)


def ends_after(game: Game, state: Any, limit: int = 10_000) -> Ends:
    ends, wrong = odds_after(game, state, "a test", limit)
    assert ends is not None, wrong
    assert sum(weight for _, weight in ends.weights) == ends.whole
    assert all(weight > 0 for _, weight in ends.weights)
    assert len({state for state, _ in ends.weights}) == len(ends.weights)
    return ends


def chosen(game: Game, name: str) -> Any:
    """The state after what player 1 chooses first."""
    return game.apply(game.initial(), game.find_action(game.initial(), 1, name))


def test_one_card_each_of_a_fresh_deck(draw: Game) -> None:
    ends = ends_after(draw, draw.initial())
    assert ends.whole == 52 * 51
    assert len(ends.weights) == 13 * 13
    total = {seat: (lambda state, seat=seat: draw.value(state, "total", seat)) for seat in (1, 2)}
    assert probability(ends, lambda state: total[1](state) > total[2](state)) == Fraction(1216, 2652)
    assert probability(ends, lambda state: total[1](state) == total[2](state)) == Fraction(220, 2652)


def test_one_card_each_as_counted_card_by_card(draw: Game) -> None:
    deck = [FACES[rank] for rank in FACES for _ in range(4)]
    counted = {Fraction(0): 0}
    for one in range(52):
        for other in range(52):
            if one != other:
                by = Fraction(deck[one] - deck[other])
                counted[by] = counted.get(by, 0) + 1
    found = shares(
        ends_after(draw, draw.initial()), lambda state: draw.value(state, "total", 1) - draw.value(state, "total", 2)
    )
    assert found == counted


def test_states_that_are_the_same_are_one(folder: Path) -> None:
    game = play(folder / "bag", BAG)
    ends = ends_after(game, game.initial())
    assert (ends.whole, len(ends.weights)) == (6 * 5 * 4, 6)
    by_hand: dict[str, int] = {}
    for order in permutations("RRRBBG", 3):
        by_hand["".join(sorted(order))] = by_hand.get("".join(sorted(order)), 0) + 1
    told = shares(ends, lambda state: "".join(sorted(each[0] for each in game.to_json(state)["zones"]["hand"])))
    assert told == by_hand


def test_the_ends_lie_at_different_distances(folder: Path) -> None:
    """One thrown coin ends it, or there is another decision of chance with other weights."""
    game = play(folder / "dice", DICE)
    state = chosen(game, "coin")
    found = shares(ends_after(game, state), lambda each: game.to_json(each)["variables"]["found"])
    assert found == {1: 6, 2: 1, 3: 2}


def test_a_throw_that_is_repeated_after_a_tie(folder: Path) -> None:
    game = play(folder / "dice", DICE)
    state = chosen(game, "tie")
    ends = ends_after(game, state)
    found = shares(ends, lambda each: game.to_json(each)["variables"]["found"])
    assert found == {1: 8, 2: 13}  # of 36 ways; 15 are a tie, and do not count


def test_a_walk_of_chance_with_many_circles(folder: Path) -> None:
    """From 2 of 5, up with 2/3 and down with 1/3: the ruin of the gambler, known in closed form."""
    game = play(folder / "dice", DICE)
    state = chosen(game, "walk")
    ends = ends_after(game, state)
    half = Fraction(1, 2)
    assert probability(ends, lambda each: game.to_json(each)["variables"]["found"] == 3) == (1 - half**2) / (
        1 - half**5
    )


def test_a_circle_without_a_way_out(folder: Path) -> None:
    game = play(folder / "dice", DICE)
    ends, wrong = odds_after(game, chosen(game, "trap"), "a test", 100)
    assert ends is None
    assert [each.code for each in wrong] == ["E0882"]


def test_what_weighs_nothing_never_happens(folder: Path) -> None:
    game = play(folder / "dice", DICE)
    found = shares(ends_after(game, chosen(game, "never")), lambda each: game.to_json(each)["variables"]["found"])
    assert found == {2: 1}


def test_somebody_else_decides(draw: Game) -> None:
    ((end, _), *_) = ends_after(draw, draw.initial()).weights
    ends, wrong = odds_after(draw, end, "a test")
    assert ends is None
    assert [each.code for each in wrong] == ["E0880"]


def test_too_many_states_are_estimated_from_above(draw: Game) -> None:
    ends, wrong = odds_after(draw, draw.initial(), "a test", 100)
    assert ends is None
    assert [each.code for each in wrong] == ["E0881"]
    assert "up to about 183 in all" in wrong[0].message


def test_rules_that_break_off(folder: Path) -> None:
    game = play(folder / "dice", DICE)
    with pytest.raises(Fault):
        odds_after(game, chosen(game, "broken"), "a test")


def test_a_walk_leaves_no_states_behind_for_the_collector(draw: Game) -> None:
    start = draw.initial()
    with undisturbed():
        before = states_alive(start)
        ends = ends_after(draw, start)
        assert states_alive(start) - before == len(ends.weights) == 13 * 13
        del ends
        assert states_alive(start) == before


def states_alive(like: Any) -> int:
    """How many states of a game there are in memory, in use or not."""
    return sum(type(each) is type(like) for each in gc.get_objects())
