"""Every node knows the text that it was made from, no more and no less."""

from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings

from refengine.source.citation import Citation
from refengine.source.span import Span
from refengine.source.text import SourceText, read_source
from refengine.syntax import tree
from refengine.syntax.parser import parse
from tests.syntax.reading import expression_of, nodes, source_of, values
from tests.syntax.sentences import FILES, sentences

EXPRESSIONS = get_args(tree.Expr)

NUMBERS_ELSEWHERE = {"one", "-0"}
"""Where a bound stands these are numbers; in an expression they say something else, or in another way."""


def check(source: SourceText) -> None:
    file, _ = parse(source)
    if file is None:
        return
    for node in nodes(file.declarations):
        span = getattr(node, "span", None)
        assert isinstance(span, Span), node
        said = source.text[span.start : span.end]
        assert said == said.strip() != "", node
        if isinstance(node, tree.Name):
            assert said == node.text
        elif isinstance(node, Citation):
            assert said.replace("ruling", "").strip() == node.id
        elif isinstance(node, EXPRESSIONS) and not (said in NUMBERS_ELSEWHERE and isinstance(node, tree.IntLit)):
            assert read_again(said, in_domain=isinstance(node, tree.RangeLit)) in {node, as_value(node)}
        for inner in spans_below(node):
            assert span.start <= inner.start <= inner.end <= span.end, node


def read_again(said: str, *, in_domain: bool) -> object:
    """The expression that a part of the text says, taken alone."""
    read = expression_of(f"x in {said}" if in_domain else f"({said})")
    if isinstance(read, tree.Member):
        return read.domain
    assert isinstance(read, tree.Bracket)
    return read.inner


def as_value(node: object) -> object:
    """A phase without arguments is a bare name, an end below zero has its sign in front; among values both are others."""
    if isinstance(node, tree.IntLit) and node.value < 0:
        return tree.Negative(tree.IntLit(-node.value, node.span), node.span)
    return tree.NameRef(node.name, node.span) if isinstance(node, tree.Call) and not node.args else node


def spans_below(node: object) -> list[Span]:
    below: list[Span] = []
    for value in values(node):
        parts = value if isinstance(value, tuple) else (value,)
        below += [each.span for each in parts if hasattr(each, "span")]
    return below


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_spans_of_the_rules_we_have(path: Path) -> None:
    source, _ = read_source(path, path.name)
    assert source is not None
    check(source)


@given(sentences())
@settings(max_examples=100, deadline=None)
def test_spans_of_any_sentence(text: str) -> None:
    check(source_of(text))


def test_spans_do_not_reach_over_the_end_of_the_line() -> None:
    text = "value v: truth per R1\n    is a_   # why\n\n# more\nlaw l per R1\n    b\n"
    file, _ = parse(source_of(text))
    assert file is not None
    first, second = file.declarations
    assert text[first.span.start : first.span.end] == "value v: truth per R1\n    is a_"
    assert text[second.span.start : second.span.end] == "law l per R1\n    b"


def test_places_count_composed_characters(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes("# ca\u030cr\u030c\nlaw z\u030c per R1\n    a_\n".encode())
    source, _ = read_source(path, "a.rules")
    assert source is not None
    file, _ = parse(source)
    assert file is not None
    name = file.declarations[0]
    assert isinstance(name, tree.Law)
    assert source.text[name.name.span.start : name.name.span.end] == name.name.text == "ž"


def test_comments_are_kept_in_order_with_their_places() -> None:
    text = 'law l per R1 # "one\n    # two\n    a_ # three\n#four'
    file, _ = parse(source_of(text))
    assert file is not None
    assert [(each.text, each.whole_line) for each in file.comments] == [
        ('# "one', False),
        ("# two", True),
        ("# three", False),
        ("#four", True),
    ]
    assert all(text[each.span.start : each.span.end] == each.text for each in file.comments)
    assert all(one.span.end <= two.span.start for one, two in pairwise(file.comments))
