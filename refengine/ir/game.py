"""The declarations of a game in the IR, and the game itself: one closed, typed value.

INVARIANT: values stand in definition order (a value calls only earlier ones). Names are unique per sort of declaration.
"""

from __future__ import annotations

import hashlib
from functools import cached_property

from attrs import field, frozen

from refengine.ir.claims import PRINTED, AnyData, Audit, Claim, Confinement, DependsOn, SmallScope
from refengine.ir.control import Clause, Script
from refengine.ir.domain import Domain
from refengine.ir.expressions import Binding, CallValue, Expr, Local, Origin
from refengine.ir.lines import Line
from refengine.ir.open_cells import PutOpen
from refengine.ir.phase_counters import PhaseCounter
from refengine.ir.text import Text
from refengine.ir.value_bytes import value_as_bytes
from refengine.ir.visibility import Seen

Datum = bool | int | str | None | tuple["Datum", ...]
"""Printed data: a number, a truth, a member (its name), nothing, or a total map as a tuple in the order of its kind."""

# ---- DATA


@frozen
class Field:
    """`index` is the kind whose members key a total map, or None."""

    name: str
    domain: Domain
    index: str | None


@frozen
class Kind:
    """`rows` (one tuple of field data per member) are there for a kind from a table, and for one with relations."""

    name: str
    members: tuple[str, ...]
    ring: bool
    fields: tuple[Field, ...]
    rows: tuple[tuple[Datum, ...], ...]
    clause: Clause


@frozen
class Relation:
    """A relation between the members of two kinds, printed in a table.

    The pairs are kept in the kind `one`, as a total map over `other`: its field `holds`. Of a kind with itself another
    one, `reaches`, says what can be come to along the pairs; every member reaches itself.
    """

    name: str
    one: str
    other: str
    symmetric: bool
    irreflexive: bool
    table: str
    clause: Clause

    @property
    def holds(self) -> str:
        """The name of the field with the pairs."""
        return f"{self.name}: holds"

    @property
    def reaches(self) -> str | None:
        """The name of the field that says what is reached; None between two kinds."""
        return f"{self.name}: reaches" if self.one == self.other else None


@frozen
class Record:
    name: str
    fields: tuple[Field, ...]
    clause: Clause


@frozen
class PieceRow:
    """One sort of piece: its name (unique in the game), its field data, how many copies are printed."""

    name: str
    data: tuple[Datum, ...]
    copies: int


@frozen
class Component:
    """`key_fields` make a literal such as `Hearts 9`. `starts_in` is a zone; the default is the component's box."""

    name: str
    fields: tuple[Field, ...]
    key_fields: tuple[str, ...]
    pieces: tuple[PieceRow, ...]
    starts_in: str
    table: str | None
    clause: Clause


@frozen
class Table:
    """`makes` are the kinds, components and relations with data from the table."""

    name: str
    reconstructed: bool
    clause: Clause
    makes: tuple[str, ...] = ()


@frozen
class Token:
    """`holders` are kinds or components."""

    name: str
    holders: tuple[str, ...]
    limit: Expr
    clause: Clause


@frozen
class Zone:
    """`index` is a kind or component name (a family) or None. `cap` None: no limit. A box is a zone nobody declared.

    A grid is a family over cells with `sides`, a ring of four. It holds at most one piece a cell, perhaps `turned`.
    What has the name of a part as its index is a family over spots: each member is there while the piece lies.
    """

    name: str
    index: str | None
    component: str
    cap: Expr | None
    shuffled: bool
    ordered: bool
    seen: Seen
    clause: Clause
    sides: str | None = None
    turned: bool = False


@frozen
class Part:
    """The parts of what lies on a grid: `kind` has a row for each that is printed on a piece of `component`.

    Both have the field `by`, of one kind: a piece has the parts whose field says what its own says. Where it is None,
    each piece has all of them.
    """

    name: str
    kind: str
    component: str
    zone: str
    by: str | None
    clause: Clause


@frozen
class Variable:
    """`during` is a phase; while it is not on the stack the variable is what it starts as.

    `under` is a question with a reading: under the others there is no such variable.
    """

    name: str
    index: str | None
    domain: Domain
    starts: Expr
    seen: Seen
    clause: Clause
    during: str | None = None
    under: tuple[str, str] | None = None


@frozen
class Option:
    name: str
    domain: Domain
    default: Expr
    clause: Clause


@frozen
class Reading:
    name: str
    text: str
    value: Expr
    statuses: tuple[str, ...]
    default: bool
    incomplete: bool


@frozen
class Question:
    """`domain` is Enum(name) of its own readings, or the range that its readings give values in."""

    name: str
    text: str
    about: tuple[str, ...]
    domain: Domain
    readings: tuple[Reading, ...]
    clause: Clause


@frozen
class Edition:
    name: str
    readings: tuple[tuple[str, str], ...]
    clause: Clause


# ---- VALUES


@frozen
class Single:
    result: Expr


@frozen
class Exceptional:
    """`over` holds the names of the exceptions of the same value that this one beats."""

    clause: Clause
    over: tuple[str, ...]
    guards: tuple[Expr, ...]
    result: Expr


@frozen
class General:
    """An exception is looked at first. Several that apply must agree, unless one stands `over` the other."""

    clause: Clause
    normally: Expr
    exceptions: tuple[Exceptional, ...]


@frozen
class Case:
    clause: Clause
    guards: tuple[Expr, ...]
    result: Expr


@frozen
class Cases:
    """A body of named cases, of which exactly one applies."""

    cases: tuple[Case, ...]


@frozen
class Sums:
    """The results of all clauses that apply, added up."""

    clauses: tuple[Case, ...]


