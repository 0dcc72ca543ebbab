"""Stamps: when each part of the state that is played was last written, and when any of several was.

A clock ticks with every write, and each part (the pieces of a component, a variable, a token) keeps when it was. What
is kept until one of several parts is written would look at the stamp of each; so sets of parts that are asked for
together have a stamp of their own, which whoever writes one of them sets as well.

INVARIANT: whatever writes to a state that is played says so here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from refengine.ir import game as model
from refengine.ir.domain import CELLS
from refengine.program import ops
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.unit import CLOCK, Unit, both

BEGUN: Final = ops.Global("begun", "i64")
"""The clock when the step began that is looked at; whatever is written later has a later one.

INVARIANT: whoever sets it has looked at the state in which the step begins, and found that everything holds there.
"""

ALL_WRITTEN: Final = ops.Run(ops.Call("all written", (), None))
"""Says that all of the state may be another."""

JOINED: Final = ops.Run(ops.Call("stamps joined", (), None))
"""Gives each set of parts its stamp, where those of the parts were set alone."""


# ---- PARTS


def pieces_of(component: str) -> str:
    """Returns the name of the part of a state that has the pieces of a component."""
    return f"pieces {component}"


def zone_of(zone: model.Zone, game: model.Game) -> str:
    """Returns the name of the part that has what lies in a zone: of a grid, or zones of each spot, one of its own."""
    on_board = zone.index == CELLS or any(zone.index == each.name for each in game.parts)
    return f"zone {zone.name}" if on_board else pieces_of(zone.component)


def variable_of(name: str) -> str:
    """Returns the name of the part of a state that is a variable."""
    return f"variable {name}"


def tokens_of(name: str) -> str:
    """Returns the name of the part of a state that has the tokens of a sort."""
    return f"tokens {name}"


def parts_of(game: model.Game) -> tuple[ops.Global, ...]:
    """Returns for each part of a state the global that has when it was last written."""
    names = [pieces_of(each.name) for each in game.components]
    names += [name for each in game.zones if (name := zone_of(each, game)) != pieces_of(each.component)]
    names += [variable_of(each.name) for each in game.variables] + [tokens_of(each.name) for each in game.tokens]
    return tuple(ops.Global(each, "i64") for each in names)


# ---- ASKED


def is_unwritten(parts: tuple[ops.Global, ...], since: ops.Local | ops.Global, unit: Unit) -> ops.Expression:
    """Returns whether none of some parts has been written since; from then on these have a stamp together."""
    if len(parts) > 1:
        joined = ops.Global(f"latest of {', '.join(each.name for each in parts)}", "i64")
        parts = (unit.stamps.setdefault(parts, joined),)
    return both([ops.Compare(">=", ops.Get(since), ops.Get(each)) for each in parts])


# ---- WRITTEN


def note_write(part: str) -> ops.Statement:
    """Returns the statement that notes that a part of the state has been written."""
    return ops.Run(ops.Call(_written(part), (), None))


def _written(part: str) -> str:
    return f"written {part}"


def add_stamps(unit: Unit) -> None:
    """Adds the functions that set stamps, when it is known which sets of parts are asked for."""
    parts = parts_of(unit.game)
    for part in parts:
        unit.add(_now(_written(part.name), (part, *(joined for of, joined in unit.stamps.items() if part in of))))
    unit.add(_now("all written", (*parts, *unit.stamps.values())))
    latest = (each for of, joined in unit.stamps.items() for each in _latest(of, joined))
    unit.add(ops.Function("stamps joined", (), None, tuple(latest)))


def _now(name: str, stamps: Iterable[ops.Global]) -> ops.Function:
    tick = ops.Assign(CLOCK, plus(ops.Get(CLOCK), 1))
    return ops.Function(name, (), None, (tick, *(ops.Assign(each, ops.Get(CLOCK)) for each in stamps)))


def _latest(parts: tuple[ops.Global, ...], joined: ops.Global) -> Iterable[ops.Statement]:
    """Yields what gives a set of parts the greatest of their stamps."""
    yield ops.Assign(joined, ops.Get(parts[0]))
    for each in parts[1:]:
        later = ops.Compare(">", ops.Get(each), ops.Get(joined))
        yield ops.When(later, (ops.Assign(joined, ops.Get(each)),))
