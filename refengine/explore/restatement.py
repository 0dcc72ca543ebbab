"""Reuses an exploration in which nothing was broken, if only what has to hold has changed since.

The set of states does not depend on what has to hold, and a statement that is the same or weaker still holds in all of
them. So only statements that changed otherwise are checked, and no claim. If states are few they are kept: an invariant
of states that calls no values is tested on them without any step being taken.

INVARIANT: the answer is that of an exploration with nothing known, or there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from refengine.engine.noting import Notes, answers_of, layout_of
from refengine.explore.claims import CLAIM
from refengine.explore.result import ExplorationResult
from refengine.explore.run import CONSERVATION, checked_of
from refengine.ir import control, game as model
from refengine.ir.claims import SmallScope
from refengine.ir.scope import restrict
from refengine.ir.slack import StatementDigest, said_by
from refengine.ir.slices import SlicePart, Slices
from refengine.loading import make_game
from refengine.runtime.fault import Clause
from refengine.source.garbage import undisturbed

STATED: Final = ("invariants", "measures")
"""The fields of what has to hold of a state, or of a step."""

Name = tuple[str, str]
"""A field, and the name of something in it."""


@frozen
class SoundExploration:
    """An exploration of all states in which nothing was broken; of what was looked at, claims alone stand in it.

    `said` is what had to hold then, `asked` what of it was looked at, by sort and path. `notes` are of all states, if
    there are few.
    """

    found: ExplorationResult
    said: Mapping[Name, StatementDigest]
    asked: frozenset[Name]
    notes: Notes | None = None


def sound(found: ExplorationResult, of: Slices, notes: Notes | None = None) -> SoundExploration:
    """Returns what is kept of an exploration in which nothing was broken: it speaks of no place of what has to hold."""
    claims = tuple(each for each in found.checked if each[0] == CLAIM)
    asked = frozenset((sort, clause.path) for sort, clause in found.checked)
    said = {(each.field, each.name): said_by(each) for each in _stated(of)}
    return SoundExploration(evolve(found, checked=claims), said, asked, notes)


def _stated(of: Slices) -> Iterator[SlicePart]:
    return (each for each in of.parts if each.field in STATED)


def restated(
    before: SoundExploration, now: Slices, scope: SmallScope, explore: Callable[[model.Game], ExplorationResult]
) -> ExplorationResult | None:
    """Returns what exploring the game as it is now would find; None if that has to be found out from the start.

    Beside what has to hold, the game must be what it was. `explore` is asked about it with only what changed, unless
    noted states say enough.
    """
    changed = [each for each in _stated(now) if not _holds_as_before(each, before)]
    alone = {field: tuple(each.node for each in changed if each.field == field) for field in STATED}
    own = evolve(now.whole, claims=(), **alone)  # type: ignore[arg-type]
    calls = any(each.calls for each in changed)
    holding: frozenset[tuple[str, Clause]] | None = frozenset()
    if changed:
        holding = None if before.notes is None or calls else _holding(before.notes, own, scope)
    if holding is None:
        asked = explore(own)
        if asked.ended == "interrupted":
            return asked
        if not asked.sound or _size(asked) != _size(before.found):
            return None
        holding = frozenset(asked.checked)
    looked_at = (*_looked_at(now.whole), (CONSERVATION.path, CONSERVATION))
    as_it_was = {(sort, clause.path) for sort, clause in {*looked_at} - holding}
    if not (holding <= {*looked_at} and as_it_was <= before.asked):
        return None
    return evolve(before.found, checked=(*looked_at, *before.found.checked))


def _holds_as_before(part: SlicePart, before: SoundExploration) -> bool:
    """Returns whether what has to hold had to then, too, or is weaker than what had to."""
    then = before.said.get((part.field, part.name))
    return then is not None and said_by(part).follows_from(then)


def _holding(notes: Notes, own: model.Game, scope: SmallScope) -> frozenset[tuple[str, Clause]] | None:
    """Returns all that a game states, if it is of states and holds in those that are noted; of steps nothing is."""
    restricted, _ = restrict(evolve(own, examples=(), laws=()), scope)
    if restricted is None or own.measures or any(each.step for each in own.invariants):
        return None
    with undisturbed():
        try:
            game = make_game(restricted, notes.configuration, stated=True)
            if layout_of(game) != notes.layout:
                return None
            if any(game.stated_violations(None, each.after) for each in answers_of(notes, game)):
                return None
        except Exception:  # noqa: BLE001 - damaged notes are no notes, and a fault is found by whoever explores
            return None
    return frozenset(checked_of(game.description))


def _looked_at(game: model.Game) -> Iterator[tuple[str, Clause]]:
    """Yields all that has to hold as an exploration tells it, in its order."""
    for each in game.invariants:
        yield "step invariant" if each.step else "invariant", _clause(each.clause)
    for measure in game.measures:
        yield "measure", _clause(measure.clause)


def _clause(clause: control.Clause) -> Clause:
    """Returns a clause as an engine names it."""
    span = clause.origin.span
    return Clause(
        clause.path, tuple(map(str, clause.cites)), None if span is None else (span.path, span.start, span.end)
    )


def _size(found: ExplorationResult) -> tuple[int, ...]:
    return found.states, found.transitions, found.rests, found.finished, found.depth
