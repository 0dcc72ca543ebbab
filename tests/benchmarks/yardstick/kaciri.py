"""Kacíři a bitva o Evropu for two to four players, default readings of its gaps.

Statements R1-R22 and gaps A1-A24 are cited by number. States and actions are
values: nothing here is ever changed in place.

INVARIANT: hands, temples, graveyard, deck, won and left cities are kept sorted by
index, so that two states with the same content are equal.
INVARIANT: cards and cities are compared by identity. Take cards from `CARDS` and
use the very cities that the game was made with.
"""

from bisect import insort
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TypeVar

from attrs import field, frozen, validators

STRENGTHS = 11
HUSSITES = 0
REFORMERS = 1
POWERS = ("Plain", "Sanctuary", "HussiteCity", "Crossed", "Refuge", "Sevens")
CITIES_NEEDED = 22  # eleven rounds in each of two waves (A8)

T = TypeVar("T")


class IllegalMove(ValueError):  # noqa: N818 - a name for players, not for programmers
    """The action is not among the legal ones of the state."""


@frozen(eq=False)
class Personality:
    """A card; there is one object for each, in `CARDS`."""

    faction: int
    strength: int
    index: int = field(init=False)

    @index.default
    def _index(self) -> int:
        return self.faction * STRENGTHS + self.strength - 1


@frozen(eq=False)
class City:
    """A city; `index` is its place in the table of the game."""

    name: str
    resistance: int
    importance: int
    power: str = field(validator=validators.in_(POWERS))
    index: int


CARDS = tuple(tuple(Personality(faction, strength) for strength in range(1, STRENGTHS + 1)) for faction in range(4))
BY_INDEX = attrgetter("index")

Cards = tuple[Personality, ...]
Cities = tuple[City, ...]
Duel = tuple[Personality | None, ...]
Turn = tuple[str] | tuple[int, ...]

CHANCE: Turn = ("chance",)
OVER: Turn = ("over",)


@frozen
class Reveal:
    """Chance turns over a city of the deck."""

    city: City


@frozen
class Send:
    """A player sends a card of the hand into the battle, face down."""

    player: int
    card: Personality


Action = Reveal | Send


@frozen
class State:
    """A snapshot; `phase` is "reveal", "battle" or "over"."""

    hands: tuple[Cards, ...]
    duel: Duel
    temples: tuple[Cards, ...]
    graveyard: Cards
    deck: Cities
    city: City | None
    won: tuple[Cities, ...]
    left: Cities
    wave: int
    phase: str


