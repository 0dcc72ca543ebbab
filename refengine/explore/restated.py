"""A scope explored again where only what has to hold has changed, and nothing was broken before.

Which states there are hangs on nothing that has to hold, and what says what it said holds in all of them. So only what
changed is looked at, and no claim.

INVARIANT: the answer is that of an exploration with nothing known, or there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from refengine.explore.claims import CLAIM
from refengine.explore.result import Explored
from refengine.explore.run import CONSERVATION
from refengine.ir import control, game as model
from refengine.ir.slices import Part, Slices
from refengine.runtime.fault import Clause

STATED: Final = ("invariants", "measures")
"""The fields of what has to hold of a state, or of a step."""

Name = tuple[str, str]
"""A field, and the name of something in it."""


@frozen
class Sound:
    """A whole exploration in which nothing was broken; of what was looked at, claims alone stand in it.

    `said` are hashes of what had to hold then, `asked` what of it was looked at, by sort and path.
    """

    found: Explored
    said: Mapping[Name, str]
    asked: frozenset[Name]


def sound(found: Explored, of: Slices) -> Sound:
    """Returns what is kept of an exploration in which nothing was broken: it speaks of no place of what has to hold."""
    claims = tuple(each for each in found.checked if each[0] == CLAIM)
    asked = frozenset((sort, clause.path) for sort, clause in found.checked)
    said = {(each.field, each.name): each.digest for each in _stated(of)}
    return Sound(evolve(found, checked=claims), said, asked)


def _stated(of: Slices) -> Iterator[Part]:
    return (each for each in of.parts if each.field in STATED)


def restated(before: Sound, now: Slices, explore: Callable[[model.Game], Explored]) -> Explored | None:
    """Returns what exploring the game as it is now would find; None if that has to be found out from the start.

    Beside what has to hold, the game must be what it was. `explore` is asked about it with only what changed.
    """
    changed = [each for each in _stated(now) if before.said.get((each.field, each.name)) != each.digest]
    alone = {field: tuple(each.node for each in changed if each.field == field) for field in STATED}
    asked = explore(evolve(now.whole, claims=(), **alone))  # type: ignore[arg-type]
    if asked.ended == "interrupted":
        return asked
    if not asked.sound or _size(asked) != _size(before.found):
        return None
    looked_at = (*_looked_at(now.whole), (CONSERVATION.path, CONSERVATION))
    as_it_was = {(sort, clause.path) for sort, clause in {*looked_at} - {*asked.checked}}
    if not ({*looked_at} >= {*asked.checked} and before.asked >= as_it_was):
        return None
    return evolve(before.found, checked=(*looked_at, *before.found.checked))


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


def _size(found: Explored) -> tuple[int, ...]:
    return found.states, found.transitions, found.rests, found.finished, found.depth
