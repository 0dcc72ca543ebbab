"""A tree with some of its nodes changed, everything else as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import attrs

from refengine.source.citation import Citation
from refengine.source.span import Span
from refengine.syntax import tree

T = TypeVar("T")

Change = Callable[[Any], Any]
"""Returns what stands in the place of a node or a citation: itself, where nothing is to be changed."""

_LEAVES = (Span, tree.Name)


def rewritten(node: T, change: Change) -> T:
    """Returns the node with `change` made to it and to all below it, the innermost first."""
    if isinstance(node, tuple):
        items = tuple(rewritten(each, change) for each in node)
        return cast("T", items) if any(new is not old for new, old in zip(items, node, strict=True)) else node
    if isinstance(node, Citation):
        return cast("T", change(node))
    if not attrs.has(type(node)) or isinstance(node, _LEAVES):
        return node
    changed: dict[str, object] = {}
    for attribute in attrs.fields(type(node)):  # type: ignore[arg-type]  # an attrs class, as was just asked
        old = getattr(node, attribute.name)
        new = rewritten(old, change)
        if new is not old:
            changed[attribute.name] = new
    return cast("T", change(attrs.evolve(cast("Any", node), **changed) if changed else node))
