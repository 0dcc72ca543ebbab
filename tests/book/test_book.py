"""The book of a game: every link leads somewhere, nothing of a game is taken for a sign of the page, nothing is missing."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from attrs import define, evolve, field

from refengine.book.binding import book_files, pages_of
from refengine.book.contents import Contents
from refengine.evidence.promises import promises_in
from refengine.loading import load_rules
from refengine.report.anchors import STATEMENTS
from refengine.resolve.wording import read_text_of
from refengine.rulings.precedents import precedents_of, read_precedent
from refengine.source.text import SourceText

ROOT = Path(__file__).parents[2]
GAMES = (
    "spec/kaciri",
    "spec/european_war",
    "spec/pagan",
    "spec/palisades",
    "docs/tutorial/goofspiel",
    "docs/tutorial/spy",
)


@define
class Read(HTMLParser):
    """What a browser finds on a page: places, links, elements and its text."""

    places: list[str] = field(factory=list)
    links: list[str] = field(factory=list)
    elements: list[str] = field(factory=list)
    words: list[str] = field(factory=list)

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        given = dict(attrs)
        self.places += [each for each in [given.get("id")] if each]
        self.links += [unquote(each) for each in [given.get("href")] if each]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def contents_of(path: str) -> Contents:
    compiled = load_rules(ROOT / path)
    _, known, wrong = promises_in(ROOT / path)
    assert not wrong
    kept = [
        read_precedent(each.stem, SourceText(each.name, each.read_text("utf-8"))) for each in precedents_of(ROOT / path)
    ]
    return Contents(compiled, known, precedents=tuple(each for each, _ in kept if each is not None))


@pytest.fixture(scope="module", params=GAMES)
def contents(request: pytest.FixtureRequest) -> Contents:
    return contents_of(request.param)


def read(files: Mapping[str, str]) -> dict[str, Read]:
    found = {}
    for name, text in files.items():
        if name.endswith(".html"):
            found[name] = Read()
            found[name].feed(text)
    return found


def test_every_link_leads_to_a_place(contents: Contents) -> None:
    files = book_files(pages_of(contents), "en", "html")
    pages = read(files)
    for name, page in pages.items():
        assert len({*page.places}) == len(page.places), name
        for each in page.links:
            target, _, anchor = each.partition("#")
            assert target in files, each
            assert not anchor or anchor in pages[target].places, f"{name}: {each}"


def test_markdown_has_the_same_links(contents: Contents) -> None:
    pages = pages_of(contents)
    written, shown = book_files(pages, "en", "markdown"), read(book_files(pages, "en", "html"))
    for each in pages:
        links = re.findall(r'\]\(<([^>]+)>\)|<a href="([^"]+)">', written[f"{each.name}.md"])
        targets = [(a or b).replace(".md", ".html") for a, b in links]
        rest = [one for one in shown[f"{each.name}.html"].links if one != "style.css"]
        assert rest[len(pages) - 1 :] == targets  # in front of them stands the way to the other pages


def test_every_statement_is_there_with_the_rules_that_cite_it(contents: Contents) -> None:
    page = read(book_files(pages_of(contents), "en", "html"))[f"{STATEMENTS}.html"]
    statements = contents.rulebook.statements
    assert [each for each in page.places if each in statements] == list(statements)
    for each in statements.values():
        assert " ".join(each.paraphrase.split()) in page.text
    resting = {(str(each.citation), each.path) for each in contents.compiled.cited if each.rule}
    parts = re.split(r'<a id="([^"]+)"></a>', book_files(pages_of(contents), "en", "html")[f"{STATEMENTS}.html"])
    shown = dict(zip(parts[1::2], parts[2::2], strict=True))
    for cite, path in resting:
        place = cite.replace(" ", "-")
        if place in shown:
            assert f"<code>{path}</code>" in shown[place]
            assert f'<a href="statements.html#{place}">' in shown[place]  # the line that cites it is shown


def test_nothing_of_a_game_is_taken_for_a_sign_of_the_page() -> None:
    harm = "<script>alert(1)</script> [a](b) `c` **d** | e &amp; # f"
    contents = contents_of("docs/tutorial/goofspiel")
    first, *others = contents.rulebook.statements.values()
    statements = {each.id: each for each in (evolve(first, paraphrase=harm), *others)}
    assert contents.compiled.rulebook is not None
    spoilt = evolve(contents.compiled, rulebook=evolve(contents.compiled.rulebook, statements=statements))
    labels = evolve(spoilt.labels, languages={"cs": {"bid": harm}})
    spoilt = evolve(spoilt, labels=labels)
    pages = read(book_files(pages_of(evolve(contents, compiled=spoilt)), "en", "html"))
    for page in pages.values():
        assert "script" not in page.elements
    for name in ("statements.html", "index.html", "names.html"):
        assert harm in pages[name].text


def test_what_no_rule_carries_out_is_said() -> None:
    contents = contents_of("docs/tutorial/goofspiel")
    (lost, *_) = (
        each for each, listed in contents.citing.items() if listed[0].rule and each in contents.rulebook.statements
    )
    cited = tuple(each for each in contents.compiled.cited if str(each.citation) != lost)
    pages = read(book_files(pages_of(evolve(contents, compiled=evolve(contents.compiled, cited=cited))), "en", "html"))
    assert pages["statements.html"].text.count("No rule carries this out.") == 1
    paraphrase = " ".join(contents.rulebook.statements[lost].paraphrase.split())
    assert f"{lost}: {paraphrase}" in pages["missing.html"].text.partition("Statements that are no rules")[0]


def test_the_readers_own_copy_stands_beside_the_statement() -> None:
    contents = contents_of("docs/tutorial/goofspiel")
    text, _ = read_text_of("goofspiel", ROOT / "docs/tutorial/goofspiel/rulebook.txt")
    assert text is not None
    without = read(book_files(pages_of(contents), "en", "html"))["statements.html"]
    beside = read(book_files(pages_of(evolve(contents, wording={"goofspiel": text})), "en", "html"))["statements.html"]
    for each in contents.rulebook.statements.values():
        for number in each.lines.split(", "):
            assert " ".join(text.line(int(number)).split()) in beside.text
    assert "blockquote" not in without.elements


def test_a_precedent_stands_under_the_statements_that_it_rests_on() -> None:
    contents = contents_of("spec/kaciri")
    pages = book_files(pages_of(contents), "en", "html")
    assert read(pages)["precedents.html"].places == [each.name for each in contents.precedents]
    parts = re.split(r'<a id="([^"]+)"></a>', pages["statements.html"])
    shown = dict(zip(parts[1::2], parts[2::2], strict=True))
    for each in contents.precedents:
        assert f'href="precedents.html#{each.name}"' in "".join(shown.values())
        for statement, text in shown.items():
            rules = {one.path for one in contents.citing.get(statement, ()) if one.rule}
            rests = statement in contents.rulebook.statements and not rules.isdisjoint(each.reasons)
            assert (f'href="precedents.html#{each.name}"' in text) == rests


BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_a_browser_shows_it(tmp_path: Path) -> None:
    assert BROWSER is not None
    contents = contents_of("docs/tutorial/goofspiel")
    for name, text in book_files(pages_of(contents), "en", "html").items():
        (tmp_path / name).write_text(text, "utf-8")
    options = [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
    ]  # fmt: skip
    page = (tmp_path / "statements.html").as_uri()
    done = subprocess.run([BROWSER, *options, page], capture_output=True, text=True, check=True, timeout=120)
    shown = Read()
    shown.feed(done.stdout)
    assert [each for each in shown.places if each in contents.rulebook.statements] == [*contents.rulebook.statements]


def test_it_is_in_the_language_that_is_asked_for() -> None:
    contents = evolve(contents_of("spec/kaciri"), language="cs")
    pages = {each.name: each for each in pages_of(contents)}
    english = re.compile(r"\b(the|of|that|what|is|are|no|rules|statements?|questions?)\b", re.IGNORECASE)
    told = [each.text for name, each in pages.items() if name not in {"rules", "precedents"}]
    headings = [line for text in told for line in text.splitlines() if line.startswith("#")]
    assert [line for line in headings if english.search(line)] == []
    assert "Kolo začne odkrytím" in pages["statements"].text
    assert "kdo v útočišti prohrál?" in pages["questions"].text
    assert ": genitive</code>" not in pages["names"].text
    first = re.sub(r"<[^>]*>", "", pages["index"].text)
    assert english.search(first) is None
    files = book_files(tuple(pages.values()), "cs", "html")
    assert '<html lang="cs">' in files["index.html"]
