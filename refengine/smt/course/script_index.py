"""Makes the index of the scripts of a game, once for all who go through its points."""

from __future__ import annotations

from refengine.ir import control, game as model
from refengine.ir.exits import leaves
from refengine.smt.encode.counts import begins_counting
from refengine.smt.encode.script_index import ScriptIndex
from refengine.smt.encode.world import World
from refengine.smt.unsupported import Unsupported


def script_index_of(world: World) -> ScriptIndex:
    """Returns the scripts of a world; `Unsupported` where several decisions are taken at one point."""
    if world.script_index is None:
        world.script_index = _index(world.game)
    return world.script_index


def _index(game: model.Game) -> ScriptIndex:
    listed = (game.setup, *game.phases)
    points = {(script.name, point.name): point for script in listed for point in script.points}
    asks: dict[tuple[str, str], control.Ask] = {}
    for key, point in points.items():
        found = [each for each in leaves(point.exit) if isinstance(each, control.Ask)]
        if len(found) > 1:
            raise Unsupported(f"several decisions at one point of `{key[0]}`", found[1].origin.span)
        if found:
            asks[key] = found[0]
    return ScriptIndex({each.name: each for each in listed}, points, asks, begins_counting(game))
