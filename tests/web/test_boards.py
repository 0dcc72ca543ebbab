"""Boards without an edge in a package, and on its page: read as the engine reads them, drawn as they lie."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from refengine.ir import game as model
from refengine.ir.domain import CELLS
from refengine.picture.drawing import load_drawing, parse_drawing
from refengine.picture.faces import Faces
from refengine.picture.layout import Layout
from refengine.resolve.folder import find_games
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from refengine.source.text import SourceText
from refengine.web.drawn_boards import with_boards
from tests.web.test_package import HERE, NODE, ROOT, built, played, run
from tests.web.test_page import game_at, page_of

node = pytest.mark.skipif(NODE is None, reason="there is no Node here")
Data = dict[str, Any]
Edit = Callable[[Data], None]


def _renamed(zone: str, change: Callable[[str], str]) -> Edit:
    """The first thing that lies in a zone lies elsewhere."""

    def edit(data: Data) -> None:
        held = data["zones"][zone]
        first = next(iter(held))
        held[change(first)] = held.pop(first)

    return edit


def _twice(data: Data) -> None:
    board = data["zones"]["board"]
    first = next(iter(board))
    board[first] = board[first] * 2


def _turned_twice(data: Data) -> None:
    board = data["zones"]["board"]
    first = next(iter(board))
    other = "E" if first.endswith("N") else "N"
    board[f"{first.rpartition(' ')[0]} {other}"] = [data["zones"]["bag"].pop()]


def _put(zone: str, value: Any) -> Edit:
    return lambda data: data["zones"].__setitem__(zone, value)


def _at(key: str, value: Any, zone: str = "board") -> Edit:
    return lambda data: data["zones"][zone].__setitem__(key, value)


EDITS: dict[str, tuple[Edit, str | None]] = {
    "as it is": (lambda _: None, None),
    "an empty cell": (_at("(9, 9), turned N", []), None),
    "an empty cell far away": (_at("(1000, 9), turned N", []), None),
    "a board that is a list": (_put("board", []), "E0711"),
    "a board that is nothing": (_put("board", None), "E0711"),
    "no board": (lambda data: data["zones"].pop("board"), "E0711"),
    "a cell that is none": (_at("(0 0), turned N", []), "E0713"),
    "a cell with a zero too much": (_at("(00, 0), turned N", []), "E0713"),
    "a cell without a turn": (_at("(0, 0)", []), "E0713"),
    "a turn that is none": (_at("(5, 5), turned X", []), "E0713"),
    "a turn of all objects": (_at("(5, 5), turned constructor", []), "E0713"),
    "a cell beyond all": (_at(f"({10**18 + 1}, 0), turned N", []), "E0713"),
    "what lies there is no list": (_at("(5, 5), turned N", "BA_L"), "E0711"),
    "what lies there is no tile": (_at("(5, 5), turned N", ["__proto__"]), "E0712"),
    "what lies there is a number": (_at("(5, 5), turned N", [3]), "E0711"),
    "what lies there is nothing": (_at("(5, 5), turned N", [None]), "E0711"),
    "two tiles in a cell": (_twice, "E0715"),
    "a cell with two turns": (_turned_twice, "E0711"),
    "a tile too much": (_at("(5, 5), turned N", ["BA_L"]), "E0718"),
    "spots that are a list": (_put("stand", []), "E0711"),
    "a spot that is none": (_at("(0, 0) nothing, turned N", [], "stand"), "E0713"),
    "a spot without a turn": (_at("(0, 0) BA_Cc_1_f0", [], "stand"), "E0713"),
    "a spot with nothing on it": (_at("(7, 7) BA_Cc_1_f0, turned N", [], "stand"), None),
    "what stands there is no list": (_at("(7, 7) BA_Cc_1_f0, turned N", 3, "stand"), "E0711"),
    "a figure too much": (_at("(7, 7) BA_Cc_1_f0, turned N", ["1"], "stand"), "E0718"),
    "a figure in an empty cell": (_renamed("stand", lambda name: "(7, 7)" + name.partition(")")[2]), "E0731"),
    "a figure on a part that is turned otherwise": (
        _renamed("stand", lambda name: f"{name[:-1]}{'E' if name[-1] != 'E' else 'S'}"), "E0731",
    ),
    "a figure on a part of another tile": (
        _renamed("stand", lambda name: f"{name.partition(') ')[0]}) BA_C_f0{name[-10:]}"), "E0731",
    ),
}  # fmt: skip


def refused(game: Game, data: Data) -> Any:
    """The code with which the reference engine refuses a state, or how it writes it again."""
    try:
        return game.to_json(game.from_json(data))
    except BadData as bad:
        return f"BadData {bad.code}"


@node
def test_states_with_boards_are_read_as_the_engine_reads_them(tmp_path: Path) -> None:
    game = built("spec/carcassonne", 2, tmp_path)
    states = [line["state"] for line in played(tmp_path, 4, 1, 30)]
    state = next(each for each in reversed(states) if each["zones"]["stand"] and each["zones"]["bag"])
    edited = [deepcopy(state) for _ in EDITS]
    for (edit, _), data in zip(EDITS.values(), edited, strict=True):
        edit(data)
    (tmp_path / "states.json").write_text(json.dumps(edited), "utf-8")
    told = map(
        json.loads, run(str(HERE / "read.mjs"), str(tmp_path), str(tmp_path / "states.json"), cwd=tmp_path).splitlines()
    )
    for (name, (_, code)), data, answer in zip(EDITS.items(), edited, told, strict=True):
        assert answer == refused(game, data), name
        assert isinstance(answer, dict) if code is None else answer == f"BadData {code}", name


@node
def test_what_is_too_far_away_is_beyond_the_module(tmp_path: Path) -> None:
    """The engine reads it, and the module says that it has no room: neither plays on with something else."""
    game = built("spec/carcassonne", 2, tmp_path)
    data = game.to_json(game.initial())
    (name,) = data["zones"]["board"]
    data["zones"]["board"] = {f"(40, 0), turned {name[-1]}": data["zones"]["board"].pop(name)}
    (tmp_path / "states.json").write_text(json.dumps([data]), "utf-8")
    assert game.to_json(game.from_json(data)) == data
    assert run(str(HERE / "read.mjs"), str(tmp_path), str(tmp_path / "states.json"), cwd=tmp_path) == '"Beyond"\n'


# ---- DRAWN


def drawing_of(path: str) -> tuple[model.Game, dict[str, Any]]:
    game = game_at(path)
    found, _, wrong = load_drawing(find_games(ROOT / path)[0][0], game)
    assert not wrong
    return game, found


def turned(at: list[float], turn: int) -> tuple[float, float]:
    x, y = at
    for _ in range(turn):
        x, y = 100 - y, x
    return x, y


def test_a_figure_stands_on_its_part_however_the_piece_is_turned() -> None:
    """The page turns where a figure stands with the piece; the picture of the turned piece has the part there."""
    game, drawing = drawing_of("spec/carcassonne")
    (grid,) = (each for each in game.zones if each.index == CELLS)
    faces, board = Faces(game, grid, drawing), with_boards(game, drawing)["boards"]["board"]
    seen = 0
    for piece, spots in board["spots"]["Spot"].items():
        for turn in range(4):
            layout = Layout(faces.face(piece), turn)
            for part, at in spots.items():
                x, y = (each / 100 for each in turned(at, turn))
                (own,) = (each for each in layout.parts if each.part.name == part)
                if own.look in {"area", "ground"} and own.reaches:
                    owner = layout.area_at(x, y) or layout.ground_at(x, y)
                    assert owner == own, (piece, part, turn)
                    seen += 1
    assert seen > 200


def test_faces_are_those_of_pictures() -> None:
    game, drawing = drawing_of("spec/carcassonne")
    board = with_boards(game, drawing)["boards"]["board"]
    tiles = next(each for each in game.components if each.name == "Tile")
    assert set(board["faces"]) == {row.name for row in tiles.pieces}
    assert len(set(board["faces"].values())) > len(tiles.pieces) / 2
    assert all(face.startswith("<rect") for face in board["faces"].values())


@pytest.mark.parametrize("zone", ["board", "stand"])
def test_no_other_way_is_declared_for_what_is_drawn_on_its_board(zone: str) -> None:
    said = SourceText("drawing.toml", f'[zones]\n{zone} = "back"\n')
    drawing, (wrong,) = parse_drawing(said, game_at("spec/carcassonne"))
    assert (drawing, wrong.code) == ({}, "E0804")
    assert wrong.message == f"`{zone}` has to be left out: what lies on a board is drawn there"


def test_a_game_without_a_grid_is_drawn_as_before() -> None:
    game, drawing = drawing_of("spec/kaciri")
    assert with_boards(game, drawing) == drawing


def positions(folder: Path) -> Iterator[Data]:
    page_of("spec/carcassonne", 3, folder)
    return map(json.loads, run(str(HERE / "boards.mjs"), str(folder), "8", "60", cwd=folder).splitlines())


@node
def test_all_that_is_legal_can_be_pointed_at_and_all_that_stands_is_drawn(tmp_path: Path) -> None:
    asked = set()
    for line in positions(tmp_path / "page"):
        board, stand = line["zones"]["board"], line["zones"]["stand"]
        if line["asks"] in {"cell", "spot"}:
            assert set(line["legal"]) <= set(line["offered"]), line
            asked.add((line["asks"], len(line["offered"]) > len(line["legal"])))
        columns, rows = ({int(name.strip("(").partition(")")[0].split(", ")[way]) for name in board} for way in (0, 1))
        wide, high = (int(each) / 104 for each in line["wide"].split()[2:])
        assert wide >= max(columns) - min(columns) + 1
        assert high >= max(rows) - min(rows) + 1
        figures = sorted(
            f"{piece} – {name.partition(') ')[2].partition(',')[0]}" for name, held in stand.items() for piece in held
        )
        assert sorted(each["title"] for each in line["standing"]) == figures
        assert all(-20 <= place <= 120 for each in line["standing"] for place in each["at"])
        assert len({tuple(each["cell"]) for each in line["standing"]}) == len(
            {name.partition(")")[0] for name in stand}
        )
    assert asked == {("cell", True), ("spot", True)}


FOUND = """
import { found } from "./board.js";
const boards = { road: { sides: ["N", "E"] }, camp: { sides: [] } };
const zones = (road, camp) => ({ road, camp });
const seen = [
  [zones({ "(0, 0), turned N": ["Bend"] }, {}), zones({ "(0, 0), turned N": ["Bend"] }, { "(0, 0)": ["Tent"] })],
  [zones({}, { "(0, 0)": ["Tent"] }), zones({ "(0, 0), turned E": ["Bend"] }, { "(0, 0)": ["Tent"] })],
  [zones({ "(0, 0), turned N": ["Bend"] }, { "(0, 0)": ["Tent"] }), zones({ "(0, 0), turned N": ["Bend"] }, { "(0, 0)": ["Tent"] })],
  [zones({ "(0, 0), turned N": ["Bend"] }, {}), zones({}, {})],
];
console.log(JSON.stringify(seen.map(([before, after]) => found(boards, before, after, "(0, 0)")?.piece ?? null)));
"""


@node
def test_of_two_boards_that_is_shown_on_which_something_comes_to_lie(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "found.js").write_text(FOUND, "utf-8")
    (tmp_path / "board.js").write_text((ROOT / "refengine" / "web" / "page" / "board.js").read_text("utf-8"), "utf-8")
    assert json.loads(run("found.js", cwd=tmp_path)) == ["Tent", "Bend", "Bend", None]
