"""Dead-code elimination: leaves out functions that nobody calls."""

from __future__ import annotations

from attrs import evolve

from refengine.program import ops
from refengine.program.passes.summaries import Summaries


def without_unused(program: ops.Program, summaries: Summaries) -> ops.Program:
    """Returns the program with those functions alone that are called from outside, at the start, or by one of these."""
    functions = {each.name: each for each in program.functions}
    agenda = [each.name for each in program.functions if each.exported or each.name == program.start]
    used = set(agenda)
    while agenda:
        for call in summaries.of(functions[agenda.pop()].body).calls:
            if call.function not in used:
                used.add(call.function)
                agenda.append(call.function)
    return evolve(program, functions=tuple(each for each in program.functions if each.name in used))
