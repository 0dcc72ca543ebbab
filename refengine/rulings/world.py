"""The world of a game: its rules with questions left open, beside what the engine tells of itself; and who answers.

INVARIANT: a table that has chosen a reading for each question and all tables together are asked in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol

from attrs import field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import CELLS
from refengine.runtime.description import Description
from refengine.runtime.fault import Clause, Fault

NOWHERE = Clause("question", ())
"""The clause that is named where a question itself has no answer."""


class NotHeldError(Exception):
    """Something is read that no state holds, since under the readings of the table nothing reads it."""


class Answers(Protocol):
    """Whoever answers what the rules leave open, and is asked to work out calls of values."""

    def reading(self, question: str) -> Any:
        """Returns the value of the reading that answers a question."""

    def call(self, name: str, arguments: tuple[Any, ...], work_out: Callable[[], Any]) -> Any:
        """Returns what a call of a value comes to, which `work_out` works out."""


@frozen
class ChosenReadings:
    """The answers of a table that has chosen a reading for each question."""

    readings: Mapping[str, Any]

    def reading(self, question: str) -> Any:
        """Returns the value of the chosen reading."""
        return self.readings[question]

    @staticmethod
    def call(name: str, arguments: tuple[Any, ...], work_out: Callable[[], Any]) -> Any:  # noqa: ARG004
        """Returns what the call comes to."""
        return work_out()


@frozen
class RememberedAnswers:
    """The answers of such a table about one state, in which a value is worked out once."""

    readings: Mapping[str, Any]
    _known: dict[tuple[object, ...], tuple[Any, Fault | None]] = field(factory=dict)

    def reading(self, question: str) -> Any:
        """Returns the value of the chosen reading."""
        return self.readings[question]

    def call(self, name: str, arguments: tuple[Any, ...], work_out: Callable[[], Any]) -> Any:
        """Returns what the call comes to, or raises the fault in which it ended."""
        key = (name, *arguments)
        if key not in self._known:
            self._known[key] = result_or_fault(work_out)
        found, broken = self._known[key]
        if broken is not None:
            raise broken
        return found


@frozen(eq=False, slots=False)
class World:
    """The rules of a game for so many players, questions left open, and the engine's description of the same game."""

    rules: model.Game
    description: Description
    options: Mapping[str, Any]
    """The values of options, as the engine holds them."""
    places: Mapping[str, Any] = field(init=False)
    """The places of each zone by key; those of a grid are made when they are asked for."""

    @places.default
    def _places(self) -> Mapping[str, Any]:
        return {each.name: each.places for each in self.description.zones}

    @cached_property
    def values(self) -> Mapping[str, model.Value]:
        """The declared values by name."""
        return {each.name: each for each in self.rules.values}

    @cached_property
    def zones(self) -> Mapping[str, Any]:
        """The zones by name."""
        return {each.name: each for each in self.description.zones}

    def is_endless(self, zone: str) -> bool:
        """Returns whether a zone is a family over cells or spots, of which a state holds those that hold something."""
        index = self.zones[zone].index
        return index == CELLS or index in self.parts

    @cached_property
    def parts(self) -> Mapping[str, model.Part]:
        """The parts of what lies on grids by name."""
        return {each.name: each for each in self.rules.parts}

    @cached_property
    def variables(self) -> Mapping[str, Any]:
        """The variables by name."""
        return {each.name: each for each in self.description.variables}

    def variable(self, name: str) -> Any:
        """Returns a variable; raises `NotHeldError` for one that the readings of the table do not keep."""
        found = self.variables.get(name)
        if found is None:
            raise NotHeldError(name)
        return found

    @cached_property
    def tokens(self) -> Mapping[str, Any]:
        """The tokens by name."""
        return {each.name: each for each in self.description.tokens}

    @cached_property
    def components(self) -> Mapping[str, Any]:
        """The components by name."""
        return {each.name: each for each in self.description.components}

    @cached_property
    def records(self) -> Mapping[str, Any]:
        """The records by name."""
        return {each.name: each for each in self.description.records}

    @cached_property
    def kinds(self) -> Mapping[str, model.Kind]:
        """The kinds by name."""
        return {each.name: each for each in self.rules.kinds}

    @cached_property
    def limits(self) -> Mapping[str, ir.Expr]:
        """The numbers of tokens that there are, by token."""
        return {each.name: each.limit for each in self.rules.tokens}


def result_or_fault(work_out: Callable[[], Any]) -> tuple[Any, Fault | None]:
    """Returns what is worked out, or the fault that it ends in."""
    try:
        return work_out(), None
    except Fault as found:
        return None, found
