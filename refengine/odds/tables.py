"""Tables of states with their weights, in which a state is found by what tells it from the others.

In one stretch of chance most of a state never changes, and is the same object all the way; to compare and to hash all
of it, for every way to every state, would take longer than the rules do. So a table looks only at those parts in which
the states met so far differ at all, and makes sure of each new one that it does not differ in others.

INVARIANT: two states have the same key just if they are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from operator import attrgetter
from typing import Any, TypeAlias

import attrs
from attrs import define, field

State: TypeAlias = Any
Key: TypeAlias = tuple[Hashable, int]


def _nothing(state: State) -> Hashable:  # noqa: ARG001 - as the getters
    return None


def _getter(names: tuple[str, ...]) -> Callable[[State], Hashable]:
    return attrgetter(*names) if names else _nothing


class Keys:
    """What tells states apart, for the tables of one walk."""

    __slots__ = ("_controls", "_first", "_held", "_moving", "_numbers", "_rest", "_same", "_still", "_tables")

    def __init__(self, first: State) -> None:
        self._first = first
        self._tables: list[Table] = []
        self._controls: dict[tuple[int, ...], int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._held: list[object] = []
        self._divide(())

    def table(self) -> Table:
        """A new table."""
        made = Table(self)
        self._tables.append(made)
        return made

    def forget(self, table: Table) -> None:
        """A table that nobody adds to any more."""
        self._tables.remove(table)

    def of(self, state: State) -> Key:
        """The key of a state; the keys of all states in tables are made anew if it differs where none did before."""
        if self._still(state) != self._same:
            self._widen(state)
        control = state.control
        number = self._controls.get(tuple(map(id, control)))
        return self._moving(state), self._number(control) if number is None else number

    def _number(self, control: tuple[object, ...]) -> int:
        """Frames are mostly the same objects all the way; those that are not may be equal."""
        number = self._numbers.setdefault(control, len(self._numbers))
        self._controls[tuple(map(id, control))] = number
        self._held.append(control)  # or an address might come to stand for something else
        return number

    def _divide(self, moving: tuple[str, ...]) -> None:
        names = [each.name for each in attrs.fields(type(self._first)) if each.name != "control"]
        self._rest = tuple(name for name in names if name not in moving)
        self._moving, self._still = _getter(moving), _getter(self._rest)
        self._same = self._still(self._first)

    def _widen(self, state: State) -> None:
        names = [each.name for each in attrs.fields(type(self._first)) if each.name != "control"]
        new = {name for name in self._rest if getattr(state, name) != getattr(self._first, name)}
        self._divide(tuple(name for name in names if name in new or name not in self._rest))
        for table in self._tables:
            table.rekey()


@define(eq=False)
class Cell:
    """A state in a table, and its weight."""

    state: State
    weight: int


@define(eq=False)
class Table:
    """States with their weights, each once."""

    keys: Keys
    cells: dict[Key, Cell] = field(factory=dict)

    def add(self, state: State, weight: int) -> None:
        """So much more weight for a state."""
        key = self.keys.of(state)
        cell = self.cells.get(key)
        if cell is None:
            self.cells[key] = Cell(state, weight)
        else:
            cell.weight += weight

    def rekey(self) -> None:
        """Makes the keys anew."""
        self.cells = {self.keys.of(cell.state): cell for cell in self.cells.values()}

    def scale(self, times: int) -> None:
        """So many times the weight for each."""
        for cell in self.cells.values():
            cell.weight *= times

    def pairs(self) -> tuple[tuple[State, int], ...]:
        """All states with their weights."""
        return tuple((cell.state, cell.weight) for cell in self.cells.values())

    def __contains__(self, state: State) -> bool:
        return self.keys.of(state) in self.cells

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells.values())
