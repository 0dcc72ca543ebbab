"""Additions: a declaration of a base with what a module adds to it.

INVARIANT: what is added stands behind what is there; nothing that is there is taken away or changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from attrs import evolve

from refengine.resolve import module_errors as errors
from refengine.resolve.leaving import blocks
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.syntax.rewrite import rewritten

CITING = (
    tree.Move, tree.MoveSeveral, tree.MoveAll, tree.Assign, tree.Transfer, tree.Abandon, tree.Word, tree.If,
    tree.Pick,
)  # fmt: skip
"""The parts of a script that may cite something, and need not."""

Kinds = tree.Kind | tree.TokenKind | tree.Component
Owner = Kinds | tree.Value | tree.Phase | tree.Text | tree.Setup
"""The declarations to which something can be added."""

Grown = Owner | Diagnostic
"""An owner with what was added, or why that cannot be."""


def grown(owner: Owner, node: tree.Addition) -> Grown:
    """Returns the owner with what is added to it, or why it takes none; the two are of sorts that fit each other."""
    match node, owner:
        case tree.MoreMembers(), (tree.Kind() | tree.TokenKind() | tree.Component()):
            return _with_members(owner, node)
        case tree.MoreMembers(), tree.Text():
            return evolve(owner, over=(*owner.over, *node.members))
        case tree.MoreTokens(), (tree.Kind() | tree.TokenKind()):
            return _with_tokens(owner, node)
        case tree.MoreRows(), (tree.Kind() | tree.TokenKind() | tree.Component()):
            return _with_rows(owner, node)
        case tree.MoreCopies(), (tree.Kind() | tree.TokenKind() | tree.Component()):
            return _with_copies(owner, node)
        case tree.MoreField(), (tree.Kind() | tree.TokenKind() | tree.Component()):
            return _with_field(owner, node)
        case tree.MoreClause(clause=tree.Exception_() as exception), tree.Value():
            return _with_exception(owner, node.owner, exception)
        case tree.MoreClause(clause=tree.Plus() as plus), tree.Value():
            return _with_plus(owner, node.owner, plus)
        case tree.MoreClause(clause=tree.Bar() as bar), (tree.Phase() | tree.Text()):
            return evolve(owner, bars=(*owner.bars, bar))
        case tree.MoreClause(clause=tree.Action() as action), tree.Phase():
            return _with_action(owner, node.owner, action)
        case tree.MoreEffects(cite=cite, body=body), (tree.Phase() | tree.Setup()):
            return evolve(owner, body=(*_resting_on(body, cite), *owner.body))
        case _:
            raise AssertionError(node, owner)


def _with_members(owner: Kinds, node: tree.MoreMembers) -> Grown:
    """Returns a listed kind with more members."""
    match owner:
        case tree.Kind(table=None):
            return _if_open(owner, evolve(owner, members=(*owner.members, *node.members)), node.owner, "members")
        case tree.Kind():
            hint = "say `add table NAME to KIND`, and give the table its rows"
            return errors.takes_no(node.owner, "members but rows", "they come from a table", owner.name, hint)
        case tree.TokenKind():
            hint = "say how many there are and where they lie: `add NAME limit 9 on each KIND to KIND`"
            return errors.takes_no(node.owner, "members but tokens", "its members are tokens", owner.name, hint)
        case tree.Component():
            hint = "if they come from a table, `add table NAME to COMPONENT`"
            return errors.takes_no(node.owner, "members", "it is a component", owner.name, hint)
        case _:
            assert_never(owner)


def _with_tokens(owner: tree.Kind | tree.TokenKind, node: tree.MoreTokens) -> Grown:
    """Returns a kind of tokens with more of them."""
    if isinstance(owner, tree.Kind):
        return errors.takes_no(node.owner, "tokens", "its members are none", owner.name, "say `add NAME to KIND`")
    return _if_open(owner, evolve(owner, groups=(*owner.groups, *node.groups)), node.owner, "tokens")


def _with_rows(owner: Kinds, node: tree.MoreRows) -> Grown:
    """Returns a kind or a component that comes from a table with the rows of one more."""
    if isinstance(owner, tree.TokenKind) or owner.table is None:
        hint = "declare a component of the module's own" if isinstance(owner, tree.Component) else "name what is added"
        return errors.takes_no(node.owner, "rows", "it does not come from a table", owner.name, hint)
    what = "rows" if isinstance(owner, tree.Kind) else "pieces"
    return _if_open(owner, evolve(owner, rows=(*owner.rows, node.table)), node.owner, what)


def _with_copies(owner: Kinds, node: tree.MoreCopies) -> Grown:
    """Returns a component with more pieces that are counted out."""
    if not isinstance(owner, tree.Component):
        hint = "its members are named: `add NAME to KIND`"
        return errors.takes_no(node.owner, "pieces", "it is a kind", owner.name, hint)
    return _if_open(owner, evolve(owner, copies=(*owner.copies, node.copies)), node.owner, "pieces")


def _with_field(owner: Kinds, node: tree.MoreField) -> Grown:
    """Returns a kind that comes from a table, or a component, with one more field."""
    if isinstance(owner, tree.TokenKind) or (isinstance(owner, tree.Kind) and owner.table is None):
        hint = "a value of the module's own, over its members, says the same"
        return errors.takes_no(node.owner, "fields", "its members are only listed", owner.name, hint)
    return evolve(owner, fields=(*owner.fields, node.field))


def _with_exception(owner: tree.Value, name: tree.Name, clause: tree.Exception_) -> Grown:
    """Returns a value with one more exception; what is said of it without any is its general rule."""
    match owner.body:
        case tree.General() as body:
            return evolve(owner, body=evolve(body, exceptions=(*body.exceptions, clause)))
        case tree.Single(result=result, span=span):
            return evolve(owner, body=tree.General(result, (clause,), span))
        case tree.Cases():
            hint = "its cases cover everything; the base has to say which of them is the general rule"
            return errors.takes_no(name, "exception", "it is worked out by cases", owner.name, hint)
        case tree.Sums():
            return errors.takes_no(name, "exception", "it is a sum", owner.name, f"say `plus NAME to {name.text}`")
        case _:
            assert_never(owner.body)


def _with_plus(owner: tree.Value, name: tree.Name, clause: tree.Plus) -> Grown:
    """Returns a value that is a sum with one more clause."""
    if not isinstance(owner.body, tree.Sums):
        return errors.takes_no(name, "`plus`", "it is no sum", owner.name, f"say `except NAME to {name.text}`")
    return evolve(owner, body=evolve(owner.body, clauses=(*owner.body.clauses, clause)))


def _with_action(owner: tree.Phase, name: tree.Name, clause: tree.Action) -> Grown:
    """Returns a phase with one more action, where it asks somebody; what follows one that is there is another place."""
    asks = tuple(_asks(owner.body))
    if not asks:
        hint = "the base has to ask somebody there, if only for nothing"
        return errors.takes_no(name, "action", "nobody is asked in it", owner.name, hint)
    if len(asks) > 1:
        return errors.asked_more_than_once(name, [each.span for each in asks])
    more = evolve(asks[0], actions=(*asks[0].actions, clause))
    # Two questions may say the same, so the place tells which is meant.
    return rewritten(owner, lambda node: more if isinstance(node, tree.Ask) and node.span == more.span else node)


# ---- WHAT IS DONE BEFORE A PHASE


def _resting_on(body: tuple[tree.Statement, ...], cite: tree.Cite) -> tuple[tree.Statement, ...]:
    """Returns a script in which each statement that cites nothing itself cites that, and not what the phase does."""

    def change(node: object) -> object:
        return evolve(node, cite=cite) if isinstance(node, CITING) and not node.cite else node

    return rewritten(body, change)


# ---- WHAT STANDS INSIDE


def barred(declared: tree.Declaration, action: str, clause: tree.Bar) -> tree.Declaration:
    """Returns a declaration with one more bar of an action in it."""

    def change(node: object) -> object:
        if isinstance(node, tree.Action) and node.name.text == action:
            return evolve(node, bars=(*node.bars, clause))
        return node

    return rewritten(declared, change)


def _if_open(owner: Kinds, grown: Kinds, name: tree.Name, what: str) -> Grown:
    return grown if owner.mark is not None else errors.not_open(name, what, owner.name)


def _asks(body: Iterable[tree.Statement]) -> Iterator[tree.Ask]:
    """Yields the questions of a script, but for those behind an action."""
    for statement in body:
        if isinstance(statement, tree.Ask):
            yield statement
            continue
        for part in blocks(statement):
            yield from _asks(part)
