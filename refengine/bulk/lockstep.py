"""Lockstep: the module and the reference engine play the same game, and are compared at every step.

What is legal in order with its weights, states byte for byte, faults, outcomes, and whether anything is broken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from attrs import define, field, frozen

from refengine.bulk.machine import Machine, Trapped
from refengine.program.from_ir.points import NO_REST
from refengine.program.from_ir.unit import TrapSite
from refengine.program.storage.codec import StateCodec
from refengine.runtime.fault import Fault
from refengine.runtime.frames import Action
from refengine.runtime.game import Game
from refengine.runtime.playouts import Draws, EndedGame

R = TypeVar("R")
M = TypeVar("M")


class Mismatch(Exception):  # noqa: N818 - what is looked for
    """The two executors differ; the message says in what."""


@frozen
class MatchingGame:
    """One game that went the same way in both; `left` is where the module stopped for want of room."""

    ended: EndedGame
    left: TrapSite | None = None


class _Stopped(Exception):  # noqa: N818 - no error
    """Both executors stopped, or the module did."""

    def __init__(self, fault: Fault | None, left: TrapSite | None) -> None:
        super().__init__("stopped")
        self.fault, self.left = fault, left


@frozen
class AnswerPair(Generic[R, M]):
    """The answers of both executors to one question."""

    reference: R
    module: M


def both(reference: Callable[[], R], module: Callable[[], M]) -> AnswerPair[R, M]:
    """Returns the answers of both; where both stop, or the module does for want of room, nothing goes on."""
    fault: Fault | None = None
    found: list[R] = []
    try:
        found.append(reference())
    except Fault as raised:
        fault = raised
    try:
        own = module()
    except Trapped as trapped:
        if trapped.site is None:
            raise Mismatch("the module stopped at no site") from trapped
        if not trapped.site.fault:
            raise _Stopped(fault, trapped.site) from trapped
        if fault is None:
            raise Mismatch(f"a fault in the module alone: {trapped}") from trapped
        if trapped.site.what != NO_REST and trapped.site.clause.path != fault.path:
            raise Mismatch(f"a fault in the module is {trapped}, and not {fault}") from trapped
        raise _Stopped(fault, None) from trapped
    if fault is not None:
        raise Mismatch(f"a fault in the reference engine alone: {fault}")
    return AnswerPair(found[0], own)


@define
class Lockstep:
    """A game that both executors play, step by step."""

    machine: Machine
    game: Game
    codec: StateCodec = field(init=False)
    state: Any = field(init=False, default=None)
    before: Any = field(init=False, default=None)
    steps: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.codec = self.machine.codec(self.game.description.version)

    def play(self, seed: int, number: int, *, limit: int, checked: bool = True) -> MatchingGame:
        """Plays a game of a seed in both; raises `Mismatch` at the first difference."""
        draws, self.steps, self.before = Draws(seed, number), 0, None
        try:
            self.state = both(self.game.initial, self.machine.initial).reference
            while True:
                self.same_bytes()
                if checked and (broken := self.same_broken()):
                    return MatchingGame(EndedGame("broken", self.steps, broken=broken))
                legal = self.same_legal()
                outcome = self.same_outcome()
                if not legal:
                    scores, winners = outcome or (None, None)
                    return MatchingGame(EndedGame("over", self.steps, scores, winners))
                if self.steps >= limit:
                    return MatchingGame(EndedGame("cut", self.steps))
                self.step(legal, draws.choose(legal))
        except _Stopped as stopped:
            return MatchingGame(
                EndedGame("fault" if stopped.fault else "cut", self.steps, fault=stopped.fault), stopped.left
            )

    def step(self, legal: tuple[Action, ...], place: int) -> None:
        """Carries the action at a place of the list out in both."""
        self.before = self.state
        after = both(lambda: self.game.apply(self.before, legal[place]), lambda: self.machine.apply(place))
        self.state, self.steps = after.reference, self.steps + 1

    def same_bytes(self) -> None:
        """Compares the states, and sees that the bytes say what the state does."""
        data, own = self.game.to_json(self.state), self.machine.state
        if self.codec.pack(data) != own:
            raise Mismatch(f"step {self.steps}: {self.codec.unpack(own)} and not {data}")
        if self.codec.unpack(own) != data:
            raise Mismatch(f"step {self.steps}: {self.codec.unpack(own)} is unpacked, and packed was {data}")

    def same_broken(self) -> tuple[str, ...]:
        """Compares what is broken; gives the names."""
        first = self.before is None
        found = both(lambda: self.game.violations(self.before, self.state), lambda: self.machine.broken(first=first))
        names = tuple(each.name for each in found.reference)
        if (found.module or None) != (names[0] if names else None):
            raise Mismatch(f"step {self.steps}: {found.module} is broken, and not {names}")
        return names

    def same_legal(self) -> tuple[Action, ...]:
        """Compares what is legal, in order, with its arguments and weights."""
        found = both(lambda: self.game.legal(self.state), self.machine.legal)
        legal: tuple[Action, ...] = found.reference
        theirs = [(each.actor, each.name, each.arguments, each.weight) for each in legal]
        own = [self._told(each) for each in found.module]
        if own != theirs:
            raise Mismatch(f"step {self.steps}: {own} is legal, and not {theirs}")
        return legal

    def _told(self, listed: tuple[int, ...]) -> tuple[int | str, str, tuple[Any, ...], int | None]:
        number, seat, weight, *arguments = listed
        action = self.machine.lowered.actions[number]
        told = [self.codec.public(domain, each) for domain, each in zip(action.choices, arguments, strict=False)]
        public = tuple(tuple(each) if isinstance(each, list) else each for each in told)
        actor: int | str = seat + 1 if seat >= 0 else action.decider
        return actor, action.name, public, weight if action.decider == "chance" else None

    def same_outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Compares scores and winners."""
        found = both(lambda: self.game.outcome(self.state), self.machine.outcome)
        theirs = None if found.reference is None else (found.reference.scores, found.reference.winners)
        if found.module != theirs:
            raise Mismatch(f"step {self.steps}: the outcome is {found.module}, and not {theirs}")
        return found.module
