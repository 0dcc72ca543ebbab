"""Explorations kept from run to run, by the content of what is explored.

A key is a hash of the game without what is only said about it, of the scope with the claims that are asked in it, of
the configuration and of what was left out, in a folder that belongs to this version of the package. What somebody
interrupted is not kept. Where nothing was broken it is kept a second time under the game without what has to hold: if
that alone has changed, just that is looked at in all states (`explore.restated`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, TypeVar

from attrs import evolve

from refengine.engine.noting import Notes
from refengine.explore.errors import too_large
from refengine.explore.restated import STATED, Sound, restated, sound
from refengine.explore.result import Explored
from refengine.explore.run import Settings, configuration_of, explore_scope
from refengine.ir import game as model
from refengine.ir.bare import without_wording
from refengine.ir.claims import SmallScope
from refengine.ir.configuration import Configuration
from refengine.ir.slices import Slice, Slices
from refengine.placed import Places, Unplaced
from refengine.source.cache import Cache
from refengine.source.watch import Watch

T = TypeVar("T")

SOUND: Final = "sound"
"""The part of a key under which it is kept what had to hold where nothing was broken."""


def remembered(
    game: model.Game,
    scope: SmallScope,
    watch: Watch | None = None,
    settings: Settings | None = None,
    *,
    fresh: bool = False,
) -> Explored:
    """Explores a scope like `explore_scope`, but not again what is known from an earlier run, unless `fresh`.

    Known is a whole exploration, and that there are more states than `limit`.
    """
    settings = settings or Settings()
    keep = settings.keep or Cache()
    configuration, wrong = configuration_of(game, scope, settings)
    if configuration is None:
        return Explored(problems=wrong)
    slices = Slices(without_wording(game))
    places, unstated = (Places(_slice(slices, scope, gone)) for gone in ((), STATED))
    # What a module alone has found is no answer for who asks the reference engine.
    by = ("wasm",) if settings.engine == "wasm" else ()
    name = _name(places.of, scope, configuration, *by, all_orders=settings.all_orders)
    before = _read(keep, name, places, Explored)
    if before is not None and not fresh:
        answer = _answer(before, scope, settings)
        if answer is not None:
            return evolve(answer, known=True)
    bare = _name(unstated.of, scope, configuration, SOUND, all_orders=settings.all_orders)
    found: Explored | None = None
    notes: Notes | None = None
    if before is None and not fresh and settings.engine == "reference":
        then = _read(keep, bare, unstated, Sound)
        if then is not None:
            notes = then.notes
            found = restated(then, slices, scope, lambda own: explore_scope(own, scope, watch, settings))
    if found is None:
        noted: list[Notes] = []
        found = explore_scope(slices.whole, scope, watch, settings, noted.append)
        notes = next(iter(noted), None)
    # What was whole is not forgotten for something less.
    if _tells(found) and (found.complete or before is None or not before.complete):
        with suppress(Unplaced):
            keep.write(name, places.pack(found))
    if found.sound and settings.engine == "reference":
        with suppress(Unplaced):
            keep.write(bare, unstated.pack(sound(found, slices, notes)))
    return found


def _answer(before: Explored, scope: SmallScope, settings: Settings) -> Explored | None:
    """Returns the answer of an earlier run under these settings; None if it has none."""
    if before.complete:
        return before
    if not settings.force and before.estimate is not None and before.estimate.least > settings.limit:
        return Explored(estimate=before.estimate, problems=(too_large(scope, before.estimate, settings.limit),))
    return before if before.states > settings.limit else None


def _tells(found: Explored) -> bool:
    """Whether there is something to keep: all states, or how many there are at least."""
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
