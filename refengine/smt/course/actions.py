"""Actions that are taken, the ways on from them, and the phases that start on these, as terms."""

from __future__ import annotations

from attrs import frozen

from refengine.ir import control, expressions as ir
from refengine.smt.encode.scope import TermScope
from refengine.smt.terms.stack import Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Value


@frozen(eq=False)
class Course:
    """A way to the next decision: taken where `condition` holds. An empty stack: the game is over."""

    condition: Bool
    state: State
    stack: Stack


@frozen(eq=False)
class Arrival:
    """A phase that starts on the way of a step: when it does, in which state, and what it is told."""

    condition: Bool
    state: State
    told: tuple[Value, ...]


@frozen(eq=False)
class ActionTerms:
    """An action as terms: who takes it (None for chance and the table), with what, and whether that is legal."""

    ask: control.Ask
    action: control.Action
    actor: Num | None
    arguments: tuple[Value, ...]
    legal: Bool
    scope: TermScope


def is_listed(choice: control.Choice) -> bool:
    """Returns whether a choice is one of things that are listed, so that there is surely one."""
    return isinstance(choice.domain, ir.SetLiteral) and bool(choice.domain.items)
