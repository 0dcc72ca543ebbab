"""Functions that nobody calls, left out."""

from __future__ import annotations

from attrs import evolve

from refengine.program import ops


def without_unused(program: ops.Program) -> ops.Program:
    """The program with those functions alone that are called from outside, or by one of these."""
    functions = {each.name: each for each in program.functions}
    agenda = [each.name for each in program.functions if each.exported]
    used = set(agenda)
    while agenda:
        for node in ops.walk(functions[agenda.pop()].body):
            if isinstance(node, ops.Call) and node.function not in used:
                used.add(node.function)
                agenda.append(node.function)
    return evolve(program, functions=tuple(each for each in program.functions if each.name in used))
