"""Refusals: what stands in the way of actions that are tried without asking whether they are legal.

What is tried is near what is legal: values that a legal action takes now, in another place or with one changed. An
action whose guards or bars have hardly been seen to refuse is tried sooner, and may have no legal form at all.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from refengine.engine.description import ActionInfo, Description
from refengine.engine.fault import BadData, Fault, IllegalAction
from refengine.engine.trace import State
from refengine.ir.domain import Count, Domain, Range
from refengine.testing.domains import values_of
from refengine.testing.protocol import Game

STANDS_IN_THE_WAY = {"guard", "bar"}

TRIES = 8
"""The number of actions tried where something rare may be in the way of one; elsewhere it is a single one."""


FEW = 20
"""A number is tried up to so much above the least that it can be."""


def refusals(
    game: Game, state: State, legal: tuple[Any, ...], random: Random, rare: Collection[str] = ()
) -> tuple[str, ...]:
    """The paths of the guards and bars that stand in the way of what is tried; of `rare` ones, as many as are met."""
    picked = random.choice(legal)
    offered = _offered(game.description, picked.name)
    wanted = [each for each in offered if any(path in rare for path in each.in_the_way)]
    tried = random.choice(wanted) if wanted else next((each for each in offered if each.name == picked.name), None)
    if tried is None:
        return ()
    if not tried.params:
        return _in_the_way(game, state, picked.actor, tried.name, [])
    near = _Near(game.description, offered, tried, legal)
    found: dict[str, None] = {}
    for _ in range(TRIES if wanted else 1):
        arguments = near.arguments(random)
        if arguments is not None:
            found |= dict.fromkeys(_in_the_way(game, state, picked.actor, tried.name, arguments))
    return tuple(found)


def _offered(description: Description, name: str) -> tuple[ActionInfo, ...]:
    """Returns all actions that can be offered where an action of this name is."""
    return next((each.actions for each in description.frames if any(one.name == name for one in each.actions)), ())


def _in_the_way(game: Game, state: State, actor: Any, name: str, arguments: list[Any]) -> tuple[str, ...]:
    try:
        game.apply(state, game.find_action(state, actor, name, arguments))
    except IllegalAction as illegal:
        if {each.kind for each in illegal.failed} <= STANDS_IN_THE_WAY:
            return tuple(each.clause.path for each in illegal.failed)
    except (BadData, Fault):
        pass
    return ()


def _values(description: Description, domain: Domain) -> tuple[Any, ...]:
    """Every value; of numbers without end the first few."""
    if isinstance(domain, Range):
        return tuple(range(domain.low, min(domain.high, domain.low + FEW) + 1))
    if isinstance(domain, Count):
        return tuple(range(FEW + 1))
    return values_of(description, domain)


class _Near:
    """Arguments for one action, near those that are legal."""

    def __init__(
        self, description: Description, offered: tuple[ActionInfo, ...], tried: ActionInfo, legal: tuple[Any, ...]
    ) -> None:
        self._all = [_values(description, each.domain) for each in tried.params]
        self._legal = [each.arguments for each in legal if each.name == tried.name]
        params = {each.name: each.params for each in offered}
        used: dict[Any, dict[Any, None]] = {}
        for action in legal:
            for param, value in zip(params.get(action.name, ()), action.arguments, strict=False):
                used.setdefault(param.domain, {})[value] = None
        self._used = [tuple(used.get(each.domain, ())) for each in tried.params]

    def arguments(self, random: Random) -> list[Any] | None:
        """A few values that need not be legal; None where they cannot be listed."""
        if not all(self._all):
            return None
        if self._legal and random.random() < 0.5:
            arguments = list(random.choice(self._legal))
            at = random.randrange(len(arguments))
            arguments[at] = self._value(at, random)
            return arguments
        return [self._value(at, random) for at in range(len(self._all))]

    def _value(self, at: int, random: Random) -> Any:
        return random.choice(self._used[at] if self._used[at] and random.random() < 0.5 else self._all[at])
