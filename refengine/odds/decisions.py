"""Decisions of people that come up where chance has done: those that are forced, and those that would change an answer.

An answer is there as soon as nothing that is to be decided changes it by what it does at once. So a forced decision is
followed where it, or a forced one or chance behind it, changes the answer; one that only clears the table is not, since
what was asked would be gone. A decision is looked at once for all states that are the same in everything that its
phase, and the question, speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter
from typing import Any

from attrs import define, field, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.traverse import walk
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
class Change:
    """A change of an answer: who decides in which phase, one choice that would change it, and how likely that is."""

    action: Any
    phase: str
    weight: int


@define
class Decisions:
    """The decisions that people may take in the states of one game."""

    game: Game
    rules: model.Game
    _spoken_of: dict[str, frozenset[str]] = field(factory=dict)
    _keys: dict[tuple[str, frozenset[str]], Callable[[State], Any]] = field(factory=dict)
    _forced: dict[Hashable, Any] = field(factory=dict)
    _coming: dict[Hashable, bool] = field(factory=dict)
    _changing: dict[Hashable, Any] = field(factory=dict)

    def forced(self, state: State) -> Any:
        """Returns an action if everybody who decides has one legal one; None if there is a choice or chance decides."""
        if self.game.turn(state).kind not in PEOPLE:
            return None
        key = self._key(state, frozenset())
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
        if question.reads is None:
            return False
        key = (question.text, self._key(state, question.reads))
        if key not in self._coming:
            self._coming[key] = self._is_to_come(state, question)
        return self._coming[key]

    def _is_to_come(self, state: State, question: OddsQuestion) -> bool:
        """Returns whether something that has to come changes the answer, before it changes by itself."""
        now = asked_of(question, state)
        for _ in range(LONGEST):
            kind = self.game.turn(state).kind
            forced = self.forced(state)
            ways = _legal(self.game, state) if kind == "chance" else () if forced is None else (forced,)
            if kind != "players" and any(_begun(self.game, question, state, each, now) != now for each in ways):
                return True
            after = None if forced is None else _applied(self.game, state, forced)
            if after is None or asked_of(question, after) != now:
                return False
            state = after
        return False

    def change(self, ends: Iterable[tuple[State, int]], question: OddsQuestion) -> Change | None:
        """Returns whether some choice that is due at an end would change the answer, by what it does at once."""
        first: tuple[Any, str] | None = None
        weight = 0
        for state, times in ends:
            action = self._change_in(state, question)
            if action is not None:
                first = first or (action, state.control[-1].phase)
                weight += times
        return None if first is None else Change(*first, weight)

    def _change_in(self, state: State, question: OddsQuestion) -> Any:
        if question.reads is None or self.game.turn(state).kind not in PEOPLE:
            return None
        key = (question.text, self._key(state, question.reads))
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

    # ---- WHAT A PHASE SPEAKS OF

    def _key(self, state: State, also: frozenset[str]) -> Hashable:
        phase = state.control[-1].phase
        if (phase, also) not in self._keys:
            self._keys[phase, also] = self._getter(self._names_of(phase) | also)
        return state.control, self._keys[phase, also](state)

    def _names_of(self, phase: str) -> frozenset[str]:
        if phase not in self._spoken_of:
            scripts = (self.rules.setup, *self.rules.phases)
            self._spoken_of[phase] = spoken_of(self.rules, *(each for each in scripts if each.name == phase))
        return self._spoken_of[phase]

    def _getter(self, names: frozenset[str]) -> Callable[[State], Any]:
        told = self.game.description
        attributes = [each.attribute for each in told.zones if each.name in names]
        attributes += [each.attribute for each in told.variables if each.name in names]
        attributes += [attribute for each in told.tokens if each.name in names for _, attribute in each.holders]
        return attrgetter(*attributes) if attributes else lambda _: None


def spoken_of(rules: model.Game, *nodes: object) -> frozenset[str]:
    """Returns the zones, variables and tokens that parts of the rules read or write, by way of values too."""
    values = {each.name: each for each in rules.values}
    called: set[str] = set()
    found: set[str] = set()
    agenda = list(nodes)
    while agenda:
        for each in walk(agenda.pop()):
            match each:
                case (
                    ir.Contents(zone=name)
                    | ir.Located(zone=name)
                    | ir.PlaceAt(zone=name)
                    | ir.CellsOf(zone=name)
                    | ir.CellOf(zone=name)
                    | ir.TurnAt(zone=name)
                    | ir.SpotsOf(zone=name)
                    | ir.SpotsTaken(zone=name)
                ):
                    found.add(name)
                case ir.TokensOn(token=name) | ir.Supply(token=name) | control.MoveTokens(token=name):
                    found.add(name)
                case (
                    ir.ReadVariable(name=name)
                    | control.SetVariable(name=name)
                    | control.AddNumber(name=name)
                    | control.AddMember(name=name)
                ):
                    found.add(name)
                case ir.CallValue(name=name) if name not in called:
                    called.add(name)
                    agenda.append(values[name].body)
                case _:
                    pass
    return frozenset(found)


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
