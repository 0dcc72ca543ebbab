"""What enumeration says about the battle of Kacíři: gaps, rivals, what a reading changes.

Part of an independent cross-check; no proof about `spec/kaciri`. Counts are of battles as they are played: duels of cards
of different factions, with a resistance from 1 to 12, at one power.
"""

from collections import Counter
from functools import cache
from itertools import combinations as choose, product

from tests.agreement.brute_force.battle import NO_RULE, Card, Duel, battle, good_enough, letters, strength_there
from tests.agreement.brute_force.readings import COMPLETE, Ask, agree, every_course, settled
from tests.agreement.brute_force.survey import RESISTANCES, STRENGTHS, Course, courses, situations, tables_for

Pair = tuple[str, str, str]
"""A question and two of its readings, in their order in `COMPLETE`."""


def gap_triples() -> list[tuple[int, int, int]]:
    """The (strength, strength, resistance) that none of R8 to R11 covers to the letter: the gap of ruling A1."""
    return [each for each in product(STRENGTHS, STRENGTHS, RESISTANCES) if not letters(*each)]


def overlapping_triples() -> list[tuple[int, int, int]]:
    """The (strength, strength, resistance) that several of R8 to R11 cover."""
    return [each for each in product(STRENGTHS, STRENGTHS, RESISTANCES) if len(letters(*each)) > 1]


def without_rule(power: str, size: int, **readings: str) -> int:
    """How many battles of so many cards no rule covers, with a reading that keeps to the letter."""
    ask, players = settled(**readings), tables_for(size)[0]
    return sum(
        each.times
        for each in situations(power, size, temple=False)
        if battle(power, players, each.duel, each.resistance, ask)[0] == NO_RULE
    )


def entitled(power: str, players: int, duel: Duel, resistance: int, ask: Ask) -> tuple[int, ...]:
    """The places of all cards to which a rule gives the city, each looked at by itself (R9, R11, R21).

    A lone card aside, `battle` never looks at more than one candidate, so that it could not notice two.
    """
    strengths = [strength_there(power, card) for card in duel]
    able, there = good_enough(power, players, duel, resistance, ask)
    present = [strength for strength, seen in zip(strengths, there, strict=True) if seen]
    free = [at for at in range(len(duel)) if there[at] and present.count(strengths[at]) == 1]

    def gets_it(me: int) -> bool:
        for at in free:
            if strengths[at] > strengths[me] and (able[at] or ask("what_is_crossed") == "in_the_way_of_all"):
                return False
        others = [at for at in range(len(duel)) if at != me and able[at]]
        if any(
            seen > strengths[me] and present.count(seen) > 1 for seen in present
        ):  # they have cancelled each other: R21
            return (len(free) == 1 and all(there)) or ask("two_opponents") == "next_strongest"
        return all(strengths[at] != resistance for at in others) or ask("weaker_equal") == "stronger_wins"

    return tuple(at for at in free if able[at] and gets_it(at))


def entitled_cards(power: str, players: int, size: int) -> Counter[int]:
    """How many cards have a right to the city: 0 or 1 (never 2), with the number of courses that battles can take.

    Raises an AssertionError where the entitled card and the taker differ. A lone card may be let in by R13 alone, so
    `size` is 2 to 4.
    """
    counts: Counter[int] = Counter()
    for each in situations(power, size, temple=False):
        found = every_course(lambda ask: entitled(power, players, each.duel, each.resistance, ask))  # noqa: B023
        taken = courses(power, players, each.duel, each.resistance)
        for answers, places in found:
            counts[len(places)] += 1
            cards: list[Card | None] = [each.duel[at] for at in places] or [None]
            assert all([course.taker] == cards for course in taken if agree(answers, course.answers))
    return counts


# ---- WHAT A READING CHANGES


def changed(found: tuple[Course, ...]) -> set[tuple[Pair, str]]:
    """What can come out otherwise in one battle if one question is read otherwise and all others alike.

    Of each two readings: `taker`, `cards` (which of them go to the temple), `city` (where it goes).
    """
    result: set[tuple[Pair, str]] = set()
    for one, other in choose(found, 2):
        if one.taker == other.taker and one.temple == other.temple:
            continue
        answers = dict(one.answers)
        parted = [
            (question, answers[question], reading)
            for question, reading in other.answers
            if answers.get(question, reading) != reading
        ]
        if len(parted) == 1:
            ((question, *two),) = parted
            first, second = sorted(two, key=COMPLETE[question].index)
            pair = (question, first, second)
            if one.temple != other.temple:
                result.add((pair, "cards"))
            if one.taker != other.taker:
                result |= {(pair, "taker"), (pair, "city")}
    if any(course.taker is None for course in found):
        # Asked where a city goes that nobody takes, and of nothing else (A3).
        result.add((("unwon_city", *COMPLETE["unwon_city"][:2]), "city"))  # type: ignore[arg-type]
    return result


@cache
def changes(power: str, players: int, size: int) -> Counter[tuple[Pair, str]]:
    """For each two readings of a question and each of `taker`, `cards`, `city`: in how many battles it can differ.

    Other questions are read in any way, but both times alike. What never differs is not in the table. `players` is 2 or
    3; 3 stands for 4 too.
    """
    table: Counter[tuple[Pair, str]] = Counter()
    for each in situations(power, size):
        found = courses(power, players, each.duel, each.resistance)
        for change in changed(found):
            table[change] += each.times
    return table


def changes_at(players: int, powers: tuple[str, ...]) -> dict[Pair, set[str]]:
    """What each two readings of each question can change in some battle at a table of 2, 3 or 4, at these powers."""
    table: dict[Pair, set[str]] = {
        (question, *two): set() for question, given in COMPLETE.items() for two in choose(given, 2)
    }
    for power in powers:
        for size in range(1, players + 1):
            for pair, what in changes(power, min(players, 3), size):
                table[pair].add(what)
    return table
