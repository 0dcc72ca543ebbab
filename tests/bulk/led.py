"""A cursor led beside the reference engine, looked at now and then: between two looks it has to be right as well."""

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define

from refengine.runtime.batches import NoModule
from refengine.runtime.cursors import Cursor
from refengine.runtime.fault import Clause, Fault
from refengine.runtime.game import Game

Stand = tuple[Any, tuple[Any, ...]]
"""A state of the reference engine, and what is legal there."""


@define
class Led:
    """How many steps were taken, faults met, marks gone back to, looks taken, and games for which there is no room."""

    steps: int = 0
    faults: int = 0
    returns: int = 0
    looks: int = 0
    beyond: int = 0

    def play(self, game: Game, random: Random, limit: int, often: float = 0.1) -> None:
        """Plays one game, and looks at one state in `1 / often`; raises where the two go different ways."""
        stand, wrong = _tried(lambda: _stand(game, game.initial()))
        cursor, told = _tried(game.cursor)
        if not self._agree(wrong, told):
            return
        marked = cursor.mark(), stand
        for _ in range(limit):
            if random.random() < often:
                self.looks += 1
                _look(cursor, stand)
            if random.random() < often:
                marked = cursor.mark(), stand
            if random.random() < often:
                self.returns += 1
                stand = marked[1]
                assert cursor.back(marked[0]) == len(stand[1])
            stand, goes_on = self._step(game, cursor, stand, random)
            if not goes_on:
                break
        _look(cursor, stand)

    def _step(self, game: Game, cursor: Cursor, stand: Stand, random: Random) -> tuple[Stand, bool]:
        """Takes a step in both; where one cannot be taken, both have to stay."""
        state, legal = stand
        if not legal:
            return stand, False
        place = random.randrange(len(legal))
        after, wrong = _tried(lambda: _stand(game, game.apply(state, legal[place])))
        many, told = _tried(lambda: cursor.take(place))
        if not self._agree(wrong, told):
            return stand, False
        self.steps += 1
        assert many == cursor.legal == len(after[1])
        return after, True

    def _agree(self, wrong: Clause | str | None, told: Clause | str | None) -> bool:
        """Returns whether both go on; where the module has no room it alone stops."""
        if told == BEYOND and wrong is None:
            self.beyond += 1
            return False
        assert told == wrong
        self.faults += wrong is not None
        return wrong is None


BEYOND = "beyond"


def _stand(game: Game, state: Any) -> Stand:
    return state, game.legal(state)


def _tried(work: Callable[[], Any]) -> tuple[Any, Clause | str | None]:
    """Returns what comes of some work, or the clause that is a fault."""
    try:
        return work(), None
    except Fault as fault:
        return None, fault.clause
    except NoModule:
        return None, BEYOND


def _look(cursor: Cursor, stand: Stand) -> None:
    state, legal = stand
    assert cursor.state == state
    assert cursor.legal == len(legal)
    assert [cursor.actor(place) for place in range(len(legal))] == [each.actor for each in legal]
    assert [cursor.weight(place) for place in range(len(legal))] == [each.weight or 1 for each in legal]
