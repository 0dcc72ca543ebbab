"""The surface tree as lines of text, by one function for each shape; `printer` puts them on a page."""

from refengine.syntax.to_text.declarations import declaration_lines
from refengine.syntax.to_text.line import Line

__all__ = ["Line", "declaration_lines"]
