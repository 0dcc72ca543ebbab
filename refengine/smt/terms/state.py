"""States as terms: what lies where, variables, tokens; a state that nothing is known of, and what holds of every state.

A zone of at most one is a slot: a piece, and whether it is there. In another zone there is a truth for each printed
piece, or a number for each sort of pieces that are alike, and beside them how many lie there, so that counting asks
nobody but the count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from attrs import evolve, field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import CELLS, Piece
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import Element, Exclusive, Fact, PieceValue, SetValue, Value
from refengine.smt.terms.values import PLACES, Values
from refengine.smt.terms.zones import Heap, Slot, Zone
from refengine.smt.unsupported import SPOT, Unsupported


@frozen(eq=False)
class State:
    """A state: each zone and variable with an entry for each key (one, where there is no family)."""

    zones: Mapping[str, tuple[Zone, ...]]
    variables: Mapping[str, tuple[Value, ...]]
    tokens: Mapping[tuple[str, str], tuple[Num, ...]]
    beyond: Mapping[str, Heap] = field(factory=dict)
    """The pieces on each grid that lie in none of the cells of the window."""
    from_start: bool = False
    """Whether the middle of the window is the first cell, and nothing has happened outside it."""

    def outside(self, zone: str) -> tuple[Heap, ...]:
        """Returns what lies on a grid outside the window; nothing does of another zone."""
        return (self.beyond[zone],) if zone in self.beyond else ()

    def with_zone(self, name: str, key: int, zone: Zone) -> State:
        """Returns the state with one zone changed."""
        members = self.zones[name]
        if members[key] is zone:
            return self
        return evolve(self, zones={**self.zones, name: (*members[:key], zone, *members[key + 1 :])})

    def with_variable(self, name: str, key: int, value: Value) -> State:
        """Returns the state with one variable changed."""
        cells = self.variables[name]
        return evolve(self, variables={**self.variables, name: (*cells[:key], value, *cells[key + 1 :])})

    def with_tokens(self, name: tuple[str, str], key: int, number: Num) -> State:
        """Returns the state with another number of tokens on a holder."""
        cells = self.tokens[name]
        return evolve(self, tokens={**self.tokens, name: (*cells[:key], number, *cells[key + 1 :])})


@frozen
class Layout:
    """The layout of a game's state in terms, under one number of players."""

    values: Values
    zones: Mapping[str, model.Zone]
    order: tuple[str, ...]
    """The zones in order: a zone's place in it makes the numbers of places."""

    def size(self, index: str | None) -> int:
        """Returns the number of members of a family with this index."""
        if index is None:
            return 1
        if index == CELLS:
            return self.values.of_cells().size
        if index in self.values.components:
            return len(self.values.components[index].pieces)
        if index not in self.values.kinds:
            raise Unsupported(SPOT)
        return len(self.values.kinds[index].members)

    def is_slot(self, zone: model.Zone) -> bool:
        """Returns whether a zone holds at most one."""
        return zone.cap == ir.Number(1)

    def is_alike(self, component: str) -> bool:
        """Returns whether pieces of a component are alike."""
        return self.values.is_alike(Piece(component))

    # ---- PLACES

    def code(self, zone: str, key: int) -> int:
        """Returns the number of a place."""
        return self.order.index(zone) * PLACES + key

    def codes(self, component: str) -> tuple[tuple[int, str, int], ...]:
        """Returns all places of a component: number, zone, key."""
        return tuple(
            (self.code(name, key), name, key)
            for name, zone in self.zones.items()
            if zone.component == component
            for key in range(self.size(zone.index))
        )

    def place(self, code: int) -> tuple[str, int]:
        """Returns zone and key of a place."""
        return self.order[code // PLACES], code % PLACES

    def emptied(self, heap: Heap) -> Heap:
        """Returns the zone without anything in it."""
        none: tuple[Bool, ...] | tuple[Num, ...] = (0,) * len(heap.held) if heap.alike else (False,) * len(heap.held)
        return Heap(none, 0, heap.alike)

    def place_name(self, code: int) -> str:
        """Returns a place as the rules name it."""
        zone = self.zones[self.order[code // PLACES]]
        return zone.name if zone.index is None else f"{zone.name} of {self.key_name(zone.index, code % PLACES)}"

    def key_name(self, index: str, key: int) -> str:
        """Returns the key of a family in words."""
        if index == CELLS:
            return self.values.of_cells().name(key)
        if index in self.values.components:
            return self.values.components[index].pieces[key].name
        return self.values.kinds[index].members[key]

    # ---- A STATE OF ITS OWN

    def start(self) -> State:
        """Returns the state before the setup: pieces where they start, variables as they start if that is literal."""
        zones: dict[str, tuple[Zone, ...]] = {}
        for name, zone in self.zones.items():
            told = self.values.components[zone.component]
            zones[name] = tuple(
                self._full(told) if told.starts_in == name else self._empty(zone) for _ in range(self.size(zone.index))
            )
        tokens = {
            (token.name, holder): (cast("Num", 0),) * self.size(holder)
            for token in self.values.game.tokens
            for holder in token.holders
        }
        outside = {each.name: self._nothing(each.component) for each in self.grids()}
        return State(zones, {}, tokens, outside, from_start=True)

    def grids(self, component: str | None = None) -> tuple[model.Zone, ...]:
        """Returns the grids, or those of one component."""
        return tuple(
            each for each in self.zones.values() if each.index == CELLS and component in {None, each.component}
        )

    def _empty(self, zone: model.Zone) -> Zone:
        self._expressible(zone)
        if self.is_slot(zone):
            return Slot(present=False, piece=self.values.printed[zone.component][0])
        return self._nothing(zone.component)

    def _nothing(self, component: str) -> Heap:
        alike = self.is_alike(component)
        pieces = self.values.components[component].pieces
        return Heap((0,) * len(pieces) if alike else (False,) * len(pieces), 0, alike)

    def _full(self, component: model.Component) -> Zone:
        alike = self.is_alike(component.name)
        copies = tuple(each.copies for each in component.pieces)
        return Heap(copies if alike else (True,) * len(copies), sum(copies), alike)

    def _expressible(self, zone: model.Zone) -> None:
        if zone.ordered:
            raise Unsupported(f"the order of what lies in `{zone.name}`", zone.clause.origin.span)

    def unknown(self, hint: str = "", over: str | None = None, *, reads: frozenset[str] | None = None) -> State:
        """Returns a state that nothing is known of but what holds of every state, which is told as facts.

        Pieces of the component `over` may have any data; they lie in the slots of those zones that are in `reads`.
        """
        zones: dict[str, tuple[Zone, ...]] = {}
        spare = 0
        for name, zone in self.zones.items():
            self._expressible(zone)
            members: list[Zone] = []
            for key in range(self.size(zone.index)):
                told = f"{hint}{self.place_name(self.code(name, key))}"
                if not self.is_slot(zone):
                    members.append(self._unknown_heap(zone, told, zone.cap))
                elif zone.component == over and (reads is None or name in reads):
                    present = self.values.terms.truth(f"{told} is taken")
                    piece = self.values.unprinted_piece(zone.component, told, spare)
                    members.append(Slot(present, piece, self._unknown_turn(zone, told)))
                    spare += 1
                else:
                    members.append(self._unknown_slot(zone, told))
            zones[name] = tuple(members)
        variables = {
            each.name: tuple(
                self.values.fresh(each.domain, f"{hint}{self._cell_name(each, key)}")
                for key in range(self.size(each.index))
            )
            for each in self.values.game.variables
        }
        tokens = {
            (token.name, holder): tuple(
                self._unknown_count(f"{hint}{token.name} on {self.key_name(holder, key)}")
                for key in range(self.size(holder))
            )
            for token in self.values.game.tokens
            for holder in token.holders
        }
        outside = {
            each.name: self._unknown_heap(each, f"{hint}{each.name} beyond the window", None) for each in self.grids()
        }
        made = State(zones, variables, tokens, outside)
        self._tell_places(made, over)
        return made

    def _cell_name(self, variable: model.Variable, key: int) -> str:
        return variable.name if variable.index is None else f"{variable.name} of {self.key_name(variable.index, key)}"

    def _unknown_count(self, hint: str) -> Num:
        made = self.values.terms.number(hint, 0)
        self.values.facts.append(Fact(self.values.terms._make("at_most", (0, made), "truth")))
        return made

    def _unknown_slot(self, zone: model.Zone, hint: str) -> Slot:
        """Returns a slot; if nothing is in it the piece is some number above the printed ones, so that all differ."""
        terms, told = self.values.terms, self.values.components[zone.component]
        present = terms.truth(f"{hint} is taken")
        alike = self.is_alike(zone.component)
        spare = (
            0
            if alike
            else sum(
                self.size(each.index)
                for each in self.zones.values()
                if each.component == zone.component and self.is_slot(each)
            )
        )
        piece = self.values.fresh_piece(zone.component, hint, spare)
        if spare:
            self.values.facts.append(Fact(terms.implies(present, terms.at_most(piece.index, len(told.pieces) - 1))))
        return Slot(present, piece, self._unknown_turn(zone, hint))

    def _unknown_turn(self, zone: model.Zone, hint: str) -> Num:
        if not zone.turned or zone.sides is None:
            return 0
        return self.values.number(f"turn of {hint}", 0, len(self.values.kinds[zone.sides].members) - 1)

    def _unknown_heap(self, zone: model.Zone, hint: str, cap: ir.Expr | None) -> Heap:
        values, terms = self.values, self.values.terms
        pieces = values.components[zone.component].pieces
        size = terms.number(f"size of {hint}", 0)
        lower: list[Bool] = [terms._make("at_most", (0, size), "truth")]
        held: tuple[Bool, ...] | tuple[Num, ...]
        if self.is_alike(zone.component):
            counts = tuple(values.number(f"number of {each.name} in {hint}", 0, each.copies) for each in pieces)
            lower += [terms.at_most(each, size) for each in counts]
            held, whole = counts, terms.sum(counts)
        else:
            truths: tuple[Bool, ...] = tuple(terms.truth(f"{each.name} in {hint}") for each in pieces)
            lower += [terms.implies(each, terms.at_most(1, size)) for each in truths]
            held, whole = truths, terms.sum(terms.if_number(each, 1, 0) for each in truths)
        values.facts.extend(Fact(each) for each in lower)
        values.facts.append(Fact(terms._make("equal", (size, whole), "truth")))
        if isinstance(cap, ir.Number):
            values.facts.append(Fact(terms.at_most(size, cap.value), f"`{zone.name}` holds at most {cap.value}"))
        return Heap(held, size, self.is_alike(zone.component))

    def _tell_places(self, state: State, over: str | None) -> None:
        """Adds the facts that every printed piece lies in one place, as often as it is printed."""
        terms = self.values.terms
        for component in self.values.game.components:
            if component.name == over:
                continue
            sizes = [
                self.number_in(each)
                for name, zone in self.zones.items()
                if zone.component == component.name
                for each in (*state.zones[name], *state.outside(name))
            ]
            printed = sum(each.copies for each in component.pieces)
            self.values.facts.append(Fact(terms.equal(terms.sum(sizes), printed), "no piece is lost, and none is made"))
            mine = [zone for name, zone in self.zones.items() if zone.component == component.name]
            if not self.is_alike(component.name):
                slots = [each.piece.index for zone in mine for each in state.zones[zone.name] if isinstance(each, Slot)]
                group = object()
                for index in slots:
                    if isinstance(index, Term):
                        terms.apart[index] = group
                self._tell_apart(slots)
            for number, piece in enumerate(component.pieces):
                self._tell_place(state, mine, number, piece)

    def _tell_apart(self, slots: Iterable[Num]) -> None:
        known = list(slots)
        for position, one in enumerate(known):
            for other in known[:position]:
                if isinstance(one, Term) and isinstance(other, Term):
                    apart = self.values.terms.not_(self.values.terms._make("equal", (other, one), "truth"))
                    self.values.facts.append(Fact(apart, "no piece lies in two places"))

    def _tell_place(self, state: State, mine: list[model.Zone], number: int, piece: model.PieceRow) -> None:
        terms = self.values.terms
        holds = [
            self.has(each, number) for zone in mine for each in (*state.zones[zone.name], *state.outside(zone.name))
        ]
        if all(isinstance(each, bool) or (isinstance(each, Term) and each.sort == "truth") for each in holds):
            truths = cast("list[Bool]", holds)
            self.values.facts.append(Exclusive(tuple(truths), "no piece lies in two places"))
            self.values.facts.append(Fact(terms.any(truths), "no piece is lost"))
            return
        counts = [
            each
            if not isinstance(each, bool) and (isinstance(each, int) or each.sort == "number")
            else terms.if_number(each, 1, 0)
            for each in holds
        ]
        whole = terms.equal(terms.sum(counts), piece.copies)
        self.values.facts.append(Fact(whole, "no piece is lost, and none is made"))

    def has(self, zone: Zone, number: int) -> Bool | Num:
        """Returns whether, or how often, a printed piece lies in a zone."""
        if isinstance(zone, Heap):
            return zone.held[number]
        return self.values.terms.and_(zone.present, self.values.terms.equal(zone.piece.index, number))

    def same(self, one: State, other: State) -> Bool:
        """Returns whether two states are the same."""
        terms, values = self.values.terms, self.values
        parts: list[Bool] = []
        for name in self.zones:
            pairs = zip(one.zones[name], other.zones[name], strict=True)
            parts += [self._same_zone(first, second) for first, second in pairs if first is not second]
        parts += [self._same_zone(there, other.beyond[name]) for name, there in one.beyond.items()]
        for variable in values.game.variables:
            cells = zip(one.variables[variable.name], other.variables[variable.name], strict=True)
            parts += [values.same(variable.domain, first, second) for first, second in cells]
        for pool, numbers in one.tokens.items():
            parts += [terms.equal(first, second) for first, second in zip(numbers, other.tokens[pool], strict=True)]
        return terms.all(parts)

    def _same_zone(self, one: Zone, other: Zone) -> Bool:
        terms = self.values.terms
        if isinstance(one, Slot) and isinstance(other, Slot):
            alike = terms.and_(terms.equal(one.piece.index, other.piece.index), terms.equal(one.turn, other.turn))
            return terms.and_(terms.iff(one.present, other.present), terms.implies(one.present, alike))
        assert isinstance(one, Heap)
        assert isinstance(other, Heap)
        pairs = zip(one.held, other.held, strict=True)
        if one.alike:
            return terms.all(terms.equal(first, second) for first, second in pairs)
        return terms.all(terms.iff(cast("Bool", first), cast("Bool", second)) for first, second in pairs)

    # ---- READING

    def contents(self, zone: Zone, component: str) -> SetValue:
        """Returns the set of the pieces in a zone."""
        if isinstance(zone, Slot):
            return SetValue((Element(zone.present, zone.piece),) if zone.present is not False else ())
        pieces = self.values.printed[component]
        if zone.alike:
            listed = [
                Element(self.values.terms.at_most(1, held), piece, held)
                for held, piece in zip(zone.held, pieces, strict=True)
            ]
        else:
            listed = [Element(cast("Bool", held), piece) for held, piece in zip(zone.held, pieces, strict=True)]
        return SetValue(tuple(each for each in listed if each.guard is not False))

    def number_in(self, zone: Zone) -> Num:
        """Returns the number of pieces in a zone."""
        return zone.size if isinstance(zone, Heap) else self.values.terms.if_number(zone.present, 1, 0)

    def lies_in(self, zone: Zone, piece: PieceValue) -> Bool:
        """Returns whether a piece lies in a zone."""
        terms = self.values.terms
        if isinstance(zone, Slot):
            return terms.and_(zone.present, terms.equal(zone.piece.index, piece.index))
        if not isinstance(piece.index, Term):  # one that is printed, of which there is only this place to look at
            listed = zone.held[piece.index : piece.index + 1]
            return terms.any(self._lies(zone, held) for held in listed)
        at = (terms.equal(piece.index, number) for number in range(len(zone.held)))
        return terms.any(terms.and_(here, self._lies(zone, held)) for here, held in zip(at, zone.held, strict=True))

    def _lies(self, zone: Heap, held: Bool | Num) -> Bool:
        """Returns whether a piece lies in a zone that holds so many of it, or whether it does."""
        return self.values.terms.at_most(1, held) if zone.alike else cast("Bool", held)


def layout_of(values: Values) -> Layout:
    """Returns the layout of a game."""
    zones = {each.name: each for each in values.game.zones}
    return Layout(values, zones, tuple(zones))
