"""Signatures of functions, for the places at which they are called or stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from attrs import frozen

from refengine.program import ops


@frozen
class Called:
    """A function that is called: its number, and the places of the arguments that it is not given, as it knows them."""

    number: int
    known: frozenset[int]


@frozen
class Inlined:
    """A function that stands where it is called, its locals without the parameters, and those that it gives values.

    Its `size` is the number of its nodes, without those of what stands in it.
    """

    function: ops.Function
    locals: tuple[ops.Local, ...]
    assigned: frozenset[str]
    size: int


def called(functions: Sequence[ops.Function]) -> dict[str, Called]:
    """The functions that are printed, in their order."""
    found = {}
    for number, each in enumerate(functions):
        known = {param for param, _ in each.known}
        found[each.name] = Called(number, frozenset(place for place, param in enumerate(each.params) if param in known))
    return found


def given(function: ops.Function) -> list[ops.Local]:
    """The parameters that a call has to give."""
    known = {param for param, _ in function.known}
    return [each for each in function.params if each not in known]


def inlined_of(program: ops.Program) -> dict[str, Inlined]:
    """The functions of a program that stand where they are called."""
    return {each.name: _inlined(each) for each in program.functions if each.inlined}


def _inlined(function: ops.Function) -> Inlined:
    nodes = list(ops.walk(function.body))
    assigned = (node.to.name for node in nodes if isinstance(node, ops.Assign))
    return Inlined(function, _locals(function, nodes), frozenset(assigned), len(nodes))


def locals_of(function: ops.Function) -> tuple[ops.Local, ...]:
    """The locals of a function but its parameters, those of a type side by side."""
    return _locals(function, ops.walk(function.body))


def _locals(function: ops.Function, nodes: Iterable[object]) -> tuple[ops.Local, ...]:
    named = dict.fromkeys(node for node in nodes if type(node) is ops.Local)
    return tuple(sorted((each for each in named if each not in function.params), key=attrgetter("type")))
