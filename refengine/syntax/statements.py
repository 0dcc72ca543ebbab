"""Clauses of values and statements of scripts in the surface tree."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from typing import Literal as Lit

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import Binder, Call, Cite, Expr, Name, where
from refengine.syntax.type_expressions import TypeExpr

# ---- CLAUSES OF VALUES


@frozen
class Index:
    """`of each player`, `on each Square`."""

    word: Lit["of", "on"]
    kind: Name
    span: Span = where()


@frozen
class Seen:
    """The players who see something: `everyone`, `owner`, `nobody`, or each `name` with `condition`; `during` a phase.

    Of a parameter it may be a player that the phase is told of, too.
    """

    by: Name
    condition: Expr | None
    during: Name | None
    span: Span = where()


@frozen
class Param:
    """A parameter; `seen` may stand at one of a phase."""

    name: Name
    type: TypeExpr
    seen: Seen | None
    span: Span = where()


@frozen
class When:
    condition: Expr
    cite: Cite
    span: Span = where()


@frozen
class Exception_:  # noqa: N801 (Python has an Exception already)
    name: Name
    over: tuple[Name, ...]
    cite: Cite
    whens: tuple[When, ...]
    result: Expr
    span: Span = where()


@frozen
class Otherwise:
    """`otherwise` in place of the guards of a last case: no other case applies."""

    span: Span = where()


@frozen
class Case:
    name: Name
    cite: Cite
    whens: tuple[When, ...] | Otherwise
    result: Expr
    span: Span = where()


@frozen
class Nest:
    """A case that holds cases instead of a result: they share its guards, and decide what it would."""

    name: Name
    cite: Cite
    whens: tuple[When, ...] | Otherwise
    cases: tuple[Case | Nest, ...]
    span: Span = where()


@frozen
class Plus:
    name: Name
    cite: Cite
    whens: tuple[When, ...]
    result: Expr
    span: Span = where()


@frozen
class Single:
    result: Expr
    span: Span = where()


@frozen
class General:
    normally: Expr
    exceptions: tuple[Exception_, ...]
    span: Span = where()


@frozen
class Cases:
    cases: tuple[Case | Nest, ...]
    span: Span = where()


@frozen
class Sums:
    clauses: tuple[Plus, ...]
    span: Span = where()


ValueBody = Single | General | Cases | Sums

# ---- STATEMENTS


@frozen
class Move:
    """`move c to X`, `move c from Z to X`, each of them perhaps with `, turned K`."""

    piece: Expr
    source: Expr | None
    target: Expr
    cite: Cite
    span: Span = where()
    turned: Expr | None = None


@frozen
class MoveSeveral:
    """`move 1 Coin from supply to c`, `move n Marker(Red) from box to pile`; `thing` is a token or a piece."""

    amount: Expr
    thing: Expr
    source: Expr
    target: Expr
    cite: Cite
    span: Span = where()
    turned: Expr | None = None


@frozen
class MoveAll:
    binder: Binder
    target: Expr
    cite: Cite
    span: Span = where()
    turned: Expr | None = None


@frozen
class Assign:
    """`set X to E`, `add E to X`, `subtract E from X`, `remove E from X`."""

    op: Lit["set", "add", "subtract", "remove"]
    target: Expr
    value: Expr
    cite: Cite
    span: Span = where()


@frozen
class Let:
    """`let n = E`; `let n: T = E` names a value that `set` may change."""

    name: Name
    value: Expr
    span: Span = where()
    type: TypeExpr | None = None


@frozen
class Transfer:
    """`enter P(x)`, `go P(x)`."""

    op: Lit["enter", "go"]
    call: Call
    cite: Cite
    span: Span = where()


@frozen
class Abandon:
    """`abandon P`."""

    phase: Name
    cite: Cite
    span: Span = where()


@frozen
class Word:
    """`done`, `nothing`, `game over`."""

    op: Lit["done", "nothing", "game over"]
    cite: Cite
    span: Span = where()


@frozen
class If:
    condition: Expr
    cite: Cite
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span = where()


@frozen
class Each:
    """`each B` (the order must not matter) and, with `ordered`, `for each B`; `start` is where a round begins.

    With `pick` somebody chooses the order: each time the next of those that are left.
    """

    binder: Binder
    start: Expr | None
    body: tuple[Statement, ...]
    ordered: bool
    span: Span = where()
    pick: Pick | None = None


@frozen
class Repeat:
    """`repeat N times`; `repeat until C`; `repeat until done` when both are None."""

    times: Expr | None
    body: tuple[Statement, ...]
    span: Span = where()
    until: Expr | None = None


@frozen
class Simultaneously:
    body: tuple[Statement, ...]
    span: Span = where()


@frozen
class Branch:
    """One named case of a script; neighbouring branches form one group that covers all and does not overlap."""

    name: Name
    cite: Cite
    whens: tuple[When, ...] | Otherwise
    body: tuple[Statement, ...]
    span: Span = where()


@frozen
class Choice:
    """A parameter of an action: `c in hand of p` or `player q`."""

    name: Name
    kind: Name | None
    domain: Expr | None
    span: Span = where()


@frozen
class Bar:
    name: Name
    cite: Cite
    whens: tuple[When, ...]
    span: Span = where()


@frozen
class Action:
    name: Name
    choices: tuple[Choice, ...]
    cite: Cite
    whens: tuple[When, ...]
    bars: tuple[Bar, ...]
    weight: Expr | None
    body: tuple[Statement, ...]
    span: Span = where()


@frozen
class AskOne:
    player: Expr
    span: Span = where()


@frozen
class AskEvery:
    binder: Binder
    span: Span = where()


@frozen
class AskChance:
    span: Span = where()


@frozen
class AskTable:
    span: Span = where()


Chooser = AskOne | AskChance | AskTable
Decider = Chooser | AskEvery


@frozen
class Pick:
    """`in an order that hunter chooses`, `chosen by hunter`; `word` is the `order` or the `chosen` in it.

    An order may cite what lets somebody choose it.
    """

    word: Name
    chooser: Chooser
    cite: Cite
    span: Span = where()


@frozen
class Ask:
    decider: Decider
    if_able: bool
    actions: tuple[Action, ...]
    span: Span = where()


Statement = (
    Move | MoveSeveral | MoveAll | Assign | Let | Transfer | Abandon | Word | If | Each | Repeat | Simultaneously
    | Branch | Ask
)  # fmt: skip
