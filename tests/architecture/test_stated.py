"""Play knows what has to hold by one answer alone, `violations`: where that is as it was, play is not repeated.

What comes of play is kept with the answers that it got (`engine.noting`), under the rules without what has to hold.
That is sound as long as nothing that is played looks at invariants or measures in another way.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.module import MODULES, Module

STATED = frozenset({"invariants", "measures"})

INSIDE = frozenset({"_module", "_sound", "_named", "_first_broken", "stated_violations"})
"""The parts of a game by which it finds its own answer, and asks noted steps again, which nobody notes.

The module that it is made of has all of them.
"""

ANSWERING = frozenset({"__init__", "violations", "stated_violations", "_named", "_first_broken"})

PLAYED = frozenset({"campaign", "coverage", "example_run", "examples", "expectations", "play", "reading_differences"})
"""The modules of `check` of which something is kept with notes."""


def _of_play() -> Iterator[Module]:
    for each in MODULES:
        if each.layer == "testing" or each.name in {f"refengine.check.{one}" for one in PLAYED}:
            yield each


def _read(tree: ast.AST) -> Iterator[str]:
    """Every attribute that is read, and every name of one that is spelt as text."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name):
                yield name
            case ast.Call(func=ast.Name("getattr" | "attrgetter" | "methodcaller"), args=args):
                yield from (
                    each.value for each in args if isinstance(each, ast.Constant) and isinstance(each.value, str)
                )
            case _:
                pass


@pytest.mark.parametrize("module", [*_of_play()], ids=lambda each: each.name)
def test_play_looks_at_what_has_to_hold_in_no_other_way(module: Module) -> None:
    found = (STATED | INSIDE).intersection(_read(module.tree))
    assert not found, f"{module.name} reads {sorted(found)}: it is to ask `violations`, whose answers are noted"


def test_a_game_looks_at_what_has_to_hold_only_to_answer_that() -> None:
    (game,) = (each for each in MODULES if each.name == "refengine.runtime.game")
    (made,) = (each for each in game.tree.body if isinstance(each, ast.ClassDef) and each.name == "Game")
    methods = [each for each in made.body if isinstance(each, ast.FunctionDef)]
    asking = {each.name for each in methods if (STATED | INSIDE - {"_module"}).intersection(_read(each))}
    assert "violations" in asking
    assert asking <= ANSWERING


def test_whoever_looked_would_be_caught() -> None:
    for text in (
        "game.description.invariants",
        "getattr(told, 'measures')",
        "game._module.broken(before, after)",
        "game.stated_violations(before, after)",
    ):
        assert (STATED | INSIDE).intersection(_read(ast.parse(text)))
    assert not (STATED | INSIDE).intersection(_read(ast.parse("game.violations(None, state)")))


def test_whatever_plays_is_looked_at() -> None:
    found = {each.name for each in _of_play()}
    assert {"refengine.testing.directed_play", "refengine.testing.campaign"} <= found
    assert {f"refengine.check.{each}" for each in PLAYED} <= found, "a module of the list is called otherwise now"
