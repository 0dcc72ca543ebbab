"""Every battle of Kacíři under every set of readings, each situation judged once and counted as often as it occurs.

Part of an independent cross-check by enumeration; no proof about `spec/kaciri`.

At one power there are 11 * 11 * 11 * 11 * 12 = 175,692 battles of four cards of different factions. Most of them are the
same situation in other colours: only R16 and R17 name the Hussites, and only R18 the Hussites and the Reformers, so at a
plain city any four cards of the strengths 9, 9, 6, 2 fare alike. A duel is therefore painted in as few colours as its
power can tell apart (fewer, if only the taker matters and not who goes to the temple) and sorted. Nor do the rules ask more of a resistance than who reaches it and who just equals it (R8 to R11), so that of those
alike for a duel the lowest stands for all. That all this changes nothing is tested against battles as they are played.
"""

from collections import Counter
from collections.abc import Collection
from functools import cache
from itertools import combinations as choose, product

from attrs import frozen

from tests.agreement.brute_force.battle import (
    FACTIONS,
    HUSSITES,
    NO_RULE,
    REFORMERS,
    THIRD,
    Card,
    Duel,
    battle,
    strength_there,
)
from tests.agreement.brute_force.readings import Answers, every_course

STRENGTHS = range(1, 12)
RESISTANCES = range(1, 13)

NOBODY_NAMED: frozenset[int] = frozenset()
NAMED = {
    "HussiteCity": frozenset({HUSSITES}),
    "Crossed": frozenset({HUSSITES}),
    "Refuge": frozenset({HUSSITES, REFORMERS}),
}
"""The factions that the text of a special city names; it treats those that it names alike."""


@frozen
class Course:
    """How a battle goes under the readings that it asks for.

    `taker` is the card that takes the city (None: nobody), `temple` all cards that go to the temple. Cards stand for
    themselves, not for their place: two that are painted alike cancel each other, so neither can be the taker.
    """

    answers: Answers
    taker: Card | None
    temple: tuple[Card, ...]


@frozen
class Situation:
    """A painted and sorted duel for a city, and how many duels as they are played come to it."""

    duel: Duel
    resistance: int
    times: int


def painted(card: Card, named: frozenset[int]) -> Card:
    """The card in the colour of its group: of the factions that are named, or of all others."""
    return (HUSSITES if card[0] in named else THIRD, card[1])


@cache
def duels(power: str, size: int, *, temple: bool = True) -> Counter[Duel]:
    """Every duel of so many cards (1 to 4) of different factions, painted and sorted, with the number of real ones.

    Without `temple` the paint tells apart only what matters for who takes the city: a refuge names factions for their
    fate alone.
    """
    named = NAMED.get(power, NOBODY_NAMED) if temple or power != "Refuge" else NOBODY_NAMED
    return Counter(
        tuple(sorted(painted(card, named) for card in zip(factions, strengths, strict=True)))
        for factions in choose(FACTIONS, size)
        for strengths in product(STRENGTHS, repeat=size)
    )


def alike(strengths: Collection[int], resistance: int) -> int:
    """The lowest resistance that the same cards of these strengths reach and just equal."""
    if resistance in strengths:
        return resistance
    below = [each for each in strengths if each < resistance]
    return max(below) + 1 if below else 1


@cache
def situations(power: str, size: int, *, temple: bool = True) -> tuple[Situation, ...]:
    """Every battle of so many cards at this power."""
    found = []
    for duel, times in duels(power, size, temple=temple).items():
        strengths = {strength_there(power, card) for card in duel}
        for resistance, count in Counter(alike(strengths, each) for each in RESISTANCES).items():
            found.append(Situation(duel, resistance, times * count))
    return tuple(found)


def courses(power: str, players: int, duel: Duel, resistance: int) -> tuple[Course, ...]:
    """How a painted battle goes under every complete set of readings; every set fits exactly one course.

    Tables of three and four know the same rules (R20), so pass 2 or 3 for `players`.
    """
    return _courses(power, players, duel, alike([strength_there(power, card) for card in duel], resistance))


@cache
def _courses(power: str, players: int, duel: Duel, resistance: int) -> tuple[Course, ...]:
    found = []
    for answers, (taker, temple) in every_course(lambda ask: battle(power, players, duel, resistance, ask)):
        assert taker != NO_RULE, "a complete reading leaves a gap"
        card = None if taker is None else duel[taker]
        found.append(Course(answers, card, tuple(duel[at] for at in temple)))
    return tuple(found)


def tables_for(size: int) -> tuple[int, ...]:
    """The sizes of table at which so many cards can meet: in the second wave some players may have no card left.

    A table of three stands for one of four too.
    """
    return (2, 3) if size <= 2 else (3,)
