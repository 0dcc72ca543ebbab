"""Failing traces made short by replay: what can be left out is left out, what can be simpler is.

INVARIANT: the result fails in the same way as what was given, and is not longer. The search is deterministic and ends
when its budget of steps is spent.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from refengine.engine.trace import Move, State
from refengine.runtime.fault import Fault, IllegalAction
from refengine.testing.failure import REFUSED, Judge, Key, Keys, key_of_fault
from refengine.testing.protocol import PlayableGame

DEFAULT_BUDGET = 8_000
"""Steps that may be played to shrink one trace."""

Actions = tuple[Move, ...]


@define
class _Search:
    """A search for a shorter trace: the failure that is looked for, and the steps that are left."""

    game: PlayableGame
    start: State
    wanted: Key
    judge: Judge
    left: int

    def step(self, state: State, action: Move) -> tuple[State | None, Keys]:
        """Returns the state after an action and all that is wrong with it; no state after a fault. Illegal: neither."""
        self.left -= 1
        try:
            after = self.game.apply(state, action)
        except IllegalAction:
            return None, ()
        except Fault as fault:
            return None, (key_of_fault(fault),)
        return after, self.judge(state, after)

    def replay(self, actions: Sequence[Move]) -> Actions | None:
        """Returns the actions up to the failure, without those that are not legal; None when it does not come."""
        state = self.start
        done: list[Move] = []
        for wanted in actions:
            if self.left <= 0:
                return None
            action = self._as_offered(state, wanted)
            after, keys = (None, ()) if action is None else self.step(state, action)
            if action is None or (after is None and not keys):
                continue
            done.append(action)
            if keys:
                return tuple(done) if self.wanted in keys else None
            state = after
        return None

    def _as_offered(self, state: State, wanted: Move) -> Move | None:
        """Returns the same action here: the weight of what chance may do depends on the state."""
        if wanted.weight is None:
            return wanted
        for action in self.legal(state):
            if action.name == wanted.name and action.arguments == wanted.arguments:
                return action
        return None

    def legal(self, state: State) -> Sequence[Move]:
        """Returns the legal actions; none where the rules do not say how to go on."""
        try:
            return self.game.legal(state)
        except Fault:
            return ()


def shrink(
    game: PlayableGame, start: State, actions: Sequence[Move], key: Key, judge: Judge, budget: int = DEFAULT_BUDGET
) -> Actions:
    """Returns a trace from the same start that fails with the same key, as short and as simple as was found."""
    search = _Search(game, start, key, judge, budget)
    if key[0] == REFUSED:
        return tuple(actions)
    if key in judge(None, start):
        return ()
    best = search.replay(actions) or tuple(actions)
    while search.left > 0:
        length = len(best)
        best = _without_chunks(search, best)
        best = _sooner(search, best)
        if len(best) == length:
            break
    best = _shortest(search, best)
    return _simpler(search, best)


def _without_chunks(search: _Search, best: Actions) -> Actions:
    """Leaves out runs of actions: half of them, a quarter, single ones."""
    size = max(len(best) // 2, 1)
    while size and search.left > 0:
        at = 0
        while at < len(best) and search.left > 0:
            shorter = search.replay(best[:at] + best[at + size :])
            if shorter is not None and len(shorter) < len(best):
                best = shorter
            else:
                at += size
        size //= 2
    return best


def _sooner(search: _Search, best: Actions) -> Actions:
    """Looks, from the start, for a state in which another action fails at once."""
    state = search.start
    for done, action in enumerate(best[:-1]):
        for other in search.legal(state):
            if search.left <= 0:
                return best
            _, keys = search.step(state, other)
            if search.wanted in keys:
                return (*best[:done], other)
        after, _ = search.step(state, action)
        if after is None:
            return best
        state = after
    return best


def _shortest(search: _Search, best: Actions) -> Actions:
    """Looks through all traces that are shorter, shortest first, as far as half of what is left goes."""
    reserve = search.left // 2
    layer: list[tuple[State, Actions]] = [(search.start, ())]
    met = {search.start}
    for _ in range(len(best) - 1):
        following: list[tuple[State, Actions]] = []
        for state, done in layer:
            for action in search.legal(state):
                if search.left <= reserve:
                    return best
                after, keys = search.step(state, action)
                if search.wanted in keys:
                    return (*done, action)
                if after is not None and not keys and after not in met:
                    met.add(after)
                    following.append((after, (*done, action)))
        layer = following
    return best


def _simpler(search: _Search, best: Actions) -> Actions:
    """Takes the first legal action that still leads to the failure, decision by decision."""
    state = search.start
    done = 0
    while done < len(best) and search.left > 0:
        for other in search.legal(state):
            if _same(other, best[done]) or search.left <= 0:
                break
            changed = search.replay((*best[:done], other, *best[done + 1 :]))
            if changed is not None and len(changed) <= len(best) and _same(changed[done], other):
                best = changed
                break
        if done >= len(best):
            break
        after, _ = search.step(state, best[done])
        if after is None:
            break
        state = after
        done += 1
    return best


def _same(one: Move, other: Move) -> bool:
    return (one.actor, one.name, one.arguments) == (other.actor, other.name, other.arguments)
