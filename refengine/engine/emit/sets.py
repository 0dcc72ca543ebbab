"""Sets of the IR in Python: as sorted tuples, as loops over them, and as questions that need no tuple at all."""

from __future__ import annotations

from attrs import frozen

from refengine.engine.emit.membership import lying_in
from refengine.engine.emit.tables import chosen_before
from refengine.engine.emit.text import ATOM, COMPARE, NOT, OR, SUM, Py, tuple_of
from refengine.engine.emit.unit import Scope
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot
from refengine.ir.simplify import TRUE, is_literal, negation
from refengine.ir.traverse import rewrite


def as_tuple(expr: ir.Expr, scope: Scope) -> Py:
    """Returns a set as a sorted tuple."""
    if not isinstance(expr, ir.Collection):
        return scope.expr(expr)
    match expr:
        case ir.Contents(zone=zone):
            slot = scope.unit.layout.zones[zone]
            return scope.unit.layout.lying(scope.state, slot, key_of_family(expr.key, scope))
        case ir.SetLiteral(items=items):
            return _literal(items, scope)
        case ir.AllMembers(of=Piece(component=component)):
            return Py.name(scope.unit.layout.pieces[component])
        case ir.AllMembers():
            return Py(tuple_of([str(number) for number in _numbers(expr, scope)]))
        case ir.NumbersBetween():
            return Py(f"tuple(range({scope.expr(expr.low)}, {scope.expr(expr.high).at(SUM)} + 1))")
        case ir.SetArith(op="union"):
            return Py(
                f"{set_maker(expr.domain)}({scope.expr(expr.left).at(SUM)} + {scope.expr(expr.right).at(SUM + 1)})"
            )
        case ir.SetArith(right=ir.SetLiteral(items=(item,))) if not _has_copies(expr.domain.inner, scope):
            return Py(f"without_one({scope.expr(expr.left)}, {scope.expr(item)})")
        case ir.SetArith():
            return Py(f"without({scope.expr(expr.left)}, {scope.expr(expr.right)})")


def changed_set(there: Py, item: Py, each: control.AddMember, scope: Scope) -> Py:
    """Returns a set with an item that is put in, or without all that are like one that is taken out."""
    if each.present:
        return Py(f"{set_maker(SetOf(each.item.domain))}((*{there.at(ATOM)}, {item}))")
    if _has_copies(each.item.domain, scope):
        return Py(f"without({there}, ({item},))")
    return Py(f"without_one({there}, {item})")


@frozen
class Loop:
    """A loop over a set: `for` over `source`, skipping None if that may occur."""

    source: str
    may_be_none: bool = False


def loop_over(expr: ir.Expr, scope: Scope, *, ordered: bool = False) -> Loop:
    """Returns the loop over a set; where order does not matter, without making it a sorted tuple first."""
    layout = scope.unit.layout
    match expr:
        case ir.Contents(zone=zone, key=None) if not ordered and layout.zones[zone].size is not None:
            slot = layout.zones[zone]
            stored = layout.member(scope.state, slot, None)
            return Loop(str(stored), may_be_none=True) if slot.single else Loop(f"chain.from_iterable({stored})")
        case ir.Contents(zone=zone) if layout.zones[zone].single and (
            expr.key is not None or layout.zones[zone].size is None
        ):
            stored = layout.member(scope.state, layout.zones[zone], key_of_family(expr.key, scope))
            return Loop(f"contents({stored})")
        case ir.AllMembers(of=Enum(kind=kind)):
            return Loop(f"range({scope.unit.folding.sizes[kind]})")
        case ir.AllMembers(of=Range(low=low, high=high)):
            return Loop(f"range({low}, {high + 1})")
        case ir.NumbersBetween():
            return Loop(f"range({scope.expr(expr.low)}, {scope.expr(expr.high).at(SUM)} + 1)")
        case _:
            return Loop(scope.expr(expr).at(OR))  # in a comprehension an `if` behind it would be its own


