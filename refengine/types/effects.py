"""Who writes what: effects whose order would decide, cells written twice at once, and secret choices that reach too far.

What is decided here is decided for every state; what needs a solver is an obligation (`ir.obligations`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from refengine.ir import control, game
from refengine.ir.expressions import (
    CallValue,
    Contents,
    Expr,
    Local,
    Located,
    PlaceAt,
    ReadVariable,
    Supply,
    TokensOn,
)
from refengine.ir.traverse import walk
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.types import errors

Cell = tuple[str, str]
"""("zone", name), ("variable", name) or ("token", name)."""


@frozen
class Reads:
    """For every value: the cells that it reads, and the zones that it can name as a place, through all it calls."""

    cells: Mapping[str, frozenset[Cell]]
    places: Mapping[str, frozenset[str]]

    def of(self, node: object) -> frozenset[Cell]:
        """The cells that a node reads."""
        found: set[Cell] = set()
        for each in walk(node):
            match each:
                case Contents(zone=zone) | Located(zone=zone):
                    found.add(("zone", zone))
                case ReadVariable(name=name):
                    found.add(("variable", name))
                case TokensOn(token=token) | Supply(token=token):
                    found.add(("token", token))
                case CallValue(name=name):
                    found |= self.cells.get(name, frozenset())
                case _:
                    pass
        return frozenset(found)

    def places_in(self, node: object) -> frozenset[str]:
        """The zones that a node can name as a place."""
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


def reads_of_values(values: Iterable[game.Value]) -> Reads:
    """What every value reads; values stand in definition order."""
    cells: dict[str, frozenset[Cell]] = {}
    places: dict[str, frozenset[str]] = {}
    so_far = Reads(cells, places)
    for value in values:
        cells[value.name] = so_far.of(value.body)
        places[value.name] = so_far.places_in(value.body)
    return so_far


def check_effects(scripts: Iterable[control.Script], values: Iterable[game.Value]) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the effects of the scripts."""
    reads = reads_of_values(values)
    found: list[Diagnostic] = []
    for script in scripts:
        points = {point.name: point for point in script.points}
        for point in script.points:
            found.extend(_check_block(point.effects, reads, at_once=False))
            if isinstance(point.exit, control.Ask) and point.exit.decider == "every":
                found.extend(_check_secret(point.exit, points, reads))
    return tuple(found)


# ---- ORDER


def _written(effects: Iterable[control.Effect], reads: Reads) -> frozenset[Cell]:
    found: set[Cell] = set()
    for effect in effects:
        match effect:
            case control.MovePiece(source=source, target=target):
                found |= {("zone", zone) for zone in reads.places_in(source) | reads.places_in(target)}
            case control.MoveTokens(token=token):
                found.add(("token", token))
            case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                found.add(("variable", name))
            case control.Each(body=body) | control.Simultaneous(body=body):
                found |= _written(body, reads)
            case control.When(then=then, otherwise=otherwise):
                found |= _written(then, reads) | _written(otherwise, reads)
            case control.Branches(cases=cases):
                for case in cases:
                    found |= _written(case.body, reads)
            case _:
                pass
    return frozenset(found)


def _check_block(effects: tuple[control.Effect, ...], reads: Reads, *, at_once: bool) -> Iterator[Diagnostic]:
    yield from _moved_twice(effects)
    for effect in effects:
        match effect:
            case control.Each(body=body, ordered=ordered, origin=origin):
                if not ordered and not at_once and origin.span is not None:
                    yield from _order_decides(body, _written(body, reads), origin.span, reads)
                yield from _check_block(body, reads, at_once=at_once)
            case control.When(then=then, otherwise=otherwise):
                yield from _check_block(then, reads, at_once=at_once)
                yield from _check_block(otherwise, reads, at_once=at_once)
            case control.Branches(cases=cases):
                for case in cases:
                    yield from _check_block(case.body, reads, at_once=at_once)
            case control.Simultaneous(body=body):
                yield from _written_twice(body)
                yield from _check_block(body, reads, at_once=True)
            case _:
                pass


