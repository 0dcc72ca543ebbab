"""Raising one's own strength in a battle of Kacíři: when it loses a city that a weaker card would have taken.

Part of an independent cross-check by enumeration; no proof about `spec/kaciri`.
"""

from collections.abc import Iterator
from functools import cache

from attrs import frozen

from tests.agreement.brute_force.battle import Card, Duel, good_enough, judged, strength_there
from tests.agreement.brute_force.readings import combinations, settled
from tests.agreement.brute_force.survey import RESISTANCES, STRENGTHS, courses, duels

Reading = tuple[tuple[str, str], ...]
"""Questions with a reading each."""

ABOUT_THE_TAKER = (
    "weaker_equal", "lone_player", "sacrifice", "what_is_crossed", "sevens_hit", "three_sevens", "two_opponents",
)  # fmt: skip
"""The questions that can change who takes a city (`tables.changes`): 192 sets of readings."""
EVERY_WAY: tuple[Reading, ...] = tuple(tuple(chosen.items()) for chosen in combinations(ABOUT_THE_TAKER))


@frozen
class Loss:
    """With `low` the city is taken, with `high` of the same faction it is not, and no equal cancels `high`.

    `readings` are those that battles against these rivals ask for.
    """

    rivals: Duel
    low: Card
    high: Card
    resistance: int
    readings: Reading


def lines(power: str, size: int) -> set[tuple[int, Duel]]:
    """Everybody's point of view: the colour of one's own card, and the rivals."""
    return {
        (duel[me][0], duel[:me] + duel[me + 1 :])
        for duel in duels(power, size, temple=False)
        for me in range(len(duel))
    }


def losses(power: str, players: int, size: int) -> Iterator[Loss]:
    """Cities lost by strength and not by a tie, with each set of readings that the battles on the way ask for.

    For each line of battles (rivals, resistance and readings fixed, one's own card from 1 to 11): the weakest card that
    takes the city, against every stronger one that does not.
    """
    for colour, rivals in lines(power, size):
        for resistance in RESISTANCES:
            line = [_takers(power, players, (colour, strength), rivals, resistance) for strength in STRENGTHS]
            asked = {question: None for found in line for answers, _ in found for question, _ in answers}
            for chosen in combinations(asked):
                taken = [_mine(found, chosen) for found in line]
                if True not in taken or all(taken[taken.index(True) :]):
                    continue
                low = taken.index(True) + 1
                for high in range(low + 1, len(taken) + 1):
                    if not taken[high - 1] and not _cancelled(
                        power, players, (colour, high), rivals, resistance, chosen
                    ):
                        yield Loss(rivals, (colour, low), (colour, high), resistance, tuple(chosen.items()))


def _takers(power: str, players: int, mine: Card, rivals: Duel, resistance: int) -> set[tuple[Reading, bool]]:
    """Returns whether one takes the city oneself, with the answers it rests on."""
    duel = tuple(sorted((mine, *rivals)))
    return {
        (tuple(each for each in course.answers if each[0] in ABOUT_THE_TAKER), course.taker == mine)
        for course in courses(power, players, duel, resistance)
    }


def _mine(found: set[tuple[Reading, bool]], chosen: dict[str, str]) -> bool:
    if len(found) == 1:
        return next(iter(found))[1]
    (mine,) = [taken for answers, taken in found if all(chosen[name] == reading for name, reading in answers)]
    return mine


def _cancelled(power: str, players: int, mine: Card, rivals: Duel, resistance: int, chosen: dict[str, str]) -> bool:
    """Returns whether the card is cancelled by an equal (R10, R21, R22)."""
    duel, ask = (mine, *rivals), settled(**chosen)
    able, there = good_enough(power, players, duel, resistance, ask)
    _, gone = judged([strength_there(power, card) for card in duel], able, there, resistance, ask)
    return 0 in gone


@cache
def smallest_losses(power: str, players: int, size: int) -> tuple[Loss, ...]:
    """For each set of readings under which strength loses a city without a tie: the first such loss, in a fixed order.

    `players` is 2 or 3 (which stands for 4), `size` the number of cards.
    """
    first: dict[Reading, Loss] = {}
    for each in losses(power, players, size):
        known = first.get(each.readings)
        if known is None or (each.rivals, each.low, each.high, each.resistance) < (
            known.rivals,
            known.low,
            known.high,
            known.resistance,
        ):
            first[each.readings] = each
    return tuple(first[readings] for readings in sorted(first))


def unsafe_readings(power: str, players: int, *, least: int = 1) -> set[Reading]:
    """Under which of the 192 sets of readings about the taker a stronger card can lose a city otherwise than by a tie.

    At a table of 2, 3 or 4, in battles of at least so many cards.
    """
    unsafe: set[Reading] = set()
    for size in range(least, players + 1):
        found = [loss.readings for loss in smallest_losses(power, min(players, 3), size)]
        unsafe |= {each for each in EVERY_WAY if any(set(readings) <= set(each) for readings in found)}
        if len(unsafe) == len(EVERY_WAY):
            break
    return unsafe
