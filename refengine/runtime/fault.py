"""Failures at a table: faults of the rules, actions that are not legal, data that are no position.

Every fault names the clause in which it happened, and so what the rules say there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

NO_CASE = "E0501"
CLASH = "E0502"
OVERLAP = "E0503"
"""The code of overlapping cases, sought by explaining builds only: the plain one takes the first that applies."""
NOTHING_BELOW = "E0515"
NOT_RUNNING = "E0517"


@frozen
class Clause:
    """A citable part of the rules: its path, what it rests on, and where it is written (file, start, end)."""

    path: str
    cites: tuple[str, ...]
    span: tuple[str, int, int] | None = None


class Fault(Exception):  # noqa: N818 - a fault is a thing of the rules; an error would be ours
    """The rules do not say how to go on: an obligation of theirs is broken.

    It is `overlooked` by a plain build where it lies in what only an explaining one asks: whether another clause
    applies behind the one that decides (E0502, E0503, or a condition there that breaks off).
    """

    def __init__(self, code: str, message: str, clause: Clause, *, overlooked: bool = False) -> None:
        cited = f" (per {', '.join(clause.cites)})" if clause.cites else ""
        super().__init__(f"{code}: {message} in `{clause.path}`{cited}")
        self.code = code
        self.message = message
        self.clause = clause
        self.overlooked = overlooked or code in {CLASH, OVERLAP}

    def __reduce__(self) -> tuple[Callable[..., Fault], tuple[str, str, Clause, bool]]:
        """A fault is sent to another process by what it was made of."""
        return _fault, (self.code, self.message, self.clause, self.overlooked)

    @property
    def path(self) -> str:
        """The path of the clause."""
        return self.clause.path

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations on which the clause rests."""
        return self.clause.cites

    @property
    def span(self) -> tuple[str, int, int] | None:
        """The place at which the clause is written: path, start and end."""
        return self.clause.span


def _fault(code: str, message: str, clause: Clause, overlooked: bool) -> Fault:  # noqa: FBT001 - as it is sent
    return Fault(code, message, clause, overlooked=overlooked)


@frozen
class Failed:
    """A reason for which an action is not legal: the clause, and how it stands in the way."""

    clause: Clause
    kind: str
    """`guard`, `bar`, `choice` (an argument is not in the set it is drawn from) or `turn` (somebody else decides)."""
    hidden: bool = False
    """Whether it hangs on what its player may not see, so that it is not told to them (`Game.why_not`)."""


class IllegalAction(Exception):  # noqa: N818 - named by the interface
    """An action that the rules do not allow here, with every guard that failed and every bar that forbids it."""

    code = "E0701"

    def __init__(self, action: str, failed: Iterable[Failed]) -> None:
        self.action = action
        self.failed = tuple(failed)
        reasons = "; ".join(_reason(each) for each in self.failed)
        super().__init__(f"`{action}` is not legal: {reasons or 'it is not offered here'}")

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, tuple[Failed, ...]]]:
        """It is sent to another process by what it was made of."""
        return type(self), (self.action, self.failed)

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the clauses in its way."""
        return tuple(each.clause.path for each in self.failed)

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations on which those clauses rest, each once."""
        return tuple(dict.fromkeys(cite for each in self.failed for cite in each.clause.cites))


def _reason(failed: Failed) -> str:
    said = {
        "guard": "a condition fails",
        "bar": "it is barred",
        "choice": "an argument is not on offer",
        "turn": "somebody else decides",
    }[failed.kind]
    cited = f", per {', '.join(failed.clause.cites)}" if failed.clause.cites else ""
    return f"{said} (`{failed.clause.path}`{cited})"


