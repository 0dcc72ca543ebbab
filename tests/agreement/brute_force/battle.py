"""The battle of Kacíři restated: who takes the city, and which cards are spared.

An independent cross-check, written from the statements of the rulebook (R.., with our rulings A..), and no proof about
`spec/kaciri`: it goes through a duel the way people at the table would, from the strongest card down, where the rule set
judges each card by itself. What both say alike is less likely to be wrong.

Cards are (faction, strength), a duel is a tuple of them. Nobody sits anywhere: a place in the tuple is only a name.
"""

from tests.agreement.brute_force.readings import Ask

HUSSITES, REFORMERS, THIRD, FOURTH = FACTIONS = range(4)
POWERS = ("Plain", "Sanctuary", "HussiteCity", "Crossed", "Refuge", "Sevens")
NOBODY = None
NO_RULE = -1
"""Instead of a taker: no rule covers the battle. Only readings that keep to the letter come to this."""

Card = tuple[int, int]
Duel = tuple[Card, ...]
Outcome = tuple[int | None, tuple[int, ...]]
"""Who takes the city (a place in the duel, nobody, or no rule), and who goes to the temple; all others die."""

WITHOUT_RULE: Outcome = (NO_RULE, ())


def strength_there(power: str, card: Card) -> int:
    """The strength with the bonus of the city (R16), which counts everywhere in the comparison (A12): 1 to 12."""
    faction, printed = card
    return printed + 1 if faction == HUSSITES and power == "HussiteCity" else printed


def number(power: str, card: Card, ask: Ask) -> int:
    """What the special cities read off a card (A11): 1 to 12."""
    printed, there = card[1], strength_there(power, card)
    return there if there != printed and ask("strength_meant") == "effective" else printed


def is_crossed(power: str, card: Card, ask: Ask) -> bool:
    """Returns whether the card is marked with a cross there (R17)."""
    if power != "Crossed":
        return False
    return number(power, card, ask) == 11 or (card[0] == HUSSITES and number(power, card, ask) == 10)


def good_enough(power: str, players: int, duel: Duel, resistance: int, ask: Ask) -> tuple[list[bool], list[bool]]:
    """For each card: can it take the city, and is it there for others (as an equal, or as somebody stronger)?

    The two differ for crossed cards alone (A13). `players` sit at the table, whether or not they still have cards (R20).
    """
    able = [strength_there(power, card) >= resistance for card in duel]
    if power == "Sevens":
        sevens = [number(power, card, ask) == 7 for card in duel]
        if any(able) and have_effect(sum(sevens), players, ask):
            alone = players > 2 and not all(sevens) and ask("sevens_hit") == "only_sevens"
            able = [fit and alone and not seven for fit, seven in zip(able, sevens, strict=True)]
    elif power == "Sanctuary":
        for at, card in enumerate(duel):
            if able[at] and number(power, card, ask) <= 3 and ask("sacrifice") == "gives_up":
                able[at] = False
    there = able
    if power == "Crossed":
        crossed = [is_crossed(power, card, ask) for card in duel]
        if any(crossed):
            able = [fit and not cross for fit, cross in zip(able, crossed, strict=True)]
            seen = len(duel) > 1 and ask("what_is_crossed") != "out_of_the_way"
            there = [fit or (seen and cross) for fit, cross in zip(able, crossed, strict=True)]
    if len(duel) == 1 and not able[0] and ask("lone_player") == "wins_anyway":
        return [True], [True]
    return able, there


def have_effect(sevens: int, players: int, ask: Ask) -> bool:
    """Returns whether so many sevens make the others lose: one of two players (R19), two of more; of three R20 says nothing (A16)."""
    if players == 2:
        return sevens > 0
    return sevens == 2 or (sevens > 2 and ask("three_sevens") == "as_good_as_two")


