"""Types as they are written: `0..9`, `set of Card`, `player or nobody`."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from typing import Literal as Lit

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import IntLit, Name, NameRef, where


@frozen
class TypeName:
    """`truth`, `count`, `player`, `number`-less kinds, components, records, questions."""

    name: Name
    span: Span = where()


@frozen
class TypeOf:
    """`place of Card`."""

    name: Name
    inner: TypeExpr
    span: Span = where()


@frozen
class TypeSet:
    inner: TypeExpr
    span: Span = where()


@frozen
class TypeRange:
    low: IntLit | NameRef
    high: IntLit | NameRef
    span: Span = where()


@frozen
class TypeOption:
    inner: TypeExpr
    word: Lit["none", "nobody"]
    span: Span = where()


TypeExpr = TypeName | TypeOf | TypeSet | TypeRange | TypeOption
