"""The odds after a position: chance is followed to its ends, and what is asked is asked there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction

from refengine.odds.circles import ends_with_circles
from refengine.odds.errors import never_ends, not_chance, too_many
from refengine.odds.stepwise import StepwiseGame
from refengine.odds.tables import State
from refengine.odds.walk import DEFAULT_LIMIT, Ends, Forced, after_forced, ends_of, still_to_come
from refengine.runtime.frames import Turn
from refengine.source.diagnostic import Diagnostic
from refengine.source.garbage import undisturbed


def odds_after(
    game: StepwiseGame, state: State, where: str, limit: int = DEFAULT_LIMIT, forced: Forced | None = None
) -> tuple[Ends | None, tuple[Diagnostic, ...]]:
    """Returns the ends of the chance that follows a position, with their weights; `where` names it in what is wrong.

    With `forced` what people have to decide is followed, too, where they have no choice.

    None, and why, where chance does not decide, may go on for ever, or comes to more than `limit` states. Raises
    `Fault` where the rules do not say how to go on.
    """
    begins = after_forced(game, state, forced, limit)
    if begins is None:
        return None, (never_ends(where),)
    state, turn = begins, game.turn(begins)
    if turn.kind != "chance":
        return None, (not_chance(where, decider(turn)),)
    with undisturbed():
        ends = ends_of(game, state, limit, forced)
    if ends.circle:
        found = ends_with_circles(game, state, limit, forced)
        if found is None:
            return None, (never_ends(where),)
        ends = found
    if ends.left:
        most = ends.states + sum(still_to_come(game, ends.left))
        return None, (too_many(ends.states, most, limit),)
    return ends, ()


def decider(turn: Turn) -> str:
    """Returns who decides, in words, or that nobody does."""
    match turn.kind:
        case "over":
            return "the game is over"
        case "player" | "players":
            seats = " and ".join(str(seat) for seat in turn.seats)
            return f"player {seats} does" if len(turn.seats) == 1 else f"players {seats} do"
        case other:
            return f"{other} does" if other != "table" else "the table does"


def shares(ends: Ends, asked: Callable[[State], Hashable]) -> Mapping[Hashable, int]:
    """Returns the weight of each answer in the whole."""
    found: Counter[Hashable] = Counter()
    with undisturbed():
        for state, weight in ends.weights:
            found[asked(state)] += weight
    return found


def probability(ends: Ends, holds: Callable[[State], bool]) -> Fraction:
    """Returns the probability that something holds in the end."""
    return Fraction(sum(weight for state, weight in ends.weights if holds(state)), ends.whole)
