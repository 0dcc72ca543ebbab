"""Every citation of a file, wherever it stands, and what rests on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

from refengine.source.citation import Citation, Citing
from refengine.source.span import Span
from refengine.syntax import tree

_SAID_OF_RULES = (
    tree.Example, tree.Invariant, tree.Measure, tree.Claim, tree.Dependence, tree.Confinement, tree.Audit,
    tree.SmallScope,
)  # fmt: skip


def citing(file: tree.File) -> tuple[Citing, ...]:
    """Returns the citations of a file with what rests on them, in the order of the tree."""
    return tuple(
        Citing(path, not isinstance(each, _SAID_OF_RULES), citation)
        for each in file.declarations
        for path, citation in _below(each, "")
    )


def _below(value: object, path: str) -> Iterator[tuple[str, Citation]]:
    if isinstance(value, Citation):
        yield path, value
    elif isinstance(value, tuple):
        for item in value:
            yield from _below(item, path)
    else:
        kind: type = type(value)
        names = _fields(kind)
        inside = _path(value, path) if names else path
        for name in names:
            yield from _below(getattr(value, name), inside)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Returns the fields of a class of nodes in which citations may stand; none of a class that is no node."""
    if not attrs.has(kind) or kind is Span:
        return ()
    return tuple(each.name for each in attrs.fields(kind) if each.type not in {"str", "int", "bool", "Span"})


def _path(node: object, above: str) -> str:
    """Returns the path of what a node declares: of a clause below its owner's, of what has no name by its word."""
    if isinstance(node, tree.TextBody):
        return f"{node.text.text}.{node.title.text}"
    if isinstance(node, tree.Addition):
        return node.owner.text
    name = getattr(node, "name", None)
    if isinstance(name, tree.Name) and hasattr(node, "cite"):
        return f"{above}.{name.text}" if above else name.text
    return above or type(node).__name__.lower()
