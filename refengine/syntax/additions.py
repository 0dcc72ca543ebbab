"""The head of a module, and what it adds to declarations of its base, in the surface tree."""

# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from attrs import frozen

from refengine.source.span import Span
from refengine.syntax.expressions import Cite, Name, where
from refengine.syntax.printed_data import Copies, Field, Held
from refengine.syntax.statements import Action, Bar, Exception_, Plus, Statement


@frozen
class Module:
    """The head of a module, in place of that of a game: what it adds is added to the game `base`."""

    name: Name
    base: Name
    rulebook: Name
    span: Span = where()


@frozen
class MoreMembers:
    """`add Goat, Ewe to Animal`: members of an open kind that is listed, or what a text is open over."""

    owner: Name
    members: tuple[Name, ...]
    cite: Cite
    span: Span = where()


@frozen
class MoreTokens:
    """`add Moss limit 9 on each Stone to Counter`: tokens of an open kind of tokens."""

    owner: Name
    groups: tuple[Held, ...]
    cite: Cite
    span: Span = where()


@frozen
class MoreRows:
    """`add table goats to Animal`: rows of an open kind, or pieces of an open component, that come from a table."""

    owner: Name
    table: Name
    cite: Cite
    span: Span = where()


@frozen
class MoreCopies:
    """`add 5 alike with sort AB to Tile`: pieces of an open component, as its own line says what there are."""

    owner: Name
    copies: Copies
    cite: Cite
    span: Span = where()


@frozen
class MoreField:
    """`add wool: 0..3, default 0 to Animal`: a field of a kind or a component that is printed."""

    owner: Name
    field: Field
    cite: Cite
    span: Span = where()


@frozen
class MoreClause:
    """`except`, `plus`, `bar` and `action` with what they are added to: a value, an action, or a phase."""

    owner: Name
    clause: Exception_ | Plus | Bar | Action
    span: Span = where()


@frozen
class MoreEffects:
    """`before Shear`: what is done first whenever a phase is entered, behind its bars; `before setup` in the setup."""

    owner: Name
    cite: Cite
    body: tuple[Statement, ...]
    span: Span = where()


Addition = MoreMembers | MoreTokens | MoreRows | MoreCopies | MoreField | MoreClause | MoreEffects
