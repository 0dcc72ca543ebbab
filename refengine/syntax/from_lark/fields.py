"""Parts that several declarations of printed data have: fields, what they are kept for, tokens and where they lie."""

from typing import Any

from refengine.syntax import tree
from refengine.syntax.from_lark.examples import fixed
from refengine.syntax.from_lark.expressions import bound, type_expression
from refengine.syntax.from_lark.place import Node, Place, integer, parts
from refengine.syntax.nodes import Token, Tree


def fields(lines: list[Any], at: Place) -> tuple[tree.Field, ...]:
    """Returns the fields among the lines of a declaration."""
    return tuple(_field(each, at) for each in lines if each.data == "field")


def _field(node: Node, at: Place) -> tree.Field:
    name, index, type_ = parts(node)
    return tree.Field(at.name(name), index_of(index, at), type_expression(type_, at), at.span(node))


def index_of(node: Node | None, at: Place) -> tree.Index | None:
    """Builds the node of `of each player` or `on each Square`, if that is written."""
    if node is None:
        return None
    return tree.Index("on" if node.data == "index_on" else "of", at.name(parts(node)[0]), at.span(node))


def copies(node: Node, at: Place) -> tree.Copies:
    """Builds what is counted out: `one of each F`, `4 alike of each F with G x`."""
    if node.data == "one_of_each":
        return tree.Copies(None, at.names(parts(parts(node)[0])), (), at.span(node))
    number, each, with_ = parts(node)
    return tree.Copies(integer(number), () if each is None else at.names(parts(each)), fixed(with_, at), at.span(node))


def held(node: Node, at: Place) -> tree.Held:
    """Builds tokens that lie on the same."""
    tokens = [each for each in parts(node) if isinstance(each, Tree)]
    holders = [each for each in parts(node) if isinstance(each, Token)]
    return tree.Held(tuple(_limited(each, at) for each in tokens), at.names(holders), at.span(node))


def _limited(node: Node, at: Place) -> tree.Limited:
    name, limit = parts(node)
    return tree.Limited(at.name(name), bound(limit, at), at.span(node))
