"""Which locals of a function are read where they may not have been written."""

from __future__ import annotations

from refengine.program import ops
from refengine.program.passes.straight import ends

Known = frozenset[str]


def unwritten(function: ops.Function) -> set[str]:
    """The names of the locals that may be read before they are written."""
    found: set[str] = set()
    _statements(function.body, frozenset(each.name for each in function.params), found)
    return found


def _statements(body: tuple[ops.Statement, ...], known: Known, found: set[str]) -> Known:
    for each in body:
        known = _statement(each, known, found)
    return known


def _statement(statement: ops.Statement, known: Known, found: set[str]) -> Known:
    match statement:
        case ops.Assign(to=to, value=value):
            known = _expression(value, known, found)
            return known | {to.name} if isinstance(to, ops.Local) else known
        case ops.When(condition=condition, then=then, otherwise=otherwise):
            known, yes, no = _ways(condition, known, found)
            return _joined(((then, yes), (otherwise, no)), known, found)
        case ops.While(condition=condition, body=body):
            known, yes, no = _ways(condition, known, found)
            _statements(body, yes, found)
            return no
        case ops.Switch(number=number, cases=cases, otherwise=otherwise):
            known = _expression(number, known, found)
            return _joined(tuple((body, known) for body in (*cases, otherwise)), known, found)
        case _:
            return _parts(statement, known, found)


def _joined(ways: tuple[tuple[tuple[ops.Statement, ...], Known], ...], known: Known, found: set[str]) -> Known:
    """What is written behind several ways, whichever is taken; those that end are never come from."""
    afters = [(_statements(body, start, found), ends(body)) for body, start in ways]
    going_on = [after for after, ended in afters if not ended]
    return frozenset.intersection(*going_on) if going_on else known


def _parts(node: object, known: Known, found: set[str]) -> Known:
    for name in getattr(node, "__match_args__", ()):
        part = getattr(node, name)
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, ops.Expression):
                known = _expression(each, known, found)
    return known


def _expression(expression: ops.Expression, known: Known, found: set[str]) -> Known:
    match expression:
        case ops.Get(of=of):
            if isinstance(of, ops.Local) and of.name not in known:
                found.add(of.name)
            return known
        case ops.Both() | ops.Either() | ops.Negated():
            return _ways(expression, known, found)[0]
        case ops.Choose(condition=condition, then=then, otherwise=otherwise):
            _, yes, no = _ways(condition, known, found)
            return _expression(then, yes, found) & _expression(otherwise, no, found)
        case ops.Do(body=body, result=result):
            return _expression(result, _statements(body, known, found), found)
        case _:
            return _parts(expression, known, found)


def _ways(condition: ops.Expression, known: Known, found: set[str]) -> tuple[Known, Known, Known]:
    """What is written in any case, where a condition holds, and where it does not."""
    match condition:
        case ops.Both(left=left, right=right):
            _, yes, no = _ways(left, known, found)
            _, both, not_right = _ways(right, yes, found)
            return no & both & not_right, both, no & not_right
        case ops.Either(left=left, right=right):
            _, yes, no = _ways(left, known, found)
            _, right_yes, neither = _ways(right, no, found)
            return yes & right_yes & neither, yes & right_yes, neither
        case ops.Negated(inner=inner):
            every, yes, no = _ways(inner, known, found)
            return every, no, yes
        case ops.Do(body=body, result=result):
            return _ways(result, _statements(body, known, found), found)
        case _:
            after = _expression(condition, known, found)
            return after, after, after
