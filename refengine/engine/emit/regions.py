"""Regions as functions: the connected component of a member, found by a walk along what is joined."""

from __future__ import annotations

from attrs import evolve

from refengine.engine.emit.naming import upper
from refengine.engine.emit.sets import as_tuple, set_maker
from refengine.engine.emit.text import Py
from refengine.engine.emit.unit import EarlyResults, Scope, Unit
from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Domain, SetOf, Spot
from refengine.ir.merging import only_merges


def emit_joined(body: model.Joined, domain: Domain, scope: Scope) -> None:
    """Writes the body of the function of a region's value.

    Only where nothing can be wrong with it is less asked for than what each member is joined with. A spot that is not
    there is joined with none.
    """
    assert isinstance(domain, SetOf)
    code, unit = scope.code, scope.unit
    start = scope.locals[body.start]
    if isinstance(domain.inner, Spot) and _keeps_classes(body, unit):
        _merged(body, domain.inner, scope)
        return
    if isinstance(domain.inner, Spot):
        is_there = ir.Contains(body.start, body.binding.domain)
        with code.branch(scope.expr(ir.Not(is_there))):
            code.add(f"return ({start},)")
    joins = _function("joins", body.binding.var, body.joins, scope)
    if body.evident and unit.sharing.cannot_fault(body.joins):
        code.add(f"return {set_maker(domain)}(joined({start}, {joins}))")
        return
    everything = as_tuple(body.binding.domain, scope)
    code.add(f"return {set_maker(domain)}(joined_both_ways({start}, {everything}, {joins}, {scope.here()}))")


def _keeps_classes(body: model.Joined, unit: Unit) -> bool:
    """Returns whether classes are kept as a grid grows: not where what is asked is told of, or may have no answer."""
    if unit.explain or not body.evident or not unit.sharing.cannot_fault(body.joins):
        return False
    return only_merges(body, unit.values, unit.stateless)


def _merged(body: model.Joined, spot: Spot, scope: Scope) -> None:
    """Writes the body where classes are known from the grid from which this one grew."""
    code, unit = scope.code, scope.unit
    start = scope.locals[body.start]
    assert isinstance(body.binding.domain, ir.SpotsOf)
    grid = unit.layout.member(scope.state, unit.layout.zones[body.binding.domain.zone], None)
    kept = unit.names.new(f"{upper(body.joins.name.partition('.')[0])}_CLASSES")
    unit.constants.add(f"{kept}: Final = Classes()")
    joins = _function("joins", body.binding.var, body.joins, scope)
    known = scope.fresh("known")
    code.add(f"{known} = {kept}.known({grid}, {unit.layout.parts[spot.part]}, {joins})")
    with code.branch(f"{start} in {known}.classes"):
        code.add(f"return {known}.classes[{start}]")
    with code.branch(scope.expr(ir.Not(ir.Contains(body.start, body.binding.domain)))):
        code.add(f"return ({start},)")
    code.add(f"return {known}.of({start}, {joins})")


def all_classes(image: ir.Image, scope: Scope) -> Py:
    """Returns the set of all classes of a region, each of which is worked out once."""
    function = _function("class_of", image.binding.var, image.term, scope)
    return Py(f"classes({as_tuple(image.binding.domain, scope)}, {function})")


def _function(wanted: str, local: ir.Local, result: ir.Expr, scope: Scope) -> str:
    """Writes a function of one argument inside the one that is being written, and returns its name."""
    name, unit = scope.fresh(wanted), scope.unit
    inside = evolve(
        scope, shared=dict(scope.shared), locals=dict(scope.locals), early=EarlyResults(), rows={}, reused={},
        held={}, there=set(),
    )  # fmt: skip
    each = inside.bind(local)
    with scope.code.block(f"def {name}({each}: {unit.domain_type(local.domain)}) -> {unit.domain_type(result.domain)}"):
        scope.code.add(f"return {inside.expr(result)}")
    return name
