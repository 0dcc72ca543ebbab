"""Explorations kept from run to run, by the content of what is explored.

A key is a hash of the game without what is only said about it, of the scope with the claims that are asked in it, of
the configuration and of what was left out; where it ended early, of the limit as well. It stands in a folder that
belongs to this version of the package. Of what somebody interrupted the search by a module goes on
(`explore.checkpoint`). Where nothing was broken it is kept a
second time under the game without what has to hold: if that alone has changed, just that is looked at in all states
(`explore.restatement`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, TypeVar

from attrs import evolve

from refengine.engine.noting import Notes
from refengine.explore.checkpoint import Checkpoints
from refengine.explore.restatement import STATED, SoundExploration, restated, sound
from refengine.explore.result import ExplorationResult
from refengine.explore.run import ExplorationSettings, configuration_of, explore_scope
from refengine.ir import game as model
from refengine.ir.bare import without_wording
from refengine.ir.claims import SmallScope
from refengine.ir.configuration import Configuration
from refengine.ir.slices import Slice, Slices
from refengine.relocation import Places, Unplaced
from refengine.source.cache import Cache
from refengine.source.watch import Watch

T = TypeVar("T")

SOUND: Final = "sound"
"""The part of a key under which it is kept what had to hold where nothing was broken."""


def explore_unless_known(
    game: model.Game,
    scope: SmallScope,
    watch: Watch | None = None,
    settings: ExplorationSettings | None = None,
    *,
    fresh: bool = False,
) -> ExplorationResult:
    """Explores a scope like `explore_scope`, but not again what is known from an earlier run, unless `fresh`.

    Known is a whole exploration, if who knows nothing would get as far under these settings, and what ended early under
    the same ones: what was asked for before makes no difference to an answer.
    """
    settings = settings or ExplorationSettings()
    keep = settings.keep or Cache()
    configuration, wrong = configuration_of(game, scope, settings)
    if configuration is None:
        return ExplorationResult(problems=wrong)
    slices = Slices(without_wording(game))
    places, unstated = (Places(_slice(slices, scope, gone)) for gone in ((), STATED))
    # What a module alone has found is no answer for who asks the reference engine.
    by = ("wasm",) if settings.engine == "wasm" else ()
    name = _name(places.of, scope, configuration, *by, all_orders=settings.all_orders)
    within = f"up to {settings.limit}{' at least' if settings.force else ''}"
    part = _name(places.of, scope, configuration, *by, within, all_orders=settings.all_orders)
    before = _read(keep, name, places, ExplorationResult)
    if not fresh:
        if before is not None and _is_within(before, settings):
            return evolve(before, known=True)
        ended = _read(keep, part, places, ExplorationResult)
        if ended is not None:
            return evolve(ended, known=True)
    bare = _name(unstated.of, scope, configuration, SOUND, all_orders=settings.all_orders)
    found: ExplorationResult | None = None
    notes: Notes | None = None
    if before is None and not fresh and settings.engine == "reference":
        then = _read(keep, bare, unstated, SoundExploration)
        if then is not None and _is_within(then.found, settings):
            notes = then.notes
            found = restated(then, slices, scope, lambda own: explore_scope(own, scope, watch, settings))
    if found is None:
        noted: list[Notes] = []
        checkpoints = Checkpoints(keep, part, places) if settings.engine == "wasm" else None
        if fresh and checkpoints is not None:
            checkpoints.drop()
        found = explore_scope(slices.whole, scope, watch, settings, noted.append, checkpoints)
        notes = next(iter(noted), None)
    if _tells(found):
        with suppress(Unplaced):
            keep.write(name if found.complete else part, places.pack(found))
    if found.sound and settings.engine == "reference":
        with suppress(Unplaced):
            keep.write(bare, unstated.pack(sound(found, slices, notes)))
    return found


def _is_within(whole: ExplorationResult, settings: ExplorationSettings) -> bool:
    """Returns whether an exploration gets to the end under these settings.

    No estimate, and no number of states, halts it.
    """
    begins = settings.force or whole.foreseen <= settings.limit
    return begins and whole.states <= settings.limit


def _tells(found: ExplorationResult) -> bool:
    """Returns whether there is something to keep: all states, or how many there are at least."""
    return found.ended in {"whole", "limit"} or found.too_large


def _read(keep: Cache, name: str, places: Places, sort: type[T]) -> T | None:
    kept = keep.read(name)
    if kept is None:
        return None
    try:
        found = places.unpack(kept)
    except Exception:  # noqa: BLE001 - a damaged cache is no cache
        return None
    return found if isinstance(found, sort) else None


def _slice(slices: Slices, scope: SmallScope, gone: Iterable[str] = ()) -> Slice:
    """Returns the slice that a scope explores: all but what is only said about the game, and what is `gone` besides.

    Of claims it has all that speak of what a game comes to.
    """
    claims = frozenset(each.name for each in slices.whole.claims if each.extent.reachable)
    own = {"claims": claims, "scopes": frozenset((scope.name,))}
    return slices.without({"examples", "dependences", "confinements", "audits", *gone}, own, all_values=True)


def _name(of: Slice, scope: SmallScope, configuration: Configuration, *by: str, all_orders: bool) -> str:
    told = (scope.name, scope.players, scope.keeps, scope.alike)
    made_of = (of.digest, told, configuration, all_orders, *by)
    return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]}.explored"
