"""Printed data that may be other than it is printed, by the names that stand behind `over any`; and grids.

Of a grid nothing is printed that could be other: it has no size, so what is said over any such board is said as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attrs import evolve, frozen

from refengine.ir.claims import PRINTED, AnyData
from refengine.resolve import errors as name_errors
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import claim_errors, turn_errors
from refengine.types.context import Context
from refengine.types.printed_data import tables_of
from refengine.types.table import component_declared

_Printed = tree.Component | tree.Relation | tree.Kind
_Made = _Printed | tree.Zone


@frozen
class NamedOver:
    """Names behind `over any`: at most one component, data that is printed once for the whole game, and grids."""

    component: str | None = None
    data: AnyData = PRINTED
    grids: tuple[str, ...] = ()


def named(ctx: Context, over: tuple[tree.Name, ...]) -> NamedOver:
    """Returns the component, the relations and the kinds whose data may be any; a table stands for what it makes.

    What is named twice, is not printed, or takes no part in the game is reported, and left out.
    """
    found = NamedOver()
    first: dict[str, Span] = {}
    for name in over:
        for each in _made(ctx, name):
            text = each.name.text
            if text in first:
                ctx.report(name_errors.over_twice(text, name.span, first[text]))
                continue
            first[text] = name.span
            found = _with(ctx, found, each, name)
    return found


def _made(ctx: Context, name: tree.Name) -> tuple[_Made, ...]:
    """Returns the declaration of a name; of a table all that is made from it."""
    if ctx.symbols.lookup(name.text) is None and name.text in ctx.symbols.tables:
        of = ctx.symbols.of_sort
        listed: Iterator[_Printed] = chain(of(tree.Kind), of(tree.Component), of(tree.Relation))
        made = tuple(each for each in listed if name.text in tables_of(each))
        ctx.used_tables.add(name.text)
        if not made:
            ctx.report(claim_errors.nothing_made(name.text, name.span))
        return made
    if (zone := ctx.zones.get(name.text)) is not None and zone.sides is not None:
        grid = ctx.declared(name, tree.Zone)
        return (grid,) if isinstance(grid, tree.Zone) else ()
    declared = ctx.declared(name, tree.Component, tree.Relation, tree.Kind)
    return (declared,) if isinstance(declared, _Printed) else ()


def _with(ctx: Context, found: NamedOver, declared: _Made, name: tree.Name) -> NamedOver:
    text = declared.name.text
    match declared:
        case tree.Zone():
            return evolve(found, grids=(*found.grids, text))
        case tree.Relation():
            return evolve(found, data=evolve(found.data, relations=(*found.data.relations, text)))
        case tree.Kind(fields=()):
            ctx.report(claim_errors.without_data(text, name.span))
            return found
        case tree.Kind(turns=turns) if turns is not None:
            ctx.report(turn_errors.any_turn(text, name.span))
            return found
        case tree.Kind() if any(part.kind == text and ctx.zones[part.zone].turned for part in ctx.parts.values()):
            ctx.report(turn_errors.any_part(text, name.span))
            return found
        case tree.Kind():
            return evolve(found, data=evolve(found.data, kinds=(*found.data.kinds, text)))
        case tree.Component():
            _lies_somewhere(ctx, name, text)
            if found.component is not None:
                ctx.report(claim_errors.over_several((found.component, text), name.span))
            return evolve(found, component=text)


def _lies_somewhere(ctx: Context, name: tree.Name, component: str) -> None:
    """Reports a component that only ever lies in its box, where it takes no part in the game."""
    if component_declared(ctx, tree.Name(component, name.span)) is None:
        return
    declared = (each for each in ctx.zones if isinstance(ctx.symbols.lookup(each), tree.Zone))
    if all(ctx.zones[each].component != component for each in declared):
        ctx.report(claim_errors.over_nothing(component, name.span))
