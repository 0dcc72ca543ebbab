"""The data by which the ES module knows boards without an edge: grids, their parts, and what lies on spots.

INVARIANT: all of it is read off the layout, as what stands beside it in `data`.
"""

from __future__ import annotations

from typing import Any

from refengine.ir import expressions as ir, game as model
from refengine.program.storage.boards import PackedGrid, PackedSpread, bits_of, parts_of_pieces
from refengine.program.storage.packed import Packed
from refengine.web.forms import form_data


def boards_data(game: model.Game, packed: Packed) -> dict[str, Any]:
    """Returns all boards of a game: `grids`, `parts` with each piece's rows, and `spreads`, zones of each spot."""
    return {
        "grids": [_grid(each) for each in packed.grids.values()],
        "parts": {each.name: _part(each, game) for each in game.parts if each.zone in packed.grids},
        "spreads": [_spread(each) for each in packed.spreads.values()],
    }


def _grid(grid: PackedGrid) -> dict[str, Any]:
    return {
        "name": grid.zone.name,
        "component": grid.zone.component,
        "sides": grid.zone.sides if grid.zone.turned else None,
        "taken": grid.taken,
        "held": grid.held,
        "width": grid.width,
        "turns": grid.turns,
        "first": grid.first,
        "size": grid.size,
    }


def _part(part: model.Part, game: model.Game) -> dict[str, Any]:
    bits = bits_of(game, part)
    return {
        "kind": part.kind,
        "grid": part.zone,
        "part": bits.part,
        "turn": bits.turn,
        "rows": [list(each) for each in parts_of_pieces(part, game)],
    }


def _spread(spread: PackedSpread) -> dict[str, Any]:
    cap = spread.zone.cap
    return {
        "name": spread.zone.name,
        "component": spread.zone.component,
        "cap": cap.value if isinstance(cap, ir.Number) else None,
        "part": spread.part.name,
        "many": spread.many,
        "keys": spread.keys,
        "offset": spread.offset,
        "stride": spread.stride,
        "form": form_data(spread.form),
        "most": spread.most,
        "first": spread.first,
        "size": spread.size,
    }
