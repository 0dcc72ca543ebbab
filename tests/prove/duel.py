"""A small game to prove things about, and a prover that says what a test has it say."""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from refengine.ir.claims import Claim
from refengine.ir.game import Game, Invariant, Measure
from refengine.pipeline import Compilation, compile_folder
from refengine.prove.run import Dump, Goals, Prover
from refengine.resolve.folder import find_games
from refengine.smt.goal import Counterexample, Decision, Goal, Limits, Position, Prediction, TakenAction
from refengine.smt.solving.memory import Memory
from tests.engine.rules import rulebook

RULES = """
game duel from rulebook tiny
    players 2..3                                                per R1

kind Colour is Red, Blue, Green                                 per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank

component Prize                                                 per R1
    worth: 1..9
    1 alike with worth 4

zone hand of each player holds Card, seen by owner              per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1
zone offer holds at most one Prize                              per R1

variable score of each player: 0..40                            per R1
variable round: 1..3, starts 1                                  per R1

question ties about R1                                          per ruling A1
    "what happens when both are as high?"
    reading neither "nobody scores", inferred, default
    reading both "both score", house

law ranks_are_low                                               per R1
    every Card c has c.rank < 4

value colour_of(p: player): Colour                              per R1
    is if p = 1 then Red else if p = 2 then Blue else Green

value prize: Prize                                              per R1
    is the p in offer

value best(c: Card): truth                                      per R1
    normally no d in field has d.rank > c.rank
    except tied per ruling A1
        when some d in field with d != c has d.rank = c.rank
        when ties is neither
        is false

value takers: count                                             per R1
    is number of c in field with best(c)

value mood: 0..1                                                per R1
    case calm per R1
        when round < 3
        is 0
    case wild per R1
        when round = 2
        is 1

setup                                                           per R1
    for each player p
        move all c in box of Card with c.colour is colour_of(p) to hand of p
    move all p in box of Prize to offer
    go Play

phase Play                                                      per R1
    ask every player p with hand of p is not empty, at once, in secret
        action send(c in hand of p)                             per R1
            then move c to field of p
    go Battle

phase Battle                                                    per R1
    for each player p
        if some c in field of p has best(c)
            add 4 to score of p
    move all c in field to pile
    if hand is empty
        game over                                               per R1
    otherwise
        add 1 to round
        go Play

outcome                                                         per R1
    scores are score of p for player p
    winners are all player p with score of p > 3

invariant scores_are_small                                      per R1
    every player p has score of p <= 12

invariant rounds_are_few                                        per R1
    round <= 3

measure cards_left                                              per R1
    number of c in hand

claim one_taker                                                 per R1
    in every Battle of 2..3 players over any Prize
    takers <= 1

claim always_calm                                               per R1
    in every state of 2 players
    mood = 0

witness nobody_takes                                            per R1, ruling A1
    in some Battle of 2 players
    takers = 0
"""


def write_game(folder: Path, rules: str = RULES) -> Path:
    """The game in a folder of its own."""
    folder.mkdir(parents=True)
    (folder / "duel.rules").write_text(rules, "utf-8")
    (folder / "rulebook.toml").write_text(rulebook(7, "The higher card takes the prize."), "utf-8")
    return folder


def compiled(folder: Path) -> Compilation:
    (found,), wrong = find_games(folder)
    assert wrong == ()
    made = compile_folder(found)
    assert made.game is not None, made.errors
    return made


# ---- WHAT A PROVER MAY SAY

READINGS = (("ties", "both"),)
DEFAULT = (("ties", "neither"),)


def position(players: int = 2, readings: tuple[tuple[str, str], ...] = DEFAULT, **data: Any) -> Position:
    return Position(players, readings, (), data)


def goal(kind: Any, name: str, players: int = 2, part: str = "") -> Goal:
    return Goal(kind, name, players, part)


def cited(game: Game, one: Goal) -> Goal:
    """The goal with what its statement cites, as a plan would have it."""
    stated: tuple[Claim | Invariant | Measure, ...] = (*game.claims, *game.invariants, *game.measures)
    for each in stated:
        if each.name == one.name:
            return evolve(one, cites=each.clause.cites, span=each.clause.origin.span)
    return one


