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
from refengine.rulings.worlds import chosen_readings, world_of
from refengine.runtime.fault import BadData, Fault, IllegalAction
from tests.engine.rules import compiled

GAMES = ("kaciri", "european_war", "palisades")


@pytest.mark.parametrize("name", GAMES)
def test_every_expectation_comes_to_the_same_by_nodes_and_by_the_engine(name: str) -> None:
    (folder,), _ = find_games(Path("spec") / name)
    found = compile_cached(folder)
    assert found.game is not None
    asked = 0
    for players in range(found.game.players[0], found.game.players[1] + 1):
        configuration, wrong = configure(found.game, players, {}, {}, None)
        assert configuration is not None, wrong
        asked += _compared(found.game, configuration)
    assert asked > 100


OFFERS = """
game offers from rulebook tiny
    players 2                                                                       per R1

record Offer                                                                        per R1
    who: player or none
    goes_to: place of Card

component Card                                                                      per R1
    3 alike

zone hand of each player holds Card                                                 per R1
zone tray holds Card                                                                per R1

variable offers: set of Offer                                                       per R1

setup                                                                               per R1
    ask 1
        action stop                                                                 per R1
            then game over

example sets_of_records                                                             per R1
    given 2 players
    given offers = {Offer(2, tray), Offer(none, hand of 1)}
    expect offers = {Offer(none, hand of 1), Offer(2, tray)}
    expect offers + {Offer(1, tray)} = {Offer(1, tray), Offer(2, tray), Offer(none, hand of 1)}
    expect offers - {Offer(2, tray)} = {Offer(none, hand of 1)}
    expect (all Offer(p, hand of p) for player p) = {Offer(2, hand of 2), Offer(1, hand of 1)}
"""


def test_sets_of_records_are_in_one_order_by_nodes_too(tmp_path: Path) -> None:
    game = compiled(tmp_path / "offers", OFFERS)
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    assert _compared(game, configuration) == 4


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
                evaluation = Evaluation(world, state, chosen_readings(seated, configuration))
                by_nodes = _come_to(partial(evaluation.value, line.condition, {}, clause_of(example.clause)))
                assert by_nodes == _come_to(partial(told.condition, state)), (example.name, told.clause)
    return asked


def _come_to(work_out: Callable[[], object]) -> object:
    try:
        return work_out()
    except Fault as fault:
        return fault.code, fault.path
