"""Expressions and types as they are written, with the brackets that were written and no others."""

from collections.abc import Iterable
from typing import assert_never

from refengine.syntax import tree


def expression(node: tree.Expr) -> str:
    """Returns an expression on one line."""
    match node:
        case tree.Quantified() | tree.IfElse() | tree.The() | tree.AllOf() | tree.NumberOf() | tree.Fold():
            return _far_reaching(node)
        case tree.Implies(left, right):
            return f"{expression(left)} implies {expression(right)}"
        case tree.Or(left, right):
            return f"{expression(left)} or {expression(right)}"
        case tree.And(left, right):
            return f"{expression(left)} and {expression(right)}"
        case tree.Not(inner):
            return f"not {expression(inner)}"
        case tree.Compare(op, left, right) | tree.Arith(op, left, right):
            return f"{expression(left)} {op} {expression(right)}"
        case tree.Member(item, domain, negated):
            return f"{expression(item)} {'not in' if negated else 'in'} {expression(domain)}"
        case tree.IsEmpty(inner, negated):
            return f"{expression(inner)} is {'not ' if negated else ''}empty"
        case tree.Reaches(one, other, relation):
            return f"{expression(one)} reaches {expression(other)} by {relation.text}"
        case tree.IsRunning(phase, negated):
            return f"{expression(phase)} is {'not ' if negated else ''}running"
        case tree.TimesRunning(called):
            return f"number of times {call(called)} is running"
        case tree.IsFault(inner, negated):
            return f"{expression(inner)} is {'not ' if negated else ''}a fault"
        case tree.RangeLit(low, high):
            return f"{expression(low)}..{expression(high)}"
        case tree.Negative(inner):
            return f"-{expression(inner)}"
        case _:
            return _closed(node)


def _far_reaching(
    node: tree.Quantified | tree.IfElse | tree.The | tree.AllOf | tree.NumberOf | tree.Fold,
) -> str:
    match node:
        case tree.Quantified(quantifier, many, bound, body, word):
            count = "" if many is None else f" {_count(many)}"
            on = "," if word == "," else f" {word}"
            return f"{quantifier}{count} {binder(bound)}{on} {expression(body)}"
        case tree.IfElse(condition, then, otherwise):
            return f"if {expression(condition)} then {expression(then)} else {expression(otherwise)}"
        case tree.The(bound, otherwise):
            return f"the {binder(bound)}" + ("" if otherwise is None else f" else {expression(otherwise)}")
        case tree.AllOf(bound, term):
            return f"all {binder(bound)}" if term is None else f"all {expression(term)} for {binder(bound)}"
        case tree.NumberOf(bound):
            return f"number of {binder(bound)}"
        case tree.Fold(op, term, bound):
            return f"{op} of {expression(term)} for {binder(bound)}"
        case _:
            assert_never(node)


_Closed = (
    tree.NameRef
    | tree.Call
    | tree.KeyLiteral
    | tree.FieldOf
    | tree.Of
    | tree.On
    | tree.Bracket
    | tree.IntLit
    | tree.TruthLit
    | tree.NoneLit
    | tree.SetLit
    | tree.CellLit
    | tree.Toward
    | tree.Turned
    | tree.TurnedBack
    | tree.Before
    | tree.UnderReading
    | tree.UnderPlayers
    | tree.AfterReplacing
    | tree.AfterExchange
)


