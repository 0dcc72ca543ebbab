"""The games of a simulation that are played already, kept share by share until all of them are.

So a simulation that was stopped goes on where it was: a share is known by all that its games hang on. Nothing is left
behind once the simulation is done, for what comes of very many games takes room.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from attrs import frozen

from refengine.ir.configuration import Configuration
from refengine.ir.game import Game
from refengine.ir.slices import digest_of
from refengine.runtime.playouts import FailedPlayout, Tally
from refengine.runtime.random_games import RandomGames
from refengine.source.cache import Cache


@frozen(slots=False)
class KeptGames:
    """The shares of one simulation; `engine` has played them."""

    game: Game
    configuration: Configuration
    engine: str
    games: RandomGames
    folder: Cache

    def __contains__(self, numbers: range) -> bool:
        """Returns whether something is kept of the games with these numbers, readable or not."""
        return self.folder.read(self._name(numbers)) is not None

    def read(self, numbers: range) -> Tally | None:
        """Returns what came of the games with these numbers; None if that is not kept."""
        content = self.folder.read(self._name(numbers))
        if content is None:
            return None
        try:
            found = tally_of(json.loads(zlib.decompress(content)))
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None
        return found if found.games == len(numbers) else None

    def write(self, numbers: range, tally: Tally) -> None:
        """Keeps what came of the games with these numbers."""
        text = json.dumps(data_of(tally), separators=(",", ":"))
        self.folder.write(self._name(numbers), zlib.compress(text.encode("utf-8"), 1))

    def drop(self, shares: Iterable[range]) -> None:
        """Takes away what is kept of these shares."""
        for numbers in shares:
            self.folder.drop(self._name(numbers))

    @cached_property
    def _digest(self) -> str:
        return digest_of(self.game)

    def _name(self, numbers: range) -> str:
        told = (self._digest, self.configuration, self.engine, self.games.part(numbers))
        return f"{hashlib.sha256(repr(told).encode('utf-8')).hexdigest()[:32]}.games"


def data_of(tally: Tally) -> dict[str, Any]:
    """Returns a tally as JSON holds it."""
    return {
        "games": tally.games,
        "steps": tally.steps,
        "cut": tally.cut,
        "lengths": list(tally.lengths.items()),
        "outcomes": list(tally.outcomes.items()),
        "breaches": [[each.number, each.step, each.what, each.code, each.overlooked] for each in tally.breaches],
    }


def tally_of(data: dict[str, Any]) -> Tally:
    """Returns the tally that `data_of` wrote."""
    found = Tally()
    found.games, found.steps, found.cut = data["games"], data["steps"], data["cut"]
    found.lengths.update(dict(data["lengths"]))
    for result, times in data["outcomes"]:
        found.outcomes[None if result is None else (tuple(result[0]), tuple(result[1]))] = times
    found.breaches = [FailedPlayout(*each) for each in data["breaches"]]
    return found
