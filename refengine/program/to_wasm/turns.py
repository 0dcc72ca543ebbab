"""Loop unrolling: loops with a small, known number of turns are printed turn by turn.

Loops over seats are such: what is said of each of two players is then said of the first and of the second, whose places
are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from refengine.program import ops
from refengine.program.to_wasm.known_numbers import known_number
from refengine.program.to_wasm.registers import Frame
from refengine.program.to_wasm.signatures import InlinedFunction

MOST_TURNS: Final = 4
MOST_NODES: Final = 150
"""The greatest number of nodes that all turns of a loop have together."""


@frozen
class Turns:
    """The turns of a loop: its counter with the numbers that it has, and what it is behind the last one.

    Each turn is taken only where `condition` still holds, if there is one.
    """

    counter: ops.Local
    numbers: Sequence[ops.Number | ops.Address]
    last: ops.Number | ops.Address
    condition: ops.Expression | None
    body: tuple[ops.Statement, ...]


def turns_of(
    before: ops.Statement, loop: ops.While, frame: Frame, inlined: Mapping[str, InlinedFunction]
) -> Turns | None:
    """Returns the turns of a loop, before which its counter was set; None where they are not known, or too many."""
    if not isinstance(before, ops.Assign) or not loop.body:
        return None
    counter, step = before.to, loop.body[-1]
    if isinstance(counter, ops.Global) or not isinstance(step, ops.Assign) or step.to != counter:
        return None
    start, by = known_number(before.value, frame), _added(step.value, counter, frame)
    bound, condition = _bound(loop.condition, counter, frame)
    if start is None or start < 0 or by is None or by < 1 or bound is None:
        return None
    many = max(0, -((start - bound) // by))
    body = loop.body[:-1]
    if (
        many > MOST_TURNS
        or many * _size((condition, body), inlined) > MOST_NODES
        or _writes((condition, body), counter)
    ):
        return None
    constant = ops.Number if counter.type == "i64" else ops.Address
    numbers = [constant(start + by * turn) for turn in range(many)]
    return Turns(counter, numbers, constant(start + by * many), condition, body)


def _added(value: ops.Expression, counter: ops.Local, frame: Frame) -> int | None:
    """Returns the number that is added to the counter; None if it is not added, or not known."""
    match value:
        case ops.Binary(op="+", left=ops.Get(of=of)) | ops.Plus(left=ops.Get(of=of)) if of == counter:
            return known_number(value.right, frame)
        case _:
            return None


def _bound(condition: ops.Expression, counter: ops.Local, frame: Frame) -> tuple[int | None, ops.Expression | None]:
    """Returns the bound that the counter stays below, and what else is asked before each turn."""
    match condition:
        case ops.Compare(op="<" | "<u", left=ops.Get(of=of) | ops.Widened(inner=ops.Get(of=of))) if of == counter:
            found = known_number(condition.right, frame)
            return None if found is None or found < 0 else found, None
        case ops.Both(left=left, right=right):
            bound, rest = _bound(left, counter, frame)
            if bound is not None and rest is None:
                return bound, right
            bound, rest = _bound(right, counter, frame)
            # What stands in front is asked behind the last turn, too: nobody may notice that it is not.
            if bound is not None and rest is None and not does_something(left):
                return bound, left
            return None, None
        case _:
            return None, None


def _size(nodes: object, inlined: Mapping[str, InlinedFunction]) -> int:
    found = 0
    for node in ops.walk(nodes):
        found += 1
        if isinstance(node, ops.Call) and node.function in inlined:
            found += inlined[node.function].size
    return found


def _writes(nodes: object, counter: ops.Local) -> bool:
    return any(isinstance(node, ops.Assign) and node.to == counter for node in ops.walk(nodes))


def does_something(condition: ops.Expression) -> bool:
    """Returns whether a condition changes something or costs more than a few instructions, so that it is asked once."""
    return any(isinstance(node, ops.Do | ops.Call) for node in ops.walk(condition))
