"""Pictures of boards as lines."""

from refengine.syntax import tree
from refengine.syntax.to_text.expressions import binder, expression
from refengine.syntax.to_text.line import Line, Lines


def pictures_lines(node: tree.Pictures) -> Lines:
    """Yields the lines of the letters that a grid is drawn with."""
    yield Line(0, f"pictures of {node.grid.text}", node.span.start, node.cite)
    for each in node.letters:
        yield _letter(1, each)


def picture_lines(node: tree.Picture) -> Lines:
    """Yields the lines of a board drawn in rows, one space between its cells."""
    yield Line(1, f"given {node.grid.text} from {expression(node.corner)}", node.span.start)
    for row in node.rows:
        yield Line(2, " ".join(("|", *(cell.text for cell in row.cells))), row.span.start)
    for each in node.letters:
        yield _letter(2, each)


def _letter(level: int, node: tree.Letter) -> Line:
    meaning = node.meaning
    said = f"a {binder(meaning)}" if isinstance(meaning, tree.Binder) else expression(meaning)
    turned = "" if node.turned is None else f", turned {expression(node.turned)}"
    return Line(level, f"{node.name.text} is {said}{turned}", node.span.start)
