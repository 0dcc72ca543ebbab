"""Effects, and scripts cut into points: what the automatic part of a game does, and where it waits.

A script (setup, a phase) is a set of points. A point runs its effects in order and leaves by its exit. The points at
which somebody decides, or to which an entered phase comes back, are resume points: their live locals are frame data.

INVARIANT: effects contain no control; every local that a point reads is bound in it, in a binding, or is among its
`params` (exactly the live ones, in order).
"""

from __future__ import annotations

from typing import Literal as Lit

from attrs import field, frozen

from refengine.ir.expressions import Binding, Expr, Local, Origin
from refengine.ir.visibility import EVERYONE, NOBODY, HeldParameter, Seen
from refengine.source.citation import Citation


def _origin() -> Origin:
    return field(eq=False, repr=False)  # type: ignore[no-any-return]


def _is_there(origin: Origin | None) -> bool:
    return origin is not None


def _owed(origin: Origin | None) -> str:
    return str(_is_there(origin))


def _maybe_origin() -> Origin | None:
    """Returns an origin of which it matters, beside the place, whether it is there."""
    return field(default=None, eq=_is_there, repr=_owed)


@frozen
class Clause:
    """A citable part: a case, exception, plus, bar, guard, action, phase, value or property.

    `path` is unique in the game: `takes.stands_alone`, `send`, `send.occupied`, `Battle`; guards are `send.when_1`.
    """

    path: str
    cites: tuple[Citation, ...]
    origin: Origin = _origin()


# ---- EFFECTS


@frozen
class MovePiece:
    """Takes the piece from source (fault: it is not there) and puts it to target (fault: no room).

    The destination is evaluated before the piece is taken. With `amount`, a natural, so many copies of the piece that
    are alike: all are taken before any is put, and none is a move of nothing. `turned` is there exactly where the
    target is on a grid that turns.
    """

    piece: Expr
    component: str
    source: Expr
    target: Expr
    origin: Origin = _origin()
    amount: Expr | None = None
    turned: Expr | None = None


@frozen
class MoveTokens:
    """`None` is the supply. Faults: too few there; the supply is a limit. A holder is (kind or component, key)."""

    token: str
    amount: Expr
    source: tuple[str, Expr] | None
    target: tuple[str, Expr] | None
    origin: Origin = _origin()


@frozen
class SetVariable:
    """Values are already narrowed to the variable's domain."""

    name: str
    key: Expr | None
    value: Expr
    origin: Origin = _origin()


@frozen
class AddNumber:
    """Adds (or with a negative amount subtracts). Additions commute, so `simultaneously` may hold several to one cell.

    Fault when the result leaves the variable's domain.
    """

    name: str
    key: Expr | None
    amount: Expr
    origin: Origin = _origin()


@frozen
class AddMember:
    """Puts an item into a set variable, or with `present` false takes it out; no fault when nothing changes."""

    name: str
    key: Expr | None
    item: Expr
    present: bool
    origin: Origin = _origin()


@frozen
class LetIn:
    """Binds a local for the rest of the point (and, if live, beyond)."""

    var: Local
    value: Expr


@frozen
class Each:
    """A loop over values that are taken before its first effect, in order.

    `ordered` false owes that order does not matter.

    Over a zone's contents copies that are alike are bound as often as they lie.
    """

    binding: Binding
    body: tuple[Effect, ...]
    ordered: bool
    origin: Origin = _origin()


@frozen
class When:
    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@frozen
class BranchCase:
    clause: Clause
    guards: tuple[Expr, ...]
    body: tuple[Effect, ...]


@frozen
class Branches:
    """Named cases: exactly one applies (two obligations); at run time none is a fault."""

    cases: tuple[BranchCase, ...]
    origin: Origin = _origin()


@frozen
class Simultaneous:
    """Every expression in it reads the state before the first effect. Two writes to one cell are a fault."""

    body: tuple[Effect, ...]
    origin: Origin = _origin()


Write = SetVariable | AddNumber | AddMember
"""Effects that change one cell of a variable."""

Change = MovePiece | MoveTokens | Write
"""Effects that change the state themselves."""

Effect = Change | LetIn | Each | When | Branches | Simultaneous

# ---- EXITS


@frozen
class Jump:
    """A jump to another point of the same script; its params are locals of the same names here."""

    point: str


@frozen
class Fork:
    condition: Expr
    then: Exit
    otherwise: Exit


@frozen
class ForkCase:
    clause: Clause
    guards: tuple[Expr, ...]
    exit: Exit


