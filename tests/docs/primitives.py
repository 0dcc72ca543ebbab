"""What the effects do that texts may enter: what each changes itself, and which invariants it might break by that."""

from __future__ import annotations

from refengine.ir import control
from refengine.ir.commuting import written_names
from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game, Invariant
from refengine.ir.standing import STANDING


def changes(script: control.Script) -> frozenset[str]:
    """The zones, variables and tokens that a phase changes itself, not by a standing rule that is woven into it."""
    own = [each for each in script.points if each.clause is None or not each.clause.path.startswith(f"{STANDING}.")]
    names = {name for point in own for effect in point.effects for name in written_names(effect)}
    return frozenset(name for name in names if " " not in name)  # those are the engine's own


def touched(rules: Game, changed: frozenset[str]) -> tuple[Invariant, ...]:
    """The invariants that read something of this, themselves or through values."""
    bodies = {each.name: each.body for each in rules.values}
    calls = {name: footprint(body).values for name, body in bodies.items()}

    def reads(about: Invariant) -> frozenset[str]:
        own = footprint(about)
        return own.state.union(*(footprint(bodies[name]).state for name in closure(calls, own.values)))

    return tuple(each for each in rules.invariants if reads(each) & changed)
