"""From the parse tree to the surface tree: the shapes of the grammar, one function for each."""

from refengine.syntax.from_lark.declarations import build_declarations

__all__ = ["build_declarations"]
