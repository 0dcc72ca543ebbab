"""Expressions of the IR as Python expressions; statements that they need are added to the scope first.

INVARIANT: what is not evaluated in the rules (after a false part of `and`) is not evaluated in Python either.
"""

from __future__ import annotations

from collections.abc import Callable

from refengine.engine.emit import binders, sets
from refengine.engine.emit.beforehand import by_way
from refengine.engine.emit.decisions import folded_call, key_along
from refengine.engine.emit.text import AND, ATOM, COMPARE, NOT, OR, PRODUCT, SUM, TERNARY, Py, Text, joined
from refengine.engine.emit.unit import Scope
from refengine.engine.growth import may_be_beyond
from refengine.ir import expressions as ir
from refengine.ir.domain import CELL, Count, Enum, Option, Piece, Place, Range, Record
from refengine.ir.interval import bounds, fits, never_zero


def expression(expr: ir.Expr, scope: Scope) -> Py:
    """Returns any expression; a truth is a `bool`."""
    if isinstance(expr, ir.Formula):
        return truth(expr, scope, True)  # noqa: FBT003
    unit, layout, state = scope.unit, scope.unit.layout, scope.state
    match expr:
        # ---- leaves
        case ir.TruthLiteral(value=value):
            return Py.name(str(value))
        case ir.Number(value=value):
            return Py.number(value)
        case ir.Member(kind=kind, index=index):
            name = unit.members.get((kind, index))
            return Py.number(index) if name is None else Py.name(name)
        case ir.Printed(component=component, index=index):
            return Py(f"{layout.pieces[component]}[{index}]")
        case ir.Nothing():
            return Py.name("None")
        case ir.Local():
            return scope.locals[expr]
        case ir.Configured(name=name):
            raise ValueError(f"{name} is not folded away")
        # ---- reading the state
        case ir.ReadVariable(name=name):
            variable = layout.variables[name]
            return layout.member(state, variable, key_text(expr.key, scope))
        case ir.Contents() | ir.SetLiteral() | ir.AllMembers() | ir.NumbersBetween() | ir.SetArith():
            return sets.as_tuple(expr, scope)
        case ir.First() | ir.Rest():
            return Py(f"{scope.expr(expr.set).at(ATOM)}[{'0' if isinstance(expr, ir.First) else '1:'}]")
        case ir.TokensOn(token=token, holder=holder):
            return layout.member(state, layout.tokens[token, holder], key_text(expr.key, scope))
        case ir.Supply(token=token):
            return supply(token, scope)
        # ---- places
        case ir.PlaceAt(zone=zone):
            place = layout.zones[zone].place
            return Py.name(place) if expr.key is None else Py(f"{place}[{key_text(expr.key, scope)}]")
        case ir.Located(zone=zone):
            return Py(f"{layout.zones[zone].place}[{located_key(expr, scope)}]")
        # ---- grids
        case ir.CellAt() | ir.Toward() | ir.CellsBy() | ir.CellsOf() | ir.CellOf() | ir.TurnAt():
            return _on_grid(expr, scope)
        case ir.SpotsOf() | ir.SpotsTaken() | ir.SpotAt() | ir.CellOfSpot() | ir.PartOfSpot() | ir.TurnOfSpot():
            return _on_spots(expr, scope)
        # ---- data
        case ir.FieldOf(field=field):
            found = _field(expr.of, field, scope)
            return found if expr.key is None else Py(f"{found.at(ATOM)}[{key_text(expr.key, scope)}]")
        case ir.MakeRecord(record=record, fields=fields):
            return Py(f"{layout.classes[record]}({', '.join(str(scope.expr(each)) for each in fields)})")
        case ir.Neighbour(step=step, kind=kind):
            sign = "+" if step == 1 else "-"
            return Py(f"({scope.expr(expr.of).at(SUM)} {sign} 1) % {unit.folding.sizes[kind]}", PRODUCT)
        case ir.Around(kind=kind):
            return Py(
                f"({scope.expr(expr.of).at(SUM)} + {scope.expr(expr.by).at(SUM)}) % {unit.folding.sizes[kind]}", PRODUCT
            )
        case ir.CallValue(name=name, args=args):
            known = folded_call(expr, scope)
            if known is not None:
                return known
            texts = [str(scope.expr(each)) for each in args]
            return Py(f"{unit.value_names[name]}({', '.join(_with_state(name, texts, scope))})")
        case ir.Unwrap(origin=origin):
            option = scope.expr(expr.inner)
            return option if option in scope.there else Py(f"present({option}, {scope.here(origin)})")
        case ir.Narrow():
            return _narrow(expr, scope)
        case ir.NonZero(origin=origin):
            divisor = scope.expr(expr.inner)
            return divisor if never_zero(expr.inner) else Py(f"nonzero({divisor}, {scope.here(origin)})")
        case ir.Among():
            return _among(expr, scope)
        # ---- numbers
        case ir.Arith():
            found = _arithmetic(expr, scope)
            return Py(f"counted({found}, {scope.here()})") if may_be_beyond(expr) else found
        case ir.If():
            return choice(expr.condition, lambda s: s.expr(expr.then), lambda s: s.expr(expr.otherwise), expr, scope)
        # ---- binders
        case ir.SumOf() if may_be_beyond(expr):
            return Py(f"counted({binders.gathering(expr, scope)}, {scope.here()})")
        case ir.HowMany() | ir.SumOf() | ir.Extreme() | ir.Filter() | ir.Image() | ir.The():
            return binders.gathering(expr, scope)
        case ir.Before():
            return scope.reading("before").expr(expr.inner)
        case ir.Under() | ir.Replacing() | ir.Exchanging() | ir.Fails():
            raise TypeError(
                f"{type(expr).__name__} asks what would be: it belongs to claims, and no engine works it out"
            )


