from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, strategies as st

from refengine.resolve.rulebook import (
    Rulebook,
    check_citations,
    coverage,
    load_rulebook,
    parse_rulebook,
)
from refengine.source.citation import Citation
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render
from refengine.source.span import Span
from refengine.source.text import SourceText

HASH = "sha256:" + "0" * 64
WRITES = "`refengine hash GAME TEXT` writes the hashes, made from the text of the rulebook"

GOOD = f"""\
[rulebook]
id = "hops"
title = "Hops"
language = "en"

[[statement]]
id = "R1"
lines = "1, 2"
paraphrase = "Two play."
status = "normative"
hash = "{HASH}"

[[statement]]
id = "R2"
lines = "3"
paraphrase = "A picture of a hop."
status = "not normative"
reason = "It is a picture."
hash = "{HASH}"

[[statement]]
id = "R3"
lines = "4"
paraphrase = "The last to hop wins."
status = "normative"
hash = "{HASH}"

[[ruling]]
id = "A1"
about = ["R1", "R3"]
decision = "The elder starts."
reason = "Nothing is said."
date = 2024-12-31
"""


def parse(text: str) -> tuple[Rulebook | None, tuple[Diagnostic, ...]]:
    return parse_rulebook(SourceText("rulebook.toml", text))


def good() -> Rulebook:
    rulebook, diagnostics = parse(GOOD)
    assert diagnostics == ()
    assert rulebook is not None
    return rulebook


def refused(text: str) -> list[tuple[str, str, str, str | None]]:
    """Code, message, what is underlined, hint."""
    rulebook, diagnostics = parse(text)
    assert rulebook is None
    assert diagnostics
    return [
        (each.code, each.message, text[each.span.start : each.span.end] if each.span else "", each.hint)
        for each in diagnostics
    ]


def cite(*ids: str) -> list[Citation]:
    """Ids that begin with `A` are rulings."""
    kinds: dict[bool, Literal["statement", "ruling"]] = {False: "statement", True: "ruling"}
    return [
        Citation(kinds[each.startswith("A")], each, Span("a.rules", index, index + 1)) for index, each in enumerate(ids)
    ]


def test_all_that_is_written_is_read() -> None:
    rulebook = good()
    assert (rulebook.id, rulebook.title, rulebook.language) == ("hops", "Hops", "en")
    assert list(rulebook.statements) == ["R1", "R2", "R3"]
    first, picture = rulebook.statements["R1"], rulebook.statements["R2"]
    assert (first.lines, first.paraphrase, first.normative, first.reason, first.hash) == (
        "1, 2", "Two play.", True, None, HASH,
    )  # fmt: skip
    assert (picture.normative, picture.reason) == (False, "It is a picture.")
    ruling = rulebook.rulings["A1"]
    assert (ruling.about, ruling.decision, ruling.reason, ruling.date) == (
        ("R1", "R3"), "The elder starts.", "Nothing is said.", date(2024, 12, 31),
    )  # fmt: skip
    assert GOOD[ruling.span.start : ruling.span.end] == '"A1"'


