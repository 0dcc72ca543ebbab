"""A step that no rule covers, looked for by playing at random under the reading that is said to leave a gap.

INVARIANT: the same rules and goal give the same play, whatever has to hold: invariants and measures are left out of
what is played. What is not met is not thereby covered.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, Literal, cast

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.configuration import configure, open_answers
from refengine.loading import make_game
from refengine.prove.search import LAST, SEED, in_words
from refengine.runtime.fault import NO_CASE, Fault
from refengine.smt.goal import Counterexample, Goal, Position, TakenAction

if TYPE_CHECKING:
    from refengine.runtime.frames import Action
    from refengine.runtime.game import Game, State

    Actor = int | Literal["chance", "table"]

EACH: Final = 500
"""The number of moves after which a game that has not ended is left for another."""

NOT_PLAYED: Final = (
    "claims", "dependences", "confinements", "audits", "examples", "scopes", "editions", "laws", "invariants",
    "measures", "nestings",
)  # fmt: skip
"""The fields of a game by which nobody plays: they say something of it."""


@frozen
class Gap:
    """A step of a game that meets no rule: as a counterexample, and the decisions before it, the last of them in words.

    `decisions` is their number.
    """

    shown: Counterexample
    decisions: int
    last: tuple[str, ...]


def seek_gap(rules: model.Game, goal: Goal, most: int) -> Gap | None:
    """Plays until a step meets no rule, `most` moves at most; None if none was met.

    Where the rules break off otherwise, at the start, or where it is looked what is legal, a game is over: no step met
    that.
    """
    played = evolve(rules, outcome=None, **dict.fromkeys(NOT_PLAYED, ()))  # type: ignore[arg-type]
    chosen = {**open_answers(played), goal.name: goal.part}
    configuration, _ = configure(played, goal.players, chosen, {}, None)
    if configuration is None:
        return None
    game = make_game(played, configuration, explain=True)  # a plain one goes on where cases overlap, which no game does
    chance = random.Random(SEED)  # noqa: S311
    tried = 0
    while tried < most:
        actions, met = _game(game, chance, min(EACH, most - tried))
        if met is not None:
            told = game.description
            before = Position(goal.players, told.readings, told.options, game.to_json(met.state))
            actor = cast("Actor", met.action.actor)  # of no other one there are actions
            step = TakenAction(actor, met.action.name, tuple(met.action.arguments))
            shown = Counterexample((before,), (), step=step, fault=met.path)
            return Gap(shown, len(actions), tuple(map(in_words, actions[-LAST:])))
        tried += max(1, len(actions))
    return None


@frozen
class _UnruledStep:
    """A step that meets no rule: the state before it, the action, and the path of the clause that breaks off."""

    state: State
    action: Action
    path: str


def _game(game: Game, chance: random.Random, most: int) -> tuple[list[Action], _UnruledStep | None]:
    """Returns one random game, of so many moves at most: its decisions, and the step at its end that meets no rule."""
    actions: list[Action] = []
    try:
        state = game.initial()
        legal = game.legal(state)
        while legal and len(actions) < most:
            action = chance.choice(legal)
            try:
                after = game.apply(state, action)
            except Fault as fault:
                return actions, _UnruledStep(state, action, fault.path) if fault.code == NO_CASE else None
            actions.append(action)
            state = after
            legal = game.legal(state)
    except Fault:
        pass
    return actions, None
