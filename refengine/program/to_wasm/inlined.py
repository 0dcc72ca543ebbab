"""Functions that stand where they are called, with what has to be known of them there."""

from __future__ import annotations

from operator import attrgetter

from attrs import frozen

from refengine.program import ops


@frozen
class Inlined:
    """A function that stands where it is called, its locals without the parameters, and those that it gives values."""

    function: ops.Function
    locals: tuple[ops.Local, ...]
    assigned: frozenset[str]


def inlined_of(program: ops.Program) -> dict[str, Inlined]:
    """The functions of a program that stand where they are called."""
    return {each.name: _inlined(each) for each in program.functions if each.inlined}


def _inlined(function: ops.Function) -> Inlined:
    assigned = (node.to.name for node in ops.walk(function.body) if isinstance(node, ops.Assign))
    return Inlined(function, locals_of(function), frozenset(assigned))


def locals_of(function: ops.Function) -> tuple[ops.Local, ...]:
    """The locals of a function but its parameters, those of a type side by side."""
    named = dict.fromkeys(node for node in ops.walk(function.body) if isinstance(node, ops.Local))
    return tuple(sorted((each for each in named if each not in function.params), key=attrgetter("type")))