@frozen
class ForkCases:
    """Named cases whose bodies hold control. None applies: a fault."""

    cases: tuple[ForkCase, ...]
    origin: Origin = _origin()


@frozen
class Guard:
    """A condition on an action; `clause` names it for `why not`."""

    clause: Clause
    condition: Expr


@frozen
class Barred:
    """A named prohibition: when all conditions hold the action is illegal, or the phase is not to be entered."""

    clause: Clause
    conditions: tuple[Expr, ...]


@frozen
class Choice:
    """An action's parameter and the set it is drawn from; it may read the earlier parameters."""

    var: Local
    domain: Expr


@frozen
class Action:
    """`entry` is the point that runs when it is taken; `weight` is there for chance alone (None: copies count).

    `actor` is bound in guards, choices and the entry point when somebody (not chance, not the table) decides.
    """

    name: str
    clause: Clause
    choices: tuple[Choice, ...]
    guards: tuple[Guard, ...]
    bars: tuple[Barred, ...]
    weight: Expr | None
    entry: str


Decider = Lit["one", "every", "chance", "table"]
"""The sorts of who decides."""


@frozen
class Ask:
    """An exit that waits for a decision. `decider` is "one", "every", "chance" or "table".

    one: `who` is a player expression. every: `who` is a set of the players who still owe a choice, made in secret.
    `actor` is the local that stands for the deciding player (None for chance and table).
    `if_able` is the point to go on with when there is no legal action (None: no legal action is a fault).
    """

    decider: Decider
    who: Expr | None
    actor: Local | None
    actions: tuple[Action, ...]
    if_able: str | None
    origin: Origin = _origin()


@frozen
class Enter:
    """Pushes a phase; when it is done, control comes back at point `then`.

    With `looked` the standing rules were looked at just before, and the phase begins without. `owes` is the place where
    it is owed that no bar of the phase stands in the way (a fault); None where the phase has no bars, or they are among
    those of the action that begins with this.
    """

    phase: str
    args: tuple[Expr, ...]
    then: str
    looked: bool = False
    owes: Origin | None = _maybe_origin()


@frozen
class Go:
    """Replaces this frame by a phase. `owes` as where one is entered."""

    phase: str
    args: tuple[Expr, ...]
    owes: Origin | None = _maybe_origin()


@frozen
class Done:
    """Ends this frame; control goes back to the one below. With none below: a fault."""

    origin: Origin = _origin()


@frozen
class Abandon:
    """Ends the frames down to the innermost one of the phase, and that too; control goes back to the one below.

    Where the phase is not running, or there is none below: a fault.
    """

    phase: str
    origin: Origin = _origin()


@frozen
class Over:
    """The game is over."""


Leaf = Jump | Ask | Enter | Go | Done | Abandon | Over
"""Exits that are one way on."""

Exit = Fork | ForkCases | Leaf


@frozen
class Point:
    """`clause` is what the point belongs to where that is not its script: a standing rule.

    Of the `params` those are `hidden` that come of something hidden: nobody sees them in a frame, if nothing else is
    said of them.
    """

    name: str
    params: tuple[Local, ...]
    effects: tuple[Effect, ...]
    exit: Exit
    clause: Clause | None = None
    hidden: tuple[Local, ...] = ()


@frozen
class Script:
    """`name` is the phase's name, or `setup`. The first point is the start; its params are the phase's parameters.

    `kept` are those that every frame of the phase holds, since an invariant speaks of them, or who sees others hangs on
    them; like all of the IR in an order, so that the same game is pickled the same. `seen` has those parameters that
    say who sees them where a frame holds them. At the point `behind_look` a standing rule begins the phase; it has the
    phase's parameters too. The `bars` read the parameters, in the state in which the phase is entered.
    """

    name: str
    clause: Clause
    params: tuple[Local, ...]
    points: tuple[Point, ...]
    kept: tuple[Local, ...] = ()
    seen: tuple[HeldParameter, ...] = ()
    behind_look: str | None = None
    bars: tuple[Barred, ...] = ()

    def entrance(self, *, looked: bool = False) -> Point:
        """Returns the point at which the phase begins; the one behind the look where it `looked` at standing rules."""
        if not looked or self.behind_look is None:
            return self.points[0]
        return next(each for each in self.points if each.name == self.behind_look)

    def who_sees(self, local: Local, point: str) -> Seen:
        """Returns who sees what a frame holds for a local while it waits at a point."""
        said = next((each.seen for each in self.seen if each.local == local), None)
        if said is not None:
            return said
        hidden = next(each.hidden for each in self.points if each.name == point)
        return NOBODY if local in hidden else EVERYONE
