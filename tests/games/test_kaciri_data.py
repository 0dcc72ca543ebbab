"""The printed data of Kacíři: the table of cities, the labels and the index of the rulebook.

The battle in this file is an independent brute force over printed cards and the default readings. It judges the table of
cities (is every row worth its place?) and is no evidence about the rules in `spec/`.
"""

import csv
import hashlib
import os
import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path
from statistics import correlation, mean
from typing import Any

import pytest

import refengine
from refengine.resolve.labels import CASES

SPEC = Path(__file__).parents[2] / "spec" / "kaciri"
POWERS = {"Plain": 16, "Sanctuary": 4, "HussiteCity": 4, "Crossed": 4, "Refuge": 4, "Sevens": 4}
FACTIONS = ("Hussites", "Reformers", "Third", "Fourth")
STRENGTHS = range(1, 12)
OTHER_NAMES = [
    "Personality",
    "City",
    "faction",
    "strength",
    "resistance",
    "importance",
    "power",
    "box",
    "hand",
    "duel",
    "temple",
    "graveyard",
    "deck",
    "besieged",
    "won",
    "left",
    "wave",
    "side",
    "Reveal",
    "Choose",
    "Battle",
    "Next",
    "reveal",
    "send",
    "take_side",
]

Row = dict[str, str]
Card = tuple[str, int]


