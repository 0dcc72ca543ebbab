"""Many random games under one configuration, every state and step of them checked, and what they add up to.

INVARIANT: a game depends on the seed, the configuration and its number alone, so results do not depend on how the
games are shared out among processes. Memory does not grow with the number of games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random

from attrs import define, evolve, field, frozen

from refengine.engine.fault import Clause, Fault, IllegalAction
from refengine.engine.trace import Breach, Move, State, trace_of
from refengine.testing.choices import DEFAULT_LIMIT, choose
from refengine.testing.directed import Directed
from refengine.testing.failure import REFUSED, Failure, Judge, Key, Keys, breaches, key_of_fault
from refengine.testing.protocol import Game
from refengine.testing.result import CampaignResult, SeatResult
from refengine.testing.shrink import DEFAULT_BUDGET, shrink
from refengine.testing.sight import Leak, leak
from refengine.testing.tally import Tally, fired_by, look

SIGHT_COSTS = 40
"""A pair of states takes as long as so many steps."""


@frozen
class Plan:
    """Games number `first` to `first + games - 1` of a seed.

    In each game `looks` states are held against others that look the same. Every `covered`-th game is also played in
    the explaining build, if there is one. `budget` steps may be played to shrink a failure.
    """

    games: int = 100
    seed: int | str = 0
    first: int = 0
    limit: int = DEFAULT_LIMIT
    looks: int = 2
    covered: int = 10
    budget: int = DEFAULT_BUDGET


def campaign(
    game: Game,
    plan: Plan,
    explaining: Game | None = None,
    tick: Callable[[int], None] = lambda _games: None,
) -> CampaignResult:
    """Plays the games of a plan; `explaining` is the explaining build of the same game, and gives the coverage."""
    play = _Campaign(game, explaining, plan)
    for number in range(plan.first, plan.first + plan.games):
        play.one(number)
        tick(1)
    return play.result()


def random_for(game: Game, seed: int | str, number: int, purpose: str = "play") -> Random:
    """The source of chance for one game: its own, whatever was played before."""
    told = game.description
    text = repr((str(seed), told.name, told.players, told.readings, told.options, number, purpose))
    return Random(hashlib.sha256(text.encode()).digest())  # noqa: S311 - play, not secrets


@define
class _Campaign:
    """A campaign under way."""

    game: Game
    explaining: Game | None
    plan: Plan
    steps: int = 0
    cut: int = 0
    nobody: int = 0
    longest: int = 0
    looks: int = 0
    lengths: dict[int, int] = field(factory=dict)
    seats: list[SeatResult] = field(factory=list)
    tally: Tally = field(factory=Tally)
    failures: dict[Key, Failure] = field(factory=dict)

    def one(self, number: int) -> None:
        """Plays one game to its end, its limit, or its first failure."""
        random = random_for(self.game, self.plan.seed, number)
        states, actions = [self.game.initial()], []  # type: ignore[var-annotated]
        try:
            broken = self._play(random, states, actions)
        except Fault as fault:
            self._failed(number, key_of_fault(fault), states, actions, fault.clause, fault.message)
        except IllegalAction as illegal:
            clause = Clause(actions[-1].name, illegal.citations)
            self._failed(number, (REFUSED, clause.path), states, actions, clause, str(illegal))
        else:
            for each in broken:
                self._failed(number, (each.kind, each.clause.path), states, actions, each.clause, "")
        self.steps += len(states) - 1
        self.longest = max(self.longest, len(states) - 1)
        self._look(number, states, actions)
        if self.explaining is not None and self.plan.covered and number % self.plan.covered == 0:
            self._cover(self.explaining, random_for(self.game, self.plan.seed, number), len(states) - 1)

    def _play(self, random: Random, states: list[State], actions: list[Move]) -> Sequence[Breach]:
        """The inner loop: what is in the two lists, and what their last step breaks."""
        legal_of, apply, violations = self.game.legal, self.game.apply, self.game.violations
        state = states[0]
        broken = violations(None, state)
        while not broken:
            legal = legal_of(state)
            if not legal:
                self._finished(state, len(actions))
                return ()
            if len(actions) >= self.plan.limit:
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
        self.lengths[length] = self.lengths.get(length, 0) + 1
        outcome = self.game.outcome(state)
        if outcome is None:
            return
        if not self.seats:
            self.seats = [SeatResult()] * len(outcome.scores)
        self.nobody += not outcome.winners
        for index, score in enumerate(outcome.scores):
            won = index + 1 in outcome.winners
            seat = self.seats[index]
            self.seats[index] = SeatResult(
                seat.alone + (won and len(outcome.winners) == 1),
                seat.shared + (won and len(outcome.winners) > 1),
                seat.scores.with_one(score),
            )

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
        known = self.failures.get(key)
        if known is not None:
            self.failures[key] = evolve(known, times=known.times + 1)
            return
        failure = shrunk(self.game, states[0], tuple(actions), key, clause, message, self.plan.budget)
        self.failures[key] = evolve(failure, number=number)

    # ---- WHAT MAY NOT BE SEEN

    def _look(self, number: int, states: Sequence[State], actions: Sequence[Move]) -> None:
        """Holds some states of the game against others that look the same."""
        random = random_for(self.game, self.plan.seed, number, "look")
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
        if key in self.failures:
            self.failures[key] = evolve(self.failures[key], times=self.failures[key].times + 1)
            return
        judge = _leaking(self.game, found.seat)
        short = shrink(self.game, states[0], actions, key, judge, self.plan.budget // SIGHT_COSTS)
        reached = replayed(self.game, states[0], short)
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

    def _cover(self, game: Game, random: Random, length: int) -> None:
        """The same game once more in the explaining build, for what fires in it."""
        before, state = None, game.initial()
        fired: tuple[str, ...] = ()
        for done in range(length + 1):
            looked = look(game, before, state)
            self.tally.add(dict.fromkeys((*fired, *looked.fired)), posed=False)
            if done < length:
                before = state
                state, fired = fired_by(game, before, choose(looked.legal, random))

    def result(self) -> CampaignResult:
        """What it came to."""
        failures = sorted(self.failures.values(), key=lambda each: (each.number, each.key))
        return CampaignResult(
            self.plan.games,
            self.steps,
            sum(self.lengths.values()),
            self.cut,
            self.nobody,
            self.longest,
            self.looks,
            dict(sorted(self.lengths.items())),
            tuple(self.seats),
            self.tally.coverage(),
            tuple(failures),
        )


def _leaking(game: Game, seat: int) -> Judge:
    def judge(_before: State | None, after: State) -> Keys:
        found = leak(game, after, seat, Random(0))  # noqa: S311 - the same for the same state
        return () if found is None else ((found.what, found.clause.path),)

    return judge


# ---- FAILURES WITH THEIR TRACES


def shrunk(
    game: Game, start: State, actions: tuple[Move, ...], key: Key, clause: Clause, message: str, budget: int
) -> Failure:
    """A failure with the shortest trace that is found for it."""
    short = shrink(game, start, actions, key, breaches(game), budget)
    states = replayed(game, start, short)
    return Failure(key[0], clause, message, trace_of(game, states, short, violates=key), 0, len(actions))


def replayed(game: Game, start: State, actions: Sequence[Move]) -> list[State]:
    """The states that actions lead through, up to one that does not lead on."""
    states = [start]
    for action in actions:
        try:
            states.append(game.apply(states[-1], action))
        except (Fault, IllegalAction):
            break
    return states


def failures_of(game: Game, directed: Directed, budget: int = DEFAULT_BUDGET) -> tuple[Failure, ...]:
    """The failures that directed play met in games from the start, shrunk in `game`, which may be the plain build."""
    found = []
    for met in directed.failures:
        actions = _in_build(game, met.actions)
        states = replayed(game, game.initial(), actions)
        if met.fault is not None:
            clause, message = met.fault.clause, met.fault.message
        else:
            broken = game.violations(states[-2] if len(states) > 1 else None, states[-1])
            clause = next((each.clause for each in broken if each.clause.path == met.key[1]), Clause(met.key[1], ()))
            message = ""
        found.append(shrunk(game, game.initial(), actions, met.key, clause, message, budget))
    return tuple(found)


def _in_build(game: Game, actions: Sequence[Move]) -> tuple[Move, ...]:
    """The same actions as another build of the game has them."""
    state = game.initial()
    same: list[Move] = []
    for action in actions:
        found: Move = game.find_action(state, action.actor, action.name, action.arguments)
        same.append(found)
        try:
            state = game.apply(state, found)
        except (Fault, IllegalAction):
            break
    return tuple(same)
