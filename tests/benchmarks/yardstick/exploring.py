"""Breadth first through all states of the hand-written game, at a scope: what the explorer is measured against.

It keeps no way to a state. With `holds` each step is checked, property by property, as one writes it down.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from attrs import frozen

from tests.benchmarks.yardstick.kaciri import CARDS, City, Kaciri, Send, State


@frozen
class Census:
    """How many different states there are, transitions between them, and states in which the game is over."""

    states: int
    transitions: int
    finished: int


def small(players: int, strengths: int, cities: Sequence[City]) -> State:
    """The start of a game with only the cards up to a strength, and only these cities."""
    nothing: tuple[tuple[()], ...] = ((),) * players
    return State(
        hands=tuple(hand[:strengths] for hand in CARDS[:players]),
        duel=(None,) * players,
        temples=nothing,
        graveyard=(),
        deck=tuple(cities),
        city=None,
        won=nothing,
        left=(),
        wave=1,
        phase="reveal",
    )


Holds = Callable[[State, State], bool]
"""Whether a step breaks nothing."""


def explore(game: Kaciri, start: State, holds: Holds | None = None) -> Census:
    """Counts all states; of those who owe a card only the first seat sends one, as orders come to the same."""
    legal, apply = game.legal, game.apply
    seen = {start}
    level = [start]
    transitions = finished = 0
    known = 1
    while level:
        coming: list[State] = []
        for state in level:
            actions = legal(state)
            if not actions:
                finished += 1
                continue
            first, last = actions[0], actions[-1]
            if isinstance(first, Send) and isinstance(last, Send) and first.player != last.player:
                actions = [each for each in actions if isinstance(each, Send) and each.player == first.player]
            transitions += len(actions)
            for action in actions:
                after = apply(state, action)
                if holds is not None and not holds(state, after):
                    raise AssertionError(after)
                seen.add(after)
                if len(seen) != known:
                    known += 1
                    coming.append(after)
        level = coming
    return Census(known, transitions, finished)


# ---- WHAT MUST HOLD

PROPERTIES: dict[str, Holds] = {
    "hands_are_ones_own": lambda _, after: all(
        card.faction == player for player, hand in enumerate(after.hands) for card in hand
    ),
    "sent_cards_are_ones_own": lambda _, after: all(
        card is None or card.faction == player for player, card in enumerate(after.duel)
    ),
    "temples_are_ones_own": lambda _, after: all(
        card.faction == player for player, temple in enumerate(after.temples) for card in temple
    ),
    "eleven_cards_at_most": lambda _, after: all(
        len(hand) + len(temple) + (card is not None) <= 11
        for hand, temple, card in zip(after.hands, after.temples, after.duel, strict=True)
    ),
    "nobody_waits_before_a_city_is_turned_over": lambda _, after: (
        after.phase != "reveal" or (after.city is None and not any(after.duel))
    ),
    "a_city_is_besieged_while_people_choose": lambda _, after: after.phase != "battle" or after.city is not None,
    "somebody_has_a_card_left": lambda _, after: after.phase == "over" or any(after.hands) or any(after.duel),
    "no_city_is_lost": lambda before, after: _cities(after) >= _cities(before),
    "cities_and_cards_go_together": lambda _, after: all(
        sum(map(len, after.won)) + len(after.left) + len(hand) + (card is not None) <= 11 * after.wave
        for hand, card in zip(after.hands, after.duel, strict=True)
    ),
    "at_most_22_cities": lambda _, after: sum(map(len, after.won)) + len(after.left) + (after.city is not None) <= 22,
    "dead_stay_dead": lambda before, after: all(card in after.graveyard for card in before.graveyard),
    "a_won_city_stays_won": lambda before, after: all(
        city in now for then, now in zip(before.won, after.won, strict=True) for city in then
    ),
    "waves_go_forward": lambda before, after: after.wave >= before.wave,
    "rounds": lambda before, after: _rounds(after) < _rounds(before),
    "conservation": lambda before, after: _pieces(after) == _pieces(before),
}
"""What the rules say must hold, restated; by the names that it has there."""


def everything(names: Sequence[str]) -> Holds:
    """These properties together, as far as they are restated here."""
    checks = [PROPERTIES[name] for name in names if name in PROPERTIES]
    return lambda before, after: all(check(before, after) for check in checks)


def _cities(state: State) -> int:
    return len(state.deck) + (state.city is not None) + sum(map(len, state.won)) + len(state.left)


def _rounds(state: State) -> tuple[int, int, int]:
    return 2 - state.wave, sum(map(len, state.hands)), len(state.deck)


def _pieces(state: State) -> Counter[object]:
    places = (
        *state.hands,
        state.duel,
        *state.temples,
        state.graveyard,
        state.deck,
        (state.city,),
        *state.won,
        state.left,
    )
    return Counter(piece for place in places for piece in place if piece is not None)
