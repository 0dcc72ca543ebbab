"""Statements behind which nothing comes, as the text says it."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.syntax import tree


def leaves(statement: tree.Statement) -> bool:
    """Returns whether control never gets behind the statement."""
    match statement:
        case tree.Abandon():
            return True
        case tree.Transfer(op=op) | tree.Word(op=op):
            return op in ("go", "done", "game over")
        case tree.If(then=then, otherwise=otherwise):
            return any(map(leaves, then)) and any(map(leaves, otherwise))
        case tree.Branch(body=body):
            return any(map(leaves, body))
        case tree.Repeat(times=None, until=None, body=body):
            return not _has_done(body)
        case _:
            return False


def _has_done(body: Sequence[tree.Statement]) -> bool:
    """Returns whether the word `done` in these statements leaves the loop around them."""
    for statement in body:
        match statement:
            case tree.Word(op="done"):
                return True
            case tree.If(then=then, otherwise=otherwise):
                inner: Sequence[tree.Statement] = (*then, *otherwise)
            case tree.Branch(body=part) | tree.Each(body=part):
                inner = part
            case tree.Repeat(body=part) if statement.times is not None:
                inner = part
            case tree.Ask(actions=actions):
                inner = [each for action in actions for each in action.body]
            case _:
                inner = ()
        if _has_done(inner):
            return True
    return False
