"""The printing of whole functions: their locals, their instructions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from refengine.program import ops
from refengine.program.passes.summaries import Summaries
from refengine.program.to_wasm.encoding import END, UNREACHABLE, sized, unsigned, vector
from refengine.program.to_wasm.instructions import Printer
from refengine.program.to_wasm.opcodes import TYPES
from refengine.program.to_wasm.registers import Frame, Registers
from refengine.program.to_wasm.signatures import CalledFunction, InlinedFunction, given_parameters, locals_of


def function_code(
    function: ops.Function,
    functions: Mapping[str, CalledFunction],
    inlined: Mapping[str, InlinedFunction],
    globals_: Mapping[str, int],
    site: int,
    summaries: Summaries,
) -> bytes:
    """Returns the code of a function: its own locals, its instructions."""
    frame = Frame(Registers())
    printer = Printer(functions, inlined, globals_, site, frame)
    params = given_parameters(function)
    for each in (*params, *locals_of(function, summaries)):
        frame.bind(each)
    frame.held |= {param.name: value for param, value in function.known}
    printer.statements(function.body)
    if function.result is not None:
        printer.add(UNREACHABLE)  # it has returned before
    own = frame.registers.types[len(params) :]
    groups = (unsigned(len(list(same))) + bytes([TYPES[type_]]) for type_, same in groupby(own))
    return sized(vector(groups) + bytes(printer.code) + END)