def _arithmetic(expr: ir.Arith, scope: Scope) -> Py:
    match expr:
        case ir.Arith(op="+" | "-" as op):
            return Py(f"{scope.expr(expr.left).at(SUM)} {op} {scope.expr(expr.right).at(SUM + 1)}", SUM)
        case ir.Arith(op="mod"):
            divisor = scope.expr(expr.right)
            lowest = bounds(expr.right)[0]
            positive = divisor.at(PRODUCT + 1) if lowest is not None and lowest >= 0 else f"abs({divisor})"
            return Py(f"{scope.expr(expr.left).at(PRODUCT)} % {positive}", PRODUCT)
        case ir.Arith(op=op):
            sign = "*" if op == "*" else "//"
            return Py(f"{scope.expr(expr.left).at(PRODUCT)} {sign} {scope.expr(expr.right).at(PRODUCT + 1)}", PRODUCT)


def truth(expr: ir.Expr, scope: Scope, strict: bool) -> Py:  # noqa: FBT001
    """Returns a condition; unless it has to be strict, a tuple may stand for `is not empty`."""
    if isinstance(expr, ir.If):
        return choice(
            expr.condition,
            lambda s: s.truth(expr.then, strict=strict),
            lambda s: s.truth(expr.otherwise, strict=strict),
            expr,
            scope,
        )
    if not isinstance(expr, ir.Formula):
        return scope.expr(expr)
    match expr:
        case ir.Equal():
            return by_way(expr, scope, negated=False) or _equality(expr.left, expr.right, scope, negated=False)
        case ir.Less(strict=less):
            sign = "<" if less else "<="
            return Py(
                f"{scope.expr(expr.left).at(COMPARE + 1)} {sign} {scope.expr(expr.right).at(COMPARE + 1)}", COMPARE
            )
        case ir.Contains():
            return sets.membership(expr.item, expr.set, scope, negated=False)
        case ir.InRange():
            return sets.between(expr.item, expr.low, expr.high, scope)
        case ir.IsEmpty():
            return sets.emptiness(expr.set, scope, negated=False, strict=strict)
        case ir.Not():
            return _negation(expr.inner, scope, strict)
        case ir.And(parts=parts):
            return _series(parts, scope, strict, AND)
        case ir.Or(parts=parts):
            return _series(parts, scope, strict, OR)
        case ir.Exists() | ir.ForAll():
            return binders.quantifier(expr, scope)


def _narrow(expr: ir.Narrow, scope: Scope) -> Py:
    if fits(expr.inner, expr.domain):
        return scope.expr(expr.inner)
    match expr.domain:
        case Count():
            return Py(f"natural({scope.expr(expr.inner)}, {scope.here(expr.origin)})")
        case Range(low=low, high=high):
            return Py(f"narrowed({scope.expr(expr.inner)}, {low}, {high}, {scope.here(expr.origin)})")


