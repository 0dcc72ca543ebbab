"""Regions of spots whose classes only merge while their grid grows: what is joined then stays joined.

It is so where it hangs on two spots alone whether they are joined, as long as both are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Set as AbstractSet

from attrs import frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.footprint import footprint
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import rewrite


def only_merges(body: model.Joined, values: Mapping[str, model.Value], stateless: AbstractSet[str]) -> bool:
    """Returns whether spots that a region joins stay joined however its grid grows; `stateless` values read no state.

    Where the text does not say so it is False.
    """
    joins = values[body.joins.name]
    rules = _Rules(values, stateless)
    return isinstance(joins.body, model.Single) and rules.stays_among(joins.body.result, frozenset(joins.params))


@frozen
class _Rules:
    values: Mapping[str, model.Value]
    stateless: AbstractSet[str]

    def stays_among(self, spots: ir.Expr, there: frozenset[ir.Local]) -> bool:
        """Returns whether a spot that is there stays among some while the grid grows, as the locals' are there."""
        match spots:
            case ir.SpotsOf(cells=cells):
                return cells is None or not self._reads(cells)
            case ir.CallValue(name=name, args=args):
                body = self.values[name].body
                if not isinstance(body, model.Single) or self._reads(args):
                    return False
                return self.stays_among(body.result, frozenset())
            case ir.Filter(binding=ir.Binding(var=var, domain=domain, condition=condition)):

                def settled(node: object) -> object:
                    match node:
                        case ir.Contains(item=ir.Local() as item) if item in {var, *there}:
                            return TRUE if self.stays_among(node.set, there | {var}) else node
                        case _:
                            return node

                return self.stays_among(domain, there) and not self._reads(rewrite(condition, settled))
            case _:
                return False

    def _reads(self, part: object) -> bool:
        """Returns whether a part of the rules reads the state, itself or through values."""
        found = footprint(part)
        return bool(found.state) or not found.values <= self.stateless
