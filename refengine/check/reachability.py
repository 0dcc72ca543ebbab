"""Whether random play ever comes to a position from which an induction fails: one that no game reaches is no fault."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from refengine.prove.engines import EnginePosition
from refengine.runtime.fault import Fault, IllegalAction
from refengine.testing.choices import choose

if TYPE_CHECKING:
    from refengine.runtime.game import State

GAMES = 100
"""The number of random games that are looked through for a position."""

MAX_STEPS = 2_000

MOST_TRIED = 200
"""The number of states from which it is tried, for each position, whether the same goes wrong."""

FailsFrom = Callable[["State"], bool]
"""Whether the same goes wrong from a state of play."""


def first_visits(
    several: Sequence[tuple[EnginePosition, FailsFrom]], seed: int, games: int = GAMES
) -> tuple[int | None, ...]:
    """Returns for each position the number, from 1, of the first random game to reach it, in all that is said of it.

    None stands for a position that no game reached. What is not said of it is as at the start, which may matter or
    not; so a state that is otherwise there counts only where the same goes wrong from it.
    """
    found: dict[int, int] = {}
    left = [MOST_TRIED] * len(several)
    by_game: dict[int, list[int]] = {}
    for index, (stood, _) in enumerate(several):
        by_game.setdefault(id(stood.game), []).append(index)
    for indices in by_game.values():
        wanted = {index: _spoken(several[index][0]) for index in indices}
        for number in range(games):
            for state in _states(several[indices[0]][0], random.Random(f"{seed}:visited:{number}")):  # noqa: S311 - a seed
                for index, parts in wanted.items():
                    if index not in found and all(getattr(state, name) == value for name, value in parts):
                        stood, fails_from = several[index]
                        left[index] -= 1
                        if state == stood.state or (left[index] >= 0 and fails_from(state)):
                            found[index] = number + 1
    return tuple(found.get(index) for index in range(len(several)))


def _spoken(stood: EnginePosition) -> tuple[tuple[str, Any], ...]:
    """Returns the parts of the state that its data speak of."""
    told, data = stood.game.description, stood.position.data
    names = [each.attribute for each in told.zones if each.name in data.get("zones", {})]
    names += [each.attribute for each in told.variables if each.name in data.get("variables", {})]
    names += [attribute for each in told.tokens if each.name in data.get("tokens", {}) for _, attribute in each.holders]
    names += ["control"] if data.get("control") else []
    return tuple((name, getattr(stood.state, name)) for name in names)


def _states(stood: EnginePosition, rng: random.Random) -> Iterator[State]:
    """Yields the states of one random game."""
    game = stood.game
    with suppress(Fault, IllegalAction):
        state = game.initial()
        for _ in range(MAX_STEPS):
            yield state
            legal = game.legal(state)
            if not legal:
                return
            state = game.apply(state, choose(legal, rng))


def in_words(found: int | None, games: int = GAMES) -> str:
    """Returns a result of `first_visits` in words."""
    if found is None:
        return f"random play does not come to it: not seen in {games} games"
    return f"random play comes to it: met in game {found}"