def cities() -> list[Row]:
    """The rows of the table, in order."""
    with (SPEC / "cities.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def toml(name: str) -> dict[str, Any]:
    """A TOML file of the game."""
    return tomllib.loads((SPEC / name).read_text("utf-8"))


# ------------------------------------------------------------------------------------------------------- cities


def test_the_table_has_36_cities_with_names_of_their_own() -> None:
    rows = cities()
    assert list(rows[0]) == ["id", "resistance", "importance", "power"]
    names = [row["id"] for row in rows]
    assert len(set(names)) == len(names) == 36
    for name in names:
        assert re.fullmatch(r"[^\W\d_]\w*", name)
        assert name == unicodedata.normalize("NFC", name)
        assert name[0].isupper()  # so no keyword of the language, which are all in lower case


def test_values_lie_in_their_ranges_and_all_occur() -> None:
    rows = cities()
    assert Counter(row["power"] for row in rows) == POWERS
    for column in ("resistance", "importance"):
        assert {int(row[column]) for row in rows} == set(range(1, 13))


def test_importance_grows_with_resistance() -> None:
    rows = cities()
    by_resistance = defaultdict(list)
    for row in rows:
        by_resistance[int(row["resistance"])].append(int(row["importance"]))
    means = [mean(by_resistance[r]) for r in range(1, 13)]
    assert means == sorted(means)
    pairs = [(int(row["resistance"]), int(row["importance"])) for row in rows]
    assert correlation([r for r, _ in pairs], [i for _, i in pairs]) > 0.9
    assert any(r != i for r, i in pairs)


def test_powers_stand_where_they_matter() -> None:
    where = defaultdict(set)
    for row in cities():
        where[row["power"]].add(int(row["resistance"]))
    assert {2, 3} <= where["Sanctuary"]
    assert max(where["Sanctuary"]) > 3
    assert where["Crossed"] <= set(range(8, 11))  # no crossed card is left that could take an 11
    assert where["Refuge"] <= set(range(5, 10))
    assert where["Sevens"] <= set(range(4, 9))
    assert where["HussiteCity"] <= set(range(6, 13))
    assert all(len(where[power]) > 2 for power in POWERS)
    assert [row["power"] for row in cities() if row["resistance"] == "12"] == ["HussiteCity"]


# ------------------------------------------------------------------- cities: independent brute force of the duel


def force(card: Card, power: str) -> int:
    """The strength in a city with that power."""
    faction, strength = card
    return strength + (power == "HussiteCity" and faction == "Hussites")


def taker(cards: tuple[Card, ...], resistance: int, power: str) -> Card | None:
    """Who takes the city: independent of the spec, printed numbers, a game of two."""
    if power == "Sevens" and any(strength == 7 for _, strength in cards):
        return None
    standing = [
        card
        for card in cards
        if force(card, power) >= resistance and not (power == "Crossed" and (card[1] == 11 or card == ("Hussites", 10)))
    ]
    forces = Counter(force(card, power) for card in standing)
    alone = [card for card in standing if forces[force(card, power)] == 1]
    return max(alone, key=lambda card: force(card, power), default=None)


DUELS: list[tuple[Card, ...]] = [
    *((("Hussites", h), ("Reformers", r)) for h in STRENGTHS for r in STRENGTHS),
    *(((faction, s),) for faction in FACTIONS[:2] for s in STRENGTHS),  # the second wave: one has nobody to send
]


def takers(resistance: int, power: str) -> list[Card | None]:
    """The taker of every duel."""
    return [taker(duel, resistance, power) for duel in DUELS]


def test_the_brute_force_knows_the_golden_duels() -> None:
    def duel(hussite: int, reformer: int, resistance: int = 5, power: str = "Plain") -> str | None:
        taken = taker((("Hussites", hussite), ("Reformers", reformer)), resistance, power)
        return taken and taken[0]

    assert [duel(3, 4), duel(5, 3), duel(5, 5), duel(6, 6), duel(8, 6), duel(5, 8), duel(4, 4)] == [
        None, "Hussites", None, None, "Hussites", "Reformers", None,
    ]  # fmt: skip
    assert duel(7, 8, 8, "HussiteCity") is None
    assert duel(8, 8, 8, "HussiteCity") == "Hussites"
    assert duel(7, 11, 5, "Sevens") is None
    assert duel(10, 9, 8, "Crossed") == "Reformers"


@pytest.mark.parametrize("row", cities(), ids=lambda row: row["id"])
def test_every_city_can_be_taken_and_its_resistance_decides(row: Row) -> None:
    resistance, power = int(row["resistance"]), row["power"]
    here = takers(resistance, power)
    assert any(here)
    assert here != takers(resistance - 1, power) or here != takers(resistance + 1, power)


@pytest.mark.parametrize("resistance", range(1, 13))
def test_every_resistance_decides_against_both_neighbours(resistance: int) -> None:
    powers = {row["power"] for row in cities() if int(row["resistance"]) == resistance}
    neighbours = [resistance + 1] if resistance == 1 else [resistance - 1, resistance + 1]  # no card is below 1
    assert any(
        all(takers(resistance, power) != takers(neighbour, power) for neighbour in neighbours) for power in powers
    )


# ------------------------------------------------------------------------------------------------------- labels


def test_every_name_has_a_label_in_both_languages() -> None:
    """Names read apart from one another, and so do the clauses of one value and the readings of one question."""
    labels = toml("labels.toml")
    assert set(labels) == {"en", "cs"}
    names = {row["id"] for row in cities()} | {*FACTIONS, *POWERS, *OTHER_NAMES}
    assert set(labels["en"]) <= set(labels["cs"])  # English says the rest by itself, and has no cases
    for language in labels.values():
        assert names <= set(language)
        assert all(label == unicodedata.normalize("NFC", label).strip() != "" for label in language.values())
        apart: dict[str, list[str]] = defaultdict(list)
        for name, label in language.items():
            if not name.endswith(tuple(f": {case}" for case in CASES)):
                apart["".join(re.findall(r"(.*?)(?:: |\.)", name)[:1])].append(label)
        assert len(apart[""]) >= len(names)
        assert not {owner: told for owner, told in apart.items() if len(set(told)) < len(told)}


# ----------------------------------------------------------------------------------------- index of the rulebook


def normalised(text: str, lines: str) -> str:
    """The wording of a statement as the comment in `rulebook.toml` describes it."""
    printed = text.split("\n")
    cited = (printed[int(number) - 1] for number in lines.split(", "))
    return " ".join(" ".join(unicodedata.normalize("NFC", line).replace("*", "").lower().split()) for line in cited)


def test_statements_and_rulings_are_complete_and_well_formed() -> None:
    index = toml("rulebook.toml")
    assert set(index) == {"rulebook", "statement", "ruling"}
    assert (index["rulebook"]["id"], index["rulebook"]["language"]) == ("kaciri", "cs")
    statements, rulings = index["statement"], index["ruling"]
    assert [s["id"] for s in statements] == [f"R{n}" for n in range(1, 23)]
    assert [r["id"] for r in rulings] == [f"A{n}" for n in range(1, 26)]
    for s in statements:
        assert re.fullmatch(r"[1-9]\d*(, [1-9]\d*)*", s["lines"])
        assert s["paraphrase"].strip()
        assert s["status"] in {"normative", "not normative"}
        assert ("reason" in s) == (s["status"] == "not normative")
        assert re.fullmatch(r"sha256:[0-9a-f]{64}", s["hash"])
    assert len({s["hash"] for s in statements}) == len(statements)
    known = {s["id"] for s in statements}
    for r in rulings:
        assert r["about"]
        assert set(r["about"]) <= known
        assert len(set(r["about"])) == len(r["about"])
        assert r["decision"].strip()
        assert r["reason"].strip()
        assert date(2026, 11, 21) <= r["date"] <= date(2026, 11, 22)


def test_hashes_are_those_of_the_rulebook() -> None:
    folder = os.environ.get("REFENGINE_RULEBOOKS")
    book = Path(folder or "", "kaciri.txt")
    if not folder or not book.is_file():
        pytest.skip("the rulebook's text is not at hand (REFENGINE_RULEBOOKS)")
    text = book.read_text("utf-8")
    for s in toml("rulebook.toml")["statement"]:
        wording = normalised(text, s["lines"])
        assert wording
        assert s["hash"] == "sha256:" + hashlib.sha256(wording.encode()).hexdigest(), s["id"]


def test_another_table_of_cities_takes_the_place_of_ours(tmp_path: Path) -> None:
    rows = [f"city_{number},{1 + number % 11},{1 + number % 12},Plain" for number in range(30)]
    table = tmp_path / "mine.csv"
    table.write_text("\n".join(["id,resistance,importance,power", *rows]) + "\n", encoding="utf-8")
    game = refengine.load(SPEC, players=3, tables={"cities": table})
    names = {action.arguments[0] for action in game.legal(game.initial())}
    assert names == {f"city_{number}" for number in range(30)}
    missing = table.with_name("short.csv")
    missing.write_text("id,resistance,power\ncity_1,3,Plain\n", encoding="utf-8")
    with pytest.raises(refengine.RuleSetError) as refused:
        refengine.load(SPEC, players=3, tables={"cities": missing})
    assert [each.code for each in refused.value.diagnostics] == ["E0813"]
