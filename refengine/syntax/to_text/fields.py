"""Parts that several declarations of printed data have, as text."""

from refengine.syntax import tree
from refengine.syntax.to_text.examples import fixed
from refengine.syntax.to_text.expressions import expression, names, type_expression


def index(node: tree.Index | None) -> str:
    """Returns `of each player`, or nothing if there is no index."""
    return "" if node is None else f" {node.word} each {node.kind.text}"


def field(node: tree.Field) -> str:
    """Returns a field and its type."""
    return f"{node.name.text}{index(node.index)}: {type_expression(node.type)}"


def copies(node: tree.Copies) -> str:
    """Returns the text of pieces that are counted out."""
    each = f" of each {names(node.each, ' and ')}" if node.each else ""
    return f"one{each}" if node.number is None else f"{node.number} alike{each}{fixed(node.fixed)}"


def held_tokens(node: tree.Held) -> str:
    """Returns the text of tokens that lie on the same."""
    tokens = ", ".join(f"{each.name.text} limit {expression(each.limit)}" for each in node.tokens)
    return f"{tokens} on each {names(node.holders, ' and on each ')}"
