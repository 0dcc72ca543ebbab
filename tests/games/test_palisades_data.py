"""The printed data of Beyond the Palisades: titles with their numbers, and what players read for names."""

from __future__ import annotations

import csv
import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

SPEC = Path(__file__).parents[2] / "spec" / "palisades"


def ids(name: str) -> list[str]:
    with (SPEC / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def labels() -> dict[str, dict[str, str]]:
    return tomllib.loads((SPEC / "labels.toml").read_text("utf-8"))


def test_every_name_has_a_label_of_its_own_in_both_languages() -> None:
    tables = labels()
    assert set(tables) == {"en", "cs"}
    assert list(tables["en"]) == list(tables["cs"])
    for table in tables.values():
        assert {*ids("titles"), *ids("villagers"), *ids("scenarios")} <= set(table)
        assert len(set(table.values())) == len(table)
        assert all(label == unicodedata.normalize("NFC", label).strip() != "" for label in table.values())


@pytest.mark.parametrize("language", ["en", "cs"])
def test_titles_have_the_numbers_of_the_deck_lists(language: str) -> None:
    table = labels()[language]
    for number, title in enumerate(ids("titles"), start=51):
        printed = re.fullmatch(r"(.+) \((\d{4})\)", table[title])
        assert printed is not None
        assert int(printed[2]) == number
        assert printed[1].rstrip("!").replace(" ", "_") == title
