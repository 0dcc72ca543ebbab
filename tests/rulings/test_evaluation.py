"""What is evaluated node by node is what the engine says, for every expectation of every example."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.lines import Expect
from refengine.ir.specialise import with_seats
from refengine.loading import compile_cached, make_game
from refengine.resolve.folder import find_games
from refengine.rulings.evaluation import Evaluation, clause_of
from refengine.rulings.worlds import chosen, world_of
from refengine.runtime.fault import BadData, Fault, IllegalAction

GAMES = ("kaciri", "european_war", "palisades")


@pytest.mark.parametrize("name", GAMES)
def test_every_expectation_comes_to_the_same_by_nodes_and_by_the_engine(name: str) -> None:
    (folder,), _ = find_games(Path("spec") / name)
    compiled = compile_cached(folder)
    assert compiled.game is not None
    asked = 0
    for players in range(compiled.game.players[0], compiled.game.players[1] + 1):
        configuration, wrong = configure(compiled.game, players, {}, {}, None)
        assert configuration is not None, wrong
        asked += _compared(compiled.game, configuration)
    assert asked > 100


def _compared(rules: model.Game, configuration: Configuration) -> int:
    game = make_game(rules, configuration)
    seated = with_seats(rules, configuration.players)
    world = world_of(seated, game, configuration)
    asked = 0
    for example, info in zip(seated.examples, game.description.examples, strict=True):
        try:
            state = game.example_position(info)
        except (Fault, BadData):
            continue
        for line, told in zip(example.lines, info.lines, strict=True):
            try:
                if told.run is not None:
                    state = game.example_run(state, *told.run(state))
                elif told.what == "play":
                    assert told.play is not None
                    play = told.play(state)
                    state = game.apply(state, game.example_action(state, play.actor, play.action, play.arguments))
            except (Fault, BadData, IllegalAction):
                break
            if isinstance(line, Expect) and line.what in {"holds", "fault"} and not line.under:
                assert line.condition is not None
                assert told.condition is not None
                asked += 1
                evaluation = Evaluation(world, state, chosen(seated, configuration))
                by_nodes = _come_to(partial(evaluation.value, line.condition, {}, clause_of(example.clause)))
                assert by_nodes == _come_to(partial(told.condition, state)), (example.name, told.clause)
    return asked


def _come_to(work_out: Callable[[], object]) -> object:
    try:
        return work_out()
    except Fault as fault:
        return fault.code, fault.path