def _closed(node: _Closed) -> str:
    match node:
        case tree.NameRef(name):
            return name.text
        case tree.Call():
            return call(node)
        case tree.KeyLiteral(name, number):
            return f"{name.text} {number}"
        case tree.FieldOf(of, name, key):
            return f"{expression(of)}.{name.text}" + (f"({expression(key)})" if key is not None else "")
        case tree.Of(name, key, word, args=args):
            given = f"({listed(args)})" if args else ""
            return f"{name.text}{given} {word} {expression(key)}"
        case tree.On(token, key):
            return f"{expression(token)} on {expression(key)}"
        case tree.Bracket(inner):
            return f"({expression(inner)})"
        case tree.IntLit(value):
            return str(value)
        case tree.TruthLit(value):
            return "true" if value else "false"
        case tree.NoneLit(word):
            return word
        case tree.SetLit(items):
            return f"{{{listed(items)}}}"
        case tree.CellLit(column, row):
            return f"({expression(column)}, {expression(row)})"
        case tree.Toward(cell, side):
            return f"{expression(cell)} toward {expression(side)}"
        case tree.Turned(of, by):
            return f"{expression(of)} turned {expression(by)}"
        case tree.TurnedBack(of, by):
            return f"{expression(of)} turned back {expression(by)}"
        case tree.Before(inner):
            return f"before({expression(inner)})"
        case tree.UnderReading(inner, reading):
            return f"{expression(inner)} under {reading_text(reading)}"
        case tree.UnderPlayers(inner, number):
            return f"{expression(inner)} under {players(number.value)}"
        case tree.AfterReplacing(inner, new, old):
            return f"{expression(inner)} after {expression(new)} replaces {expression(old)}"
        case tree.AfterExchange(inner, one, other):
            return f"{expression(inner)} after exchange of {expression(one)} and {expression(other)}"
        case _:
            assert_never(node)


def reading_text(node: tree.Chosen) -> str:
    """Returns a reading of a question."""
    return f"{node.question.text} is {node.reading.text}"


def listed(nodes: Iterable[tree.Expr]) -> str:
    """Returns expressions with commas between."""
    return ", ".join(expression(each) for each in nodes)


def names(nodes: Iterable[tree.Name], between: str = ", ") -> str:
    """Names with commas, or something else, between."""
    return between.join(each.text for each in nodes)


def call(node: tree.Call) -> str:
    """Returns a call; without arguments it is a bare name."""
    return f"{node.name.text}({listed(node.args)})" if node.args else node.name.text


def binder(node: tree.Binder, start: tree.Expr | None = None) -> str:
    """Returns `player p with C` or `c in duel with C`, perhaps behind `other`, or with a start, `player p from 2`."""
    begins = "" if start is None else f" from {expression(start)}"
    return (
        ("other " if node.other else "")
        + bound_name(node)
        + begins
        + ("" if node.condition is None else f" with {expression(node.condition)}")
    )


def bound_name(node: tree.Binder | tree.Choice) -> str:
    """Returns `player p` or `c in duel`."""
    if node.kind is not None:
        return f"{node.kind.text} {node.name.text}"
    return node.name.text if node.domain is None else f"{node.name.text} in {expression(node.domain)}"


def over_any(over: Iterable[tree.Name]) -> str:
    """Returns what may be any as it is written: ` over any Card and any path`, or nothing."""
    listed = names(over, " and any ")
    return f" over any {listed}" if listed else ""


def players(fewest: int, most: int | None = None) -> str:
    """Returns a number of players as it is written: `1 player`, `2 players`, `2..4 players`."""
    number = many(fewest, fewest if most is None else most)
    return f"{number} player{'' if number == '1' else 's'}"


def many(fewest: int, most: int) -> str:
    """Returns a number, or from the least to the most: `2`, `2..4`."""
    return str(fewest) if fewest == most else f"{fewest}..{most}"


def _count(number: int) -> str:
    return "one" if number == 1 else str(number)


def cap(node: tree.IntLit | tree.NameRef) -> str:
    """Returns the text of a limit: how many at most."""
    return _count(node.value) if isinstance(node, tree.IntLit) else node.name.text


def type_expression(node: tree.TypeExpr) -> str:
    """Returns a type."""
    match node:
        case tree.TypeName(name):
            return name.text
        case tree.TypeOf(name, inner):
            return f"{name.text} of {type_expression(inner)}"
        case tree.TypeSet(inner):
            return f"set of {type_expression(inner)}"
        case tree.TypeRange(low, high):
            return f"{expression(low)}..{expression(high)}"
        case tree.TypeOption(inner, word):
            return f"{type_expression(inner)} or {word}"
        case _:
            assert_never(node)