def test_rulings_may_be_missing_altogether() -> None:
    rulebook, diagnostics = parse(GOOD[: GOOD.index("[[ruling]]")])
    assert diagnostics == ()
    assert rulebook is not None
    assert rulebook.rulings == {}


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "underlined", "hint"),
    [
        ('title = "Hops"\n', "", "E0802", "`[rulebook]` has no `title`", "[rulebook]", "add `title`, which has to be a text that is not empty and has no invisible characters"),
        ('lines = "4"\n', "", "E0802", "`[[statement]]` has no `lines`", "[[statement]]", "add `lines`, which has to be numbers of lines, as in `9, 11`"),
        ("title =", "titel =", "E0803", "nothing is called `titel` here", "titel", "did you mean `title`?"),
        ("[[ruling]]", "[[rulings]]", "E0803", "nothing is called `rulings` here", "[[rulings]]", "did you mean `ruling`?"),
        ("[rulebook]", "[rulebook]\nauthor = 1", "E0803", "nothing is called `author` here", "author", "there are `edition`, `id`, `language`, `source`, `title`"),
        ('id = "R1"', "id = 1", "E0804", "`id` has to be a name: a letter, then letters, digits and `_`", "1", 'write it between quotes, as in `"R1"`'),
        ('id = "A1"', 'id = "A 1"', "E0804", "`id` has to be a name: a letter, then letters, digits and `_`", '"A 1"', 'write it between quotes, as in `"R1"`'),
        ('"normative"', '"normativ"', "E0804", "`status` has to be `normative` or `not normative`", '"normativ"', "did you mean `normative`?"),
        ('"4"', '"four"', "E0804", "`lines` has to be numbers of lines, as in `9, 11`", '"four"', 'write `lines = "9, 11"`'),
        ("2024-12-31", '"2024-12-31"', "E0804", "`date` has to be a date, as in `2024-12-31`, without quotes", '"2024-12-31"', "leave out quotes and the time of day"),
        ("2024-12-31", "2024-12-31T00:00:00", "E0804", "`date` has to be a date, as in `2024-12-31`, without quotes", "2024-12-31T00:00:00", "leave out quotes and the time of day"),
        ('["R1", "R3"]', "[]", "E0804", "`about` has to be a list of names, and not an empty one", "[]", 'write it as in `["R1", "R2"]`'),
        ('"sha256:', '"sha1:', "E0804", "`hash` has to be `sha256:` and 64 hexadecimal digits in small letters", f'"sha1:{"0" * 64}"', WRITES),
        ('"en"', '"English"', "E0804", "`language` has to be the code of a language, as in `en`", '"English"', 'write `language = "en"`'),
        ('"Hops"', '" "', "E0804", "`title` has to be a text that is not empty and has no invisible characters", '" "', 'write it between quotes: `"..."`'),
        ('"Hops"', '"\\u202e"', "E0804", "`title` has to be a text that is not empty and has no invisible characters", '"\\u202e"', 'write it between quotes: `"..."`'),
        ('id = "R3"', 'id = "R1"', "E0603", "there is a statement `R1` already", '"R1"', "give one of the two another `id`"),
        ('["R1", "R3"]', '["R1", "R33"]', "E0604", "the ruling `A1` is about a statement `R33` that is not there", '"R33"', "did you mean `R3`?"),
        ('reason = "It is a picture."\n', "", "E0605", "the statement `R2` is not normative, and nothing says why", '"not normative"', "add a `reason`"),
    ],
)  # fmt: skip
def test_each_mistake_is_named_at_its_place(
    old: str, new: str, code: str, message: str, underlined: str, hint: str | None
) -> None:
    assert old in GOOD
    assert (code, message, underlined, hint) in refused(GOOD.replace(old, new, 1))


def test_a_slip_of_a_key_is_one_mistake() -> None:
    assert len(refused(GOOD.replace("title =", "titel ="))) == 1


def test_several_mistakes_are_all_named() -> None:
    text = GOOD.replace('id = "R3"', 'id = "R1"').replace('reason = "It is a picture."\n', "")
    assert [code for code, *_ in refused(text)] == ["E0603", "E0605", "E0604"]


def test_a_duplicate_shows_both_places() -> None:
    text = GOOD.replace('id = "R3"', 'id = "R1"').replace('["R1", "R3"]', '["R1"]')
    _, diagnostics = parse(text)
    assert render(diagnostics, {"rulebook.toml": SourceText("rulebook.toml", text)}) == (
        """\
error[E0603]: there is a statement `R1` already
  --> rulebook.toml:22:6
   |
22 | id = "R1"
   |      ^^^^
   |
 7 | id = "R1"
   |      ---- it is here
   |
   = hint: give one of the two another `id`
"""
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rulebook = 1",
        "[rulebook]",
        "statement = [1]",
        "[[rulebook]]\n",
        "[rulebook]\n[statement]",
        "a",
        "[rulebook]\n[[statement]]",
    ],
)
def test_another_form_is_refused(text: str) -> None:
    assert refused(text)


