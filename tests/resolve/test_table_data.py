import csv
import io
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from refengine.resolve.csv_text import parse_csv
from refengine.resolve.name_form import NAME, is_name
from refengine.resolve.table_data import TableData, check_columns, load_table, parse_table
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import LIMITS
from refengine.source.render import render
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax.grammar_file import grammar_text

CSV = '''\
id,strength,note
Fox,3,
 Hare , 1 ,"fast, and ""shy"""

Wolf,12,bites
'''

TOML = """\
[[row]]
id = "Fox"
strength = 3
night = true

[[row]]
night = false
id = "Hare"
strength = 1
"""


def parse(text: str, name: str = "animals.csv") -> tuple[TableData | None, tuple[Diagnostic, ...]]:
    return parse_table(SourceText(name, text))


def good(text: str, name: str = "animals.csv") -> TableData:
    table, diagnostics = parse(text, name)
    assert diagnostics == ()
    assert table is not None
    return table


def refused(text: str, name: str = "animals.csv") -> list[tuple[str, str, str]]:
    """Code, message, what is underlined."""
    table, diagnostics = parse(text, name)
    assert table is None
    assert diagnostics
    return [
        (each.code, each.message, text[each.span.start : each.span.end] if each.span else "") for each in diagnostics
    ]


def test_a_csv_table_is_read_with_its_places() -> None:
    table = good(CSV)
    assert table.columns == ("id", "strength", "note")
    assert [dict(row.cells) for row in table.rows] == [
        {"id": "Fox", "strength": "3", "note": ""},
        {"id": "Hare", "strength": "1", "note": 'fast, and "shy"'},
        {"id": "Wolf", "strength": "12", "note": "bites"},
    ]
    assert [row.line for row in table.rows] == [2, 3, 5]
    written = [[CSV[span.start : span.end] for span in row.spans.values()] for row in table.rows]
    assert written == [["Fox", "3", ""], ["Hare", "1", '"fast, and ""shy"""'], ["Wolf", "12", "bites"]]
    assert [CSV[span.start : span.end] for span in table.column_spans.values()] == ["id", "strength", "note"]


def test_a_toml_table_is_read_with_its_places() -> None:
    table = good(TOML, "animals.toml")
    assert table.columns == ("id", "strength", "night")
    assert [dict(row.cells) for row in table.rows] == [
        {"id": "Fox", "strength": "3", "night": "true"},
        {"id": "Hare", "strength": "1", "night": "false"},
    ]
    assert [row.line for row in table.rows] == [1, 6]
    hare = table.rows[1].spans
    assert {column: TOML[span.start : span.end] for column, span in hare.items()} == {
        "id": '"Hare"', "strength": "1", "night": "false",
    }  # fmt: skip


def test_a_line_end_within_quotes_belongs_to_the_cell() -> None:
    table = good('id,note\nFox,"a\nb"\nHare,c\n')
    assert [(row.cells["note"], row.line) for row in table.rows] == [("a\nb", 2), ("c", 4)]


