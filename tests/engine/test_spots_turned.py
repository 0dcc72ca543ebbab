"""Spots of what lies turned: what is printed on them as it lies, restated by turning it side by side by hand."""

import json
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
from refengine.runtime.spots import Spot
from tests.corpus.adapter import CORPUS
from tests.engine.rules import compiled

RULES = (
    (CORPUS / "types" / "good" / "spots_turned.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")
)
TUBES = (CORPUS / "tables" / "tubes.csv").read_text("utf-8")
SIDES = ("Up", "Right", "Down", "Left")
WAYS = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}
HEAD, *ROWS = (line.split(",") for line in TUBES.splitlines())
PRINTED = {row[0]: dict(zip(HEAD, row, strict=True)) for row in ROWS}


def _written(folder: Path, rules: str = RULES) -> Path:
    compiled(folder, rules, tubes=TUBES)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _written(tmp_path_factory.mktemp("tubes"))


def _played(game: Game, seed: int) -> list[Any]:
    random = Random(seed)
    states = [game.initial()]
    while game.turn(states[-1]).kind != "over":
        states.append(game.apply(states[-1], random.choice(game.legal(states[-1]))))
    return states


def _turned(side: str, turn: str) -> str:
    return SIDES[(SIDES.index(side) + SIDES.index(turn)) % 4]


def _lying(name: str) -> tuple[tuple[int, int], dict[str, str], str]:
    """The cell of a spot, what is printed on its part, and its turn, by its name."""
    cell, _, rest = name.partition(") ")
    part, _, turn = rest.partition(", turned ")
    column, row = cell[1:].split(", ")
    return (int(column), int(row)), PRINTED[part], turn


def _ends(name: str) -> set[tuple[tuple[int, int], str]]:
    """The borders to which the ends of a tube come, each named by the cell above it or left of it."""
    (column, row), printed, turn = _lying(name)
    found = set()
    for side in (_turned(each, turn) for each in printed["ends"].split()):
        right, down = WAYS[side]
        there = column + min(right, 0), row + min(down, 0)
        found.add((there, "across" if right else "down"))
    return found


def _streams(names: list[str]) -> set[frozenset[str]]:
    classes = {frozenset([name]) for name in names}
    for one in names:
        for other in names:
            if one != other and _ends(one) & _ends(other):
                joined = {each for each in classes if one in each or other in each}
                classes = classes - joined | {frozenset().union(*joined)}
    return classes


def test_what_is_printed_is_read_as_it_lies(folder: Path) -> None:
    game = refengine.load(folder, players=2)
    asked: dict[str, Any] = {each.name: each.function for each in game.description.values}
    (parts,) = game.description.parts
    turns, most = set(), 0
    for seed in range(3):
        for state in _played(game, seed)[::2]:
            spots: tuple[Spot, ...] = parts.on(state.board)
            names = [parts.spot_name(each) for each in spots]
            board = game.to_json(state)["zones"]["board"]
            assert {f"({x}, {y}), turned {turn}" for (x, y), _, turn in map(_lying, names)} == set(board)
            for spot, name in zip(spots, names, strict=True):
                _, printed, turn = _lying(name)
                assert parts.spot_named(name) == spot
                assert SIDES[asked["how"](state, spot)] == turn
                off = asked["runs_off"](state, spot)
                assert (None if off is None else SIDES[off]) == (
                    _turned(printed["drain"], turn) if printed["drain"] else None
                )
                for side in SIDES:
                    at = SIDES.index(_turned(side, turn))
                    assert asked["is_painted"](state, spot, at) == (printed[f"painted_{side}"] == "true")
                    on, leads = asked["goes_on"](state, spot, at), printed[f"leads_{side}"]
                    assert (None if on is None else SIDES[on]) == (_turned(leads, turn) if leads else None)
                turns.add(turn)
            found = {frozenset(map(parts.spot_name, asked["stream"](state, spot))) for spot in spots}
            assert found == _streams(names)
            most = max(most, *map(len, found))
    assert turns == set(SIDES)
    assert most > 2


