"""Answers kept from run to run, by the content of the question.

A key is a hash of the slice of the game from which goals are decided together, of the goals, the limits and the
solver's version, in a folder that belongs to this version of the package. Where a slice was too small it is kept what
had to be added. Everything is kept, what came of a limit too: with the same limits it is the same again. Only that a
solver broke off is not.

Beside that a memory is kept for goals whatever the rules are now, which has the answers to the single questions that
were asked for them: each by all that it hangs on, so that an edit asks only what it changes.

INVARIANT: what is decided together is kept together, since it shares what may be spent.
INVARIANT: that an engine agrees is kept with the very counterexample that it was asked about, and with what the engine
was made by; under another one it counts for nothing.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from attrs import evolve, field, frozen

from refengine.evidence.ledger import GoalAnswer
from refengine.ir.bare import without_wording
from refengine.ir.game import Game
from refengine.ir.slices import Slice, Slices
from refengine.prove.slices import asked_of, left_out_at_first, left_out_but_for, slice_for, slices_for
from refengine.relocation import Places, Unplaced
from refengine.smt.goal import Decision, Goal, Limits
from refengine.source.cache import Cache, package_hash

SOLVER: Final = "z3-solver"

DIED: Final = "the solver broke off"
"""The words for a process that died; that may be for want of memory."""


@cache
def solver_version() -> str:
    """Returns the version of the solver, without loading it."""
    try:
        return version(SOLVER)
    except PackageNotFoundError:
        return "none"


def engine_maker() -> str:
    """Returns what an engine depends on beside the game: our code, and the Python that runs it. Every key has it."""
    return f"{package_hash()} {sys.version}"


@frozen(slots=False, eq=False)
class Answers:
    """The answers to the questions about one game under some limits; with `fresh` none is read."""

    game: Game
    limits: Limits
    fresh: bool = False
    folder: Cache = field(factory=Cache)
    _decided_from: dict[Goal, Slice] = field(factory=dict, init=False, repr=False)
    _slices: dict[bool, Slices] = field(factory=dict, init=False, repr=False)
    _trails: dict[tuple[Goal, ...], list[str]] = field(factory=dict, init=False, repr=False)

    def slices(self, goals: Sequence[Goal]) -> Slices:
        """Returns the game of which goals are asked that are decided together, taken apart."""
        whatever = any(each.texts == "any" for each in goals)
        if whatever not in self._slices:
            self._slices[whatever] = Slices(without_wording(asked_of(self.game, goals)))
        return self._slices[whatever]

    def read(self, goals: Sequence[Goal]) -> tuple[GoalAnswer, ...] | None:
        """Returns the answers of an earlier run to goals that are decided together, as these now stand."""
        if self.fresh:
            return None
        together, left_out = tuple(goals), left_out_at_first(self.game, goals)
        trail = self._trails[together] = []
        for _ in range(len(left_out) + 1):
            found = slice_for(self.slices(together), together, left_out)
            kept = self._read(found, together)
            match kept:
                case str() if kept in left_out:
                    trail.append(kept)
                    left_out = left_out_but_for(left_out, kept)
                case tuple():
                    return kept
                case _:
                    return None
        return None

    def trail(self, goals: Sequence[Goal]) -> tuple[str, ...]:
        """Returns the fields known to be read for goals that were sought and not found, in the order in which."""
        return tuple(self._trails.get(tuple(goals), ()))

    def write(self, answers: Sequence[GoalAnswer], trail: Sequence[str] = ()) -> None:
        """Keeps the answers to goals that were decided together; `trail` is what had to be added to the slice."""
        together = tuple(each.decision.goal for each in answers)
        *small, last = slices_for(self.slices(together), together, trail)
        self._decided_from.update(dict.fromkeys(together, last))
        if any(each.decision.how == DIED for each in answers):
            return
        told = tuple((each.decision, each.seconds) for each in answers)
        try:
            content = Places(last).pack(told)
        except Unplaced:
            return
        for each, more in zip(small, trail, strict=True):
            self.folder.write(self._name(each, together), Places(each).pack(more))
        self.folder.write(self._name(last, together), content)

    def recall(self, goals: Sequence[Goal]) -> tuple[bytes, bool]:
        """Returns the answers of when these goals of a game of this name were decided last, and whether they were.

        For a game of which they were never decided, those of when they were last decided of any: of a base, if it is a
        module of it. Each answer is kept by all that it hangs on, so it does no harm of which rules it was.
        """
        if self.fresh:
            return b"", False
        own = self.folder.read(_memory(self._called(goals)))
        if own is not None:
            return own, True
        last = self.folder.read(self._decided_last(goals))
        others = self.folder.read(_memory(last.decode("ascii"))) if last is not None and last.isalnum() else None
        return others or b"", False

    def remember(self, goals: Sequence[Goal], asked: bytes) -> None:
        """Keeps what was answered, in place of what was before."""
        called = self._called(goals)
        self.folder.write(_memory(called), asked)
        self.folder.write(self._decided_last(goals), called.encode("ascii"))

    def _called(self, goals: Sequence[Goal]) -> str:
        return _hash(self.game.name, *self._asked(goals))

    def _decided_last(self, goals: Sequence[Goal]) -> str:
        return f"{_hash(*self._asked(goals))}.last"

    def confirm(self, answer: GoalAnswer) -> None:
        """Keeps whether an engine confirmed the counterexample of an answer that was read or written."""
        name = self._confirmation(answer.decision)
        if name is not None:
            self.folder.write(name, engine_maker().encode() if answer.confirmed else b"")

    def _read(self, found: Slice, goals: tuple[Goal, ...]) -> tuple[GoalAnswer, ...] | str | None:
        kept = self.folder.read(self._name(found, goals))
        if kept is None:
            return None
        try:
            told = Places(found).unpack(kept)
            if isinstance(told, str):
                return told
            pairs = [(decision, float(seconds)) for decision, seconds in told]
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None
        if not all(isinstance(each, Decision) for each, _ in pairs) or tuple(each.goal for each, _ in pairs) != goals:
            return None
        self._decided_from.update(dict.fromkeys(goals, found))
        return tuple(
            GoalAnswer(evolve(each, goal=goal), seconds, kept=True, confirmed=self._is_confirmed(each))
            for (each, seconds), goal in zip(pairs, goals, strict=True)
        )

    def _is_confirmed(self, decision: Decision) -> bool:
        name = self._confirmation(decision)
        return name is not None and self.folder.read(name) == engine_maker().encode()

    def _confirmation(self, decision: Decision) -> str | None:
        found = self._decided_from.get(decision.goal)
        if found is None or decision.counterexample is None:
            return None
        try:
            shown = Places(found).pack(decision.counterexample)
        except Unplaced:
            return None
        return f"{_hash(self._made_of(found, (decision.goal,)), decision.verdict, shown)}.confirmed"

    def _name(self, found: Slice, goals: tuple[Goal, ...]) -> str:
        return f"{_hash(self._made_of(found, goals))}.answers"

    def _made_of(self, found: Slice, goals: tuple[Goal, ...]) -> tuple[object, ...]:
        return found.digest, *self._asked(goals)

    def _asked(self, goals: Sequence[Goal]) -> tuple[object, ...]:
        asked = tuple((each.kind, each.name, each.players, each.part, each.texts) for each in goals)
        return asked, (self.limits.rlimit, self.limits.steps), solver_version()


def _memory(called: str) -> str:
    return f"{called}.memory"


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
