"""Reads: the attributes of a state that an expression reads, itself and through the values that it calls."""

from __future__ import annotations

from typing import Final

from attrs import define, field, frozen

from refengine.engine.emit.unit import Unit
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Enum, Piece
from refengine.ir.simplify import FALSE, TRUE
from refengine.ir.totality import is_total, total_values
from refengine.ir.traverse import rewrite, walk

_READING: Final = frozenset((
    ir.ReadVariable, ir.Contents, ir.Located, ir.CellsOf, ir.CellOf, ir.TurnAt, ir.SpotsOf, ir.SpotsTaken, ir.TokensOn,
    ir.Supply, ir.CallValue,
))  # fmt: skip
"""The nodes that read the state, themselves or through a value; most are none, and would be held against each case."""


def attributes_read(unit: Unit, expr: object) -> frozenset[str]:
    """Returns the attributes."""
    found: set[str] = set()
    seen: set[str] = set()
    agenda: list[object] = [expr]
    while agenda:
        for node in walk(agenda.pop()):
            if node.__class__ not in _READING:
                continue
            match node:
                case ir.ReadVariable(name=name):
                    found.add(unit.layout.variables[name].attribute)
                case (
                    ir.Contents(zone=zone)
                    | ir.Located(zone=zone)
                    | ir.CellsOf(zone=zone)
                    | ir.CellOf(zone=zone)
                    | ir.TurnAt(zone=zone)
                ):
                    found.add(unit.layout.zones[zone].attribute)
                case ir.SpotsOf(zone=zone) | ir.SpotsTaken(zone=zone):
                    found.add(unit.layout.zones[zone].attribute)
                case ir.TokensOn(token=token, holder=holder):
                    found.add(unit.layout.tokens[token, holder].attribute)
                case ir.Supply(token=token):
                    found.update(slot.attribute for key, slot in unit.layout.tokens.items() if key[0] == token)
                case ir.CallValue(name=name) if name not in seen:
                    seen.add(name)
                    agenda.append(unit.values[name].body)
                case _:
                    pass
    return frozenset(found)


def attributes_written(unit: Unit, effects: tuple[control.Effect, ...]) -> frozenset[str]:
    """Returns the attributes that effects may change."""
    found: set[str] = set()
    zones, tokens = unit.layout.zones, unit.layout.tokens
    for effect in effects:
        for node in walk(effect):
            match node:
                case control.MovePiece(component=component):
                    for place in (node.source, node.target):
                        if isinstance(place, ir.PlaceAt | ir.Located):
                            found.add(zones[place.zone].attribute)
                        else:
                            found.update(each.attribute for each in zones.values() if each.zone.component == component)
                case control.MoveTokens(token=token):
                    found.update(slot.attribute for key, slot in tokens.items() if key[0] == token)
                case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                    found.add(unit.layout.variables[name].attribute)
                case _:
                    pass
    return frozenset(found)


def holds_where_nothing_changes(condition: ir.Expr) -> bool:
    """Returns whether a step invariant is sure to hold over a step that changes nothing that it reads."""
    still = rewrite(condition, lambda node: node.inner if isinstance(node, ir.Before) else node)
    return rewrite(still, _evident) == TRUE


def newcomers_to(condition: ir.Expr) -> str | None:
    """Returns the spots' zone of which a step invariant speaks, if only of those on which something newly lies."""
    match condition:
        case ir.ForAll(binding=ir.Binding(var=var, domain=ir.SpotsTaken(zone=zone), condition=asked)):
            first = asked.parts[0] if isinstance(asked, ir.And) else asked
            match first:
                case ir.Before(inner=ir.IsEmpty(set=ir.Contents(zone=other, key=key))):
                    return zone if (other, key) == (zone, var) else None
                case _:
                    return None
        case _:
            return None


def _evident(node: object) -> object:
    match node:
        case ir.Less() if node.left == node.right:
            return FALSE if node.strict else TRUE
        case ir.Equal() if node.left == node.right:
            return TRUE
        case ir.ForAll(binding=binding, body=ir.Contains(item=item, set=members)) if (
            item == binding.var and members == binding.domain
        ):
            return TRUE
        case ir.ForAll() if node.body == TRUE:
            return TRUE
        case ir.Or(parts=parts) if TRUE in parts:
            return TRUE
        case ir.And(parts=parts):
            return TRUE if all(each == TRUE for each in parts) else node
        case _:
            return node


