"""A state that a game comes to, looked for by playing: at random, back where it cannot lead there, from the start anew.

INVARIANT: the same rules, claim and seed give the same play, whatever has to hold: invariants and measures are left
out of what is played. What is not found is not thereby impossible. What is found an explaining engine comes to as well:
a plain one goes on where cases overlap or exceptions clash, which no game does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.claims import Claim
from refengine.ir.configuration import configure
from refengine.ir.state_claims import claims_as_examples
from refengine.loading import make_game
from refengine.prove.disagreements import data_text, plain
from refengine.runtime.fault import Fault, IllegalAction
from refengine.smt.goal import Position

if TYPE_CHECKING:
    from refengine.runtime.frames import Action
    from refengine.runtime.game import Game, State

MOST: Final = 120_000
"""The greatest number of moves tried altogether ..."""

EACH: Final = 6_000
"""... and so many before it is begun anew: an early choice can make it impossible."""

SEED: Final = 1

LAST: Final = 5
"""The number of decisions that are told at most: those that led to the state at last."""

KEEPING: Final = "kept to"

Condition = Callable[["State"], bool]


@frozen
class SearchResult:
    """The result of seeking: the position, after so many decisions; None if it was not found.

    `tried` counts moves. `last` are the last of the decisions in words, in their order; `before` is the position in
    which the first of these was made, if others came before it.
    """

    position: Position | None
    decisions: int
    tried: int
    last: tuple[str, ...] = ()
    before: Position | None = None


def seek(rules: model.Game, witness: Claim, players: int, most: int = MOST) -> SearchResult | None:
    """Plays until the state of a witness is reached, `most` moves at most; the search keeps to what its claim says.

    None if an engine cannot work the witness out in one state. Questions that it leaves open are read by default.
    """
    asked = evolve(rules, claims=tuple(_claims(witness)))
    examples = tuple(claims_as_examples(asked, players))
    chosen = dict(witness.extent.under)
    configuration, _ = configure(rules, players, chosen, {}, None)
    if configuration is None or len(examples) != len(asked.claims):
        return None
    played = evolve(rules, examples=examples, invariants=(), measures=())
    game = make_game(played, configuration, explain=False)
    found, tried = _found(game, witness.name, most)
    if found is not None:
        explaining = make_game(played, configuration, explain=True)
        if not _is_confirmed(explaining, witness.name, found):
            game = explaining
            found, more = _found(game, witness.name, most - tried)
            tried += more
    if found is None:
        return SearchResult(None, 0, tried)
    *states, state = found.states
    told = game.description

    def position(at: State) -> Position:
        return Position(players, told.readings, told.options, game.to_json(at))

    last = tuple(map(in_words, found.actions[-LAST:]))
    before = position(states[-LAST]) if len(states) > LAST else None
    return SearchResult(position(state), len(found.actions), tried, last, before)


def _found(game: Game, name: str, most: int) -> tuple[_Course | None, int]:
    """Returns a course to a state of the witness of this name, if so many moves find one, and how many were tried."""
    conditions = _conditions(game)
    search = _Search(game, conditions[name], conditions.get(KEEPING, ()), random.Random(SEED))  # noqa: S311
    try:
        game.initial()
    except Fault:  # no game begins at all
        return None, 0
    found = None
    while found is None and search.tried < most:
        found = search.once(min(EACH, most - search.tried))
    return found, search.tried


def _conditions(game: Game) -> dict[str, tuple[Condition, ...]]:
    return {
        each.name: tuple(line.condition for line in each.lines if line.condition is not None)
        for each in game.description.examples
    }


def _is_confirmed(explaining: Game, name: str, found: _Course) -> bool:
    """Returns whether an explaining engine comes there by the same decisions, and finds it as it is wanted."""
    try:
        state = explaining.initial()
        for each in found.actions:
            explaining.legal(state)
            state = explaining.apply(state, explaining.find_action(state, each.actor, each.name, each.arguments))
        return all(condition(state) for condition in _conditions(explaining)[name])
    except (Fault, IllegalAction):
        return False


def in_words(action: Action) -> str:
    """Returns a decision in words: who made it, its name, and what was chosen."""
    listed = ", ".join(data_text(plain(each)) for each in action.arguments)
    return f"{action.actor}: {action.name}" + (f"({listed})" if listed else "")


def _claims(witness: Claim) -> Iterator[Claim]:
    yield witness
    if witness.keeping is not None:
        bare = evolve(witness.extent, assuming=())
        yield evolve(witness, name=KEEPING, extent=bare, condition=witness.keeping, keeping=None)


@frozen
class _Course:
    """The states of a game, from the start to the one that was sought, and the decisions between them."""

    states: tuple[State, ...]
    actions: tuple[Action, ...] = ()


class _Search:
    """A search, depth first, in an order that chance decides."""

    def __init__(
        self, game: Game, wanted: tuple[Condition, ...], keeping: tuple[Condition, ...], chance: random.Random
    ) -> None:
        self.game = game
        self.tried = 0
        self._wanted = wanted
        self._keeping = keeping
        self._chance = chance

    def once(self, most: int) -> _Course | None:
        """Returns a course to a state as it is wanted, if so many moves find one."""
        state = self.game.initial()
        if self._are(self._wanted, state):
            return _Course((state,))
        open_ = [self._shuffled(state)]
        until = self.tried + most
        states = [state]
        actions: list[Action] = []
        while open_ and self.tried < until:
            action = next(open_[-1], None)
            if action is None:
                open_.pop()
                states.pop()
                del actions[len(states) - 1 :]
                continue
            self.tried += 1
            try:
                after = self.game.apply(states[-1], action)
            except Fault:
                continue
            if not self._are(self._keeping, after):
                continue
            if self._are(self._wanted, after):
                return _Course((*states, after), (*actions, action))
            open_.append(self._shuffled(after))
            states.append(after)
            actions.append(action)
        return None

    def _shuffled(self, state: State) -> Iterator[Action]:
        """Returns the decisions to be made in a state, in some order; none where the rules break off over them."""
        try:
            legal = list(self.game.legal(state))
        except Fault:
            return iter(())
        self._chance.shuffle(legal)
        return iter(legal)

    @staticmethod
    def _are(conditions: tuple[Condition, ...], state: State) -> bool:
        try:
            return all(condition(state) for condition in conditions)
        except Fault:
            return False
