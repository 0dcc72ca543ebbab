"""Boards as the page draws them: the face of each piece as SVG, lying with no turn, and where figures stand on it.

The page turns a face as a whole; so what is sent holds one picture of each piece, however it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refengine.ir import game as model
from refengine.ir.domain import CELLS
from refengine.picture.board import figure
from refengine.picture.faces import Faces
from refengine.picture.layout import MIDDLE, Layout
from refengine.picture.svg import SIZE, drawn_face
from refengine.program.storage.boards import parts_of_pieces


def with_boards(game: model.Game, drawing: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the drawing of a specialised game with its `boards`, and letters and colours for figures.

    Where the game has no grid the drawing stays as it is.
    """
    grids = [each for each in game.zones if each.index == CELLS]
    if not grids:
        return dict(drawing)
    boards = {each.name: _board(game, each, drawing) for each in grids}
    pieces = {each.name: _figures(each, game, drawing) for each in game.components}
    return {**drawing, "pieces": pieces, "boards": boards}


def _board(game: model.Game, grid: model.Zone, drawing: Mapping[str, Any]) -> dict[str, Any]:
    component = next(each for each in game.components if each.name == grid.component)
    faces = Faces(game, grid, drawing)
    shown = {row.name: faces.face(row.name) for row in component.pieces}
    parts = {each.name: each for each in game.parts if each.zone == grid.name}
    return {
        "component": component.name,
        "sides": _sides(grid, game),
        "faces": {name: drawn_face(name, face) for name, face in shown.items()},
        "spots": {
            name: {row.name: _spots(part, number, game, Layout(shown[row.name], 0))
                   for number, row in enumerate(component.pieces)}
            for name, part in parts.items()
        },
        "zones": {each.name: each.index for each in game.zones if each.index in parts},
    }  # fmt: skip


def _sides(grid: model.Zone, game: model.Game) -> list[str]:
    """Returns the sides by which data name the turn of what lies there, in the turns' order; none where none turns."""
    return list(next(each.members for each in game.kinds if each.name == grid.sides)) if grid.turned else []


def _spots(part: model.Part, piece: int, game: model.Game, layout: Layout) -> dict[str, list[float]]:
    """Returns where a figure stands on each part of a piece, from the left and from the top."""
    printed = next(each.members for each in game.kinds if each.name == part.kind)
    names = [printed[number] for number in parts_of_pieces(part, game)[piece]]
    at = {name: layout.anchor(name) if layout.parts else MIDDLE for name in names}
    return {name: [round(SIZE * x, 1), round(SIZE * y, 1)] for name, (x, y) in at.items()}


def _figures(component: model.Component, game: model.Game, drawing: Mapping[str, Any]) -> dict[str, Any]:
    """Returns how pieces of a component look, with the colour and the letter that pictures of boards give them."""
    told = drawing["pieces"][component.name]
    figures = {row.name: figure(game, drawing, component.name, row.name, None) for row in component.pieces}
    return {
        **told,
        "colours": {name: told["colours"].get(name) or each.colour for name, each in figures.items()},
        "letters": {name: each.letter for name, each in figures.items()},
    }
