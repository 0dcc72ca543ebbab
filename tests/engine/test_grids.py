"""Grids: what lies in cells without end against a plain dictionary, and a game with two of them in both builds."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from tracemalloc import get_traced_memory, start, stop
from typing import Any

import pytest
from hypothesis import given, strategies as st

import refengine
from refengine.ir.configuration import configure
from refengine.ir.specialise import with_seats
from refengine.loading import make_game
from refengine.rulings.evaluation import Evaluation, clause_of
from refengine.rulings.worlds import chosen_readings, world_of
from refengine.runtime.fault import BadData, IllegalAction
from refengine.runtime.game import Game
from refengine.runtime.grids import Cell, Grid, cell_name, cell_named, cells_around, cells_beside, cells_toward, toward
from tests.corpus.adapter import CORPUS
from tests.engine.rules import compiled

PIECES = ("a", "b", "c")
CELLS = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
STEPS = st.lists(st.tuples(CELLS, st.sampled_from((None, *PIECES[:2]))), max_size=30)
FAR = 10**9


def _plain(steps: list[tuple[Cell, str | None]]) -> tuple[Grid[Any], dict[Cell, str]]:
    grid: Grid[Any] = Grid({})
    held: dict[Cell, str] = {}
    for cell, piece in steps:
        grid = grid.laid(cell, piece)
        held.pop(cell, None)
        held |= {} if piece is None else {cell: piece}
    return grid, held


@given(STEPS)
def test_a_grid_is_what_it_holds(steps: list[tuple[Cell, str | None]]) -> None:
    grid, held = _plain(steps)
    near = [(column, row) for column in range(-4, 5) for row in range(-4, 5)]
    edge = {c for c in near if c not in held and any(abs(c[0] - x) + abs(c[1] - y) == 1 for x, y in held)}
    assert dict(grid.items()) == held
    assert grid.taken() == tuple(sorted(held))
    assert grid.edge() == tuple(sorted(edge))
    assert [(grid[c], grid.is_taken(c), grid.is_edge(c)) for c in near] == [
        (held.get(c), c in held, c in edge) for c in near
    ]
    assert {piece: grid.cell_of(piece) for piece in PIECES} == {
        piece: min((c for c, each in held.items() if each == piece), default=None) for piece in PIECES
    }
    same = Grid(held)
    assert (grid, hash(grid), len(grid)) == (same, hash(same), len(held))
    assert grid != Grid({**held, (9, 9): PIECES[0]})


@given(STEPS, STEPS)
def test_what_came_and_went_between_two_grids(
    first: list[tuple[Cell, str | None]], later: list[tuple[Cell, str | None]]
) -> None:
    (one, before), (other, after) = _plain(first), _plain([*first, *later])
    gone, come = one.changed_to(other)
    cells = {*before, *after}
    assert sorted(gone) == sorted(before[c] for c in cells if c in before and before[c] != after.get(c))
    assert sorted(come) == sorted(after[c] for c in cells if c in after and after[c] != before.get(c))


@given(st.tuples(st.integers(-FAR, FAR), st.integers(-FAR, FAR)))
def test_cells_are_named_and_have_their_neighbours(cell: Cell) -> None:
    column, row = cell
    assert cell_named(cell_name(cell)) == cell
    assert {toward(cell, side) for side in range(4)} == set(cells_beside(cell))
    assert [toward(cell, side) for side in range(4)] == list(cells_toward(cell))
    assert [toward(cell, side) for side in range(4)] == [
        (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)
    ]  # fmt: skip
    nine = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    assert list(cells_around(cell)) == [each for each in nine if each != cell]
    assert list(cells_beside(cell)) == sorted(cells_beside(cell))


@pytest.mark.parametrize(
    "name", ["(1,2)", "(01, 2)", "(-0, 1)", "(1, 2) ", "1, 2", f"({10**18 + 1}, 0)", "(²,1)", 3, None]
)
def test_what_is_no_name_of_a_cell(name: object) -> None:
    assert cell_named(name) is None


# ---- A GAME WITH GRIDS

RULES = (CORPUS / "types" / "good" / "grid.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("path")
    compiled(made, RULES)
    return made


def _played(game: Game, seed: int, steps: int = 60) -> list[Any]:
    random = Random(seed)
    states = [game.initial()]
    while len(states) < steps and game.turn(states[-1]).kind != "over":
        states.append(game.apply(states[-1], random.choice(game.legal(states[-1]))))
    return states


def test_states_are_the_same_in_both_builds_and_as_data(folder: Path) -> None:
    plain, explaining = (refengine.load(folder, players=2, explain=explain) for explain in (False, True))
    for seed in range(4):
        pairs = list(zip(_played(plain, seed), _played(explaining, seed), strict=True))
        for one, other in pairs:
            data = json.loads(json.dumps(plain.to_json(one)))
            assert data["zones"] == explaining.to_json(other)["zones"]
            again = plain.from_json(data)
            assert (again, hash(again)) == (one, hash(one))
            assert plain.view(one, 1)["zones"]["board"] == data["zones"]["board"]
        for (before, _), (after, _) in pairwise(pairs):
            assert plain.violations(before, after) == ()


def test_every_value_comes_to_the_same_by_nodes(folder: Path) -> None:
    rules = compiled(folder, RULES)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    seated = with_seats(rules, 2)
    game = make_game(rules, configuration)
    world, answers = world_of(seated, game, configuration), chosen_readings(seated, configuration)
    asked = 0
    for state in _played(game, 7):
        evaluation = Evaluation(world, state, answers)
        for invariant in seated.invariants:
            asked += 1
            assert evaluation.value(invariant.condition, {}, clause_of(invariant.clause)) is True
        for name, arguments in (("above", ()), ("pawns_beside_each_other", ()), ("row", (2,)), ("here", (1,))):
            info = next(each for each in game.description.values if each.name == name)
            assert evaluation.call(name, arguments) == info.function(state, *arguments)
        for cell in state.board.edge():
            info = next(each for each in game.description.values if each.name == "room")
            assert evaluation.call("room", (cell,)) == info.function(state, cell)
    assert asked > 30


def test_the_same_position_is_the_same_state_whatever_led_to_it(folder: Path) -> None:
    game = refengine.load(folder, players=1)
    one, other = (
        game.position({"zones": {"board": dict(cells)}})
        for cells in ([("(0, 0)", ["Dots"]), ("(1, 0)", ["Star"])], [("(1, 0)", ["Star"]), ("(0, 0)", ["Dots"])])
    )
    assert (one, hash(one)) == (other, hash(other))
    assert one != game.position({"zones": {"board": {"(0, 0)": ["Star"], "(1, 0)": ["Dots"]}}})


def test_a_cell_that_is_far_away_costs_what_any_other_costs(folder: Path) -> None:
    game = refengine.load(folder, players=1)
    far = f"({FAR}, {-FAR})"
    phase = {"name": "Place", "arguments": [1, far]}
    position = {"zones": {"board": {far: ["Dots"]}, "drawn": ["Lines"], "camp": {"(0, 0)": ["1"]}}, "phase": phase}
    start()
    try:
        state = game.position(position)
        edge = {each.arguments[0] for each in game.legal(state) if each.name == "lay"}
        after = game.apply(state, {"actor": 1, "name": "lay", "arguments": [f"({FAR - 1}, {-FAR})"]})
        _, most = get_traced_memory()
    finally:
        stop()
    assert edge == {f"({FAR + x}, {-FAR + y})" for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert game.to_json(after)["zones"]["board"] == {f"({FAR - 1}, {-FAR})": ["Lines"], far: ["Dots"]}
    assert most < 2_000_000


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ({"(0, 0)": ["Dots", "Lines"]}, "E0715"),
        ({"(0,0)": ["Dots"]}, "E0713"),
        ({0: ["Dots"]}, "E0713"),
        (["Dots"], "E0711"),
        ({"(0, 0)": ["Star"], "(0, 1)": ["Star"]}, "E0714"),
    ],
)
def test_data_that_are_no_position_are_refused(folder: Path, board: object, code: str) -> None:
    game = refengine.load(folder, players=1)
    with pytest.raises(BadData) as caught:
        game.position({"zones": {"board": board}})
    assert caught.value.code == code


def test_a_cell_that_is_taken_is_refused_with_what_stands_in_the_way(folder: Path) -> None:
    game = refengine.load(folder, players=1, explain=True)
    state = game.position(
        {
            "zones": {"board": {"(0, 0)": ["Dots"]}, "drawn": ["Lines"]},
            "phase": {"name": "Place", "arguments": [1, "(0, 0)"]},
        }
    )
    with pytest.raises(IllegalAction):
        game.apply(state, {"actor": 1, "name": "lay", "arguments": ["(0, 0)"]})
    with pytest.raises(BadData):
        game.apply(state, {"actor": 1, "name": "lay", "arguments": ["(0, 0, 0)"]})
