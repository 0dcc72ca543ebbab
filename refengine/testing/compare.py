"""A game that was played, once more in the explaining build: what fires in it, and whether both builds say the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import field, frozen

from refengine.engine.trace import Breach, Move, State
from refengine.runtime.fault import Clause, Fault, IllegalAction
from refengine.testing.choices import choose
from refengine.testing.protocol import PlayableGame
from refengine.testing.tally import FiringTally, StateFindings, StepFindings, look, take_step


@frozen
class ComparedGame:
    """A game as it was played: `broken` by its last step, or ended by a fault, or by an action that was refused.

    There are no states if the game could not begin, and as many as actions if the last action leads nowhere.
    """

    states: Sequence[State]
    actions: Sequence[Move]
    broken: Sequence[Breach] = ()
    fault: Fault | None = None
    refused: bool = False


@frozen
class BuildDifference:
    """A difference between the builds: the explaining one went another way; `fault` if it alone looks for that one.

    `states` and `actions` are those of the explaining build.
    """

    message: str
    states: tuple[State, ...]
    actions: tuple[Move, ...]
    clause: Clause | None = None
    fault: Fault | None = None


def compare(
    plain: PlayableGame, explaining: PlayableGame, played: ComparedGame, random: Random, tally: FiringTally
) -> BuildDifference | None:
    """Plays the same game in the explaining build, as far as it goes there; `random` as it was for the first."""
    return _Comparison(plain, explaining, played, random, tally).run()


@frozen
class _Comparison:
    plain: PlayableGame
    explaining: PlayableGame
    played: ComparedGame
    random: Random
    tally: FiringTally
    states: list[State] = field(factory=list)
    actions: list[Move] = field(factory=list)

    def run(self) -> BuildDifference | None:
        """Returns the first thing that is unlike."""
        try:
            return self._follow()
        except Fault as fault:
            return self._broke(fault)
        except IllegalAction as illegal:
            return None if self.played.refused and self._is_at_end() else self._unlike(f"one says: {illegal}")

    def _follow(self) -> BuildDifference | None:
        self.states.append(self.explaining.initial())
        looked = self._look()
        for action in self.played.actions:
            chosen = choose(looked.legal, self.random) if looked.legal else None
            if chosen is None or _label(chosen) != _label(action):
                return self._unlike("other actions are legal")
            self.actions.append(chosen)
            step = take_step(self.explaining, self.states[-1], chosen)
            self.states.append(step.after)
            self.tally.refuse(step.refused)
            looked = self._look(step)
        if self.played.fault is not None:
            fault = self.played.fault
            return self._unlike(f"one breaks off: {fault.message} ({fault.code})", fault.clause)
        if self.played.refused:
            return self._unlike("one refuses an action that is legal")
        return self._end(looked)

    def _look(self, step: StepFindings | None = None) -> StateFindings:
        before = self.states[-2] if len(self.states) > 1 else None
        looked = look(self.explaining, before, self.states[-1], listed=None if step is None else step.legal)
        self.tally.add(dict.fromkeys((*(() if step is None else step.fired), *looked.fired)), posed=False)
        return looked

    def _end(self, looked: StateFindings) -> BuildDifference | None:
        here, there = self.states[-1], self.played.states[-1]
        if _keys(looked.broken) != _keys(self.played.broken):
            return self._unlike("they break other invariants")
        if self.explaining.to_json(here) != self.plain.to_json(there):
            return self._unlike("the same actions lead to other states")
        if not looked.broken and not looked.legal and _result(self.explaining, here) != _result(self.plain, there):
            return self._unlike("the same game is won by others")
        return None

    def _broke(self, fault: Fault) -> BuildDifference | None:
        """Returns what a fault in the explaining build tells: it is the other's, one to be found here, or neither."""
        known = self.played.fault
        if known is not None and known.code == fault.code and self._is_at_end():
            return None
        found = fault if fault.overlooked else None
        told = f"the explaining build breaks off: {fault.message} ({fault.code})"
        return self._unlike(told, fault.clause, found)

    def _is_at_end(self) -> bool:
        return (len(self.states), len(self.actions)) == (len(self.played.states), len(self.played.actions))

    def _unlike(self, message: str, clause: Clause | None = None, fault: Fault | None = None) -> BuildDifference:
        return BuildDifference(message, tuple(self.states), tuple(self.actions), clause, fault)


def _label(action: Move) -> tuple[object, ...]:
    return action.actor, action.name, action.arguments


def _keys(broken: Sequence[Breach]) -> list[tuple[str, str]]:
    return [(each.kind, each.clause.path) for each in broken]


def _result(game: PlayableGame, state: State) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    outcome = game.outcome(state)
    return None if outcome is None else (tuple(outcome.scores), tuple(outcome.winners))
