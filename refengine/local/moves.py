"""Moves that find their piece and have room, rounds that commute and writes that are apart: by the text around them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.commuting import commutes, commutes_at_once, zones_of
from refengine.ir.domain import CELLS, Piece
from refengine.ir.equality import are_equal
from refengine.ir.footprint import footprint
from refengine.ir.traverse import walk
from refengine.local.abstraction import Abstraction
from refengine.local.scripts import ValueReads
from refengine.local.sites import Site


@define
class Moves:
    """The moves of one game."""

    rules: model.Game
    reads: ValueReads

    def finds_its_piece(self, site: Site, move: control.MovePiece, made: Abstraction) -> bool:
        """Returns whether a piece surely lies where it is taken from."""
        if not isinstance(move.source, ir.PlaceAt) or move.amount not in (None, ir.Number(1)):
            return False
        place = ir.Contents(move.source.zone, move.source.key, move.component)
        if isinstance(move.piece, ir.Local) and site.loops:
            return _is_fixed(place.key) and _takes_its_own(site, move.piece, place)
        if site.together is not None:
            return False  # what is done at the same time may have taken it
        match move.piece:
            case ir.The(binding=binding, otherwise=None) if binding.domain == place:
                return True
            case ir.The(binding=ir.Binding(var, ir.AllMembers(of=Piece()), condition), otherwise=None):
                # Whatever lies there is of its owner, and what is named is the only one that is.
                return self._is_of(var, condition, move.source) and made.excludes(site.known, made.is_empty(place))
            case ir.Local() as piece:
                return ir.Contains(piece, place) in site.known
            case _:
                return False

    def _is_of(self, var: ir.Local, condition: ir.Expr, source: ir.PlaceAt) -> bool:
        """Returns whether a condition says of a piece only whose it is, and no piece of others ever comes there."""
        match condition:
            case ir.Equal(left=ir.FieldOf(of=of, field=field, key=None)) if of == var:
                return are_equal(condition.right, source.key) and field in self.owners_of(source.zone)
            case _:
                return False

    def owners_of(self, zone: str) -> frozenset[str]:
        """Returns the fields of pieces that say to which member of a family of zones they may come at all."""
        told = next(each for each in self.rules.zones if each.name == zone)
        component = next(each for each in self.rules.components if each.name == told.component)
        found = {each.name for each in component.fields}
        if told.index is None or component.starts_in == zone:
            return frozenset()
        for script in (self.rules.setup, *self.rules.phases):
            for point in script.points:
                for move, conditions in _moves(point.effects, ()):
                    found &= _fields_that_lead(move, zone, conditions, found)
        return frozenset(found)

    def has_room(self, site: Site, move: control.MovePiece) -> bool:
        """Returns whether there surely is room: on a spot that lies, as one that was chosen does."""
        target = move.target
        if not isinstance(target, ir.PlaceAt) or target.key is None or site.together is not None:
            return False
        zone = next(each for each in self.rules.zones if each.name == target.zone)
        part = next((each for each in self.rules.parts if each.name == zone.index), None)
        if part is None or zone.cap is not None:
            return False
        return any(
            isinstance(each, ir.Contains) and are_equal(each.item, target.key) and self._are_spots(each.set, part)
            for each in site.known
        )

    def _are_spots(self, members: ir.Expr, part: model.Part) -> bool:
        """Returns whether whatever is in a set is a part of something that lies."""
        match members:
            case ir.SpotsOf(spot=spot, zone=zone):
                return zone == part.zone and spot.part == part.name
            case ir.Filter(binding=binding):
                return self._are_spots(binding.domain, part)
            case ir.If(then=one, otherwise=other) | ir.SetArith(op="union", left=one, right=other):
                return self._are_spots(one, part) and self._are_spots(other, part)
            case ir.SetArith(op="minus"):
                return self._are_spots(members.left, part)
            case ir.CallValue(name=name):
                value = next(each for each in self.rules.values if each.name == name)
                return all(self._are_spots(each, part) for each in _results(value.body))
            case _:
                return False

    def any_order(self, site: Site, loop: control.Each) -> bool:
        """Returns whether the rounds of a loop come to the same in any order."""
        if any(zone.ordered for zone in self.rules.zones) or self._puts_on_what_it_lays(loop):
            return False
        if site.together is not None:
            return commutes_at_once(loop)
        return commutes(loop, self.reads) or _takes_pieces_of_its_own(loop)

    def _puts_on_what_it_lays(self, loop: control.Each) -> bool:
        """Returns whether a loop may lay pieces on a grid and put others on their spots, which have to be there."""
        spots = {each.name for each in self.rules.parts}
        come_to = [zone for each in walk(loop) if isinstance(each, control.MovePiece) for zone in self._come_to(each)]
        return any(zone.index == CELLS for zone in come_to) and any(zone.index in spots for zone in come_to)

    def _come_to(self, move: control.MovePiece) -> Iterator[model.Zone]:
        """Yields the zones to which a move may take its piece."""
        named = zones_of(move.target)
        yield from (
            each
            for each in self.rules.zones
            if each.component == move.component and (named is None or each.name in named)
        )

    def write_apart(self, together: control.Simultaneous) -> bool:
        """Returns whether no two of some effects that happen at once write one cell, nor move one piece."""
        changes = [each for effect in together.body for each in walk(effect) if isinstance(each, control.Change)]
        moves = [each for each in changes if isinstance(each, control.MovePiece)]
        others = [each for each in changes if not isinstance(each, control.MovePiece)]
        if not all(isinstance(each, control.AddNumber | control.AddMember) for each in others):
            return False
        # What one puts in another might take out.
        ways = {(each.name, each.present) for each in others if isinstance(each, control.AddMember)}
        if len(ways) > len({name for name, _ in ways}):
            return False
        if not moves:
            return True
        return len(moves) == 1 and self._is_moved_once(together.body, moves[0])

    def _is_moved_once(self, body: tuple[control.Effect, ...], move: control.MovePiece) -> bool:
        """Returns whether a move is of each piece that lies in a place, or in each place of a family, once."""
        loops = _loops_around(body, move)
        if not loops or not isinstance(move.source, ir.PlaceAt):
            return False
        *outer, loop = loops
        place = ir.Contents(move.source.zone, move.source.key, move.component)
        is_of_it = loop.binding.var == move.piece and loop.binding.domain == place and move.amount is None
        return is_of_it and _are_about_places_of_their_own(outer, place)


def _results(body: model.Body) -> tuple[ir.Expr, ...]:
    """Returns the expressions of which one is what a value comes to; of a region the member with which it begins."""
    match body:
        case model.Single():
            return (body.result,)
        case model.General(exceptions=exceptions):
            return (body.normally, *(each.result for each in exceptions))
        case model.Cases(cases=clauses) | model.Sums(clauses=clauses):
            return tuple(each.result for each in clauses)
        case model.Joined(start=start):
            return (start,)


def _moves(
    body: tuple[control.Effect, ...], known: tuple[ir.Expr, ...]
) -> Iterator[tuple[control.MovePiece, tuple[ir.Expr, ...]]]:
    """Yields the moves among effects, each with the conditions of the loops around it."""
    for each in body:
        match each:
            case control.MovePiece():
                yield each, known
            case control.Each(binding=binding, body=inner):
                yield from _moves(inner, (*known, binding.condition))
            case control.When(then=then, otherwise=otherwise):
                yield from _moves(then, known)
                yield from _moves(otherwise, known)
            case control.Branches(cases=cases):
                for case in cases:
                    yield from _moves(case.body, known)
            case control.Simultaneous(body=inner):
                yield from _moves(inner, known)
            case _:
                pass


def _fields_that_lead(
    move: control.MovePiece, zone: str, conditions: tuple[ir.Expr, ...], fields: set[str]
) -> set[str]:
    """Returns the fields by which a move takes its piece to the right member of a family of zones, if it goes there."""
    target = move.target
    if not isinstance(target, ir.PlaceAt):
        return set()
    if target.zone != zone:
        return fields
    return {
        field
        for field in fields
        if (isinstance(target.key, ir.FieldOf) and target.key == ir.FieldOf(move.piece, field, None, target.key.domain))
        or any(_says(each, move.piece, field, target.key) for each in conditions)
    }


def _is_fixed(key: ir.Expr | None) -> bool:
    """Returns whether a key is the same in whatever state."""
    return key is None or isinstance(key, ir.Local | ir.Member | ir.Number)


def _takes_its_own(site: Site, piece: ir.Local, place: ir.Contents) -> bool:
    """Returns whether each round of a loop takes only the piece that it is about, from where all of them lie."""
    *outer, loop = site.loops
    if loop.binding.var != piece or loop.binding.domain != place or len(_takes(loop.body, place.zone)) != 1:
        return False
    if site.together is None:
        return True
    # All is read in the state before, so nothing else that happens at once may take from there.
    return len(_takes(site.together.body, place.zone)) == 1 and _are_about_places_of_their_own(outer, place)


def _are_about_places_of_their_own(outer: list[control.Each], place: ir.Contents) -> bool:
    """Returns whether no two rounds of the loops around are about the same place of a family."""
    if not outer:
        return True
    (*others, nearest) = outer
    each_once = isinstance(nearest.binding.domain, ir.AllMembers | ir.SpotsTaken | ir.SpotsOf | ir.CellsOf)
    return not others and each_once and place.key == nearest.binding.var


def _takes_pieces_of_its_own(loop: control.Each) -> bool:
    """Returns whether each round moves, from one place to others, those pieces on which its own name is printed."""
    match loop.body:
        case (control.Each(binding=ir.Binding(var=piece, domain=ir.Contents(zone=zone, key=key)) as inner, body=body),):
            pass
        case _:
            return False
    match body:
        case (control.MovePiece(piece=moved, source=ir.PlaceAt() as source, target=ir.PlaceAt() as target) as move,):
            is_from_there = (
                source.zone == zone and are_equal(source.key, key) and _is_fixed(key) and key != loop.binding.var
            )
            goes_elsewhere = target.zone != zone and moved == piece and move.amount is None and move.turned is None
            reads = footprint(inner.condition, *(() if target.key is None else (target.key,)))
            says = any(
                _says(inner.condition, piece, each, loop.binding.var)
                for node in walk(inner.condition)
                if isinstance(node, ir.FieldOf)
                for each in (node.field,)
            )
            return is_from_there and goes_elsewhere and says and not reads.state and not reads.values
        case _:
            return False


def _says(condition: ir.Expr, piece: ir.Expr, field: str, key: ir.Expr | None) -> bool:
    """Returns whether a condition says that a field of a piece is this key."""
    match condition:
        case ir.And(parts=parts):
            return any(_says(each, piece, field, key) for each in parts)
        case ir.Equal(left=ir.FieldOf(of=of, field=name, key=None)):
            return name == field and are_equal(of, piece) and are_equal(condition.right, key) and _is_fixed(key)
        case _:
            return False


def _takes(body: tuple[control.Effect, ...], zone: str) -> list[control.MovePiece]:
    """Returns the moves among effects, and in them, that may take something from a zone."""
    moves = (each for effect in body for each in walk(effect) if isinstance(each, control.MovePiece))
    return [each for each in moves if not isinstance(each.source, ir.PlaceAt) or each.source.zone == zone]


def _loops_around(body: tuple[control.Effect, ...], move: control.MovePiece) -> list[control.Each]:
    """Returns the loops that a move is in, the outermost first."""
    for each in body:
        if isinstance(each, control.Each) and any(node is move for node in walk(each)):
            return [each, *_loops_around(each.body, move)]
        if any(node is move for node in walk(each)) and isinstance(each, control.When):
            return _loops_around((*each.then, *each.otherwise), move)
    return []
