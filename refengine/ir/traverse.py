"""The one generic traversal of IR nodes: children, all nodes below, rewriting from the leaves up, free locals.

INVARIANT: no other module walks IR nodes by reflection. Origins, clauses and domains are data, not children.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any, TypeVar

import attrs

from refengine.ir import claims, control, domain, game
from refengine.ir.expressions import Binding, Local, Origin

T = TypeVar("T")

_DATA = (
    Origin,
    control.Clause,
    domain.Truth,
    domain.Range,
    domain.Count,
    domain.Enum,
    domain.Piece,
    domain.Place,
    domain.Option,
    domain.SetOf,
    domain.Record,
    game.PieceRow,
    game.Field,
)


@cache
def _child_fields(node_class: Hashable) -> tuple[str, ...]:
    if node_class in _DATA or not isinstance(node_class, type) or not attrs.has(node_class):
        return ()
    return tuple(a.name for a in attrs.fields(node_class))


def children(node: Any) -> Iterator[Any]:
    """The IR nodes directly below, in field order."""
    for name in _child_fields(type(node)):  # type: ignore[arg-type]  # a class is hashable
        yield from _nodes_in(getattr(node, name))


def _nodes_in(value: object) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes_in(item)
    elif attrs.has(type(value)) and not isinstance(value, _DATA):
        yield value


def walk(node: object) -> Iterator[Any]:
    """The node and all below it, outermost first."""
    yield node
    for child in children(node):
        yield from walk(child)


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """Rebuilds the node from the leaves up; `change` gets each node with its children already changed.

    A node none of whose parts changed is kept as it is.
    """
    names = _child_fields(type(node))  # type: ignore[arg-type]  # a class is hashable
    changed: dict[str, object] = {}
    for name in names:
        old = getattr(node, name)
        new = _rewrite_value(old, change)
        if new is not old:
            changed[name] = new
    if changed:
        node = attrs.evolve(node, **changed)  # type: ignore[misc]
    return change(node)  # type: ignore[no-any-return]


def _rewrite_value(value: object, change: Callable[[Any], Any]) -> object:
    if isinstance(value, tuple):
        new = tuple(_rewrite_value(item, change) for item in value)
        return value if all(a is b for a, b in zip(value, new, strict=True)) else new
    if attrs.has(type(value)) and not isinstance(value, _DATA):
        return rewrite(value, change)
    return value


def free_locals(node: object) -> frozenset[Local]:
    """The locals that the node reads and does not bind itself.

    A binding binds its name in all its siblings; a `let` and a choice bind theirs in what stands behind them. What is
    claimed of a phase may read the parameters of the phase.
    """
    match node:
        case Local():
            return frozenset((node,))
        case Binding(var=var, domain=domain_, condition=condition):
            return free_locals(domain_) | (free_locals(condition) - {var})
        case control.LetIn(value=value):
            return free_locals(value)
        case control.Choice(domain=domain_):
            return free_locals(domain_)
        case claims.Claim(extent=extent) | claims.Audit(extent=extent):
            return _free_in_parts(node) - frozenset(extent.params)
        case claims.Keep(var=var):
            return _free_in_parts(node) - {var}
        case _:
            return _free_in_parts(node)


def _free_in_parts(node: object) -> frozenset[Local]:
    parts = tuple(children(node))
    bound: set[Local] = {part.var for part in parts if isinstance(part, Binding)}
    free: set[Local] = set()
    for part in parts:
        if isinstance(part, Binding):
            free |= free_locals(part)
            continue
        free |= free_locals(part) - bound
        if isinstance(part, control.LetIn | control.Choice):
            bound.add(part.var)
    return frozenset(free)
