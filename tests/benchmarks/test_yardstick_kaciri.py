"""The hand-written Kacíři against golden cases, brute force and random play."""

import random
from itertools import product

import pytest

from tests.benchmarks.yardstick.kaciri import (
    CARDS,
    POWERS,
    Action,
    City,
    IllegalMove,
    Kaciri,
    Outcome,
    Reveal,
    Send,
    State,
    number_cities,
)

# Resistance 1..12 with every power, and importance varied, as invented data (A22).
TABLE = number_cities(
    (f"{power} {resistance}", resistance, 1 + (resistance * 5 + place) % 7, power)
    for place, power in enumerate(POWERS)
    for resistance in range(1, 13)
)
CITY = {(city.power, city.resistance): city for city in TABLE}
# A table of the printed size, with every power on six cities.
DECK = number_cities(
    (f"{power} {number}", 3 + number, 1 + number % 4, power) for number in range(6) for power in POWERS
)

Strengths = tuple[int | None, ...]
Fates = tuple[str | None, ...]


def besieged(city: City, sent: Strengths, wave: int = 2) -> State:
    """Return a battle in which each player holds the one card to be sent, or none."""
    nothing: tuple[tuple[()], ...] = ((),) * len(sent)
    hands = tuple(() if strength is None else (CARDS[player][strength - 1],) for player, strength in enumerate(sent))
    absent = {card for hand in CARDS[: len(sent)] for card in hand}
    absent -= {card for hand in hands for card in hand}
    return State(
        hands=hands,
        duel=(None,) * len(sent),
        temples=nothing,
        graveyard=tuple(sorted(absent, key=lambda card: card.index)),
        deck=tuple(other for other in TABLE if other is not city),
        city=city,
        won=nothing,
        left=(),
        wave=wave,
        phase="battle",
    )


def fight(city: City, *sent: int | None) -> tuple[int | None, Fates]:
    """Play one battle; return who takes the city and where each card ends."""
    game = Kaciri(len(sent), TABLE)
    state = besieged(city, sent)
    for player, strength in enumerate(sent):
        if strength is not None:
            state = game.apply(state, Send(player, CARDS[player][strength - 1]))
    assert state.phase == "over"
    takers = [player for player, won in enumerate(state.won) if won == (city,)]
    assert (state.left == (city,)) == (not takers)
    fates: list[str | None] = []
    for player, strength in enumerate(sent):
        if strength is None:
            fates.append(None)
            continue
        card = CARDS[player][strength - 1]
        assert (card in state.temples[player]) != (card in state.graveyard)
        fates.append("temple" if card in state.temples[player] else "graveyard")
    return (takers[0] if takers else None), tuple(fates)


def expected(city: City, *sent: int | None) -> tuple[int | None, Fates]:
    """Restate a battle over plain numbers, quantifier by quantifier."""
    cards = [(p, s) for p, s in enumerate(sent) if s is not None]
    bonus = {p: int(p == 0 and city.power == "HussiteCity") for p, _ in cards}
    crosses = {(0, 10), *((p, 11) for p in range(4))}
    struck = city.power == "Sevens" and len([s for _, s in cards if s == 7]) >= ({2: 1, 3: 2, 4: 2}[len(sent)])
    stands = {
        p: s + bonus[p]
        for p, s in cards
        if s + bonus[p] >= city.resistance and not (city.power == "Crossed" and (p, s) in crosses) and not struck
    }
    takers = [
        p
        for p, f in stands.items()
        if not any(q != p and g == f for q, g in stands.items())
        and all(any(r != q and h == g for r, h in stands.items()) for q, g in stands.items() if g > f)
    ]
    assert len(takers) <= 1
    fates: list[str | None] = [None] * len(sent)
    for p, s in cards:
        kept = p in takers or (city.power == "Sanctuary" and s in {1, 2, 3}) or (city.power == "Refuge" and p in {0, 1})
        fates[p] = "temple" if kept else "graveyard"
    return (takers[0] if takers else None), tuple(fates)


def play(game: Kaciri, seed: int) -> list[State]:
    """Return every state of a random game."""
    rng = random.Random(seed)
    state = game.initial()
    states = [state]
    while state.phase != "over":
        actions = game.legal(state)
        state = game.apply(state, actions[int(rng.random() * len(actions))])
        states.append(state)
    return states


