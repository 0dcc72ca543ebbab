"""Typed expressions of the IR: pure, closed but for their locals, evaluated in one state.

INVARIANT: nodes are frozen and equal by content; spans and citations (`Origin`) do not count. Every name is resolved.
`engine.emit` and `smt.encode` handle the nodes in this order, each union of nodes in one match.
"""

from __future__ import annotations

from typing import Literal as Lit

from attrs import field, frozen

from refengine.ir.domain import CELL, COUNT, TRUTH, Count, Domain, Enum, Option, Piece, Place, Range, SetOf, Spot
from refengine.source.citation import Citation
from refengine.source.span import Span


@frozen
class Origin:
    """The origin of a node in the text, which a fault or an obligation names."""

    span: Span | None
    cites: tuple[Citation, ...] = ()


def _origin() -> Origin:
    return field(eq=False, repr=False)  # type: ignore[no-any-return]


# ---- LEAVES


@frozen
class TruthLiteral:
    value: bool

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class Number:
    value: int

    @property
    def domain(self) -> Domain:
        return Range(self.value, self.value)


@frozen
class Member:
    """A member of a kind by its index (from 0). Seats too: seat 1 has index 0."""

    kind: str
    index: int

    @property
    def domain(self) -> Domain:
        return Enum(self.kind)


@frozen
class Printed:
    """A printed piece by its index among the pieces of its component."""

    component: str
    index: int

    @property
    def domain(self) -> Domain:
        return Piece(self.component)


@frozen
class Nothing:
    """The absent value of an option."""

    domain: Domain


@frozen(cache_hash=True)
class Local:
    """A parameter, a bound name, or a `let`. Unique in its value, script or property."""

    name: str
    domain: Domain


@frozen
class Configured:
    """A question, option or `player count` whose value the configuration fixes; `specialise` folds it away.

    `what` is "question", "option" or "players" (then name is "players" and the value is the number of seats).
    """

    what: Lit["question", "option", "players"]
    name: str
    domain: Domain


# ---- READING THE STATE


@frozen
class ReadVariable:
    """A state variable; `key` where it is a family."""

    name: str
    key: Expr | None
    domain: Domain


@frozen
class Contents:
    """The pieces in a zone; of a family without a key: in all its members together."""

    zone: str
    key: Expr | None
    component: str

    @property
    def domain(self) -> Domain:
        return SetOf(Piece(self.component))


@frozen
class TokensOn:
    """The number of tokens on a holder. `holder` is the kind or component that `key` ranges over."""

    token: str
    holder: str
    key: Expr

    @property
    def domain(self) -> Domain:
        return COUNT


@frozen
class Supply:
    """Limit minus what lies out."""

    token: str

    @property
    def domain(self) -> Domain:
        return COUNT


# ---- PLACES


@frozen
class PlaceAt:
    """A zone as a place; `key` exactly where it is a family."""

    zone: str
    key: Expr | None
    component: str

    @property
    def domain(self) -> Domain:
        return Place(self.component)


@frozen
class Located:
    """The member of a zone family in which the piece lies. Partial: it may lie in none of them."""

    zone: str
    piece: Expr
    component: str
    origin: Origin = _origin()

    @property
    def domain(self) -> Domain:
        return Place(self.component)


# ---- GRIDS


@frozen
class CellAt:
    """A cell by its column and row, which are numbers."""

    column: Expr
    row: Expr

    @property
    def domain(self) -> Domain:
        return CELL


@frozen
class Toward:
    """The cell that lies beside another on a side. `kind` is a ring of four: up, right, down, left."""

    of: Expr
    side: Expr
    kind: str

    @property
    def domain(self) -> Domain:
        return CELL


@frozen
class CellsBy:
    """The cells by a cell: the four beside it, or the eight around it."""

    of: Expr
    how: Lit["beside", "around"]

    @property
    def domain(self) -> SetOf:
        return SetOf(CELL)


@frozen
class CellsOf:
    """The cells of a grid in which something lies, or the empty ones beside those (its edge)."""

    zone: str
    what: Lit["taken", "edge"]

    @property
    def domain(self) -> SetOf:
        return SetOf(CELL)


@frozen
class CellOf:
    """The cell in which a piece lies. Partial: it may lie nowhere on the grid."""

    zone: str
    piece: Expr
    origin: Origin = _origin()

    @property
    def domain(self) -> Domain:
        return CELL


@frozen
class TurnAt:
    """The turn of what lies in a cell of a grid, a member of the ring of its sides; absent where nothing lies."""

    zone: str
    cell: Expr
    kind: str

    @property
    def domain(self) -> Option:
        return Option(Enum(self.kind))


