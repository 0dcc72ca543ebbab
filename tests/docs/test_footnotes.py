"""The page about the footnotes of Carcassonne says of each of them whether it is decided, and what it waits for if not."""

from tests.docs.footnotes import PAGE, TABLE, examples, table

ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in table().splitlines()[2:]]


def test_the_table_is_woven_from_the_index_and_the_examples() -> None:
    assert TABLE.findall(PAGE.read_text("utf-8")) == [table()], "`python -m tests.docs.footnotes` puts it into the page"


def test_no_footnote_is_missing() -> None:
    assert [row[0] for row in ROWS if row[0].startswith("fn")] == [f"fn{number}" for number in range(1, 22)]


def test_what_is_decided_has_an_example_and_what_is_not_says_what_it_waits_for() -> None:
    decided = {row[0] for row in ROWS if row[3] == "decided"}
    assert decided == {
        "R2",
        "R7",
        "R8",
        "HR1",
        "T1",
        "T2",
        "T3",
        *(f"fn{number}" for number in (2, 3, 5, 7, 9, 10, 13, 14, 16, 21)),
    }
    by_modules = {row[0]: row[3] for row in ROWS if row[3].startswith("decided by the module ")}
    assert {name: status.split()[-1] for name, status in by_modules.items()} == {
        "fn4": "abbey", "fn6": "abbey", "fn11": "portal", "fn15": "portal",
    }  # fmt: skip
    assert decided | by_modules.keys() == examples().keys() & {row[0] for row in ROWS}
    assert all(row[3].startswith("waits for the module ") for row in ROWS if row[0] not in decided | by_modules.keys())
