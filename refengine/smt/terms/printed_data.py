"""Printed data as values: the members of kinds, the pieces of components, and the data that each carries."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import cast

from attrs import define, field

from refengine.ir import domain as d, game as model
from refengine.smt.terms.value import Element, OptionValue, PieceValue, RecordValue, SetValue, Value
from refengine.smt.terms.window import Window
from refengine.smt.unsupported import SPOT, Unsupported


@define
class PrintedValues:
    """The values of one game that need no term."""

    game: model.Game
    window: Window | None = field(default=None, kw_only=True)
    """The cells of grids that are looked at; without it nothing can be said of a grid."""
    kinds: Mapping[str, model.Kind] = field(init=False)
    components: Mapping[str, model.Component] = field(init=False)
    records: Mapping[str, model.Record] = field(init=False)
    sizes: Mapping[str, int] = field(init=False)
    """The number of members of a kind, or of sorts of pieces of a component: so many keys a total map over it has."""
    printed: Mapping[str, tuple[PieceValue, ...]] = field(init=False)
    rows: Mapping[str, tuple[RecordValue, ...]] = field(init=False)
    products: Mapping[str, tuple[int, ...] | None] = field(init=False)
    """The strides of a component whose pieces are all there are of its fields: how far each field moves the number."""

    def __attrs_post_init__(self) -> None:
        self.kinds = {each.name: each for each in self.game.kinds}
        for question in self.game.questions:
            members = tuple(each.name for each in question.readings)
            self.kinds = {
                **self.kinds,
                question.name: model.Kind(question.name, members, False, (), (), question.clause),  # noqa: FBT003
            }
        self.components = {each.name: each for each in self.game.components}
        self.records = {each.name: each for each in self.game.records}
        self.sizes = {name: len(each.members) for name, each in self.kinds.items()}
        self.sizes |= {name: len(each.pieces) for name, each in self.components.items()}
        self.printed = {
            each.name: tuple(
                PieceValue(index, tuple(map(self._printed_field, each.fields, row.data)))
                for index, row in enumerate(each.pieces)
            )
            for each in self.game.components
        }
        self.rows = {
            each.name: tuple(RecordValue(tuple(map(self._printed_field, each.fields, row))) for row in each.rows)
            for each in self.game.kinds
        }
        self.products = {each.name: self._product(each) for each in self.game.components}

    # ---- PRINTED DATA

    def _printed_field(self, told: model.Field, datum: model.Datum) -> Value:
        if told.index is None:
            return self.literal(told.domain, datum)
        return RecordValue(tuple(self.literal(told.domain, each) for each in cast("tuple[model.Datum, ...]", datum)))

    def literal(self, domain: d.Domain, datum: model.Datum) -> Value:
        """Returns printed data as a value."""
        match domain:
            case d.Enum(kind=kind):
                return self.kinds[kind].members.index(str(datum))
            case d.Option(inner=inner):
                if datum is None:
                    return OptionValue(present=False, inner=None)
                return OptionValue(present=True, inner=self.literal(inner, datum))
            case d.Truth() | d.Range() | d.Count():
                return cast("bool | int", datum)
            case d.SetOf(inner=inner):
                members = cast("tuple[model.Datum, ...]", datum)
                return SetValue(tuple(Element(True, self.literal(inner, each)) for each in members))  # noqa: FBT003
            case d.Piece() | d.Place() | d.Record() | d.Cell() | d.Spot():
                raise Unsupported("data of this kind on a printed piece")

    def is_alike(self, inner: d.Domain) -> bool:
        """Returns whether something may be in a set more than once: a piece of a component in which some are alike."""
        return isinstance(inner, d.Piece) and any(each.copies != 1 for each in self.components[inner.component].pieces)

    def _product(self, component: model.Component) -> tuple[int, ...] | None:
        ranges = [self.bounds(each.domain) if each.index is None else None for each in component.fields]
        if not ranges or any(each is None for each in ranges):
            return None
        spans = [range(low, high + 1) for low, high in cast("list[tuple[int, int]]", ranges)]
        printed = [each.fields for each in self.printed[component.name]]
        if len(printed) != prod(map(len, spans)):
            return None
        if any(row != each for row, each in zip(printed, product(*spans), strict=True)):
            return None
        steps = [1]
        for span in reversed(spans[1:]):
            steps.append(steps[-1] * len(span))
        return tuple(reversed(steps))

    def bounds(self, domain: d.Domain) -> tuple[int, int] | None:
        """Returns the first and last of a finite domain of numbers or members."""
        match domain:
            case d.Range(low=low, high=high):
                return low, high
            case d.Enum(kind=kind):
                return 0, len(self.kinds[kind].members) - 1
            case (
                d.Truth()
                | d.Count()
                | d.Piece()
                | d.Place()
                | d.Option()
                | d.SetOf()
                | d.Record()
                | d.Cell()
                | d.Spot()
            ):
                return None

    # ---- OF A DOMAIN

    def of_cells(self) -> Window:
        """Returns the window. Raises `Unsupported` if there is none."""
        if self.window is None:
            raise Unsupported("a cell of a grid")
        return self.window

    def told(self, domain: d.Domain, value: Value) -> str:
        """Returns a literal value in words, for the names of constants."""
        match domain:
            case d.Enum(kind=kind) if isinstance(value, int):
                members = self.kinds[kind].members  # of players those that play: others are told of where fewer do
                return members[value] if value < len(members) else str(value + 1)
            case d.Piece(component=component) if isinstance(value, PieceValue) and isinstance(value.index, int):
                pieces = self.components[component].pieces
                return pieces[value.index].name if value.index < len(pieces) else f"unprinted {component} {value.index}"
            case d.Cell() if self.window is not None and isinstance(value, int):
                return self.window.name(value)
            case _:
                return str(value)

    def some(self, domain: d.Domain) -> Value:
        """Returns any value of a domain, for where none is asked for."""
        match domain:
            case d.Truth():
                return False
            case d.Range(low=low):
                return low
            case d.Count() | d.Enum() | d.Place():
                return 0
            case d.Piece(component=component):
                return self.printed[component][0]
            case d.Option():
                return OptionValue(present=False, inner=None)
            case d.SetOf():
                return SetValue(())
            case d.Cell():
                return self.of_cells().middle
            case d.Spot():
                raise Unsupported(SPOT)
            case d.Record(name=name):
                return RecordValue(
                    tuple(
                        self.some(each.domain)
                        if each.index is None
                        else RecordValue(tuple(self.some(each.domain) for _ in range(self.sizes[each.index])))
                        for each in self.records[name].fields
                    )
                )
