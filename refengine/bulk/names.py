"""The names of what a batch numbers: actions by the columns of its masks, the parts of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from refengine.ir.domain import Domain
from refengine.program.from_ir.columns import Columns, many_of
from refengine.program.from_ir.sight import COUNT
from refengine.program.lowering import ActionForm, LoweredProgram
from refengine.program.storage.codec import StateCodec
from refengine.program.storage.forms import bits_of
from refengine.program.storage.values import Unpackable
from refengine.runtime.bad_data import malformed, unknown
from refengine.runtime.batches import Column, Field


@frozen(slots=False)
class ProgramNames:
    """The names of one program."""

    lowered: LoweredProgram
    codec: StateCodec

    @property
    def columns(self) -> int:
        """The number of columns."""
        return many_of(columns for _, columns in self._actions)

    @cached_property
    def _actions(self) -> tuple[tuple[ActionForm, Columns], ...]:
        return tuple(self._listed())

    def _listed(self) -> Iterator[tuple[ActionForm, Columns]]:
        assert self.lowered.batch is not None
        for action, columns in zip(self.lowered.actions, self.lowered.batch.columns, strict=True):
            if columns is not None:
                yield action, columns

    def action(self, column: int) -> Column:
        """Returns the action of a column."""
        for action, columns in self._actions:
            left = column - columns.first
            if 0 <= left < columns.many:
                arguments = []
                for domain, low, size in zip(
                    reversed(action.choices), reversed(columns.lows), reversed(columns.sizes), strict=True
                ):
                    left, place = divmod(left, size)
                    arguments.append(self.codec.public(domain, low + place))
                actor: int | str | None = "table" if action.decider == "table" else None
                return Column(left + 1 if columns.seats > 1 else actor, action.name, tuple(reversed(arguments)))
        raise unknown("column", column, ())

    def column(self, name: str, arguments: Sequence[Any] = (), actor: int | str | None = None) -> int:
        """Returns the column of an action."""
        found = [each for each in self._actions if each[0].name == name]
        if not found:
            raise unknown("action", name, [action.name for action, _ in self._actions])
        for action, columns in found:
            if len(arguments) != len(action.choices):
                continue
            place = 0
            if columns.seats > 1:
                if not isinstance(actor, int) or not 1 <= actor <= columns.seats:
                    raise unknown("seat", actor, [str(seat + 1) for seat in range(columns.seats)])
                place = actor - 1
            for domain, low, size, each in zip(action.choices, columns.lows, columns.sizes, arguments, strict=True):
                held = self._held(domain, each) - low
                if not 0 <= held < size:
                    raise unknown("argument", each, ())
                place = place * size + held
            return columns.first + place
        raise malformed(f"the number of arguments of `{name}`", str(len(found[0][0].choices)))

    def _held(self, domain: Domain, data: Any) -> int:
        try:
            return self.codec.held(domain, data)
        except Unpackable:
            raise unknown("argument", data, ()) from None

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The parts of a view."""
        cut, packed, members = self.lowered.view, self.codec.packed, self.codec.members
        assert cut is not None
        found: list[Field] = []
        for zone in packed.zones.values():
            keys = [None] if zone.zone.index is None else members[zone.zone.index]
            for place, key in enumerate(keys):
                number, told = zone.first + place, (zone.zone.name, key)
                at, bits = cut.state + zone.offset + place * zone.stride, bits_of(zone.form)
                found += [
                    Field("seen", *told, cut.places + number, 1),
                    Field("count", *told, cut.counts + COUNT * number, COUNT),
                    Field("held", *told, at, zone.stride, bits),
                ]
                if zone.order is not None:
                    at = cut.state + zone.order.offset + place * zone.order.stride
                    found.append(Field("order", *told, at, zone.order.stride))
        for grid in packed.grids.values():
            found.append(Field("held", grid.zone.name, None, cut.state + grid.taken, grid.bytes))
        for spread in packed.spreads.values():
            size = spread.offset + spread.most * spread.stride - spread.many
            found.append(Field("held", spread.zone.name, None, cut.state + spread.many, size))
        cell = cut.cells
        for variable in packed.variables.values():
            keys = [None] if variable.variable.index is None else members[variable.variable.index]
            for place, key in enumerate(keys):
                told = (variable.variable.name, key)
                at = cut.state + variable.offset + place * variable.stride
                found += [
                    Field("seen", *told, cell, 1),
                    Field("held", *told, at, variable.stride, bits_of(variable.form)),
                ]
                cell += 1
        for token in packed.tokens.values():
            for place, key in enumerate(members[token.holder]):
                at = cut.state + token.offset + place * token.width
                found.append(Field("held", token.token.name, key, at, token.width))
        return tuple(found)
