"""One scope of a game explored: cut down, estimated, searched whole."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from refengine.engine.description import Description
from refengine.engine.fault import Clause
from refengine.explore.alike import told_apart
from refengine.explore.canonical import key_of
from refengine.explore.claimed import CLAIM, claimed, with_claims
from refengine.explore.errors import too_large
from refengine.explore.estimate import PROBE, estimate
from refengine.explore.explored import FAULT, REFUSED, Estimate, Explored
from refengine.explore.search import Search
from refengine.ir import game as model
from refengine.ir.claims import Scope
from refengine.ir.configuration import Configuration, configure
from refengine.ir.scope import kept_pieces, restrict
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic

DEFAULT_LIMIT = 2_000_000

CONSERVATION = Clause("conservation", ())
"""The clause that the engine names when a step loses or makes a piece."""


@frozen
class Watch:
    """A listener: `start` tells it of a piece of work of about so many steps, `step` of so many more that are done."""

    start: Callable[[str, int], None] = lambda _name, _total: None
    step: Callable[[int], None] = lambda _number: None


@frozen
class Settings:
    """Beyond the scope itself.

    With more than `limit` states the exploration ends early, and does not begin when an estimate says so, unless with
    `force`. `configuration` None: default readings and options. Its number of players is that of the scope.
    """

    limit: int = DEFAULT_LIMIT
    force: bool = False
    all_orders: bool = False
    configuration: Configuration | None = None
    keep: Cache | None = None


def explore_scope(
    game: model.Game, scope: Scope, watch: Watch | None = None, settings: Settings | None = None
) -> Explored:
    """Every state of a game, not yet specialised, at a scope, with all that has to hold checked in each.

    A scope that cannot be explored, or is too large, gives no states and says why (`problems`). An interrupt gives what
    was found until then.
    """
    watch, settings = watch or Watch(), settings or Settings()
    configuration, wrong = configuration_of(game, scope, settings)
    if configuration is None:
        return Explored(problems=wrong)
    restricted, wrong = restrict(game, scope)
    if restricted is None:
        return Explored(problems=wrong)
    if scope.alike:
        wrong = told_apart(specialise(restricted, configuration), scope.name)
        if wrong:
            return Explored(problems=wrong)
    told = with_claims(restricted, configuration, alike=scope.alike)
    playable = make_game(told, configuration, keep=settings.keep)
    key = key_of(playable.description) if scope.alike else None
    search = Search(playable, key=key, all_orders=settings.all_orders, claims=claimed(playable.description))
    probe = min(PROBE, settings.limit)
    watch.start(f"{game.name}: {scope.name}", probe)
    search.run(probe, watch.step)
    guess = None if search.ended == "interrupted" else estimate(search, key)
    if guess is not None and search.ended == "limit":
        if guess.least > settings.limit and not settings.force:
            return Explored(estimate=guess, problems=(too_large(scope, guess, settings.limit),))
        watch.start(f"{game.name}: {scope.name}", min(max(guess.least, search.states), settings.limit))
        watch.step(search.states)
        search.run(settings.limit, watch.step)
    found = evolve(
        _explored(search, guess),
        checked=_checked(playable.description),
        all_orders=settings.all_orders,
        alike=scope.alike,
        kept=kept_pieces(scope, restricted),
    )
    return _with_claims(found, search)


def configuration_of(
    game: model.Game, scope: Scope, settings: Settings
) -> tuple[Configuration | None, tuple[Diagnostic, ...]]:
    """The configuration in which a scope is explored, or why there is none."""
    if settings.configuration is None:
        return configure(game, scope.players, {}, {}, None)
    return evolve(settings.configuration, players=scope.players), ()


def _checked(told: Description) -> tuple[tuple[str, Clause], ...]:
    """Returns all statements that have to hold in every state, or over every step."""
    invariants = [("step invariant" if each.step else "invariant", each.clause) for each in told.invariants]
    measures = [("measure", each.clause) for each in told.measures]
    return (*invariants, *measures, ("conservation", CONSERVATION))


def _with_claims(found: Explored, search: Search) -> Explored:
    """Returns an exploration with its claims: a state of the whole game refutes one, one of a smaller game none."""
    held = tuple((CLAIM, each) for each in search.claims.held)
    if found.kept:
        elsewhere = tuple(each for each in found.violations if each.sort == CLAIM)
        rest = tuple(each for each in found.violations if each.sort != CLAIM)
        return evolve(found, checked=(*found.checked, *held), violations=rest, elsewhere=elsewhere)
    broken = tuple((CLAIM, each) for each in search.claims.broken)
    return evolve(found, checked=(*found.checked, *held, *broken))


def _explored(search: Search, guess: Estimate | None) -> Explored:
    breaches = search.breaches.values()
    return Explored(
        search.states,
        search.transitions,
        search.states - search.finished,
        search.finished,
        search.depth,
        tuple(each for each in breaches if each.sort not in {FAULT, REFUSED}),
        tuple(each for each in breaches if each.sort in {FAULT, REFUSED}),
        ended=search.ended,
        estimate=guess,
    )
