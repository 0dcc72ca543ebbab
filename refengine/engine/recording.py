"""What an explaining module writes down: which clauses fired, and for each call of a value what decided it.

A recorder belongs to the thread, or the task, that opened it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

from attrs import define, field

from refengine.engine.fault import Clause, clash, no_case, overlap
from refengine.engine.runtime import Note

P = ParamSpec("P")
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
        """The paths of all clauses that fired, in order of their first time."""
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


_RECORDER: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


@contextmanager
def recording() -> Iterator[Recorder]:
    """A record of everything that an explaining module decides meanwhile."""
    recorder = Recorder()
    token = _RECORDER.set(recorder)
    try:
        yield recorder
    finally:
        _RECORDER.reset(token)


@contextmanager
def unrecorded() -> Iterator[None]:
    """Nothing is written down meanwhile, whatever record is open."""
    token = _RECORDER.set(None)
    try:
        yield
    finally:
        _RECORDER.reset(token)


def fired(clause: Clause, *arguments: object) -> None:
    """Notes that a clause fired."""
    recorder = _RECORDER.get()
    if recorder is not None:
        recorder.add(Note(None, arguments, clause, None))


def noted(clause: Clause, skip: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Notes each call of a value; the first `skip` arguments are the state, and are not kept."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            recorder = _RECORDER.get()
            if recorder is None:
                return function(*args, **kwargs)
            recorder.begin()
            try:
                result = function(*args, **kwargs)
            except BaseException:
                recorder.give_up()
                raise
            recorder.end(clause.path, args[skip:], clause, result)
            return result

        return call

    return decorate


def decide(clause: Clause, result: R) -> R:
    """Notes which clause decides a value."""
    recorder = _RECORDER.get()
    if recorder is not None:
        recorder.decide(clause)
    return result


def one_case(clause: Clause, applied: Sequence[Clause]) -> Clause:
    """The only case that applies."""
    if not applied:
        raise no_case(clause)
    if len(applied) > 1:
        raise overlap(clause, [each.path for each in applied])
    return decide(applied[0], applied[0])


def not_overruled(applied: Sequence[tuple[Clause, frozenset[str]]]) -> tuple[Clause, ...]:
    """The exceptions that apply, but for those that another of them stands over."""
    overruled = frozenset[str]().union(*(over for _, over in applied))
    return tuple(each for each, _ in applied if each.path.rpartition(".")[2] not in overruled)


def agreed(clause: Clause, results: Sequence[tuple[Clause, R]]) -> R:
    """What the exceptions that apply and are not overruled come to."""
    if any(result != results[0][1] for _, result in results):
        raise clash(clause, [each.path for each, _ in results])
    for each, result in results[1:]:
        decide(each, result)
    return decide(*results[0])
