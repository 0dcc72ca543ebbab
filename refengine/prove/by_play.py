"""Proofs by playing: a setup without decisions is run once, and a phase that asks in random play is not vacuous."""

from __future__ import annotations

import random
from itertools import product
from math import prod
from typing import Final

from attrs import evolve

from refengine.ir import control, game as model
from refengine.ir.configuration import allowed_values, configure
from refengine.ir.footprint import closure, footprint
from refengine.ir.obligations import Owed
from refengine.ir.traverse import walk
from refengine.loading import make_game
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.smt.goal import Decision

MOST_WAYS: Final = 200
"""The greatest number of configurations under which a setup is played."""

GAMES: Final = 4
"""The number of random games played to find out who is asked ..."""

DECISIONS: Final = 60
"""... and how many decisions of each."""

NOTICED: Final = frozenset(Owed) - {
    Owed.OVERLAP, Owed.AGREEMENT, Owed.SYMMETRY, Owed.ORDER, Owed.WRITES, Owed.ANSWER, Owed.RETURN, Owed.UNBARRED,
    Owed.RUNNING,
}  # fmt: skip
"""The obligations of which an engine notices that they are not paid."""

ASKED: Final = frozenset({"sight", "step invariant", "measure"})
"""The kinds of statements that speak of nothing where nobody is ever asked."""


def with_proofs_by_play(rules: model.Game, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Returns the decisions of one batch, with those proved about what the setup owes that play shows."""
    asked_of_it = [each for each in decisions if _is_shown_by_play(rules, each)]
    if not asked_of_it or rules.texts:
        return decisions
    ways = _ways(rules)
    if not ways or not all(_starts(rules, decisions[0].goal.players, way) for way in ways):
        return decisions
    under = "" if len(ways) == 1 else f" under each of the {len(ways)} configurations that it reads"
    how = f"nobody decides in the setup, so all games begin alike: it was played{under}"
    return tuple(
        evolve(each, verdict="proved", how=how, span=None) if each in asked_of_it else each for each in decisions
    )


def _is_shown_by_play(rules: model.Game, decision: Decision) -> bool:
    """Returns whether a decision is open about something that an engine notices where the setup does not pay it."""
    path, _, owed = decision.goal.name.partition(": ")
    is_of_setup = decision.goal.kind == "obligation" and path == rules.setup.clause.path
    return decision.verdict == "unsupported" and is_of_setup and Owed(owed) in NOTICED


Way = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
"""Readings and options."""


def _ways(rules: model.Game) -> tuple[Way, ...] | None:
    """Returns all that the setup may be told by the configuration; None if somebody decides in it, or they are many."""
    if any(isinstance(each, control.Ask | control.Enter) for each in walk(rules.setup)):
        return None
    calls = {each.name: footprint(each.body).values for each in rules.values}
    bodies = {each.name: each.body for each in rules.values}
    # What starts, how much there is and how much has room may hang on the configuration as well.
    begun = (
        rules.setup,
        *(each.starts for each in rules.variables),
        *(each.limit for each in rules.tokens),
        *(each.cap for each in rules.zones if each.cap is not None),
    )
    read = footprint(*begun, *(bodies[each] for each in closure(calls, footprint(*begun).values))).configured
    readings = [
        [(each.name, one.name) for one in each.readings if not one.incomplete]
        for each in rules.questions
        if ("question", each.name) in read
    ]
    options = [
        [(each.name, one) for one in allowed_values(rules, each)]
        for each in rules.options
        if ("option", each.name) in read
    ]
    if prod(map(len, (*readings, *options))) > MOST_WAYS:
        return None
    return tuple((one, other) for one in product(*readings) for other in product(*options))


def _starts(rules: model.Game, players: int, way: Way) -> bool:
    game = _engine(rules, players, way)
    if game is None:
        return False
    try:
        game.initial()
    except Fault:
        return False
    return True


def _engine(rules: model.Game, players: int, way: Way = ((), ())) -> Game | None:
    """Returns an explaining engine: a plain one overlooks what breaks off behind the case that applies."""
    configuration, _ = configure(rules, players, dict(way[0]), dict(way[1]), None)
    if configuration is None:
        return None
    return make_game(evolve(rules, examples=(), invariants=(), measures=()), configuration, explain=True)


def asking_phases(rules: model.Game, players: int) -> frozenset[str]:
    """Returns the phases in which somebody is asked in some random games; always the same ones."""
    game = _engine(rules, players)
    found: set[str] = set()
    chance = random.Random(players)  # noqa: S311
    for _ in range(0 if game is None else GAMES):
        assert game is not None
        try:
            state = game.initial()
            for _ in range(DECISIONS):
                legal = list(game.legal(state))
                if not legal:
                    break
                found.add(state.control[-1].phase)
                state = game.apply(state, chance.choice(legal))
        except Fault:
            pass
    return frozenset(found)


def spoken_of(rules: model.Game, decision: Decision, before: Decision, phases: frozenset[str]) -> Decision:
    """Returns a decision that was made without a course, or the one before, where it may speak of nothing."""
    goal = decision.goal
    if decision is before or goal.kind not in ASKED:
        return decision
    about: tuple[str, ...] = (goal.name,) if goal.kind == "sight" else ()
    if goal.kind == "measure":
        about = next(each.phases for each in rules.measures if each.name == goal.name)
    return decision if phases.intersection(about or phases) else before
