"""Signatures of functions, for the places at which they are called or stand."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from refengine.program import ops
from refengine.program.passes.summaries import Summaries


@frozen
class CalledFunction:
    """A function that is called: its number, and the places of the arguments that it is not given, as it knows them."""

    number: int
    known: frozenset[int]


@frozen
class InlinedFunction:
    """A function that stands where it is called, its locals without the parameters, and those that it gives values.

    Its `size` is the number of its nodes, without those of what stands in it.
    """

    function: ops.Function
    locals: tuple[ops.Local, ...]
    assigned: frozenset[str]
    size: int


def called_functions(functions: Sequence[ops.Function]) -> dict[str, CalledFunction]:
    """Returns the functions that are printed, in their order."""
    found = {}
    for number, each in enumerate(functions):
        known = {param for param, _ in each.known}
        found[each.name] = CalledFunction(
            number, frozenset(place for place, param in enumerate(each.params) if param in known)
        )
    return found


def given_parameters(function: ops.Function) -> list[ops.Local]:
    """Returns the parameters that a call has to give."""
    known = {param for param, _ in function.known}
    return [each for each in function.params if each not in known]


def inlined_of(program: ops.Program, summaries: Summaries) -> dict[str, InlinedFunction]:
    """Returns the functions of a program that stand where they are called."""
    return {each.name: _inlined(each, summaries) for each in program.functions if each.inlined}


def _inlined(function: ops.Function, summaries: Summaries) -> InlinedFunction:
    known = summaries.of(function.body)
    return InlinedFunction(function, locals_of(function, summaries), known.written, known.size)


def locals_of(function: ops.Function, summaries: Summaries) -> tuple[ops.Local, ...]:
    """Returns the locals of a function but its parameters, those of a type side by side."""
    params = {each.name for each in function.params}
    return tuple(each for each in summaries.of(function.body).locals if each.name not in params)
