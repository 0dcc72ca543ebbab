"""Narrowing of what is open: pieces that may not lie in a place by themselves, whatever else is open.

INVARIANT: a piece is left out only by a sentence about every piece in the place, of which no part reads anything open:
so it is broken by every filling with this piece, as the position is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from refengine.ir import control, expressions as ir, game as model
from refengine.rulings.bench import Bench
from refengine.rulings.fillings import OpenCell, OpenFields, Part, Pieces
from refengine.rulings.positions import GivenFacts, position_of
from refengine.rulings.world import NOWHERE
from refengine.runtime.description import GivenPiece
from refengine.runtime.fault import BadData, Fault


def narrowed(
    bench: Bench, example: model.Example, given: GivenFacts, parts: Sequence[Part]
) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Returns the parts without the pieces that may not lie there, and what the invariants cite that say so."""
    opened = frozenset(name for each in parts for name in _names(each))
    bare = evolve(given, phase=None)
    by: dict[str, None] = {}
    found: list[Part] = []
    for part in parts:
        if not isinstance(part, Pieces):
            found.append(part)
            continue
        sentences = [
            (invariant.clause, sentence)
            for invariant in bench.world.rules.invariants
            if not invariant.step and not invariant.phases and invariant.during is None
            for sentence in _about_every_piece(bench, invariant.condition, part.zone, opened)
        ]
        stock = []
        for number, copies in part.stock:
            broken = next(_broken(bench, example, bare, part, number, sentences), None)
            if broken is None:
                stock.append((number, copies))
            else:
                by.update(dict.fromkeys(map(str, broken.cites)))
        found.append(evolve(part, stock=tuple(stock)))
    return tuple(found), tuple(by)


def _names(part: Part) -> Iterator[str]:
    """Yields what an open part may change: zones, variables and tokens."""
    match part:
        case Pieces(zone=zone) | OpenFields(place=(zone, _)):
            yield zone
        case OpenCell(of=ir.ReadVariable(name=name)) | OpenCell(of=ir.TokensOn(token=name)):
            yield name
        case _:
            pass


def _about_every_piece(bench: Bench, expr: ir.Expr, zone: str, opened: frozenset[str]) -> Iterator[ir.Expr]:
    """Yields the parts of a condition that say something of every piece in a zone by itself."""
    match expr:
        case ir.And(parts=parts):
            for each in parts:
                yield from _about_every_piece(bench, each, zone, opened)
        case ir.ForAll():
            if _is_about(bench, expr, zone, opened):
                yield expr
        case _:
            pass


def _is_about(bench: Bench, expr: ir.Expr, zone: str, opened: frozenset[str]) -> bool:
    match expr:
        case ir.ForAll(binding=binding):
            match binding.domain:
                case ir.Contents(zone=there, key=key) if there == zone:
                    keys = () if key is None else (key,)
                    return not bench.steps.reads(*keys, binding.condition, expr.body) & opened
                case other:
                    inside = bench.steps.reads(other, binding.condition)
                    return not inside & opened and _is_about(bench, expr.body, zone, opened)
        case _:
            return False


def _broken(
    bench: Bench,
    example: model.Example,
    given: GivenFacts,
    part: Pieces,
    number: int,
    sentences: Sequence[tuple[control.Clause, ir.Expr]],
) -> Iterator[control.Clause]:
    """Yields the clauses of the sentences that hold without a piece in a place and do not with it."""
    if not sentences:
        return
    piece = bench.world.components[part.component].pieces[number]
    place = bench.world.places[part.zone][part.key]
    more = evolve(given, facts=(*given.facts, (len(given.facts), GivenPiece(piece, place))))
    try:
        before = bench.evaluation(position_of(bench.game, example, given))
        after = bench.evaluation(position_of(bench.game, example, more))
        for clause, sentence in sentences:
            if before.value(sentence, {}, NOWHERE) and not after.value(sentence, {}, NOWHERE):
                yield clause
    except (BadData, Fault):
        return
