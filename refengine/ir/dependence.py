"""Dependence on the configuration: whether a part of the rules says the same whatever is read, chosen, and seated."""

from __future__ import annotations

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import PLAYER
from refengine.ir.traverse import walk


def reads_configuration(game: model.Game, node: object) -> bool:
    """Returns whether a part of the rules, itself or through values, reads a question, an option, or how many play.

    The game must be as it is written: where its seats are folded in, how many play is no longer seen.
    """
    values = {each.name: each.body for each in game.values}
    seen: set[str] = set()
    agenda: list[object] = [node]
    while agenda:
        for each in walk(agenda.pop()):
            match each:
                case ir.Configured():
                    return True
                case ir.AllMembers(of=of) if of == PLAYER:
                    return True
                case ir.Neighbour(kind="player") | ir.Around(kind="player"):
                    return True
                case ir.CallValue(name=name) if name not in seen:
                    seen.add(name)
                    agenda.append(values[name])
                case _:
                    pass
    return False