# ---- PARTS OF WHAT LIES ON GRIDS


@frozen
class SpotsOf:
    """The spots on a grid; with `cells`, which is a cell or a set of them, those that are in these."""

    spot: Spot
    zone: str
    cells: Expr | None

    @property
    def domain(self) -> SetOf:
        return SetOf(self.spot)


@frozen
class SpotsTaken:
    """The spots on which something lies: the keys of a family of zones over spots."""

    spot: Spot
    zone: str

    @property
    def domain(self) -> SetOf:
        return SetOf(self.spot)


@frozen
class SpotAt:
    """The spot in a cell that is of a printed part, with a turn where the grid turns, whether it lies there or not."""

    spot: Spot
    cell: Expr
    part: Expr
    turn: Expr | None

    @property
    def domain(self) -> Domain:
        return self.spot


@frozen
class CellOfSpot:
    """The cell in which a spot is."""

    of: Expr

    @property
    def domain(self) -> Domain:
        return CELL


@frozen
class PartOfSpot:
    """The printed part that a spot is of: a member of a kind."""

    of: Expr
    kind: str

    @property
    def domain(self) -> Domain:
        return Enum(self.kind)


@frozen
class TurnOfSpot:
    """The turn with which a spot lies: a member of the ring of the grid's sides."""

    of: Expr
    kind: str

    @property
    def domain(self) -> Domain:
        return Enum(self.kind)


# ---- DATA


@frozen
class FieldOf:
    """A field of a piece, a table kind's member or a record; `key` where the field is a total map."""

    of: Expr
    field: str
    key: Expr | None
    domain: Domain


@frozen
class MakeRecord:
    record: str
    fields: tuple[Expr, ...]
    domain: Domain


@frozen
class Neighbour:
    """The next or previous member of a kind that is a ring (players are one)."""

    of: Expr
    step: Lit[1, -1]
    kind: str

    @property
    def domain(self) -> Domain:
        return Enum(self.kind)


@frozen
class Around:
    """Ring addition: the member `index(by)` places after `of`, wrapping around."""

    of: Expr
    by: Expr
    kind: str

    @property
    def domain(self) -> Domain:
        return Enum(self.kind)


@frozen
class CallValue:
    name: str
    args: tuple[Expr, ...]
    domain: Domain


@frozen
class Unwrap:
    """The value in an option. Partial: absent is a fault."""

    inner: Expr
    domain: Domain
    origin: Origin = _origin()


@frozen
class Narrow:
    """A number where a smaller range is needed. Partial: outside is a fault."""

    inner: Expr
    domain: Range | Count
    origin: Origin = _origin()


@frozen
class NonZero:
    """A number where a divisor is needed. Partial: 0 is a fault."""

    inner: Expr
    origin: Origin = _origin()

    @property
    def domain(self) -> Domain:
        return self.inner.domain


@frozen
class Among:
    """A member where one of some is needed: a token, of those that may lie there. Partial: another is a fault."""

    inner: Expr
    members: tuple[int, ...]
    origin: Origin = _origin()

    @property
    def domain(self) -> Domain:
        return self.inner.domain


# ---- NUMBERS


