"""Declarations, files and comments in the surface tree."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from attrs import field, frozen

from refengine.source.span import Span
from refengine.syntax.additions import (
    Addition,
    Module,
)
from refengine.syntax.claims import Audit, Claim, Confinement, Dependence, SmallScope
from refengine.syntax.examples import Example
from refengine.syntax.expressions import Binder, Chosen, Cite, Expr, IntLit, Name, NameRef, where
from refengine.syntax.pictures import Pictures
from refengine.syntax.printed_data import (
    Component,
    Kind,
    Part,
    Record,
    Region,
    Relation,
    Table,
    Token,
    TokenKind,
    Zone,
)
from refengine.syntax.statements import (
    Bar,
    Index,
    Param,
    Pick,
    Seen,
    Statement,
    ValueBody,
    When,
)
from refengine.syntax.type_expressions import TypeExpr


@frozen
class Game:
    name: Name
    rulebook: Name
    fewest: int
    most: int
    cite: Cite
    span: Span = where()


@frozen
class Variable:
    name: Name
    index: Index | None
    type: TypeExpr
    starts: Expr | None
    during: Name | None
    seen: Seen | None
    cite: Cite
    span: Span = where()
    under: Chosen | None = None


@frozen
class Option:
    name: Name
    type: TypeExpr
    default: Expr
    cite: Cite
    span: Span = where()


@frozen
class Reading:
    name: Name
    number: IntLit | NameRef | None
    text: str
    marks: tuple[Name, ...]
    default: bool
    span: Span = where()


@frozen
class Question:
    name: Name
    type: TypeExpr | None
    about: Cite
    cite: Cite
    text: str
    readings: tuple[Reading, ...]
    span: Span = where()


@frozen
class Edition:
    name: Name
    cite: Cite
    chosen: tuple[Chosen, ...]
    span: Span = where()


@frozen
class Law:
    name: Name
    cite: Cite
    condition: Expr
    span: Span = where()


@frozen
class LetValue:
    """`let n = E` in front of the clauses of a value."""

    name: Name
    value: Expr
    cite: Cite
    span: Span = where()


@frozen
class Value:
    """A value; one `of` a phase reads what that is told."""

    name: Name
    params: tuple[Param, ...]
    type: TypeExpr
    cite: Cite
    body: ValueBody
    span: Span = where()
    phase: Name | None = None
    lets: tuple[LetValue, ...] = ()


@frozen
class Setup:
    cite: Cite
    body: tuple[Statement, ...]
    span: Span = where()


@frozen
class Phase:
    """A phase; one of a module may stand `before` another of its base, which begins when it is done."""

    name: Name
    params: tuple[Param, ...]
    cite: Cite
    bars: tuple[Bar, ...]
    body: tuple[Statement, ...]
    span: Span = where()
    before: Name | None = None


@frozen
class Text:
    """Texts by title: entered like a phase; `by` is the title, and `mark` the word `open` that stands before `over`.

    `over` are the phases and texts that one may enter of which nobody knows what it says, in play `most` times.
    """

    name: Name
    params: tuple[Param, ...]
    by: Expr
    mark: Name
    over: tuple[Name, ...]
    most: IntLit | NameRef | None
    cite: Cite
    bars: tuple[Bar, ...]
    span: Span = where()


@frozen
class TextBody:
    """The body of a text: what is done for one title."""

    text: Name
    title: Name
    cite: Cite
    body: tuple[Statement, ...]
    span: Span = where()


@frozen
class Unbound:
    """`c.title in wanted with C`, where a name has to stand to be bound."""

    item: Expr
    domain: Expr
    condition: Expr
    span: Span = where()


@frozen
class Whenever:
    """A standing rule: of a truth, or of each thing that is bound; with `pick` somebody chooses the next of several."""

    watched: Expr | tuple[Binder | Unbound, ...]
    pick: Pick | None
    cite: Cite
    body: tuple[Statement, ...]
    span: Span = where()

    @property
    def head(self) -> Span:
        """The place of what is watched."""
        if isinstance(self.watched, tuple):
            return self.watched[0].span.to(self.watched[-1].span)
        return self.watched.span


@frozen
class Outcome:
    cite: Cite
    score: Expr
    binder: Binder
    winners: Expr
    span: Span = where()


@frozen
class During:
    """The time while a phase runs, of whose parameters some are spoken of."""

    phase: Name
    params: tuple[Name, ...]
    span: Span = where()


@frozen
class Invariant:
    """An invariant of states, or with `step` of steps; without `phases` and `during` it holds everywhere.

    `over` names printed data that may be other than it is printed.
    """

    name: Name
    step: bool
    phases: tuple[Name, ...]
    during: During | None
    over: tuple[Name, ...]
    cite: Cite
    condition: Expr
    span: Span = where()


@frozen
class Measure:
    """A measure, which falls in every step that one of `phases` decides (empty: any) where all `whens` hold.

    `during` phases it falls each time that a phase begins inside itself instead.
    """

    name: Name
    phases: tuple[Name, ...]
    during: tuple[Name, ...]
    cite: Cite
    whens: tuple[When, ...]
    terms: tuple[Expr, ...]
    span: Span = where()


Declaration = (
    Game | Module | Addition | Table | Kind | Relation | Region | Record | Component | Token | TokenKind | Zone | Part
    | Variable | Option | Question | Edition | Law | Value | Setup | Phase | Text | TextBody | Whenever | Outcome
    | Invariant | Measure | Example | Claim | Dependence | Confinement | Audit | SmallScope | Pictures
)  # fmt: skip


@frozen
class Comment:
    """A comment as written, `#` included; `whole_line` when nothing stands before it."""

    text: str
    whole_line: bool
    span: Span = where()


@frozen
class File:
    """One source file: its declarations in order, and its comments for the printer."""

    path: str
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(eq=False)