@pytest.mark.parametrize(
    ("case", "power", "resistance", "sent", "taker"),
    [
        ("T1", "Plain", 5, (3, 4), None),
        ("T2", "Plain", 5, (5, 3), 0),
        ("T3", "Plain", 5, (5, 5), None),
        ("T3", "Plain", 5, (6, 6), None),
        ("T4", "Plain", 5, (8, 6), 0),
        ("T5", "Plain", 5, (5, 8), 1),
        ("T6", "Plain", 5, (4, 4), None),
        ("T7", "HussiteCity", 8, (7, 8), None),
        ("T8", "HussiteCity", 8, (8, 8), 0),
        ("T9", "Sevens", 5, (7, 11), None),
        ("T10", "Sevens", 5, (7, 11, 3), 1),
        ("T10", "Sevens", 11, (7, 11, 3), 1),
        ("T10", "Sevens", 5, (7, 7, 11), None),
        ("T11", "Plain", 5, (9, 9, 6), 2),
        ("T12", "Plain", 7, (9, 9, 6), None),
        ("T13", "Plain", 5, (8, 8, 8), None),
        ("T14", "Plain", 5, (5, None), 0),
        ("T14", "Plain", 5, (4, None), None),
        ("A17", "Plain", 5, (9, 9, 7, 5), 2),
        ("A17", "Plain", 5, (9, 9, 7, 7), None),
        ("A17", "Plain", 5, (9, 9, 9, 6), 3),
        ("A13", "Crossed", 5, (10, 11, 6), 2),
        ("A13", "Crossed", 5, (11, 10), 1),
    ],
)
def test_golden(case: str, power: str, resistance: int, sent: Strengths, taker: int | None) -> None:
    """The taker is as derived by hand; the others fall, as these powers spare none."""
    fates = tuple(None if s is None else "temple" if p == taker else "graveyard" for p, s in enumerate(sent))
    assert fight(CITY[power, resistance], *sent) == (taker, fates), case


@pytest.mark.parametrize(
    ("power", "resistance", "sent", "taker", "fates"),
    [
        ("Sanctuary", 5, (3, 6), 1, ("temple", "temple")),
        ("Sanctuary", 5, (3, 3), None, ("temple", "temple")),
        ("Sanctuary", 5, (4, 4), None, ("graveyard", "graveyard")),
        ("Sanctuary", 2, (3, 1), 0, ("temple", "temple")),
        ("Refuge", 5, (1, 2, 6, 5), 2, ("temple", "temple", "temple", "graveyard")),
        ("Refuge", 5, (9, 9, 9), None, ("temple", "temple", "graveyard")),
    ],
)
def test_spared(power: str, resistance: int, sent: Strengths, taker: int | None, fates: Fates) -> None:
    """R15 and R18 keep a card that does not take the city."""
    assert fight(CITY[power, resistance], *sent) == (taker, fates)


def test_battles_of_two() -> None:
    """Every battle of two, the one with an absent player included."""
    options = (None, *range(1, 12))
    for city in TABLE:
        for sent in product(options, options):
            if sent != (None, None):
                assert fight(city, *sent) == expected(city, *sent), (city, sent)


