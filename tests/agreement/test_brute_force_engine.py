"""The reference engine of Kacíři against the battle restated, in random battles under random sets of readings.

Agreement of two programs that were written apart; no proof about `spec/kaciri`.
"""

import random
from pathlib import Path
from typing import Any

import pytest

import refengine
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.agreement.brute_force.battle import FACTIONS, NO_RULE, POWERS, Duel, battle, city_goes
from tests.agreement.brute_force.readings import COMPLETE, GAPPED, settled
from tests.agreement.brute_force.survey import RESISTANCES, STRENGTHS

SPEC = Path(__file__).parents[2] / "spec" / "kaciri"
NAMES = ("Hussites", "Reformers", "Third", "Fourth")
SETS = 5
BATTLES = 150


def card(place: tuple[int, int]) -> str:
    faction, strength = place
    return f"{NAMES[faction]} {strength}"


def random_readings(rng: random.Random) -> dict[str, str]:
    return {question: rng.choice(given) for question, given in COMPLETE.items()}


def random_fight(rng: random.Random, players: int) -> tuple[str, dict[int, tuple[int, int]], int]:
    """A power, the cards by seat and a resistance; strengths are close together, so that ties are frequent."""
    size = rng.choice((players, players, rng.randint(1, players)))
    low = rng.randint(1, 8)
    strengths = rng.choice((STRENGTHS, range(low, low + 4)))
    seats = sorted(rng.sample(range(1, players + 1), size))
    cards = {
        seat: (faction, rng.choice(strengths)) for seat, faction in zip(seats, rng.sample(FACTIONS, size), strict=True)
    }
    return rng.choice(POWERS), cards, rng.choice((rng.choice(RESISTANCES), rng.choice(strengths)))


def placed(game: Game, power: str, cards: dict[int, tuple[int, int]], resistance: int) -> Any:
    city = {"component": "City", "fields": {"resistance": resistance, "importance": 1, "power": power}}
    duel = {str(seat): [card(each)] for seat, each in cards.items()}
    return game.position({"zones": {"besieged": [city], "duel": duel}}, unprinted=True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_engine_fights_the_same_battles(players: int) -> None:
    """Who takes the city, where each card goes and where the city goes: 750 battles for each number of players."""
    rng = random.Random(players)
    takers = 0
    for _ in range(SETS):
        readings = random_readings(rng)
        game, ask = refengine.load(SPEC, players=players, readings=readings), settled(**readings)
        for _ in range(BATTLES):
            power, cards, resistance = random_fight(rng, players)
            state = placed(game, power, cards, resistance)
            seats, duel = tuple(cards), tuple(cards.values())
            taker, temple = battle(power, players, duel, resistance, ask)
            seat = None if taker is None else seats[taker]
            said = f"{power} {resistance} {cards} {readings}"
            assert game.value(state, "taker") == seat, said
            for at, each in enumerate(duel):
                expected = f"temple of {seats[at]}" if at in temple else "graveyard"
                assert game.value(state, "fate", card(each)) == expected, said
            place = city_goes(taker, ask)
            assert game.value(state, "city_goes_to") == (f"won of {seat}" if place == "won" else place), said
            takers += seat is not None
    assert SETS * BATTLES // 4 < takers < SETS * BATTLES * 3 // 4


def faults(game: Game, state: Any, duel: Duel) -> bool:
    """Returns whether no rule says of some card if it takes the city."""
    try:
        for each in duel:
            game.value(state, "takes", card(each))
    except Fault as fault:
        assert fault.code == "E0501", fault  # noqa: PT017 - any other fault is a failure
        return True
    return False


@pytest.mark.parametrize("question", GAPPED)
def test_the_engine_finds_the_same_gaps(question: str) -> None:
    rng = random.Random(5)
    for players in (2, 3, 4):
        gaps = 0
        (literal,) = GAPPED[question]
        readings = random_readings(rng) | {question: literal}
        game, ask = refengine.load(SPEC, players=players, readings=readings), settled(**readings)
        for _ in range(BATTLES):
            power, cards, resistance = random_fight(rng, players)
            duel = tuple(cards.values())
            found = battle(power, players, duel, resistance, ask)[0] == NO_RULE
            assert faults(game, placed(game, power, cards, resistance), duel) == found, (power, cards, resistance)
            gaps += found
        assert (gaps > 0) == (question == "weaker_equal" or players == 4)


def test_the_engine_finds_the_110_triples() -> None:
    readings = {"weaker_equal": "as_written"}
    game = refengine.load(SPEC, players=2, readings=readings)
    gaps = 0
    for resistance in RESISTANCES:
        for one in STRENGTHS:
            for other in STRENGTHS:
                duel = ((0, one), (1, other))
                gaps += faults(game, placed(game, "Plain", {1: duel[0], 2: duel[1]}, resistance), duel)
    assert gaps == 110
