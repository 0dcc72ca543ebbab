"""The battle of Kacíři by enumeration: gaps, rivals, seats, and two cards at a larger table.

An independent cross-check with explicit numbers, to be compared with what the prover says; no proof about `spec/kaciri`.
"""

import random
from itertools import permutations, product

import pytest

from tests.agreement.brute_force.battle import (
    FACTIONS,
    FOURTH,
    HUSSITES,
    POWERS,
    REFORMERS,
    THIRD,
    Card,
    Duel,
    battle,
    city_goes,
)
from tests.agreement.brute_force.readings import COMPLETE, EVERY, combinations, every_course, settled
from tests.agreement.brute_force.survey import (
    NAMED,
    NOBODY_NAMED,
    RESISTANCES,
    STRENGTHS,
    courses,
    duels,
    painted,
    situations,
    tables_for,
)
from tests.agreement.brute_force.tables import entitled_cards, gap_triples, overlapping_triples, without_rule
from tests.agreement.brute_force.two_players import two_cards

H, R, T, F = HUSSITES, REFORMERS, THIRD, FOURTH


def random_duel(rng: random.Random, size: int) -> Duel:
    return tuple((faction, rng.choice(STRENGTHS)) for faction in rng.sample(FACTIONS, size))


def random_battle(rng: random.Random) -> tuple[str, int, Duel, int]:
    players = rng.choice((2, 3, 4))
    duel = random_duel(rng, rng.randint(1, players))
    return rng.choice(POWERS), players, duel, rng.choice(RESISTANCES)


@pytest.mark.parametrize(
    ("power", "duel", "resistance", "taker"),
    [
        ("Plain", ((H, 3), (R, 4)), 5, None),
        ("Plain", ((H, 5), (R, 3)), 5, 0),
        ("Plain", ((H, 5), (R, 5)), 5, None),
        ("Plain", ((H, 6), (R, 6)), 5, None),
        ("Plain", ((H, 8), (R, 6)), 5, 0),
        ("Plain", ((H, 5), (R, 8)), 5, 1),
        ("Plain", ((H, 4), (R, 4)), 5, None),
        ("HussiteCity", ((H, 7), (R, 8)), 8, None),
        ("HussiteCity", ((H, 8), (R, 8)), 8, 0),
        ("Sevens", ((H, 7), (R, 11)), 5, None),
        ("Sevens", ((H, 7), (R, 11), (T, 3)), 5, 1),
        ("Sevens", ((H, 7), (R, 7), (T, 11)), 5, None),
        ("Plain", ((H, 9), (R, 9), (T, 6)), 5, 2),
        ("Plain", ((H, 9), (R, 9), (T, 6)), 7, None),
        ("Plain", ((H, 8), (R, 8), (T, 8)), 5, None),
        ("Plain", ((H, 9), (R, 9), (T, 7), (F, 5)), 5, 2),
        ("Plain", ((H, 9), (R, 9), (T, 7), (F, 7)), 5, None),
        ("Plain", ((H, 9), (R, 7), (T, 7), (F, 7)), 5, 0),
    ],
)
def test_battles_that_the_rulebook_settles(power: str, duel: Duel, resistance: int, taker: int | None) -> None:
    assert battle(power, len(duel), duel, resistance, settled())[0] == taker


def test_where_the_city_goes() -> None:
    assert every_course(lambda ask: city_goes(2, ask)) == [((), "won")]
    assert every_course(lambda ask: city_goes(None, ask)) == [
        ((("unwon_city", "set_aside"),), "left"),
        ((("unwon_city", "back_in_deck"),), "deck"),
    ]


def test_courses_stand_for_every_set_of_readings() -> None:
    """6,144 complete sets: a battle comes to the same when all are answered beforehand."""
    every_set = combinations(COMPLETE)
    assert len(every_set) == 6_144
    rng = random.Random(1)
    for _ in range(12):
        power, players, duel, resistance = random_battle(rng)
        found = every_course(lambda ask: battle(power, players, duel, resistance, ask))  # noqa: B023
        for chosen in every_set:
            (outcome,) = [out for answers, out in found if all(chosen[name] == given for name, given in answers)]
            assert battle(power, players, duel, resistance, settled(**chosen)) == outcome


def test_every_battle_is_counted() -> None:
    for power in POWERS:
        assert [sum(each.times for each in situations(power, size)) for size in (1, 2, 3, 4)] == [
            4 * 11 * 12,
            6 * 11**2 * 12,
            4 * 11**3 * 12,
            175_692,
        ]