def _among(expr: ir.Among, scope: Scope) -> Py:
    assert isinstance(expr.domain, Enum)
    names = scope.unit.listings_of[expr.domain.kind]
    return Py(f"among({scope.expr(expr.inner)}, {expr.members!r}, {names}, {scope.here(expr.origin)})")


def _negation(inner: ir.Expr, scope: Scope, strict: bool) -> Py:  # noqa: FBT001
    match inner:
        case ir.Equal():
            return by_way(inner, scope, negated=True) or _equality(inner.left, inner.right, scope, negated=True)
        case ir.Less(strict=less):
            return scope.truth(ir.Less(inner.right, inner.left, strict=not less), strict=strict)
        case ir.Contains():
            return sets.membership(inner.item, inner.set, scope, negated=True)
        case ir.IsEmpty():
            return sets.emptiness(inner.set, scope, negated=True, strict=strict)
        case _:
            return Py(f"not {scope.truth(inner).at(NOT)}", NOT)


def _equality(left: ir.Expr, right: ir.Expr, scope: Scope, *, negated: bool) -> Py:
    identical = any(isinstance(each, ir.Nothing) or _is_object(each) for each in (left, right))
    sign = ("is not" if negated else "is") if identical else ("!=" if negated else "==")
    if isinstance(left, ir.Nothing):
        left, right = right, left
    return Py(f"{scope.expr(left).at(COMPARE + 1)} {sign} {scope.expr(right).at(COMPARE + 1)}", COMPARE)


def _is_object(expr: ir.Expr) -> bool:
    domain = expr.domain.inner if isinstance(expr.domain, Option) else expr.domain
    return isinstance(domain, Piece | Place)


def _series(parts: tuple[ir.Expr, ...], scope: Scope, strict: bool, level: int) -> Py:  # noqa: FBT001
    """Returns parts joined by `and` or `or`; where one needs statements, it waits for those before it in an `if`."""
    operator = "and" if level == AND else "or"
    texts: list[Py] = []
    for position, part in enumerate(parts):
        code = scope.code.part()
        text = scope.into(code).truth(part, strict=strict)
        if not code.lines or not texts:
            scope.code.take_over(code)
            texts.append(text)
            continue
        flag = scope.fresh("holds")
        rest = ir.And(parts[position:]) if level == AND else ir.Or(parts[position:])
        before = joined(operator, texts, level)
        plain = strict or not any(isinstance(each, ir.Not) and isinstance(each.inner, ir.IsEmpty) for each in parts)
        scope.code.add(f"{flag} = {before if plain else f'bool({before})'}")
        with scope.code.branch(flag if level == AND else f"not {flag}"):
            scope.code.add(f"{flag} = {scope.truth(rest, strict=True)}")
        return Py.name(flag)
    return joined(operator, texts, level)


def choice(
    condition: ir.Expr, then: Callable[[Scope], Py], otherwise: Callable[[Scope], Py], whole: ir.Expr, scope: Scope
) -> Py:
    """Returns one of two, of which only the chosen one is evaluated."""
    test = scope.truth(condition)
    first, yes = captured(scope, then)
    second, no = captured(scope, otherwise)
    if not first.lines and not second.lines:
        return Py(f"{yes.at(OR)} if {test.at(OR)} else {no.at(TERNARY)}", TERNARY)
    name = scope.fresh("chosen")
    scope.code.add(f"{name}: {scope.unit.domain_type(whole.domain)}")
    with scope.code.branch(test):
        scope.code.add(f"{name} = {then(scope)}")
    with scope.code.otherwise():
        scope.code.add(f"{name} = {otherwise(scope)}")
    return Py.name(name)


def captured(scope: Scope, emit: Callable[[Scope], Py]) -> tuple[Text, Py]:
    """Returns the code that emitting something would add to the scope, and the text of its result."""
    code = scope.code.part()
    return code, emit(scope.into(code))


def key_text(key: ir.Expr | None, scope: Scope) -> Py | None:
    """Returns the key of a family as a position in its tuple."""
    if key is None:
        return None
    text = scope.expr(key)
    return Py(f"{text.at(ATOM)}.index") if isinstance(key.domain, Piece) else text


