"""Splits a statement into its form and its slack: bounds that can be moved, and that weaken it as they grow.

Of two statements of one form the one with no less slack holds wherever the other does: `a <= 3` is weaker than
`a <= 2`, and so is whatever grows with it. Only what can never fail is taken apart: where a weaker part is true, what
stands behind it is reached in states in which nobody has asked it before.
"""

from __future__ import annotations

from typing import Final, Literal

from attrs import evolve, frozen

from refengine.ir import expressions as ir
from refengine.ir.game import Invariant
from refengine.ir.obligations import owed_by_expression
from refengine.ir.slices import SlicePart, digest_of
from refengine.ir.traverse import walk

MOST: Final = 1_000_000_000
"""The greatest bound that is moved: all executors compare numbers of this size in one and the same way."""

Sign = Literal[1, -1]
"""Whether the whole grows weaker with a part, or stronger."""


@frozen
class StatementDigest:
    """A statement: a hash of what it says, one of its form, and the bounds that were taken out of that, in order."""

    digest: str
    form: str = ""
    slack: tuple[int, ...] = ()

    def follows_from(self, other: StatementDigest) -> bool:
        """Returns whether it holds wherever the other one holds, as can be seen from the two alone."""
        if self.digest == other.digest:
            return True
        alike = bool(self.form) and self.form == other.form and len(self.slack) == len(other.slack)
        return alike and all(own >= its for own, its in zip(self.slack, other.slack, strict=True))


def said_by(part: SlicePart) -> StatementDigest:
    """Returns what a declaration says. Nothing is taken apart but invariants that call no value and cannot fail."""
    node = part.node
    if not isinstance(node, Invariant) or part.calls or _may_fail(node.condition):
        return StatementDigest(part.digest)
    slack: list[int] = []
    form = _opened(node.condition, 1, slack)
    return (
        StatementDigest(part.digest, digest_of(evolve(node, condition=form)), tuple(slack))
        if slack
        else StatementDigest(part.digest)
    )


def _may_fail(condition: ir.Expr) -> bool:
    return any(True for each in walk(condition) for _ in owed_by_expression("", each))


def _opened(expr: ir.Expr, sign: Sign, slack: list[int]) -> ir.Expr:
    """Returns an expression with 0 for each bound that may be moved, and adds these to the slack."""
    against: Sign = -1 if sign == 1 else 1
    match expr:
        case ir.Less(left=left, right=ir.Number(value=most), strict=strict) if _is_moved(most, left):
            slack.append(sign * (most - strict))
            return ir.Less(left, ir.Number(0), strict=False)
        case ir.Less(left=ir.Number(value=least), right=right, strict=strict) if _is_moved(least, right):
            slack.append(against * (least + strict))
            return ir.Less(ir.Number(0), right, strict=False)
        case ir.InRange(item=item, low=ir.Number(value=least), high=ir.Number(value=most)) if _is_moved(
            least, item
        ) and _is_moved(most, item):
            slack += against * least, sign * most
            return ir.InRange(item, ir.Number(0), ir.Number(0))
        case ir.Not(inner=inner):
            return ir.Not(_opened(inner, against, slack))
        case ir.And(parts=parts):
            return ir.And(tuple(_opened(each, sign, slack) for each in parts))
        case ir.Or(parts=parts):
            return ir.Or(tuple(_opened(each, sign, slack) for each in parts))
        case ir.ForAll(binding=binding, body=body):
            return ir.ForAll(binding, _opened(body, sign, slack))
        case ir.Exists(binding=binding, body=body):
            return ir.Exists(binding, _opened(body, sign, slack))
        case _:
            return expr


def _is_moved(bound: int, item: ir.Expr) -> bool:
    """Returns whether a bound may be moved: numbers that are compared with each other say the same of any state."""
    return abs(bound) <= MOST and not isinstance(item, ir.Number)
