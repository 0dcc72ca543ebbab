"""All disputes of two games, and games that were played: Czech throughout, and linked to places that are there."""

import html
import io
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from refengine.book.binding import book_files, pages_of
from refengine.book.contents import Contents
from refengine.cli.main import main
from refengine.report.anchors import Anchors, Shelf
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.loading import load_judge
from refengine.rulings.markdown import ruling_markdown
from refengine.rulings.reading import of_file
from refengine.rulings.ruling import Ruling
from refengine.rulings.text import ruling_text
from refengine.rulings.to_json import rulings_data
from refengine.source.citation import Citation, Citing
from refengine.source.span import Span
from refengine.source.text import SourceText
from tests.schemas import validator

ROOT = Path(__file__).parents[2]

ENGLISH = re.compile(
    r"\b(of|and|the|hidden|because|is|are|not|with|without|player|players|which|nothing|none|yes|if|per|from|may|"
    r"does|has|have|there|who|what|that|ruling|line|lines|printed|since|legal)\b"
)
"""Words that are none in Czech."""

WRITTEN = re.compile(r"`[^`]*`")
"""What is written as it is typed."""


def english_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if ENGLISH.search(WRITTEN.sub("", line)) or re.search(r"\w_\w", line)]


@cache
def rulings(game: str) -> tuple[tuple[Ruling, ...], Judge]:
    judge = load_judge(ROOT / "spec" / game, language="cs")
    file, lines = ROOT / "docs" / "disputes" / f"{game}.dispute", Lines()
    disputes = of_file(SourceText(file.name, file.read_text("utf-8")), lines)
    return judge.decide(disputes, lines), judge


def untitled(text: str, ruling: Ruling) -> Iterator[str]:
    """Yields the lines but for what whoever asked has written."""
    own = {ruling.title, f"> {ruling.question}", f"`{ruling.question}`", f"### {ruling.title}"}
    yield from (line for line in text.splitlines() if line not in own)


@pytest.mark.parametrize("game", ["kaciri", pytest.param("european_war", marks=pytest.mark.campaign)])
def test_rulings_are_czech_throughout(game: str) -> None:
    found, judge = rulings(game)
    assert len(found) > 5
    for written in (ruling_text, ruling_markdown):
        told = [line for each in found for line in untitled(written(each, judge.words.sentences), each)]
        assert english_in("\n".join(told)) == [], written


def test_the_same_rules_decide_in_each_language() -> None:
    """Labels and sentences change what is said, and not what is ruled."""
    found, _ = rulings("kaciri")
    judge = load_judge(ROOT / "spec" / "kaciri")
    file, lines = ROOT / "docs" / "disputes" / "kaciri.dispute", Lines()
    disputes = of_file(SourceText(file.name, file.read_text("utf-8")), lines)
    for czech, english in zip(found, judge.decide(disputes, lines), strict=True):
        assert (czech.outcome, czech.answer) == (english.outcome, english.answer)
        assert [(each.path, each.depth, len(each.since)) for each in czech.rules] == [
            (each.path, each.depth, len(each.since)) for each in english.rules
        ]
        assert [each.path for each in czech.considered] == [each.path for each in english.considered]


def anchors_in(data: object) -> Iterator[str]:
    match data:
        case dict():
            if data.get("anchor") is not None:
                yield str(data["anchor"])
            for each in data.values():
                yield from anchors_in(each)
        case list() | tuple():
            for each in data:
                yield from anchors_in(each)
        case _:
            pass


@pytest.mark.parametrize("game", ["kaciri", "european_war"])
def test_every_anchor_is_a_place_in_the_book(game: str) -> None:
    found, judge = rulings(game)
    files = book_files(pages_of(Contents(judge.compiled, {})), "cs", "html")
    places = {
        f"{name.removesuffix('.html')}#{html.unescape(each)}"
        for name, text in files.items()
        for each in re.findall(r' id="([^"]+)"', text)
    }
    data = json.loads(json.dumps(rulings_data(game, found, "1", ["0" * 64] * len(found))))
    validator("ruling").validate(data)
    named = set(anchors_in(data["rulings"]))
    assert len(named) > 20
    assert named - places == set()
    pages = {each.partition("#")[0] for each in named}
    assert pages == {"rules", "statements", "questions"}


@pytest.mark.parametrize("game", ["kaciri", "european_war"])
def test_text_and_markdown_have_the_address_of_every_rule(game: str) -> None:
    found, judge = rulings(game)
    shelf = Shelf("https://example.org/a book", "html")
    for each in found:
        text = ruling_text(each, judge.words.sentences, shelf=shelf)
        linked = ruling_markdown(each, judge.words.sentences, shelf=shelf)
        for rule in each.rules:
            address = f"https://example.org/a%20book/rules.html#{(rule.anchor or '').partition('#')[2]}"
            assert f"{address}\n" in text
            assert f"]({address})" in linked
        assert "example.org" not in ruling_text(each) + ruling_markdown(each)


@pytest.mark.parametrize(
    ("game", "players", "typed"), [("kaciri", 3, "1\n?\nt\n" * 30), ("european_war", 3, "1\n?\n2\nt\n" * 60)]
)
def test_a_game_is_played_in_czech_to_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, players: int, typed: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    main(["play", str(ROOT / "spec" / game), "--lang", "cs", "--seed", "3", "--players", str(players)])
    out = capsys.readouterr().out
    assert "hráč 1 (vy)" in out
    assert english_in(out) == []
    assert "normally" not in out


def test_the_words_that_are_looked_for_are_found() -> None:
    assert english_in("vojsko of Británie\nvojsko Británie\nvolné_pole\n`power of city`: ano") == [
        "vojsko of Británie",
        "volné_pole",
    ]


@pytest.mark.parametrize(
    ("path", "anchor"),
    [
        ("fate.refuge", "rules#fate.refuge"),
        ("takes.weaker", "rules#takes"),  # a case has no citation of its own
        ("fate.normally", "rules#fate"),
        ("send", "rules#Choose.send"),
        ("nothing.of_it", None),
    ],
)
def test_a_clause_stands_with_what_it_belongs_to(path: str, anchor: str | None) -> None:
    _, judge = rulings("kaciri")
    assert Anchors.of(judge.compiled.cited).clause(path, None) == anchor


def test_of_two_actions_of_a_name_it_is_the_one_that_is_written_there() -> None:
    cited = [
        Citing(path, rule=True, citation=Citation("statement", "R1", Span("a.rules", start, start + 2)))
        for path, start in (("One.give", 10), ("Two.give", 90))
    ]
    anchors = Anchors.of(cited)
    assert anchors.clause("give", Span("a.rules", 80, 84)) == "rules#Two.give"
    assert anchors.clause("give.when_1", Span("a.rules", 20, 24)) == "rules#One.give"