@frozen
class Arith:
    """`a div b` is the floor of a / b, `a mod b` the least number from 0 that differs from a by a multiple of b.

    The divisor is not 0: `NonZero` keeps it away.
    """

    op: Lit["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr
    domain: Domain


# ---- TRUTHS


@frozen
class Equal:
    """Same value. Of options: equal when both are absent."""

    left: Expr
    right: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class Less:
    """Order of numbers, or of members of one kind in their listed order; `strict` is `<`, else `<=`."""

    left: Expr
    right: Expr
    strict: bool

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class Contains:
    item: Expr
    set: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class InRange:
    item: Expr
    low: Expr
    high: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class IsEmpty:
    set: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class Not:
    inner: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class And:
    """Conjunction, evaluated from left to right; what follows a false part is not evaluated."""

    parts: tuple[Expr, ...]

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class Or:
    """Disjunction, evaluated from left to right; what follows a true part is not evaluated."""

    parts: tuple[Expr, ...]

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class If:
    condition: Expr
    then: Expr
    otherwise: Expr
    domain: Domain


# ---- SETS


@frozen
class SetLiteral:
    items: tuple[Expr, ...]
    domain: SetOf


@frozen
class AllMembers:
    """Every member of a finite domain: a kind, a range, a component (each sort of piece once)."""

    of: Enum | Range | Piece

    @property
    def domain(self) -> Domain:
        return SetOf(self.of)


@frozen
class NumbersBetween:
    """The set of whole numbers from low to high; empty when low is greater."""

    low: Expr
    high: Expr
    domain: SetOf


@frozen
class SetArith:
    """Union, difference; of zones' contents never."""

    op: Lit["union", "minus"]
    left: Expr
    right: Expr
    domain: SetOf


@frozen
class First:
    """The first member in order. Only made by the cut, of a set that is not empty."""

    set: Expr
    domain: Domain


@frozen
class Rest:
    """The members of a set but for the first. Only made by the cut."""

    set: Expr
    domain: Domain


# ---- BINDERS


@frozen
class Binding:
    """`var` over `domain`, where `condition` (TruthLiteral(True) when there is none).

    Copies that are alike are bound once for truths, `the` and `all`, and as often as they lie for counts and sums.
    """

    var: Local
    domain: Expr
    condition: Expr


@frozen
class Exists:
    """Existential quantification: some x has body."""

    binding: Binding
    body: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class ForAll:
    binding: Binding
    body: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


@frozen
class HowMany:
    """The number of bound values."""

    binding: Binding

    @property
    def domain(self) -> Domain:
        return COUNT


@frozen
class SumOf:
    term: Expr
    binding: Binding
    domain: Domain


@frozen
class Extreme:
    """Highest or lowest term. Partial: of nothing it is a fault."""

    op: Lit["highest", "lowest"]
    term: Expr
    binding: Binding
    domain: Domain
    origin: Origin = _origin()


@frozen
class Filter:
    """The set of all x with the condition."""

    binding: Binding
    domain: SetOf


@frozen
class Image:
    """The set of what a term comes to for the bound values, each once."""

    term: Expr
    binding: Binding
    domain: SetOf


@frozen
class The:
    """The only x with the condition. Partial: none (unless `otherwise`) or several is a fault."""

    binding: Binding
    otherwise: Expr | None
    domain: Domain
    origin: Origin = _origin()


@frozen
class Before:
    """The value of the inner expression in the state before the step. Only in step invariants."""

    inner: Expr

    @property
    def domain(self) -> Domain:
        return self.inner.domain


# ---- WHAT IF: ONLY IN CLAIMS


@frozen
class Under:
    """The value of the inner expression in the same state under other readings, or for another number of players.

    `readings` are (question, reading); `players` None: as many as there are.
    """

    inner: Expr
    readings: tuple[tuple[str, str], ...]
    players: int | None

    @property
    def domain(self) -> Domain:
        return self.inner.domain


@frozen
class Replacing:
    """The value in the state in which the piece `new` lies where `old` lies, and `old` lies nowhere."""

    inner: Expr
    old: Expr
    new: Expr

    @property
    def domain(self) -> Domain:
        return self.inner.domain


@frozen
class Exchanging:
    """The value in the state in which two players have changed seats, with all that is kept by player."""

    inner: Expr
    one: Expr
    other: Expr

    @property
    def domain(self) -> Domain:
        return self.inner.domain


@frozen
class Fails:
    """Whether the inner expression has no answer: working it out is a fault."""

    inner: Expr

    @property
    def domain(self) -> Domain:
        return TRUTH


# ---- CLOSED UNIONS
#
# INVARIANT: every node is in exactly one of these. An executor has a match without a default for each of them, and
# falls from one function into another only by the union that a node is in: a new node is an error of mypy in both.

Formula = Equal | Less | Contains | InRange | IsEmpty | Not | And | Or | Exists | ForAll
"""Nodes that are a truth whatever stands in them."""

Collection = Contents | SetLiteral | AllMembers | NumbersBetween | SetArith
"""Sets that are listed member by member."""

OnGrid = CellAt | Toward | CellsBy | CellsOf | CellOf | TurnAt
"""The expressions about cells, and about grids by their cells."""

OnSpots = SpotsOf | SpotsTaken | SpotAt | CellOfSpot | PartOfSpot | TurnOfSpot
"""The expressions about parts of what lies on grids."""

Aggregate = HowMany | SumOf | Extreme | Filter | Image | The
"""Binders whose value need not be a truth."""

Hypothetical = Under | Replacing | Exchanging | Fails
"""Nodes that only claims hold: no engine evaluates them."""

Term = (
    TruthLiteral | Number | Member | Printed | Nothing | Local | Configured
    | ReadVariable | TokensOn | Supply
    | PlaceAt | Located
    | OnGrid
    | OnSpots
    | FieldOf | MakeRecord | Neighbour | Around | CallValue | Unwrap | Narrow | NonZero | Among
    | Arith | If
    | Collection | First | Rest
    | Aggregate
    | Before
    | Hypothetical
)  # fmt: skip
"""Nodes whose domain depends on what they are of; a variable, an `if` or a call may be a truth too."""

Expr = Formula | Term