def located_key(expr: ir.Located, scope: Scope) -> Py:
    """Returns the text of the key of that member of a family in which a piece lies."""
    if isinstance(expr.piece, ir.Local):
        found = key_along(expr.piece, expr.zone, scope)
        if found is not None:
            return found
    slot = scope.unit.layout.zones[expr.zone]
    stored = scope.unit.layout.member(scope.state, slot, None)
    function = "key_of_single" if slot.single else "key_of"
    if slot.is_endless:
        function = "on_grid" if slot.is_grid else "on_spot"
    return Py(f"{function}({stored}, {scope.expr(expr.piece)}, {scope.here(expr.origin)})")


def _on_grid(expr: ir.OnGrid, scope: Scope) -> Py:
    """Emits an expression about cells, or about a grid by its cells."""
    match expr:
        case ir.CellAt():
            return Py(f"({scope.expr(expr.column)}, {scope.expr(expr.row)})", ATOM)
        case ir.Toward():
            return Py(f"toward({scope.expr(expr.of)}, {scope.expr(expr.side)})")
        case ir.CellsBy(how=how):
            return Py(f"cells_{how}({scope.expr(expr.of)})")
        case ir.CellsOf(zone=zone, what=what):
            layout = scope.unit.layout
            return Py(f"{layout.member(scope.state, layout.zones[zone], None)}.{what}()")
        case ir.CellOf(zone=zone, origin=origin):
            stored = scope.unit.layout.member(scope.state, scope.unit.layout.zones[zone], None)
            return Py(f"on_grid({stored}, {scope.expr(expr.piece)}, {scope.here(origin)})")
        case ir.TurnAt(zone=zone):
            stored = scope.unit.layout.member(scope.state, scope.unit.layout.zones[zone], None)
            return Py(f"{stored}.turn({scope.expr(expr.cell)})", ATOM)


def _on_spots(expr: ir.OnSpots, scope: Scope) -> Py:
    """Emits an expression about parts of what lies on a grid."""
    layout = scope.unit.layout
    match expr:
        case ir.SpotsOf(spot=spot, zone=zone):
            parts, grid = layout.parts[spot.part], layout.member(scope.state, layout.zones[zone], None)
            if expr.cells is None:
                return Py(f"{parts}.on({grid})")
            return Py(
                f"{parts}.{'in_cell' if expr.cells.domain == CELL else 'in_cells'}({grid}, {scope.expr(expr.cells)})"
            )
        case ir.SpotsTaken(zone=zone):
            return Py(f"{layout.member(scope.state, layout.zones[zone], None)}.spots()")
        case ir.SpotAt():
            by = "0" if expr.turn is None else scope.expr(expr.turn)
            return Py(f"(*{scope.expr(expr.cell).at(ATOM)}, {scope.expr(expr.part)}, {by})", ATOM)
        case ir.CellOfSpot():
            return Py(f"{scope.expr(expr.of).at(ATOM)}[:2]", ATOM)
        case ir.PartOfSpot():
            return Py(f"{scope.expr(expr.of).at(ATOM)}[2]", ATOM)
        case ir.TurnOfSpot():
            return Py(f"{scope.expr(expr.of).at(ATOM)}[3]", ATOM)


def supply(token: str, scope: Scope) -> Py:
    """Returns the limit minus what lies out."""
    layout = scope.unit.layout
    (declared,) = (each for each in scope.unit.game.tokens if each.name == token)
    out = [f"sum({layout.member(scope.state, layout.tokens[token, holder], None)})" for holder in declared.holders]
    return Py(" - ".join([scope.expr(declared.limit).at(SUM), *out]), SUM)


def _field(of: ir.Expr, field: str, scope: Scope) -> Py:
    match of.domain:
        case Piece(component=owner) | Record(name=owner):
            return Py(f"{scope.expr(of).at(ATOM)}.{scope.unit.layout.attributes[owner, field]}")
        case Enum(kind=kind):
            return Py(f"{scope.unit.kind_fields[kind, field]}[{scope.expr(of)}]")
        case other:
            raise TypeError(f"{other} has no fields")


def _with_state(name: str, texts: list[str], scope: Scope) -> list[str]:
    return texts if name in scope.unit.stateless else [scope.state, *texts]
