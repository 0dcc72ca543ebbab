"""The generated engine against the game by hand: the same choices lead to the same states, for every number of players.

The yardstick is an independent restatement, written from the statements of the rulebook and not from the rule set.
"""

import csv
import random
from pathlib import Path
from typing import Any

import pytest

import refengine
from tests.benchmarks.yardstick.kaciri import CARDS, City, Kaciri, Personality, Reveal, Send, State, number_cities

GAME = Path(__file__).parents[2] / "spec" / "kaciri"
FACTIONS = ("Hussites", "Reformers", "Third", "Fourth")
GAMES = 2_000


def by_hand(players: int) -> Kaciri:
    with (GAME / "cities.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cities = number_cities((r["id"], int(r["resistance"]), int(r["importance"]), r["power"]) for r in rows)
    return Kaciri(players, cities)


def card_name(card: Personality) -> str:
    return f"{FACTIONS[card.faction]} {card.strength}"


def action_name(action: Reveal | Send) -> tuple[Any, ...]:
    match action:
        case Reveal(city=city):
            return "chance", "reveal", (city.name,)
        case Send(player=player, card=card):
            return player + 1, "send", (card_name(card),)


def hand_state(state: State, players: int) -> dict[str, Any]:
    """The yardstick's state in the words of the rule set."""

    def cards(pile: tuple[Personality, ...]) -> list[str]:
        return [card_name(card) for card in pile]

    def cities(pile: tuple[City, ...]) -> list[str]:
        return [city.name for city in pile]

    seats = range(players)
    return {
        "hand": {str(p + 1): cards(state.hands[p]) for p in seats},
        "duel": {str(p + 1): cards((card,) if (card := state.duel[p]) else ()) for p in seats},
        "temple": {str(p + 1): cards(state.temples[p]) for p in seats},
        "graveyard": cards(state.graveyard),
        "deck": cities(state.deck),
        "besieged": cities((state.city,) if state.city else ()),
        "won": {str(p + 1): cities(state.won[p]) for p in seats},
        "left": cities(state.left),
        "box of Personality": [card_name(card) for faction in CARDS[players:] for card in faction],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_choices_same_states(players: int) -> None:
    ours, yardstick = refengine.load(GAME, players=players), by_hand(players)
    rng = random.Random(players)
    for game in range(GAMES):
        state, other = ours.initial(), yardstick.initial()
        step = 0
        while actions := ours.legal(state):
            moves = yardstick.legal(other)
            assert len(actions) == len(moves)
            pick = int(rng.random() * len(actions))
            action, move = actions[pick], moves[pick]
            assert (action.actor, action.name, action.arguments) == action_name(move)
            state, other = ours.apply(state, action), yardstick.apply(other, move)
            step += 1
            if step % 32 == game % 32:
                data = ours.to_json(state)
                assert data["zones"] == hand_state(other, players)
                assert data["variables"]["wave"] == other.wave
        assert not yardstick.legal(other)
        assert ours.to_json(state)["zones"] == hand_state(other, players)
        ending, expected = ours.outcome(state), yardstick.outcome(other)
        assert ending is not None
        assert expected is not None
        assert ending.scores == tuple(expected.scores)
        assert ending.winners == tuple(seat + 1 for seat in expected.winners)
