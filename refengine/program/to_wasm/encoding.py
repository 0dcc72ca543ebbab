"""The encoding of a WebAssembly module: numbers of variable length, vectors, sections."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

MAGIC = b"\0asm\x01\0\0\0"
I32, I64, FUNCTION = 0x7F, 0x7E, 0x60
END, UNREACHABLE = b"\x0b", b"\x00"


@lru_cache(4096)
def unsigned(value: int) -> bytes:
    """Returns a natural number as LEB128."""
    found = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        found.append(low | (0x80 if value else 0))
        if not value:
            return bytes(found)


@lru_cache(4096)
def signed(value: int) -> bytes:
    """Returns a number as signed LEB128."""
    found = bytearray()
    while True:
        low = value & 0x7F
        value >>= 7
        done = (value == 0 and not low & 0x40) or (value == -1 and low & 0x40)
        found.append(low if done else low | 0x80)
        if done:
            return bytes(found)


@lru_cache(4096)
def instruction(opcode: int, operand: int) -> bytes:
    """Returns an instruction with a natural number behind it: a register, a global, a function."""
    return bytes([opcode]) + unsigned(operand)


@lru_cache(4096)
def constant(opcode: int, value: int) -> bytes:
    """Returns an instruction with a number that may have a sign."""
    return bytes([opcode]) + signed(value)


@lru_cache(4096)
def access(opcode: int, offset: int) -> bytes:
    """Returns an instruction that reads or writes memory at an offset, however that is aligned."""
    return bytes([opcode]) + unsigned(0) + unsigned(offset)


def vector(items: Iterable[bytes]) -> bytes:
    """Returns items with how many there are in front."""
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


def sized(content: bytes) -> bytes:
    """Returns bytes with how many there are in front."""
    return unsigned(len(content)) + content


def named(name: str) -> bytes:
    """Returns a name."""
    return sized(name.encode())


def section(number: int, content: bytes) -> bytes:
    """Returns a section of a module."""
    return bytes([number]) + sized(content)
