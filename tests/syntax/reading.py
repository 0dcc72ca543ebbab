"""Short ways to the parser for tests."""

from collections.abc import Iterator
from typing import Any

import attrs

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse


def source_of(text: str) -> SourceText:
    return SourceText("a.rules", text)


def tree_of(text: str) -> tree.File:
    file, diagnostics = parse(source_of(text))
    assert file is not None, diagnostics
    assert diagnostics == ()
    return file


def expression_of(text: str) -> tree.Expr:
    law = tree_of(f"law l per R1\n    {text}\n").declarations[0]
    assert isinstance(law, tree.Law)
    return law.condition


def diagnostics_of(text: str) -> tuple[Diagnostic, ...]:
    file, diagnostics = parse(source_of(text))
    assert (file is None) == bool(diagnostics)
    return diagnostics


def message_of(text: str) -> str:
    (diagnostic,) = diagnostics_of(text)
    return diagnostic.message


def nodes(node: object) -> Iterator[object]:
    """A node and all below it, citations among them."""
    if isinstance(node, tuple):
        for each in node:
            yield from nodes(each)
    elif attrs.has(type(node)) and not isinstance(node, Span):
        yield node
        for value in values(node):
            yield from nodes(value)


def values(node: Any) -> Iterator[object]:
    """The fields of a node."""
    for field in attrs.fields(type(node)):
        yield getattr(node, field.name)
