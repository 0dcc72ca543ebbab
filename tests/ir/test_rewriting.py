"""Rewriting asks of some classes of nodes alone what it would be told of all others: that they stay."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import refengine.ir
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Enum
from refengine.ir.traverse import rewrite
from tests.bulk.configurations import game_at

IR = Path(refengine.ir.__path__[0])
GAME = game_at("docs/tutorial/goofspiel")
assert GAME is not None


def renamed(node: ir.Local) -> ir.Local:
    return evolve(node, name=f"{node.name}~")


def contrary(node: ir.TruthLiteral) -> ir.TruthLiteral:
    return ir.TruthLiteral(not node.value)


def at_another_point(node: control.Point) -> control.Point:
    """An inner node, that has other nodes below it."""
    return evolve(node, name=f"{node.name}~")


@pytest.mark.parametrize(
    ("kind", "change"), [(ir.Local, renamed), (ir.TruthLiteral, contrary), (control.Point, at_another_point)]
)
def test_what_is_asked_of_one_class_is_what_is_told_of_all(kind: type, change: Callable[[Any], object]) -> None:
    asked: list[object] = []

    def told(node: object) -> object:
        asked.append(node)
        return change(node)

    made = rewrite(GAME, told, {kind})
    assert {type(each) for each in asked} == {kind}
    assert made == rewrite(GAME, lambda node: change(node) if isinstance(node, kind) else node)
    assert made != GAME


def test_a_node_is_kept_where_nothing_of_it_changes() -> None:
    assert rewrite(GAME, lambda node: node) is GAME
    assert rewrite(GAME, contrary, {ir.TruthLiteral}) is not GAME
    assert rewrite(GAME, contrary, set()) is GAME


def test_a_changed_node_keeps_what_is_not_compared() -> None:
    """Where something was written does not count for what it is, but a fault names it."""
    truth = ir.Local("hot", Enum("heat"))
    narrow = ir.Unwrap(truth, Enum("heat"), ir.Origin(None, ()))
    changed = rewrite(narrow, renamed, {ir.Local})
    assert changed.origin is narrow.origin
    assert changed == ir.Unwrap(ir.Local("hot~", Enum("heat")), Enum("heat"), ir.Origin(None))


def told_and_changed() -> Iterator[tuple[str, set[str], set[str]]]:
    """Where a rewriting says what it may change, and by whom: the classes that are told, and those of which this has cases."""
    for path in sorted(IR.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        named = {each.name: each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
        calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and ast.unparse(each.func) == "rewrite"]
        for by, classes in ((each.args[1], each.args[2]) for each in calls if len(each.args) == 3):
            spoken = {each.id for each in ast.walk(by) if isinstance(each, ast.Name)}
            spoken |= {each.attr for each in ast.walk(by) if isinstance(each, ast.Attribute)}
            if not isinstance(classes, ast.Set):
                continue
            for name in spoken & named.keys():
                patterns = [each.pattern for each in ast.walk(named[name]) if isinstance(each, ast.match_case)]
                yield (
                    f"{path.stem}.{name}",
                    {ast.unparse(each) for each in classes.elts},
                    {ast.unparse(each.cls) for each in patterns if isinstance(each, ast.MatchClass)},
                )


def test_what_a_rewriting_may_change_is_what_it_has_cases_of() -> None:
    """A case whose class is not told would never be come to."""
    found = list(told_and_changed())
    assert {name for name, _, _ in found} == {"inlining._open", "seating._without"}
    for name, told, changed in found:
        assert told == changed, name
