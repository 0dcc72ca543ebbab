"""Hash tables of weighted states, keyed only by the parts in which the states met so far differ.

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


def parts(of: type) -> tuple[str, ...]:
    """Returns the fields by which states of a class differ, but for control."""
    return tuple(each.name for each in attrs.fields(of) if each.eq and each.name != "control")


class Keys:
    """The keys by which states are told apart, for the tables of one walk.

    `still` reads the parts in which all states are the `same`, and `moving` the others; control, which is made anew
    all the time, is known by a `number`, that of the `last` one looked at.
    """

    __slots__ = ("_control", "_first", "_numbers", "_rest", "_tables", "last", "moving", "number", "same", "still")

    def __init__(self, first: State) -> None:
        self._first = first
        self._tables: list[WeightedStates] = []
        self._control: dict[tuple[int, ...], int] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self.number = self._numbered(first.control)
        self._divide(())

    def table(self) -> WeightedStates:
        """Returns a new table."""
        made = WeightedStates(self)
        self._tables.append(made)
        return made

    def forget(self, table: WeightedStates) -> None:
        """Forgets a table that nobody adds to any more."""
        self._tables.remove(table)

    def forget_all(self) -> None:
        """Forgets all tables, so that no reference cycle keeps their states alive."""
        self._tables.clear()

    def of(self, state: State) -> Key:
        """Returns the key of a state; all keys in tables are made anew if it differs where none did before."""
        if self.still(state) != self.same:
            self._widen(state)
        if state.control != self.last:
            self.number = self._numbered(state.control)
        return self.moving(state), self.number

    def _numbered(self, control: tuple[object, ...]) -> int:
        """Returns the number of a control. Frames mostly are the same objects all the way; others may be equal too."""
        self.last = control
        objects = tuple(map(id, control))
        number = self._control.get(objects)
        if number is None:
            number = self._numbers.get(control)
        if number is None:
            number = self._control[objects] = self._numbers[control] = len(self._numbers)
        return number  # what is counted is held, so that no address comes to stand for something else

    def _divide(self, moving: tuple[str, ...]) -> None:
        self._rest = tuple(name for name in parts(type(self._first)) if name not in moving)
        self.moving, self.still = _getter(moving), _getter(self._rest)
        self.same = self.still(self._first)

    def _widen(self, state: State) -> None:
        new = {name for name in self._rest if getattr(state, name) != getattr(self._first, name)}
        self._divide(tuple(name for name in parts(type(self._first)) if name in new or name not in self._rest))
        for table in self._tables:
            table.rekey()


@define(eq=False)
class WeightedState:
    """A state in a table, and its weight; `origin` and `made` are of draws."""

    state: State
    weight: int
    origin: Any = None
    made: Any = None


@define(eq=False)
class WeightedStates:
    """States with their weights, each once."""

    keys: Keys
    cells: dict[Key, WeightedState] = field(factory=dict)

    def add(self, state: State, weight: int) -> WeightedState:
        """Adds weight to a state."""
        keys = self.keys
        if keys.still(state) != keys.same or state.control != keys.last:
            key = keys.of(state)
        else:  # as nearly always, and in as little time as can be
            key = keys.moving(state), keys.number
        cell = self.cells.get(key)
        if cell is None:
            cell = self.cells[key] = WeightedState(state, weight)
        else:
            cell.weight += weight
        return cell

    def emptied(self) -> Iterator[WeightedState]:
        """Yields all cells, each taken out when it is handed out, so that what is done with is not held any longer."""
        while self.cells:
            yield self.cells.popitem()[1]

    def rekey(self) -> None:
        """Makes the keys anew."""
        self.cells = {self.keys.of(cell.state): cell for cell in self.cells.values()}

    def scale(self, times: int) -> None:
        """Multiplies all weights by a number."""
        for cell in self.cells.values():
            cell.weight *= times

    def pairs(self) -> tuple[tuple[State, int], ...]:
        """Returns all states with their weights."""
        return tuple((cell.state, cell.weight) for cell in self.cells.values())

    def __contains__(self, state: State) -> bool:
        return self.keys.of(state) in self.cells

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[WeightedState]:
        return iter(self.cells.values())