def test_a_table_needs_no_ids() -> None:
    assert [dict(row.cells) for row in good("from,to\na,b\na,b").rows] == [{"from": "a", "to": "b"}] * 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("E0807", "the table `animals.csv` has no rows", "")),
        ("id,n\n", ("E0807", "the table `animals.csv` has no rows", "")),
        ("id,n\nFox\n", ("E0808", "the row has 1 cell, the header has 2", "Fox")),
        ("id,n\nFox,1,2\n", ("E0808", "the row has 3 cells, the header has 2", "Fox,1,2")),
        ("id,n,n\nFox,1,2\n", ("E0809", "there is a column `n` already", "n")),
        ("id,n n\nFox,1\n", ("E0810", "a column cannot be called `n n`", "n n")),
        ("id,\nFox,1\n", ("E0810", "a column cannot be called ``", "")),
        ("id;n\nFox;1\n", ("E0810", "a column cannot be called `id;n`", "id;n")),
        ("id,n\n1Fox,1\n", ("E0810", "a row cannot be called `1Fox`", "1Fox")),
        ("id,n\n,1\n", ("E0810", "a row cannot be called ``", "")),
        ("id,n\nFox,1\nFox,2\n", ("E0811", "there is a row `Fox` already", "Fox")),
        ('id,n\nFox,"1\nHare,2\n', ("E0806", "the quotes of this cell do not fit together", '"')),
        ('id,n\nFox,1"2"\n', ("E0806", "the quotes of this cell do not fit together", '"')),
        ('id,n\nFox,"1"2\n', ("E0806", "the quotes of this cell do not fit together", '"')),
    ],
)
def test_each_mistake_in_csv_is_named_at_its_place(text: str, expected: tuple[str, str, str]) -> None:
    assert refused(text) == [expected]


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("", "E0807", ""),
        ("row = []", "E0807", ""),
        ("[[row]]\n[[row]]\n", "E0807", ""),
        ("[[rows]]\nid = 1", "E0803", "[[rows]]"),
        ("[row]\nid = 1", "E0804", "[row]"),
        ('[[row]]\nid = "a"\n[[row]]\nid = "b"\nn = 1', "E0808", "n"),
        ('[[row]]\nid = "a"\nn = 1\n[[row]]\nid = "b"', "E0808", "[[row]]"),
        ('[[row]]\nid = "a"\nn = 1.5', "E0804", "1.5"),
        ('[[row]]\nid = "a"\nn = 0x' + "f" * 10_000, "E0804", "0x" + "f" * 10_000),
        ('[[row]]\nid = "a"\nn = [1]', "E0804", "[1]"),
        ('[[row]]\nid = "a"\nn = "\\u202e"', "E0804", '"\\u202e"'),
        ('[[row]]\nid = "a"\n"n n" = 1', "E0810", '"n n"'),
        ('[[row]]\nid = "a b"', "E0810", '"a b"'),
        ('[[row]]\nid = "a"\n[[row]]\nid = "a"', "E0811", '"a"'),
        ('[[row]]\nid = "\\u00E1"\n[[row]]\nid = "a\\u0301"', "E0811", '"a\\u0301"'),
        ("[[row]", "E0801", "]"),
    ],
)
def test_each_mistake_in_toml_is_named_at_its_place(text: str, code: str, underlined: str) -> None:
    assert [(code, underlined)] == [(code, underlined) for code, _, underlined in refused(text, "animals.toml")]


def test_inline_rows_are_rows() -> None:
    assert [row.cells["id"] for row in good('row = [{id = "a"}, {id = "b"}]', "a.toml").rows] == ["a", "b"]


def test_several_mistakes_are_all_named() -> None:
    assert [code for code, *_ in refused("id,n,n\nFox\nHare,1,2,3\n")] == ["E0808", "E0808", "E0809"]


def test_an_id_that_is_there_twice_shows_both_places() -> None:
    text = "id,n\nFox,1\nFox,2\n"
    _, diagnostics = parse(text)
    assert render(diagnostics, {"animals.csv": SourceText("animals.csv", text)}) == (
        """\
error[E0811]: there is a row `Fox` already
 --> animals.csv:3:1
  |
3 | Fox,2
  | ^^^
  |
2 | Fox,1
  | --- it is here
  |
  = hint: give each row an id of its own
"""
    )


def test_semicolons_are_told_to_be_commas() -> None:
    _, (only,) = parse("id;n\nFox;1\n")
    assert only.hint == "put commas between the columns"


def test_a_table_has_an_end() -> None:
    rows = [f"r{number}" for number in range(LIMITS.rows + 1)]
    assert len(good("\n".join(["id", *rows[:-1]])).rows) == LIMITS.rows
    expected = ("E0812", f"the table has {LIMITS.rows + 1} rows, and {LIMITS.rows} at most are read", rows[-1])
    assert refused("\n".join(["id", *rows])) == [expected]


