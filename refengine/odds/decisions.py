"""Decisions of people that come up where chance has done: those that are forced, and those that would change an answer.

An answer is there as soon as nothing that is to be decided changes it by what it does at once. So a forced decision is
followed where it, or a forced one or chance behind it, changes the answer; one that only clears the table is not, since
what was asked would be gone. A decision is looked at once for all states that are the same in everything that the
question speaks of, and what runs until it is known: its phase, and where that leads by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from attrs import define, field, frozen

from refengine.ir import game as model
from refengine.odds.ahead import ScriptWays
from refengine.odds.questions import OddsQuestion, asked_of
from refengine.odds.tables import State
from refengine.odds.walk import Forced
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game

MOST = 5_000
"""The number of choices of one player in a row that are looked at; more count as changing the answer."""

LONGEST = 100
"""The number of forced decisions in a row that are looked through."""

PEOPLE = {"player", "players", "table"}


Followed = tuple[int | str, str]
"""A decision without a choice: who decided, and what."""


@frozen
class AnswerChange:
    """A change of an answer: who decides in which phase, one choice that would change it, and how likely that is."""

    action: Any
    phase: str
    weight: int


@define
class Decisions:
    """The decisions that people may take in the states of one game."""

    game: Game
    rules: model.Game
    ahead: ScriptWays = field(init=False)
    _forced: dict[Hashable, Any] = field(factory=dict)
    _coming: dict[Hashable, bool | None] = field(factory=dict)
    _changing: dict[Hashable, Any] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.ahead = ScriptWays(self.game, self.rules)

    def forced(self, state: State) -> Any:
        """Returns an action if everybody who decides has one legal one; None if there is a choice or chance decides."""
        if self.game.turn(state).kind not in PEOPLE:
            return None
        key = self.ahead.asks(state)
        if key not in self._forced:
            legal = _legal(self.game, state)
            alone = len({each.actor for each in legal}) == len(legal)
            self._forced[key] = legal[0] if legal and alone else None
        return self._forced[key]

    def followed_for(self, questions: tuple[OddsQuestion, ...], followed: set[Followed]) -> Forced:
        """Returns a function: the action forced in a state, where one of the questions has no answer before it is done.

        `followed` is told what was done.
        """

        def forced(state: State) -> Any:
            action = self.forced(state)
            if action is None or not any(self._comes(state, each) for each in questions):
                return None
            followed.add((action.actor, action.name))
            return action

        return forced

    def _comes(self, state: State, question: OddsQuestion) -> bool:
        """Returns whether something that has to come changes the answer, before it changes by itself."""
        if question.reads is None:
            return False
        for _ in range(LONGEST):
            key = (question.text, self.ahead.runs(state, question.reads))
            if key not in self._coming:
                self._coming[key] = self._comes_now(state, question)
            known = self._coming[key]
            if known is not None:
                return known
            state = self.game.apply(state, self.forced(state))
        return False

    def _comes_now(self, state: State, question: OddsQuestion) -> bool | None:
        """Returns whether what comes next changes the answer; None where it is forced and something behind it may."""
        now, kind = asked_of(question, state), self.game.turn(state).kind
        forced = self.forced(state)
        ways = _legal(self.game, state) if kind == "chance" else () if forced is None else (forced,)
        if kind != "players" and any(_begun(self.game, question, state, each, now) != now for each in ways):
            return True
        after = None if forced is None else _applied(self.game, state, forced)
        return False if after is None or asked_of(question, after) != now else None

    def change(self, ends: Iterable[tuple[State, int]], question: OddsQuestion) -> AnswerChange | None:
        """Returns whether some choice that is due at an end would change the answer, by what it does at once."""
        first: tuple[Any, str] | None = None
        weight = 0
        for state, times in ends:
            action = self._change_in(state, question)
            if action is not None:
                first = first or (action, state.control[-1].phase)
                weight += times
        return None if first is None else AnswerChange(*first, weight)

    def _change_in(self, state: State, question: OddsQuestion) -> Any:
        if question.reads is None or self.game.turn(state).kind not in PEOPLE:
            return None
        key = (question.text, self.ahead.runs(state, question.reads, again=True))
        if key not in self._changing:
            self._changing[key] = self._changes(state, question)
        return self._changing[key]

    def _changes(self, start: State, question: OddsQuestion) -> Any:
        """Returns the first choice that changes the answer; the same player may choose again in the same phase."""
        now, who = asked_of(question, start), self._who(start)
        agenda, seen, left = [start], {start}, MOST
        while agenda:
            state = agenda.pop()
            for action in _legal(self.game, state):
                left -= 1
                if left < 0 or (who[0] != "players" and _begun(self.game, question, state, action, now) != now):
                    return action
                after = _applied(self.game, state, action)
                if after is None:
                    continue
                again = self._who(after) == who
                if (again or who[0] == "players") and asked_of(question, after) != now:
                    return action
                if again and after not in seen:
                    seen.add(after)
                    agenda.append(after)
        return None

    def _who(self, state: State) -> tuple[object, ...]:
        """Returns who decides and where; of a secret round only that it is still the same one."""
        turn = self.game.turn(state)
        return turn.kind, () if turn.kind == "players" else turn.seats, state.control[-1].phase


def _legal(game: Game, state: State) -> tuple[Any, ...]:
    try:
        return game.legal(state)
    except Fault:  # nobody can do anything: no choice changes anything
        return ()


def _begun(game: Game, question: OddsQuestion, state: State, action: Any, otherwise: Hashable) -> Hashable:
    try:
        return asked_of(question, game.begun(state, action))
    except Fault:  # the choice is none: the rules break off
        return otherwise


def _applied(game: Game, state: State, action: Any) -> State | None:
    try:
        return game.apply(state, action)
    except Fault:
        return None
