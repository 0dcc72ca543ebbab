"""A position with open parts as terms, as it is laid out: the state, and when it can be set up.

INVARIANT: whatever is given is as the engine has it; a term stands only for what is open, and for where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

from attrs import evolve, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.specialise import with_seats
from refengine.rulings.beginning import Beginning
from refengine.rulings.bench import Bench
from refengine.rulings.fillings import Filling, OpenCell, OpenFields, Pieces, filled
from refengine.rulings.positions import position_of
from refengine.rulings.proving.beyond import BROKEN, STARTS, UNPRINTED, BeyondTerms
from refengine.rulings.proving.held_values import HeldValueReader
from refengine.rulings.proving.parts import (
    CellTerms,
    PartTerms,
    PiecesTerms,
    PrintedTerms,
    cell_terms,
    piece_of,
    pieces_terms,
    printed_terms,
)
from refengine.runtime.description import GivenNew, GivenPiece
from refengine.runtime.fault import BadData, Fault
from refengine.runtime.positions import lying
from refengine.smt.encode.expressions import world_of
from refengine.smt.encode.world import World
from refengine.smt.solving.model import Model
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Value
from refengine.smt.terms.values import Values
from refengine.smt.terms.zones import Heap, Slot, Zone
from refengine.smt.unsupported import Unsupported

if TYPE_CHECKING:
    from refengine.runtime.game import State as EngineState


@frozen(eq=False)
class LaidPosition:
    """A position as it is laid out, before anything happens in it: the state, and the terms that it can be set up.

    `unread` are the zones that no term says anything of.
    """

    held: HeldValueReader
    state: State
    parts: tuple[PartTerms, ...]
    conditions: tuple[Bool, ...]
    unread: frozenset[str]

    def filling(self, found: Model) -> Filling:
        """Returns the way to fill what is open that a model is."""
        return tuple(each.choice(found) for each in self.parts)


def position_terms(beginning: Beginning) -> LaidPosition:
    """Returns the position with which a dispute begins as terms; raises `Unsupported` for what no term says."""
    bench, given = beginning.bench, beginning.given
    assert given is not None  # or nothing would be open
    printed = {each.given for each in beginning.parts if isinstance(each, OpenFields)}
    cells = tuple(each for each in beginning.parts if isinstance(each, OpenCell))
    known = evolve(given, facts=tuple(each for each in given.facts if each[0] not in printed), phase=None)
    try:
        base = position_of(bench.game, beginning.example, filled(bench, known, cells, tuple((0,) for _ in cells)))
    except (BadData, Fault) as bad:
        raise BeyondTerms(BROKEN) from bad
    held = HeldValueReader(bench, _world(bench))
    parts = tuple(_parts(held, beginning))
    state, conditions, unread = _State(held, parts, base).made()
    return LaidPosition(held, state, parts, (*conditions, *(each.holds for each in parts)), unread)


def _world(bench: Bench) -> World:
    """Returns the game of a table as the prover reads it, by the table's readings and options."""
    # What is played of texts are the phases of their names, as the engine has them.
    seated, unseated = (evolve(each, texts=()) for each in (bench.world.rules, bench.sources.rules))
    configuration: dict[tuple[str, str], Value] = {("players", "players"): bench.configuration.players}
    configuration |= {("question", name): held for name, held in bench.answers.readings.items()}
    configuration |= {("option", name): held for name, held in bench.world.options.items()}

    @cache
    def fewer(players: int) -> model.Game:
        return seated if players == bench.configuration.players else with_seats(unseated, players)

    return world_of(seated, Values(seated, terms=Terms()), configuration, fewer)


def _parts(held: HeldValueReader, beginning: Beginning) -> Iterator[PartTerms]:
    assert beginning.given is not None
    for number, part in enumerate(beginning.parts, start=1):
        match part:
            case Pieces():
                yield pieces_terms(held, part, number)
            case OpenCell():
                yield cell_terms(held, part, number)
            case OpenFields():
                (fact,) = (fact for at, fact in beginning.given.facts if at == part.given)
                assert isinstance(fact, GivenPiece)
                assert isinstance(fact.piece, GivenNew)
                known = held.data(part.component, fact.piece.data, part.fields)
                yield printed_terms(held, part, known, number)


# ---- THE STATE


