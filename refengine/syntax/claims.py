"""Goals in the surface tree: claims, witnesses, dependences, confinements and audits, and scopes to be explored."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from typing import Literal as Lit

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import Call, Chosen, Cite, Expr, IntLit, Name, where
from refengine.syntax.statements import When


@frozen
class Phrase:
    """Fixed words that say all they have to say by being there."""

    span: Span = where()


@frozen
class States:
    """`in every Battle of 2..4 players over any City and any border`.

    Without a phase: every state, or every `reachable` one.
    """

    quantifier: Lit["every", "some"]
    phase: Name | None
    reachable: bool
    fewest: int
    most: int
    over: tuple[Name, ...]
    span: Span = where()


@frozen
class Claim:
    """A claim, or with `witness` a state to be shown; only a witness can have `keeping`.

    `without` are the bars that are left out of the rules; `any_readings` is `under any readings`; `under` are readings
    chosen for all of it.
    """

    name: Name
    witness: bool
    cite: Cite
    states: States | None
    without: tuple[Name, ...]
    any_readings: Phrase | None
    under: tuple[Chosen, ...]
    assuming: tuple[Expr, ...]
    condition: Expr
    keeping: Expr | None
    span: Span = where()


@frozen
class Dependence:
    """A claim that values `depend only on` some zones, variables and tokens."""

    name: Name
    cite: Cite
    values: tuple[Name, ...]
    word: Lit["depend", "depends"]
    sources: tuple[Name, ...]
    span: Span = where()


@frozen
class Confinement:
    """A claim of what phases may do: `only A, B enter C`, `only A, B move T from H`, `A enters nothing`.

    In `only A, B move own(p) from H` the token is worked out of what each phase is told.
    """

    name: Name
    cite: Cite
    phases: tuple[Name, ...]
    word: Lit["enter", "enters", "move"]
    others: tuple[Name, ...]
    """The phases and texts that are entered, or the tokens that are moved; `nothing` is none."""
    holder: Name | None
    worked_out: Call | None
    span: Span = where()


@frozen
class AuditCase:
    name: Name
    cite: Cite
    whens: tuple[When, ...]
    span: Span = where()


@frozen
class Audit:
    name: Name
    cite: Cite
    states: States | None
    any_readings: Phrase | None
    under: tuple[Chosen, ...]
    assuming: tuple[Expr, ...]
    cases: tuple[AuditCase, ...]
    shows: tuple[Expr, ...]
    compares: tuple[Expr, ...]
    counts: tuple[Expr, ...]
    span: Span = where()


@frozen
class Keep:
    """`at most 6 City`, `City t with C`, or both; `most` None: all that have the condition."""

    most: IntLit | None
    component: Name
    name: Name | None
    condition: Expr | None
    span: Span = where()


@frozen
class SmallScope:
    name: Name
    cite: Cite
    players: IntLit
    keeps: tuple[Keep, ...]
    alike: Phrase | None
    span: Span = where()
