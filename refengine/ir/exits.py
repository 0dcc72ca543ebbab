"""The one place that takes exits apart: the leaves of an exit, and an exit with other leaves."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from refengine.ir.control import Exit, Fork, ForkCases, Leaf


def leaves(leave: Exit) -> tuple[Leaf, ...]:
    """Returns the leaves of an exit, in the order in which they are written."""
    if isinstance(leave, Fork):
        return leaves(leave.then) + leaves(leave.otherwise)
    if isinstance(leave, ForkCases):
        return tuple(each for case in leave.cases for each in leaves(case.exit))
    return (leave,)


def with_leaves(leave: Exit, change: Callable[[Leaf], Exit]) -> Exit:
    """Returns the exit with each leaf changed."""
    if isinstance(leave, Fork):
        return evolve(leave, then=with_leaves(leave.then, change), otherwise=with_leaves(leave.otherwise, change))
    if isinstance(leave, ForkCases):
        return evolve(leave, cases=tuple(evolve(case, exit=with_leaves(case.exit, change)) for case in leave.cases))
    return change(leave)
