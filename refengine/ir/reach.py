"""The reach of what is said of every cell, or spot, is how far from it the state is read to find out whether it is so.

Cells are followed from where they are bound: a step toward a side, beside or around leads one cell further, and what
lies there is where it lies, with all its parts. What is read elsewhere, or everywhere, is told apart.

INVARIANT: where two states hold the same in all cells within reach of one, and are the same in all that is read
elsewhere, the same is true of that cell in both. Whatever is not known to be near is elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define, field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import CELLS
from refengine.ir.traverse import children

MOST: Final = 4
"""The furthest reach, in columns and rows: beyond it there is little that is not near."""

Far = int | None
"""The number of columns and rows by which cells may lie away from the one that is asked of; None: anywhere."""


@frozen
class Reach:
    """The cells, or spots, of which something is said, what that is, and where it reads the state.

    Of a zone in `near`, which is a grid or one of spots, only those members are read that are so far away; `elsewhere`
    are the nodes that read anything else.
    """

    binding: ir.Binding
    body: ir.Expr
    near: Mapping[str, int]
    elsewhere: tuple[ir.Expr, ...]


def reach_of(condition: ir.Expr, game: model.Game) -> Reach | None:
    """Returns the reach of a condition; None where it is about something else, or reads grids far away."""
    match condition:
        case ir.ForAll(binding=ir.Binding(var=var, domain=domain) as binding, body=body):
            found = _Reading(game)
            match domain:
                case ir.CellsOf(zone=zone, what=what):
                    found.near[zone] = 0 if what == "taken" else 1
                case ir.SpotsOf(zone=zone, cells=None):
                    found.near[zone] = 0
                case ir.SpotsTaken():
                    found.at(domain.zone, 0, domain)
                case _:
                    return None
            for part in (binding.condition, body):
                found.read(part, {var: 0})
            if max(found.near.values()) > MOST:
                return None
            return Reach(binding, body, found.near, tuple(found.elsewhere))
        case _:
            return None


def reach_around(
    cell: ir.Local, binders: Iterable[ir.Binding], parts: Iterable[ir.Expr], game: model.Game
) -> tuple[str, int] | None:
    """Returns the grid, and how far from a cell, on which it hangs what is bound, and what the parts come to then.

    The binders stand from outside inwards. None where anything of the state is read elsewhere, or on several grids, or
    on none.
    """
    found = _Reading(game)
    where: Mapping[ir.Local, Far] = {cell: 0}
    for each in binders:
        where = found.bound(each, where)
    for part in parts:
        found.read(part, where)
    if found.elsewhere or len(found.near) != 1:
        return None
    ((zone, far),) = found.near.items()
    return (zone, far) if found.is_grid(zone) and far <= MOST else None


@define
class _Reading:
    game: model.Game
    near: dict[str, int] = field(factory=dict)
    elsewhere: dict[ir.Expr, None] = field(factory=dict)
    _grids: dict[str, str] = field(factory=dict)
    """The grid by each zone that is one, or is of spots on it."""
    _values: dict[str, model.Value] = field(factory=dict)
    _called: dict[tuple[str, tuple[Far, ...]], Far] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        on = {each.name: each.zone for each in self.game.parts}
        for zone in self.game.zones:
            if zone.index == CELLS:
                self._grids[zone.name] = zone.name
            elif zone.index in on:
                self._grids[zone.name] = on[zone.index]
        self._values.update((each.name, each) for each in self.game.values)

    def is_grid(self, zone: str) -> bool:
        """Returns whether a zone is a grid itself."""
        return self._grids.get(zone) == zone

    def at(self, zone: str, far: Far, node: ir.Expr) -> None:
        """Takes in that a member of a zone is read; who asks what lies on a spot may be told that there is none."""
        if far is None or zone not in self._grids:
            self.elsewhere[node] = None
            return
        for each in {zone, self._grids[zone]}:
            self.near[each] = max(far, self.near.get(each, 0))

    def read(self, node: object, where: Mapping[ir.Local, Far]) -> Far:
        """Takes in what a part of the rules reads, and returns how far away what it comes to is.

        That is said of cells and spots, and of sets of them; of anything else it means nothing.
        """
        match node:
            case ir.Local():
                return where.get(node)
            case ir.Toward(of=of):
                return _further(self._all((of, node.side), where)[0])
            case ir.CellsBy(of=of):
                return _further(self.read(of, where))
            case ir.CellOfSpot(of=of) | ir.Unwrap(inner=of) | ir.First(set=of) | ir.Rest(set=of) | ir.Before(inner=of):
                return self.read(of, where)
            case ir.SpotAt(cell=cell):
                return self._all((cell, node.part, *(() if node.turn is None else (node.turn,))), where)[0]
            case ir.SpotsOf(zone=zone, cells=cells) if cells is not None:
                far = self.read(cells, where)
                self.at(zone, far, node)
                return far
            case ir.TurnAt(zone=zone, cell=cell):
                self.at(zone, self.read(cell, where), node)
                return None
            case ir.Contents(zone=zone, key=key):
                self.at(zone, None if key is None else self.read(key, where), node)
                return None
            case ir.Contains(item=item, set=ir.CellsOf(zone=zone, what=what)):
                far = self.read(item, where)
                self.at(zone, far if what == "taken" else _further(far), node.set)
                return None
            case ir.Contains(item=item, set=ir.SpotsOf(zone=zone, cells=None) | ir.SpotsTaken(zone=zone)):
                self.at(zone, self.read(item, where), node.set)
                return None
            case ir.CallValue():
                return self._call(node, where)
            case ir.If():
                return _furthest(self._all((node.condition, node.then, node.otherwise), where)[1:])
            case ir.SetLiteral(items=items):
                return _furthest(self._all(items, where))
            case ir.SetArith():
                left, right = self._all((node.left, node.right), where)
                return left if node.op == "minus" else _furthest((left, right))
            case ir.Filter(binding=binding):
                return self.bound(binding, where)[binding.var]
            case ir.Image(term=term, binding=binding):
                return self.read(term, self.bound(binding, where))
            case ir.The(binding=binding, otherwise=otherwise):
                found = [self.bound(binding, where)[binding.var]]
                return _furthest(found if otherwise is None else [*found, self.read(otherwise, where)])
            case ir.Exists(binding=binding, body=inner) | ir.ForAll(binding=binding, body=inner):
                self.read(inner, self.bound(binding, where))
                return None
            case ir.HowMany(binding=binding):
                self.bound(binding, where)
                return None
            case ir.SumOf(binding=binding, term=inner) | ir.Extreme(binding=binding, term=inner):
                self.read(inner, self.bound(binding, where))
                return None
            case _:
                self._other(node, where)
                return None

    def _other(self, node: object, where: Mapping[ir.Local, Far]) -> None:
        match node:
            case (
                ir.Under() | ir.Replacing() | ir.Exchanging() | ir.Fails()  # of another state: of no use in play
                | ir.CellsOf() | ir.SpotsOf() | ir.SpotsTaken() | ir.CellOf() | ir.Located()
                | ir.ReadVariable() | ir.TokensOn() | ir.Supply()
            ):  # fmt: skip
                self.elsewhere[node] = None
            case _:
                pass
        for each in children(node):
            self.read(each, where)

    def _call(self, node: ir.CallValue, where: Mapping[ir.Local, Far]) -> Far:
        """Takes in what a value reads, whose parameters are as far away as what it is told."""
        value = self._values[node.name]
        told = self._all(node.args, where)
        if isinstance(value.body, model.Joined):  # a class may lead anywhere
            self.elsewhere[node] = None
            return None
        key = (node.name, told)
        if key not in self._called:
            inside = dict(zip(value.params, told, strict=True))
            guards, results = _parts(value.body)
            self._all(guards, inside)
            self._called[key] = _furthest(self._all(results, inside))
        return self._called[key]

    def bound(self, binding: ir.Binding, where: Mapping[ir.Local, Far]) -> Mapping[ir.Local, Far]:
        """Takes in what is read to bind, and returns where everything is then."""
        inside = {**where, binding.var: self.read(binding.domain, where)}
        self.read(binding.condition, inside)
        return inside

    def _all(self, parts: Iterable[object], where: Mapping[ir.Local, Far]) -> tuple[Far, ...]:
        return tuple([self.read(each, where) for each in parts])


def _parts(body: model.Single | model.General | model.Cases | model.Sums) -> tuple[list[ir.Expr], list[ir.Expr]]:
    """Returns the guards of a value, and its results."""
    match body:
        case model.Single(result=result):
            return [], [result]
        case model.General(normally=normally, exceptions=exceptions):
            guards = [guard for each in exceptions for guard in each.guards]
            return guards, [normally, *(each.result for each in exceptions)]
        case model.Cases(cases=clauses) | model.Sums(clauses=clauses):
            return [guard for each in clauses for guard in each.guards], [each.result for each in clauses]


def _further(far: Far) -> Far:
    return None if far is None else far + 1


def _furthest(fars: Iterable[Far]) -> Far:
    most = 0
    for each in fars:
        if each is None:
            return None
        most = max(most, each)
    return most
