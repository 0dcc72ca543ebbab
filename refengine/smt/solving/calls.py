"""z3's own functions that make terms, called with plain addresses.

A proof makes a million terms. z3's interface for Python wraps each address in an object, and asks after each call
whether that failed, which takes longer than the call. Here an address is a number, and one that is none is an error.

INVARIANT: each of these makes what z3's function of the same name makes, in one call, and nothing beside it.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable
from typing import Any, cast

import z3

Address = int
"""The address of something of z3: of a context, a sort, a term, a solver."""

ADDRESS = "Q" if ctypes.sizeof(ctypes.c_void_p) == 8 else "I"
"""The type of an address in an array."""


def _function(name: str, *takes: type, makes: type | None = ctypes.c_void_p) -> Callable[..., Any]:
    """Returns a function of z3, by its address; the first that it takes is a context."""
    known = getattr(z3, name).__defaults__[-1].f
    address = cast("int", ctypes.cast(known, ctypes.c_void_p).value)
    return ctypes.PYFUNCTYPE(makes, ctypes.c_void_p, *takes)(address)


_ONE, _TEXT, _COUNT = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint

_symbol = _function("Z3_mk_string_symbol", _TEXT)
mk_const = _function("Z3_mk_const", _ONE, _ONE)
mk_bool_sort = _function("Z3_mk_bool_sort")
mk_int_sort = _function("Z3_mk_int_sort")
mk_true = _function("Z3_mk_true")
mk_false = _function("Z3_mk_false")
mk_numeral = _function("Z3_mk_numeral", _TEXT, _ONE)
mk_not = _function("Z3_mk_not", _ONE)
mk_eq = _function("Z3_mk_eq", _ONE, _ONE)
mk_implies = _function("Z3_mk_implies", _ONE, _ONE)
mk_ite = _function("Z3_mk_ite", _ONE, _ONE, _ONE)
mk_le = _function("Z3_mk_le", _ONE, _ONE)
mk_lt = _function("Z3_mk_lt", _ONE, _ONE)
mk_unary_minus = _function("Z3_mk_unary_minus", _ONE)
mk_div = _function("Z3_mk_div", _ONE, _ONE)
mk_mod = _function("Z3_mk_mod", _ONE, _ONE)
mk_and = _function("Z3_mk_and", _COUNT, _ONE)
mk_or = _function("Z3_mk_or", _COUNT, _ONE)
mk_add = _function("Z3_mk_add", _COUNT, _ONE)
mk_mul = _function("Z3_mk_mul", _COUNT, _ONE)
mk_atmost = _function("Z3_mk_atmost", _COUNT, _ONE, _COUNT)
ast_vector_push = _function("Z3_ast_vector_push", _ONE, _ONE, makes=None)
solver_assert = _function("Z3_solver_assert", _ONE, _ONE, makes=None)
_error_code = _function("Z3_get_error_code", makes=ctypes.c_uint)
_error_message = _function("Z3_get_error_msg", _COUNT, makes=ctypes.c_char_p)


def mk_symbol(context: Address, name: str) -> Address:
    """Makes the symbol of a name."""
    return cast("Address", _symbol(context, name.encode()))


def of_many(function: Callable[..., Any], context: Address, args: Iterable[Address], *more: int) -> Address | None:
    """Makes a term of any number of arguments."""
    listed = array(ADDRESS, args)
    place, count = listed.buffer_info()
    return cast("Address | None", function(context, count, place, *more))


def ensure(context: Address) -> None:
    """Raises what z3 finds wrong with the last call in a context, if it finds anything."""
    if code := _error_code(context):
        raise z3.Z3Exception(_error_message(context, code).decode())


def wrapped(address: Address) -> Any:
    """Returns the address of a term as z3's interface for Python takes it."""
    made = z3.Ast.__new__(z3.Ast)
    made.value = address
    return made
