"""Work: at most how many cases printed data make, when an expression, an effect or a law is worked out once.

What runs over a kind, a range or all pieces counts as often as that has members, times what stands inside it. What lies
in a zone, or in a set that a variable holds, is not known before the game, and counts once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

from attrs import define, field

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.ir.interval import bounds
from refengine.ir.simplify import sizes_of
from refengine.ir.traverse import children

MANY = 1 << 62
"""Stands for more than anybody waits for."""


@define
class Work:
    """The work of a game, from the sizes of its kinds, the sorts of pieces of its components, and its values."""

    sizes: Mapping[str, int]
    _values: dict[str, int] = field(factory=dict)

    def enter(self, value: model.Value) -> int:
        """Returns the work of a value, which is known from then on; values are entered in the order of definition."""
        self._values[value.name] = found = 1 + self.of(value.body)
        return found

    def of(self, node: object) -> int:
        """Returns the number of cases that a node makes when it is worked out once; `MANY` at most."""
        match node:
            case ir.CallValue(name=name, args=args):
                return min(self._values.get(name, 0) + sum(map(self.of, args)), MANY)
            case ir.AllMembers() | ir.NumbersBetween():
                return min(self.members(node) + sum(map(self.of, children(node))), MANY)
            case ir.Binding():
                return min(self.of(node.domain) + self.members(node.domain) * self.of(node.condition), MANY)
            case control.Action(choices=choices):
                inside = sum(self.of(each) for each in children(node) if not isinstance(each, control.Choice))
                domains = sum(self.of(each.domain) for each in choices)
                return min(domains + prod(self.members(each.domain) for each in choices) * max(1, inside), MANY)
            case _:
                return self._around(children(node))

    def _around(self, parts: Iterable[object]) -> int:
        """Returns the work of parts that stand together: those behind a binding are done for each of its members."""
        times, total = 1, 0
        for part in sorted(parts, key=lambda each: not isinstance(each, ir.Binding)):
            total += times * self.of(part)
            if isinstance(part, ir.Binding):
                times *= self.members(part.domain)
        return min(total, MANY)

    def members(self, expr: ir.Expr) -> int:
        """Returns the number of members of a printed set; 1 for a set that only play decides."""
        match expr:
            case ir.AllMembers(of=of):
                return self.values(of)
            case ir.NumbersBetween():
                least, most = bounds(expr.low)[0], bounds(expr.high)[1]
                return 1 if least is None or most is None else max(1, most - least + 1)
            case ir.SetLiteral(items=items):
                return max(1, len(items))
            case ir.Filter(binding=binding) | ir.Image(binding=binding):
                return self.members(binding.domain)
            case _:
                return 1

    def values(self, domain: Domain) -> int:
        """Returns the number of values of a domain; `MANY` where nobody goes through them."""
        match domain:
            case Truth():
                return 2
            case Range(low=low, high=high):
                return high - low + 1
            case Enum(kind=name) | Piece(component=name):
                return self.sizes.get(name, 1)
            case Option(inner=inner):
                return 1 + self.values(inner)
            case Count() | Place() | SetOf() | Record() | Cell() | Spot():
                return MANY


def work_of(game: model.Game) -> Work:
    """Returns the work of a game with as many players as there can be; its values are entered."""
    sizes = {**sizes_of(game), "player": game.players[1]}
    work = Work({**sizes, **{each.name: len(each.pieces) for each in game.components}})
    for value in game.values:
        work.enter(value)
    return work
