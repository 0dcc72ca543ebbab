"""The page about what the sources leave open says what is so."""

from tests.docs.open_page import PAGE, game, tables
from tests.docs.theorems import shown


def test_the_tables_are_those_of_the_rules() -> None:
    text = PAGE.read_text("utf-8")
    for mark, table in tables(game()).items():
        assert shown(text, mark) == table, "`python -m tests.docs.open_page` puts it into the page"


def test_what_is_open_and_what_is_written_are_all_titles() -> None:
    """Counted here from the bodies alone."""
    made = tables(game())
    for row in made["texts"].splitlines()[2:]:
        _, _, open_, written, _ = row.split("|")
        left, _, whole = open_.strip().partition(" of ")
        assert int(left) + written.count(",") + 1 == int(whole)
        assert int(whole) in {9, 50}
    assert len(made["titles"].splitlines()) == 4
