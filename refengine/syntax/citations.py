"""Every citation of a file, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from refengine.source.citation import Citation
from refengine.syntax import tree


def citations_in(file: tree.File) -> tuple[Citation, ...]:
    """The citations of a file, in the order of the tree."""
    return tuple(_below(file.declarations))


def _below(value: object) -> Iterator[Citation]:
    if isinstance(value, Citation):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _below(item)
    elif attrs.has(type(value)):
        for attribute in attrs.fields(type(value)):  # type: ignore[arg-type]  # an attrs class, as was just asked
            yield from _below(getattr(value, attribute.name))