@frozen(eq=False)
class _State:
    """The state with open parts, made of the one in which nothing fills them."""

    held: HeldValueReader
    parts: Sequence[PartTerms]
    base: EngineState

    def made(self) -> tuple[State, list[Bool], frozenset[str]]:
        """Returns the state, the terms that it can be set up, and the zones of which no term says anything."""
        conditions: list[Bool] = []
        zones: dict[str, tuple[Zone, ...]] = {}
        unread = set()
        for name, info in self.held.bench.world.zones.items():
            told = [pieces for _, pieces in lying(info, self.base)]
            try:
                zones[name] = tuple(self._zone(name, key, pieces, conditions) for key, pieces in enumerate(told))
            except Unsupported:
                if any(_is_in(each, name) for each in self.parts):
                    raise
                unread.add(name)
        return State(zones, self._variables(), self._tokens(conditions)), conditions, frozenset(unread)

    def _zone(self, name: str, key: int, pieces: Sequence[object], conditions: list[Bool]) -> Zone:
        zone = self.held.zone(name, pieces)
        for each in self.parts:
            if isinstance(each, PiecesTerms | PrintedTerms) and _lies_in(each, name, key):
                zone = self._with(zone, each, conditions)
        info = self.held.bench.world.zones[name]
        cap = 1 if info.single else info.cap
        if cap is not None:
            conditions.append(self._terms.at_most(self.held.world.layout.number_in(zone), cap))
        starts = self.held.bench.world.components[info.component].starts_in
        return self._left(zone, info.component, conditions) if starts == name else zone

    def _with(self, zone: Zone, part: PiecesTerms | PrintedTerms, conditions: list[Bool]) -> Zone:
        """Returns a zone with what fills an open part in it; where there is no room for it, no way is a position."""
        if isinstance(zone, Slot):
            if zone.present is not False or (isinstance(part, PiecesTerms) and part.part.open.count != 1):
                conditions.append(False)
                return zone
            return Slot(True, piece_of(self.held, part) if isinstance(part, PiecesTerms) else part.piece)  # noqa: FBT003
        if isinstance(part, PrintedTerms):
            raise BeyondTerms(UNPRINTED)
        terms = self._terms
        size = terms.add(zone.size, part.part.open.count)
        if zone.alike:
            counts = dict(part.counts)
            numbers = tuple(terms.add(held, counts.get(number, 0)) for number, held in enumerate(zone.held))
            return Heap(numbers, size, alike=True)
        among = dict(part.among)
        truths: tuple[Bool, ...] = tuple(
            terms.or_(cast("Bool", held), among.get(number, False)) for number, held in enumerate(zone.held)
        )
        return Heap(truths, size, alike=False)

    def _left(self, zone: Zone, component: str, conditions: list[Bool]) -> Zone:
        """Returns the zone in which pieces start, without those that fill open parts: there has to be each of them."""
        taken: dict[int, list[Num]] = {}
        for each in self.parts:
            if isinstance(each, PiecesTerms) and each.part.component == component:
                for number, count in each.counts:
                    taken.setdefault(number, []).append(count)
            elif isinstance(each, PrintedTerms) and each.part.component == component:
                for number, row in enumerate(self.held.world.values.printed[component]):
                    here = self._terms.equal(each.piece.index, row.index)
                    taken.setdefault(number, []).append(self._terms.if_number(here, 1, 0))
        if not taken:
            return zone
        if isinstance(zone, Slot):
            raise BeyondTerms(STARTS)
        terms, gone = self._terms, {number: self._terms.sum(counts) for number, counts in taken.items()}
        there = [each if zone.alike else int(bool(each)) for each in zone.held]
        conditions += [terms.at_most(count, there[number]) for number, count in gone.items()]
        size = terms.minus(zone.size, terms.sum(gone.values()))
        if zone.alike:
            numbers = tuple(terms.minus(each, gone.get(number, 0)) for number, each in enumerate(there))
            return Heap(numbers, size, alike=True)
        truths: tuple[Bool, ...] = tuple(
            terms.and_(bool(each), terms.at_most(gone.get(number, 0), 0)) for number, each in enumerate(there)
        )
        return Heap(truths, size, alike=False)

    def _variables(self) -> Mapping[str, tuple[Value, ...]]:
        open_ = {
            (each.part.of.name, each.part.key or 0): each.of.value
            for each in self.parts
            if isinstance(each, CellTerms) and isinstance(each.part.of, ir.ReadVariable)
        }
        found = {}
        for variable in self.held.world.game.variables:
            stored = getattr(self.base, self.held.bench.world.variables[variable.name].attribute)
            cells = stored if variable.index is not None else (stored,)
            found[variable.name] = tuple(
                open_[variable.name, key] if (variable.name, key) in open_ else self.held.value(variable.domain, each)
                for key, each in enumerate(cells)
            )
        return found

    def _tokens(self, conditions: list[Bool]) -> Mapping[tuple[str, str], tuple[Num, ...]]:
        bench, terms = self.held.bench, self._terms
        found: dict[tuple[str, str], tuple[Num, ...]] = {}
        for name, info in bench.world.tokens.items():
            for holder, attribute in info.holders:
                numbers: list[Num] = [int(each) for each in getattr(self.base, attribute)]
                for each in self.parts:
                    of = each.part.of if isinstance(each, CellTerms) else None
                    if isinstance(of, ir.TokensOn) and (of.token, of.holder) == (name, holder):
                        assert isinstance(each, CellTerms)
                        assert each.part.key is not None
                        numbers[each.part.key] = each.of.number
                found[name, holder] = tuple(numbers)
            out = [number for (token, _), numbers in found.items() if token == name for number in numbers]
            conditions.append(terms.at_most(terms.sum(out), info.limit))
        return found

    @property
    def _terms(self) -> Terms:
        return self.held.world.terms


def _is_in(part: PartTerms, zone: str) -> bool:
    """Returns whether something that is open lies in a zone."""
    match part.part:
        case Pieces(zone=name) | OpenFields(place=(name, _)):
            return name == zone
        case _:
            return False


def _lies_in(part: PiecesTerms | PrintedTerms, zone: str, key: int) -> bool:
    match part.part:
        case Pieces(zone=name, key=at) | OpenFields(place=(name, at)):
            return (name, at) == (zone, key)
