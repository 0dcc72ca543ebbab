"""The printed data of Beyond the Palisades: titles with their numbers, and what players read for names."""

from __future__ import annotations

import csv
import re
import tomllib
import unicodedata

import pytest

from tests.games.palisades_folder import BOTH, with_table


def ids(name: str) -> list[str]:
    with with_table(name).open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


def labels() -> dict[str, dict[str, str]]:
    """The labels of the base and of the game, by language."""
    base, own = (tomllib.loads((each / "labels.toml").read_text("utf-8")) for each in BOTH)
    assert list(base) == list(own)
    assert all(base[language].keys().isdisjoint(own[language]) for language in own)
    return {language: {**base[language], **own[language]} for language in own}


def test_every_name_has_a_label_of_its_own_in_both_languages() -> None:
    tables = labels()
    assert set(tables) == {"en", "cs"}
    assert list(tables["en"]) == list(tables["cs"])
    for table in tables.values():
        assert {*ids("samples"), *ids("titles"), *ids("villagers"), *ids("scenarios")} <= set(table)
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
