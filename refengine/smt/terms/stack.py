"""Stacks of frames: the phases that were entered and are not done, each with the point at which it waits."""

from __future__ import annotations

from attrs import frozen

from refengine.smt.terms.value import Value


@frozen(eq=False)
class Frame:
    """A point at which something waits, with what it holds, in the order of the point's params."""

    script: str
    point: str
    held: tuple[Value, ...]

    @property
    def shape(self) -> tuple[str, str]:
        """The point at which the frame stands."""
        return self.script, self.point


BELOW = Frame("", "whatever waits", ())
"""Stands for all the frames below another, of which nothing is known."""

IS_DONE = "is done"
"""The point of a phase at which it is over, and control goes back to whatever entered it."""

Stack = tuple[Frame, ...]
Shape = tuple[tuple[str, str], ...]
"""The points at which the frames of a stack stand; empty when the game is over."""


def shape_of(stack: Stack) -> Shape:
    """Returns the shape of a stack."""
    return tuple(frame.shape for frame in stack)
