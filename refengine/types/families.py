"""Keys: members of families, tokens on their holders, neighbours in a ring, boxes."""

from __future__ import annotations

from refengine.ir.domain import PLAYER, Domain, Enum, Piece, Place, SetOf
from refengine.ir.expressions import Contents, Expr, Neighbour, PlaceAt, ReadVariable
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, grids, phase_parameter_errors as of_phase_errors, spots, tokens
from refengine.types.calls import called_of_phase
from refengine.types.classes import class_of
from refengine.types.context import Context, Elaborate, Scope
from refengine.types.domains import coerce, describe, index_domain, strip

_KEYED = tree.Zone | tree.Variable | tree.Token

# ---- FAMILIES


def elaborate_of(ctx: Context, scope: Scope, node: tree.Of, expected: Domain | None, expr: Elaborate) -> Expr | None:
    """Elaborates `NAME of KEY`: a member of a family, a neighbour in a ring, tokens on a holder, a supply, a box."""
    word = node.name.text
    if node.args and (word not in ctx.values or ctx.values[word].phase is None):
        ctx.report(of_phase_errors.not_its_phase(word, None, node.key.span))
        return None
    match word:
        case "next" | "previous":
            return _neighbour(ctx, scope, node, expr)
        case "supply":
            return tokens.supply(ctx, scope, node, expr)
        case "box":
            return _box_of(ctx, node, expected)
        case _:
            pass
    if node.word == "on" and (scope.lookup(word) is not None or tokens.is_worked_out(ctx, scope, word)):
        return elaborate_on(ctx, scope, tree.NameRef(node.name, node.name.span), node.key, expr)
    declared = ctx.symbols.lookup(word)
    ctx.used.add(word)
    match declared:
        case tree.Zone() if word in ctx.zones:
            zone = ctx.zones[word]
            key = _key(ctx, scope, node, zone.index, expr)
            if key is None:
                return None
            if isinstance(strip(expected), Place):
                return PlaceAt(word, key, zone.component)
            return Contents(word, key, zone.component)
        case tree.Variable() if word in ctx.variables:
            variable = ctx.variables[word]
            key = _key(ctx, scope, node, variable.index, expr)
            return None if key is None else ReadVariable(word, key, variable.domain)
        case tree.Region():
            return class_of(ctx, scope, node, expr)
        case tree.Token():
            return elaborate_on(ctx, scope, tree.NameRef(node.name, node.name.span), node.key, expr)
        case tree.Value() if word in ctx.values and ctx.values[word].phase is not None:
            return called_of_phase(ctx, scope, node, expr)
        case tree.Zone() | tree.Variable():
            return None
        case None if word == spots.PART and not node.args:
            return spots.elaborate_part_of(ctx, scope, node, expr)
        case None if word == spots.SPOTS and not node.args:
            return spots.elaborate_spots(ctx, scope, node, expr)
        case None if word in grids.OF_GRID and not node.args:
            return grids.elaborate_of_grid(ctx, scope, node, expr)
        case None:
            families = (each for each in ctx.symbols.named.values() if isinstance(each, _KEYED | tree.Region))
            known = tuple(each.name.text for each in families)
            ctx.report(name_errors.unknown_name("zone or variable", word, node.name.span, known))
        case other:
            hints = {tree.Value: f"write `{word}(...)`", tree.Relation: f"write `{word}(..., ...)`"}
            hint = hints.get(type(other), f"write `{word}`, without `of`")
            ctx.report(
                name_errors.wrong_sort(word, SORTS[type(other)], "zone, variable or token", node.name.span, hint)
            )
    return None


def elaborate_on(ctx: Context, scope: Scope, token: tree.Expr, key: tree.Expr, expr: Elaborate) -> Expr | None:
    """Elaborates `TOKEN on KEY`: how many lie there, of a token that is named or worked out."""
    meant = tokens.token_selection(ctx, scope, token, expr)
    return None if meant is None else tokens.on(ctx, scope, meant, key, expr)


def _key(ctx: Context, scope: Scope, node: tree.Of, index: str | None, expr: Elaborate) -> Expr | None:
    if index is None:
        ctx.report(errors.family(node.name.text, node.span, wants_key=False))
        return None
    wanted = index_domain(ctx, index)
    key = expr(ctx, scope, node.key, wanted)
    return None if key is None else coerce(ctx, key, wanted, node.key.span)


# ---- NEIGHBOURS


def _neighbour(ctx: Context, scope: Scope, node: tree.Of, expr: Elaborate) -> Expr | None:
    inner = expr(ctx, scope, node.key, PLAYER if isinstance(node.key, tree.IntLit) else None)
    if inner is None:
        return None
    domain = strip(inner.domain)
    if isinstance(domain, Enum) and (domain == PLAYER or (domain.kind in ctx.kinds and ctx.kinds[domain.kind].ring)):
        fitted = coerce(ctx, inner, domain, node.key.span)
        return None if fitted is None else Neighbour(fitted, 1 if node.name.text == "next" else -1, domain.kind)
    ctx.report(errors.not_a_ring(describe(inner.domain), node.name.text, node.key.span))
    return None


# ---- BOXES


def box_name(component: str) -> str:
    """Returns the name of the zone in which the pieces of a component lie that are nowhere else."""
    return f"box of {component}"


def box(ctx: Context, name: tree.Name, wanted: Domain | None) -> Expr | None:
    """Returns the bare word `box`: of the component that is wanted here, or of the only one that has one."""
    match wanted:
        case Place(component=component) | SetOf(inner=Piece(component=component)):
            return _box(ctx, component, name.span, wanted)
        case _:
            boxed = tuple(each for each in ctx.components if ctx.components[each].starts_in == box_name(each))
            if len(boxed) == 1:
                return _box(ctx, boxed[0], name.span, wanted)
            if boxed:
                ctx.report(name_errors.ambiguous("box", name.span, boxed, f"write `box of {boxed[0]}`"))
            elif all(each.name.text in ctx.components for each in ctx.symbols.of_sort(tree.Component)):
                ctx.report(name_errors.unknown_name("zone", "box", name.span, (), "no component starts in its box"))
            return None


def _box_of(ctx: Context, node: tree.Of, expected: Domain | None) -> Expr | None:
    match node.key:
        case tree.NameRef(name=name) if isinstance(ctx.symbols.lookup(name.text), tree.Component):
            ctx.used.add(name.text)
            return _box(ctx, name.text, node.span, strip(expected)) if name.text in ctx.components else None
        case tree.NameRef(name=name):
            ctx.report(name_errors.unknown_name("component", name.text, name.span, tuple(ctx.components)))
        case _:
            hint = name_errors.there_are(ctx.components) or "declare a component"
            ctx.report(errors.mismatch("no name", "the name of a component", node.key.span, hint))
    return None


def _box(ctx: Context, component: str, span: Span, wanted: Domain | None) -> Expr | None:
    if component not in ctx.components:
        return None
    if ctx.components[component].starts_in != box_name(component):
        start = ctx.components[component].starts_in
        ctx.report(
            name_errors.unknown_name("zone", box_name(component), span, (), f"`{component}` starts in `{start}`")
        )
        return None
    if isinstance(wanted, Place):
        return PlaceAt(box_name(component), None, component)
    return Contents(box_name(component), None, component)
