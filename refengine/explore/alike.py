"""Decides whether the rules treat seats alike, so that symmetry reduction over seats is sound.

It looks for everything that could tell one seat from another, and errs on the side of finding some.
"""

from __future__ import annotations

from collections.abc import Iterator, Set as AbstractSet

from attrs import evolve, frozen

from refengine.explore.errors import seats_differ
from refengine.ir import claims, control, expressions as ir, game as model
from refengine.ir.commuting import Reads, commutes, commutes_at_once
from refengine.ir.control import Clause
from refengine.ir.domain import Domain, Enum, Option
from refengine.ir.footprint import Footprints, footprints_of
from refengine.ir.seats import SEATS, names_seats
from refengine.ir.totality import is_total, total_values
from refengine.ir.traverse import children, rewrite, walk
from refengine.source.diagnostic import Diagnostic

_NO_RULES = (
    model.Option,
    model.Question,
    model.Example,
    model.Edition,
    claims.Claim,
    claims.DependsOn,
    claims.OnlyEnter,
    claims.OnlyMove,
    claims.OnlyMoveWorkedOut,
    claims.EnterNothing,
    claims.Audit,
    claims.SmallScope,
)


def told_apart(game: model.Game, scope: str) -> tuple[Diagnostic, ...]:
    """Returns diagnostics for what tells one seat from another in a specialised game, one for each declaration.

    Whole games are looked through, so what is never played counts too.
    """
    found = [seats_differ(scope, clause, how) for clause, how in _in_data(game)]
    look = _Look.at(game)
    for declaration in children(game):
        if isinstance(declaration, _NO_RULES):
            continue  # chosen before the game begins, or no part of it
        clause: Clause = getattr(declaration, "clause", game.clause)
        how = look.apart(declaration)
        if how is not None:
            found.append(seats_differ(scope, clause, how))
    return tuple(dict.fromkeys(found))


def tells_apart(node: object, game: model.Game) -> str | None:
    """Returns how a part of the rules could tell one seat from another; None if it could not."""
    return _Look.at(game).apart(node)


def _in_data(game: model.Game) -> Iterator[tuple[Clause, str]]:
    printed = [(each.clause, each.fields) for each in game.kinds]
    printed += [(each.clause, each.fields) for each in game.components]
    for clause, fields in printed:
        for each in fields:
            if each.index == SEATS or names_seats(each.domain, game):
                yield clause, f"has seats printed in `{each.name}`"


@frozen(eq=False)
class _Look:
    """A look at the rules of one game; `total` are the values that are sure to have an answer."""

    game: model.Game
    total: frozenset[str]
    footprints: Footprints

    @classmethod
    def at(cls, game: model.Game) -> _Look:
        """Returns a look at a game."""
        return cls(game, total_values(game.values), footprints_of(game))

    def apart(self, part: object) -> str | None:
        """Returns how a part of the rules could tell one seat from another; None if it could not."""
        at_once = {
            id(each)
            for together in walk(part)
            if isinstance(together, control.Simultaneous)
            for each in walk(together)
            if isinstance(each, control.Each)
        }
        return next((each for one in walk(part) for each in self._how(one, at_once)), None)

    def _how(self, node: object, at_once: AbstractSet[int]) -> Iterator[str]:
        match node:
            case ir.Member(kind="player", index=index):
                yield f"names seat {index + 1}"
            case ir.Neighbour(kind="player") | ir.Around(kind="player"):
                yield "asks who sits next to whom"
            case ir.Less() if _seat(node.left.domain):
                yield "asks which seat comes first"
            case ir.InRange() if _seat(node.item.domain):
                yield "asks which seat comes first"
            case ir.Extreme() if _seat(node.term.domain):
                yield "asks which seat comes first"
            case ir.First(domain=domain) if names_seats(domain, self.game):
                yield "takes seats one after the other"
            case ir.Exists() | ir.ForAll() if self._may_stop_at(node.binding, node.body):
                yield "asks seats one after the other, and may break off at one of them"
            case ir.Filter() if self._may_stop_at(node.binding, None):
                yield "asks seats one after the other, and may break off at one of them"
            case ir.Image() if self._may_stop_at(node.binding, node.term):
                yield "asks seats one after the other, and may break off at one of them"
            case control.Each(binding=binding) if names_seats(binding.var.domain, self.game):
                if node.ordered or not self._in_any_order(node, at_once=id(node) in at_once):
                    yield "takes seats one after the other"
            case _:
                pass

    def _may_stop_at(self, binding: ir.Binding, body: object) -> bool:
        """Returns whether seats are gone through until one settles it, or breaks off: which comes first decides."""
        return names_seats(binding.var.domain, self.game) and not is_total((binding.condition, body), self.total)

    def _in_any_order(self, loop: control.Each, *, at_once: bool) -> bool:
        """Returns whether a loop over seats comes to the same in any order, as can be seen from its text."""
        keeps_orders = self.game.parts or any(each.ordered for each in self.game.zones)
        if keeps_orders and any(isinstance(each, control.MovePiece) for each in walk(loop)):
            return False
        return commutes_at_once(loop) if at_once else commutes(_of_its_own(loop, self._reads), self._reads)

    def _reads(self, value: str) -> frozenset[str]:
        called = self.footprints.closure((value,))
        return frozenset().union(*(self.footprints[each].state for each in called))


def _of_its_own(loop: control.Each, reads: Reads) -> control.Each:
    """Returns a loop in which a round that reads its own cells reads what no other round writes, if all keep to these.

    Whatever a seat has of a family is a cell of its own; where a piece lies is asked of those that lie there.
    """
    own, others = set[str](), set[str]()
    bound = {each.var: each.domain for each in walk(loop) if isinstance(each, ir.Binding)}
    for each in walk(loop.body):
        match each:
            case ir.Contents(zone=name, key=key) | ir.PlaceAt(zone=name, key=key):
                (own if key == loop.binding.var else others).add(name)
            case ir.ReadVariable(name=name, key=key) | control.SetVariable(name=name, key=key):
                (own if key == loop.binding.var else others).add(name)
            case control.AddNumber(name=name, key=key) | control.AddMember(name=name, key=key):
                (own if key == loop.binding.var else others).add(name)
            case ir.Located(zone=name, piece=piece):
                domain = bound.get(piece) if isinstance(piece, ir.Local) else None
                is_own = isinstance(domain, ir.Contents) and (domain.zone, domain.key) == (name, loop.binding.var)
                (own if is_own else others).add(name)
            case ir.CallValue(name=name):
                others |= reads(name)
            case _:
                pass
    own -= others

    def apart(node: object) -> object:
        match node:
            case ir.Contents(zone=name) if name in own:
                return evolve(node, zone=f"{name} of a round")
            case ir.ReadVariable(name=name) if name in own:
                return evolve(node, name=f"{name} of a round")
            case _:
                return node

    return evolve(loop, body=tuple(rewrite(each, apart) for each in loop.body))


def _seat(domain: Domain) -> bool:
    match domain:
        case Enum(kind="player"):
            return True
        case Option(inner=inner):
            return _seat(inner)
        case _:
            return False
