"""Effects and their writes: blocks whose order would decide, and cells written twice at once.

What is decided here is decided for every state; what needs a solver is an obligation (`ir.obligations`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from refengine.ir import control, game
from refengine.ir.expressions import (
    CallValue,
    Expr,
    Local,
    Located,
    PlaceAt,
    Printed,
)
from refengine.ir.footprint import footprint
from refengine.ir.traverse import free_locals, walk
from refengine.resolve import errors as name_errors
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.types import errors
from refengine.types.context import Context

Cell = tuple[str, str]
"""("zone", name), ("variable", name) or ("token", name)."""


@frozen
class Reads:
    """The reads of values: the cells of each, and the zones that it can name as a place, through all it calls."""

    cells: Mapping[str, frozenset[Cell]]
    places: Mapping[str, frozenset[str]]

    def of(self, node: object) -> frozenset[Cell]:
        """Returns the cells that a node reads."""
        read = footprint(node)
        own: set[Cell] = {("zone", each) for each in read.zones}
        own |= {("variable", each) for each in read.variables} | {("token", each) for each in read.tokens}
        return frozenset(own).union(*(self.cells.get(each, frozenset()) for each in read.values))

    def places_in(self, node: object) -> frozenset[str]:
        """Returns the zones that a node can name as a place."""
        found: set[str] = set()
        for each in walk(node):
            match each:
                case PlaceAt(zone=zone) | Located(zone=zone):
                    found.add(zone)
                case CallValue(name=name):
                    found |= self.places.get(name, frozenset())
                case _:
                    pass
        return frozenset(found)


def fixed_before(ctx: Context, reads: Reads, node: Expr, span: Span) -> bool:
    """Returns whether the expression reads nothing that changes in play.

    The first thing that it does read is reported.
    """
    read = sorted(reads.of(node))
    for sort, name in read[:1]:
        wanted = "value that is fixed before the game"
        hint = "before the game there are kinds, tables, options and printed pieces, and values that read nothing else"
        ctx.report(name_errors.wrong_sort(name, sort, wanted, span, hint))
    return not read


def reads_of_values(values: Iterable[game.Value]) -> Reads:
    """Returns the reads of all values; values stand in definition order."""
    cells: dict[str, frozenset[Cell]] = {}
    places: dict[str, frozenset[str]] = {}
    so_far = Reads(cells, places)
    for value in values:
        cells[value.name] = so_far.of(value.body)
        places[value.name] = so_far.places_in(value.body)
    return so_far


def check_effects(scripts: Iterable[control.Script], reads: Reads, single: frozenset[str]) -> tuple[Diagnostic, ...]:
    """Returns all mistakes in the effects of the scripts; `single` are the components without pieces alike."""
    found: list[Diagnostic] = []
    for script in scripts:
        for point in script.points:
            found.extend(_check_block(point.effects, reads, single, at_once=False))
    return tuple(found)


# ---- ORDER


def written_cells(effects: Iterable[control.Effect], reads: Reads) -> frozenset[Cell]:
    """Returns the cells that effects can write."""
    found: set[Cell] = set()
    for effect in effects:
        match effect:
            case control.MovePiece():
                found |= {("zone", zone) for zone in reads.places_in(effect.source) | reads.places_in(effect.target)}
            case control.MoveTokens(token=token):
                found.add(("token", token))
            case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                found.add(("variable", name))
            case control.Each(body=body) | control.Simultaneous(body=body):
                found |= written_cells(body, reads)
            case control.When(then=then, otherwise=otherwise):
                found |= written_cells(then, reads) | written_cells(otherwise, reads)
            case control.Branches(cases=cases):
                for case in cases:
                    found |= written_cells(case.body, reads)
            case _:
                pass
    return frozenset(found)


def _check_block(
    effects: tuple[control.Effect, ...], reads: Reads, single: frozenset[str], *, at_once: bool
) -> Iterator[Diagnostic]:
    if not at_once:
        yield from _moved_twice(effects, single)
    for effect in effects:
        match effect:
            case control.Each(body=body, ordered=ordered, origin=origin):
                if not ordered and not at_once and origin.span is not None:
                    yield from _order_decides(body, written_cells(body, reads), origin.span, reads, {})
                yield from _check_block(body, reads, single, at_once=at_once)
            case control.When(then=then, otherwise=otherwise):
                yield from _check_block(then, reads, single, at_once=at_once)
                yield from _check_block(otherwise, reads, single, at_once=at_once)
            case control.Branches(cases=cases):
                for case in cases:
                    yield from _check_block(case.body, reads, single, at_once=at_once)
            case control.Simultaneous(body=body):
                yield from _written_twice(body, single)
                yield from _check_block(body, reads, single, at_once=True)
            case _:
                pass


def _order_decides(
    body: Iterable[control.Effect],
    changed: frozenset[Cell],
    loop: Span,
    reads: Reads,
    named: Mapping[Local, frozenset[Cell]],
) -> Iterator[Diagnostic]:
    """Moves whose destination reads what the loop changes; `named` is what the locals stand for that a `let` names."""
    named = dict(named)
    for effect in body:
        match effect:
            case control.LetIn(var=var):
                named[var] = _read_by(effect.value, reads, named)
            case control.MovePiece(origin=origin) if origin.span is not None:
                told = (
                    (effect.target, "where this move goes"),
                    (effect.amount, "how many this moves"),
                    (effect.turned, "how this is turned"),
                )
                for part, what in told:
                    read = frozenset[Cell]() if part is None else _read_by(part, reads, named)
                    for _, name in sorted(read & changed)[:1]:
                        yield errors.order_matters(origin.span, loop, name, what)
            case control.When(then=then, otherwise=otherwise):
                yield from _order_decides(then, changed, loop, reads, named)
                yield from _order_decides(otherwise, changed, loop, reads, named)
            case control.Branches(cases=cases):
                for case in cases:
                    yield from _order_decides(case.body, changed, loop, reads, named)
            case control.Each(body=inner, ordered=ordered):
                if ordered:  # a plain one inside is looked at for itself
                    yield from _order_decides(inner, changed, loop, reads, named)
            case _:
                pass


def _read_by(node: Expr, reads: Reads, named: Mapping[Local, frozenset[Cell]]) -> frozenset[Cell]:
    return reads.of(node).union(*(named.get(each, frozenset()) for each in free_locals(node)))


# ---- SINGLE WRITES


def _moved_twice(effects: Iterable[control.Effect], single: frozenset[str]) -> Iterator[Diagnostic]:
    """One piece that is taken twice from one place, by effects that follow each other."""
    taken: dict[tuple[Expr, Expr], Span | None] = {}
    for effect in effects:
        if not isinstance(effect, control.MovePiece) or effect.component not in single:
            continue
        piece, span = effect.piece, effect.origin.span
        if isinstance(piece, Local | Printed):
            if (piece, effect.source) in taken and span is not None:
                yield errors.taken_twice(span, taken[piece, effect.source] or span)
            taken.pop((piece, effect.target), None)
            taken.setdefault((piece, effect.source), span)


def _written_twice(body: Iterable[control.Effect], single: frozenset[str]) -> Iterator[Diagnostic]:
    """One piece moved, or one variable set, by two effects of a block that reads one state."""
    first: dict[object, Span | None] = {}
    for key, span in _certain_writes(body, (), single):
        if key in first and span is not None:
            yield errors.written_twice(span, first[key] or span)
        first.setdefault(key, span)


def _certain_writes(
    body: Iterable[control.Effect], bound: tuple[object, ...], single: frozenset[str]
) -> Iterator[tuple[object, Span | None]]:
    """Yields the writes that are made whenever the block runs; a loop is known by what it ranges over."""
    for effect in body:
        match effect:
            case control.MovePiece(component=component, origin=origin) if component in single:
                yield (bound, effect.piece), origin.span
            case control.SetVariable(name=name, origin=origin):
                yield (bound, name, effect.key), origin.span
            case control.Each(binding=binding, body=inner):
                yield from _certain_writes(inner, (*bound, binding), single)
            case _:
                pass
