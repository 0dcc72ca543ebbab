import unicodedata
from textwrap import dedent

from hypothesis import given, strategies as st

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.render import SHOWN_WIDTH, render, render_json
from refengine.source.span import Span
from refengine.source.text import SourceText

RULES = SourceText(
    "spec/g/main.rules",
    dedent(
        """\
        value force(c: Card): 1..12
            normally c.strength

        value takes(c: Card): truth
            is fource(c) > 3
        """
    ),
)
TABLE = SourceText("spec/g/more.rules", "value other: 1..2\n")
TEXTS = {each.path: each for each in (RULES, TABLE)}


def span(source: SourceText, word: str) -> Span:
    start = source.text.index(word)
    return Span(source.path, start, start + len(word))


def columns(text: str) -> int:
    """A second opinion on how wide a text is, without combining characters."""
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if not unicodedata.combining(char)
    )


def test_a_diagnostic_with_everything() -> None:
    diagnostic = Diagnostic(
        "E0201",
        "nothing is called `fource`",
        span(RULES, "fource"),
        (
            Label(span(RULES, "fource"), "not a name"),
            Label(span(RULES, "takes"), "in this value"),
            Label(span(TABLE, "other"), "and not here"),
        ),
        "did you mean `force`?",
    )
    assert render([diagnostic], TEXTS) == dedent(
        """\
        error[E0201]: nothing is called `fource`
         --> spec/g/main.rules:5:8
          |
        5 |     is fource(c) > 3
          |        ^^^^^^ not a name
          |
        4 | value takes(c: Card): truth
          |       ----- in this value
         ::: spec/g/more.rules:1:7
          |
        1 | value other: 1..2
          |       ----- and not here
          |
          = hint: did you mean `force`?
        """
    )


def test_two_places_on_one_line_share_it() -> None:
    diagnostic = Diagnostic("W0501", "m", span(RULES, "force"), (Label(span(RULES, "1..12"), "too wide"),))
    assert render([diagnostic], TEXTS) == dedent(
        """\
        warning[W0501]: m
         --> spec/g/main.rules:1:7
          |
        1 | value force(c: Card): 1..12
          |       ^^^^^
          |                       ----- too wide
          |
        """
    )


def test_no_place_and_no_text() -> None:
    nowhere = Diagnostic("E0106", "the folder `x` holds no rules", None, hint="write some")
    elsewhere = Diagnostic("E0701", "m", Span("gone.rules", 3, 4), hint="look")
    assert render([nowhere, elsewhere], {}) == dedent(
        """\
        error[E0106]: the folder `x` holds no rules
        hint: write some

        error[E0701]: m
         --> gone.rules
          = hint: look
        """
    )
    assert render([], {}) == ""


def test_labels_without_a_first_place_name_their_file() -> None:
    diagnostic = Diagnostic("W0601", "m", None, (Label(span(TABLE, "other"), "one of them"),))
    assert render([diagnostic], TEXTS) == dedent(
        """\
        warning[W0601]: m
         ::: spec/g/more.rules:1:7
          |
        1 | value other: 1..2
          |       ----- one of them
          |
        """
    )


def test_of_many_lines_the_first_is_underlined() -> None:
    whole = Span(RULES.path, RULES.text.index("normally"), len(RULES.text))
    assert "2 |     normally c.strength\n  |     ^^^^^^^^^^^^^^^^^^^\n  |\n" in render(
        [Diagnostic("E0501", "m", whole)], TEXTS
    )


def test_the_end_of_a_file_has_a_caret() -> None:
    source = SourceText("a.rules", "value x\n")
    assert " --> a.rules:2:1\n  |\n2 |\n  | ^\n" in render(
        [Diagnostic("E0110", "m", Span("a.rules", 8, 9))], {"a.rules": source}
    )


def test_the_end_of_a_line_has_a_caret() -> None:
    source = SourceText("a.rules", "value x\nvalue y\n")
    assert "1 | value x\n  |        ^\n" in render(
        [Diagnostic("E0110", "m", Span("a.rules", 7, 8))], {"a.rules": source}
    )


def test_a_terminal_is_not_at_the_mercy_of_a_text() -> None:
    source = SourceText("a.rules", "a\x1b[2J\u202eb\tc")
    shown = render([Diagnostic("E0105", "bad \x1b word", Span("a.rules", 1, 2))], {"a.rules": source})
    assert not set(shown) & set("\x1b\u202e\t")
    assert "1 | a�[2J�b c\n  |  ^\n" in shown


@given(st.integers(0, 5000), st.integers(1, 5000))
def test_a_long_line_is_cut_around_the_place(before: int, after: int) -> None:
    source = SourceText("a.rules", "x" * before + "HERE" + "y" * after)
    lines = render([Diagnostic("E0110", "m", Span("a.rules", before, before + 4))], {"a.rules": source}).splitlines()
    excerpt, carets = lines[3], lines[4]
    assert len(excerpt) <= SHOWN_WIDTH + len("1 | ……")
    assert excerpt[carets.index("^") : carets.rindex("^") + 1] == "HERE"


@given(
    st.text(alphabet="ač漢e\u0301한🜲 ", max_size=12),
    st.text(alphabet="bř字", min_size=1, max_size=6),
    st.text(alphabet="c語\n", max_size=6),
)
def test_carets_stand_under_their_word(before: str, word: str, after: str) -> None:
    source = SourceText("a.rules", before + word + after)
    place = Span("a.rules", len(before), len(before) + len(word))
    lines = render([Diagnostic("E0110", "m", place)], {"a.rules": source}).splitlines()
    carets = lines[4].removeprefix("  | ")
    assert columns(carets[: carets.index("^")]) == columns(before)
    assert carets.count("^") == columns(word)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_no_span_breaks_the_renderer(start: int, length: int, other: int) -> None:
    diagnostic = Diagnostic(
        "E0110", "m", Span(RULES.path, start, start + length), (Label(Span(TABLE.path, other, other), "t"),)
    )
    assert "^" in render([diagnostic], TEXTS)
    assert len(render_json([diagnostic], TEXTS)) == 1


def test_the_numbers_of_lines_stand_in_one_column() -> None:
    source = SourceText("a.rules", "first\n" + "\n" * 98 + "hundredth")
    diagnostic = Diagnostic("E0110", "m", Span("a.rules", 0, 5), (Label(span(source, "hundredth"), "far"),))
    shown = render([diagnostic], {"a.rules": source})
    assert "   --> a.rules:1:1\n    |\n  1 | first\n" in shown
    assert "\n100 | hundredth\n    | --------- far\n" in shown


def test_as_data() -> None:
    diagnostic = Diagnostic("E0201", "m", span(RULES, "fource"), (Label(Span("gone.rules", 1, 2), "t"),), "h")
    assert render_json([diagnostic, Diagnostic("W0106", "n", None)], TEXTS) == [
        {
            "code": "E0201",
            "severity": "error",
            "message": "m",
            "path": "spec/g/main.rules",
            "line": 5,
            "column": 8,
            "endLine": 5,
            "endColumn": 14,
            "labels": [
                {"text": "t", "path": "gone.rules", "line": None, "column": None, "endLine": None, "endColumn": None}
            ],
            "hint": "h",
        },
        {
            "code": "W0106",
            "severity": "warning",
            "message": "n",
            "path": None,
            "line": None,
            "column": None,
            "endLine": None,
            "endColumn": None,
            "labels": [],
            "hint": None,
        },
    ]
