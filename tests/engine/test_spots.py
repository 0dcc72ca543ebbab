"""Spots: parts of what lies on a grid, restated by hand, and a game with zones and a region of them in both builds."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import refengine
from refengine.ir.configuration import configure
from refengine.ir.specialise import with_seats
from refengine.loading import make_game
from refengine.rulings.evaluation import Evaluation, clause_of
from refengine.rulings.worlds import chosen_readings, world_of
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from tests.corpus.adapter import CORPUS
from tests.engine.rules import compiled

RULES = (CORPUS / "types" / "good" / "spots.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")
CHANNELS = (CORPUS / "tables" / "channels.csv").read_text("utf-8")
PRINTED = {
    name: (shape, set(ends.split())) for name, shape, ends, _ in (row.split(",") for row in CHANNELS.splitlines()[1:])
}
WAYS = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}


def _written(folder: Path, rules: str = RULES) -> None:
    (folder / "channels.csv").write_text(CHANNELS, "utf-8")
    compiled(folder, rules)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pipes")
    _written(made)
    return made


def _played(game: Game, seed: int) -> list[Any]:
    random = Random(seed)
    states = [game.initial()]
    while game.turn(states[-1]).kind != "over":
        states.append(game.apply(states[-1], random.choice(game.legal(states[-1]))))
    return states


def _cell(name: str) -> tuple[int, int]:
    column, row = name[1:-1].split(", ")
    return int(column), int(row)


def _spots(board: dict[str, list[str]]) -> list[str]:
    """The spots by name: cells in order, and in each the rows of the table in order."""
    cells = sorted(board, key=_cell)
    return [f"{cell} {name}" for cell in cells for name, (shape, _) in PRINTED.items() if shape == board[cell][0]]


def _streams(spots: list[str]) -> set[frozenset[str]]:
    """The classes of what water runs between, found by merging again and again."""
    ends: dict[str, set[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for spot in spots:
        place, _, part = spot.rpartition(" ")
        here = _cell(place)
        ends[spot] = set()
        for end in PRINTED[part][1]:
            there = (here[0] + WAYS[end][0], here[1] + WAYS[end][1])
            ends[spot].add((min(here, there), max(here, there)))  # the border that the end comes to
    classes = {frozenset([spot]) for spot in spots}
    for one in spots:
        for other in spots:
            if one.rpartition(" ")[0] != other.rpartition(" ")[0] and ends[one] & ends[other]:
                joined = {each for each in classes if one in each or other in each}
                classes = classes - joined | {frozenset().union(*joined)}
    return classes


def test_spots_and_streams_are_those_that_one_finds_by_hand(folder: Path) -> None:
    game = refengine.load(folder, players=2)
    infos = {each.name: each for each in game.description.values}
    (parts,) = game.description.parts
    most = 0
    for seed in range(3):
        for state in _played(game, seed):
            board = game.to_json(state)["zones"]["board"]
            spots = _spots(board)
            assert [parts.spot_name(each) for each in parts.on(state.board)] == spots
            for spot in parts.on(state.board):
                assert parts.spot_named(parts.spot_name(spot)) == spot
            found = {
                frozenset(parts.spot_name(each) for each in infos["stream"].function(state, spot))
                for spot in parts.on(state.board)
            }
            assert found == _streams(spots)
            most = max(most, *map(len, found))
    assert most > 2


def test_states_are_the_same_in_both_builds_and_as_data(folder: Path) -> None:
    plain, explaining = (refengine.load(folder, players=2, explain=explain) for explain in (False, True))
    held = 0
    for seed in range(3):
        pairs = list(zip(_played(plain, seed), _played(explaining, seed), strict=True))
        for one, other in pairs:
            data = json.loads(json.dumps(plain.to_json(one)))
            assert (data["zones"], data["variables"]) == tuple(
                explaining.to_json(other)[part] for part in ("zones", "variables")
            )
            again = plain.from_json(data)
            assert (again, hash(again)) == (one, hash(one))
            assert plain.view(one, 1)["zones"]["marbles"] == data["zones"]["marbles"]
            held += len(data["zones"]["marbles"])
        for (before, _), (after, _) in pairwise(pairs):
            assert plain.violations(before, after) == ()
    assert held > 20


def test_every_value_comes_to_the_same_by_nodes(folder: Path) -> None:
    rules = compiled(folder, RULES)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    seated = with_seats(rules, 2)
    game = make_game(rules, configuration)
    world, answers = world_of(seated, game, configuration), chosen_readings(seated, configuration)
    infos = {each.name: each for each in game.description.values}
    asked = 0
    for state in _played(game, 7)[::3]:
        evaluation = Evaluation(world, state, answers)
        for invariant in seated.invariants:
            assert evaluation.value(invariant.condition, {}, clause_of(invariant.clause)) is True
        assert evaluation.call("crowded", ()) == infos["crowded"].function(state)
        for spot in game.description.parts[0].on(state.board):
            for name in ("stream", "next_to", "free"):
                assert evaluation.call(name, (spot,)) == infos[name].function(state, spot)
                asked += 1
    assert asked > 50


def test_copies_that_are_alike_are_one_choice(folder: Path) -> None:
    game = refengine.load(folder, players=2)
    state = game.initial()
    assert sorted(each.arguments for each in game.legal(state)) == [("Along",), ("Bend",), ("Downward",)]
    assert {each.arguments: each.weight for each in game.legal(state)}[("Bend",)] == 2


def test_the_same_pipe_in_two_cells_has_spots_of_its_own(folder: Path) -> None:
    game = refengine.load(folder, players=2)
    board = {"(0, 0)": ["Bend"], "(5, 5)": ["Bend"]}
    one, other = (
        game.position({"zones": {"board": board, "marbles": {f"{cell} bend": ["1"]}}}) for cell in ("(0, 0)", "(5, 5)")
    )
    assert one != other
    assert one == game.position({"zones": {"marbles": {"(0, 0) bend": ["1"]}, "board": dict(reversed(board.items()))}})


@pytest.mark.parametrize(
    ("zones", "code"),
    [
        ({"marbles": {"(0, 0) bend": ["1"]}}, "E0731"),
        ({"board": {"(0, 0)": ["Along"]}, "marbles": {"(0, 0) bend": ["1"]}}, "E0731"),
        ({"board": {"(0, 0)": ["Along"]}, "marbles": {"(0, 0) brook": ["1"]}}, "E0713"),
        ({"board": {"(0, 0)": ["Along"]}, "marbles": {"(0, 0)": ["1"]}}, "E0713"),
        ({"board": {"(0, 0)": ["Along"]}, "marbles": {"(0, 0) along": ["1", "1", "1"]}}, "E0715"),
        ({"board": {"(0, 0)": ["Along"]}, "marbles": {0: ["1"]}}, "E0713"),
    ],
)
def test_data_that_are_no_position_are_refused(folder: Path, zones: dict[str, Any], code: str) -> None:
    game = refengine.load(folder, players=2)
    with pytest.raises(BadData) as caught:
        game.position({"zones": zones})
    assert caught.value.code == code


def test_an_action_on_a_spot_that_is_not_there_is_refused(folder: Path) -> None:
    game = refengine.load(folder, players=1, explain=True)
    phase = {"name": "Fill", "arguments": [1, "(0, 0)"]}
    state = game.position({"zones": {"board": {"(0, 0)": ["Along"]}}, "phase": phase})
    assert [each.arguments for each in game.legal(state) if each.name == "drop"] == [("(0, 0) along",)]
    for name in ("drop", "buoy"):
        with pytest.raises(refengine.IllegalAction):
            game.apply(state, {"actor": 1, "name": name, "arguments": ["(0, 0) bend"]})
    with pytest.raises(BadData):
        game.apply(state, {"actor": 1, "name": "drop", "arguments": ["(0, 0) brook"]})


ONE_WAY = RULES.replace("joins s with r in next_to(s) when s in next_to(r)", "joins s with r in next_to(s)")


def test_a_link_that_is_not_seen_to_go_both_ways_is_asked_of_all(tmp_path: Path) -> None:
    """The same link, of which the text does not say so: every spot is asked, and what goes one way only is a fault."""
    _written(tmp_path, ONE_WAY)
    game = refengine.load(tmp_path, players=2)
    assert [game.violations(*pair) for pair in pairwise(_played(game, 1))].count(()) > 10
    _written(tmp_path, ONE_WAY.replace(" and next of next of e in r.ends", ""))
    crooked = refengine.load(tmp_path, players=2)
    position = {"zones": {"board": {"(0, 0)": ["Along"], "(1, 0)": ["Downward"], "(9, 9)": ["Bend"]}}}
    state = crooked.position(position)
    (parts,) = crooked.description.parts
    stream = next(each.function for each in crooked.description.values if each.name == "stream")
    for spot in parts.on(state.board):  # wherever one begins, also at the one far away
        with pytest.raises(refengine.Fault, match="E0532"):
            stream(state, spot)
