"""Playouts: random games, their choices as `docs/random-choices.md` says, so that every executor plays the same ones.

INVARIANT: a game hangs on its seed and its number alone, not on how many were played before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter, index
from typing import Any, Final, Literal, SupportsIndex, get_args

from attrs import field, frozen

from refengine.runtime.bad_data import malformed
from refengine.runtime.fault import Fault
from refengine.runtime.playable import Playable
from refengine.runtime.random_games import MOST_STEPS, RandomGames

ALL_BITS: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
HALF: Final = 32
WEIGHT: Final = attrgetter("weight")

Engine = Literal["reference", "wasm"]


def numbers(games: SupportsIndex, seed: SupportsIndex, limit: SupportsIndex) -> tuple[int, int, int]:
    """Returns the three as numbers of Python, whose sums are exact; refuses what is no whole number.

    One of numpy is one too, but has 64 bits, and a seed is made of more on the way.
    """
    return whole(games, "the number of games"), whole(seed, "the seed"), whole(limit, "the limit of steps")


def whole(number: SupportsIndex, what: str) -> int:
    """Returns a number of Python; refuses what is no whole number."""
    if isinstance(number, bool):  # which Python counts with
        raise malformed(what, "a whole number")
    try:
        return index(number)
    except TypeError:
        raise malformed(what, "a whole number") from None


def intended_games(games: int, seed: int, limit: int, engine: str) -> RandomGames:
    """Returns the first games of a seed, and refuses playouts that nobody can mean.

    Any other name of an engine was once the reference engine, without a word.
    """
    games, seed, limit = numbers(games, seed, limit)
    if games < 0:
        raise malformed("the number of games", "0 or more")
    if engine not in get_args(Engine):
        raise malformed("`engine`", " or ".join(f"`{each}`" for each in get_args(Engine)))
    return RandomGames(range(games), seed, limit)


def mixed(number: int) -> int:
    """Returns the number with its bits mixed, as SplitMix64 does."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & ALL_BITS
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & ALL_BITS
    return number ^ (number >> 31)


class Draws:
    """The numbers that decide one game of a seed, one after the other."""

    def __init__(self, seed: int, number: int) -> None:
        self.state = mixed(seed & ALL_BITS) ^ mixed((number + STEP) & ALL_BITS)

    @classmethod
    def at(cls, state: int) -> Draws:
        """Returns the numbers from a random state on."""
        found = cls(0, 0)
        found.state = state & ALL_BITS
        return found

    def below(self, bound: int) -> int:
        """Returns a number from 0, below a bound of at most 2^31."""
        self.state = (self.state + STEP) & ALL_BITS
        return ((mixed(self.state) >> HALF) * bound) >> HALF

    def choose(self, legal: tuple[Any, ...]) -> int:
        """Returns the place of one of the legal actions: chance goes by weight, everybody else takes each as likely."""
        many = len(legal)
        if many == 1:
            return 0
        if legal[0].weight is None or not (total := sum(map(WEIGHT, legal))):
            return self.below(many)
        left = self.below(total)
        for place, action in enumerate(legal):
            if left < action.weight:
                return place
            left -= action.weight
        raise AssertionError("the weights add up to more")


@frozen
class EndedGame:
    """The end of one game: `fault` and `broken` (what did not hold, by name) say what was wrong in its last step."""

    how: Literal["over", "cut", "broken", "fault"]
    steps: int
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    broken: tuple[str, ...] = ()
    fault: Fault | None = field(default=None, eq=False)


@frozen
class FailedPlayout:
    """A game of the seed in which something did not hold, or the rules broke off: its number, and where it ended."""

    number: int
    step: int
    what: str
    """The names of what did not hold; of a fault the clause."""
    code: str | None
    """The code of a fault."""
    overlooked: bool = field(default=False, eq=False)
    """Whether it is a fault that no plain build looks for."""


Result = tuple[tuple[int, ...], tuple[int, ...]]
"""Scores by seat, and the seats that won."""


@frozen
class Playouts:
    """Random games of a seed, with their numbers from 0, and who played them."""

    games: int
    seed: int
    engine: Engine
    steps: int
    lengths: Mapping[int, int]
    """The number of games that were over after so many steps."""
    outcomes: Mapping[Result | None, int]
    """The number of games that were over with these scores and winners; None where the rules declare no outcome."""
    cut: int
    breaches: tuple[FailedPlayout, ...]
    because: str | None = None
    """Why the reference engine played, where WebAssembly was wanted."""

    @property
    def finished(self) -> int:
        """The number of games that were over."""
        return sum(self.lengths.values())

    @property
    def scores(self) -> tuple[float, ...]:
        """The mean score of each seat in the games that were over; empty where there is no such game, or no outcome."""
        return self._means(lambda scores, _, seat: float(scores[seat]))

    @property
    def wins(self) -> tuple[float, ...]:
        """The mean win of each seat, from 0 to 1, shared where several win; empty as `scores` is."""
        return self._means(lambda _, winners, seat: (seat + 1 in winners) / (len(winners) or 1))

    def _means(self, of: Callable[[tuple[int, ...], tuple[int, ...], int], float]) -> tuple[float, ...]:
        told = [(each, times) for each, times in self.outcomes.items() if each is not None]
        games, seats = sum(times for _, times in told), len(told[0][0][0]) if told else 0
        return tuple(sum(of(*each, seat) * times for each, times in told) / games for seat in range(seats))


