"""The scopes that a game declares, explored: what that says of statements, and what is broken in a small game.

A scope that is estimated to be small is explored; of a larger one it is said that it was not, whatever is known of it
from `refengine explore`: what was asked before makes no difference to a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import field, frozen

from refengine.check.failures import SAID
from refengine.check.report import Failure, Setting
from refengine.evidence.exhaustive import EXHAUSTIVE, ExhaustedScope
from refengine.evidence.ledger import Entry, Found
from refengine.evidence.level import REFUTED, UNKNOWN
from refengine.explore.errors import state_count
from refengine.explore.memory import explore_unless_known
from refengine.explore.result import FAULT, Breach, ExplorationResult
from refengine.explore.run import ExplorationSettings
from refengine.ir import game as model
from refengine.ir.claims import Claim, SmallScope
from refengine.ir.configuration import Configuration, configure, open_answers
from refengine.ir.footprint import footprint
from refengine.ir.overlooking import overlooking
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.report.citations import Reader
from refengine.report.words import Scene, Words
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.watch import Watch

SMALL: Final = 200_000
"""A scope with more states is not explored by a check, if nothing else is said."""


@frozen
class Explorations:
    """The results of exploring the scopes of a game, in their order.

    `entries` has a statement for each; `wholes` those that were gone through, with what held in them.
    """

    entries: tuple[Entry, ...] = ()
    wholes: tuple[ExhaustedScope, ...] = ()
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    interrupted: bool = False

    @property
    def all_explored(self) -> bool:
        """Returns whether every scope was gone through."""
        return len(self.wholes) == len(self.entries)


@frozen
class Explorer:
    """Explores the scopes of a game of at most so many `states`; those for so many `players` only, if it is said."""

    game: model.Game
    players: int | None = None
    keep: Cache = field(factory=Cache)
    states: int = SMALL

    @property
    def scopes(self) -> tuple[SmallScope, ...]:
        """The scopes that are to be explored."""
        return tuple(each for each in self.game.scopes if self.players in {None, each.players})

    @property
    def asked_for_all(self) -> bool:
        """Returns whether no scope is left aside."""
        return self.scopes == self.game.scopes

    def explore(self, watch: Watch, reader: Reader, words: Words) -> Explorations:
        """Explores the scopes, in their order. After an interrupt the scopes that are left are not reached."""
        found: list[tuple[SmallScope, ExplorationResult | None]] = []
        interrupted = False
        for scope in self.scopes:
            explored = None if interrupted else self.explored(scope, watch)
            interrupted = interrupted or (explored is not None and explored.ended == "interrupted")
            found.append((scope, explored))
        return Explorations(
            entries=tuple(_entry(scope, explored, self.states) for scope, explored in found if not _wrong(explored)),
            wholes=tuple(self._whole(scope, each) for scope, each in found if each is not None and each.complete),
            failures=tuple(
                self._failure(scope, each, breach, reader, words)
                for scope, each in found
                if each is not None
                for breach in (*each.violations, *each.faults)
            ),
            diagnostics=tuple(wrong for _, each in found for wrong in _wrong(each)),
            interrupted=interrupted,
        )

    def wholes(self, watch: Watch) -> tuple[ExhaustedScope, ...]:
        """Returns the scopes of which every state was gone through, each with what held in it."""
        found = ((scope, self.explored(scope, watch)) for scope in self.scopes)
        return tuple(self._whole(scope, each) for scope, each in found if each.complete)

    def explored(self, scope: SmallScope, watch: Watch) -> ExplorationResult:
        """Returns one scope, under the default readings, with what players choose at once in every order.

        In the order of seats alone there are no states in which a later seat has chosen and an earlier one has not, and
        a statement may not hold there.
        """
        configuration, wrong = self._configuration(scope)
        if configuration is None:
            return ExplorationResult(problems=wrong)
        settings = ExplorationSettings(limit=self.states, all_orders=True, configuration=configuration, keep=self.keep)
        return explore_unless_known(self.game, scope, watch, settings)

    def _configuration(self, scope: SmallScope) -> tuple[Configuration | None, tuple[Diagnostic, ...]]:
        return configure(self.game, scope.players, open_answers(self.game), {}, None)

    def _whole(self, scope: SmallScope, found: ExplorationResult) -> ExhaustedScope:
        """Returns the summary of a complete exploration: which statements held, and which were broken.

        Where the rules break off there might have been more states, so nothing counts as held; nor does a claim that
        speaks of games under other readings, which are not gone through.
        """
        broken = frozenset((each.sort, each.clause.path) for each in found.violations)
        held = frozenset((sort, clause.path) for sort, clause in found.held) if not found.faults else frozenset()
        held -= {("claim", each.name) for each in self.game.claims if _speaks_of_others(each, self.game)}
        unclear = dict(self._unclear(scope))
        return ExhaustedScope(
            scope.name, scope.players, found.states, held, broken, entire=not found.kept, unclear=unclear
        )

    def _unclear(self, scope: SmallScope) -> Iterator[tuple[tuple[str, str], str]]:
        """Yields the statements that ask a value in which the engine may overlook something, with such a value."""
        configuration, _ = self._configuration(scope)
        assert configuration is not None
        game, overlooked = self.game, overlooking(specialise(self.game, configuration))
        listed: list[tuple[str, model.Invariant | model.Measure | Claim]] = [
            *(("step invariant" if each.step else "invariant", each) for each in game.invariants),
            *(("measure", each) for each in game.measures),
            *(("claim", each) for each in game.claims),
        ]
        for kind, stated in listed:
            asked = sorted(footprint(stated).values & overlooked)
            if asked:
                yield (kind, stated.name), asked[0]

    def _failure(
        self, scope: SmallScope, found: ExplorationResult, breach: Breach, reader: Reader, words: Words
    ) -> Failure:
        configuration, _ = self._configuration(scope)
        assert configuration is not None
        scene = Scene.of(words, make_game(self.game, configuration, keep=self.keep))
        states, steps = breach.trace.states, breach.trace.steps
        said = SAID.get(breach.sort, breach.sort)
        seats = f"{scope.players} player{'' if scope.players == 1 else 's'}"
        return Failure(
            kind=breach.sort,
            name=breach.clause.path,
            what=f"{said}: {breach.message}" if breach.sort == FAULT else said,
            clause=reader.clause(breach.clause),
            setting=Setting(f"{seats}, scope {scope.name}", scope.players, (), ()),
            found=(f"met among {found.states:,} states of a smaller game",) if found.kept else (),
            moves=tuple(words.move(each.actor, each.action, each.arguments) for each in steps),
            position=scene.position(states[-1]) if states else (),
            before_last=0 < len(states) == len(steps),
            code=breach.code,
        )


def _speaks_of_others(claim: Claim, game: model.Game) -> bool:
    """Returns whether a claim speaks of games under readings or options that are not the default ones."""
    chosen = {question for question, _ in claim.extent.under}
    open_ = (each for each in game.questions if each.name not in chosen)
    several = any(sum(not one.incomplete for one in each.readings) > 1 for each in open_)
    return claim.extent.readings == "any" and (several or bool(game.options))


def _wrong(found: ExplorationResult | None) -> tuple[Diagnostic, ...]:
    """Returns the diagnostics for a scope that cannot be explored at all; one that is too large is no fault."""
    return () if found is None or found.too_large else found.problems


def _entry(scope: SmallScope, found: ExplorationResult | None, most: int) -> Entry:
    """Returns the scope as a statement: that everything holds in every state of it."""
    verdict, how = _verdict(found, most)
    level = EXHAUSTIVE if verdict == "holds" else REFUTED if verdict == "refuted" else UNKNOWN
    return Entry(
        "scope",
        scope.name,
        verdict,
        level,
        players=(scope.players,),
        how=tuple(how),
        explored=(scope.name, found.states) if found is not None and verdict == "holds" else None,
        cites=scope.clause.cites,
        span=scope.clause.origin.span,
    )


def _verdict(found: ExplorationResult | None, most: int) -> tuple[Found, Iterable[str]]:
    if found is None or found.ended == "interrupted":
        return "not reached", ()
    if found.violations or found.faults:
        return "refuted", ()
    if found.complete:
        return "holds", _said(found)
    least = found.states if found.estimate is None else max(found.states, found.estimate.least)
    return "not explored", (f"at least about {state_count(least, above=most)} states",)


def _said(found: ExplorationResult) -> Iterator[str]:
    """Yields the size of an exploration, and whether it took several states for one."""
    yield f"{found.states:,} states and {found.transitions:,} transitions"
    if found.alike:
        yield "seats taken as alike"
