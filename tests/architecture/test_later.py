"""What is loaded later is there: a function is named by a text, which no tool that reads the code follows."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import refengine

ROOT = Path(refengine.__file__).parent

TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}


def calls_of(tree: ast.AST) -> list[ast.Call]:
    """All that load something later."""
    calls = (each for each in ast.walk(tree) if isinstance(each, ast.Call))
    return [each for each in calls if isinstance(each.func, ast.Name) and each.func.id == "later"]


def loaded_later(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """The module, the name there, and the name here of all that a module loads later."""
    for node in ast.walk(tree):
        for call in calls_of(node.value) if isinstance(node, ast.Assign) else ():
            assert isinstance(node, ast.Assign)
            module, name = call.args
            here = [each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)]
            there = [name] if isinstance(name, ast.Constant) else _several(node.value)
            for one, other in zip(there, here, strict=True):
                yield ast.literal_eval(module), ast.literal_eval(one), other


def _several(value: ast.expr) -> list[ast.expr]:
    """The names that a generator goes through."""
    assert isinstance(value, ast.GeneratorExp)
    (through,) = value.generators
    assert isinstance(through.iter, ast.Tuple)
    return through.iter.elts


LATER = [(path.stem, *each) for path, tree in TREES.items() for each in loaded_later(tree)]


def test_every_call_is_looked_at() -> None:
    assigned = [node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    assert sum(len(calls_of(tree)) for tree in TREES.values()) == sum(len(calls_of(each.value)) for each in assigned)
    assert len(LATER) > 15


@pytest.mark.parametrize(("path", "module", "name", "here"), LATER)
def test_what_is_loaded_later_is_there(path: str, module: str, name: str, here: str) -> None:
    assert callable(getattr(import_module(module), name)), path
    assert here == name or here.startswith("_"), path
