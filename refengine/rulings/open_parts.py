"""Open parts of a dispute at one table: what may fill each of them, or why nothing can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from refengine.ir import expressions as ir, game as model, lines as happening
from refengine.ir.domain import (
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place,
    Range,
    Record,
    SetOf,
    Spot,
    Truth,
)
from refengine.rulings import errors
from refengine.rulings.bench import Bench
from refengine.rulings.fillings import OpenCell, OpenFields, Part, Pieces
from refengine.rulings.positions import GivenFacts, position_of
from refengine.rulings.questions import OpenPart
from refengine.rulings.world import NOWHERE
from refengine.runtime import grids, spots
from refengine.runtime.description import GivenPiece
from refengine.runtime.fault import BadData, Fault
from refengine.runtime.positions import lying
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span

if TYPE_CHECKING:
    from refengine.runtime.game import State

MOST_MEMBERS = 10
"""The number of members up to which a set may be open."""

MOST_TOKENS = 1_000
"""The number of tokens up to which their number may be open."""


def parts_of(
    bench: Bench, example: model.Example, given: GivenFacts, opened: tuple[OpenPart, ...], place: Span
) -> tuple[tuple[Part, ...], tuple[Diagnostic, ...]]:
    """Returns the open parts of a dispute, or what is wrong with them.

    What is asked of them stands last among the lines of the example.
    """
    asked = iter(example.lines[len(example.lines) - sum(each.asked is not None for each in opened) :])
    parts: list[Part] = []
    wrong: list[Diagnostic] = []
    stock: Mapping[str, Mapping[int, int]] = {}
    if any(each.sort == "pieces" for each in opened):
        made_up = {
            number
            for number, each in enumerate(example.given)
            if isinstance(each, model.PutPiece) and isinstance(each.piece, model.NewPiece)
        }
        printed = GivenFacts(tuple(each for each in given.facts if each[0] not in made_up), None)
        try:
            stock = _stock(bench, position_of(bench.game, example, printed))
        except BadData as bad:
            return (), (errors.no_position(bad.message, bad.hint, place),)
    for each in opened:
        line = next(asked) if each.asked is not None else None
        expr = line.condition if isinstance(line, happening.Expect) else None
        found: Part | Diagnostic
        if each.sort == "pieces":
            try:
                found = _pieces(bench, each, expr, stock)
            except Fault as fault:
                found = errors.no_position(f"what is given has no value: {fault.message}", None, each.span)
        elif each.sort == "variable":
            found = _variable(bench, example, each, expr)
        else:
            found = _fields(bench, example, given, each)
        if isinstance(found, Diagnostic):
            wrong.append(found)
        else:
            parts.append(found)
    return tuple(parts), tuple(wrong)


def _stock(bench: Bench, state: State) -> Mapping[str, Mapping[int, int]]:
    """Returns by component how many of each piece lie where they start."""
    found: dict[str, Counter[int]] = {}
    for each in bench.game.description.components:
        zone = bench.world.zones[each.starts_in]
        found[each.name] = Counter(piece.index for _, held in lying(zone, state) for piece in held)
    return found


def _pieces(
    bench: Bench, open_: OpenPart, expr: ir.Expr | None, stock: Mapping[str, Mapping[int, int]]
) -> Pieces | Diagnostic:
    members = expr.binding.domain if isinstance(expr, ir.Filter) else expr
    if not isinstance(members, ir.Contents):
        return errors.open_where(open_.span, "as in `any 2 cards in hand of 1`")
    where, bound = members, expr.binding if isinstance(expr, ir.Filter) else None
    zone = bench.world.zones[where.zone]
    if where.key is None and zone.index is not None:
        return errors.open_where(open_.span, f"say which: `{where.zone} of ...`")
    if open_.word in bench.world.components and open_.word != zone.component:
        return errors.other_component(open_.word, zone.component, open_.span)
    if zone.turned is not None:
        return errors.open_where(open_.span, "on a grid that turns pieces say which lies there, and how it is turned")
    info = bench.world.components[zone.component]
    if zone.name == info.starts_in:
        return errors.all_there(open_.span)
    bare = bench.evaluation(bench.game.position({}))
    if where.key is not None and bench.steps.reads(where.key):
        return errors.open_where(open_.span, f"say where of `{where.zone}`, by nothing that the position says")
    key = 0 if where.key is None else _place_key(bare.value(where.key, {}, NOWHERE), where.key.domain)
    late = bound is not None and bool(bench.steps.reads(bound.condition))
    left = tuple(
        (number, copies)
        for number, copies in sorted(stock[zone.component].items())
        if number < len(info.pieces)
        and (bound is None or late or bare.value(bound.condition, {bound.var: info.pieces[number]}, NOWHERE))
    )
    return Pieces(open_, zone.name, key, zone.component, left, zone.ordered, bound if late else None)


def _place_key(found: Any, domain: Domain) -> int | grids.Cell | spots.Spot:
    return found if isinstance(domain, Cell | Spot) else _key(found, domain)


def _key(found: Any, domain: Domain) -> int:
    return int(found.index if isinstance(domain, Piece) else found)


def _variable(bench: Bench, example: model.Example, open_: OpenPart, expr: ir.Expr | None) -> OpenCell | Diagnostic:
    if not isinstance(expr, ir.ReadVariable | ir.TokensOn):
        return errors.no_variable(open_.span)
    bare = bench.evaluation(bench.game.position({}))
    at = next(
        (number for number, each in enumerate(example.given) if _puts(each) == _said(expr)),
        None,
    )
    if at is None:
        return errors.no_variable(open_.span)
    key = None if expr.key is None else _key(bare.value(expr.key, {}, NOWHERE), expr.key.domain)
    if isinstance(expr, ir.TokensOn):
        most = bare.value(bench.world.limits[expr.token], {}, NOWHERE)
        values: tuple[Any, ...] | None = tuple(range(most + 1)) if most <= MOST_TOKENS else None
    else:
        values = all_of(bench, expr.domain)
    return errors.without_end(open_.span) if values is None else OpenCell(open_, at, expr, key, values)


def _puts(given: model.Given) -> object:
    match given:
        case model.PutVariable(name=name):
            return name, given.key
        case model.PutTokens(token=token, holder=holder):
            return token, holder, given.key
        case _:
            return None


def _said(expr: ir.ReadVariable | ir.TokensOn) -> object:
    return (expr.name, expr.key) if isinstance(expr, ir.ReadVariable) else (expr.token, expr.holder, expr.key)


def _fields(bench: Bench, example: model.Example, given: GivenFacts, open_: OpenPart) -> OpenFields | Diagnostic:
    made_up = [
        (number, each)
        for number, each in enumerate(example.given)
        if isinstance(each, model.PutPiece) and isinstance(each.piece, model.NewPiece)
    ]
    at, put = made_up[open_.number]
    assert isinstance(put.piece, model.NewPiece)
    info = bench.world.components[put.piece.component]
    known = [each.name for each in info.fields if each.index is None]
    numbers = {each.name: number for number, each in enumerate(info.fields)}
    values: list[tuple[Any, ...]] = []
    for name, span in open_.fields:
        if name not in known:
            return errors.no_open_field(info.name, name, span, known)
        found = all_of(bench, info.fields[numbers[name]].domain)
        if found is None:
            return errors.without_end(span)
        values.append(found)
    (fact,) = (fact for number, fact in given.facts if number == at)
    assert isinstance(fact, GivenPiece)
    where = (fact.place.zone, fact.place.key)
    return OpenFields(open_, at, info.name, where, tuple(numbers[name] for name, _ in open_.fields), tuple(values))


def all_of(bench: Bench, domain: Domain) -> tuple[Any, ...] | None:
    """Returns everything of a domain as the engine holds it; None if that is without end, or too much."""
    match domain:
        case Truth():
            return (False, True)
        case Range(low=low, high=high):
            return tuple(range(low, high + 1)) if high - low <= MOST_TOKENS else None
        case Enum(kind=kind):
            return tuple(range(len(bench.speech.codec.members[kind])))
        case Option(inner=inner):
            found = all_of(bench, inner)
            return None if found is None else (None, *found)
        case Piece(component=component):
            return tuple(bench.world.components[component].pieces)
        case Place(component=component):
            zones = [each for each in bench.game.description.zones if each.component == component]
            if any(each.is_endless for each in zones):
                return None
            return tuple(chain.from_iterable(each.places for each in zones))
        case SetOf(inner=Piece()):
            return None
        case SetOf(inner=inner):
            found = all_of(bench, inner)
            if found is None or len(found) > MOST_MEMBERS:
                return None
            return tuple(chain.from_iterable(combinations(found, size) for size in range(len(found) + 1)))
        case Count() | Record() | Cell() | Spot():
            return None