def test_states_and_values_are_the_same_in_both_builds_and_by_nodes(folder: Path) -> None:
    rules = compiled(folder, RULES, tubes=TUBES)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    seated, game = with_seats(rules, 2), make_game(rules, configuration)
    explaining = refengine.load(folder, players=2, explain=True)
    world, answers = world_of(seated, game, configuration), chosen_readings(seated, configuration)
    asked: dict[str, Any] = {each.name: each.function for each in game.description.values}
    compared = 0
    for state, other in list(zip(_played(game, 5), _played(explaining, 5), strict=True))[::4]:
        data = json.loads(json.dumps(game.to_json(state)))
        assert (data["zones"], data["variables"]) == tuple(
            explaining.to_json(other)[part] for part in ("zones", "variables")
        )
        assert (game.from_json(data), hash(game.from_json(data))) == (state, hash(state))
        evaluation = Evaluation(world, state, answers)
        for invariant in seated.invariants:
            assert evaluation.value(invariant.condition, {}, clause_of(invariant.clause)) is True
        column, row, part, turn = game.description.parts[0].on(state.board)[0]
        gone = (column, row, part, (turn + 1) % 4)
        for spot in (*game.description.parts[0].on(state.board), gone):
            for name in ("stream", "runs_off", "how"):
                assert evaluation.call(name, (spot,)) == asked[name](state, spot)
                compared += 1
        assert asked["stream"](state, gone) == (gone,)
    assert compared > 50


@pytest.mark.parametrize(
    ("zones", "code"),
    [
        ({"drops": {"(0, 0) through, turned Up": ["1"]}}, "E0731"),
        ({"drops": {"(0, 0) through": ["1"]}}, "E0713"),
        ({"drops": {"(0, 0) through, turned Off": ["1"]}}, "E0713"),
        ({"drops": {"(0, 0), turned Left": ["1"]}}, "E0713"),
        ({"drops": {"(0, 0) brook, turned Left": ["1"]}}, "E0713"),
    ],
)
def test_a_spot_that_does_not_lie_so_is_refused(folder: Path, zones: dict[str, Any], code: str) -> None:
    game = refengine.load(folder, players=2)
    board = {"(0, 0), turned Left": ["Straight"]}
    game.position({"zones": {"board": board, "drops": {"(0, 0) through, turned Left": ["1"]}}})
    with pytest.raises(BadData) as caught:
        game.position({"zones": {"board": board, **zones}})
    assert caught.value.code == code


# ---- LINKS THAT GO BOTH WAYS

ONE_WAY = RULES.replace("when leads_to(s, r) and leads_to(r, s)", "when leads_to(s, r)")


def test_a_link_that_says_both_ways_is_not_asked_of_all_spots(tmp_path: Path) -> None:
    """Where the text says it of what lies beside, the class is found along the link; its twin is asked of every spot."""
    (tmp_path / "both").mkdir()
    (tmp_path / "one").mkdir()
    far = {"(0, 0), turned Up": ["Straight"], "(7, 7), turned Up": ["Bent"]}
    for name, rules, is_seen in (("both", RULES, True), ("one", ONE_WAY, False)):
        game = refengine.load(_written(tmp_path / name, rules), players=2)
        stream: Any = next(each.function for each in game.description.values if each.name == "stream")
        (parts,) = game.description.parts
        state = game.position({"zones": {"board": far | {"(0, 1), turned Up": ["Bent"]}}})
        spots = parts.on(state.board)
        if is_seen:
            assert all(stream(state, spot) == (spot,) for spot in spots)
        else:
            for spot in spots:  # wherever one begins, also at the one far away
                with pytest.raises(refengine.Fault, match="E0532"):
                    stream(state, spot)


@pytest.mark.parametrize("cells", ["cell of s toward Up", "beside(cell of s toward Up)", "cells of board"])
def test_cells_that_do_not_lie_beside_both_ways_are_asked_of_all(tmp_path: Path, cells: str) -> None:
    """The false twins of what is seen: `s` has `r` near it, and nothing says that `r` has `s`."""
    near = f"spots of {cells}" if " of " not in cells or cells.startswith("cells") else f"spots of ({cells})"
    game = compiled(tmp_path, RULES.replace("spots of beside(cell of s)", near), tubes=TUBES)
    body: Any = next(each.body for each in game.values if each.name == "stream")
    assert body.evident is False
