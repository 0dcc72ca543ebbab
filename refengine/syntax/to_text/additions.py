"""The head of a module, and what it adds, as lines."""

from typing import assert_never

from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.to_text.examples import fixed_value
from refengine.syntax.to_text.expressions import names
from refengine.syntax.to_text.fields import copies, field, held_tokens
from refengine.syntax.to_text.line import Line, Lines
from refengine.syntax.to_text.statements import action_lines, bar_lines, block_lines, exception_lines, plus_lines


def addition_lines(node: tree.Module | tree.Addition, source: SourceText) -> Lines:
    """Yields the lines of the head of a module, or of one thing that it adds."""
    start = node.span.start
    match node:
        case tree.Module(name, base, rulebook):
            yield Line(0, f"module {name.text} of {base.text} from rulebook {rulebook.text}", start)
        case tree.MoreMembers(owner, members, cite):
            yield Line(0, f"add {names(members)} to {owner.text}", start, cite)
        case tree.MoreTokens(owner, groups, cite):
            yield Line(0, f"add {', '.join(map(held_tokens, groups))} to {owner.text}", start, cite)
        case tree.MoreRows(owner, table, cite):
            yield Line(0, f"add table {table.text} to {owner.text}", start, cite)
        case tree.MoreCopies(owner, counted, cite):
            yield Line(0, f"add {copies(counted)} to {owner.text}", start, cite)
        case tree.MoreField(owner, added, cite):
            default = "" if added.default is None else f", default {fixed_value(added.default.value)}"
            yield Line(0, f"add {field(added)}{default} to {owner.text}", start, cite)
        case tree.MoreClause(owner, clause):
            yield from _clause_lines(clause, owner.text, source)
        case tree.MoreEffects(owner, cite, body):
            yield Line(0, f"before {owner.text}", start, cite)
            yield from block_lines(1, body, source)
        case _:
            assert_never(node)


def _clause_lines(node: tree.Exception_ | tree.Plus | tree.Bar | tree.Action, owner: str, source: SourceText) -> Lines:
    """Yields the lines of a clause as they are in its owner, one level further out, with its owner in the head."""
    match node:
        case tree.Exception_():
            yield from exception_lines(0, node, f" to {owner}")
        case tree.Plus():
            yield from plus_lines(0, node, f" to {owner}")
        case tree.Bar():
            yield from bar_lines(0, node, f" to {owner}")
        case tree.Action():
            yield from action_lines(0, node, source, f" in {owner}")
        case _:
            assert_never(node)
