"""The cone of influence of grids: every way of a game is a way of its cone, and what may not be left out is not."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refengine.ir import control, game as model
from refengine.ir.cone import cone_of_grids
from refengine.ir.configuration import configure
from refengine.ir.exits import leaves
from refengine.loading import make_game
from refengine.runtime.game import Game
from tests.corpus.adapter import CORPUS
from tests.engine.rules import compiled

GOOD = CORPUS / "types" / "good"
CHANNELS = (CORPUS / "tables" / "channels.csv").read_text("utf-8")
TUBES = (CORPUS / "tables" / "tubes.csv").read_text("utf-8")
PIPES = (GOOD / "spots.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")
TURNED = (GOOD / "spots_turned.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")

# Whoever has laid three marbles on one pipe, or on a spot, may not go on; how often somebody rolled is counted twice.
COUNTED = (
    PIPES.replace(
        "variable visited:",
        "variable rolled: 0..99, starts 0                                                    per R1\n"
        "variable lying: 0..99, starts 0                                                     per R1\nvariable visited:",
    )
    .replace("then set last to r", "then set last to r\n            then add 1 to rolled")
    .replace("    go Lay(p)\n", "    set lying to number of s in spots of marbles\n    go Lay(p)\n")
)


def _game(folder: Path, rules: str) -> model.Game:
    return compiled(folder, rules, channels=CHANNELS, tubes=TUBES)


def _actions(rules: model.Game) -> Iterator[control.Action]:
    for script in rules.phases:
        for point in script.points:
            for ask in leaves(point.exit):
                if isinstance(ask, control.Ask):
                    yield from ask.actions


def _kept(game: Game, state: Any, of: Game) -> dict[str, Any]:
    """What a state holds of all that the states of another game hold."""
    data, wanted = game.to_json(state), of.to_json(of.initial())
    return {
        part: {name: data[part][name] for name in wanted[part] if name in data[part]} for part in ("zones", "variables")
    }


@pytest.mark.parametrize(
    ("rules", "left_out"),
    [
        (PIPES, {"marbles", "floats", "last", "visited", "dropped"}),
        (TURNED, {"drops", "last"}),
        (COUNTED, {"marbles", "floats", "last", "visited", "dropped", "lying"}),
    ],
    ids=["pipes", "tubes", "counted"],
)
def test_every_way_of_a_game_is_a_way_of_its_cone(tmp_path: Path, rules: str, left_out: set[str]) -> None:
    """The same actions are played in the cone, without the arguments that it has not: they are legal and come to the same."""
    game = _game(tmp_path, rules)
    cone = cone_of_grids(game)
    assert cone is not None
    assert set(cone.left_out) == left_out
    kept = {
        new.name: [at for at, each in enumerate(old.choices) if each.var in {one.var for one in new.choices}]
        for old, new in zip(_actions(game), _actions(cone.rules), strict=True)
    }
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    whole, left = make_game(game, configuration), make_game(cone.rules, configuration)
    steps = 0
    for seed in range(4):
        random = Random(seed)
        state, there = whole.initial(), left.initial()
        while whole.turn(state).kind != "over":
            assert _kept(whole, state, left) == {part: left.to_json(there)[part] for part in ("zones", "variables")}
            action = random.choice(whole.legal(state))
            told = tuple(action.arguments[at] for at in kept[action.name])
            legal = {(each.actor, each.name, each.arguments): each for each in left.legal(there)}
            there = left.apply(there, legal[action.actor, action.name, told])
            state = whole.apply(state, action)
            steps += 1
        assert left.turn(there).kind == "over"
    assert steps > 60


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "    if bag is empty\n        game over\n",
            "    if bag is empty or spots of marbles is not empty\n        game over\n",
        ),
        ("    ask p\n        action lay(", "    ask (if spots of marbles is empty then p else 1)\n        action lay("),
        ("    ask p\n        action drop(", "    ask p, if able\n        action drop("),
        (
            "    go Lay(p)\n",
            "    if spots of marbles is not empty\n        move all t in drawn to aside\n    go Lay(p)\n",
        ),
    ],
    ids=["where control goes", "who is asked", "whether somebody is able", "whether something is laid"],
)
def test_control_or_a_grid_that_hangs_on_what_is_left_out_has_no_cone(tmp_path: Path, old: str, new: str) -> None:
    assert old in PIPES
    assert cone_of_grids(_game(tmp_path, PIPES.replace(old, new))) is None
