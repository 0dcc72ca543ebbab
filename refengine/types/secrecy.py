"""Choices made at once and in secret: each touches its chooser's own part, and looks at nothing others could change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field

from refengine.ir import control, game
from refengine.ir.expressions import (
    CallValue,
    CellOf,
    CellsOf,
    Contents,
    Expr,
    Local,
    Located,
    PlaceAt,
    ReadVariable,
    SpotsOf,
    SpotsTaken,
    Supply,
    TokensOn,
    TurnAt,
)
from refengine.ir.traverse import children, rewrite
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.types import errors
from refengine.types.effects import Cell, Reads, written_cells


def check_secrecy(
    scripts: Iterable[control.Script], values: tuple[game.Value, ...], reads: Reads
) -> Iterator[Diagnostic]:
    """Secret choices of the scripts that reach too far."""
    bodies = {value.name: value for value in values}
    for script in scripts:
        points = {point.name: point for point in script.points}
        for point in script.points:
            if isinstance(point.exit, control.Ask) and point.exit.decider == "every" and point.exit.actor is not None:
                yield from _check(point.exit, point.exit.actor, points, bodies, reads)


def _check(
    ask: control.Ask,
    actor: Local,
    points: Mapping[str, control.Point],
    bodies: Mapping[str, game.Value],
    reads: Reads,
) -> Iterator[Diagnostic]:
    # The first effect of an entry is our own: it crosses the chooser off the list.
    entries = {action.name: points[action.entry].effects[1:] for action in ask.actions}
    changed = frozenset[Cell]().union(*(written_cells(effects, reads) for effects in entries.values()))
    looks = _Looks(bodies, changed, actor)
    for action in ask.actions:
        yield from _others_written(entries[action.name], actor)
        for choice in action.choices:
            yield from _seen(looks.at(choice.domain), action.clause.origin.span)
        for guard in action.guards:
            yield from _seen(looks.at(guard.condition), guard.clause.origin.span)
        for bar in action.bars:
            yield from _seen((name for one in bar.conditions for name in looks.at(one)), bar.clause.origin.span)
        yield from _seen_by_effects(entries[action.name], looks, action.clause.origin.span)


def _seen(names: Iterable[str], span: Span | None) -> Iterator[Diagnostic]:
    for name in dict.fromkeys(names):
        if span is not None:
            yield errors.looks_at_others(name, span)


@define
class _Looks:
    """The looks of expressions at what others may be changing at the same time."""

    bodies: Mapping[str, game.Value]
    changed: frozenset[Cell]
    actor: Local
    known: dict[Expr, tuple[str, ...]] = field(factory=dict)

    def at(self, node: Expr) -> tuple[str, ...]:
        """Returns the names of what is looked at, through every value that is asked."""
        if node not in self.known:
            self.known[node] = tuple(dict.fromkeys(self._in(node)))
        return self.known[node]

    def _in(self, node: object) -> Iterator[str]:
        match node:
            case Contents(zone=name) if ("zone", name) in self.changed and node.key != self.actor:
                yield name
            case Located(zone=name) | CellsOf(zone=name) | CellOf(zone=name) | TurnAt(zone=name) if (
                "zone",
                name,
            ) in self.changed:
                yield name
            case SpotsOf(zone=name) | SpotsTaken(zone=name) if ("zone", name) in self.changed:
                yield name
            case ReadVariable(name=name) if ("variable", name) in self.changed and node.key != self.actor:
                yield name
            case TokensOn(token=name) if ("token", name) in self.changed and node.key != self.actor:
                yield name
            case Supply(token=name) if ("token", name) in self.changed:
                yield name
            case CallValue(name=name, args=args) if name in self.bodies:
                yield from self._asked(self.bodies[name], args)
            case _:
                pass
        for child in children(node):
            yield from self._in(child)

    def _asked(self, value: game.Value, args: tuple[Expr, ...]) -> Iterator[str]:
        given: dict[Local, Expr] = dict(zip(value.params, args, strict=True))
        body = rewrite(value.body, lambda node: given.get(node, node) if isinstance(node, Local) else node)
        yield from self._in(body)


def _seen_by_effects(effects: Iterable[control.Effect], looks: _Looks, span: Span | None) -> Iterator[Diagnostic]:
    for effect in effects:
        match effect:
            case control.MovePiece(origin=origin) as move:
                parts = (
                    effect.piece,
                    effect.source,
                    effect.target,
                    *(each for each in (move.amount, move.turned) if each is not None),
                )
                yield from _seen((each for one in parts for each in looks.at(one)), origin.span)
            case control.SetVariable(origin=origin):
                yield from _seen(looks.at(effect.value), origin.span)
            case control.AddNumber(amount=value, origin=origin) | control.AddMember(item=value, origin=origin):
                yield from _seen(looks.at(value), origin.span)
            case control.MoveTokens(origin=origin):
                yield from _seen(looks.at(effect.amount), origin.span)
            case control.LetIn():
                yield from _seen(looks.at(effect.value), span)
            case control.Each(binding=binding, body=body, origin=origin):
                yield from _seen((*looks.at(binding.domain), *looks.at(binding.condition)), origin.span)
                yield from _seen_by_effects(body, looks, span)
            case control.Simultaneous(body=body):
                yield from _seen_by_effects(body, looks, span)
            case control.When(then=then, otherwise=otherwise):
                yield from _seen(looks.at(effect.condition), span)
                yield from _seen_by_effects((*then, *otherwise), looks, span)
            case control.Branches(cases=cases):
                for case in cases:
                    yield from _seen((each for one in case.guards for each in looks.at(one)), case.clause.origin.span)
                    yield from _seen_by_effects(case.body, looks, span)


def _others_written(effects: Iterable[control.Effect], actor: Local) -> Iterator[Diagnostic]:
    for effect in effects:
        match effect:
            case control.MovePiece(origin=origin):
                for end in (effect.source, effect.target):
                    if not isinstance(end, PlaceAt) or end.key != actor:
                        yield from _others(_place(end), origin.span)
            case (
                control.SetVariable(name=name, origin=origin)
                | control.AddNumber(name=name, origin=origin)
                | control.AddMember(name=name, origin=origin)
            ) if effect.key != actor:
                yield from _others(name, origin.span)
            case control.MoveTokens(token=token, source=source, target=target, origin=origin):
                if any(end is not None and end[1] != actor for end in (source, target)):
                    yield from _others(token, origin.span)
            case control.Each(body=body) | control.Simultaneous(body=body):
                yield from _others_written(body, actor)
            case control.When(then=then, otherwise=otherwise):
                yield from _others_written((*then, *otherwise), actor)
            case control.Branches(cases=cases):
                for case in cases:
                    yield from _others_written(case.body, actor)
            case _:
                pass


def _place(end: Expr) -> str:
    match end:
        case PlaceAt(zone=name) | Located(zone=name) | CallValue(name=name):
            return name
        case _:
            return "a place"


def _others(name: str, span: Span | None) -> Iterator[Diagnostic]:
    if span is not None:
        yield errors.others_part(name, span)