@frozen
class Outcome:
    """Points of each player and everyone who has the most (R6, A9)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


def _as_cities(cities: Sequence[City]) -> Cities:
    return tuple(cities)


def number_cities(rows: Iterable[tuple[str, int, int, str]]) -> Cities:
    """Make the cities of a table of name, resistance, importance and power."""
    return tuple(City(*row, index) for index, row in enumerate(rows))


def force(city: City, card: Personality) -> int:
    """Strength of the card in this city (R16, A12)."""
    if city.power == "HussiteCity" and card.faction == HUSSITES:
        return card.strength + 1
    return card.strength


def is_crossed(city: City, card: Personality) -> bool:
    """Returns whether the card cannot succeed in this city (R17)."""
    if city.power != "Crossed":
        return False
    return card.strength == 11 or (card.strength == 10 and card.faction == HUSSITES)


def sevens_strike(city: City, duel: Duel) -> bool:
    """Returns whether enough sevens were sent for everyone to lose (R19, R20, A16)."""
    if city.power != "Sevens":
        return False
    sevens = 0
    for card in duel:
        if card is not None and card.strength == 7:
            sevens += 1
    return sevens >= (1 if len(duel) == 2 else 2)


def find_taker(city: City, duel: Duel) -> int | None:
    """Player who takes the city: the strongest one not cancelled by an equal.

    R8-R11 for two players; R21, R22 and A17 for more.
    """
    if sevens_strike(city, duel):
        return None
    standing = []  # force of each player, 0 for those who do not stand
    for card in duel:
        if card is None or is_crossed(city, card):
            standing.append(0)
        else:
            own = force(city, card)
            standing.append(own if own >= city.resistance else 0)
    taker = None
    best = 0
    for player, own in enumerate(standing):
        if own > best and standing.count(own) == 1:
            taker = player
            best = own
    return taker


def is_spared(city: City, card: Personality) -> bool:
    """Returns whether a card that does not take the city is kept all the same (R15, R18)."""
    if city.power == "Sanctuary":
        return card.strength <= 3
    if city.power == "Refuge":
        return card.faction in (HUSSITES, REFORMERS)
    return False


def replaced(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at the given place."""
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def inserted(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the cards or cities with another one, in the order of their index."""
    changed = list(items)
    insort(changed, item, key=BY_INDEX)
    return tuple(changed)


@frozen
class Kaciri:
    """The game for a number of players and a table of cities."""

    players: int = field()
    cities: Cities = field(converter=_as_cities)
    _reveals: tuple[Reveal, ...] = field(init=False, repr=False, eq=False)
    _sends: tuple[Send, ...] = field(init=False, repr=False, eq=False)

    @players.validator
    def _check_players(self, _: object, players: int) -> None:
        if not 2 <= players <= 4:
            raise ValueError("two to four players")

    @cities.validator
    def _check_cities(self, _: object, cities: Cities) -> None:
        if len(cities) < CITIES_NEEDED:
            raise ValueError(f"at least {CITIES_NEEDED} cities")
        if [city.index for city in cities] != list(range(len(cities))):
            raise ValueError("cities must be numbered from 0 in the order of the table")

    @_reveals.default
    def _make_reveals(self) -> tuple[Reveal, ...]:
        return tuple(Reveal(city) for city in self.cities)

    @_sends.default
    def _make_sends(self) -> tuple[Send, ...]:
        """One for each card by its index, as only its owner ever holds it."""
        return tuple(Send(card.faction, card) for hand in CARDS for card in hand)

    def initial(self) -> State:
        """Everyone holds a full set, every city is in the deck (R3)."""
        nothing: tuple[tuple[()], ...] = ((),) * self.players
        return State(
            hands=CARDS[: self.players],
            duel=(None,) * self.players,
            temples=nothing,
            graveyard=(),
            deck=self.cities,
            city=None,
            won=nothing,
            left=(),
            wave=1,
            phase="reveal",
        )

    def turn(self, state: State) -> Turn:
        """Who decides: chance, the players who still owe a card, or nobody."""
        if state.phase == "reveal":
            return CHANCE
        if state.phase == "over":
            return OVER
        duel = state.duel
        return tuple([player for player, hand in enumerate(state.hands) if hand and duel[player] is None])

    def legal(self, state: State) -> list[Action]:
        """Return every legal action, by table order or by seat and strength."""
        actions: list[Action] = []
        if state.phase == "reveal":
            reveals = self._reveals
            actions += [reveals[city.index] for city in state.deck]
        elif state.phase == "battle":
            sends = self._sends
            duel = state.duel
            for player, hand in enumerate(state.hands):
                if duel[player] is None:
                    actions += [sends[card.index] for card in hand]
        return actions

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action, with the battle fought if it is due."""
        if state.phase == "battle" and isinstance(action, Send):
            return self._send(state, action.player, action.card)
        if state.phase == "reveal" and isinstance(action, Reveal):
            return self._reveal(state, action.city)
        raise IllegalMove(f"{action} does not belong to the phase {state.phase}")

    def outcome(self, state: State) -> Outcome | None:
        """Return points and winners once the game is over (R6, R14)."""
        if state.phase != "over":
            return None
        scores = tuple(sum(city.importance for city in won) for won in state.won)
        best = max(scores)
        winners = tuple(player for player, own in enumerate(scores) if own == best)
        return Outcome(scores, winners)

    def _reveal(self, state: State, city: City) -> State:
        deck = state.deck
        if city not in deck:
            raise IllegalMove(f"{city} is not in the deck")
        at = deck.index(city)
        return State(
            state.hands,
            state.duel,
            state.temples,
            state.graveyard,
            deck[:at] + deck[at + 1 :],
            city,
            state.won,
            state.left,
            state.wave,
            "battle",
        )

    def _send(self, state: State, player: int, card: Personality) -> State:
        if not 0 <= player < self.players:
            raise IllegalMove(f"there is no player {player}")
        if state.duel[player] is not None:
            raise IllegalMove(f"player {player} has sent a card already")
        hand = state.hands[player]
        if card not in hand:
            raise IllegalMove(f"{card} is not in the hand of player {player}")
        at = hand.index(card)
        hands = replaced(state.hands, player, hand[:at] + hand[at + 1 :])
        duel = replaced(state.duel, player, card)
        for other, others in enumerate(hands):
            if others and duel[other] is None:  # somebody still owes a card
                return State(
                    hands,
                    duel,
                    state.temples,
                    state.graveyard,
                    state.deck,
                    state.city,
                    state.won,
                    state.left,
                    state.wave,
                    "battle",
                )
        return self._fight(state, hands, duel)

    def _fight(self, state: State, hands: tuple[Cards, ...], duel: Duel) -> State:
        """Settle the battle that `duel` completes and go on to the next round."""
        city = state.city
        if city is None:
            raise IllegalMove("no city is besieged")
        taker = find_taker(city, duel)
        temples = state.temples
        graveyard = list(state.graveyard)
        for player, card in enumerate(duel):
            if card is None:
                continue
            if player == taker or is_spared(city, card):
                temples = replaced(temples, player, inserted(temples[player], card))
            else:
                insort(graveyard, card, key=BY_INDEX)
        won, left = state.won, state.left
        if taker is None:
            left = inserted(left, city)
        else:
            won = replaced(won, taker, inserted(won[taker], city))
        wave, phase = state.wave, "reveal"
        if not any(hands):
            if wave == 1 and any(temples):  # R12
                hands, temples, wave = temples, ((),) * self.players, 2
            else:
                phase = "over"
        return State(
            hands,
            (None,) * self.players,
            temples,
            tuple(graveyard),
            state.deck,
            None,
            won,
            left,
            wave,
            phase,
        )
