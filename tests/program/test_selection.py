"""The member at a place is the one that counting finds, in every mask."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from refengine.program import ops
from refengine.program.from_ir.selection import SELECT, member_at
from refengine.program.from_ir.unit import Memory
from refengine.program.to_wasm.module import module_of
from tests.program.meaning import Meaning

wasmtime = pytest.importorskip("wasmtime")

MASKS = st.integers(1, (1 << 64) - 1) | st.sets(st.integers(0, 63), min_size=1).map(
    lambda of: sum(1 << bit for bit in of)
)
SITE = 8


def _program() -> ops.Program:
    functions: dict[str, ops.Function] = {}
    memory = Memory()
    unit: Any = SimpleNamespace(
        functions=functions, memory=memory, add=lambda each: functions.setdefault(each.name, each)
    )
    mask, place = ops.Local("m", "i64"), ops.Local("p", "i64")
    found = ops.Return(member_at(ops.Get(mask), ops.Get(place), unit))
    assert member_at(ops.Get(mask), ops.Get(place), unit) == found.value
    main = ops.Function("main", (mask, place), "i64", (found,), exported=True)
    assert list(functions) == [SELECT]
    return ops.Program((*functions.values(), main), (), tuple(memory.data), memory.used)


PROGRAM = _program()


@pytest.fixture(scope="module")
def in_module() -> Callable[[int, int], int]:
    store = wasmtime.Store()
    found = wasmtime.Instance(store, wasmtime.Module(store.engine, module_of(PROGRAM, SITE)), []).exports(store)
    return partial(found["main"], store)


def members(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


@given(MASKS)
def test_a_module_finds_each_member_of_a_mask(in_module: Callable[[int, int], int], mask: int) -> None:
    wanted = members(mask)
    assert [in_module(_signed(mask), place) for place in range(len(wanted))] == wanted


@pytest.mark.parametrize("mask", [1, 1 << 63, (1 << 64) - 1, 0x8040201008040201, 0x5555 << 40, 0xFF << 24])
def test_so_it_is_meant(mask: int) -> None:
    wanted = members(mask)
    assert [Meaning(PROGRAM).call("main", _signed(mask), place) for place in range(len(wanted))] == wanted