def membership(item: ir.Expr, members: ir.Expr, scope: Scope, *, negated: bool) -> Py:
    """Returns whether something is in a set; what is absent is in none."""
    layout = scope.unit.layout
    may_be_absent = isinstance(item.domain, Option)
    found = "not in" if negated else "in"
    same = "is not" if negated else "is"
    match members:
        case ir.Contents(zone=zone) if members.key is not None or layout.zones[zone].size is None:
            slot = layout.zones[zone]
            stored = layout.member(scope.state, slot, key_of_family(members.key, scope))
            if slot.single and may_be_absent:  # as is what lies there, and then the two are not the same piece
                there = Py(f"{stored.at(COMPARE + 1)} is {scope.expr(item).at(COMPARE + 1)} is not None", COMPARE)
                return _negated(there, negated)
            return _compared(scope.expr(item), same if slot.single else found, stored)
        case ir.Contents(zone=zone):
            slot = layout.zones[zone]
            stored = layout.member(scope.state, slot, None)
            if slot.single:
                taken = Py(f"{{*{stored}}} - {{None}}", SUM) if may_be_absent else stored
                return _compared(scope.expr(item), found, taken)
            return _compared(scope.expr(item), found, lying_in(stored, scope))
        case ir.CellsOf(zone=zone, what=what):
            stored = layout.member(scope.state, layout.zones[zone], None)
            return _negated(Py(f"{stored}.is_{what}({scope.expr(item)})"), negated)
        case ir.SpotsOf(spot=spot, zone=zone, cells=None):
            stored = layout.member(scope.state, layout.zones[zone], None)
            return _negated(Py(f"{layout.parts[spot.part]}.has({stored}, {scope.expr(item)})"), negated)
        case ir.SpotsTaken(zone=zone):
            stored = layout.member(scope.state, layout.zones[zone], None)
            return _negated(Py(f"{stored}.is_held({scope.expr(item)})"), negated)
        case ir.AllMembers(of=Range()) | ir.NumbersBetween() if may_be_absent:
            return _compared(scope.expr(item), found, Py(loop_over(members, scope).source))
        case ir.AllMembers(of=Range(low=low, high=high)):
            return _negated(Py(f"{low} <= {scope.expr(item).at(COMPARE + 1)} <= {high}", COMPARE), negated)
        case ir.NumbersBetween():
            return _negated(between(item, members.low, members.high, scope), negated)
        case ir.SetArith() if not scope.unit.sharing.cannot_fault(members.right):  # it is asked in any case
            return _compared(scope.expr(item), found, scope.expr(members))
        case ir.SetArith(op="union"):
            either = scope.truth(
                ir.Or((ir.Contains(item, members.left), ir.Contains(item, members.right))), strict=True
            )
            return _negated(either, negated)
        case ir.SetArith():
            both = scope.truth(
                ir.And((ir.Contains(item, members.left), ir.Not(ir.Contains(item, members.right)))), strict=True
            )
            return _negated(both, negated)
        case ir.Filter(binding=ir.Binding(domain=ir.AllMembers(of=of))) if (
            of == item.domain
            and not scope.unit.explain
            and scope.unit.sharing.cannot_fault(members.binding.condition)  # else it is asked of every member
        ):
            return _chosen(item, members, scope, negated=negated)
        case ir.SetLiteral(items=items):
            listed = tuple_of([str(scope.expr(each)) for each in items])
            return _compared(scope.expr(item), found, Py(listed))
        case _:
            return _compared(scope.expr(item), found, scope.expr(members))


def between(item: ir.Expr, low: ir.Expr, high: ir.Expr, scope: Scope) -> Py:
    """Returns whether a number lies between two, both of which are asked whatever one of them says."""
    if scope.unit.sharing.cannot_fault(high):
        return Py(" <= ".join(scope.expr(each).at(COMPARE + 1) for each in (low, item, high)), COMPARE)
    return _compared(scope.expr(item), "in", Py(f"range({scope.expr(low)}, {scope.expr(high).at(SUM)} + 1)"))


def _chosen(item: ir.Expr, members: ir.Filter, scope: Scope, *, negated: bool) -> Py:
    """Returns whether a member of a kind is among those that have a condition: whether it has the condition."""
    binding = members.binding
    listed = chosen_before(binding, TRUE, scope)
    found = "not in" if negated else "in"
    if listed is not None and listed[1] == TRUE:
        return _compared(scope.expr(item), found, listed[0])
    if not isinstance(item, ir.Local) and not is_literal(item):
        return _compared(scope.expr(item), found, scope.expr(members))
    own = rewrite(binding.condition, lambda node: item if node == binding.var else node)
    return scope.truth(negation(own) if negated else own, strict=True)


