"""Returns of a phase that is done, where the frames below are not known: to any point that may have entered it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from refengine.ir import control
from refengine.ir.running import Running
from refengine.smt.encode.counts import fits
from refengine.smt.encode.world import World
from refengine.smt.terms.stack import BELOW, Frame, Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool


@frozen(eq=False)
class ReturnFrame:
    """A frame that goes on where `here` holds, with what lies below it."""

    top: Frame
    below: Stack
    here: Bool


def ways_back(
    world: World, points: Mapping[tuple[str, str], control.Point], below: Running, done: str, state: State
) -> Iterator[ReturnFrame]:
    """Yields every way on from where a phase is done, with any locals of their types.

    They exclude each other, so that those which come to one place can be put together. Where phases are counted only
    frames are come back to that are among those counted.
    """
    listed = list(_returns(below, done))
    which = world.values.number(f"where {done} comes back to", 0, max(len(listed) - 1, 0))
    for number, (key, beneath) in enumerate(listed):
        told = f"at {key[0]} when {done} is done"
        held = tuple(world.values.fresh(each.domain, f"{each.name} {told}") for each in points[key].params)
        frame = Frame(*key, held)
        here = world.terms.and_(world.terms.equal(which, number), fits(world, state, (*beneath, frame), below))
        yield ReturnFrame(frame, beneath, here)


def _returns(below: Running, phase: str) -> Iterator[tuple[tuple[str, str], Stack]]:
    """Yields the points to which a phase that is done may come back, each with what may lie below it."""
    for each in below.returns(phase):
        if below.is_lowest(each[0]):
            yield each, ()
        if below.perhaps[each[0]]:
            yield each, (BELOW,)
