"""Breadth first through all states of the hand-written game, at a scope: what the explorer is measured against.

It does less than the explorer: no property is checked, and no way to a state is kept.
"""

from collections.abc import Sequence

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


def explore(game: Kaciri, start: State) -> Census:
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
                seen.add(after)
                if len(seen) != known:
                    known += 1
                    coming.append(after)
        level = coming
    return Census(known, transitions, finished)
