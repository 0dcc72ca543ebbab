"""Builders of the surface tree from the parse tree: one function for each shape of the grammar."""

from refengine.syntax.from_lark.declarations import build_declarations

__all__ = ["build_declarations"]