def _order_decides(
    body: Iterable[control.Effect], written: frozenset[Cell], loop: Span, reads: Reads
) -> Iterator[Diagnostic]:
    for effect in body:
        match effect:
            case control.MovePiece(target=target, origin=origin) if origin.span is not None:
                for _, name in sorted(reads.of(target) & written)[:1]:
                    yield errors.order_matters(origin.span, loop, name)
            case control.When(then=then, otherwise=otherwise):
                yield from _order_decides((*then, *otherwise), written, loop, reads)
            case control.Each(body=inner):
                yield from _order_decides(inner, written, loop, reads)
            case _:
                pass


# ---- SINGLE WRITES


def _moved_twice(effects: Iterable[control.Effect]) -> Iterator[Diagnostic]:
    first: dict[tuple[Expr, Expr], Span | None] = {}
    for effect in effects:
        if isinstance(effect, control.MovePiece):
            key = (effect.piece, effect.source)
            if key in first and effect.origin.span is not None:
                before = first[key]
                yield errors.moved_twice(effect.origin.span, before or effect.origin.span)
            first.setdefault(key, effect.origin.span)


def _written_twice(body: Iterable[control.Effect]) -> Iterator[Diagnostic]:
    first: dict[object, Span | None] = {}
    for key, span in _certain_writes(body, ()):
        if key in first and span is not None:
            yield errors.moved_twice(span, first[key] or span)
        first.setdefault(key, span)


def _certain_writes(body: Iterable[control.Effect], bound: tuple[object, ...]) -> Iterator[tuple[object, Span | None]]:
    """What is written whenever the block runs; a loop is known by what it ranges over."""
    for effect in body:
        match effect:
            case control.MovePiece(piece=piece, source=source, origin=origin) if bound:
                yield (bound, piece, source), origin.span
            case control.SetVariable(name=name, key=key, origin=origin):
                yield (bound, name, key), origin.span
            case control.Each(binding=binding, body=inner):
                yield from _certain_writes(inner, (*bound, binding))
            case _:
                pass


# ---- SECRET CHOICES


def _check_secret(ask: control.Ask, points: Mapping[str, control.Point], reads: Reads) -> Iterator[Diagnostic]:
    actor = ask.actor
    entries = [points[action.entry] for action in ask.actions]
    written: frozenset[Cell] = frozenset().union(*(_written(entry.effects, reads) for entry in entries))
    for entry in entries:
        yield from _others_written(entry.effects, actor)
    for action in ask.actions:
        for node in (*action.choices, *action.guards, *action.bars):
            for each in walk(node):
                match each:
                    case Contents(zone=name, key=key) if ("zone", name) in written and key != actor:
                        yield from _others(name, action.clause.origin.span)
                    case ReadVariable(name=name, key=key) if ("variable", name) in written and key != actor:
                        yield from _others(name, action.clause.origin.span)
                    case _:
                        pass


def _others(name: str, span: Span | None) -> Iterator[Diagnostic]:
    if span is not None:
        yield errors.others_part(name, span)


def _others_written(effects: Iterable[control.Effect], actor: Local | None) -> Iterator[Diagnostic]:
    for effect in effects:
        match effect:
            case control.MovePiece(source=source, target=target, origin=origin):
                for end in (source, target):
                    if not isinstance(end, PlaceAt) or end.key != actor:
                        yield from _others(getattr(end, "zone", "it"), origin.span)
            case control.SetVariable(name=name, key=key, origin=origin) if key != actor:
                yield from _others(name, origin.span)
            case control.AddNumber(name=name, key=key, origin=origin) if key != actor:
                yield from _others(name, origin.span)
            case control.AddMember(name=name, key=key, origin=origin) if key != actor:
                yield from _others(name, origin.span)
            case control.MoveTokens(token=token, source=source, target=target, origin=origin):
                if any(end is not None and end[1] != actor for end in (source, target)):
                    yield from _others(token, origin.span)
            case control.Each(body=body) | control.Simultaneous(body=body):
                yield from _others_written(body, actor)
            case control.When(then=then, otherwise=otherwise):
                yield from _others_written((*then, *otherwise), actor)
            case _:
                pass
