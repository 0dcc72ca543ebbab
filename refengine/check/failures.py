"""Failures of play in the reader's terms: a sentence, the clause with what it cites, the moves, the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from refengine.check.leaks import held_unlike, kept_hidden
from refengine.check.plan import PlannedSetting
from refengine.check.report import Failure
from refengine.ir import game as model
from refengine.loading import make_game
from refengine.report.citations import Reader
from refengine.report.words import Scene, Words
from refengine.smt.goal import Position
from refengine.testing.failure import DISAGREE, Failure as Found
from refengine.testing.saved_traces import contents, file_name

SAID = {
    "invariant": "does not hold",
    "claim": "does not hold",
    "step invariant": "is broken by a step",
    "measure": "does not fall, so the game may never end",
    "conservation": "a piece or token was lost or came from nowhere",
    "fault": "the rules break off",
    "refused": "an action that is said to be legal is not taken",
    "legal": "what is legal for a player depends on what that player does not see",
    "turn": "who is asked depends on what not everybody sees",
    DISAGREE: "two programs made from the same rules part ways",
    "view": "a view depends on what the player does not see",
}
"""The predicate of a failure's sentence, by the sort of the failure."""


@frozen
class Speaker:
    """Puts the failures of one game into words."""

    game: model.Game
    reader: Reader
    words: Words

    def tell(self, planned: PlannedSetting, found: Found, saved: str | None) -> Failure:
        """Returns a failure that was found in a setting."""
        trace = found.trace
        playable = make_game(self.game, planned.configuration)
        scene = Scene.of(self.words, playable)
        moves = tuple(self.words.move(each.actor, each.action, each.arguments) for each in trace.steps)
        said = SAID.get(found.sort, found.sort)
        if found.sort in {"fault", DISAGREE}:
            said = f"{said}: {found.message}"
        return Failure(
            kind=found.sort,
            name=found.clause.path,
            what=said,
            clause=self.reader.clause(found.clause),
            setting=planned.setting,
            found=(*found.difference, *self._told_apart(found)),
            moves=moves,
            position=scene.position(trace.states[-1]) if trace.states else (),
            before_last=0 < len(trace.states) == len(trace.steps),
            saved=saved,
            others=found.times - 1,
            file=(file_name(trace), contents(playable, found)) if trace.states else None,
            code=found.code,
            stood=_stood(planned, trace.states[-1]) if trace.states else None,
        )

    def _told_apart(self, found: Found) -> Iterator[str]:
        """Yields what phases know in one of two states that look the same to somebody, and not in the other."""
        if isinstance(found.twin, Mapping) and found.trace.states:
            here = found.trace.states[-1]
            yield from held_unlike(here, found.twin)
            yield from kept_hidden(self.game, here, found.twin)


def _stood(planned: PlannedSetting, state: Mapping[str, Any]) -> Position:
    """Returns the position as data, under the configuration of its setting."""
    chosen = planned.configuration
    options = tuple((name, str(value)) for name, value in chosen.options)
    return Position(chosen.players, tuple(chosen.readings), options, dict(state))
