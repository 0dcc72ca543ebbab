"""Every example is decided by the prover as it is by the engine: the same conditions, in the same states."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.ir import game as model
from refengine.ir.lines import Expect
from refengine.runtime.game import Game
from refengine.smt.course.study import study
from refengine.smt.encode.scope import Faults, scope_of
from refengine.smt.goal import Limits
from refengine.smt.terms.state import State
from refengine.smt.terms.zones import Heap
from tests.agreement.campaigns import GAMES, rules_of
from tests.agreement.executors import Executors, Expected, executors, worked_out

CHANGED = {("spy", "one_round")}
"""The examples of a base that come out otherwise under its module, as the check of the module tells."""


def cases(rules: model.Game) -> Iterator[tuple[model.Example, tuple[tuple[str, str], ...]]]:
    for example in rules.examples:
        if (rules.name, example.name) in CHANGED or example.options:  # the executors play by the default options
            continue
        for under in dict.fromkeys(line.under for line in example.lines if isinstance(line, Expect)):
            yield example, under


def states(game: Game, name: str) -> Iterator[Any]:
    """The state in which each line of an example is decided."""
    (info,) = (each for each in game.description.examples if each.name == name)
    state = game.example_position(info)
    for line in info.lines:
        yield state
        if line.run is not None:
            state = game.example_run(state, *line.run(state))
        elif line.what == "play" and line.play is not None:
            play = line.play(state)
            state = game.apply(state, game.example_action(state, play.actor, play.action, play.arguments))


def heaped(state: State, data: Any) -> bool:
    """Returns whether a piece that is not printed lies among others, where the prover has no words for it."""
    heaps = [name for name, members in state.zones.items() if any(isinstance(each, Heap) for each in members)]
    held = [data["zones"][name] for name in heaps]
    lists = [part for each in held for part in (each.values() if isinstance(each, dict) else (each,))]
    return any(isinstance(piece, dict) for part in lists for piece in part)


def unlike(both: Executors, example: model.Example, under: tuple[tuple[str, str], ...]) -> tuple[int, list[str]]:
    """How many conditions were compared, and those that come to something else."""
    world, game = both.study.world, both.builds[-1]
    (seated,) = (each for each in world.game.examples if each.name == example.name)
    unknown = world.layout.unknown()
    compared, wrong = 0, []
    for line, state in zip(seated.lines, states(game, example.name), strict=True):
        if not isinstance(line, Expect) or line.under != under or line.condition is None:
            continue
        if line.what in {"chance", "seen", "unseen"}:
            continue  # which is about other states, or about who looks
        data = game.to_json(state)
        if heaped(unknown, data):
            continue
        faults = Faults(world.terms)
        holds = world.truth(line.condition, scope_of(world.terms, unknown, example.clause.path, faults))
        fails = faults.whole()
        wanted = fails if line.what == "fault" else world.terms.and_(holds, world.terms.not_(fails))
        pinned = both.said(whole=True)
        pinned.state(unknown, data)
        wrong += worked_out(pinned, [Expected(f"{example.name}: {line.what}", wanted)])
        compared += 1
    return compared, wrong


def sparing(folder: Path) -> object:
    """A game, or one of those whose examples take as long as those of all others together as a campaign."""
    return pytest.param(folder, marks=pytest.mark.campaign) if folder.name in {"palisades", "kaciri"} else folder


@pytest.mark.parametrize("folder", [*map(sparing, GAMES)], ids=str)
def test_examples_are_decided_alike(folder: Path) -> None:
    """Of European War those under the default readings: for every other set of readings engines are made anew."""
    all_alike(folder, every_reading=folder.name != "european_war")


@pytest.mark.campaign
def test_examples_of_a_game_with_many_readings_are_decided_alike() -> None:
    all_alike(Path("spec/european_war"), every_reading=True)


def all_alike(folder: Path, *, every_reading: bool) -> None:
    rules = rules_of(folder)
    compared = 0
    made: dict[object, Executors] = {}
    for example, under in cases(rules):
        readings = (*example.readings, *under)
        if readings and not every_reading:
            continue
        key = (example.players, readings)
        if key not in made:
            both = executors(rules, example.players, dict(readings), explains=(True,))
            # Readings that are open are complete ones; one that is not has to be chosen.
            made[key] = evolve(both, study=study(rules, example.players, Limits(), "default", readings))
        number, wrong = unlike(made[key], example, under)
        assert not wrong
        compared += number
    assert compared >= (80 if folder.name == "kaciri" else 10)
