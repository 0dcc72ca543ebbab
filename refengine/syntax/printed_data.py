"""Declarations of printed data in the surface tree: kinds, components and tokens, and the zones in which they lie."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import Cite, Expr, Fixed, IntLit, Name, NameRef, where
from refengine.syntax.statements import Index, Seen
from refengine.syntax.type_expressions import TypeExpr


@frozen
class Table:
    name: Name
    marks: tuple[Name, ...]
    cite: Cite
    span: Span = where()


@frozen
class Field:
    """A printed field; one that a module adds has a `default`, for what is printed without it."""

    name: Name
    index: Index | None
    type: TypeExpr
    span: Span = where()
    default: Fixed | None = None


@frozen
class Turns:
    """`turns with Side by next`: the ring with which the members of a kind turn, and the field with a quarter turn."""

    ring: Name
    by: Name
    span: Span = where()


@frozen
class Kind:
    """A kind, listed (`members`) or from a table (`table` and `fields`); `mark` is the word `open` before it.

    `rows` are the tables with the rows that a module adds.
    """

    name: Name
    members: tuple[Name, ...]
    table: Name | None
    fields: tuple[Field, ...]
    ring: bool
    cite: Cite
    span: Span = where()
    mark: Name | None = None
    rows: tuple[Name, ...] = ()
    turns: Turns | None = None


@frozen
class Relation:
    """Between the members of two kinds, or of one; its pairs stand in a table."""

    name: Name
    one: Name
    other: Name
    marks: tuple[Name, ...]
    table: Name
    cite: Cite
    span: Span = where()


@frozen
class Joins:
    """`joins s with r in D when C`: `domain` None stands for all members, `condition` None for all that are there."""

    one: Name
    other: Name
    domain: Expr | None
    condition: Expr | None
    span: Span = where()


@frozen
class Region:
    """The classes into which the members of a kind, or the pieces of a component, fall by what is joined."""

    name: Name
    of: Name
    cite: Cite
    joins: Joins
    span: Span = where()


@frozen
class Record:
    name: Name
    fields: tuple[Field, ...]
    cite: Cite
    span: Span = where()


@frozen
class Copies:
    """`one of each F and G` (number None) or `N alike of each F with G x`."""

    number: int | None
    each: tuple[Name, ...]
    fixed: tuple[Fixed, ...]
    span: Span = where()


@frozen
class Component:
    """Pieces, from a table or with their copies; `mark` and `rows` as of a kind."""

    name: Name
    table: Name | None
    fields: tuple[Field, ...]
    copies: tuple[Copies, ...]
    starts_in: Name | None
    cite: Cite
    span: Span = where()
    mark: Name | None = None
    rows: tuple[Name, ...] = ()


@frozen
class Token:
    name: Name
    holders: tuple[Name, ...]
    limit: IntLit | NameRef
    cite: Cite
    span: Span = where()


@frozen
class Limited:
    """`Coin limit 30`: a token of a kind."""

    name: Name
    limit: IntLit | NameRef
    span: Span = where()


@frozen
class Held:
    """`Coin limit 30, Seal limit 40 on each Card and on each House`: tokens that lie on the same."""

    tokens: tuple[Limited, ...]
    holders: tuple[Name, ...]
    span: Span = where()


@frozen
class TokenKind:
    """`token Counter is ...`: several tokens, and the kind whose members they are; `mark` as of a kind."""

    name: Name
    groups: tuple[Held, ...]
    cite: Cite
    span: Span = where()
    mark: Name | None = None


@frozen
class Part:
    """`part Spot is Segment of Tile on board, by sort`: the parts of what lies on a grid; `by` None: all, of each."""

    name: Name
    kind: Name
    component: Name
    zone: Name
    by: Name | None
    cite: Cite
    span: Span = where()


@frozen
class Zone:
    name: Name
    index: Index | None
    cap: IntLit | NameRef | None
    component: Name
    marks: tuple[Name, ...]
    seen: Seen | None
    cite: Cite
    span: Span = where()
    sides: Name | None = None
