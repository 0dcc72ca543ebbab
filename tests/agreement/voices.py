"""A small game for one player as it is meant, as both builds of the engine play it, and in a module."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from refengine.ir.configuration import configure
from refengine.loading import load_rules
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.bulk.side_by_side import played_by_both
from tests.semantics.lockstep import paired, played


def meant_and_in_a_module(folder: Path, games: int, limit: int) -> None:
    """Plays random games of so many steps at most, and raises where two of these come to something else."""
    compiled = load_rules(folder).game
    assert compiled is not None
    configuration, _ = configure(compiled, 1, {}, {}, None)
    assert configuration is not None
    both = paired(compiled, configuration)
    for seed in range(games):
        played(both, seed, limit)
    played_by_both(compiled, configuration, range(games), limit=limit)


def break_offs(plain: Game, explaining: Game) -> int:
    """The number of first steps in which the rules break off; a plain build goes on only where it overlooks that."""
    states, faults = [(plain.initial(), explaining.initial())], 0
    for _ in range(2):
        reached = []
        for one, other in states:
            listed, meant = after(plain.legal, one), after(explaining.legal, other)
            if isinstance(meant, Fault):
                assert meant.overlooked or isinstance(listed, Fault), meant
                faults += 1
                continue
            assert not isinstance(listed, Fault), listed
            assert [f"{each}" for each in listed] == [f"{each}" for each in meant]
            for action, likewise in zip(listed, meant, strict=True):
                told, right = after(plain.apply, one, action), after(explaining.apply, other, likewise)
                if isinstance(right, Fault):
                    assert right.overlooked or isinstance(told, Fault), right
                    faults += 1
                else:
                    assert not isinstance(told, Fault), told
                    assert plain.to_json(told) == explaining.to_json(right)
                    reached.append((told, right))
        states = reached
    return faults


def after(work: Callable[..., Any], *told: object) -> Any:
    """What something comes to, or the fault at which the rules break off."""
    try:
        return work(*told)
    except Fault as fault:
        return fault
