"""Examples from which two sets of rules are compared: those that begin in the same position on both sides.

INVARIANT: an example that itself says something else on one side is no place in which games part.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.explore.lockstep import Pairing
from refengine.ir import game as model
from refengine.ir.meaning import digest
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import State


def begun_alike(left: model.Game, right: model.Game, players: int) -> list[str]:
    """Returns the names of the examples for so many players that both sides begin in a position of the same phases."""
    begun = [
        {each.name: _begins_in(each) for each in game.examples if each.players == players and each.from_position}
        for game in (left, right)
    ]
    return [name for name, phases in begun[0].items() if begun[1].get(name) == phases]


def _begins_in(example: model.Example) -> list[tuple[str, str]]:
    """Returns the phases in which an example begins, each with what it is told."""
    found: list[tuple[str, str]] = []
    for each in example.given:
        if isinstance(each, model.PutPhase):
            found += [(each.phase, digest(each.args)), *((one.phase, digest(one.args)) for one in each.inside)]
    return found


def _are_told_the_same(pairing: Pairing, left: State, right: State) -> bool:
    """Returns whether the phases of two positions hold the same of what they hold on both sides."""
    controls = pairing.left.to_json(left)["control"], pairing.right.to_json(right)["control"]
    told = [[each.get("data", {}) for each in control] for control in controls]
    return all(one[name] == other[name] for one, other in zip(*told, strict=False) for name in {*one} & {*other})


def course(pairing: Pairing, name: str) -> Iterator[tuple[int, tuple[State, State]]]:
    """Yields the pairs of states that an example goes through before it asks anything; none that begins unlike."""
    infos = [next(e for e in game.description.examples if e.name == name) for game in (pairing.left, pairing.right)]
    try:
        left, right = pairing.left.example_position(infos[0]), pairing.right.example_position(infos[1])
        if any(each.kind == "table" for each in Pairing(pairing.left, pairing.right).unlike(left, right)):
            return
        if not _are_told_the_same(pairing, left, right):
            return
        yield 0, (left, right)
        for number, (one, other) in enumerate(zip(infos[0].lines, infos[1].lines, strict=False), start=1):
            if one.run is None or other.run is None:
                return
            runs = one.run(left), other.run(right)
            if runs[0][0] != runs[1][0]:
                return
            left = pairing.left.example_run(left, *runs[0])
            right = pairing.right.example_run(right, *runs[1])
            yield number, (left, right)
    except (BadData, Fault, IllegalAction):
        return
