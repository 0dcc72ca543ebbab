"""Goofspiel from `docs/tutorial/`, counted to its end in small packs and held against an independent count."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import refengine
from refengine.runtime.game import State
from tests.games.brute_force import Census, Goofspiel, census

GOOFSPIEL = Path(__file__).parents[2] / "docs" / "tutorial" / "goofspiel"

VARIANTS = [
    Goofspiel(cards=4),
    Goofspiel(cards=4, ties="divided"),
    Goofspiel(cards=4, ties="carried_over"),
    Goofspiel(cards=4, in_seat_order=False),
    Goofspiel(cards=3, shuffled=True),
    Goofspiel(cards=3, players=3),
    Goofspiel(cards=3, players=3, shuffled=True, ties="divided"),
    Goofspiel(cards=3, players=3, ties="carried_over", in_seat_order=False),
]


def load(variant: Goofspiel) -> refengine.Game:
    return refengine.load(
        GOOFSPIEL,
        players=variant.players,
        options={"size": variant.cards, "order": "Shuffled" if variant.shuffled else "Descending"},
        readings={"ties": variant.ties},
    )


def after(game: refengine.Game, state: State, *, in_seat_order: bool) -> Iterable[State]:
    """What follows a state; of those who owe a secret bid only the first seat may go on, if the order is fixed."""
    legal = game.legal(state)
    if in_seat_order and legal:
        first = min(str(action.actor) for action in legal)
        legal = tuple(action for action in legal if str(action.actor) == first)
    return [game.apply(state, action) for action in legal]


def test_four_cards_each_in_descending_order_by_hand() -> None:
    assert Goofspiel(cards=4).census().games == (4 * 3 * 2 * 1) ** 2
    assert Goofspiel(cards=4).census() == Census(games=576, nodes=2_229, positions=918)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_rules_give_the_numbers_of_an_independent_count(variant: Goofspiel) -> None:
    game = load(variant)
    counted = census(game.initial(), lambda state: after(game, state, in_seat_order=variant.in_seat_order))
    assert counted == variant.census()


def test_a_bid_is_hidden_until_all_have_bid() -> None:
    game = load(Goofspiel(cards=4))
    bids = [action for action in game.legal(game.initial()) if str(action.actor) == "1"]
    seen = {repr(game.view(game.apply(game.initial(), bid), 2)) for bid in bids}
    assert len(bids) == 4
    assert len(seen) == 1


def test_the_whole_suit_has_a_winner_or_several() -> None:
    game = refengine.load(GOOFSPIEL, players=3)
    state = game.initial()
    while (outcome := game.outcome(state)) is None:
        legal = game.legal(state)
        state = game.apply(state, legal[len(legal) // 2])
    assert outcome.winners
    assert sum(outcome.scores) <= 91
