"""Reads: the attributes of a state that an expression reads, itself and through the values that it calls."""

from __future__ import annotations

from refengine.engine.layout import VariableSlot, ZoneSlot
from refengine.engine.unit import Unit
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Enum
from refengine.ir.simplify import FALSE, TRUE
from refengine.ir.traverse import rewrite, walk


def attributes_read(unit: Unit, expr: object) -> frozenset[str]:
    """The attributes."""
    found: set[str] = set()
    seen: set[str] = set()
    agenda: list[object] = [expr]
    while agenda:
        for node in walk(agenda.pop()):
            match node:
                case ir.ReadVariable(name=name):
                    found.add(unit.layout.variables[name].attribute)
                case ir.Contents(zone=zone) | ir.Located(zone=zone):
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
    """The attributes that effects may change."""
    found: set[str] = set()
    zones, tokens = unit.layout.zones, unit.layout.tokens
    for effect in effects:
        for node in walk(effect):
            match node:
                case control.MovePiece(component=component, source=source, target=target):
                    for place in (source, target):
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
    """Whether a step invariant is sure to hold over a step that changes nothing that it reads."""
    still = rewrite(condition, lambda node: node.inner if isinstance(node, ir.Before) else node)
    return rewrite(still, _evident) == TRUE


def _evident(node: object) -> object:
    match node:
        case ir.Less(left=left, right=right) if left == right:
            return FALSE if node.strict else TRUE
        case ir.Equal(left=left, right=right) if left == right:
            return TRUE
        case ir.ForAll(binding=binding, body=ir.Contains(item=item, set=members)) if (
            item == binding.var and members == binding.domain
        ):
            return TRUE
        case ir.ForAll(body=body) if body == TRUE:
            return TRUE
        case ir.Or(parts=parts) if TRUE in parts:
            return TRUE
        case ir.And(parts=parts):
            return TRUE if all(each == TRUE for each in parts) else node
        case _:
            return node


def own_parts(unit: Unit, each: model.Invariant) -> tuple[ir.Binding, ir.Expr, frozenset[str]] | None:
    """Returns the binding and body of an invariant about every member, and the families of which it reads that member.

    None where the body reads anything else, or where a step that changes nothing might break it.
    """
    match each.condition:
        case ir.ForAll(
            binding=ir.Binding(var=var, domain=ir.AllMembers(of=Enum()), condition=condition) as binding, body=body
        ):
            if condition != TRUE or (each.step and not holds_where_nothing_changes(each.condition)):
                return None
            fields: set[str] = set()
            for node in walk(body):
                match node:
                    case ir.Contents(zone=name, key=key):
                        slot: ZoneSlot | VariableSlot = unit.layout.zones[name]
                    case ir.ReadVariable(name=name, key=key):
                        slot = unit.layout.variables[name]
                    case ir.CallValue() | ir.TokensOn() | ir.Supply() | ir.Located():
                        return None
                    case _:
                        continue
                if key != var:
                    return None
                fields.add(slot.attribute)
            return (binding, body, frozenset(fields)) if fields else None
        case _:
            return None
