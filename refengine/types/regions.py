"""Regions: the classes of what is joined, as values of sets, and what is owed of that which joins."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from refengine.ir import game
from refengine.ir.domain import PLAYER, Enum, Piece, SetOf, Spot
from refengine.ir.expressions import (
    AllMembers,
    And,
    Binding,
    CallValue,
    CellOfSpot,
    CellsBy,
    Contains,
    Expr,
    Filter,
    ForAll,
    Local,
    Not,
    Or,
    SpotsOf,
)
from refengine.ir.simplify import TRUE
from refengine.ir.symmetry import Symmetry
from refengine.ir.traverse import rewrite
from refengine.syntax import tree
from refengine.types import region_errors
from refengine.types.binders import binder_domain
from refengine.types.classes import all_of
from refengine.types.context import Context, Scope
from refengine.types.domains import report_mismatch
from refengine.types.expressions import elaborate, truth
from refengine.types.spots import domain_of_part
from refengine.types.values import clause


def declare_regions(ctx: Context) -> None:
    """Enters what each region is a region of; kinds and components are entered already."""
    for node in ctx.symbols.of_sort(tree.Region):
        of = _joinable(ctx, node)
        if of is not None:
            ctx.regions[node.name.text] = of


def _joinable(ctx: Context, node: tree.Region) -> Enum | Piece | Spot | None:
    """Returns the kind, component or part of what lies on a grid whose members are told apart, so each has a class."""
    word = node.of.text
    if word == "player":
        return PLAYER
    found = ctx.declared(node.of, tree.Kind, tree.Component, tree.Part)
    if isinstance(found, tree.Part):
        return domain_of_part(ctx, ctx.parts[word]) if word in ctx.parts else None
    if isinstance(found, tree.Component):
        if ctx.are_alike(word):
            ctx.report(region_errors.alike(node.name.text, word, node.of.span, found.name.span))
            return None
        return Piece(word) if word in ctx.components else None
    return Enum(word) if found is not None and word in ctx.kinds else None


def region_values(ctx: Context) -> dict[str, game.Value]:
    """Returns two values for each region: what a member is joined with, and the class in which it lies.

    That what is joined is joined both ways is not known of any yet.
    """
    done: dict[str, game.Value] = {}
    for node in ctx.symbols.of_sort(tree.Region):
        of = ctx.regions.get(node.name.text)
        found = None if of is None else _joins(ctx, node, of)
        if of is not None and found is not None:
            one, listed = found
            name, head = node.name.text, clause(node.name.text, node.cite, node.name.span)
            inside = clause(f"{name}.joins", node.cite, node.joins.span)
            joins = game.Value(inside.path, (one,), listed.domain, game.Single(listed), inside)
            each = Local(f"{name}~", of)
            asked = CallValue(joins.name, (each,), listed.domain)
            body = game.Joined(one, Binding(each, all_of(ctx, of), TRUE), asked, evident=False)
            done[joins.name] = joins
            done[name] = game.Value(name, (one,), listed.domain, body, head)
    return done


def _joins(ctx: Context, node: tree.Region, of: Enum | Piece | Spot) -> tuple[Local, Filter] | None:
    """Returns one member, which is bound, and the members that it is joined with."""
    scope = Scope()
    one = scope.bind(ctx, node.joins.one, of)
    among: Expr | None = all_of(ctx, of)
    if node.joins.domain is not None:
        among = binder_domain(ctx, scope, None, node.joins.domain, elaborate)
        if among is not None and among.domain != SetOf(of):
            report_mismatch(ctx, among.domain, SetOf(of), node.joins.domain.span)
            among = None
    other = scope.bind(ctx, node.joins.other, of)
    condition: Expr | None = TRUE
    if node.joins.condition is not None:
        condition = truth(ctx, scope, node.joins.condition)
    if among is None or condition is None:
        return None
    return one, Filter(Binding(other, among, condition), SetOf(of))


def with_symmetry(
    values: tuple[game.Value, ...], relations: Mapping[str, game.Relation]
) -> tuple[tuple[game.Value, ...], tuple[game.Law, ...]]:
    """Returns the values, where those of regions say if their symmetry is evident, and the laws on which that hangs."""
    by_name = {each.name: each for each in values}
    symmetry = Symmetry.of(by_name, relations)
    done: list[game.Value] = []
    laws: list[game.Law] = []
    for value in values:
        if not isinstance(value.body, game.Joined):
            done.append(value)
            continue
        one, other, condition = _condition(by_name[value.body.joins.name])
        left = symmetry.left_to_printed_data(condition, one, other)
        is_seen = left == TRUE if isinstance(one.domain, Spot) else left is not None  # no law goes through spots
        done.append(evolve(value, body=evolve(value.body, evident=is_seen)))
        if left is not None and left != TRUE and not isinstance(one.domain, Spot):
            laws.append(_both_ways(by_name[value.body.joins.name], one, other, left))
    return tuple(done), tuple(laws)


def _condition(joins: game.Value) -> tuple[Local, Local, Expr]:
    """Returns two members, and the condition under which they are joined."""
    match joins.body:
        case game.Single(result=Filter(binding=Binding(var=other, domain=domain, condition=condition))):
            every = isinstance(domain, AllMembers) or (isinstance(domain, SpotsOf) and _is_near(domain.cells, joins))
            inside = () if every else (Contains(other, domain),)
            return joins.params[0], other, And((*inside, condition))
        case _:
            raise TypeError(joins)


def _is_near(cells: Expr | None, joins: game.Value) -> bool:
    """Returns whether a spot in these cells has the other in its own: each lies beside the other, or around it.

    Only spots that are there are joined, so nothing else is asked.
    """
    return cells is None or (isinstance(cells, CellsBy) and cells.of == CellOfSpot(joins.params[0]))


def _both_ways(joins: game.Value, one: Local, other: Local, condition: Expr) -> game.Law:
    """Returns the law that printed data join both ways, as far as they decide alone."""
    exchanged = rewrite(
        condition, lambda node: {one: other, other: one}.get(node, node) if isinstance(node, Local) else node
    )
    either = Or((Not(condition), exchanged))
    everything = AllMembers(one.domain) if isinstance(one.domain, Enum | Piece) else None
    assert everything is not None
    whole = ForAll(Binding(one, everything, TRUE), ForAll(Binding(other, everything, TRUE), either))
    return game.Law(joins.name, whole, joins.clause)
