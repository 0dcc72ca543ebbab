"""The head of a module, and what it adds to declarations of its base, in the order of the grammar."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from refengine.syntax import tree
from refengine.syntax.from_lark.examples import fixed_value
from refengine.syntax.from_lark.expressions import type_expression
from refengine.syntax.from_lark.fields import copies, held, index_of
from refengine.syntax.from_lark.place import Node, Place, offsets, parts
from refengine.syntax.from_lark.statements import action, bar, block, exception, plus
from refengine.syntax.nodes import Tree
from refengine.syntax.refusals import no_default

Maker: TypeAlias = Callable[[Node, Place], tree.Module | tree.Addition]
Clause: TypeAlias = tree.Exception_ | tree.Plus | tree.Bar | tree.Action


def _module(node: Node, at: Place) -> tree.Module:
    name, base, rulebook = parts(node)
    return tree.Module(at.name(name), at.name(base), at.name(rulebook), at.span(node))


def _members(node: Node, at: Place) -> tree.Addition:
    members, owner, cite = parts(node)
    return tree.MoreMembers(at.name(owner), at.names(parts(members)), at.cite(cite), at.span(node))


def _tokens(node: Node, at: Place) -> tree.Addition:
    *groups, owner, cite = parts(node)
    return tree.MoreTokens(at.name(owner), tuple(held(each, at) for each in groups), at.cite(cite), at.span(node))


def _rows(node: Node, at: Place) -> tree.Addition:
    table, owner, cite = parts(node)
    return tree.MoreRows(at.name(owner), at.name(table), at.cite(cite), at.span(node))


def _copies(node: Node, at: Place) -> tree.Addition:
    counted, owner, cite = parts(node)
    return tree.MoreCopies(at.name(owner), copies(counted, at), at.cite(cite), at.span(node))


def _field(node: Node, at: Place) -> tree.Addition:
    name, index, type_, default, owner, cite = parts(node)
    if default is None:
        raise no_default(str(name), offsets(name))
    whole = at.span(name).to(at.span(default))
    given = fixed_value(name, default, at)
    made = tree.Field(at.name(name), index_of(index, at), type_expression(type_, at), whole, given)
    return tree.MoreField(at.name(owner), made, at.cite(cite), at.span(node))


def _clause(make: Callable[[Node, Place], Clause]) -> Maker:
    """The clause is built as it is where it stands in its owner, whose name is the second word."""

    def added(node: Node, at: Place) -> tree.Addition:
        name, owner, *rest = parts(node)
        return tree.MoreClause(at.name(owner), make(Tree(node.data, [name, *rest], node.meta), at), at.span(node))

    return added


def _action(node: Node, at: Place) -> tree.Addition:
    name, choices, owner, *rest = parts(node)
    made = action(Tree(node.data, [name, choices, *rest], node.meta), at)
    return tree.MoreClause(at.name(owner), made, at.span(node))


def _before(node: Node, at: Place) -> tree.Addition:
    owner, cite, body = parts(node)
    return tree.MoreEffects(at.name(owner), at.cite(cite), block(body, at), at.span(node))


ADDITIONS: Mapping[str, Maker] = MappingProxyType(
    {
        "module": _module,
        "add_members": _members,
        "add_tokens": _tokens,
        "add_rows": _rows,
        "add_copies": _copies,
        "add_field": _field,
        "add_exception": _clause(exception),
        "add_plus": _clause(plus),
        "add_bar": _clause(bar),
        "add_action": _action,
        "add_before": _before,
    }
)
