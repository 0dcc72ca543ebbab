"""Regions in expressions: which set is that of all classes of one, so that each class is gone through once."""

from __future__ import annotations

from collections.abc import Mapping

from refengine.ir import expressions as ir, game as model
from refengine.ir.equality import are_equal
from refengine.ir.simplify import TRUE


def classes_of(image: ir.Image, values: Mapping[str, model.Value]) -> model.Value | None:
    """Returns the value of the region whose classes a set holds, all of them; None of another set.

    Of two that have it the classes are the same, or have nothing in common; so they are in the order of their first
    members, which are in the order of the kind or component.
    """
    binding = image.binding
    match image.term:
        case ir.CallValue(name=name, args=(only,)) if only == binding.var and binding.condition == TRUE:
            value = values.get(name)
            joined = None if value is None else value.body
            return (
                value if isinstance(joined, model.Joined) and are_equal(joined.binding.domain, binding.domain) else None
            )
        case _:
            return None