def test_paint_changes_nothing() -> None:
    rng = random.Random(2)
    for _ in range(2_000):
        power, players, duel, resistance = random_battle(rng)
        named = NAMED.get(power, NOBODY_NAMED)

        def paint(places: tuple[int, ...], duel: Duel = duel, named: frozenset[int] = named) -> list[Card]:
            return sorted(painted(duel[at], named) for at in places)

        played = {
            (frozenset(answers), None if taker is None else paint((taker,))[0], *paint(temple))
            for answers, (taker, temple) in every_course(lambda ask: battle(power, players, duel, resistance, ask))  # noqa: B023
        }
        whole = tuple(paint(tuple(range(len(duel)))))
        assert whole in duels(power, len(duel))
        assert played == {
            (frozenset(course.answers), course.taker, *sorted(course.temple))
            for course in courses(power, min(players, 3), whole, resistance)
        }


def test_seats_do_not_matter() -> None:
    """The cards exchanged between the players, the outcome is exchanged with them, under every set of readings."""
    rng = random.Random(3)
    for _ in range(400):
        power, players, duel, resistance = random_battle(rng)
        plain = dict(every_course(lambda ask: battle(power, players, duel, resistance, ask)))  # noqa: B023
        for seats in permutations(range(len(duel))):
            moved = tuple(duel[at] for at in seats)
            for answers, (taker, temple) in every_course(lambda ask: battle(power, players, moved, resistance, ask)):  # noqa: B023
                back = None if taker is None else seats[taker], tuple(sorted(seats[at] for at in temple))
                assert back == plain[answers]


def test_the_gap_of_the_literal_reading() -> None:
    """Strong enough by equality, and beaten: 110 of 1,452 triples."""
    gaps = gap_triples()
    assert len(gaps) == 110
    assert set(gaps) == {
        (one, other, resistance)
        for one, other, resistance in product(STRENGTHS, STRENGTHS, RESISTANCES)
        if min(one, other) == resistance < max(one, other)
    }
    assert overlapping_triples() == []
    for one, other in ((H, R), (R, T)):
        for first, second, resistance in product(STRENGTHS, STRENGTHS, RESISTANCES):
            found = battle("Plain", 2, ((one, first), (other, second)), resistance, settled(weaker_equal="as_written"))
            assert (found == (-1, ())) == ((first, second, resistance) in gaps)


@pytest.mark.parametrize(
    ("power", "sizes"),
    [
        ("Plain", (0, 660, 8_580, 31_900)),
        ("Sanctuary", (0, 660, 8_580, 31_900)),
        ("HussiteCity", (0, 663, 8_673, 32_541)),
        ("Crossed", (0, 513, 7_137, 27_306)),
        ("Refuge", (0, 660, 8_580, 31_900)),
        ("Sevens", (0, 540, 8_532, 31_164)),
    ],
)
def test_battles_without_a_rule_for_the_weaker_equal(power: str, sizes: tuple[int, ...]) -> None:
    """660 is 110 for each two factions; in Hussite city it is 3 * 110 + 3 * 111, for there a Hussite may be a 12."""
    assert tuple(without_rule(power, size, weaker_equal="as_written") for size in (1, 2, 3, 4)) == sizes


def test_battles_without_a_rule_for_three_equals() -> None:
    """4 factions for the fourth card; of three equals of a strength, so many weaker cards and resistances they reach.

    Three who are beaten by the fourth are no tie of the highest, of whom alone R21 speaks.
    """
    gap = 4 * sum((strength - 1) * strength for strength in STRENGTHS)
    assert gap == 1_760
    assert [without_rule("Plain", size, three_cancel="pairs_only") for size in (1, 2, 3, 4)] == [0, 0, 0, gap]


@pytest.mark.parametrize("power", POWERS)
def test_at_most_one_card_is_entitled_to_the_city(power: str) -> None:
    for size in (2, 3, 4):
        for players in tables_for(size):
            assert set(entitled_cards(power, players, size)) == {0, 1}


@pytest.mark.parametrize("power", POWERS)
def test_two_cards_at_a_larger_table(power: str) -> None:
    """The rules for three and four come to those for two, but for the sevens (R19, R20).

    There they differ for one seven among two cards of which one stands: against a weaker card at the 7 resistances that
    the seven reaches, against a stronger one at the 8, 9, 10 or 11 that the other reaches, each in two orders.
    """
    ask = settled()
    for one, other in permutations(FACTIONS, 2):
        differing = 0
        for first, second, resistance in product(STRENGTHS, STRENGTHS, RESISTANCES):
            duel = ((one, first), (other, second))
            expected = two_cards(power, duel, resistance)
            assert battle(power, 2, duel, resistance, ask) == expected
            differing += battle(power, 3, duel, resistance, ask) != expected
        assert differing == (2 * (6 * 7 + 8 + 9 + 10 + 11) if power == "Sevens" else 0)


@pytest.mark.parametrize("power", [power for power in POWERS if power != "Sevens"])
def test_two_cards_at_a_larger_table_under_any_readings(power: str) -> None:
    for size in (1, 2):
        for each in situations(power, size):
            assert courses(power, 2, each.duel, each.resistance) == courses(power, 3, each.duel, each.resistance)


def test_readings_are_named_once() -> None:
    assert all(len(set(given)) == len(given) for given in EVERY.values())
