"""Pictures of boards, in the order of the grammar."""

from refengine.source.span import Span
from refengine.syntax import tree
from refengine.syntax.from_lark.expressions import binder, expression, maybe_expression
from refengine.syntax.from_lark.place import Node, Place, parts
from refengine.syntax.nodes import Token


def pictures(node: Node, at: Place) -> tree.Pictures:
    """Returns the letters that a grid is drawn with."""
    grid, cite, *letters = parts(node)
    return tree.Pictures(at.name(grid), at.cite(cite), tuple(_letter(each, at) for each in letters), at.span(node))


def picture(node: Node, at: Place) -> tree.Picture:
    """Returns a board drawn in rows."""
    grid, corner, *lines = parts(node)
    rows = tuple(_row(parts(each)[0], at) for each in lines if each.data == "row")
    letters = tuple(_letter(each, at) for each in lines if each.data == "letter")
    return tree.Picture(at.name(grid), expression(corner, at), rows, letters, at.span(node))


def _row(token: Token, at: Place) -> tree.Row:
    """Returns the cells behind the bar, each with its place."""
    span = at.span(token)
    signs = [(sign, span.start + number) for number, sign in enumerate(token) if number and not sign.isspace()]
    cells = tuple(tree.Name(sign, Span(span.path, start, start + 1)) for sign, start in signs)
    return tree.Row(cells, span)


def _letter(node: Node, at: Place) -> tree.Letter:
    name, meaning, turned = parts(node)
    stands_for = binder(meaning, at) if meaning.data == "binder_kind" else expression(meaning, at)
    return tree.Letter(at.name(name), stands_for, maybe_expression(turned, at), at.span(node))
