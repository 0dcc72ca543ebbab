"""Many random games under one configuration, every state and step of them checked, and what they add up to.

INVARIANT: a game depends on the seed, the configuration and its number alone, so results do not depend on how the
games are shared out among processes. Memory does not grow with the number of games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random

from attrs import define, evolve, field, frozen

from refengine.engine.trace import Breach, Move, State, Trace, action_clauses, trace_of
from refengine.runtime.fault import Clause, Fault, IllegalAction
from refengine.runtime.random_games import RandomGames
from refengine.testing.choices import choose
from refengine.testing.compare import BuildDifference, ComparedGame, compare
from refengine.testing.failure import DISAGREE, REFUSED, Failure, Judge, Key, Keys, key_of_fault
from refengine.testing.protocol import PlayableGame
from refengine.testing.reproduce import not_begun, shrunk, shrunk_fault, states_along
from refengine.testing.result import CampaignResult
from refengine.testing.shrink import DEFAULT_BUDGET, shrink
from refengine.testing.sight import Leak, leak
from refengine.testing.tally import FiringTally

SIGHT_COSTS = 40
"""A pair of states takes as long as so many steps."""


@frozen
class PlayPlan:
    """Games to be played, and what is looked at in them.

    In each game `looks` states are held against others that look the same. Every `covered`-th game is also played in
    the explaining build, if there is one. `budget` steps may be played to shrink a failure. After `enough` steps no
    further game begins.
    """

    games: RandomGames
    looks: int = 2
    covered: int = 10
    budget: int = DEFAULT_BUDGET
    enough: int | None = None


def campaign(
    game: PlayableGame,
    plan: PlayPlan,
    explaining: PlayableGame | None = None,
    tick: Callable[[int], None] = lambda _games: None,
) -> CampaignResult:
    """Plays the games of a plan; `explaining` is the explaining build of the same game, and gives the coverage."""
    play = _Campaign(game, explaining, plan)
    for number in plan.games.numbers:
        play.one(number)
        tick(1)
        if plan.enough is not None and play.steps >= plan.enough:
            break
    return play.result()


def random_for(game: PlayableGame, seed: int, number: int, purpose: str = "play") -> Random:
    """Returns the source of chance for one game: its own, whatever was played before."""
    told = game.description
    text = repr((str(seed), told.name, told.players, told.readings, told.options, number, purpose))
    return Random(hashlib.sha256(text.encode()).digest())  # noqa: S311 - play, not secrets


@define
class _Campaign:
    """A campaign under way."""

    game: PlayableGame
    explaining: PlayableGame | None
    plan: PlayPlan
    begun: int = 0
    steps: int = 0
    cut: int = 0
    longest: int = 0
    looks: int = 0
    lengths: dict[int, int] = field(factory=dict)
    tally: FiringTally = field(factory=FiringTally)
    failures: dict[Key, Failure] = field(factory=dict)

    def one(self, number: int) -> None:
        """Plays one game to its end, its limit, or its first failure."""
        self.begun += 1
        random = random_for(self.game, self.plan.games.seed, number)
        states: list[State] = []
        actions: list[Move] = []
        played = ComparedGame(states, actions)
        try:
            states.append(self.game.initial())
            played = evolve(played, broken=self._play(random, states, actions))
        except Fault as fault:
            self._broke(number, self.game, fault, states, actions)
            played = evolve(played, fault=fault)
        except IllegalAction as illegal:
            clause = Clause(actions[-1].name, illegal.citations)
            self._failed(number, (REFUSED, clause.path), states, actions, clause, str(illegal))
            played = evolve(played, refused=True)
        for each in played.broken:
            self._failed(number, (each.kind, each.clause.path), states, actions, each.clause, "")
        if states:
            self.steps += len(states) - 1
            self.longest = max(self.longest, len(states) - 1)
            self._look(number, states, actions)
        if self.explaining is not None and self.plan.covered and number % self.plan.covered == 0:
            self._cover(number, self.explaining, played)

    def _play(self, random: Random, states: list[State], actions: list[Move]) -> Sequence[Breach]:
        """Plays a game, as the inner loop: fills the two lists, and returns what their last step breaks."""
        legal_of, apply, violations = self.game.legal, self.game.apply, self.game.violations
        state = states[0]
        broken = violations(None, state)
        while not broken:
            legal = legal_of(state)
            if not legal:
                self._finished(state, len(actions))
                return ()
            if len(actions) >= self.plan.games.limit:
                self.cut += 1
                return ()
            action = choose(legal, random)
            actions.append(action)
            after = apply(state, action)
            states.append(after)
            broken = violations(state, after)
            state = after
        return broken

    def _finished(self, state: State, length: int) -> None:
        """Counts a game that is over; asking who won is what may still be a fault."""
        self.game.outcome(state)
        self.lengths[length] = self.lengths.get(length, 0) + 1

    def _failed(
        self,
        number: int,
        key: Key,
        states: Sequence[State],
        actions: Sequence[Move],
        clause: Clause,
        message: str,
    ) -> None:
        """Counts a failure; the first of its way is shrunk and kept."""
        if not self._counted(key):
            failure = shrunk(self.game, states[0], tuple(actions), key, clause, message, self.plan.budget)
            self.failures[key] = evolve(failure, number=number)

    def _broke(
        self, number: int, game: PlayableGame, fault: Fault, states: Sequence[State], actions: Sequence[Move]
    ) -> None:
        """Counts a fault, which a build of the game met."""
        key = key_of_fault(fault)
        if self._counted(key):
            return
        if states:
            failure = shrunk_fault(game, states[0], tuple(actions), fault, self.plan.budget)
        else:
            failure = not_begun(game, fault)
        self.failures[key] = evolve(failure, number=number)

    def _counted(self, key: Key) -> bool:
        """Returns whether a failure of this way is known, and is counted now."""
        known = self.failures.get(key)
        if known is not None:
            self.failures[key] = evolve(known, times=known.times + 1)
        return known is not None

    # ---- WHAT MAY NOT BE SEEN

    def _look(self, number: int, states: Sequence[State], actions: Sequence[Move]) -> None:
        """Holds some states of the game against others that look the same."""
        random = random_for(self.game, self.plan.games.seed, number, "look")
        for _ in range(self.plan.looks):
            at = random.randrange(len(states))
            turn = self.game.turn(states[at])
            if turn.kind == "over":
                continue
            seats = turn.seats if turn.seats and random.random() < 0.8 else range(1, self.game.description.players + 1)
            seat = random.choice(seats)
            found = leak(self.game, states[at], seat, Random(0))  # noqa: S311 - the same for the same state
            self.looks += 1
            if found is not None:
                self._leaked(number, found, states, tuple(actions[:at]))

    def _leaked(self, number: int, found: Leak, states: Sequence[State], actions: tuple[Move, ...]) -> None:
        key = (found.what, found.clause.path)
        if self._counted(key):
            return
        judge = _leaking(self.game, found.seat)
        short = shrink(self.game, states[0], actions, key, judge, self.plan.budget // SIGHT_COSTS)
        reached = states_along(self.game, states[0], short)
        last = leak(self.game, reached[-1], found.seat, Random(0)) or found  # noqa: S311 - as above
        self.failures[key] = Failure(
            found.what,
            found.clause,
            f"seat {found.seat} sees the same in both states",
            trace_of(self.game, reached, short, violates=key),
            number,
            len(actions),
            1,
            self.game.to_json(last.twin),
            last.difference,
        )

    # ---- WHAT FIRES

    def _cover(self, number: int, explaining: PlayableGame, played: ComparedGame) -> None:
        """Plays a game again in the explaining build: counts what fires, and compares the two builds."""
        random = random_for(self.game, self.plan.games.seed, number)
        unlike = compare(self.game, explaining, played, random, self.tally)
        if unlike is None:
            return
        if unlike.fault is not None:
            self._broke(number, explaining, unlike.fault, unlike.states, unlike.actions)
        else:
            self._disagreed(number, explaining, unlike)

    def _disagreed(self, number: int, explaining: PlayableGame, unlike: BuildDifference) -> None:
        told = explaining.description
        last = unlike.actions[-1].name if unlike.actions else None
        clause = unlike.clause or action_clauses(told).get(str(last)) or Clause("setup", ())
        key = (DISAGREE, clause.path)
        if self._counted(key):
            return
        trace = Trace(told.name, told.version, told.players, told.readings, told.options, (), (), violates=key)
        if unlike.states:
            trace = trace_of(explaining, unlike.states, unlike.actions, violates=key)
        self.failures[key] = Failure(DISAGREE, clause, unlike.message, trace, number, len(unlike.actions))

    def result(self) -> CampaignResult:
        """Returns the result of the campaign; its failures are in order."""
        failures = sorted(self.failures.values(), key=lambda each: (each.number, each.key))
        return CampaignResult(
            self.begun,
            self.steps,
            sum(self.lengths.values()),
            self.cut,
            self.longest,
            self.looks,
            dict(sorted(self.lengths.items())),
            self.tally.coverage(),
            tuple(failures),
        )


def _leaking(game: PlayableGame, seat: int) -> Judge:
    def judge(_before: State | None, after: State) -> Keys:
        found = leak(game, after, seat, Random(0))  # noqa: S311 - the same for the same state
        return () if found is None else ((found.what, found.clause.path),)

    return judge
