"""Goals of the rules: claims, witnesses and audits, to be proved or found, and the scopes to be explored."""

from __future__ import annotations

from typing import Literal as Lit

from attrs import frozen

from refengine.ir.control import Clause
from refengine.ir.expressions import Expr, Local


@frozen
class AnyData:
    """Printed data that may be other than it is printed: any pairs of relations, any fields of the members of kinds."""

    relations: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.relations or self.kinds)

    @property
    def words(self) -> tuple[str, ...]:
        """Returns what may be any in words: `any Title`."""
        return tuple(f"any {each}" for each in (*self.relations, *self.kinds))


PRINTED = AnyData()
"""All data as it is printed."""


@frozen
class Extent:
    """The states that a claim speaks of.

    `phase` None: every state. `reachable`: only those that a game comes to. `over` is a component whose pieces may have
    any data that its fields allow, `data` is what may be any that the marks of relations and the laws allow. `readings`
    "default": those of the configuration; "any": every complete one. `under` are readings chosen for this claim.
    `players` are (fewest, most). `params` are those of the phase; what is claimed may read them. `without` are bars
    that are left out of the rules, by name.
    """

    phase: str | None
    reachable: bool
    players: tuple[int, int]
    over: str | None
    readings: Lit["default", "any"]
    under: tuple[tuple[str, str], ...]
    assuming: tuple[Expr, ...]
    params: tuple[Local, ...]
    data: AnyData = PRINTED
    without: tuple[str, ...] = ()


@frozen
class Claim:
    """A claim that a condition holds in every state of its extent; as a `witness` in some.

    `keeping` is there for a witness in a reachable state: the search may keep to states in which it holds.
    """

    name: str
    witness: bool
    extent: Extent
    condition: Expr
    keeping: Expr | None
    clause: Clause


@frozen
class DependsOn:
    """A claim that values read nothing but these zones, variables and tokens (by name) and printed data."""

    name: str
    values: tuple[str, ...]
    sources: tuple[str, ...]
    clause: Clause


@frozen
class OnlyEnter:
    """A claim that nothing but these phases and texts enters certain others."""

    name: str
    phases: tuple[str, ...]
    entered: tuple[str, ...]
    clause: Clause


@frozen
class OnlyMove:
    """A claim that nothing but these phases and texts takes certain tokens from holders of one kind or component."""

    name: str
    phases: tuple[str, ...]
    tokens: tuple[str, ...]
    holder: str
    clause: Clause


@frozen
class OnlyMoveWorkedOut:
    """A claim that nothing but some phases takes tokens of a kind from holders, and each of them the one it works out.

    `told` are the phases and texts, each with the token that is worked out of its parameters; `of` is this in words.
    """

    name: str
    told: tuple[tuple[str, Expr], ...]
    of: str
    tokens: tuple[str, ...]
    holder: str
    clause: Clause

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases and texts."""
        return tuple(name for name, _ in self.told)


@frozen
class EnterNothing:
    """A claim that these phases and texts enter no other."""

    name: str
    phases: tuple[str, ...]
    clause: Clause


Confinement = OnlyEnter | OnlyMove | OnlyMoveWorkedOut | EnterNothing


@frozen
class AuditCase:
    clause: Clause
    guards: tuple[Expr, ...]


@frozen
class Audit:
    """A table of what may happen: cases that are all possible, do not overlap and leave nothing out.

    `shows` are expressions whose possible values are listed for each case; `counts` those of whose values together it
    is counted how many there are; `compares` those of which it is asked, for each two readings of each question,
    whether they can differ in one state.
    """

    name: str
    extent: Extent
    cases: tuple[AuditCase, ...]
    shows: tuple[Expr, ...]
    compares: tuple[Expr, ...]
    clause: Clause
    counts: tuple[Expr, ...] = ()


@frozen
class Keep:
    """A cut component: only its pieces with the condition (of `var`), and of those the first `most` (None: all)."""

    component: str
    var: Local | None
    condition: Expr | None
    most: int | None


@frozen
class SmallScope:
    """A small version of the game that is explored whole. `alike`: states that differ by seats alone count once."""

    name: str
    players: int
    keeps: tuple[Keep, ...]
    alike: bool
    clause: Clause
