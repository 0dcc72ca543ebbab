"""Examples in the surface tree."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from typing import Literal as Lit

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import Call, Chosen, Cite, Expr, Fixed, IntLit, Name, where
from refengine.syntax.pictures import Picture


@frozen
class FactPlayers:
    number: int
    span: Span = where()


@frozen
class FactPhase:
    """`phase Actions(1) in Turn(1)`: the phase that goes on, and those that entered it, the last outermost."""

    call: Call
    inside: tuple[Call, ...]
    span: Span = where()


@frozen
class FactAny:
    """`a Card with strength 5 in deck`: a component that need not be printed; on a grid perhaps `turned`."""

    component: Name
    fixed: tuple[Fixed, ...]
    place: Expr
    span: Span = where()
    turned: Expr | None = None


@frozen
class FactExpr:
    """`Red 9 in trick of 1` puts, `wave = 2` sets, `won of 1 is empty` is checked; what is put may lie `turned`."""

    condition: Expr
    span: Span = where()
    turned: Expr | None = None


Fact = FactPlayers | FactPhase | FactAny | FactExpr


@frozen
class Given:
    facts: tuple[Fact, ...]
    span: Span = where()


@frozen
class BegunAs:
    """`as two_turns until step_1`: the position of another example, and what happens in it up to a mark, or its end."""

    example: Name
    until: Name | None
    span: Span = where()


@frozen
class Mark:
    """`at step_1`: a moment of an example that has a name."""

    name: Name
    span: Span = where()


@frozen
class WhenPhase:
    call: Call
    span: Span = where()


@frozen
class Actor:
    """A seat from 1, or `chance`, or `table`."""

    who: int | Lit["chance", "table"]
    span: Span = where()


@frozen
class Play:
    actor: Actor
    call: Call
    span: Span = where()


@frozen
class ExpectHolds:
    condition: Expr
    by: Name | None
    span: Span = where()


@frozen
class ExpectIllegal:
    actor: Actor
    call: Call
    because: Name | None
    span: Span = where()


@frozen
class ExpectLegal:
    actor: Actor
    call: Call
    span: Span = where()


@frozen
class ExpectFault:
    condition: Expr
    span: Span = where()


@frozen
class ExpectOver:
    span: Span = where()


@frozen
class ExpectChance:
    """`chance 1/6 of E`: so likely is E when chance has done; without a denominator, out of 1."""

    numerator: int
    denominator: int | None
    condition: Expr
    span: Span = where()


@frozen
class ExpectScores:
    """`scores are 12 to 7`: what each seat has scored when the game is over."""

    scores: tuple[IntLit, ...]
    span: Span = where()


@frozen
class ExpectWinners:
    """`winners are 1 and 3`: the seats that have won when the game is over; none for `nobody`."""

    winners: tuple[IntLit, ...]
    span: Span = where()


@frozen
class ExpectSeen:
    """`seen by 1: hand of 1`, and `not seen by 2: hand of 1`; `of` is a zone or a variable."""

    viewer: IntLit
    of: Expr
    negated: bool
    span: Span = where()


Expectation = (
    ExpectHolds | ExpectIllegal | ExpectLegal | ExpectFault | ExpectOver | ExpectChance | ExpectScores | ExpectWinners
    | ExpectSeen
)  # fmt: skip


@frozen
class Expect:
    expectations: tuple[Expectation, ...]
    span: Span = where()


@frozen
class Under:
    chosen: tuple[Chosen, ...]
    expects: tuple[Expect, ...]
    span: Span = where()


ExampleLine = BegunAs | Given | Picture | WhenPhase | Play | Mark | Expect | Under


@frozen
class Example:
    name: Name
    cite: Cite
    lines: tuple[ExampleLine, ...]
    span: Span = where()
