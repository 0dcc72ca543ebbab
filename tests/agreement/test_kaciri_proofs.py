"""What is proved about Kacíři against what enumeration counts: ties, readings that matter, gaps, the use of strength.

Two programs that were written apart, the rule set under the prover and the battle restated in `brute_force`, agree.
"""

import pytest

from refengine.smt.plan import COMPLETE as WHOLE
from tests.agreement.brute_force.battle import POWERS
from tests.agreement.brute_force.readings import COMPLETE
from tests.agreement.brute_force.strength import EVERY_WAY, Reading, unsafe_readings
from tests.agreement.brute_force.survey import RESISTANCES, STRENGTHS
from tests.agreement.brute_force.tables import changes_at, gap_triples
from tests.agreement.brute_force.ties import name, patterns, ranks
from tests.agreement.kaciri_proofs import allows, claim, decisions, game, verdicts

pytestmark = pytest.mark.slow

# ---- TIES


def told(audit: str) -> dict[str, dict[str, set[int]]]:
    """For each case of an audit the ranks of the taker: by the defaults, and under each reading that changes them."""
    return {
        each.goal.part: {when: {int(rank) for rank in values.split(", ")} for _, when, values in each.table}
        for each in decisions(audit)
        if each.goal.part != WHOLE
    }


def counted(size: int, *, crossed: bool, **readings: str) -> dict[str, set[int]]:
    """The same by enumeration, of all cities together."""
    found: dict[str, set[int]] = {name(pattern): set() for pattern in patterns(size)}
    for power in ("Crossed",) if crossed else POWERS:
        for pattern, there in ranks(power, size, crossed=crossed, **readings).items():
            found[pattern] |= there
    return found


TIES = [
    ("ties_of_two", 2, False),
    ("ties_of_three", 3, False),
    ("ties_of_four", 4, False),
    ("ties_of_two_with_crosses", 2, True),
    ("ties_of_three_with_crosses", 3, True),
]


@pytest.mark.parametrize(("audit", "size", "crossed"), TIES)
def test_every_pattern_of_ties_is_possible_and_none_is_left_out(audit: str, size: int, crossed: bool) -> None:
    verdict = {each.goal.part: each.verdict for each in decisions(audit)}
    assert verdict.pop(WHOLE) == "proved"
    assert set(verdict) == {name(pattern) for pattern in patterns(size)}
    assert set(verdict.values()) == {"found"}
    assert all(there for there in counted(size, crossed=crossed).values())


@pytest.mark.parametrize(("audit", "size", "crossed"), TIES)
def test_what_comes_of_ties(audit: str, size: int, crossed: bool) -> None:
    found = told(audit)
    (stated,) = (each for each in game().audits if each.name == audit)
    usual = counted(size, crossed=crossed)
    assert {pattern: rows["by the defaults"] for pattern, rows in found.items()} == usual
    for question, (_, *others) in COMPLETE.items():
        if question in dict(stated.extent.under):
            continue
        for reading in others:
            otherwise = {
                pattern: rows.get(f"{question} is {reading}", usual[pattern]) for pattern, rows in found.items()
            }
            assert otherwise == counted(size, crossed=crossed, **{question: reading}), (question, reading)


# ---- READINGS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_which_readings_matter_in_a_battle(players: int) -> None:
    """For each two readings of each question: who takes the city, and all that a battle leaves."""
    changed = changes_at(players, POWERS)
    compared = {"who_takes_the_city": {"taker"}}
    if players == 2:  # with more, there are more positions and no fewer: the claim `two_cards_at_a_larger_table`
        compared["what_a_battle_leaves"] = {"taker", "cards", "city"}
    for audit, of_it in compared.items():
        expected = {
            f"{question}: {one} or {other}": bool(what & of_it) for (question, one, other), what in changed.items()
        }
        expected |= {"final_tie: shared or undecided": False, "factions_by: by_seat or agreed": False}
        found = {each.goal.part: each.verdict for each in decisions(audit) if each.goal.players == players}
        assert found == {part: "found" if differs else "proved" for part, differs in expected.items()}


# ---- THE GAP


def test_the_gap_is_counted() -> None:
    number = {each.goal.part: each.table for each in decisions("the_gap_to_the_letter") if each.goal.part != WHOLE}
    gaps = len(gap_triples())
    assert gaps == 110
    # A plain city has no resistance of 12 (the law `twelve_needs_the_bonus`), and nobody could just equal it.
    rest = len(STRENGTHS) ** 2 * (len(RESISTANCES) - 1) - gaps
    assert number == {"no_rule": (("number", str(gaps)),), "a_rule": (("number", str(rest)),)}


# ---- STRENGTH


def about(*claims: str) -> set[Reading]:
    """The sets of readings that some proved claims speak of."""
    assert all(verdicts(each) == {"proved"} for each in claims)
    return {each for each in EVERY_WAY if any(allows(claim(name), dict(each)) for name in claims)}


@pytest.mark.parametrize("power", ["Plain", "Sanctuary", "HussiteCity", "Refuge"])
@pytest.mark.parametrize("players", [2, 3])
def test_strength_loses_only_by_a_tie(power: str, players: int) -> None:
    assert about("strength_loses_only_by_a_tie_however_it_is_read") == set(EVERY_WAY)
    assert unsafe_readings(power, players) == set()


def test_strength_among_four() -> None:
    """Where the claim is proved and where a battle refutes it: together all sets of readings, none of them twice."""
    unsafe = unsafe_readings("Plain", 4)
    assert about("strength_among_four") == set(EVERY_WAY) - unsafe
    assert about("spoiled_however_the_rest_is_read") == unsafe
    assert about("strength_loses_only_by_a_tie") <= about("strength_among_four")


def test_strength_at_the_other_two_cities() -> None:
    assert about("lost_by_a_cross_however_it_is_read") == unsafe_readings("Crossed", 4, least=2) == set(EVERY_WAY)
    assert about("lost_by_a_seven_however_it_is_read") == unsafe_readings("Sevens", 2) == set(EVERY_WAY)
    third = about("lost_by_a_third_seven_however_the_rest_is_read")
    assert third == unsafe_readings("Sevens", 3)
    assert about("strength_among_sevens_of_three") == set(EVERY_WAY) - third
    four = third | about("spoiled_however_the_rest_is_read")
    assert four == unsafe_readings("Sevens", 4)
    assert about("strength_among_sevens_of_four") == set(EVERY_WAY) - four
