"""The middle language: what a program does to numbers and to bytes, without a word of the rules.

There are two types: i64 for what the rules speak of (numbers, members, pieces, places, sets as masks), and i32 for
truths and addresses. An expression may hold statements (`Do`), so that each rule stays where it stands.

INVARIANT: nodes are frozen; an expression that stands twice in a program is worked out twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Final, Literal, get_args

from attrs import fields, frozen

Type = Literal["i32", "i64"]
Width = Literal[1, 2, 4, 8]
Operator = Literal["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]


@frozen
class Local:
    """A local of one function, parameters included; its name is unique in the function."""

    name: str
    type: Type


@frozen
class Global:
    """A variable of the program that is no part of a state."""

    name: str
    type: Type


# ---- EXPRESSIONS


@frozen
class Number:
    """A number of the rules (i64)."""

    value: int


@frozen
class Address:
    """A number that is known beforehand, of type i32: an address, or a truth."""

    value: int


@frozen
class Get:
    """The content of a local or a global."""

    of: Local | Global


@frozen
class Load:
    """The number in the bytes at an address (i64), least byte first."""

    address: Expression
    offset: int
    width: Width
    signed: bool = False


@frozen
class Binary:
    """Arithmetic on i64, without a look at overflow; `>>` fills with zeros, `/` and `%` go towards zero."""

    op: Operator
    left: Expression
    right: Expression


@frozen
class Unary:
    """The number of ones, or of zeros below the lowest one, of an i64."""

    op: Literal["ones", "lowest"]
    inner: Expression


@frozen
class Compare:
    """A comparison of two i64 (i32); `<u` and `>u` are of numbers without a sign."""

    op: Literal["==", "!=", "<", "<=", ">", ">=", "<u", ">u"]
    left: Expression
    right: Expression


@frozen
class Plus:
    """The sum of two i32."""

    left: Expression
    right: Expression


@frozen
class Minus:
    """The difference of two i32."""

    left: Expression
    right: Expression


@frozen
class Times:
    """The product of two i32."""

    left: Expression
    right: Expression


@frozen
class SameAddress:
    """Whether two i32 are the same."""

    left: Expression
    right: Expression


@frozen
class Widened:
    """An i32 as an i64, without a sign."""

    inner: Expression


@frozen
class Shortened:
    """The lower half of an i64, as an i32."""

    inner: Expression


@frozen
class Both:
    """Conjunction of truths; the right one is not worked out where the left one is false."""

    left: Expression
    right: Expression


@frozen
class Either:
    """Disjunction of truths; the right one is not worked out where the left one is true."""

    left: Expression
    right: Expression


@frozen
class Negated:
    """The contrary of a truth."""

    inner: Expression


@frozen
class Choose:
    """One of two, of which only the chosen one is worked out."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type


@frozen
class Call:
    """The result of a function of the program."""

    function: str
    args: tuple[Expression, ...]
    type: Type | None


@frozen
class Do:
    """A value, after some statements."""

    body: tuple[Statement, ...]
    result: Expression


Expression = (
    Number | Address | Get | Load | Binary | Unary | Compare | Plus | Minus | Times | SameAddress | Widened | Shortened
    | Both | Either | Negated | Choose | Call | Do
)  # fmt: skip

# ---- STATEMENTS


@frozen
class Assign:
    """Gives a local or a global another value."""

    to: Local | Global
    value: Expression


@frozen
class Store:
    """Writes the lowest bytes of an i64 at an address."""

    address: Expression
    offset: int
    width: Width
    value: Expression


@frozen
class When:
    """Statements under a condition, and others where it does not hold."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@frozen
class While:
    """Statements as long as a condition holds."""

    condition: Expression
    body: tuple[Statement, ...]


@frozen
class Switch:
    """The statements of the case with this number (i32, from 0); `otherwise` of none."""

    number: Expression
    cases: tuple[tuple[Statement, ...], ...]
    otherwise: tuple[Statement, ...]


@frozen
class Return:
    """The end of a function; a function with a result returns on every way."""

    value: Expression | None


@frozen
class Trap:
    """The end of everything: a fault of the rules, or something that does not fit; `site` says where."""

    site: int


@frozen
class Run:
    """A call whose result nobody wants."""

    call: Call


@frozen
class Copy:
    """Copies so many bytes (i32)."""

    target: Expression
    source: Expression
    size: Expression


@frozen
class Clear:
    """Sets so many bytes (i32) to zero."""

    target: Expression
    size: Expression


Statement = Assign | Store | When | While | Switch | Return | Trap | Run | Copy | Clear
Body = tuple[Statement, ...]

# ---- PROGRAMS


@frozen
class Function:
    """A function; `exported` ones are called from outside by their name.

    One that is `inlined` stands where it is called: it returns at its end alone, and never calls itself. Parameters
    that are `known` are the same numbers at all calls, and are never written. A `rare` one is called so seldom that
    it never stands where it is called: what lies in registers there would make room for it.
    """

    name: str
    params: tuple[Local, ...]
    result: Type | None
    body: tuple[Statement, ...]
    exported: bool = False
    inlined: bool = False
    known: tuple[tuple[Local, Number | Address], ...] = ()
    rare: bool = False


@frozen
class Program:
    """Functions, globals with what they begin as, bytes that lie in memory from the start, and how large that is.

    The function `start`, if there is one, runs before anything is called from outside.
    """

    functions: tuple[Function, ...]
    variables: tuple[tuple[Global, int], ...]
    data: tuple[tuple[int, bytes], ...]
    memory: int
    start: str | None = None


def type_of(expression: Expression) -> Type | None:
    """Returns the type of an expression; None of a call without a result."""
    match expression:
        case Number() | Load() | Binary() | Unary() | Widened():
            return "i64"
        case Address() | Compare() | Plus() | Minus() | Times() | SameAddress():
            return "i32"
        case Shortened() | Both() | Either() | Negated():
            return "i32"
        case Get(of=of):
            return of.type
        case Choose(type=type_) | Call(type=type_):
            return type_
        case Do(result=result):
            return type_of(result)


def _parts(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if not str(each.type).startswith(NO_NODES))


NO_NODES: Final = ("str", "int", "bool", "Type", "Width", "Operator", "Literal")
"""The types of the parts of nodes that are no nodes, and hold none."""

KINDS: Final = (Local, Global, *get_args(Expression), *get_args(Statement), Function, Program)
SEVERAL: Final = {kind: attrgetter(*_parts(kind)) for kind in KINDS if len(_parts(kind)) > 1}
SINGLE: Final = {kind: attrgetter(*_parts(kind)) for kind in KINDS if len(_parts(kind)) == 1}
"""The parts of each kind of node that are nodes, or hold some; most of a walk's time would be spent on others."""

LEAVES: Final = frozenset(kind for kind in KINDS if not _parts(kind))


def walk(node: object) -> Iterator[object]:
    """Yields a node, or nodes, and all below."""
    agenda: list[object] = [node]
    while agenda:
        each = agenda.pop()
        kind = type(each)
        if kind is tuple:
            agenda += each  # type: ignore[arg-type]
        elif kind in SEVERAL:
            yield each
            agenda += SEVERAL[kind](each)
        elif kind in SINGLE:
            yield each
            agenda.append(SINGLE[kind](each))
        elif kind in LEAVES:
            yield each
