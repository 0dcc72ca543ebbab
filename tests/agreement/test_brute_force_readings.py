"""What the readings of Kacíři change in a battle, by enumeration: takers, fates, ties, and the use of strength.

An independent cross-check with explicit numbers, to be compared with what the prover says; no proof about `spec/kaciri`.
"""

from itertools import combinations as choose

import pytest

from tests.agreement.brute_force.battle import HUSSITES, POWERS, THIRD
from tests.agreement.brute_force.readings import COMPLETE
from tests.agreement.brute_force.strength import EVERY_WAY, Loss, smallest_losses, unsafe_readings
from tests.agreement.brute_force.tables import Pair, changes, changes_at
from tests.agreement.brute_force.ties import name, patterns, possible, tie_table

EVERYTHING = {"taker", "cards", "city"}

# ---- WHAT A READING CHANGES


def expected_changes(players: int) -> dict[Pair, set[str]]:
    """The table for so many players, by question: what any two of its readings can change in a battle."""
    changed = {
        "weaker_equal": EVERYTHING,
        "unwon_city": {"city"},
        "lone_player": EVERYTHING,
        "sacrifice": EVERYTHING,
        "cancelled_sacrifice": {"cards"},
        "strength_meant": set(),
        "what_is_crossed": EVERYTHING,
        "lose_means": {"cards"},
        "sevens_hit": EVERYTHING if players > 2 else set(),
        # Three sevens among three are equals of whom nobody gets anything, whether they strike or not (R22).
        "three_sevens": EVERYTHING if players > 3 else set(),
        "two_opponents": EVERYTHING if players > 3 else set(),
    }
    return {(name, *two): what for name, what in changed.items() for two in choose(COMPLETE[name], 2)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_two_readings_can_change(players: int) -> None:
    assert changes_at(players, POWERS) == expected_changes(players)


def test_at_a_plain_city() -> None:
    """Of 175,692 battles of four; in each but those of `unwon_city` taker, cards and city differ together.

    11,880: 12 ways to sit round a pair above two others, and for the next strongest b in 2 to 10 as many triples of
    strengths and resistances as (11 - b) * (b - 1) * b.
    """
    table = changes("Plain", 3, 4)
    assert {pair[0]: table[pair, "city"] for pair, what in table if what == "city"} == {
        "weaker_equal": 31_900,
        "two_opponents": 11_880,
        "unwon_city": 93_280,
    }
    assert all(
        table[pair, "taker"] == table[pair, "cards"] == table[pair, "city"] for pair, what in table if what == "taker"
    )


def test_at_the_special_cities() -> None:
    """How often the question about a power changes the taker, or in a refuge the way of the cards, in battles of four."""

    def count(power: str, question: str, what: str) -> dict[tuple[str, ...], int]:
        table = changes(power, 3, 4)
        return {
            pair[1:]: number for (pair, changed), number in table.items() if pair[0] == question and changed == what
        }

    assert count("Sanctuary", "sacrifice", "taker") == {("remark", "gives_up"): 13_008}
    assert count("Sanctuary", "cancelled_sacrifice", "cards") == {("spared", "lost"): 410}
    assert count("Sevens", "sevens_hit", "taker") == {("everybody", "only_sevens"): 4_556}
    # Three sevens and a card of x that reaches the resistance: 4 seats for it * (1 + ... + 6 + 8 + ... + 11).
    assert count("Sevens", "three_sevens", "taker") == {("as_good_as_two", "without_effect"): 4 * (21 + 38)}
    assert count("HussiteCity", "strength_meant", "taker") == {}
    assert count("Crossed", "what_is_crossed", "taker") == {
        ("out_of_the_way", "in_the_way_of_equals"): 6_960,
        ("out_of_the_way", "in_the_way_of_all"): 40_260,
        ("in_the_way_of_equals", "in_the_way_of_all"): 33_705,
    }
    assert count("Refuge", "lose_means", "taker") == {}
    assert count("Refuge", "lose_means", "cards") == {
        ("any_loss", "not_where_all_die"): 39_974,
        ("any_loss", "not_where_equals_cancel"): 19_096,
        ("any_loss", "beaten_only"): 94_160,
        ("not_where_all_die", "not_where_equals_cancel"): 59_070,
        ("not_where_all_die", "beaten_only"): 54_186,
        ("not_where_equals_cancel", "beaten_only"): 88_264,
    }


# ---- TIES


def test_patterns_are_compositions() -> None:
    assert [len(patterns(size)) for size in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert {name(each) for each in patterns(3)} == {
        "three",
        "pair_above_one",
        "one_above_pair",
        "one_above_one_above_one",
    }
    assert patterns(4) == [(1, 1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 3), (2, 1, 1), (2, 2), (3, 1), (4,)]


BY_DEFAULT = {
    "pair": {"nobody": 792},
    "one_above_one": {"level 1": 5_280, "nobody": 2_640},
    "three": {"nobody": 528},
    "one_above_pair": {"level 1": 5_280, "nobody": 2_640},
    "pair_above_one": {"level 2": 2_640, "nobody": 5_280},
    "one_above_one_above_one": {"level 1": 35_640, "nobody": 11_880},
    "four": {"nobody": 132},
    "one_above_three": {"level 1": 1_760, "nobody": 880},
    "pair_above_pair": {"nobody": 3_960},
    "one_above_one_above_pair": {"level 1": 17_820, "nobody": 5_940},
    "three_above_one": {"level 2": 880, "nobody": 1_760},
    "one_above_pair_above_one": {"level 1": 17_820, "nobody": 5_940},
    "pair_above_one_above_one": {"level 2": 11_880, "nobody": 11_880},
    "one_above_one_above_one_above_one": {"level 1": 76_032, "nobody": 19_008},
}
"""Battles at a plain city for each pattern of two, three and four cards: on which level the taker stands."""


def whole_table(**readings: str) -> dict[str, dict[str, int]]:
    return {key: dict(row) for size in (2, 3, 4) for key, row in tie_table("Plain", size, **readings).items()}


def test_ties_by_default() -> None:
    table = whole_table()
    assert table == BY_DEFAULT
    assert sum(sum(table[name(each)].values()) for each in patterns(4)) == 175_692


def test_ties_with_a_single_opponent() -> None:
    """Only where a pair leaves two others does it matter, and then nobody takes the city."""
    assert whole_table(two_opponents="single_opponent") == BY_DEFAULT | {"pair_above_one_above_one": {"nobody": 23_760}}


def test_ties_of_three_without_a_rule() -> None:
    assert whole_table(three_cancel="pairs_only") == BY_DEFAULT | {"three_above_one": {"no rule": 1_760, "nobody": 880}}


def test_ties_when_the_weaker_equal_spoils_the_victory() -> None:
    """A taker above whom a tie has cancelled is not asked about equality: such patterns are as by default."""
    table = whole_table(weaker_equal="nobody_wins")
    assert {key for key, row in table.items() if row != BY_DEFAULT[key]} == {
        "one_above_one",
        "one_above_pair",
        "one_above_one_above_one",
        "one_above_three",
        "one_above_one_above_pair",
        "one_above_pair_above_one",
        "one_above_one_above_one_above_one",
    }
    assert table["one_above_one"] == {"level 1": 4_620, "nobody": 3_300}
    assert {key: set(row) for key, row in table.items()} == {key: set(row) for key, row in BY_DEFAULT.items()}


@pytest.mark.parametrize(
    ("reading", "otherwise"),
    [
        (
            "out_of_the_way",
            {
                "pair": {"level 1", "nobody"},
                "one_above_one": {"level 1", "level 2", "nobody"},
                "three": {"nobody"},
                "one_above_pair": {"level 1", "level 2", "nobody"},
                "pair_above_one": {"level 1", "level 2", "nobody"},
                "one_above_one_above_one": {"level 1", "level 2", "level 3", "nobody"},
            },
        ),
        (
            "in_the_way_of_equals",
            {
                "pair": {"nobody"},
                "one_above_one": {"level 1", "level 2", "nobody"},
                "three": {"nobody"},
                "one_above_pair": {"level 1", "nobody"},
                "pair_above_one": {"level 2", "nobody"},
                "one_above_one_above_one": {"level 1", "level 2", "level 3", "nobody"},
            },
        ),
        (
            "in_the_way_of_all",
            {
                "pair": {"nobody"},
                "one_above_one": {"level 1", "nobody"},
                "three": {"nobody"},
                "one_above_pair": {"level 1", "nobody"},
                "pair_above_one": {"level 2", "nobody"},
                "one_above_one_above_one": {"level 1", "nobody"},
            },
        ),
    ],
)
def test_ties_with_crossed_cards(reading: str, otherwise: dict[str, set[str]]) -> None:
    """Only there can the city go to a lower level although nobody is cancelled above it."""
    found = possible("Crossed", 2, what_is_crossed=reading) | possible("Crossed", 3, what_is_crossed=reading)
    assert found == otherwise


# ---- STRENGTH


@pytest.mark.parametrize("power", ["Plain", "Sanctuary", "HussiteCity", "Refuge"])
def test_strength_loses_a_city_only_by_a_tie(power: str) -> None:
    """Under every reading with two and three players; with four, but for one pair of readings.

    Among 9, 9, 6 and 5 for a resistance of 5 the six is the opponent whom R21 lets have the city. A ten in its place
    beats them all, and is spoiled by the five that is just equal.
    """
    assert unsafe_readings(power, 2) == set()
    assert unsafe_readings(power, 3) == set()
    unsafe = unsafe_readings(power, 4)
    assert len(EVERY_WAY) == 192
    assert len(unsafe) == 48
    assert unsafe == {
        each
        for each in EVERY_WAY
        if {("weaker_equal", "nobody_wins"), ("two_opponents", "next_strongest")} <= set(each)
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_strength_loses_a_city_by_a_cross(players: int) -> None:
    """Under every set of readings, and already in a battle of two."""
    assert unsafe_readings("Crossed", players, least=2) == set(EVERY_WAY)


def test_strength_loses_a_city_by_a_seven() -> None:
    """With two players under every set of readings; with more where two sevens and three strike nobody but themselves."""
    assert unsafe_readings("Sevens", 2) == set(EVERY_WAY)
    only_sevens = {
        each for each in EVERY_WAY if {("sevens_hit", "only_sevens"), ("three_sevens", "as_good_as_two")} <= set(each)
    }
    assert unsafe_readings("Sevens", 3) == only_sevens
    assert unsafe_readings("Sevens", 4) == only_sevens | {
        each
        for each in EVERY_WAY
        if {("weaker_equal", "nobody_wins"), ("two_opponents", "next_strongest")} <= set(each)
    }
    assert len(unsafe_readings("Sevens", 4)) == 84


def test_smallest_losses() -> None:
    """A six that becomes a seven, a Hussite nine that becomes a ten: among the losses that are no ties."""
    seven = smallest_losses("Sevens", 2, 2)
    assert Loss(((THIRD, 1),), (THIRD, 2), (THIRD, 7), 2, ()) in seven
    crossed = smallest_losses("Crossed", 2, 2)
    assert {loss.high[1] for loss in crossed} <= {10, 11}
    assert all(loss.high[0] == HUSSITES or loss.high[1] == 11 for loss in crossed)