@frozen
class Joined:
    """The class of `start` in the smallest equivalence that holds each member with all that `joins` lists for it.

    `joins` is asked of each that `binding` binds, which is everything that may be joined. It is owed that what it lists
    lists that in turn, unless this is `evident`: by what the rules say, or by a law of the printed data.
    """

    start: Local
    binding: Binding
    joins: CallValue
    evident: bool


Body = Single | General | Cases | Sums | Joined


@frozen
class Value:
    """`origin` of a fault (no case applies, two exceptions clash) is the clause's.

    A let is worked out for the clauses of another value, its `owner`, and has the same parameters.
    """

    name: str
    params: tuple[Local, ...]
    domain: Domain
    body: Body
    clause: Clause
    owner: str = ""


# ---- PROPERTIES


@frozen
class Outcome:
    """`score` over `player` bound to each seat; `winners` is a set of players."""

    player: Local
    score: Expr
    winners: Expr
    clause: Clause


@frozen
class During:
    """The time while `phase` runs; `params` are those parameters that are read, and that each of its frames holds."""

    phase: str
    params: tuple[Local, ...]


@frozen
class Invariant:
    """An invariant of states, or with `step` of steps: everywhere, where one of `phases` decides, or `during` a phase.

    A step invariant is about steps that are taken there. It is said of games with any `data` that the laws allow.
    """

    name: str
    step: bool
    phases: tuple[str, ...]
    condition: Expr
    clause: Clause
    during: During | None = None
    data: AnyData = PRINTED


@frozen
class Measure:
    """Falls, in lexical order, in every step that one of `phases` decides (empty: any), if `guards` hold before it."""

    name: str
    phases: tuple[str, ...]
    guards: tuple[Expr, ...]
    terms: tuple[Expr, ...]
    clause: Clause


@frozen
class Nesting:
    """A measure of chains: while one of `during` runs it falls, in lexical order, where a phase begins inside itself.

    So it is under readings and options under which all `guards` hold. Each of the `terms` reads what is running or the
    rest of the state, not both; those of the state never rise meanwhile. No two of the `texts` enter each other in a
    ring.
    """

    name: str
    during: tuple[str, ...]
    guards: tuple[Expr, ...]
    terms: tuple[Expr, ...]
    texts: tuple[str, ...]
    clause: Clause


@frozen
class Law:
    name: str
    condition: Expr
    clause: Clause


# ---- EXAMPLES


@frozen
class NewPiece:
    """A piece that need not be printed: name of the component and its field data."""

    component: str
    data: tuple[Datum, ...]
    name: str


@frozen
class PutPiece:
    """`piece` is a NewPiece, or an expression of a printed piece; `place` an expression of a place.

    They are worked out as if nothing had been given. `turned` is there exactly on a grid that turns.
    """

    piece: Expr | NewPiece
    place: Expr
    turned: Expr | None = None


@frozen
class PutVariable:
    name: str
    key: Expr | None
    value: Expr


@frozen
class PutTokens:
    token: str
    holder: str
    key: Expr
    amount: Expr


@frozen
class Entered:
    """A phase that waits below another one, with what it was told: when that is done it goes on at point `then`."""

    phase: str
    args: tuple[Expr, ...]
    then: str


@frozen
class PutPhase:
    """Control stands at the start of this phase. Those that wait for it are `inside`, the innermost first."""

    phase: str
    args: tuple[Expr, ...]
    inside: tuple[Entered, ...] = ()


@frozen
class MustHold:
    """A given fact that is only checked (`won of 1 is empty`)."""

    condition: Expr
    origin: Origin = field(factory=lambda: Origin(None), eq=False, repr=False)


Given = PutPiece | PutOpen | PutVariable | PutTokens | PutPhase | MustHold


@frozen
class Example:
    """`players` is the number of seats; `from_position` false: from the start of the game.

    `position` is the head of the example in which `players` and `given` are said, None where it is this one. Lines that
    are `Taken` stand before all others. It is decided, with all that happens in it, under its `readings` and `options`,
    which are as `Configuration` has them.
    """

    name: str
    players: int
    from_position: bool
    given: tuple[Given, ...]
    lines: tuple[Line, ...]
    clause: Clause
    position: Clause | None = None
    readings: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()


# ---- THE GAME


@frozen
class Game:
    """Everything that was declared. `players` is (fewest, most); after `specialise` both are the same."""

    name: str
    players: tuple[int, int]
    kinds: tuple[Kind, ...]
    records: tuple[Record, ...]
    tables: tuple[Table, ...]
    components: tuple[Component, ...]
    tokens: tuple[Token, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    options: tuple[Option, ...]
    questions: tuple[Question, ...]
    editions: tuple[Edition, ...]
    laws: tuple[Law, ...]
    values: tuple[Value, ...]
    setup: Script
    phases: tuple[Script, ...]
    outcome: Outcome | None
    invariants: tuple[Invariant, ...]
    measures: tuple[Measure, ...]
    examples: tuple[Example, ...]
    claims: tuple[Claim, ...]
    dependences: tuple[DependsOn, ...]
    confinements: tuple[Confinement, ...]
    audits: tuple[Audit, ...]
    scopes: tuple[SmallScope, ...]
    clause: Clause
    relations: tuple[Relation, ...] = ()
    texts: tuple[Text, ...] = ()
    counted: tuple[PhaseCounter, ...] = ()
    parts: tuple[Part, ...] = ()
    nestings: tuple[Nesting, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A hash of everything that the game says, places included: two with one hash are the same game."""
        return hashlib.sha256(value_as_bytes(self)).hexdigest()
