"""The words of a part of a tree: what it names, whatever that is."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from refengine.syntax import tree


def words_of(node: object) -> Iterator[str]:
    """Yields every word in a part of a tree, or in a tuple of such, as often as it stands there."""
    if isinstance(node, tree.Name):
        yield node.text
    elif isinstance(node, tuple):
        for each in node:
            yield from words_of(each)
    elif attrs.has(type(node)):
        for attribute in attrs.fields(type(node)):  # type: ignore[arg-type]  # an attrs class, as was just asked
            yield from words_of(getattr(node, attribute.name))
