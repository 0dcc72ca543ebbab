"""Constant propagation across calls: a parameter that gets the same number from every call becomes that number.

The state that is played lies at one address, which is handed on from function to function. A parameter is known where
each call gives a number, or a parameter of the caller that is known to be that number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from refengine.program import ops
from refengine.program.passes.summaries import Summaries

Place = tuple[str, int]
"""A parameter: the name of its function, and which one it is."""

Given = int | Place
"""An argument of a call: a number, of the type of the parameter, or a parameter of the caller."""

DIFFERENT: Final = "different"


def known_parameters(program: ops.Program, summaries: Summaries) -> ops.Program:
    """Returns the program whose functions know those of their parameters that are the same at all calls."""
    given = _given(program, summaries)
    found = _solved(given)
    functions = []
    for function in program.functions:
        known = tuple(
            (param, ops.Number(value) if param.type == "i64" else ops.Address(value))
            for place, param in enumerate(function.params)
            if isinstance(value := found.get((function.name, place)), int)
        )
        functions.append(evolve(function, known=known) if known else function)
    return evolve(program, functions=tuple(functions))


def _given(program: ops.Program, summaries: Summaries) -> dict[Place, set[Given | str]]:
    """Returns the arguments that calls give to each parameter; whoever calls from outside gives an unknown one."""
    found: dict[Place, set[Given | str]] = {
        (each.name, place): set() for each in program.functions for place in range(len(each.params))
    }
    for function in program.functions:
        summary = summaries.of(function.body)
        written = summary.written
        own: dict[str, Given] = {
            param.name: (function.name, place)
            for place, param in enumerate(function.params)
            if param.name not in written
        }
        for place, param in enumerate(function.params):
            if function.exported or param.name in written:
                found[function.name, place].add(DIFFERENT)
        for call in summary.calls:
            for place, arg in enumerate(call.args):
                found[call.function, place].add(_told(arg, own))
    return found


def _told(arg: ops.Expression, own: Mapping[str, Given]) -> Given | str:
    match arg:
        case ops.Number(value=value) | ops.Address(value=value):
            return value
        case ops.Get(of=ops.Local(name=name)):
            return own.get(name, DIFFERENT)
        case _:
            return DIFFERENT


def _solved(given: Mapping[Place, set[Given | str]]) -> dict[Place, int | str]:
    """Returns the values of parameters: one number, or `DIFFERENT`; a parameter given nothing by any call has none."""
    found: dict[Place, int | str] = {place: DIFFERENT for place, several in given.items() if DIFFERENT in several}
    agenda = [place for place in given if place not in found]
    takers: dict[Place, list[Place]] = {}
    for place in agenda:
        for each in given[place]:
            if isinstance(each, tuple):
                takers.setdefault(each, []).append(place)
    while agenda:
        place = agenda.pop()
        values = {found.get(each) if isinstance(each, tuple) else each for each in given[place]} - {None}
        if not values:
            continue
        (value,) = values if len(values) == 1 else (DIFFERENT,)
        assert value is not None
        if found.get(place) != value:
            found[place] = value
            agenda += takers.get(place, ())
    return found
