"""Constants: parameters to which every call gives the same, so that none needs to.

The state that is played lies at one address, which is handed on from function to function. A parameter is known where
each call gives a number, or a parameter of the caller that is known to be that number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from refengine.program import ops
from refengine.program.passes.summaries import Summaries

Constant = ops.Number | ops.Address
Place = tuple[str, int]
"""A parameter: the name of its function, and which one it is."""

Given = Constant | Place
"""An argument of a call: a number, or a parameter of the caller."""

DIFFERENT: Final = "different"


def known_parameters(program: ops.Program, summaries: Summaries) -> ops.Program:
    """The program whose functions know those of their parameters that are the same at all calls."""
    given = _given(program, summaries)
    found = _solved(given)
    functions = []
    for function in program.functions:
        known = tuple(
            (param, value)
            for place, param in enumerate(function.params)
            if isinstance(value := found.get((function.name, place)), ops.Number | ops.Address)
        )
        functions.append(evolve(function, known=known) if known else function)
    return evolve(program, functions=tuple(functions))


def _given(program: ops.Program, summaries: Summaries) -> dict[Place, set[Given | str]]:
    """The arguments that calls give to each parameter; whoever calls from outside gives an unknown one."""
    found: dict[Place, set[Given | str]] = {
        (each.name, place): set() for each in program.functions for place in range(len(each.params))
    }
    for function in program.functions:
        summary = summaries.of(function)
        written = summary.written
        own: dict[ops.Local, Given] = {
            param: (function.name, place) for place, param in enumerate(function.params) if param.name not in written
        }
        for place, param in enumerate(function.params):
            if function.exported or param.name in written:
                found[function.name, place].add(DIFFERENT)
        for call in summary.calls:
            for place, arg in enumerate(call.args):
                found[call.function, place].add(_told(arg, own))
    return found


def _told(arg: ops.Expression, own: Mapping[ops.Local, Given]) -> Given | str:
    match arg:
        case ops.Number() | ops.Address():
            return arg
        case ops.Get(of=ops.Local() as local) if local in own:
            return own[local]
        case _:
            return DIFFERENT


def _solved(given: Mapping[Place, set[Given | str]]) -> dict[Place, Constant | str]:
    """The values of parameters: one number, or `DIFFERENT`; a parameter to which no call gives anything has none."""
    found: dict[Place, Constant | str] = {place: DIFFERENT for place, several in given.items() if DIFFERENT in several}
    left = {place: several for place, several in given.items() if place not in found}
    changed = True
    while changed:
        changed = False
        for place, several in left.items():
            values = {found.get(each) if isinstance(each, tuple) else each for each in several} - {None}
            if not values:
                continue
            (value,) = values if len(values) == 1 else (DIFFERENT,)
            assert value is not None
            if found.get(place) != value:
                found[place] = value
                changed = True
    return found