def emptiness(members: ir.Expr, scope: Scope, *, negated: bool, strict: bool) -> Py:
    """Returns whether a set is empty, or with `negated` not."""
    layout = scope.unit.layout
    match members:
        case ir.CellsOf(zone=zone):  # one is empty where the other is
            stored = layout.member(scope.state, layout.zones[zone], None)
            return Py(f"len({stored}) {'>' if negated else '=='} 0", COMPARE)
        case ir.Contents(zone=zone) if layout.zones[zone].single:
            slot = layout.zones[zone]
            stored = layout.member(scope.state, slot, key_of_family(members.key, scope))
            if members.key is not None or slot.size is None:
                return Py(f"{stored} is {'not ' if negated else ''}None", COMPARE)
            if slot.is_endless:
                return Py(f"len({stored}) {'>' if negated else '=='} 0", COMPARE)
            return Py(f"{stored}.count(None) {'<' if negated else '=='} {slot.size}", COMPARE)
        case ir.Contents(zone=zone, key=None) if layout.zones[zone].size is not None:
            some = Py(f"any({layout.member(scope.state, layout.zones[zone], None)})")
            return _negated(some, not negated)
        case ir.Filter(binding=binding) if scope.unit.sharing.cannot_fault(members):  # else all of them are asked
            some = scope.truth(ir.Exists(binding, TRUE), strict=True)
            return _negated(some, not negated)
        case _:
            text = scope.expr(members)
            if not negated:
                return Py(f"not {text.at(NOT)}", NOT)
            return Py(f"bool({text})") if strict else text


def key_of_family(key: ir.Expr | None, scope: Scope) -> Py | None:
    """Returns a key as a position in the family's tuple."""
    if key is None:
        return None
    text = scope.expr(key)
    return Py(f"{text.at(ATOM)}.index") if isinstance(key.domain, Piece) else text


def _literal(items: tuple[ir.Expr, ...], scope: Scope) -> Py:
    if not items:
        return Py("()")
    if all(is_literal(each) for each in items):
        ordered = sorted(set(items), key=lambda each: getattr(each, "index", getattr(each, "value", 0)))
        return Py(tuple_of([str(scope.expr(each)) for each in ordered]))
    if len(items) == 1:
        return Py(f"({scope.expr(items[0])},)")
    return Py(f"{set_maker(SetOf(items[0].domain))}({tuple_of([str(scope.expr(each)) for each in items])})")


def _has_copies(inner: Domain, scope: Scope) -> bool:
    """Returns whether something may be in a set more than once: what is taken out of it goes with all its copies."""
    return isinstance(inner, Piece) and scope.unit.layout.copies[inner.component]


def set_maker(domain: SetOf) -> str:
    """Returns the name of the function that makes a sorted tuple of what may occur more than once."""
    match domain.inner:
        case Piece() | Place():
            return "set_of_pieces"
        case Record():
            return "set_of_compounds"
        case SetOf(inner=inner) if not _is_in_order(inner):
            return "set_of_compounds"
        case _:
            return "set_of"


def _is_in_order(domain: Domain) -> bool:
    """Returns whether what is of a domain is in the order that Python knows: numbers, and what is made of them."""
    match domain:
        case SetOf(inner=inner):
            return _is_in_order(inner)
        case Enum() | Range() | Count() | Cell() | Spot():
            return True
        case _:
            return False


def _numbers(expr: ir.AllMembers, scope: Scope) -> range:
    match expr.of:
        case Enum(kind=kind):
            return range(scope.unit.folding.sizes[kind])
        case Range(low=low, high=high):
            return range(low, high + 1)
        case Piece():
            raise TypeError("pieces are no numbers")


def _compared(left: Py, sign: str, right: Py) -> Py:
    return Py(f"{left.at(COMPARE + 1)} {sign} {right.at(COMPARE + 1)}", COMPARE)


def _negated(text: Py, negated: bool) -> Py:  # noqa: FBT001
    return Py(f"not {text.at(NOT)}", NOT) if negated else text