TWO_ON_TOP = Counterexample(
    (
        position(
            readings=READINGS,
            zones={
                "field": {"1": ["Red 2"], "2": ["Blue 2"]},
                "offer": [{"component": "Prize", "fields": {"worth": 9}}],
            },
        ),
    ),
    (Prediction(0, "takers", (), 2), Prediction(0, "best", ("Red 2",), True), Prediction(0, "best", ("Blue 2",), True)),
    bound=(("c", "Red 2"),),
)
"""Under the other reading two cards are best."""

A_TIE = Counterexample(
    (position(zones={"field": {"1": ["Red 2"], "2": ["Blue 2"]}}),), (Prediction(0, "takers", (), 0),)
)

LAST_ROUND = Counterexample((position(variables={"round": 3}),), (), fault="mood")

CONTROL = [{"phase": "Play", "point": "ask_1 asks", "data": {"p still to choose": [2]}}]

SECOND_WIN = Counterexample(
    (
        position(
            zones={
                "hand": {"1": ["Red 3"], "2": ["Blue 1"]},
                "field": {"1": ["Red 2"], "2": []},
                "pile": ["Red 1", "Blue 2"],
            },
            variables={"score": {"1": 12, "2": 0}, "round": 2},
            control=CONTROL,
        ),
    ),
    (),
    step=TakenAction(2, "send", ("Blue 1",)),
)
"""The first player, who has all the points that there are, scores again."""

DECISIONS = {
    ("claim", "one_taker", 2): Decision(goal("claim", "one_taker"), "refuted", counterexample=TWO_ON_TOP, rlimit=1000),
    ("claim", "one_taker", 3): Decision(goal("claim", "one_taker", 3), "proved", "every Battle", rlimit=500, queries=2),
    ("claim", "always_calm", 2): Decision(goal("claim", "always_calm"), "proved", rests_on=("law ranks_are_low",)),
    ("witness", "nobody_takes", 2): Decision(goal("witness", "nobody_takes"), "found", counterexample=A_TIE),
    ("invariant", "scores_are_small", 2): Decision(
        goal("invariant", "scores_are_small"), "bounded", "3 steps", counterexample=SECOND_WIN
    ),
    ("invariant", "rounds_are_few", 2): Decision(goal("invariant", "rounds_are_few"), "unknown", "the limit"),
    ("obligation", "mood: some case applies", 2): Decision(
        goal("obligation", "mood: some case applies"), "refuted", counterexample=LAST_ROUND
    ),
    ("obligation", "prize: there is exactly one", 2): Decision(
        goal("obligation", "prize: there is exactly one"), "proved", rlimit=7
    ),
}


@frozen
class Says:
    """A prover that has its decisions ready; it may be sent to another process."""

    decisions: tuple[Decision, ...] = tuple(DECISIONS.values())

    def goals(self, game: Game) -> tuple[Goal, ...]:
        return tuple(cited(game, each.goal) for each in self.decisions)

    def decide(
        self, game: Game, goals: Goals, limits: Limits, dump: Dump | None, memory: Memory
    ) -> tuple[Decision, ...]:
        assert isinstance(game, Game), (limits, memory)
        return tuple(self.one(each, dump) for each in goals)

    def one(self, goal: Goal, dump: Dump | None) -> Decision:
        if dump is not None:
            dump(f"{goal.kind} {goal.name} {goal.players}.smt2", "(check-sat)")
        found = next(each for each in self.decisions if each.goal == goal)
        return evolve(found, goal=goal)

    def batches(self, goals: Goals) -> tuple[Goals, ...]:
        """Those of one kind together."""
        return tuple(tuple(each) for _, each in groupby(goals, key=lambda one: one.kind))

    def solver(self) -> Any:
        return self.decide

    def prover(self) -> Prover:
        return Prover(self.goals, self.batches, self.solver)

    def but(self, *changed: Decision) -> Says:
        """With other decisions in the place of some."""
        new = {each.goal: each for each in changed}
        kept = [new.pop(each.goal, each) for each in self.decisions]
        return Says((*kept, *new.values()))

    def only(self, *names: str) -> Says:
        return Says(tuple(each for each in self.decisions if each.goal.name in names))


@frozen
class Dies(Says):
    """It takes its process with it when it is asked of one of them."""

    name: str = "one_taker"

    def one(self, goal: Goal, dump: Dump | None) -> Decision:
        if goal.name == self.name:
            os._exit(9)
        return super().one(goal, dump)
