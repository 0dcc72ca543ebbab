"""Refusals: what stands in the way of actions that are tried without asking whether they are legal.

What is tried is near what is legal: values that a legal action takes now, in another place or with one changed. Actions
whose guards or bars have hardly been seen to refuse are tried, each of them, and may have no legal form at all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from refengine.engine.trace import State
from refengine.ir.domain import Count, Domain, Piece, Range
from refengine.runtime.description import ActionInfo, Description
from refengine.runtime.fault import BadData
from refengine.runtime.positions import lying
from refengine.runtime.recording import firing
from refengine.testing.domains import values_of
from refengine.testing.nearby import known_in
from refengine.testing.protocol import PlayableGame

STANDS_IN_THE_WAY = {"guard", "bar"}

TRIES = 8
"""The number of forms in which an action is tried where something rare may be in its way; elsewhere it is one."""

WIDE = 32
"""The same of an action that chooses among cells or spots, of which there are many and few that anything bars."""

HEAP = 16
"""A zone that holds more pieces is a heap, and what lies in it is not near at hand."""

NEAR = 0.75
"""The chance with which a value is tried that a legal action takes now, or a piece that lies near at hand."""

FEW = 20
"""A number is tried up to so much above the least that it can be."""


def refusals(
    game: PlayableGame, state: State, legal: tuple[Any, ...], random: Random, rare: Collection[str] = ()
) -> tuple[str, ...]:
    """Returns the paths of the guards and bars in the way of what is tried: what `rare` ones, if any, may refuse.

    A guard is there whenever it does not hold, a bar only where nothing else stands in the way.
    """
    picked = random.choice(legal)
    offered = game.description.beside.get(picked.name, ())
    wanted = [each for each in offered if any(path in rare for path in each.in_the_way)]
    out = _lying_out(game.description, state) if wanted else frozenset()
    used = _used(offered, legal)
    found: dict[str, None] = {}
    # Whoever listens to what fires remembers what values come to: all that is tried is tried in one state.
    with firing() as listener, listener.as_it_is(state):
        for tried in wanted or [each for each in offered if each.name == picked.name]:
            near = _NearArguments(game.description, state, used, tried, legal, out)
            for _ in range((WIDE if near.is_wide else TRIES) if wanted and tried.params else 1):
                arguments = near.arguments(random)
                if arguments is not None:
                    found |= dict.fromkeys(_in_the_way(game, state, picked.actor, tried.name, arguments))
    return tuple(found)


def may_refuse(description: Description, legal: tuple[Any, ...], rare: Collection[str]) -> tuple[str, ...]:
    """Returns the rare guards and bars that stand in the way of some action where one of these is legal."""
    offered = description.beside.get(legal[0].name, ())
    return tuple(path for each in offered for path in each.in_the_way if path in rare)


def _lying_out(description: Description, state: State) -> frozenset[str]:
    """Returns the names of the pieces that lie in zones, but for those in heaps: rather one of these is tried."""
    held = (each for zone in description.zones for _, each in lying(zone, state))
    return frozenset(str(piece.name) for each in held if len(each) <= HEAP for piece in each)


def _in_the_way(game: PlayableGame, state: State, actor: Any, name: str, arguments: list[Any]) -> tuple[str, ...]:
    try:
        action = game.find_action(state, actor, name, arguments)
    except BadData:
        return ()
    failed = game.refusal(state, action)
    if {each.kind for each in failed} <= STANDS_IN_THE_WAY:
        # What other clauses forbid as well would be forbidden without the bar, which then says nothing.
        alone = len(failed) == 1
        return tuple(each.clause.path for each in failed if alone or each.kind != "bar")
    return ()


def _used(offered: tuple[ActionInfo, ...], legal: tuple[Any, ...]) -> Mapping[Domain, tuple[Any, ...]]:
    """Returns the values that legal actions take, by domain, each once."""
    params = {each.name: each.params for each in offered}
    found: dict[Domain, dict[Any, None]] = {}
    for action in legal:
        for param, value in zip(params.get(action.name, ()), action.arguments, strict=False):
            found.setdefault(param.domain, {})[value] = None
    return {domain: tuple(values) for domain, values in found.items()}


def _values(description: Description, domain: Domain) -> tuple[Any, ...]:
    """Returns every value; of numbers without end the first few."""
    if isinstance(domain, Range):
        return tuple(range(domain.low, min(domain.high, domain.low + FEW) + 1))
    if isinstance(domain, Count):
        return tuple(range(FEW + 1))
    return values_of(description, domain)


class _NearArguments:
    """Arguments for one action, near those that are legal."""

    def __init__(
        self,
        description: Description,
        state: State,
        used: Mapping[Domain, tuple[Any, ...]],
        tried: ActionInfo,
        legal: tuple[Any, ...],
        out: Collection[str],
    ) -> None:
        known = [known_in(description, state, each.domain, legal) for each in tried.params]
        self.is_wide = any(each.every for each in known)
        self._all = [
            _values(description, each.domain) or there.every for each, there in zip(tried.params, known, strict=True)
        ]
        self._legal = [each.arguments for each in legal if each.name == tried.name]
        # Of cells and spots, those that legal actions take are the ones that nothing bars.
        self._used = [
            there.near
            if there.every
            else (*used.get(each.domain, ()), *(one for one in some if isinstance(each.domain, Piece) and one in out))
            for each, some, there in zip(tried.params, self._all, known, strict=True)
        ]

    def arguments(self, random: Random) -> list[Any] | None:
        """Returns a few values that need not be legal; None where they cannot be listed."""
        if not all(self._all):
            return None
        if not self._all:
            return []
        if self._legal and random.random() < 0.5:
            arguments = list(random.choice(self._legal))
            at = random.randrange(len(arguments))
            arguments[at] = self._value(at, random)
            return arguments
        return [self._value(at, random) for at in range(len(self._all))]

    def _value(self, at: int, random: Random) -> Any:
        return random.choice(self._used[at] if self._used[at] and random.random() < NEAR else self._all[at])
