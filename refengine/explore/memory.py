"""Explorations kept from run to run, by the content of what is explored.

A key is a hash of the game without what is only said about it, of the scope with the claims that are asked in it, of
the configuration and of what was left out, in a folder that belongs to this version of the package. What somebody
interrupted is not kept.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress

from attrs import evolve

from refengine.explore.errors import too_large
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
    places = Places(_slice(game, scope))
    # What a module alone has found is no answer for who asks the reference engine.
    by = ("wasm",) if settings.engine == "wasm" else ()
    name = _name(places.of, scope, configuration, *by, all_orders=settings.all_orders)
    before = _read(keep, name, places)
    if before is not None and not fresh:
        answer = _answer(before, scope, settings)
        if answer is not None:
            return evolve(answer, known=True)
    found = explore_scope(without_wording(game), scope, watch, settings)
    # What was whole is not forgotten for something less.
    if _tells(found) and (found.complete or before is None or not before.complete):
        with suppress(Unplaced):
            keep.write(name, places.pack(found))
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


def _read(keep: Cache, name: str, places: Places) -> Explored | None:
    kept = keep.read(name)
    if kept is None:
        return None
    try:
        found = places.unpack(kept)
    except Exception:  # noqa: BLE001 - a damaged cache is no cache
        return None
    return found if isinstance(found, Explored) else None


def _slice(game: model.Game, scope: SmallScope) -> Slice:
    """Returns the slice that a scope explores: all but what is only said about the game.

    Of claims it has all that speak of what a game comes to.
    """
    claims = frozenset(each.name for each in game.claims if each.extent.reachable)
    own = {"claims": claims, "scopes": frozenset((scope.name,))}
    return Slices(without_wording(game)).without(
        {"examples", "dependences", "confinements", "audits"}, own, all_values=True
    )


def _name(of: Slice, scope: SmallScope, configuration: Configuration, *by: str, all_orders: bool) -> str:
    told = (scope.name, scope.players, scope.keeps, scope.alike)
    made_of = (of.digest, told, configuration, all_orders, *by)
    return f"{hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]}.explored"
