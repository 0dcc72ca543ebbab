"""The module: a program as the bytes of a WebAssembly module, which imports nothing and can touch nothing."""

from __future__ import annotations

from refengine.program import ops
from refengine.program.passes.summaries import Summaries
from refengine.program.to_wasm.encoding import END, FUNCTION, MAGIC, named, section, signed, sized, unsigned, vector
from refengine.program.to_wasm.functions import function_code
from refengine.program.to_wasm.opcodes import TYPES
from refengine.program.to_wasm.signatures import called_functions, given_parameters, inlined_of

PAGE = 1 << 16
MEMORY = "memory"
"""The name under which the memory is exported."""


def module_of(program: ops.Program, site: int, room: int = 0, *, summaries: Summaries | None = None) -> bytes:
    """Returns the module of a program, with so many bytes of memory beyond its own.

    A trap leaves its number at the address `site`. What is in `summaries` of its functions is not looked for again.
    """
    summaries = Summaries() if summaries is None else summaries
    printed = [each for each in program.functions if not each.inlined]
    numbers = called_functions(printed)
    inlined = inlined_of(program, summaries)
    variables = {each.name: number for number, (each, _) in enumerate(program.variables)}
    types = list(dict.fromkeys(map(_signature, printed)))
    pages = -(-(program.memory + room) // PAGE)
    exports = [named(MEMORY) + b"\x02" + unsigned(0)]
    exports += [named(each.name) + b"\0" + unsigned(numbers[each.name].number) for each in printed if each.exported]
    return b"".join((
        MAGIC,
        section(1, vector(types)),
        section(3, vector(unsigned(types.index(_signature(each))) for each in printed)),
        section(5, vector([b"\x01" + unsigned(pages) + unsigned(pages)])),
        section(6, vector(_variable(each, start) for each, start in program.variables)),
        section(7, vector(exports)),
        *(() if program.start is None else (section(8, unsigned(numbers[program.start].number)),)),
        section(10, vector(function_code(each, numbers, inlined, variables, site, summaries) for each in printed)),
        section(11, vector(_data(at, held) for at, held in program.data)),
    ))  # fmt: skip


def _signature(function: ops.Function) -> bytes:
    params = vector(bytes([TYPES[each.type]]) for each in given_parameters(function))
    return bytes([FUNCTION]) + params + vector([] if function.result is None else [bytes([TYPES[function.result]])])


def _variable(variable: ops.Global, start: int) -> bytes:
    constant = b"\x41" if variable.type == "i32" else b"\x42"
    return bytes([TYPES[variable.type], 1]) + constant + signed(start) + END


def _data(at: int, held: bytes) -> bytes:
    return b"\0\x41" + signed(at) + END + sized(held)
