"""European War by hand: the map, the cards and what lies on the table, as values.

INVARIANT: a hand, the cards that were drawn and the cards that were laid are sorted tuples of ranks; deck and discard
pile are tuples with the number of cards of each rank.
INVARIANT: a stack of figures is one of `STACKS`, and is never empty; an empty field holds None.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from attrs import frozen

RANKS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
POWERS = ("British", "Russian", "French", "Dual", "Ottoman")
STRENGTH = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 11)  # R20
JACK, QUEEN, KING, ACE = range(9, 13)
JACKS, QUEENS, KINGS = (JACK, ACE), (QUEEN, ACE), (KING, ACE)  # R24: an ace is any of them
MOST_CARDS = 4  # R19
MOST_FIGURES = 15  # C11
DRAWN_BY_FATE = 3  # R19

T = TypeVar("T")
Ranks = tuple[int, ...]
Pile = tuple[int, ...]
Fields = tuple[int, ...]

FULL_DECK: Pile = (4,) * len(RANKS)
NO_CARDS: Pile = (0,) * len(RANKS)


@frozen
class Map:
    """The fields by number: whose home each is, which are the home of each power, and which lie around each."""

    names: tuple[str, ...]
    home_of: Fields
    homes: tuple[Fields, ...]
    around: tuple[Fields, ...]


def _rows(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read_map(folder: Path) -> Map:
    """The map of the three tables of a rule set: fields with their power, borders, and ports (R12, R13, R14)."""
    rows, borders, ports = (_rows(folder / f"{name}.csv") for name in ("fields", "borders", "ports"))
    names = tuple(row["id"] for row in rows)
    near: list[set[int]] = [set() for _ in rows]
    for border in borders:
        one, other = names.index(border["one"]), names.index(border["other"])
        near[one].add(other)
        near[other].add(one)
    for sea in {port["sea"] for port in ports}:
        coast = {names.index(port["field"]) for port in ports if port["sea"] == sea}
        for here in coast:
            near[here] |= coast - {here}
    home_of = tuple(POWERS.index(row["home"]) for row in rows)
    homes = tuple(tuple(f for f, each in enumerate(home_of) if each == power) for power in range(len(POWERS)))
    return Map(names, home_of, homes, tuple(tuple(sorted(each)) for each in near))


@frozen(eq=False)
class Stack:
    """So many figures of one player on a field."""

    player: int
    number: int


STACKS = tuple(tuple(Stack(player, number) for number in range(MOST_FIGURES + 1)) for player in range(5))
Armies = tuple[Stack | None, ...]


@frozen
class Cards:
    """Where the 52 cards are."""

    deck: Pile
    discard: Pile
    hands: tuple[Ranks, ...]
    drawn: Ranks
    laid: tuple[Ranks, ...]


@frozen
class Turn:
    """What lasts as long as a turn: whose it is, whether there was sabotage, who looks into whose hand."""

    player: int
    sabotaged: bool
    spies: tuple[tuple[int, ...], ...]


@frozen
class Battle:
    """An attack under way; `to_ask` may still stop it."""

    attacker: int
    defender: int
    here: int
    there: int
    number: int
    to_ask: tuple[int, ...]


@frozen
class State:
    """A snapshot. `given` is a card on its way to a player whose hand is full; `drawer` sees the cards drawn."""

    powers: tuple[int, ...]
    undealt: tuple[int, ...]
    armies: Armies
    cards: Cards
    turn: Turn
    drawer: int
    phase: str
    battle: Battle | None
    given: tuple[int, int] | None


@frozen
class Outcome:
    """A point for each winner, and who won (R27)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


# ---- CARDS AND FIGURES MOVED


def replaced(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The items with another one at the given place."""
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def without(hand: Ranks, rank: int) -> Ranks:
    """The cards without one; it has to be there."""
    at = hand.index(rank)
    return hand[:at] + hand[at + 1 :]


def plus(hand: Ranks, rank: int) -> Ranks:
    """The cards with one more."""
    return tuple(sorted((*hand, rank)))


def add(pile: Pile, ranks: Sequence[int]) -> Pile:
    """The pile with more cards."""
    changed = list(pile)
    for rank in ranks:
        changed[rank] += 1
    return tuple(changed)


def take(pile: Pile, rank: int) -> Pile:
    """The pile with a card less."""
    changed = list(pile)
    changed[rank] -= 1
    return tuple(changed)


# ---- WHAT HAS TO BE THERE


def fighting(state: State) -> Battle:
    """The attack under way."""
    if state.battle is None:
        raise ValueError("nobody is attacked")
    return state.battle


def receiving(state: State) -> tuple[int, int]:
    """The card on its way, and to whom."""
    if state.given is None:
        raise ValueError("no card is on its way")
    return state.given
