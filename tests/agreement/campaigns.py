"""Random play under comparison: of the phases of small random games, and of whole games from their start."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from refengine.ir import game as model
from refengine.loading import compile_cached
from refengine.resolve.folder import find_games
from refengine.runtime.fault import Fault
from refengine.smt.course.joins import FEW
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.stack import Shape
from tests.agreement.executors import executors
from tests.agreement.random_phases import START, random_game
from tests.agreement.small_game import position
from tests.agreement.steps import Steps, steps

ROOT = Path(__file__).parents[2]

ON_GRIDS = {"carcassonne", "abbey", "portal"}
"""Games of which the prover puts no whole state into terms."""

GAMES = [
    each.parent.relative_to(ROOT)
    for place in ("spec", "docs/tutorial")
    for each in sorted((ROOT / place).glob("*/rulebook.toml"))
    if each.parent.name not in ON_GRIDS
]
"""The folders of all games that both executors know whole."""

FOLLOWED = [each for each in GAMES if each.name not in {"pagan", "palisades"}]
"""Those whose steps are followed whole; where texts are open a step has no longest way, and its pieces are compared."""


def rules_of(folder: Path) -> model.Game:
    """The IR of a game."""
    compiled = compile_cached(find_games(ROOT / folder)[0][0])
    assert compiled.game is not None
    return compiled.game


def whole_game(rules: model.Game, players: int, seed: int) -> Steps:
    """A game under readings at random, but for the first seed, which plays by the defaults."""
    draw = random.Random(seed)
    readings = {
        each.name: draw.choice([reading.name for reading in each.readings if not reading.incomplete])
        for each in rules.questions
    }
    return steps(executors(rules, players, readings if seed else {}), few=1 if seed % 2 else FEW)


def in_play(compared: Steps, seed: int, longest: int, solved: Iterable[int]) -> list[str]:
    """What is not as expected in one game; in the steps of these numbers the solver is asked."""
    draw = random.Random(seed)
    plain = compared.executors.builds[0]
    state = plain.initial()
    wrong: list[str] = []
    for number in range(longest):
        if plain.turn(state).kind == "over":
            break
        solve = number in solved
        wrong += compared.wrong(compared.resting(state), solve=solve)
        action = draw.choice(plain.legal(state))
        for each in (action, compared.any_action(draw, state)):
            wrong += compared.wrong(compared.step(state, each), solve=solve)
        state = plain.apply(state, action)
    return wrong


def small_game(seed: int) -> Steps:
    """A random game of two phases."""
    return steps(executors(random_game(seed), 3), few=1 if seed % 2 else FEW)


def in_phases(compared: Steps, seed: int, positions: int, solved: Iterable[int]) -> list[str]:
    """What is not as expected in phases that are run and in decisions that are taken, from positions at random."""
    draw = random.Random(seed)
    faults = Faults(compared.terms)
    courses = compared.courses.run(faults).phase(START, (), compared.state)
    wrong: list[str] = []
    for number in range(positions):
        solve = number in solved
        data = position(draw)
        if number % 4 == 0:
            wrong += compared.wrong(compared.phase(data, START, courses, faults), solve=solve)
        for shape in _shapes(compared):
            wrong += _decision(compared, compared.waiting(draw, data, shape), draw, solve=solve)
    return wrong


def _shapes(compared: Steps) -> list[Shape]:
    """Where a game can wait: in the one phase, or in the other below which the one goes on."""
    run = compared.run
    stacks: list[Shape] = [((START, "asks"),), ((START, "back"), ("Rest", "asks"))]
    return [each for each in stacks if each[-1] in run.asks and all(key in run.points for key in each)]


def _decision(compared: Steps, state: Any, draw: random.Random, *, solve: bool) -> list[str]:
    wrong = compared.wrong(compared.resting(state), solve=solve)
    try:
        listed = compared.executors.builds[0].legal(state)
        actions = [*draw.sample(listed, min(1, len(listed))), compared.any_action(draw, state)]
    except Fault:
        return wrong
    return wrong + [each for one in actions for each in compared.wrong(compared.step(state, one), solve=solve)]
