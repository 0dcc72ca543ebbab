"""The page about what is proved says what is so: every statement is on it, as well known as promised, and nothing else."""

import pytest

from tests.agreement.kaciri_proofs import decisions, game
from tests.docs.theorems import (
    PAGE,
    SAY,
    TIES,
    answers,
    known,
    promised,
    renewed,
    rows,
    shown,
    stated,
    tables,
)

TEXT = PAGE.read_text("utf-8")
STATED = {each.name: each for listed in stated(game()).values() for each in listed}


def test_every_statement_stands_in_the_table_and_nothing_else() -> None:
    listed = [each.name for each in rows(TEXT)]
    assert sorted(listed) == sorted(STATED)
    assert all(each.says != SAY for each in rows(TEXT))


def test_the_tables_are_those_of_the_files() -> None:
    """In the order of the files, with what each statement cites and is asked of."""
    for path, table in tables(TEXT).items():
        assert shown(TEXT, path) == table, "`python -m tests.docs.theorems --tables-only` puts it into the page"


def test_statements_are_known_as_well_as_the_page_says() -> None:
    promises = promised()
    if promises is None:
        pytest.skip("there is no file of promises")
    told = {each.name: each.known for each in rows(TEXT)}
    assert told == {name: known(each, promises, "") for name, each in STATED.items()}


@pytest.mark.slow
def test_ties_and_readings_are_what_the_prover_says() -> None:
    for mark, table in answers().items():
        assert shown(TEXT, mark) == table, "`python -m tests.docs.theorems` puts it into the page"


@pytest.mark.slow
def test_the_gap_that_is_told_is_the_gap_that_is_counted() -> None:
    (row,) = (each for each in rows(TEXT) if each.name == "the_gap_to_the_letter")
    counts = [int(number) for each in decisions("the_gap_to_the_letter") for _, number in each.table]
    assert len(counts) == 2
    assert all(f"{count:,} " in row.says for count in counts)


def test_what_is_made_again_is_the_same() -> None:
    again = renewed(TEXT, {mark: shown(TEXT, mark) for mark in (*tables(TEXT), *TIES, "readings")})
    assert again == TEXT