class BadData(Exception):  # noqa: N818 - as Fault
    """Data from outside that are no position, state or action of this game."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(f"{code}: {message}" + (f" ({hint})" if hint else ""))
        self.code = code
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[type[BadData], tuple[str, str, str | None]]:
        """It is sent to another process by what it was made of."""
        return type(self), (self.code, self.message, self.hint)


# ---- VALUES


def no_case(clause: Clause) -> Fault:
    """Returns the fault of a decision list of which no case applies."""
    return Fault(NO_CASE, "no case applies", clause)


def clash(clause: Clause, paths: Iterable[str]) -> Fault:
    """Exceptions apply that do not agree, and none stands over the other."""
    return Fault(CLASH, f"exceptions clash: {_listed(paths)}", clause)


def overlap(clause: Clause, paths: Iterable[str]) -> Fault:
    """More than one case applies."""
    return Fault(OVERLAP, f"several cases apply: {_listed(paths)}", clause)


def none_found(clause: Clause) -> Fault:
    """`the` finds nothing."""
    return Fault("E0504", "`the` finds nothing", clause)


def several_found(clause: Clause) -> Fault:
    """`the` finds more than one."""
    return Fault("E0505", "`the` finds more than one", clause)


def out_of_range(clause: Clause, number: int, low: int, high: int | None) -> Fault:
    """A number leaves its range."""
    domain = f"{low}.." if high is None else f"{low}..{high}"
    return Fault("E0506", f"{number} leaves the range {domain}", clause)


def divided_by_zero(clause: Clause) -> Fault:
    """The right side of `div` or `mod` is 0."""
    return Fault("E0519", "something is divided by 0", clause)


def absent(clause: Clause) -> Fault:
    """Returns the fault of a question about something that is absent."""
    return Fault("E0507", "something is asked of what is absent", clause)


def of_nothing(clause: Clause) -> Fault:
    """The highest or lowest of nothing."""
    return Fault("E0508", "the highest or lowest of nothing is asked for", clause)


def lies_nowhere(clause: Clause, piece: object) -> Fault:
    """A piece lies in none of the zones in which it is looked for."""
    return Fault("E0509", f"`{piece}` lies in none of the zones", clause)


def joined_one_way(clause: Clause) -> Fault:
    """Something is joined with what is not joined with it."""
    return Fault("E0532", "something is joined one way only", clause)


# ---- EFFECTS


def not_there(clause: Clause, piece: object) -> Fault:
    """A piece is to be taken from where it is not."""
    return Fault("E0510", f"`{piece}` is not there", clause)


def no_room(clause: Clause, piece: object) -> Fault:
    """A piece is to be put where there is no room."""
    return Fault("E0511", f"there is no room for `{piece}`", clause)


def no_such_spot(clause: Clause, spot: str) -> Fault:
    """A piece is to be put on a part of what does not lie there."""
    return Fault("E0533", f"there is no `{spot}` to put something on", clause)


def tokens_missing(clause: Clause, token: str) -> Fault:
    """There are fewer tokens than are to be moved."""
    return Fault("E0512", f"there are too few `{token}`", clause)


def never_lies(clause: Clause, token: str) -> Fault:
    """A token is asked for, or moved, where its kind may lie and it may not."""
    return Fault("E0531", f"`{token}` never lies there", clause)


def two_writes(clause: Clause, cell: str) -> Fault:
    """Simultaneous effects write one thing twice."""
    return Fault("E0513", f"`{cell}` is written twice at once", clause)


# ---- CONTROL


def no_action(clause: Clause) -> Fault:
    """Somebody is to decide, and has nothing to choose from."""
    return Fault("E0514", "there is no legal action", clause)


def nothing_below(clause: Clause) -> Fault:
    """A phase ends that nobody entered."""
    return Fault(NOTHING_BELOW, "the phase is done, and nothing entered it", clause)


def not_running(clause: Clause, phase: str) -> Fault:
    """A phase is abandoned that is not running, or that nobody entered."""
    return Fault(NOT_RUNNING, f"`{phase}` is abandoned, and no phase waits for it", clause)


def barred(clause: Clause, phase: str, bar: str) -> Fault:
    """A phase is entered while one of its bars stands in the way."""
    return Fault("E0530", f"`{phase}` is entered, and `{bar}` stands in the way", clause)


def no_rest(clause: Clause, points: int) -> Fault:
    """The automatic part of the game goes on and on."""
    return Fault("E0516", f"nobody is asked within {points:,} points: an endless loop?", clause)


def beyond_counting(clause: Clause, most: int) -> Fault:
    """A number that grows and grows."""
    return Fault("E0518", f"a number is beyond {most:,}", clause)


def _listed(paths: Iterable[str]) -> str:
    return ", ".join(f"`{path}`" for path in paths)
