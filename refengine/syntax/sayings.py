"""Sayings: what a node of the tree says, wherever it is written and whatever it cites, as a value to compare."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from refengine.source.citation import Citation
from refengine.source.span import Span
from refengine.syntax import tree

NONE: Mapping[str, str] = MappingProxyType({})


def said_by(node: object, names: Mapping[str, str] = NONE) -> object:
    """Returns what a node says, with other `names` for some of its own; two that say the same are equal."""
    match node:
        case tree.Name(text=text):
            return names.get(text, text)
        case Span() | Citation():
            return None
        case tuple():
            return tuple(said_by(each, names) for each in node)
        case _ if attrs.has(type(node)):
            fields = attrs.fields(type(node))  # type: ignore[arg-type]  # an attrs class, as was just asked
            return (type(node).__name__, *(said_by(getattr(node, each.name), names) for each in fields))
        case _:
            return node