@given(st.integers(0, len(GOOD)), st.integers(0, 30), st.sampled_from(["", "x", '"', "[", "\n", "= 1\n"]))
def test_a_damaged_index_is_read_or_refused(start: int, length: int, new: str) -> None:
    rulebook, diagnostics = parse(GOOD[:start] + new + GOOD[start + length :])
    assert (rulebook is None) == bool(diagnostics)


def test_a_missing_file_is_a_diagnostic(tmp_path: Path) -> None:
    rulebook, (only,) = load_rulebook(tmp_path / "rulebook.toml", "hops/rulebook.toml")
    assert rulebook is None
    assert (only.code, only.message) == ("E0101", "cannot read `hops/rulebook.toml`: there is no such file")


def test_a_file_is_read_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_rulebook(path, "rulebook.toml") == (good(), ())
    path.write_bytes(b"\xff")
    assert [each.code for each in load_rulebook(path, "rulebook.toml")[1]] == ["E0102"]


# ------------------------------------------------------------------------------------------------------- citations


def test_coverage_counts_normative_statements_and_rulings() -> None:
    covered = coverage(good(), cite("R3", "R3", "R2", "A1", "R99"))
    assert (covered.cited, covered.uncited, covered.uncited_rulings) == (("R3",), ("R1",), ())
    nothing = coverage(good(), [])
    assert (nothing.cited, nothing.uncited, nothing.uncited_rulings) == ((), ("R1", "R3"), ("A1",))


def found(citations: Iterable[Citation]) -> list[tuple[str, str, str | None]]:
    return [(each.code, each.message, each.hint) for each in check_citations(good(), citations)]


def test_what_is_cited_and_exists_needs_no_words() -> None:
    assert found(cite("R1", "R3", "A1")) == []


def test_an_unknown_citation_is_an_error_at_its_place() -> None:
    citations = cite("R1", "R3", "A1", "R33", "A2", "Q")
    assert found(citations) == [
        ("E0601", "the rulebook has no statement `R33`", "did you mean `R3`?"),
        ("E0602", "there is no ruling `A2`", "did you mean `A1`?"),
        (
            "E0601",
            "the rulebook has no statement `Q`",
            'add a `[[statement]]` with `id = "Q"` to `rulebook.toml`, or cite another one',
        ),
    ]
    assert [each.span for each in check_citations(good(), citations)] == [each.span for each in citations[3:]]


def test_a_citation_of_the_wrong_sort_is_told_the_right_one() -> None:
    span = Span("a.rules", 0, 1)
    wrong = [Citation("statement", "A1", span), Citation("ruling", "R1", span)]
    assert found([*cite("R1", "R3", "A1"), *wrong]) == [
        ("E0601", "the rulebook has no statement `A1`", "`A1` is a ruling: write `ruling A1`"),
        ("E0602", "there is no ruling `R1`", "`R1` is a statement: leave out `ruling`"),
    ]


def test_what_nothing_cites_is_a_warning_at_its_place_in_the_index() -> None:
    diagnostics = check_citations(good(), iter(cite("R3")))
    assert [(each.code, each.message, each.severity) for each in diagnostics] == [
        ("W0601", "no rule cites the statement `R1`", "warning"),
        ("W0602", "nothing cites the ruling `A1`", "warning"),
    ]
    assert [GOOD[each.span.start : each.span.end] for each in diagnostics if each.span] == ['"R1"', '"A1"']


@given(st.lists(st.sampled_from(["R1", "R2", "R3", "A1", "R4", "A2"])))
def test_every_normative_statement_is_cited_or_warned_about(ids: list[str]) -> None:
    covered = coverage(good(), cite(*ids))
    assert sorted((*covered.cited, *covered.uncited)) == ["R1", "R3"]
    codes = [each.code for each in check_citations(good(), cite(*ids))]
    assert codes.count("W0601") == len(covered.uncited)
    assert codes.count("W0602") == len(covered.uncited_rulings)
    assert codes.count("E0601") == ids.count("R4")
    assert codes.count("E0602") == ids.count("A2")
