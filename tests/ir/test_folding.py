"""What is folded is folded: a specialised game changes only where a value that is a literal is put in."""

import ast
import inspect
import textwrap

import pytest

from refengine.ir import expressions as ir
from refengine.ir.simplify import FOLDED, Folding
from refengine.ir.specialise import _folded, _literal, specialise, with_constants
from refengine.ir.traverse import walk
from tests.bulk.configurations import GOOD, TUTORIAL, configurations


@pytest.mark.parametrize("path", [*TUTORIAL, "spec/kaciri", "spec/european_war", *GOOD[::8]])
def test_a_game_without_constants_is_folded_already(path: str) -> None:
    each = next(configurations(path))
    game = specialise(each.game, each.configuration)
    constants = {value.name for value in game.values if _literal(value) is not None}
    folded = with_constants(game)
    assert folded == _folded(game, inline=True)
    assert (folded is game) == (not constants)
    called = {node.name for node in walk((*folded.phases, *folded.values)) if isinstance(node, ir.CallValue)}
    assert not called & constants


def test_a_value_that_is_a_literal_is_put_in() -> None:
    each = next(configurations("docs/tutorial/goofspiel"))
    game = specialise(each.game, each.configuration)
    assert [value.name for value in game.values if _literal(value) is not None]
    assert with_constants(game) != game


def test_the_nodes_that_are_folded_are_those_of_which_it_is_said_how() -> None:
    """A case whose node is not among them would never be come to."""
    body = ast.parse(textwrap.dedent(inspect.getsource(Folding.at_top)))
    (match,) = (each for each in ast.walk(body) if isinstance(each, ast.Match))
    patterns = [case.pattern for case in match.cases]
    each_way = [way for each in patterns for way in (each.patterns if isinstance(each, ast.MatchOr) else [each])]
    named = {ast.unparse(each.cls) for each in each_way if isinstance(each, ast.MatchClass)}
    assert named == {f"ir.{each.__name__}" for each in FOLDED}
