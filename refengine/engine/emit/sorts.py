"""Components with one sort of piece for each member of a kind: a search by that member becomes a test for the piece.

Where a condition on a piece is that its only field has a value, no loop has to look at every piece that lies somewhere:
the printed piece is known, and is looked for itself.
"""

from __future__ import annotations

from refengine.engine.emit.sets import membership
from refengine.engine.emit.text import ATOM, Py
from refengine.engine.emit.unit import Scope, Unit
from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Enum, Piece
from refengine.ir.simplify import TRUE, conjunction
from refengine.ir.traverse import free_locals


def is_cheap(expr: ir.Exists | ir.HowMany, unit: Unit) -> bool:
    """Returns whether `some` only asks whether a printed piece lies somewhere, or `number of` how many lie in one zone.

    What is asked of what lies in one cell of a grid is cheap, too.
    """
    match expr:
        case ir.Exists(binding=binding):
            if not isinstance(binding.domain, ir.Contents):
                return False
            in_cell = unit.layout.zones[binding.domain.zone].is_grid and binding.domain.key is not None
            return in_cell or _member(binding, expr.body, unit) is not None
        case ir.HowMany(binding=ir.Binding(domain=ir.Contents(zone=zone, key=key), condition=condition)):
            slot = unit.layout.zones[zone]
            return condition == TRUE and not slot.single and (key is not None or slot.size is None)
        case _:
            return False


def the_sort(binding: ir.Binding, also: ir.Expr, scope: Scope) -> Py | None:
    """Returns the printed piece that the condition asks for, if it asks for nothing else; pieces only lie in zones."""
    member = None if scope.unit.explain else _member(binding, also, scope.unit)
    if member is None or not isinstance(binding.var.domain, Piece):
        return None
    return Py(f"{scope.unit.layout.pieces[binding.var.domain.component]}[{scope.expr(member)}]", ATOM)


def _member(binding: ir.Binding, also: ir.Expr, unit: Unit) -> ir.Expr | None:
    """Returns the member that the only field has to be."""
    inner = binding.var.domain
    if not isinstance(inner, Piece):
        return None
    match conjunction((binding.condition, also)):
        case ir.Equal(left=ir.FieldOf(of=of, field=field, key=None), right=member) if of == binding.var:
            pass
        case ir.Equal(left=member, right=ir.FieldOf(of=of, field=field, key=None)) if of == binding.var:
            pass
        case _:
            return None
    told = binding.var not in free_locals(member) and told_by(unit, inner.component) == (field, member.domain)
    return member if told else None


def told_by(unit: Unit, component: str) -> tuple[str, Enum] | None:
    """Returns the field by which the pieces of a component are told, one sort for each member, in their order."""
    (declared,) = (each for each in unit.game.components if each.name == component)
    match declared.fields:
        case (model.Field(name=name, domain=Enum(kind=kind), index=None),):
            members = next((each.members for each in unit.game.kinds if each.name == kind), ())
            if members and tuple(row.data for row in declared.pieces) == tuple((each,) for each in members):
                return name, Enum(kind)
            return None
        case _:
            return None


def some_sort(expr: ir.Exists | ir.ForAll, scope: Scope) -> Py | None:
    """Returns `some x in zone has field of x is m` as whether the one piece with m is there."""
    if not isinstance(expr, ir.Exists) or not isinstance(expr.binding.domain, ir.Contents):
        return None
    sort = the_sort(expr.binding, expr.body, scope)
    return (
        None
        if sort is None
        else membership(named(sort, expr.binding, scope), expr.binding.domain, scope, negated=False)
    )


def how_many_of_sort(binding: ir.Binding, scope: Scope) -> Py | None:
    """Returns `number of x in zone with field of x is m` as how often the one piece with m is there."""
    match binding.domain:
        case ir.Contents(zone=zone, key=None) if scope.unit.layout.zones[zone].size is not None:
            slot = scope.unit.layout.zones[zone]
            sort = the_sort(binding, TRUE, scope)
            stored = scope.unit.layout.member(scope.state, slot, None)
            if sort is None:
                return None
            if slot.single:
                return Py(f"{stored}.count({sort})")
            name = scope.fresh("sort")
            scope.code.add(f"{name} = {sort}")
            return Py(f"sum([each.count({name}) for each in {stored}])")
        case ir.Contents(zone=zone) if not scope.unit.layout.zones[zone].single:
            sort = the_sort(binding, TRUE, scope)
            return None if sort is None else Py(f"{scope.expr(binding.domain).at(ATOM)}.count({sort})")
        case _:
            return None


def named(sort: Py, binding: ir.Binding, scope: Scope) -> ir.Local:
    """Returns a local that stands for the piece."""
    local = ir.Local(f"{binding.var.name.partition('~')[0]}~{sort.text}", binding.var.domain)
    scope.locals[local] = sort
    return local
