"""The one generic traversal of IR nodes: children, all nodes below, rewriting from the leaves up, free locals.

INVARIANT: no other module walks IR nodes by reflection. Origins, clauses and domains are data, not children.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set as AbstractSet
from functools import cache
from operator import attrgetter, is_
from typing import Any, TypeVar

import attrs

from refengine.ir import claims, control, domain, game
from refengine.ir.expressions import Binding, Local, Origin
from refengine.ir.left_out import LeftOut

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
    domain.Cell,
    domain.Spot,
    game.PieceRow,
    game.Field,
)


_NO_NODES = frozenset((
    "str", "str | None", "int", "int | None", "bool", "Domain", "SetOf", "Spot", "Origin", "Origin | None", "Clause",
    "Clause | None", "tuple[str, ...]", "tuple[int, ...]",
))  # fmt: skip
"""The types of fields, as they are written, in which there is no node; most of a walk's time would be spent on them."""


def _found_fields(node_class: type) -> tuple[str, ...] | None:
    """Returns the fields in which there may be nodes; None of a class that is no node."""
    if node_class in _DATA or not attrs.has(node_class):
        return None
    return tuple(a.name for a in attrs.fields(node_class) if a.type not in _NO_NODES)


class _Fields(dict[type, "tuple[str, ...] | None"]):
    """The fields in which there may be nodes, by the class of a node; None of what is no node."""

    def __missing__(self, node_class: type) -> tuple[str, ...] | None:
        self[node_class] = found = _found_fields(node_class)
        return found


_FIELDS = _Fields()


def _nothing(_: object) -> tuple[object, ...]:
    return ()


class _Parts(dict[type, "Callable[[Any], Any] | None"]):
    """The getters of the fields in which there may be nodes, by the class of a node; None of what is no node."""

    def __missing__(self, node_class: type) -> Callable[[Any], Any] | None:
        names = _FIELDS[node_class]
        getter = None if names is None else attrgetter(*names) if names else _nothing
        self[node_class] = getter
        return getter


_PARTS = _Parts()


def children(node: object) -> list[Any]:
    """Returns the IR nodes directly below, in field order."""
    getter = _PARTS[node.__class__]
    found: list[Any] = []
    if getter is not None:
        _take(getter(node), found)
    return found


def _take(value: object, found: list[Any]) -> None:
    if value.__class__ is tuple:
        for item in value:
            _take(item, found)
    elif _PARTS[value.__class__] is not None:
        found.append(value)
    elif value.__class__ is LeftOut:
        len(value)  # which is to look at it


def walk(node: object) -> Iterator[Any]:
    """Yields the node, or the nodes of a tuple, and all below, outermost first."""
    agenda: list[Any] = [node]
    while agenda:
        each = agenda.pop()
        kind = each.__class__
        if kind is tuple:
            agenda += each[::-1]
            continue
        getter = _PARTS[kind]
        if getter is None:
            if kind is LeftOut:
                len(each)  # which is to look at it
            continue
        yield each
        below = getter(each)
        if below.__class__ is tuple:
            agenda += below[::-1]
        else:
            agenda.append(below)


def rewrite(node: T, change: Callable[[Any], Any], of: AbstractSet[type] | None = None) -> T:
    """Rebuilds the node from the leaves up; `change` gets each node with its children already changed.

    It is asked of nodes of the classes `of` alone, if these are given. A node none of whose parts changed is kept.
    """
    kind = node.__class__
    changed: dict[str, object] | None = None
    for name in _FIELDS[kind] or ():
        old = getattr(node, name)
        if old.__class__ is tuple:
            new: object = _rewritten_items(old, change, of) if old else old
        elif _FIELDS[old.__class__] or (_FIELDS[old.__class__] is not None and (of is None or old.__class__ in of)):
            new = rewrite(old, change, of)
        else:
            continue
        if new is not old:
            if changed is None:
                changed = {}
            changed[name] = new
    if changed is not None:
        node = _with(node, changed)
    return change(node) if of is None or kind in of else node


def _rewritten_items(
    items: tuple[Any, ...], change: Callable[[Any], Any], of: AbstractSet[type] | None
) -> tuple[Any, ...]:
    """Returns the items rewritten; the same tuple where none is another."""
    new: list[Any] | None = None
    for place, old in enumerate(items):
        if old.__class__ is tuple:
            item: Any = _rewritten_items(old, change, of)
        elif _FIELDS[old.__class__] or (_FIELDS[old.__class__] is not None and (of is None or old.__class__ in of)):
            item = rewrite(old, change, of)
        else:
            continue
        if item is not old:
            if new is None:
                new = [*items]
            new[place] = item
    return items if new is None else tuple(new)


def _with(node: T, changed: Mapping[str, object]) -> T:
    """Returns the node with other content in some fields; of IR nodes every field is told, by its own name."""
    kind: Any = node.__class__
    made: T = kind(**{
        name: changed[name] if name in changed else getattr(node, name) for name in _all_fields(kind)
    })  # fmt: skip
    return made


@cache
def _all_fields(node_class: type) -> tuple[str, ...]:
    return tuple(each.name for each in attrs.fields(node_class))


def replaced(node: T, change: Callable[[Any], Any]) -> T:
    """Rebuilds the node from the root down: where `change` gives something, that stands instead, and all of it."""
    new = change(node)
    if new is not None:
        return new  # type: ignore[no-any-return]
    changed: dict[str, object] = {}
    for name in _FIELDS[type(node)] or ():
        old = getattr(node, name)
        put = _replace_value(old, change)
        if put is not old:
            changed[name] = put
    return attrs.evolve(node, **changed) if changed else node  # type: ignore[misc]


def _replace_value(value: object, change: Callable[[Any], Any]) -> object:
    if isinstance(value, tuple):
        new = tuple([_replace_value(item, change) for item in value])
        return value if all(map(is_, value, new)) else new
    return value if _FIELDS[type(value)] is None else replaced(value, change)


_BINDING = frozenset((Binding, control.LetIn, control.Choice, claims.Claim, claims.Audit, claims.Keep))
"""The nodes that bind a local; most are of no such class, and would be held against each in vain."""

_NONE: frozenset[Local] = frozenset()


def free_locals(node: object) -> frozenset[Local]:
    """Returns the locals that the node reads and does not bind itself.

    A binding binds its name in all its siblings; a `let` and a choice bind theirs in what stands behind them. What is
    claimed of a phase may read the parameters of the phase.
    """
    kind = node.__class__
    if kind is Local:
        return frozenset((node,))  # type: ignore[arg-type] # as its class says
    if kind not in _BINDING:
        return _free_in_parts(node)
    match node:
        case Binding(var=var):
            return free_locals(node.domain) | (free_locals(node.condition) - {var})
        case control.LetIn():
            return free_locals(node.value)
        case control.Choice():
            return free_locals(node.domain)
        case claims.Claim(extent=extent) | claims.Audit(extent=extent):
            return _free_in_parts(node) - frozenset(extent.params)
        case claims.Keep(var=var):
            return _free_in_parts(node) - {var}
        case _:
            return _free_in_parts(node)


def _free_in_parts(node: object) -> frozenset[Local]:
    parts = children(node)
    if not parts:
        return _NONE
    bound: set[Local] = {part.var for part in parts if part.__class__ is Binding}
    free: set[Local] = set()
    for part in parts:
        found = free_locals(part)
        if not found:
            pass
        elif bound and part.__class__ is not Binding:
            free |= found - bound
        else:
            free |= found
        if part.__class__ is control.LetIn or part.__class__ is control.Choice:
            bound.add(part.var)
    return frozenset(free) if free else _NONE
