"""The record of everything that an explaining module decides: what a call fired on the way stands inside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, field

from refengine.runtime.fault import Clause
from refengine.runtime.frames import Frame, Note

R = TypeVar("R")


@define
class Recorder:
    """The notes in order; those of a value's call stand inside it."""

    notes: list[Note] = field(factory=list)
    _open: list[tuple[list[Note], list[Clause]]] = field(factory=list, alias="open")

    def add(self, note: Note) -> None:
        """Adds a note to the call that is open, or to the record."""
        (self._open[-1][0] if self._open else self.notes).append(note)

    def fired(self) -> tuple[str, ...]:
        """Returns the paths of all clauses that fired, in order of their first time."""
        every = (each for note in self.notes for each in note.walk())
        return tuple(dict.fromkeys(each.clause.path for each in every))

    def begin(self) -> None:
        """Opens a call."""
        self._open.append(([], []))

    def decide(self, clause: Clause) -> None:
        """Says which clause decides the call that is open."""
        if self._open:
            self._open[-1][1].append(clause)

    def end(self, value: str, arguments: tuple[object, ...], clause: Clause, result: object) -> None:
        """Closes the call that is open; the last deciding clause is its reason."""
        inside, decided = self._open.pop()
        for also in decided[:-1]:
            inside.append(Note(None, (), also, None))
        self.add(Note(value, arguments, decided[-1] if decided else clause, result, tuple(inside)))

    def give_up(self) -> None:
        """Closes the call that is open, which ended in a fault."""
        inside, _ = self._open.pop()
        for each in inside:
            self.add(each)

    def fire(self, clause: Clause, arguments: tuple[object, ...]) -> None:
        """Adds that a clause fired."""
        self.add(Note(None, arguments, clause, None))

    def pass_on(self, frame: Frame, state: object) -> None:
        """Leaves out what nobody was asked: it is no step of what is told."""

    def call(self, function: Callable[..., R], clause: Clause, skip: int, args: tuple[Any, ...]) -> R:
        """Calls a value; the first `skip` arguments are the state, and are not kept."""
        self.begin()
        try:
            result = function(*args)
        except BaseException:
            self.give_up()
            raise
        self.end(clause.path, args[skip:], clause, result)
        return result
