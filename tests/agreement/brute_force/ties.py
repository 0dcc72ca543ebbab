"""Ties of two, three and four cards in a battle of Kacíři, and what comes of them.

Part of an independent cross-check by enumeration; no proof about `spec/kaciri`.
"""

from collections import Counter

from tests.agreement.brute_force.battle import NO_RULE, Duel, battle, is_crossed, strength_there
from tests.agreement.brute_force.readings import settled
from tests.agreement.brute_force.survey import situations, tables_for

Pattern = tuple[int, ...]
"""How many cards are equally strong, level by level from the top: (2, 1) is a pair above one."""

WORDS = {1: "one", 2: "pair", 3: "three", 4: "four"}


def patterns(size: int) -> list[Pattern]:
    """All patterns of so many cards: the compositions of the number, 2 ** (size - 1) of them."""
    return [(first, *rest) for first in range(1, size) for rest in patterns(size - first)] + [(size,)] if size else [()]


def name(pattern: Pattern) -> str:
    """`pair_above_one` for (2, 1)."""
    return "_above_".join(WORDS[count] for count in pattern)


def levels(power: str, duel: Duel) -> list[int]:
    """The strengths in the duel, bonus included, each once, from the top."""
    return sorted({strength_there(power, card) for card in duel}, reverse=True)


def pattern(power: str, duel: Duel) -> Pattern:
    """The pattern of ties of a duel."""
    strengths = [strength_there(power, card) for card in duel]
    return tuple(strengths.count(level) for level in levels(power, duel))


def tie_table(power: str, size: int, **readings: str) -> dict[str, Counter[str]]:
    """For each pattern of so many cards: on which level the taker stands, and in how many battles.

    Levels are `level 1` (the strongest) to `level 4`; else it is `nobody`, or `no rule` under a reading that keeps to the
    letter. Questions that are not given are read by default. Of two cards at a table of two, of more at a larger one.
    """
    ask, players = settled(**readings), tables_for(size)[0]
    table: dict[str, Counter[str]] = {}
    for each in situations(power, size, temple=False):
        taker, _ = battle(power, players, each.duel, each.resistance, ask)
        if taker is None:
            outcome = "nobody"
        elif taker == NO_RULE:
            outcome = "no rule"
        else:
            strength = strength_there(power, each.duel[taker])
            outcome = f"level {levels(power, each.duel).index(strength) + 1}"
        table.setdefault(name(pattern(power, each.duel)), Counter())[outcome] += each.times
    return table


def ranks(power: str, size: int, *, crossed: bool, **readings: str) -> dict[str, set[int]]:
    """For each pattern the ranks on which the taker can stand, as in sports: below a pair comes the third; 0 is nobody.

    Of duels with some crossed card, or of those with none. Of two cards at a table of two, of more at a larger one.
    """
    ask, players = settled(**readings), tables_for(size)[0]
    found: dict[str, set[int]] = {}
    for each in situations(power, size, temple=False):
        if any(is_crossed(power, card, ask) for card in each.duel) == crossed:
            taker, _ = battle(power, players, each.duel, each.resistance, ask)
            assert taker != NO_RULE, "a complete reading leaves a gap"
            strengths = [strength_there(power, card) for card in each.duel]
            rank = 0 if taker is None else 1 + sum(strength > strengths[taker] for strength in strengths)
            found.setdefault(name(pattern(power, each.duel)), set()).add(rank)
    return found


def possible(power: str, size: int, **readings: str) -> dict[str, set[str]]:
    """For each pattern the outcomes that occur."""
    return {pattern: set(counts) for pattern, counts in tie_table(power, size, **readings).items()}
