"""Breadth first through all states of a game, every step checked; it can be halted and gone on with.

INVARIANT: states are expanded in the order in which they were found, so a state's number is known without a table, and
the first way to a state, or to something broken, is a shortest one. A state is hashed once for each transition.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from refengine.engine.trace import Trace, trace_of
from refengine.explore.claims import CLAIM, ExploredClaim, OpenClaims
from refengine.explore.result import FAULT, REFUSED, Breach, Ended
from refengine.runtime.fault import Clause, Fault, IllegalAction
from refengine.runtime.game import Game, State
from refengine.runtime.violations import Violation
from refengine.source.garbage import undisturbed

Key = Callable[[State], Hashable]
"""A function whose result is equal for states that count as one."""

Tick = Callable[[int], None]

TOLD_EVERY = 1_000


class Search:
    """An exploration under way; `levels` are the numbers of states by their distance from the start.

    `key` makes one of several states. Without `all_orders`, of those who owe a secret choice only the first seat acts.
    Without `checked` states are only counted, and faults found: nothing else that has to hold is looked at.
    The `claims` are asked in every state. After a fault in something that has to hold the search is `in_doubt`: what
    would have been asked behind it was not.
    """

    def __init__(
        self,
        game: Game,
        *,
        key: Key | None = None,
        all_orders: bool = False,
        checked: bool = True,
        claims: Sequence[ExploredClaim] = (),
    ) -> None:
        self.game = game
        self.states = self.transitions = self.finished = 0
        self.levels: list[int] = []
        self.breaches: dict[tuple[str, str], Breach] = {}
        self.ended: Ended = "limit"
        self.in_doubt = False
        self.claims = OpenClaims(claims)
        self._look = self.claims.look if claims else None
        self._key = key
        self._all_orders = all_orders
        self._checked = checked
        self._seen: set[Hashable] = set()
        self._parents: list[int] = []
        self._actions: list[Any] = []
        self._level: list[State] = []
        self._coming: list[State] = []
        self._first = 0  # the number of the first state of the level
        self._expanded = -1  # the number of the last state that was expanded
        self._begin()

    @property
    def frontier(self) -> Sequence[State]:
        """The states that are found and not yet expanded."""
        return [*self._level[self._expanded + 1 - self._first :], *self._coming]

    @property
    def known(self) -> Iterable[State]:
        """Every state that was found; of several that count as one none."""
        return self._seen if self._key is None else ()

    @property
    def depth(self) -> int:
        """The greatest distance from the start."""
        return max(len(self.levels) - 1, 0)

    def plays(self, state: State) -> tuple[Any, ...]:
        """Returns the actions that are taken in a state; raises `Fault`."""
        plays = self.game.legal(state)
        return plays if self._all_orders else _of_first_seat(plays)

    def run(self, limit: int, tick: Tick = lambda _states: None) -> Ended:
        """Goes on until everything is found, or more than `limit` states are, or somebody interrupts."""
        if self.ended == "limit":
            try:
                with undisturbed():
                    self._run(limit, tick)
            except KeyboardInterrupt:
                self.ended = "interrupted"
        return self.ended

    def _begin(self) -> None:
        try:
            first = self.game.initial()
            broken = self.game.violations(None, first) if self._checked else ()
        except Fault as fault:
            self.ended, self.in_doubt = "whole", True
            told = self.game.description
            trace = Trace(told.name, told.version, told.players, told.readings, told.options, (), ())
            self.breaches[FAULT, fault.clause.path] = Breach(FAULT, fault.clause, fault.message, trace, fault.code)
            return
        self._seen.add(first if self._key is None else self._key(first))
        self._level = [first]
        self._parents.append(-1)
        self._actions.append(None)
        self.levels.append(1)
        self.states = 1
        self._broke(broken, 0, None)
        if self._look is not None:
            self._deny(self._look(first), 0, None)

    def _run(self, limit: int, tick: Tick) -> None:
        """Runs the inner loop: for speed names are local, a state is hashed once, and nothing is asked twice."""
        game, seen, one_order = self.game, self._seen, not self._all_orders
        legal_of, apply, violations = game.legal, game.apply, game.violations
        module = game._module  # noqa: SLF001 - `violations` asks more of a known state than is needed
        broken, conserved = module.broken, module.conserved  # the pieces of a state are counted when it is found
        alike, checked, look = self._key is not None, self._checked, self._look
        told_of = game.description
        # A step to a known state can break nothing but what is said of steps.
        steps = alike or any(each.step for each in told_of.invariants) or bool(told_of.measures)
        seen_add = seen.add if self._key is None else _adding(seen, self._key)
        found_from, found_by = self._parents.append, self._actions.append
        known, number, transitions, told = self.states, self._expanded, self.transitions, self.states
        try:
            while self._level:
                coming_add = self._coming.append
                for state in self._level[number + 1 - self._first :]:
                    if known > limit:
                        return
                    number += 1
                    try:
                        plays = legal_of(state)
                    except Fault as fault:
                        self._fault(fault, number, None)
                        continue
                    if not plays:
                        self._finish(state, number)
                        continue
                    if one_order and plays[-1].actor != plays[0].actor:
                        plays = _of_first_seat(plays)
                    for action in plays:
                        try:
                            after = apply(state, action)
                            transitions += 1
                            seen_add(after)
                            if len(seen) != known:
                                known += 1
                                found_from(number)
                                found_by(action)
                                coming_add(after)
                                if checked and (broken(state, after) or not conserved(state, after)):
                                    self._broke(violations(state, after), number, action)
                                if look is not None:
                                    self._deny(look(after), number, action)
                            elif not (checked and steps):
                                continue
                            elif broken(state, after) or (alike and not conserved(state, after)):
                                self._broke(violations(state, after), number, action)
                        except (Fault, IllegalAction) as stopped:
                            self._stopped(stopped, number, action)
                            self.in_doubt = self.in_doubt or self._is_taken(state, action)
                    if known - told >= TOLD_EVERY:
                        tick(known - told)
                        told = known
                self._first += len(self._level)
                self._level, self._coming = self._coming, []
                if self._level:
                    self.levels.append(len(self._level))
            self.ended = "whole"
        finally:
            self.states, self._expanded, self.transitions = known, number, transitions
            tick(known - told)

    # ---- WHAT IS BROKEN

    def _finish(self, state: State, number: int) -> None:
        self.finished += 1
        try:
            self.game.outcome(state)
        except Fault as fault:
            self._fault(fault, number, None)

    def _broke(self, violations: Iterable[Violation], number: int, action: Any) -> None:
        for each in violations:
            self._record(each.kind, each.clause, "", None, number, action)

    def _deny(self, claims: Iterable[Clause], number: int, action: Any) -> None:
        for clause in claims:
            self._record(CLAIM, clause, "", None, number, action)

    def _fault(self, fault: Fault, number: int, action: Any) -> None:
        self._record(FAULT, fault.clause, fault.message, fault.code, number, action)

    def _stopped(self, stopped: Fault | IllegalAction, number: int, action: Any) -> None:
        if isinstance(stopped, Fault):
            self._fault(stopped, number, action)
        else:
            self._record(REFUSED, Clause(action.name, stopped.citations), str(stopped), None, number, action)

    def _is_taken(self, state: State, action: Any) -> bool:
        """Returns whether an action can be carried out, so that what stopped the search came after it."""
        try:
            self.game.apply(state, action)
        except (Fault, IllegalAction):
            return False
        return True

    def _record(self, sort: str, clause: Clause, message: str, code: str | None, number: int, action: Any) -> None:
        """Keeps the first breach of a clause, with the path to the state of this number and an action from there."""
        if (sort, clause.path) not in self.breaches:
            trace = self._trace(number, action, (sort, clause.path))
            self.breaches[sort, clause.path] = Breach(sort, clause, message, trace, code)

    def _trace(self, number: int, action: Any, violates: tuple[str, str]) -> Trace:
        actions = self._way(number, action)
        states = [self.game.initial()]
        for each in actions:
            try:
                states.append(self.game.apply(states[-1], each))
            except (Fault, IllegalAction):
                break
        return trace_of(self.game, states, actions, violates=violates)

    def _way(self, number: int, action: Any) -> list[Any]:
        """Returns the actions that led to a state, and one from there."""
        actions = [] if action is None else [action]
        while number > 0:
            actions.append(self._actions[number])
            number = self._parents[number]
        return actions[::-1]


def _of_first_seat(plays: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns, of plays of several seats that owe a choice, those of the first; they are listed seat by seat."""
    return tuple([each for each in plays if each.actor == plays[0].actor])


def _adding(seen: set[Hashable], key: Key) -> Callable[[State], None]:
    """Puts the key of a state to those that are known."""
    return lambda state: seen.add(key(state))
