"""Whatever is done to the text of a rule set, the front end answers with diagnostics that can be shown, never with a crash.

The mutations are those of a slip of the hand: a word or a line is lost, doubled, swapped, or stands where another one
stood. What still parses goes through the whole elaboration.
"""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, seed, settings, strategies as st

from refengine.ir.wellformedness import faults_of_form
from refengine.resolve.folder import find_games
from refengine.resolve.modules import Layer
from refengine.source.codes import TITLES
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse
from tests.types.front_end import elaborate_files, parse_texts, texts_of

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ROOT / "spec" / "kaciri",
    *sorted(path.parent for path in (ROOT / "docs" / "tutorial").glob("*/rulebook.toml")),
)
TOKEN = re.compile(r"\w+|[^\w\s]|\n *| +")
SMALL = sorted(path.parent for path in (ROOT / "tests" / "fooled").glob("*/x.rules"))
"""Games of one file, which use every word of the language between them."""

WORDS_OF_ITS_OWN = ("player", "none", "1", "0", "99", "true", "box", "{}", "next of", "not", "p", "x")


def mutated(random: Random, text: str) -> str:
    for _ in range(random.choice((1, 1, 2, 4))):
        text = with_a_changed_line(random, text) if random.random() < 0.3 else with_a_changed_word(random, text)
    return text


def with_a_changed_line(random: Random, text: str) -> str:
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def with_a_changed_word(random: Random, text: str) -> str:
    tokens = TOKEN.findall(text) or [""]
    words = [index for index, token in enumerate(tokens) if token.strip()] or [0]
    one, other = random.choice(words), random.choice(words)
    match random.randrange(5):
        case 0:
            tokens[one] = ""
        case 1:
            tokens[one] += f" {tokens[one]}"
        case 2:
            tokens[one], tokens[other] = tokens[other], tokens[one]
        case 3:
            tokens[one] = random.choice(WORDS_OF_ITS_OWN)
        case _:
            tokens[one] = tokens[other]
    return "".join(tokens)


@cache
def declarations(path: Path) -> tuple[str, ...]:
    """The declarations of a file: a mutation of one of them hits it and not its neighbours."""
    return tuple(re.split(r"\n(?=\w)", path.read_text("utf-8")))


def check(found: tuple[Diagnostic, ...], texts: dict[str, str]) -> None:
    assert [each.code for each in found if each.code not in TITLES] == []
    assert list(found) == sorted(found, key=lambda each: each.sort_key)
    for each in found:
        assert each.message
        for span in (each.span, *(label.span for label in each.labels)):
            assert span is None or 0 <= span.start <= span.end <= len(texts[span.path])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
@seed(20261121)
@settings(max_examples=100, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(number=st.integers(0, 2**32))
def test_a_slip_is_told_and_never_fatal(folder: Path, number: int) -> None:
    random = Random(number)
    rules, tables = texts_of(folder)
    base = base_of(folder)
    name = random.choice(sorted(rules))
    parts = list(declarations(folder / name))
    index = random.randrange(len(parts))
    parts[index] = mutated(random, parts[index])
    rules[name] = "\n".join(parts)
    file, wrong = parse(SourceText(name, rules[name]))
    of_base, tables_of_base = ({}, {}) if base is None else texts_of(base)
    tables.update(tables_of_base)
    texts = {"game.rules": "", **of_base, **rules, **{f"{table}.csv": text for table, text in tables.items()}}
    check(sorted_unique(wrong), texts)
    if file is None or wrong:
        return
    files = [file if other == name else parsed(folder)[other] for other in rules]
    below = () if base is None else (Layer(tuple(parsed(base).values())),)
    game, found = elaborate_files(files, tables, below)
    check(sorted_unique(found), texts)
    if game is not None and all(each.severity != "error" for each in found):
        assert faults_of_form(game) == ()


def check_without(folder: Path, lost: int) -> None:
    """What is said of a game of one file that has lost a declaration."""
    rules, tables = texts_of(folder)
    parts = declarations(folder / "x.rules")
    rules["x.rules"] = "\n".join((*parts[:lost], *parts[lost + 1 :]))
    files, wrong = parse_texts(rules)
    _, found = elaborate_files(files, tables)
    check(
        sorted_unique((*wrong, *found)), {"game.rules": "", **rules, **{f"{name}.csv": tables[name] for name in tables}}
    )


def test_a_declaration_that_is_missing_is_told_and_never_fatal() -> None:
    for folder in SMALL:
        check_without(folder, Random(folder.name).randrange(len(declarations(folder / "x.rules"))))


@pytest.mark.campaign
@pytest.mark.parametrize("folder", SMALL, ids=lambda path: path.name)
def test_any_declaration_that_is_missing_is_told_and_never_fatal(folder: Path) -> None:
    for lost in range(len(declarations(folder / "x.rules"))):
        check_without(folder, lost)


@cache
def base_of(folder: Path) -> Path | None:
    (found,), _ = find_games(folder)
    return None if found.base is None else found.base.path


@cache
def parsed(folder: Path) -> dict[str, tree.File]:
    rules, _ = texts_of(folder)
    files, wrong = parse_texts(rules)
    assert wrong == []
    return dict(zip(rules, files, strict=True))
