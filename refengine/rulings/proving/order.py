"""The order of what lies in a place: whether it can change anything that the prover is asked.

Values and conditions read what lies somewhere as a set. Only scripts go through one, a member after the other; and a
set that is the answer itself is told in order.
"""

from __future__ import annotations

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Domain, Piece, SetOf
from refengine.ir.traverse import walk


def is_gone_through(rules: model.Game) -> bool:
    """Returns whether something goes in order through what may lie in an ordered zone, or what that comes to."""
    components = _ordered(rules)
    if not components:
        return False
    nodes = (each for part in (rules.setup, *rules.phases, *rules.texts, *rules.values) for each in walk(part))
    return any(_is_of(_members(each), components) for each in nodes)


def is_there(rules: model.Game) -> bool:
    """Returns whether there is a zone with an order: what is listed may be listed in it."""
    return bool(_ordered(rules))


def _ordered(rules: model.Game) -> frozenset[str]:
    """Returns the components of which some lie in a zone with an order."""
    return frozenset(each.component for each in rules.zones if each.ordered)


def _is_of(members: Domain | None, components: frozenset[str]) -> bool:
    return isinstance(members, Piece) and members.component in components


def _members(node: object) -> Domain | None:
    """Returns what a node goes through in order, or makes a set of in order; None of another node."""
    match node:
        case control.Each(ordered=True) | ir.Image():
            return node.binding.var.domain
        case ir.First(domain=domain):
            return domain
        case ir.Rest(domain=SetOf(inner=inner)):
            return inner
        case _:
            return None
