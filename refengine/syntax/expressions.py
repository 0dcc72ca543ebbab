"""Words and expressions of the surface tree."""

# ruff: noqa: D101 (a node that says no more than its fields and the grammar has no docstring)
# ruff: noqa: RUF009 (`where` makes an attrs field)

from __future__ import annotations

from typing import Literal as Lit

from attrs import field, frozen

from refengine.source.citation import Citation
from refengine.source.span import Span


def where() -> Span:
    """Returns the span of a node, which equality does not look at."""
    return field(eq=False, repr=False)  # type: ignore[no-any-return]


@frozen
class Name:
    """A word of the user."""

    text: str
    span: Span = where()


Cite = tuple[Citation, ...]

# ---- EXPRESSIONS


@frozen
class IntLit:
    value: int
    span: Span = where()


@frozen
class TruthLit:
    value: bool
    span: Span = where()


@frozen
class NoneLit:
    """`none`, or `nobody` for players."""

    word: Lit["none", "nobody"]
    span: Span = where()


@frozen
class NameRef:
    name: Name
    span: Span = where()


@frozen
class Call:
    """`takes(c)`, `Card(Red, 9)`; in statements also a bare phase or action name (no arguments)."""

    name: Name
    args: tuple[Expr, ...]
    span: Span = where()


@frozen
class KeyLiteral:
    """`Red 9`: the piece with these two key values."""

    name: Name
    number: int
    span: Span = where()


@frozen
class FieldOf:
    """`c.strength`, and `t.edge(North)` of a field that is there for each of several."""

    of: Expr
    name: Name
    key: Expr | None
    span: Span = where()


@frozen
class Of:
    """`hand of p`, `Coin on c`, `next of p`; `free(g) of Attack(p, q)` where a value of a phase has `args`."""

    name: Name
    key: Expr
    word: Lit["of", "on"]
    span: Span = where()
    args: tuple[Expr, ...] = ()


@frozen
class On:
    """`c.cost on d`: a token that is worked out, on what holds it; a name there is an `Of`."""

    token: Expr
    key: Expr
    span: Span = where()


@frozen
class Bracket:
    """An expression in brackets, kept for the printer; means what is in it."""

    inner: Expr
    span: Span = where()


@frozen
class SetLit:
    items: tuple[Expr, ...]
    span: Span = where()


@frozen
class Before:
    inner: Expr
    span: Span = where()


@frozen
class UnderReading:
    """`E under final_tie is undecided`."""

    inner: Expr
    chosen: Chosen
    span: Span = where()


@frozen
class UnderPlayers:
    """`E under 2 players`."""

    inner: Expr
    players: IntLit
    span: Span = where()


@frozen
class AfterReplacing:
    """`E after d replaces c`."""

    inner: Expr
    new: Expr
    old: Expr
    span: Span = where()


@frozen
class AfterExchange:
    """`E after exchange of p and q`."""

    inner: Expr
    one: Expr
    other: Expr
    span: Span = where()


@frozen
class Negative:
    inner: Expr
    span: Span = where()


@frozen
class Arith:
    op: Lit["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr
    span: Span = where()


@frozen
class RangeLit:
    low: Expr
    high: Expr
    span: Span = where()


@frozen
class Compare:
    """Orders and equalities; `is` and `is not` compare like `=` and `!=`, and the printer keeps the word."""

    op: Lit["=", "!=", "<", "<=", ">", ">=", "is", "is not"]
    left: Expr
    right: Expr
    span: Span = where()


@frozen
class Member:
    item: Expr
    domain: Expr
    negated: bool
    span: Span = where()


@frozen
class IsEmpty:
    inner: Expr
    negated: bool
    span: Span = where()


@frozen
class Reaches:
    """`f reaches g by border`: g is f, or can be come to from f along the relation."""

    one: Expr
    other: Expr
    relation: Name
    span: Span = where()


@frozen
class IsRunning:
    """`Cleanse(c) is running`: the phase was entered with these arguments, or any if there are none, and not left."""

    phase: Expr
    negated: bool
    span: Span = where()


@frozen
class TimesRunning:
    """`number of times Cleanse(c) is running`."""

    call: Call
    span: Span = where()


@frozen
class IsFault:
    """`E is a fault`: working it out has no answer."""

    inner: Expr
    negated: bool
    span: Span = where()


@frozen
class Not:
    inner: Expr
    span: Span = where()


@frozen
class And:
    left: Expr
    right: Expr
    span: Span = where()


@frozen
class Or:
    left: Expr
    right: Expr
    span: Span = where()


@frozen
class Implies:
    left: Expr
    right: Expr
    span: Span = where()


@frozen
class IfElse:
    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span = where()


@frozen
class Binder:
    """`player p with C` (kind is set, domain None) or `c in duel with C` (kind None, domain set), or with `other`."""

    name: Name
    kind: Name | None
    domain: Expr | None
    condition: Expr | None
    span: Span = where()
    other: bool = False


@frozen
class Quantified:
    """A quantifier; with `,` for a `word` its body is one too: `every player p, some c in hand of p has c.is_red`."""

    quantifier: Lit["every", "some", "no", "exactly", "at most", "at least"]
    many: int | None
    binder: Binder
    body: Expr
    word: Lit["has", "have", ","]
    span: Span = where()


@frozen
class The:
    binder: Binder
    otherwise: Expr | None
    span: Span = where()


@frozen
class AllOf:
    """`all B`, `all E for B`."""

    binder: Binder
    term: Expr | None
    span: Span = where()


@frozen
class NumberOf:
    binder: Binder
    span: Span = where()


@frozen
class Fold:
    """`sum of E for B`, `highest of E for B`, `lowest of E for B`."""

    op: Lit["sum", "highest", "lowest"]
    term: Expr
    binder: Binder
    span: Span = where()


@frozen
class CellLit:
    """`(2, -1)`: a cell by its column and row."""

    column: Expr
    row: Expr
    span: Span = where()


@frozen
class Toward:
    """`c toward s`: the cell beside another on a side."""

    cell: Expr
    side: Expr
    span: Span = where()


@frozen
class Turned:
    """`x turned k`: what something becomes when the first side comes to another."""

    of: Expr
    by: Expr
    span: Span = where()


@frozen
class TurnedBack:
    """`x turned back k`: what becomes something when the first side comes to another."""

    of: Expr
    by: Expr
    span: Span = where()


Expr = (
    IntLit | TruthLit | NoneLit | NameRef | Call | KeyLiteral | FieldOf | Of | On | Bracket | SetLit | Before
    | UnderReading | UnderPlayers | AfterReplacing | AfterExchange | Negative | Arith | RangeLit | Compare | Member
    | IsEmpty | Reaches | IsRunning | TimesRunning | IsFault | Not | And | Or | Implies | IfElse | Quantified | The
    | AllOf | NumberOf | Fold | CellLit | Toward | Turned | TurnedBack
)  # fmt: skip

# ---- PAIRS


@frozen
class Fixed:
    """`role Follower`, `resistance 5`, `trees {Oak, Elm}` after `with`; what is no number goes by its word."""

    name: Name
    value: Name | int | tuple[Name | int, ...]
    span: Span = where()


@frozen
class Chosen:
    """A reading of a question: `final_tie is undecided`."""

    question: Name
    reading: Name
    span: Span = where()
