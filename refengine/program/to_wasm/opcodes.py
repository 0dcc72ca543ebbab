"""Opcodes: the bytes of types, and of the instructions of WebAssembly that work something out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from refengine.program import ops
from refengine.program.to_wasm.encoding import I32, I64

TYPES: Final[Mapping[ops.Type, int]] = {"i32": I32, "i64": I64}

BINARY: Final = {"+": 0x7C, "-": 0x7D, "*": 0x7E, "/": 0x7F, "%": 0x81, "&": 0x83, "|": 0x84, "^": 0x85,
                 "<<": 0x86, ">>": 0x88}  # fmt: skip
COMPARE: Final = {"==": 0x51, "!=": 0x52, "<": 0x53, "<u": 0x54, ">": 0x55, ">u": 0x56, "<=": 0x57, ">=": 0x59}
UNARY: Final = {"ones": 0x7B, "lowest": 0x7A}
LOADS: Final = {(1, False): 0x31, (1, True): 0x30, (2, False): 0x33, (2, True): 0x32, (4, False): 0x35,
                (4, True): 0x34, (8, False): 0x29, (8, True): 0x29}  # fmt: skip
STORES: Final = {1: 0x3C, 2: 0x3D, 4: 0x3E, 8: 0x37}
EQZ: Final = b"\x45"
