"""Whatever is written, the parser answers: with a tree, or with diagnostics that have a place in the text."""

import random

from hypothesis import example, given, settings, strategies as st

from refengine.syntax.parser import parse
from tests.syntax.reading import source_of
from tests.syntax.sentences import grammar, real_texts, sentences

TEXTS = st.deferred(lambda: st.sampled_from([*real_texts()]))
"""What takes long to make is made by the worker that draws from it, not by each that imports this file."""

WORDS = st.deferred(lambda: st.sampled_from(sorted(word for its in grammar()[1].values() for word in its)))
SIGNS = [*"()[]{}.,:=<>!#\"'+-*/ \n;|&", "    ", "==", ":=", "..", "per", "žluť", "\u0000", "²", "٣", "🙂"]


def check(text: str) -> None:
    file, diagnostics = parse(source_of(text))
    assert (file is None) == bool(diagnostics)
    for each in diagnostics:
        assert each.span is not None
        assert each.span.path == "a.rules"
        assert 0 <= each.span.start < each.span.end <= len(text) + 1
        assert each.message
        assert all(0 <= label.span.start < label.span.end <= len(text) + 1 for label in each.labels)


@given(sentences())
@example("\ngrid p, p, p p, holds at most one p per p.p, p.p\n")
@settings(max_examples=100, deadline=None)
def test_sentences_of_the_grammar_are_read(text: str) -> None:
    """But for what the grammar does not count, chains of quantifiers that can be read twice, fields without a default,
    words that are none of the language except in one place, and a turn of what is no piece.
    """
    _, diagnostics = parse(source_of(text))
    known = (
        "only `every` and `some` go on with a comma",
        "nothing says what it is there",
        "` is expected here, and `",
        "nothing lies here that could be turned",
    )
    other = [each for each in diagnostics if not any(words in each.message for words in known)]
    assert {each.code for each in other} <= {"E0115"}, text


@given(TEXTS, st.randoms(), st.integers(1, 6))
@settings(max_examples=100, deadline=None)
def test_changed_rules(text: str, chooser: random.Random, times: int) -> None:
    for _ in range(times):
        text = changed(text, chooser)
    check(text)


@given(sentences(), st.randoms())
@settings(max_examples=100, deadline=None)
def test_changed_sentences(text: str, chooser: random.Random) -> None:
    check(changed(text, chooser))


@given(st.lists(WORDS, max_size=40))
@settings(max_examples=100, deadline=None)
def test_salad_of_words(words: list[str]) -> None:
    check(" ".join(words))


@given(st.text(max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_text(text: str) -> None:
    check(text)


def changed(text: str, chooser: random.Random) -> str:
    """A line or a character deleted, doubled, swapped with its neighbour, or put in."""
    by_line = chooser.random() < 0.4
    parts = text.splitlines(keepends=True) if by_line else list(text)
    if len(parts) < 2:
        return text
    at = chooser.randrange(len(parts) - 1)
    match chooser.randrange(4):
        case 0:
            del parts[at]
        case 1:
            parts.insert(at, parts[at])
        case 2:
            parts[at], parts[at + 1] = parts[at + 1], parts[at]
        case _:
            parts.insert(at, chooser.choice(SIGNS))
    return "".join(parts)
