"""The battle of two players in Kacíři, case by case as the basic rules have it: R8 to R11 and the special cities.

Part of an independent cross-check; no proof about `spec/kaciri`. Unlike `battle`, it knows nothing of a third card, and
reads everything that the rulebook leaves open by default.
"""

from tests.agreement.brute_force.battle import HUSSITES, REFORMERS, Duel, Outcome, letters


def two_cards(power: str, duel: Duel, resistance: int) -> Outcome:
    """Who takes the city (a place in the duel, or nobody), and who goes to the temple."""
    strengths = [strength + (power == "HussiteCity" and faction == HUSSITES) for faction, strength in duel]
    if power == "Crossed":  # no success, however strong: as good as nothing (A13)
        strengths = [
            0 if strength == 11 or (faction, strength) == (HUSSITES, 10) else strength for faction, strength in duel
        ]
    taker = None
    if power != "Sevens" or 7 not in strengths:
        case = letters(strengths[0], strengths[1], resistance)
        if case in {("b",), ("d",), ()}:  # the gap (A1): the stronger
            taker = 0 if strengths[0] > strengths[1] else 1
    temple = [taker] if taker is not None else []
    for at, (faction, strength) in enumerate(duel):
        spared = {"Sanctuary": strength <= 3, "Refuge": faction in {HUSSITES, REFORMERS}}.get(power, False)
        if at != taker and spared:
            temple.append(at)
    return taker, tuple(sorted(temple))
