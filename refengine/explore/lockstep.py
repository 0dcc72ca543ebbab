"""Plays two games in lockstep, breadth first: whether players can do the same in both, with the same results.

A pair of states is looked at once. As long as both are alike the same actions lead on from both; where they are not,
the way to the pair is a shortest one.

INVARIANT: with `whole` every pair that can be reached was looked at, so that the games are the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import gcd
from typing import Any, Literal

from attrs import evolve, field, frozen

from refengine.engine.trace import TraceStep, step_of
from refengine.ir.domain import Piece, SetOf
from refengine.runtime.description import Description
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.game import Game, State

Kind = Literal["decides", "actions", "outcome", "table", "view", "breaks off"]

Tick = Callable[[int], None]

TOLD_EVERY = 1_000

OVER = ("over", ())
"""Who decides where the game is over."""


@frozen
class StateDifference:
    """A difference between two states; `place` is where it is in the data of the table, else nothing."""

    kind: Kind
    place: str
    left: Any
    right: Any
    seat: int | None = None
    """The player of whose view it is."""


@frozen
class Parting:
    """The place at which two games part: the root and the moves from there, both states, how they are unlike.

    A state is None where the rules break off. `shortest` says that no shorter way from any root leads to a parting.
    """

    root: int
    moves: tuple[TraceStep, ...]
    left: State | None
    right: State | None
    unlike: tuple[StateDifference, ...]
    shortest: bool = True


@frozen
class BreakOff:
    """A point where the rules break off, in the setup or by an action: in both games alike, or in unlike ways."""

    unlike: StateDifference | None


@frozen
class PairingResult:
    """The result of a search: where the games part, if they do; else how far they are alike.

    `pairs` of states were compared, all of those to which at most `depth` moves lead; with `whole` there are no more.
    """

    parting: Parting | None
    pairs: int
    depth: int
    whole: bool


@frozen(eq=False, slots=False)
class Pairing:
    """Two games whose states are compared; with `table` also in what lies where, else in what can be done alone.

    With `views` it is compared, too, what each player sees of it, and of what phases hold that wait: those in which
    one of them holds what the other does not, so that nothing can be said of it, are `not_compared`.
    Without `ends` nobody looks at who has won: the roots are positions with nothing below.
    """

    left: Game
    right: Game
    table: bool = True
    ends: bool = True
    views: bool = False
    not_compared: set[str] = field(factory=set)

    @cached_property
    def unordered(self) -> frozenset[str]:
        """The zones and variables in which things lie in no order on either side, in whatever order data list them."""
        return _unordered(self.left.description) & _unordered(self.right.description)

    def unlike(self, left: State, right: State) -> tuple[StateDifference, ...]:
        """Returns in what two states are not alike."""
        found: list[StateDifference] = []
        turns = [_decides(game, state) for game, state in ((self.left, left), (self.right, right))]
        if turns[0] != turns[1] and None not in turns:
            found.append(StateDifference("decides", "", turns[0], turns[1]))
        offers = [_offered(game, state) for game, state in ((self.left, left), (self.right, right))]
        if _likely(offers[0]) != _likely(offers[1]):
            kind: Kind = "breaks off" if any(isinstance(each, str) for each in offers) else "actions"
            found.append(StateDifference(kind, "", offers[0], offers[1]))
        elif turns == [OVER, OVER] and self.ends:
            ends = [_ended(game, state) for game, state in ((self.left, left), (self.right, right))]
            if ends[0] != ends[1]:
                found.append(StateDifference("outcome", "", ends[0], ends[1]))
        if self.table:
            found += _unlike_tables(self.left.to_json(left), self.right.to_json(right), self.unordered)
        if self.table and self.views and not found:
            for seat in range(1, self.left.description.players + 1):
                found += self._unlike_views(left, right, seat)
        return tuple(found)

    def _unlike_views(self, left: State, right: State, seat: int) -> Iterable[StateDifference]:
        """Yields in what two states are not alike to the player in a seat; of the table they are."""
        seen = self.left.view(left, seat), self.right.view(right, seat)
        unlike = _unlike_tables(*seen, self.unordered)
        yield from (evolve(each, kind="view", seat=seat) for each in unlike)
        one, other = (_held(*each) for each in ((self.left, left, seen[0]), (self.right, right, seen[1])))
        for at in dict.fromkeys([*one, *other]):
            if at in one and at in other and one[at][0] != other[at][0]:
                told = [held if is_seen else None for is_seen, held in (one[at], other[at])]
                yield StateDifference("view", f"{at[2]} of {at[1]}", told[0], told[1], seat)
            elif (at in one) != (at in other) and (one.get(at) or other[at])[0]:
                self.not_compared.add(at[1])

    def after(self, left: State, right: State, action: Any, same: Any) -> tuple[State, State] | BreakOff:
        """Returns the states after an action and the same one of the other game, or how the rules break off."""
        return self._together([_after(self.left, left, action), _after(self.right, right, same)])

    def begun(self) -> tuple[State, State] | BreakOff:
        """Returns the states with which the games begin, or how the rules break off before anybody decides."""
        return self._together([_begun(self.left), _begun(self.right)])

    @staticmethod
    def _together(ends: Sequence[State | Fault]) -> tuple[State, State] | BreakOff:
        broken = [each if isinstance(each, Fault) else None for each in ends]
        if broken[0] is None and broken[1] is None:
            return ends[0], ends[1]
        said = [None if each is None else each.code for each in broken]
        if said[0] == said[1]:
            return BreakOff(None)
        told = [None if each is None else f"{each.message}, in `{each.path}`" for each in broken]
        return BreakOff(StateDifference("breaks off", "", told[0], told[1]))

    def moves(self, left: State, right: State) -> list[tuple[Any, Any]]:
        """Returns the actions of two states that are alike, in pairs; choices made at once are taken in every order."""
        try:
            plays = self.left.legal(left)
        except Fault:
            return []
        others = {_key(each): each for each in self.right.legal(right)}
        return [(each, others[_key(each)]) for each in plays]


def lockstep(
    pairing: Pairing, roots: Sequence[tuple[State, State]], limit: int, tick: Tick = lambda _pairs: None
) -> PairingResult:
    """Goes through all pairs of states, breadth first, until two are not alike, or more than `limit` were compared."""
    seen: set[tuple[State, State]] = set()
    ways: list[tuple[int, TraceStep | None]] = []
    level: list[tuple[int, State, State]] = []
    compared = 0

    def way(number: int) -> tuple[int, tuple[TraceStep, ...]]:
        steps: list[TraceStep] = []
        while (step := ways[number][1]) is not None:
            steps.append(step)
            number = ways[number][0]
        return ways[number][0], tuple(reversed(steps))

    for at, (left, right) in enumerate(roots):
        unlike = pairing.unlike(left, right)
        compared += 1
        if unlike:
            return PairingResult(Parting(at, (), left, right, unlike), compared, 0, whole=False)
        if (left, right) not in seen:
            seen.add((left, right))
            level.append((len(ways), left, right))
            ways.append((at, None))
    depth = told = 0
    while level:
        coming: list[tuple[int, State, State]] = []
        for number, left, right in level:
            for action, same in pairing.moves(left, right):
                after = pairing.after(left, right, action, same)
                if isinstance(after, BreakOff):
                    if after.unlike is not None:
                        root, steps = way(number)
                        parting = Parting(root, (*steps, step_of(action)), None, None, (after.unlike,))
                        return PairingResult(parting, compared, depth, whole=False)
                    continue
                if after in seen:
                    continue
                seen.add(after)
                compared += 1
                unlike = pairing.unlike(*after)
                if unlike:
                    root, steps = way(number)
                    parting = Parting(root, (*steps, step_of(action)), *after, unlike)
                    return PairingResult(parting, compared, depth, whole=False)
                coming.append((len(ways), *after))
                ways.append((number, step_of(action)))
                if compared - told >= TOLD_EVERY:
                    tick(compared - told)
                    told = compared
                if compared > limit:
                    return PairingResult(None, compared, depth, whole=False)
        depth += 1
        level = coming
    return PairingResult(None, compared, max(depth - 1, 0), whole=True)


def at_random(pairing: Pairing, games: int, most: int, seed: int) -> Parting | None:
    """Plays games at random in lockstep; returns where the shortest that parted did so, if any parted.

    Games that come after one that parted are broken off where they are no shorter.
    """
    drawn = random.Random(seed)  # noqa: S311 - games want a seed, not secrecy
    found: Parting | None = None
    for _ in range(games):
        parting = _one_at_random(pairing, most if found is None else len(found.moves) - 1, drawn)
        found = parting or found
    return found


def _one_at_random(pairing: Pairing, most: int, drawn: random.Random) -> Parting | None:
    pair = (pairing.left.initial(), pairing.right.initial())
    moves: list[TraceStep] = []
    while len(moves) < most:
        offered = pairing.moves(*pair)
        if not offered:
            return None
        action, same = drawn.choice(offered)
        moves.append(step_of(action))
        after = pairing.after(*pair, action, same)
        if isinstance(after, BreakOff):
            return Parting(0, tuple(moves), None, None, (after.unlike,), shortest=False) if after.unlike else None
        unlike = pairing.unlike(*after)
        if unlike:
            return Parting(0, tuple(moves), *after, unlike, shortest=False)
        pair = after
    return None


# ---- WHAT IS COMPARED


def _key(action: Any) -> tuple[Any, ...]:
    return action.actor, action.name, _hashable(action.arguments)


def _hashable(argument: Any) -> Any:
    return tuple(map(_hashable, argument)) if isinstance(argument, list | tuple) else argument


def _decides(game: Game, state: State) -> tuple[str, tuple[int, ...]] | None:
    """Returns who decides in a state; None where the rules break off instead, and nothing is on offer either."""
    try:
        turn = game.turn(state)
    except Fault:
        return None
    return turn.kind, tuple(turn.seats)


def _offered(game: Game, state: State) -> dict[tuple[Any, ...], Any] | str:
    """Returns the actions of a state with the weight of each, or how the rules break off there."""
    try:
        return {_key(each): each.weight for each in game.legal(state)}
    except Fault as fault:
        return fault.code


def _likely(offered: dict[tuple[Any, ...], Any] | str) -> dict[tuple[Any, ...], Any] | str:
    """Returns the actions with weights in lowest terms, by which chance takes them as often; of 0 alone all alike."""
    if isinstance(offered, str) or None in offered.values() or not offered:
        return offered
    common = gcd(*offered.values())
    return {key: weight // common for key, weight in offered.items()} if common else dict.fromkeys(offered, 1)


def _ended(game: Game, state: State) -> Any:
    try:
        found = game.outcome(state)
    except Fault as fault:
        return fault.code
    return None if found is None else (found.scores, found.winners)


def _begun(game: Game) -> State | Fault:
    try:
        return game.initial()
    except Fault as fault:
        return fault


def _after(game: Game, state: State, action: Any) -> State | Fault:
    try:
        return game.apply(state, action)
    except Fault as fault:
        return fault
    except IllegalAction as illegal:
        raise AssertionError(f"{action} is offered and not taken") from illegal


def _held(game: Game, state: State, view: Any) -> dict[tuple[int, str, str], tuple[bool, Any]]:
    """Returns of what frames hold, by their place on the stack, phase and name, whether it is seen, and what it is."""
    return {
        (number, frame["phase"], name): (shown["data"][name] is not None, held)
        for number, (frame, shown) in enumerate(zip(game.to_json(state)["control"], view["control"], strict=True))
        for name, held in frame.get("data", {}).items()
        if held is not None
    }


def _unlike_tables(left: Any, right: Any, unordered: frozenset[str]) -> Iterable[StateDifference]:
    """Yields the zones, variables and tokens in which two tables differ, of those that both have."""
    for part in ("zones", "variables", "tokens"):
        one, other = left.get(part, {}), right.get(part, {})
        for name in one:
            if name in other and one[name] != other[name]:
                yield from _unlike_entries(name, one[name], other[name], in_order=name not in unordered)


def _unlike_entries(place: str, left: Any, right: Any, *, in_order: bool) -> Iterable[StateDifference]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in dict.fromkeys([*left, *right]):
            if left.get(key) != right.get(key):
                yield from _unlike_entries(f"{place} of {key}", left.get(key), right.get(key), in_order=in_order)
    elif in_order or not _same_things(left, right):
        yield StateDifference("table", place, left, right)


def _same_things(left: Any, right: Any) -> bool:
    """Returns whether two lists hold the same, each as often, in whatever order."""
    return isinstance(left, list) and isinstance(right, list) and sorted(map(repr, left)) == sorted(map(repr, right))


def _unordered(told: Description) -> frozenset[str]:
    """Returns the names of the zones that keep no order, and of the variables that hold sets of such things."""
    kept = {Piece(each.component) for each in told.zones if each.ordered}
    zones = {each.name for each in told.zones if not each.ordered}
    sets = {each.name for each in told.variables if isinstance(each.domain, SetOf) and each.domain.inner not in kept}
    return frozenset(zones | sets)
