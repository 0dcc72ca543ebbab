"""Which nodes bind a local is said twice, once to pass by the others: both say the same."""

import ast
import inspect

from refengine.ir.expressions import Local
from refengine.ir.traverse import _BINDING, free_locals


def test_the_nodes_that_bind_are_those_of_which_it_is_said_what() -> None:
    """A case whose node is not among them would never be come to, and what it binds would count as free."""
    (match,) = (each for each in ast.walk(ast.parse(inspect.getsource(free_locals))) if isinstance(each, ast.Match))
    patterns = [case.pattern for case in match.cases]
    each_way = [way for each in patterns for way in (each.patterns if isinstance(each, ast.MatchOr) else [each])]
    named = {ast.unparse(each.cls).rpartition(".")[2] for each in each_way if isinstance(each, ast.MatchClass)}
    assert named == {each.__name__ for each in _BINDING}


def test_no_class_is_derived_from_one_that_is_told_by_its_own_name() -> None:
    assert [each for each in (Local, *_BINDING) if each.__subclasses__()] == []
