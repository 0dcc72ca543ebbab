"""Turned grids: the turn beside each piece against a plain dictionary, what turns by brute force, a game of pipes."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

import refengine
from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.control import Clause
from refengine.ir.expressions import Origin
from refengine.ir.specialise import with_seats
from refengine.ir.turns import turned_field, turning
from refengine.loading import make_game
from refengine.rulings.evaluation import Evaluation, clause_of
from refengine.rulings.worlds import chosen_readings, world_of
from refengine.runtime.fault import BadData, Fault
from refengine.runtime.game import Game
from refengine.runtime.grids import Cell, Grid, turned_name, turned_named
from tests.bulk.side_by_side import played_by_both
from tests.corpus.adapter import CORPUS
from tests.engine.rules import compiled

SIDES = ("Up", "Right", "Down", "Left")
CELLS = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
LAID = st.one_of(st.none(), st.tuples(st.sampled_from("ab"), st.integers(0, 3)))


@given(st.lists(st.tuples(CELLS, LAID), max_size=25))
def test_a_grid_keeps_the_turn_of_what_lies_there(steps: list[tuple[Cell, tuple[str, int] | None]]) -> None:
    grid: Grid[Any] = Grid({})
    held: dict[Cell, tuple[str, int]] = {}
    for cell, laid in steps:
        grid = grid.laid(cell, None) if laid is None else grid.laid(cell, *laid)
        held.pop(cell, None)
        held |= {} if laid is None else {cell: laid}
    assert [(cell, piece, grid.turn(cell)) for cell, piece in grid.items()] == [(c, *held[c]) for c in sorted(held)]
    pieces = {cell: piece for cell, (piece, _) in held.items()}
    turns = {cell: turn for cell, (_, turn) in held.items()}
    same = Grid(pieces, {**turns, (9, 9): 1})
    assert (grid, hash(grid)) == (same, hash(same))
    for cell, turn in turns.items():
        other = Grid(pieces, {**turns, cell: (turn + 1) % 4})
        assert grid != other
        assert grid.changed_to(other) == ([], [])


@given(CELLS, st.integers(0, 3))
def test_a_cell_is_named_with_its_turn(cell: Cell, turn: int) -> None:
    assert turned_named(turned_name(cell, SIDES[turn]), SIDES) == (cell, turn)


@pytest.mark.parametrize("name", ["(0, 0)", "(0, 0), turned", "(0, 0), turned Off", "(0,0), turned Up", "Up", 3, None])
def test_what_names_no_turn(name: object) -> None:
    assert turned_named(name, SIDES) is None


@given(st.permutations(range(6)), st.sampled_from([(0, 1, 2, 3), (0, 1), ()]))
def test_turns_by_tables_are_steps_one_by_one(order: list[int], cycle: tuple[int, ...]) -> None:
    """The members go round in fours or twos, or stay, in whatever order they are listed."""
    step = list(range(6))
    for at, each in enumerate(cycle):
        step[order[each]] = order[cycle[(at + 1) % len(cycle)]]
    clause = Clause("", (), Origin(None))
    ring = model.Kind("Side", SIDES, True, (), (), clause)
    made = turning(model.Kind("End", tuple("abcdef"), False, (), (), clause), ring, step)
    there, back = (
        next(place for place, each in enumerate(made.fields) if each.name == turned_field("Side", back=which))
        for which in (False, True)
    )
    rows: Any = made.rows
    for member, row in enumerate(rows):
        ends = member
        for turn in range(4):
            assert row[there][turn] == "abcdef"[ends]
            assert rows[ends][back][turn] == "abcdef"[member]
            ends = step[ends]


# ---- A GAME OF PIPES

RULES = (CORPUS / "types" / "good" / "turned.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")
TABLES = {name: (CORPUS / "tables" / f"{name}.csv").read_text("utf-8") for name in ("ends", "leads")}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, model.Game]:
    made = tmp_path_factory.mktemp("pipes")
    return made, compiled(made, RULES, **TABLES)


def _played(game: Game, seed: int, steps: int = 40) -> list[Any]:
    random = Random(seed)
    states = [game.initial()]
    while len(states) < steps and game.turn(states[-1]).kind != "over":
        states.append(game.apply(states[-1], random.choice(game.legal(states[-1]))))
    return states


def test_what_is_turned_is_the_same_in_both_builds_and_as_data(rules: tuple[Path, model.Game]) -> None:
    plain, explaining = (refengine.load(rules[0], players=2, explain=explain) for explain in (False, True))
    turns: set[str] = set()
    for seed in range(6):
        pairs = list(zip(_played(plain, seed), _played(explaining, seed), strict=True))
        for one, other in pairs:
            data = json.loads(json.dumps(plain.to_json(one)))
            assert (
                data["zones"]
                == explaining.to_json(other)["zones"]
                == plain.view(one, 2)["zones"] | {"bag": data["zones"]["bag"]}
            )
            again = plain.from_json(data)
            assert (again, hash(again)) == (one, hash(one))
            turns |= {key.rpartition(" ")[2] for key in data["zones"]["board"]}
        for (before, _), (after, _) in pairwise(pairs):
            assert plain.violations(before, after) == ()
    assert turns == set(SIDES)


def test_what_is_turned_comes_to_the_same_by_nodes(rules: tuple[Path, model.Game]) -> None:
    configuration, _ = configure(rules[1], 2, {}, {}, None)
    assert configuration is not None
    seated, game = with_seats(rules[1], 2), make_game(rules[1], configuration)
    world, answers = world_of(seated, game, configuration), chosen_readings(seated, configuration)
    asked = {each.name: each.function for each in game.description.values}
    compared = 0
    for state in _played(game, 3):
        evaluation = Evaluation(world, state, answers)
        for invariant in seated.invariants:
            assert evaluation.value(invariant.condition, {}, clause_of(invariant.clause)) is True
        for cell in (*state.board.taken(), *state.board.edge()):
            found = asked["dry_ends"](state, cell)
            assert evaluation.call("dry_ends", (cell,)) == found
            for turn in range(4):
                piece = game.description.components[0].pieces[turn % 3]
                fits = asked["fits"](state, piece, cell, turn)
                assert evaluation.call("fits", (piece, cell, turn)) == fits
                compared += 1
    assert compared > 100


def test_fitting_is_what_a_board_of_lines_says(rules: tuple[Path, model.Game]) -> None:
    """Says once more, by rotating lists of openings, what fits: in no word of the rules."""
    opens = {"Straight": [1, 0, 1, 0], "Bent": [1, 1, 0, 0], "Dead": [1, 0, 0, 0]}
    game = refengine.load(rules[0], players=1)
    for seed in range(4):
        for state in _played(game, seed):
            data = game.to_json(state)
            if data["control"][-1]["phase"] != "Place":
                continue
            lying = {}
            for key, (pipe,) in data["zones"]["board"].items():
                cell, turn = turned_named(key, SIDES) or ((0, 0), 0)
                lying[cell] = opens[pipe][4 - turn :] + opens[pipe][: 4 - turn]
            (drawn,) = data["zones"]["drawn"]
            fitting = set()
            for x, y in {(x + dx, y + dy) for x, y in lying for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - {
                *lying
            }:
                for turn in range(4):
                    mine = opens[drawn][4 - turn :] + opens[drawn][: 4 - turn]
                    near = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
                    if all(lying[n][(s + 2) % 4] == mine[s] for s, n in enumerate(near) if n in lying):
                        fitting.add((f"({x}, {y})", SIDES[turn]))
            assert {each.arguments for each in game.legal(state) if each.name == "lay"} == fitting


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ({"(0, 0)": ["Dead"]}, "E0713"),
        ({"(0, 0), turned Off": ["Dead"]}, "E0713"),
        ({"(0, 0), turned Up": ["Dead"], "(0, 0), turned Left": ["Bent"]}, "E0711"),
        ({"(0, 0), turned Up": ["Dead", "Bent"]}, "E0715"),
        (["Dead"], "E0711"),
        ({0: ["Dead"]}, "E0713"),
    ],
)
def test_data_that_say_no_turn_are_refused(rules: tuple[Path, model.Game], board: object, code: str) -> None:
    game = refengine.load(rules[0], players=1)
    with pytest.raises(BadData) as caught:
        game.position({"zones": {"board": board}})
    assert caught.value.code == code


def test_the_turn_of_nothing_is_a_fault(rules: tuple[Path, model.Game]) -> None:
    game = refengine.load(rules[0], players=2)
    state = game.position({"zones": {"board": {"(0, 0), turned Down": ["Bent"]}}})
    (example,) = game.description.examples
    (line,) = (each for each in example.lines if each.what == "fault")
    assert line.condition is not None
    with pytest.raises(Fault) as caught:
        line.condition(state)
    assert caught.value.code == "E0507"


def test_a_module_plays_on_a_turned_grid_as_the_engine_does(rules: tuple[Path, model.Game]) -> None:
    configuration, _ = configure(rules[1], 2, {}, {}, None)
    assert configuration is not None
    assert [each.left for each in played_by_both(rules[1], configuration)] == [None, None]
