"""What the effects do that texts may enter: what each changes itself, and which invariants it might break by that."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import control, expressions as ir
from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game, Invariant
from refengine.ir.standing import STANDING
from refengine.ir.traverse import walk


def changes(rules: Game, script: control.Script) -> frozenset[str]:
    """The zones, variables and tokens that a phase changes itself, not by a standing rule that is woven into it."""
    own = [each for each in script.points if each.clause is None or not each.clause.path.startswith(f"{STANDING}.")]
    names = {name for point in own for node in walk(point) for name in _changed(rules, node)}
    return frozenset(name for name in names if " " not in name)  # those are the engine's own


def _changed(rules: Game, node: object) -> Iterator[str]:
    match node:
        case control.MovePiece(source=source, target=target):
            yield from _zones(rules, (source, target))
        case control.MoveTokens(token=name):
            yield name
        case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
            yield name
        case _:
            pass


def _zones(rules: Game, ends: tuple[object, ...]) -> Iterator[str]:
    values = {each.name: each.body for each in rules.values}
    asked = closure({name: footprint(body).values for name, body in values.items()}, footprint(ends).values)
    for each in walk((*ends, *(values[name] for name in sorted(asked)))):
        if isinstance(each, ir.PlaceAt | ir.Located):
            yield each.zone


def touched(rules: Game, changed: frozenset[str]) -> tuple[Invariant, ...]:
    """The invariants that read something of this, themselves or through values."""
    bodies = {each.name: each.body for each in rules.values}
    calls = {name: footprint(body).values for name, body in bodies.items()}

    def reads(about: Invariant) -> frozenset[str]:
        own = footprint(about)
        return own.state.union(*(footprint(bodies[name]).state for name in closure(calls, own.values)))

    return tuple(each for each in rules.invariants if reads(each) & changed)
