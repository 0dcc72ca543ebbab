"""Explores one scope of a game: cut down, estimated, searched whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Literal

from attrs import define, evolve, frozen

from refengine.bulk.code import is_installed
from refengine.bulk.errors import ExecutorsDiffer, executors_part, no_search, not_searched
from refengine.engine.noting import Notes, states_noted
from refengine.explore.alike import told_apart
from refengine.explore.canonical import key_of
from refengine.explore.checkpoint import Checkpoints
from refengine.explore.claims import CLAIM, explored_claims, with_claims
from refengine.explore.errors import interrupted, too_large
from refengine.explore.estimate import PROBE, estimate
from refengine.explore.module_search import ALONE, HaltedSearch, ModuleSearch, NoRoom
from refengine.explore.result import FAULT, REFUSED, Estimate, ExplorationResult
from refengine.explore.search import Search, Tick
from refengine.explore.search_memory import MOST_BYTES, most_states, room_for
from refengine.ir import game as model
from refengine.ir.claims import SmallScope
from refengine.ir.configuration import Configuration, configure
from refengine.ir.scope import kept_pieces, restrict
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered
from refengine.runtime.description import Description
from refengine.runtime.fault import Clause
from refengine.runtime.game import Game, State
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.watch import Watch

DEFAULT_LIMIT = 2_000_000

MOST_NOTED = 60_000
"""The greatest number of states that are noted: reading them takes a third of finding them, and they take room."""

Engine = Literal["reference", "wasm", "both"]

CONSERVATION = Clause("conservation", ())
"""The clause that the engine names when a step loses or makes a piece."""


@frozen
class ExplorationSettings:
    """The settings of an exploration, beyond the scope itself.

    With more than `limit` states the exploration ends early, and does not begin when an estimate says so, unless with
    `force`. `configuration` None: default readings and options. Its number of players is that of the scope.

    The `engine` makes no difference to what is found: a module searches faster, where there is one, and does not wait
    for an estimate, so it may go through what the reference engine takes for too large. With "both" the two are
    compared, and `ExecutorsDiffer` is raised where they differ. Nor does it make one how many `jobs` a module may do at
    once, in a scope of many states; 16 at most.
    """

    limit: int = DEFAULT_LIMIT
    force: bool = False
    all_orders: bool = False
    configuration: Configuration | None = None
    keep: Cache | None = None
    engine: Engine = "reference"
    jobs: int = 1


def explore_scope(
    game: model.Game,
    scope: SmallScope,
    watch: Watch | None = None,
    settings: ExplorationSettings | None = None,
    noting: Callable[[Notes], None] | None = None,
    checkpoints: Checkpoints | None = None,
) -> ExplorationResult:
    """Explores every state of a game, not yet specialised, at a scope, and checks all that has to hold in each.

    A scope that cannot be explored, or is too large, gives no states and says why (`problems`). An interrupt gives what
    was found until then; what a module found goes on from the `checkpoints`. Where the reference engine finds nothing
    broken in a few states it hands them to `noting`.
    """
    watch, settings = watch or Watch(), settings or ExplorationSettings()
    configuration, wrong = configuration_of(game, scope, settings)
    if configuration is None:
        return ExplorationResult(problems=wrong)
    restricted, wrong = restrict(game, scope)
    if restricted is None:
        return ExplorationResult(problems=wrong)
    if scope.alike:
        wrong = told_apart(specialise(restricted, configuration), scope.name)
        if wrong:
            return ExplorationResult(problems=wrong)
    told = with_claims(restricted, configuration, alike=scope.alike)
    playable = make_game(told, configuration, keep=settings.keep)
    one = _Exploration(told, configuration, scope, playable, watch, settings)
    if settings.engine == "reference":
        return one.by_reference(noting)
    found = one.by_module(checkpoints)
    if found is None:
        return one.by_reference()
    if settings.engine == "wasm":
        return found
    other = one.by_reference()
    if found.ended == "whole" and other.ended == "refused":
        # It estimates before it begins, which is too much where games go round; the module was done by then.
        other = evolve(one, settings=evolve(settings, force=True)).by_reference()
    if other != found and "interrupted" not in _ends(found, other):
        raise ExecutorsDiffer(executors_part(f"on what there is in scope `{scope.name}`"))
    return evolve(found, foreseen=other.foreseen)


def _ends(*found: ExplorationResult) -> set[str]:
    return {each.ended for each in found}


@frozen
class _Exploration:
    """A scope that is to be explored, by whoever does it."""

    game: model.Game
    configuration: Configuration
    scope: SmallScope
    playable: Game
    watch: Watch
    settings: ExplorationSettings

    @property
    def name(self) -> str:
        """The name under which it is told of."""
        return f"{self.game.name}: {self.scope.name}"

    @property
    def _key(self) -> Callable[[State], Hashable] | None:
        """The key by which states that differ by seats alone count as one, where they do."""
        return key_of(self.playable.description) if self.scope.alike else None

    def by_reference(self, noting: Callable[[Notes], None] | None = None) -> ExplorationResult:
        """Explores it in the reference engine."""
        key = self._key
        orders = self.settings.all_orders
        search = Search(self.playable, key=key, all_orders=orders, claims=explored_claims(self.playable.description))
        probe = min(PROBE, self.settings.limit)
        self.watch.start(self.name, probe)
        search.run(probe, self.watch.step)
        guess = None if search.ended == "interrupted" else estimate(search, key)
        if guess is not None and search.ended == "limit":
            if guess.least > self.settings.limit and not self.settings.force:
                return self._too_large(guess)
            self.watch.start(self.name, min(max(guess.least, search.states), self.settings.limit))
            self.watch.step(search.states)
            search.run(self.settings.limit, self.watch.step)
        found = evolve(self._told(search, guess), foreseen=0 if guess is None else guess.least)
        if noting is not None and found.sound and key is None and found.states <= MOST_NOTED:
            noting(states_noted(self.playable, search.known))
        return found

    def by_module(self, checkpoints: Checkpoints | None = None) -> ExplorationResult | None:
        """Explores it in a module, from a checkpoint if there is one; None where there is no module, which is told."""
        try:
            search = self._module_search()
            if search is None:
                return None
            limit = self.settings.limit
            probe = min(PROBE, limit)
            # Which of the states that count as one is the first, and what is taken there, would hang on who was faster.
            jobs = 1 if self.scope.alike else search.instances(self.settings.jobs)
            name = f"{self.name} (at most {-(-search.bytes_of(jobs) >> 20):,} MB)"
            self.watch.start(name, probe)
            halted = restored = None if checkpoints is None else checkpoints.restore(search, jobs)
            if halted is None:
                search.run(probe, self.watch.step)
                halted = search.halted()
            if search.ended == "limit":
                self.watch.start(name, limit)
                self.watch.step(search.states)
                shown = _ShownCount(self.watch.step, search.states)
                if jobs > 1:
                    search.run(ALONE, shown.after(search.states))
                    search.run_by_shares(jobs, limit, shown.after(0))
                search.run(limit, shown.after(search.states))
            if checkpoints is not None and search.ended == "interrupted" and halted.ended == "limit":
                self._keep(checkpoints, search, halted)
            elif restored is not None and checkpoints is not None:
                checkpoints.drop()
            guess = None
            if halted.ended != "interrupted" and search.ended != "whole":  # else it is known
                guess = estimate(halted, self._key)
            # The reference engine would not have begun: it estimates first, and the module is done by then.
            if guess is not None and search.ended == "limit" and guess.least > limit and not self.settings.force:
                return self._too_large(guess)
            return self._told(search, guess)
        except NoRoom as left:
            self.watch.tell(not_searched(str(left)))
            return None

    def _keep(self, checkpoints: Checkpoints, search: ModuleSearch, halted: HaltedSearch) -> None:
        """Keeps where a search was interrupted; whoever interrupts that as well is in a hurry."""
        with suppress(KeyboardInterrupt):
            if checkpoints.keep_of(search, halted) and search.checkpoint is not None:
                self.watch.tell(interrupted(search.checkpoint.states))

    def _module_search(self) -> ModuleSearch | None:
        if not is_installed():
            self.watch.tell(no_search())
            return None
        program, reason = lowered(specialise(self.game, self.configuration), search=True, alike=self.scope.alike)
        if program is None:
            self.watch.tell(not_searched(f"not all of the game can be packed: {reason}"))
            return None
        most = self.settings.limit
        needed = room_for(program, most)
        if needed > MOST_BYTES:
            taken = f"{most:,} states take {needed >> 20:,} MB there, and {MOST_BYTES >> 20:,} are the most"
            self.watch.tell(not_searched(taken, f"it has room for as many as `--limit {most_states(program)}` allows"))
            return None
        orders = self.settings.all_orders
        return ModuleSearch(
            self.playable, program, most, all_orders=orders, claims=explored_claims(self.playable.description)
        )

    def _too_large(self, guess: Estimate) -> ExplorationResult:
        return ExplorationResult(estimate=guess, problems=(too_large(self.scope, guess, self.settings.limit),))

    def _told(self, search: Search, guess: Estimate | None) -> ExplorationResult:
        if search.ended == "whole":  # an estimate is of no use any more
            guess = Estimate(search.states, search.states, search.depth, exact=True)
        found = evolve(
            _explored(search, guess),
            checked=() if search.in_doubt else checked_of(self.playable.description),
            all_orders=self.settings.all_orders,
            alike=self.scope.alike,
            kept=kept_pieces(self.scope, self.game),
        )
        return _with_claims(found, search)


@define
class _ShownCount:
    """The number of states that a listener knows of, though some are found twice."""

    step: Tick
    known: int

    def after(self, start: int) -> Tick:
        """Returns a listener to what finds more than so many; it says nothing of what is known."""
        found = start

        def tick(more: int) -> None:
            nonlocal found
            found += more
            if found > self.known:
                self.step(found - self.known)
                self.known = found

        return tick


def configuration_of(
    game: model.Game, scope: SmallScope, settings: ExplorationSettings
) -> tuple[Configuration | None, tuple[Diagnostic, ...]]:
    """Returns the configuration in which a scope is explored, or why there is none."""
    if settings.configuration is None:
        return configure(game, scope.players, {}, {}, None)
    return evolve(settings.configuration, players=scope.players), ()


def checked_of(told: Description) -> tuple[tuple[str, Clause], ...]:
    """Returns all statements that have to hold in every state, or over every step."""
    invariants = [("step invariant" if each.step else "invariant", each.clause) for each in told.invariants]
    measures = [("measure", each.clause) for each in told.measures]
    return (*invariants, *measures, ("conservation", CONSERVATION))


def _with_claims(found: ExplorationResult, search: Search) -> ExplorationResult:
    """Returns an exploration with its claims: a state of the whole game refutes one, one of a smaller game none."""
    held = () if search.in_doubt else tuple((CLAIM, each) for each in search.claims.held)
    if found.kept:
        elsewhere = tuple(each for each in found.violations if each.sort == CLAIM)
        rest = tuple(each for each in found.violations if each.sort != CLAIM)
        return evolve(found, checked=(*found.checked, *held), violations=rest, elsewhere=elsewhere)
    broken = tuple((CLAIM, each) for each in search.claims.broken)
    return evolve(found, checked=(*found.checked, *held, *broken))


def _explored(search: Search, guess: Estimate | None) -> ExplorationResult:
    breaches = search.breaches.values()
    return ExplorationResult(
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
