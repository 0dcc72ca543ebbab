"""Directed play: rules that have not fired often enough pull the choice of actions and of starting positions.

Of a few legal actions each is tried in an explaining build, and the one taken under which the rarest rules fire. What
an action led to within a few steps is remembered, and so are states from which a rare rule was in reach; play begins
in those again, in positions put together from the declarations, and at the start of the game. What is still rare after
a while may be met from the examples: play begins in their positions too, sooner in those of an example that rests on
what a rare rule rests on, and may go on as the example does.

INVARIANT: the same game, seed and budget give the same play. Only play from the start of the game counts as such.
References: go-explore (return to what was promising, then explore); novelty search.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Literal

from attrs import define, field

from refengine.engine.trace import Move, State
from refengine.runtime.fault import Fault, IllegalAction
from refengine.testing.choices import choose
from refengine.testing.coverage import Coverage, FiringGoal, rules_of
from refengine.testing.directed_result import DirectedFailure, DirectedResult, PlayStopped
from refengine.testing.example_positions import ExamplePosition
from refengine.testing.failure import REFUSED, Key, key_of_fault
from refengine.testing.placement import place
from refengine.testing.protocol import PlayableGame
from refengine.testing.refusals import may_refuse, refusals
from refengine.testing.starts import Starts
from refengine.testing.tally import FiringTally, StepFindings, look, take_step

WIDTH = 4
"""The number of actions that are tried before one is taken."""

BLIND = 0.75
"""The chance with which nothing is tried where no action is known to lead anywhere, so that play may be longer."""

MEMORY = 8
"""The number of steps back for which an action counts as having led to a rule."""

KEPT = 8
"""The number of states that are kept for each rule that is rare."""

SHORT = 12
"""Play from a state that is not the start ends when so many steps brought nothing rare."""

RETURNS = 0.35
"""The share of play that begins in a state from which something rare was in reach."""

GOES_ON = 0.25
"""The share of play that begins right behind something that was rare."""

PLACED = 0.1
"""The share of play that begins in a position put together from the declarations, which takes long to make."""

NEARBY = 0.5
"""The share of runs that look around where a guard or bar might refuse something, once all that is rare are such."""

LOOKS = 16
"""The number of positions that are looked at then."""

FROM_THE_START = 0.2
"""The share of steps in games from the start, which may be long, above which play begins in positions of examples."""

LONG = 24
"""Play from a state that is not the start ends after so many steps: from elsewhere something rarer may fire."""

LIMIT = 250
"""A game that takes longer is cut."""

IDLE = 200
"""The number of steps without anything rare after which play begins in positions of the examples too."""

REPEATED = 0.75
"""The share of play that is for what is promised to fire often."""

BRIEF = 1
"""Such play ends when so many steps brought nothing rare, once it is known what does."""

FOLLOWS = 0.5
"""The chance with which an example is followed one step further."""


def direct(
    game: PlayableGame,
    *,
    times: int | FiringGoal = 5,
    budget: int = 50_000,
    patience: int = 5_000,
    hopeless: int | None = None,
    seed: int = 0,
    rules: Sequence[str] | None = None,
    known: Coverage | None = None,
    tick: Callable[[int], None] = lambda _steps: None,
) -> DirectedResult:
    """Plays an explaining build until each of the rules fired so many `times`, or so many steps were played.

    `rules` are paths, by default all that play can fire; `known` is what fired before. When nothing rare has
    fired for `patience` steps, or for `hopeless` ones where nothing that is sought ever fired, play ends sooner.
    `tick` is told of steps played.
    """
    wanted = rules_of(game.description) if rules is None else tuple(rules)
    often = times if isinstance(times, FiringGoal) else FiringGoal(times)
    random = Random(f"directed {seed}")  # noqa: S311
    direction = _Direction(game, random, Starts(game, random), set(wanted), often, budget, patience, hopeless)
    if known is not None:
        direction.tally = FiringTally(dict(known.played), dict(known.posed), dict(known.refused))
        direction.rare = {path for path in wanted if direction.tally.count(path) < often.of(path)}
    while direction.going:
        spent = direction.spent
        direction.run()
        tick(direction.spent - spent)
    coverage = direction.tally.coverage()
    return DirectedResult(
        coverage,
        coverage.below(wanted, often),
        direction.spent,
        direction.runs,
        direction.games,
        direction.finished,
        direction.cut,
        direction.longest,
        tuple(direction.failures.values()),
        direction.starts.names,
    )


Origin = Literal["start", "kept", "placed", "example"]


@define
class _Direction:
    """The state of one direction: counts, what is still rare, and what was learnt."""

    game: PlayableGame
    random: Random
    starts: Starts
    rare: set[str]
    times: FiringGoal
    budget: int
    patience: int
    hopeless: int | None
    tally: FiringTally = field(factory=FiringTally)
    spent: int = 0
    hit: int = 0
    """The step at which a rare rule fired last."""
    runs: int = 0
    games: int = 0
    begun: int = 0
    """The number of steps in games from the start."""
    longest: int = 0
    credit: dict[str, dict[str, int]] = field(factory=dict)
    """The number of times that a rule fired within a few steps of an action, by the two."""
    kept: dict[str, list[State]] = field(factory=dict)
    """States from which a rule fired within a few steps."""
    beyond: dict[str, list[State]] = field(factory=dict)
    """States right after a rule fired that was rare then: what comes next may be new."""
    near: dict[str, list[State]] = field(factory=dict)
    """States in which a rare guard or bar stands in the way of something, and did not refuse it."""
    passed: list[State] = field(factory=list)
    """States that were passed through, as models for positions."""
    begun_for: tuple[str, str] | None = None
    """The rule and the example for which and in which play began, if it did in one."""
    finished: int = 0
    cut: int = 0
    failures: dict[Key, DirectedFailure] = field(factory=dict)

    @property
    def going(self) -> bool:
        """Returns whether there is something to look for, and hope to find it."""
        if not self.rare or self.spent >= self.budget:
            return False
        idle = self.spent - self.hit
        found = self.hopeless is None or any(map(self.tally.count, self.rare))
        return idle < (self.patience if found else self.hopeless or 0)

    def run(self) -> None:
        """Plays once, from wherever seems best."""
        self.runs += 1
        self.spent += 1
        if all(self.near.get(path) for path in self.rare) and self.random.random() < NEARBY:
            self._look_around()
            return
        try:
            repeats = self._repeats()
            origin, state, onward = self._start(repeats)
        except Fault as fault:  # no game can begin: there is nothing to play
            self.games += 1
            self.failures.setdefault(key_of_fault(fault), DirectedFailure(key_of_fault(fault), (), fault))
            self.spent = self.budget
            return
        posed, spent = origin != "start", self.spent
        sought, example = self.begun_for or ("", "")
        before_it = self.tally.count(sought)
        actions: list[Move] = []
        recent: deque[tuple[State, Move]] = deque(maxlen=MEMORY)
        idle = 0
        self.games += not posed
        try:
            looked = look(self.game, None, state, posed=posed)
            self._count(looked.fired, posed, recent, state)
            most, patience = LONG if posed else LIMIT, BRIEF if repeats and self.tally.count(repeats) else SHORT
            while looked.legal and len(actions) < most and self.going and not (posed and idle > patience):
                self._attempt(state, looked.legal)
                before = state
                action, step = self._choice(before, looked.legal, onward)
                onward = onward[1:] if onward[:1] == (action,) else ()
                state = step.after
                actions.append(action)
                recent.append((before, action))
                looked = look(self.game, before, state, posed=posed, listed=step.legal)
                idle = 0 if self.rare.intersection((*step.fired, *step.refused, *looked.fired)) else idle + 1
                self._count(dict.fromkeys((*step.fired, *looked.fired)), posed, recent, state)
                self._refused(step.refused, before)
                self._pass(state)
            if not posed and not looked.broken:
                self.cut += bool(looked.legal)
                self.finished += not looked.legal
            for breach in () if posed else looked.broken:
                key = breach.kind, breach.clause.path
                self.failures.setdefault(key, DirectedFailure(key, tuple(actions)))
        except PlayStopped as broke:
            if not posed:
                self.failures.setdefault(broke.key, DirectedFailure(broke.key, (*actions, broke.action), broke.fault))
        except Fault as fault:
            if not posed:
                self.failures.setdefault(
                    key_of_fault(fault), DirectedFailure(key_of_fault(fault), tuple(actions), fault)
                )
        if not posed:
            self.longest = max(self.longest, len(actions))
            self.begun += self.spent - spent
        if example:
            self.starts.came(sought, example, reached=self.tally.count(sought) > before_it)

    def _look_around(self) -> None:
        """Tries what is rarely refused in positions like those in which it was not."""
        path = self._any_rare()
        for model in self.random.choices(self.near[path], k=LOOKS):
            self.spent += 1
            state = place(self.game, self.random, model, outermost=self.random.random() < 0.5)
            legal = () if state is None else self.game.legal(state)
            if state is not None and legal:
                self._refused(refusals(self.game, state, legal, self.random, self.rare), state)

    def _repeats(self) -> str | None:
        """Returns the path of a rule that is promised to fire more often than it has, if play is for that now."""
        owed = sorted(self.rare.intersection(self.times.promised))
        if not owed or self.random.random() >= REPEATED:
            return None
        return self.random.choices(owed, [self._rarity(each) for each in owed])[0]

    def _start(self, repeats: str | None) -> tuple[Origin, State, tuple[Move, ...]]:
        self.begun_for = None
        if repeats is not None:
            if self.kept.get(repeats) and self.random.random() < GOES_ON:
                return "kept", self.random.choice(self.kept[repeats]), ()
            position = self._example(repeats)
            if position is not None:
                return "example", position.state, position.onward
        chance = self.random.random()
        near = [path for path in sorted(self.rare) if self.kept.get(path)]
        if near and chance < RETURNS:
            (path,) = self.random.choices(near, [self._rarity(each) for each in near])
            return "kept", self.random.choice(self.kept[path]), ()
        if self.beyond and RETURNS <= chance < RETURNS + GOES_ON:
            (path,) = self.random.choices(list(self.beyond), [self._rarity(path) for path in self.beyond])
            return "kept", self.random.choice(self.beyond[path]), ()
        if self.runs > 1 and 0 <= chance - RETURNS - GOES_ON < PLACED:
            model = self.random.choice(self.passed) if self.passed and self.random.random() < 0.8 else None
            state = place(self.game, self.random, model)
            self.spent += 1
            if state is not None:
                return "placed", state, ()
        idle, much = self.spent - self.hit > IDLE, self.begun > FROM_THE_START * self.spent
        if much or (idle and self.random.random() < 0.9):
            position = self._example(self._any_rare())
            if position is not None:
                return "example", position.state, position.onward
        return "start", self.game.initial(), ()

    def _any_rare(self) -> str:
        rare = sorted(self.rare)
        return self.random.choices(rare, [self._rarity(each) for each in rare])[0]

    def _example(self, path: str) -> ExamplePosition | None:
        """Returns a position of an example, for the sake of a rule."""
        found = self.starts.start(path)
        self.begun_for = None if found is None else (path, found[0])
        return None if found is None else found[1]

    def _choice(self, state: State, legal: tuple[Move, ...], onward: tuple[Move, ...]) -> tuple[Move, StepFindings]:
        """Returns the action under which the rarest rules fire, of a few tried; `onward` may be the only one."""
        best: tuple[float, Move, StepFindings] | None = None
        follows = onward[:1] if onward and self.random.random() < FOLLOWS else ()
        for action in follows or self._candidates(legal):
            self.spent += 1
            try:
                step = take_step(self.game, state, action)
            except Fault as fault:
                raise PlayStopped(key_of_fault(fault), action, fault) from fault
            except IllegalAction as illegal:
                raise PlayStopped((REFUSED, action.name), action, None) from illegal
            score = self._novelty((*step.fired, *step.refused)) + self.random.random() * 0.01
            if best is None or score > best[0]:
                best = score, action, step
        assert best is not None
        return best[1:]

    def _candidates(self, legal: tuple[Move, ...]) -> list[Move]:
        """Returns a few actions, those sooner that led to rare rules, or are rare; one if nothing is known of any.

        Of an action that is rare all legal forms together are as likely as everything else, if it never fired.
        """
        if len(legal) == 1 or self.random.random() < 0.1:
            return [choose(legal, self.random)]
        named = Counter(each.name for each in legal)
        rarity = {path: self._rarity(path) for path in self.rare}
        promise = [
            1.0
            + 20.0 * self._promise(each, rarity)
            + (len(legal) * rarity[each.name] / named[each.name] if each.name in rarity else 0.0)
            for each in legal
        ]
        if max(promise) == 1.0 and self.random.random() < BLIND:
            return [choose(legal, self.random)]
        picked = self.random.choices(legal, promise, k=WIDTH)
        return list(dict.fromkeys(picked))

    def _promise(self, action: Move, rarity: Mapping[str, float]) -> float:
        known = self.credit.get(_label(action))
        if not known:
            return 0.0
        return sum([rarity[path] for path in known if path in rarity])

    def _rarity(self, path: str) -> float:
        return 1.0 / (1 + self.tally.count(path))

    def _novelty(self, fired: Sequence[str]) -> float:
        return sum(self._rarity(path) for path in fired if path in self.rare)

    def _count(self, fired: Iterable[str], posed: bool, recent: Iterable[tuple[State, Move]], state: State) -> None:  # noqa: FBT001
        """Counts what fired, and remembers what led to it, and where it led, while it is rare."""
        for path in sorted(self.rare.intersection(fired)):
            for before, action in recent:
                known = self.credit.setdefault(_label(action), {})
                known[path] = known.get(path, 0) + 1
                self._keep(self.kept.setdefault(path, []), before)
            self._keep(self.beyond.setdefault(path, []), state)
        self.tally.add(fired, posed=posed)
        self._settle(fired)

    def _keep(self, states: list[State], state: State) -> None:
        if len(states) < KEPT:
            states.append(state)
        else:
            states[self.random.randrange(KEPT)] = state

    def _settle(self, paths: Iterable[str]) -> None:
        """Forgets what was kept for rules that are rare no longer."""
        for path in self.rare.intersection(paths):
            self.hit = self.spent
            if self.tally.count(path) >= self.times.of(path):
                self.rare.discard(path)
                self.kept.pop(path, None)
                self.near.pop(path, None)

    def _attempt(self, state: State, legal: tuple[Move, ...]) -> None:
        """Tries what may not be legal, so that guards and bars are seen to refuse; where they did is remembered."""
        near = may_refuse(self.game.description, legal, self.rare)
        for path in near:
            self._keep(self.near.setdefault(path, []), state)
        if self.random.random() < (0.75 if near else 0.25):
            self.spent += 1
            self._refused(refusals(self.game, state, legal, self.random, self.rare), state)

    def _refused(self, refused: tuple[str, ...], state: State) -> None:
        """Counts what stood in the way, and remembers the state before it while that is rare."""
        for path in sorted(self.rare.intersection(refused)):
            self._keep(self.kept.setdefault(path, []), state)
        self.tally.refuse(refused)
        self._settle(refused)

    def _pass(self, state: State) -> None:
        """Keeps some of the states that were passed through."""
        if len(self.passed) < 64:
            self.passed.append(state)
        elif self.random.random() < 0.02:
            self.passed[self.random.randrange(64)] = state


def _label(action: Move) -> str:
    return f"{action.name}{action.arguments!r}"