@pytest.mark.parametrize("players", [3, 4])
def test_battles_of_more(players: int) -> None:
    """A sample of the larger battles, ties and absent players made frequent."""
    rng = random.Random(players)
    for _ in range(8000):
        city = rng.choice(TABLE)
        options = rng.choice([[*range(1, 12)], [7, 9, 10, 11], [None, 2, 3, 7, 9]])
        sent = tuple(rng.choice(options) for _ in range(players))
        if any(sent):
            assert fight(city, *sent) == expected(city, *sent), (city, sent)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_conservation(players: int) -> None:
    """Every card and every city is in exactly one place, in every state."""
    game = Kaciri(players, DECK)
    for seed in range(40):
        for state in play(game, seed):
            cards = [*state.graveyard, *(c for c in state.duel if c is not None)]
            for zone in (*state.hands, *state.temples):
                cards += zone
            assert sorted(card.index for card in cards) == list(range(11 * players))
            cities = [*state.deck, *state.left]
            for won in state.won:
                cities += won
            if state.city is not None:
                cities.append(state.city)
            assert sorted(city.index for city in cities) == list(range(len(DECK)))
            for player, zones in enumerate(zip(state.hands, state.temples, strict=True)):
                assert all(card.faction == player for zone in zones for card in zone)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_zones_are_sorted(players: int) -> None:
    """Equality by content needs one order for each zone, whatever was played first."""
    game = Kaciri(players, DECK)
    for seed in range(40):
        for state in play(game, seed):
            zones = [[card.index for card in zone] for zone in (state.graveyard, *state.hands, *state.temples)]
            zones += [[city.index for city in zone] for zone in (state.deck, state.left, *state.won)]
            for zone in zones:
                assert zone == sorted(zone)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_course(players: int) -> None:
    """T15 bounds the cities, turns match actions, the outcome comes last."""
    game = Kaciri(players, DECK)
    for seed in range(40):
        states = play(game, seed)
        assert 11 <= len(DECK) - len(states[-1].deck) <= 22
        for state in states[:-1]:
            assert game.outcome(state) is None
            deciders = game.turn(state)
            actions = game.legal(state)
            assert actions
            if deciders == ("chance",):
                assert actions == [Reveal(city) for city in state.deck]
            else:
                assert actions == [
                    Send(player, card) for player, hand in enumerate(state.hands) if player in deciders for card in hand
                ]
        over = states[-1]
        assert game.turn(over) == ("over",)
        assert game.legal(over) == []
        outcome = game.outcome(over)
        assert outcome is not None
        points = [sum(city.importance for city in won) for won in over.won]
        winners = tuple(p for p in range(players) if points[p] == max(points))
        assert outcome == Outcome(tuple(points), winners)


def test_second_wave() -> None:
    """R12: cards of the temples return to the hands when the first wave ends."""
    game = Kaciri(2, TABLE)
    state = besieged(CITY["Plain", 5], (6, 3), wave=1)
    for player, strength in enumerate((6, 3)):
        state = game.apply(state, Send(player, CARDS[player][strength - 1]))
    assert (state.wave, state.phase) == (2, "reveal")
    assert state.hands == ((CARDS[0][5],), ())
    assert state.temples == ((), ())
    state = game.apply(state, Reveal(state.deck[0]))
    assert game.turn(state) == (0,)


def test_no_second_wave() -> None:
    """Without a card in any temple the game ends after the first wave."""
    game = Kaciri(2, TABLE)
    state = besieged(CITY["Plain", 5], (3, 3), wave=1)
    for player in (0, 1):
        state = game.apply(state, Send(player, CARDS[player][2]))
    assert (state.wave, state.phase) == (1, "over")
    assert game.outcome(state) == Outcome((0, 0), (0, 1))


def test_order_of_sends_is_free() -> None:
    """The same choices in another order lead to an equal state with equal hash."""
    game = Kaciri(3, DECK)
    start = game.apply(game.initial(), Reveal(DECK[4]))
    sends = [Send(player, CARDS[player][7 - player]) for player in range(3)]
    ends = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = start
        for player in order:
            state = game.apply(state, sends[player])
        ends.append(state)
    assert ends[0] == ends[1] == ends[2]
    assert len(set(ends)) == 1


def test_illegal_actions() -> None:
    """Whatever `legal` does not list is refused, wherever it is tried."""
    game = Kaciri(3, DECK)
    stranger = City("elsewhere", 5, 1, "Plain", 0)
    everything: list[Action] = [
        *(Reveal(city) for city in (*DECK, stranger)),
        *(Send(player, card) for player in range(-1, 5) for hand in CARDS for card in hand),
    ]
    for state in play(game, 5):
        legal = set(game.legal(state))
        for action in everything:
            if action in legal:
                game.apply(state, action)
            else:
                with pytest.raises(IllegalMove):
                    game.apply(state, action)


@pytest.mark.parametrize(
    ("players", "cities"),
    [(1, DECK), (5, DECK), (2, DECK[:21]), (2, DECK[::-1])],
)
def test_bad_tables(players: int, cities: tuple[City, ...]) -> None:
    """A game that could not be played to its end cannot be made."""
    with pytest.raises(ValueError):
        Kaciri(players, cities)