def judged(
    strengths: list[int], able: list[bool], there: list[bool], resistance: int, ask: Ask
) -> tuple[int | None, list[int]]:
    """Who takes the city, among cards of these strengths, and which cards have cancelled each other on the way to that.

    From the strongest down: equals who are the highest that is left cancel each other (R10, R21, R22, and A17 for those
    who come after), and whoever is alone there has beaten all below, equals among them (R11, A20).
    """
    gone: list[int] = []
    for level in sorted(set(strengths), reverse=True):
        highest = [at for at, strength in enumerate(strengths) if strength == level and there[at]]
        if len(highest) > 1:
            if (len(highest), len(strengths)) == (3, 4) and ask("three_cancel") == "pairs_only":
                return NO_RULE, gone
            gone += highest
        elif highest and able[highest[0]]:
            return approved(highest[0], strengths, able, gone, resistance, ask), gone
        elif highest and ask("what_is_crossed") == "in_the_way_of_all":
            return NOBODY, gone
    return NOBODY, gone


def approved(
    best: int, strengths: list[int], able: list[bool], gone: list[int], resistance: int, ask: Ask
) -> int | None:
    """Returns whether the strongest card that nobody cancels gets the city: the doubts about rivals (A1, A17)."""
    others = [at for at in range(len(strengths)) if at != best]
    if gone:
        only_one_is_left = len(gone) == len(others)
        return best if only_one_is_left or ask("two_opponents") == "next_strongest" else NOBODY
    if any(able[at] and strengths[at] == resistance for at in others):
        return {"stronger_wins": best, "nobody_wins": NOBODY, "as_written": NO_RULE}[ask("weaker_equal")]
    return best


def battle(power: str, players: int, duel: Duel, resistance: int, ask: Ask) -> Outcome:
    """The outcome of one duel of 1 to 4 cards for a city of resistance 1 to 12, at a table of 2 to 4 players."""
    strengths = [strength_there(power, card) for card in duel]
    able, there = good_enough(power, players, duel, resistance, ask)
    taker, gone = judged(strengths, able, there, resistance, ask) if any(able) else (NOBODY, [])
    if taker == NO_RULE:
        return WITHOUT_RULE
    spared = [taker] if taker is not None else []
    if power == "Sanctuary":
        weak = [at for at, card in enumerate(duel) if at != taker and number(power, card, ask) <= 3]
        spared += [at for at in weak if at not in gone or ask("cancelled_sacrifice") == "spared"]
    elif power == "Refuge":
        for at, (faction, _) in enumerate(duel):
            if at != taker and faction in {HUSSITES, REFORMERS} and lost(able, at in gone, taker, ask):
                spared.append(at)
    return taker, tuple(sorted(spared))


def lost(able: list[bool], cancelled: bool, taker: int | None, ask: Ask) -> bool:
    """Returns whether somebody who did not take the city has lost, in the sense of R18 (A14)."""
    if cancelled:
        return ask("lose_means") in {"any_loss", "not_where_all_die"}
    if not any(able):
        return ask("lose_means") in {"any_loss", "not_where_equals_cancel"}
    return taker is not NOBODY or ask("lose_means") != "beaten_only"


def city_goes(taker: int | None, ask: Ask) -> str:
    """Where the city goes (A3): `won`, `left` or `deck`."""
    if taker is not NOBODY:
        return "won"
    return {"set_aside": "left", "back_in_deck": "deck"}[ask("unwon_city")]


# ---- the rules for two players, to the letter


def letters(first: int, second: int, resistance: int) -> tuple[str, ...]:
    """Which of the four cases of R8 to R11 (a, b, c, d) cover two strengths at a plain city. `One` is exactly one (A2)."""
    low, high = min(first, second), max(first, second)
    return tuple(
        name
        for name, holds in (
            ("a", high < resistance),
            ("b", low < resistance <= high),
            ("c", resistance <= low == high),
            ("d", resistance < low < high),
        )
        if holds
    )