Decide = Callable[[tuple[Any, ...]], Any]
"""A function that picks one of the legal actions, or None."""


def play_game(
    game: Playable, seed: int, number: int, *, limit: int = MOST_STEPS, checked: bool = True, start: Any = None
) -> EndedGame:
    """Plays one game of a seed, from a state if one is given; with `checked` it ends where something does not hold."""
    draws = Draws(seed, number)
    try:
        state = game.initial() if start is None else start
    except Fault as fault:
        return EndedGame("fault", 0, fault=fault)
    ended = played_on(game, state, 0, lambda legal: legal[draws.choose(legal)], limit=limit, checked=checked)
    assert ended is not None
    return ended


def played_on(
    game: Playable, state: Any, steps: int, decide: Decide, *, limit: int, checked: bool, begun: bool = True
) -> EndedGame | None:
    """Plays a game on from a state after so many steps, which has to be looked at itself where it has only `begun`.

    None where no decision is made any more.
    """
    before = None
    try:
        while True:
            if checked and (begun or before is not None) and (broken := game.violations(before, state)):
                return EndedGame("broken", steps, broken=tuple(each.name for each in broken))
            legal = game.legal(state)
            if not legal:
                break
            if steps >= limit:
                return EndedGame("cut", steps)
            action = decide(legal)
            if action is None:
                return None
            before, state = state, game.apply(state, action)
            steps += 1
        outcome = game.outcome(state)
    except Fault as fault:
        return EndedGame("fault", steps, fault=fault)
    return EndedGame("over", steps) if outcome is None else EndedGame("over", steps, outcome.scores, outcome.winners)


class Tally:
    """The sums of games that are played one by one, or many alike at once."""

    def __init__(self) -> None:
        self.steps = self.cut = self.games = 0
        self.lengths: Counter[int] = Counter()
        self.outcomes: Counter[Result | None] = Counter()
        self.breaches: list[FailedPlayout] = []

    def over(self, steps: int, result: Result | None, times: int = 1) -> None:
        """Adds games that were over."""
        self.games += times
        self.steps += steps * times
        self.lengths[steps] += times
        self.outcomes[result] += times

    def all_over(self, lengths: Mapping[int, int], outcomes: Iterable[tuple[Result | None, int]]) -> None:
        """Adds games that were over: how many of them after so many steps, and how many with each result."""
        for steps, times in lengths.items():
            self.games += times
            self.steps += steps * times
            self.lengths[steps] += times
        for result, times in outcomes:
            self.outcomes[result] += times

    def add(self, number: int, ended: EndedGame) -> None:
        """Adds one game."""
        match ended:
            case EndedGame(how="over", scores=None):
                self.over(ended.steps, None)
            case EndedGame(how="over", scores=scores, winners=winners):
                self.over(ended.steps, (scores or (), winners or ()))
            case EndedGame(how="cut"):
                self.cut_after(ended.steps)
            case EndedGame(fault=Fault() as fault):
                self.games, self.steps = self.games + 1, self.steps + ended.steps
                self.breaches.append(FailedPlayout(number, ended.steps, fault.path, fault.code, fault.overlooked))
            case EndedGame():
                self.games, self.steps = self.games + 1, self.steps + ended.steps
                self.breaches.append(FailedPlayout(number, ended.steps, ", ".join(ended.broken), None))

    def cut_after(self, steps: int, times: int = 1) -> None:
        """Adds games that were cut."""
        self.games += times
        self.steps += steps * times
        self.cut += times

    def merge(self, other: Tally) -> None:
        """Adds all games of another tally."""
        self.games, self.steps, self.cut = self.games + other.games, self.steps + other.steps, self.cut + other.cut
        self.lengths.update(other.lengths)
        self.outcomes.update(other.outcomes)
        self.breaches += other.breaches

    def found(self, seed: int, engine: Literal["reference", "wasm"], because: str | None = None) -> Playouts:
        """Returns all that was counted, together."""
        outcomes = dict(sorted(self.outcomes.items(), key=lambda each: (-each[1], str(each[0]))))
        breaches = tuple(sorted(self.breaches, key=lambda each: each.number))
        lengths = dict(sorted(self.lengths.items()))
        return Playouts(self.games, seed, engine, self.steps, lengths, outcomes, self.cut, breaches, because)


def by_reference(game: Playable, games: RandomGames, *, checked: bool, start: Any = None) -> Tally:
    """Plays games in the reference engine, from a state if one is given."""
    tally = Tally()
    for number in games.numbers:
        tally.add(number, play_game(game, games.seed, number, limit=games.limit, checked=checked, start=start))
    return tally
