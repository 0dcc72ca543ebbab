"""Diagnostics of pictures."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic


def no_board(where: str) -> Diagnostic:
    """A position in which nothing lies on a grid."""
    hint = "without `--svg` it is told what lies where"
    return Diagnostic("E0852", f"there is no board to draw: nothing lies on a grid in {where}", None, hint=hint)


def not_that_far(where: str, step: str, steps: int) -> Diagnostic:
    """A step that an example or a trace does not come to."""
    is_number = step.isascii() and step.isdecimal()
    hint = f"its steps are 0 to {steps}" if is_number else "name the number of a step, or a mark of an example"
    return Diagnostic("E0853", f"{where} does not come to `{step}`", None, hint=hint)
