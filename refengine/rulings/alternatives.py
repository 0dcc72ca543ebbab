"""Alternatives: an evaluation under every set of readings, without a run for each of them.

A question is branched on only where its reading is asked for, and a call of a value only where it comes to different
things: what all readings agree on is worked out once. So the sets of readings that lead to an answer are exact, however
many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from attrs import define, field, frozen

from refengine.ir import game as model
from refengine.rulings.sets_of_readings import ALL, Readings, Sets
from refengine.rulings.world import NotHeldError
from refengine.rulings.worlds import literal_value
from refengine.runtime.fault import Fault

T = TypeVar("T")

MOST_RUNS = 200_000
"""More runs than these are not made: then it is told that not all readings were looked at."""


class TooManyError(Exception):
    """There are too many ways for what is asked to hang on readings."""


@frozen
class ReadingResult:
    """A result under some readings: a value, or the fault in which it ended.

    In place of a fault stands that something was read which the state at hand does not hold: other readings would.
    """

    under: Readings
    value: Any
    fault: Fault | NotHeldError | None = None

    @property
    def key(self) -> object:
        """Returns what tells it from others."""
        match self.fault:
            case None:
                return (self.value, None)
            case NotHeldError():
                return NotHeldError
            case fault:
                return (fault.code, fault.path)


@define
class _Path:
    """A way through one run: the branches taken so far, and those that are still to be taken at its end."""

    taken: list[int]
    under: Readings
    at: int = 0
    open: list[list[int]] = field(factory=list)


@define
class Alternatives:
    """The answers of all tables together: whoever asks for a reading is asked again under each of them."""

    sets: Sets
    values: Mapping[str, tuple[Any, ...]]
    """The values of the readings of each question, in order."""
    _paths: list[_Path] = field(factory=list)
    _known: dict[tuple[object, ...], list[ReadingResult]] = field(factory=dict)
    _runs: int = 0

    @classmethod
    def of(cls, rules: model.Game) -> Alternatives:
        """Returns the alternatives of a game, of which nothing is worked out yet."""
        readings = {each.name: tuple(reading.name for reading in each.readings) for each in rules.questions}
        values = {
            each.name: tuple(literal_value(reading.value) for reading in each.readings) for each in rules.questions
        }
        return cls(Sets(readings), values)

    def explored(self, work_out: Callable[[], T]) -> list[ReadingResult]:
        """Returns all that something comes to, each with the readings under which it does."""
        found: dict[object, ReadingResult] = {}
        agenda: list[list[int]] = [[]]
        while agenda:
            self._runs += 1
            if self._runs > MOST_RUNS:
                raise TooManyError
            path = _Path(agenda.pop(), self._under())
            self._paths.append(path)
            try:
                came = ReadingResult(ALL, work_out())
            except (Fault, NotHeldError) as fault:
                came = ReadingResult(ALL, None, fault)
            finally:
                self._paths.pop()
            agenda += path.open
            before = found.get(came.key)
            under = path.under if before is None else self.sets.union(before.under, path.under)
            found[came.key] = ReadingResult(under, came.value, came.fault)
        return list(found.values())

    def _under(self) -> Readings:
        return self._paths[-1].under if self._paths else ALL

    # ---- AS WHOEVER ANSWERS

    def reading(self, question: str) -> Any:
        """Returns the value of a reading of the question: of each of them in one of the runs."""
        values = self.values[question]
        options: list[tuple[Readings, Any, Fault | NotHeldError | None]] = [
            (self.sets.only(question, number), value, None) for number, value in enumerate(values)
        ]
        return self._chosen(options)

    def call(self, name: str, arguments: tuple[Any, ...], work_out: Callable[[], Any]) -> Any:
        """Returns what a call of a value comes to: each of its results in one of the runs."""
        key = (name, *arguments)
        if key not in self._known:
            above, self._paths = self._paths, []
            try:
                self._known[key] = self.explored(work_out)
            finally:
                self._paths = above
        return self._chosen([(each.under, each.value, each.fault) for each in self._known[key]])

    def _chosen(self, options: list[tuple[Readings, Any, Fault | NotHeldError | None]]) -> Any:
        path = self._paths[-1]
        possible = [
            (met, value, fault)
            for under, value, fault in options
            if (met := self.sets.meet(path.under, under)) is not None
        ]
        if len(possible) > 1:
            if path.at == len(path.taken):
                path.open += [[*path.taken, number] for number in range(1, len(possible))]
                path.taken.append(0)
            number = path.taken[path.at]
            path.at += 1
        else:
            number = 0
        path.under, value, fault = possible[number]
        if fault is not None:
            raise fault
        return value
