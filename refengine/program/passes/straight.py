"""Straight functions: makes a function return only at its end, so that it can be inlined.

What a function returns on its ways becomes one expression that chooses among them. A function that returns from within
a loop, or in one case of a condition only sometimes, stays as it is.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from refengine.program import ops

MOST_NESTED: Final = 24
"""The greatest number of choices inside one another: printing goes down as deep."""


class _NotStraight(Exception):  # noqa: N818 - no error: the function stays as it is
    """The ways of a function do not come apart."""


def straight(function: ops.Function) -> ops.Function | None:
    """Returns the function with its only `Return` at its end, or none where there is no result; None if it has none."""
    try:
        if function.result is None:
            return evolve(function, body=_ended(function.body, 0))
        before, result = _result(function.body, function.result, 0)
    except _NotStraight:
        return None
    match function.body:
        case (*_, ops.Return(value=value)) if value is result and len(before) + 1 == len(function.body):
            return function
        case _:
            return evolve(function, body=(*before, ops.Return(result)))


def _result(body: ops.Body, type_: ops.Type, depth: int) -> tuple[ops.Body, ops.Expression]:
    """Returns the statements that always run, and the expression of what is returned behind them."""
    if depth > MOST_NESTED:
        raise _NotStraight
    for place, each in enumerate(body):
        before, rest = body[:place], body[place + 1 :]
        match each:
            case ops.Return(value=value):
                assert value is not None
                return before, value
            case ops.When(condition=condition) if returns(each):
                then, otherwise = _ways(each, rest)
                yes, no = _done(then, type_, depth + 1), _done(otherwise, type_, depth + 1)
                return before, ops.Choose(condition, yes, no, type_)
            case ops.While() | ops.Switch() if returns(each):
                raise _NotStraight
            case _:
                pass
    # Nothing comes behind the end of such a body: it traps before.
    return body, ops.Number(0) if type_ == "i64" else ops.Address(0)


def _done(body: ops.Body, type_: ops.Type, depth: int) -> ops.Expression:
    before, result = _result(body, type_, depth)
    return ops.Do(before, result) if before else result


def _ended(body: ops.Body, depth: int) -> ops.Body:
    """Returns statements that do the same without a `Return`."""
    if depth > MOST_NESTED:
        raise _NotStraight
    for place, each in enumerate(body):
        before, rest = body[:place], body[place + 1 :]
        match each:
            case ops.Return():
                return before
            case ops.When(condition=condition) if returns(each):
                then, otherwise = _ways(each, rest)
                return (*before, ops.When(condition, _ended(then, depth + 1), _ended(otherwise, depth + 1)))
            case ops.While() | ops.Switch() if returns(each):
                raise _NotStraight
            case _:
                pass
    return body


def _ways(each: ops.When, rest: ops.Body) -> tuple[ops.Body, ops.Body]:
    """Returns both ways of a condition, with what comes behind it on the one that goes on."""
    if ends(each.then):
        return each.then, (*each.otherwise, *rest)
    if ends(each.otherwise):
        return (*each.then, *rest), each.otherwise
    raise _NotStraight


def returns(statement: ops.Statement) -> bool:
    """Returns whether a statement may end the function."""
    match statement:
        case ops.Return():
            return True
        case ops.When(then=then, otherwise=otherwise):
            return any(map(returns, then)) or any(map(returns, otherwise))
        case ops.While(body=body):
            return any(map(returns, body))
        case ops.Switch(cases=cases, otherwise=otherwise):
            return any(returns(each) for case in (*cases, otherwise) for each in case)
        case _:
            return False


def ends(body: ops.Body) -> bool:
    """Returns whether nothing behind some statements is ever come to."""
    if not body:
        return False
    match body[-1]:
        case ops.Return() | ops.Trap():
            return True
        case ops.When(then=then, otherwise=otherwise):
            return ends(then) and ends(otherwise)
        case _:
            return any(isinstance(each, ops.Return | ops.Trap) for each in body)