@frozen
class OwnParts:
    """An invariant about every member of a kind or every piece of a component, and what it reads, by attributes.

    Of families in `keyed` it reads what is the member's own, of zones in `lying` whether the piece lies there, `others`
    in whatever way. Where it held of a member, it holds again if nothing of that has changed.
    """

    binding: ir.Binding
    body: ir.Expr
    keyed: frozenset[str]
    lying: frozenset[str]
    others: frozenset[str]


def own_parts(unit: Unit, each: model.Invariant) -> OwnParts | None:
    """Returns the parts of an invariant about every member; None of one that is about something else.

    None too where it reads nothing that is a member's own, and where a step that changes nothing might break it, or
    break off: that it did not before is known of an invariant of states alone.
    """
    match each.condition:
        case ir.ForAll(
            binding=ir.Binding(var=var, domain=ir.AllMembers(of=Enum() | Piece()), condition=condition) as binding,
            body=body,
        ):
            if each.step and not holds_over_stillness(unit, each):
                return None
            own = _OwnReads(unit)
            for part in (condition, body):
                own.read(part, frozenset({var}))
            if own.keyed or own.lying:
                return OwnParts(binding, body, frozenset(own.keyed), frozenset(own.lying), frozenset(own.others))
            return None
        case _:
            return None


def holds_over_stillness(unit: Unit, each: model.Invariant) -> bool:
    """Returns whether a step invariant surely holds, and has an answer, over a step that changes nothing it reads."""
    if not holds_where_nothing_changes(each.condition):
        return False
    return is_total(each.condition, total_values(unit.game.values))


@define
class _OwnReads:
    unit: Unit
    keyed: set[str] = field(factory=set)
    lying: set[str] = field(factory=set)
    others: set[str] = field(factory=set)
    _called: set[tuple[str, frozenset[ir.Local]]] = field(factory=set)

    def read(self, part: object, own: frozenset[ir.Local]) -> None:
        """Takes in what a part of the rules reads, in which the locals in `own` are the member."""
        layout = self.unit.layout
        for node in walk(rewrite(part, lambda node: self._without_lying(node, own))):
            match node:
                case ir.ReadVariable(name=name):
                    self._family(layout.variables[name].attribute, node.key, own)
                case ir.Contents(zone=zone):
                    self._family(layout.zones[zone].attribute, node.key, own)
                case ir.TokensOn(token=token, holder=holder):
                    self._family(layout.tokens[token, holder].attribute, node.key, own)
                case (
                    ir.Located()
                    | ir.Supply()
                    | ir.CellsOf()
                    | ir.CellOf()
                    | ir.TurnAt()
                    | ir.SpotsOf()
                    | ir.SpotsTaken()
                ):
                    self.others |= attributes_read(self.unit, node)
                case ir.CallValue(name=name, args=args):
                    value = self.unit.values[name]
                    inside = frozenset(param for param, arg in zip(value.params, args, strict=True) if arg in own)
                    if (name, inside) not in self._called:
                        self._called.add((name, inside))
                        self.read(value.body, inside)
                case _:
                    pass

    def _family(self, attribute: str, key: ir.Expr | None, own: frozenset[ir.Local]) -> None:
        (self.keyed if key in own else self.others).add(attribute)

    def _without_lying(self, node: object, own: frozenset[ir.Local]) -> object:
        """Returns the node; where it asks whether the member lies in a zone, nothing but the key of the zone."""
        match node:
            case ir.Contains(set=ir.Contents(zone=zone, key=key)) if node.item in own:
                self.lying.add(self.unit.layout.zones[zone].attribute)
                return TRUE if key is None else key
            case ir.Located(zone=zone) if node.piece in own:
                self.lying.add(self.unit.layout.zones[zone].attribute)
                return TRUE
            case _:
                return node