def test_another_form_is_refused() -> None:
    assert [code for code, *_ in refused("id\na", "animals.xlsx")] == ["E0805"]


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "animals.csv"
    assert [each.code for each in load_table(path, "animals.csv")[1]] == ["E0101"]
    path.write_bytes(b"id\n\xe1\n")
    assert [each.code for each in load_table(path, "animals.csv")[1]] == ["E0102"]
    path.write_bytes(b"id\tn\na\t1\n")
    assert [each.code for each in load_table(path, "animals.csv")[1]] == ["E0104"]
    path.write_bytes(b"\xef\xbb\xbfid,n\r\na,1\r\n")
    table, diagnostics = load_table(path, "animals.csv")
    assert diagnostics == ()
    assert table == good("id,n\na,1\n")


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(st.text("ab,\"\n ř;'"), min_size=width, max_size=width), min_size=1, max_size=5)
    )
)
def test_csv_is_what_the_library_writes(rows: list[list[str]]) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    source = SourceText("a.csv", written.getvalue())
    records, diagnostics = parse_csv(source)
    assert diagnostics == ()
    assert [[cell.text for cell in record] for record in records] == rows


@given(st.text('ab,"\n ', max_size=30))
def test_any_csv_is_read_or_refused(text: str) -> None:
    records, diagnostics = parse_csv(SourceText("a.csv", text))
    places = [cell.span for record in records for cell in record]
    assert all(before.end < after.start for before, after in pairwise(places))
    if not diagnostics and '"' not in text:
        plain = [[cell.strip(" ") for cell in line.split(",")] for line in text.split("\n") if line.strip(" ")]
        assert [[cell.text for cell in record] for record in records] == plain


@given(st.text('ab_1,"\n =[]row', max_size=40), st.sampled_from(["a.csv", "a.toml"]))
def test_any_table_is_whole_or_refused(text: str, name: str) -> None:
    table, diagnostics = parse(text, name)
    assert (table is None) == bool(diagnostics)
    if table is not None:
        assert table.rows
        assert all(tuple(row.cells) == tuple(row.spans) == table.columns for row in table.rows)


# --------------------------------------------------------------------------------------------------------- columns

WHERE = Span("game.rules", 5, 9)


def test_columns_that_fit_need_no_words() -> None:
    assert check_columns(good(CSV), ["id", "strength"], ["note", "night"], WHERE) == ()


def test_a_missing_column_is_an_error_where_it_is_asked_for() -> None:
    (only,) = check_columns(good(CSV), ["id", "weight"], ["strength", "note"], WHERE)
    assert (only.code, only.message, only.span) == ("E0813", "the table has no column `weight`", WHERE)
    assert only.hint == "the columns are `id`, `strength`, `note`"


def test_a_column_that_nothing_asks_for_is_a_warning_where_it_stands() -> None:
    table = good(CSV)
    (only,) = check_columns(table, ["id", "strength"], [], WHERE)
    assert (only.code, only.span) == ("W0801", table.column_spans["note"])
    assert only.message == "the rules do not use the column `note`"


def test_a_slip_is_explained_from_both_sides() -> None:
    missing, unknown = check_columns(good(CSV), ["id", "strenght"], ["note"], WHERE)
    assert missing.hint == "did you mean it by `strength`?"
    assert unknown.hint == "did you mean `strenght`?"


# ----------------------------------------------------------------------------------------------------------- names


def test_a_name_is_what_the_grammar_calls_one() -> None:
    assert f"NAME: /{NAME.pattern}/" in grammar_text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fox", True),
        ("ř1_a", True),
        ("", False),
        ("1a", False),
        ("_a", False),
        ("a b", False),
        ("a\n", False),
        ("\u212b", False),
    ],
)
def test_what_is_a_name(text: str, expected: bool) -> None:
    assert is_name(text) == expected


@given(st.text())
def test_a_name_is_in_normal_form(text: str) -> None:
    assert not is_name(text) or text == unicodedata.normalize("NFC", text)
