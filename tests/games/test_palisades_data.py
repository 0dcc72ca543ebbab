"""The printed data of Beyond the Palisades: titles with their numbers, and what players read for names."""

from __future__ import annotations

import csv
import re
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from tests.games.palisades_folder import BOTH, with_table


def ids(name: str) -> list[str]:
    with with_table(name).open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


SAYS = ": "
"""What stands in labels with this is a text of the index or of a question, and no name."""


def labels() -> dict[str, dict[str, str]]:
    """The labels of names of the base and of the game, by language."""
    base, own = (
        {
            language: {name: label for name, label in table.items() if SAYS not in name}
            for language, table in tomllib.loads((each / "labels.toml").read_text("utf-8")).items()
        }
        for each in BOTH
    )
    assert list(base) == list(own)
    assert all(base[language].keys().isdisjoint(own[language]) for language in own)
    return {language: {**base[language], **own[language]} for language in own}


def test_every_name_has_a_label_of_its_own_in_both_languages() -> None:
    tables = labels()
    assert set(tables) == {"en", "cs"}
    named = list(tables["en"])
    assert named == [each for each in tables["cs"] if each in tables["en"]]
    only_czech = {each: label for each, label in tables["cs"].items() if each not in tables["en"]}
    within = Counter((name.rpartition(".")[0], label) for name, label in only_czech.items())
    assert [each for each, times in within.items() if times > 1] == []  # clauses that stand beside each other
    for language in tables:
        table = {each: tables[language][each] for each in named}
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


@pytest.mark.parametrize("folder", BOTH, ids=lambda each: each.name)
def test_all_that_the_index_and_the_questions_say_is_said_in_czech(folder: Path) -> None:
    index = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
    wanted = {f"{each['id']}: says" for each in index["statement"]}
    wanted |= {f"ruling {each['id']}: says" for each in index["ruling"]}
    question = ""
    for line in (folder / "questions.rules").read_text("utf-8").splitlines():
        if asked := re.match(r"question (\w+)", line):
            question = asked[1]
            wanted.add(f"{question}: asks")
        elif reading := re.match(r" +reading (\w+)", line):
            wanted.add(f"{question}: {reading[1]}")
    table = tomllib.loads((folder / "labels.toml").read_text("utf-8"))["cs"]
    truths = {f"{name}: {each}" for name in table for each in ("yes", "no")}  # a sentence that a ruling has of a truth
    assert {each for each in table if SAYS in each} - truths == wanted
