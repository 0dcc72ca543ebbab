"""Whether random play ever comes to a position from which an induction fails: one that no game reaches is no fault."""

from __future__ import annotations

import random

from refengine.engine.fault import Fault, IllegalAction
from refengine.prove.engines import Stood
from refengine.testing.choices import choose

GAMES = 100
"""So many games are looked through."""

MAX_STEPS = 2_000


def visited(stood: Stood, seed: int, games: int = GAMES) -> int | None:
    """The number, from 1, of the first random game in which the state is met, in all that is said of it; or None."""
    told, data = stood.game.description, stood.position.data
    names = [each.attribute for each in told.zones if each.name in data.get("zones", {})]
    names += [each.attribute for each in told.variables if each.name in data.get("variables", {})]
    names += [attribute for each in told.tokens if each.name in data.get("tokens", {}) for _, attribute in each.holders]
    names += ["control"] if data.get("control") else []
    wanted = [(name, getattr(stood.state, name)) for name in names]
    for number in range(games):
        rng = random.Random(f"{seed}:visited:{number}")  # noqa: S311 - random games want a seed, not secrecy
        try:
            state = stood.game.initial()
            for _ in range(MAX_STEPS):
                if all(getattr(state, name) == value for name, value in wanted):
                    return number + 1
                legal = stood.game.legal(state)
                if not legal:
                    break
                state = stood.game.apply(state, choose(legal, rng))
        except (Fault, IllegalAction):
            continue
    return None


def in_words(found: int | None, games: int = GAMES) -> str:
    """What `visited` found."""
    if found is None:
        return f"random play does not come to it: not seen in {games} games"
    return f"random play comes to it: met in game {found}"
