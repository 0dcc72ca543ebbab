"""The runtime of generated modules: frames and their driver, actions, places, order of pieces, notes that explain.

INVARIANT: a control step pops one frame and pushes a list; nothing else is a call stack. A state that is handed out is
at rest: its last frame asks, or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, TypeVar

from attrs import evolve, field, frozen

from refengine.runtime.bad_data import in_few_words
from refengine.runtime.fault import Clause, Failed, Fault, IllegalAction, no_rest, not_running

K = TypeVar("K")
V = TypeVar("V")

MAX_POINTS = 10_000
"""The greatest number of points that run by themselves without anybody being asked."""

MAX_KEPT = 4096
"""The number of contents of zones that are remembered with the plays that they offer."""

CHANCE = "chance"
TABLE = "table"


@frozen
class Turn:
    """The deciders of a state: `seats` count from 1, and are empty for chance, the table and the end."""

    kind: Literal["player", "players", "chance", "table", "over"]
    seats: tuple[int, ...] = ()


CHANCE_DECIDES = Turn("chance")
TABLE_DECIDES = Turn("table")
NOBODY_DECIDES = Turn("over")


@frozen(eq=False, weakref_slot=False)
class Place:
    """A zone, or one member of a family of zones; there is one object for each. The key of a grid is a cell."""

    zone: str
    key: Any
    index: int
    name: str

    def __repr__(self) -> str:
        return self.name


@frozen(eq=False, weakref_slot=False)
class Action:
    """A decision. `actor` is a seat from 1, `chance` or `table`; `arguments` are names and numbers as they are printed.

    `weight` is there for chance alone. There is one object for each actor, arguments and weight in a module.
    """

    actor: int | str
    name: str
    arguments: tuple[Any, ...]
    weight: int | None

    def __repr__(self) -> str:
        return f"{self.actor}: {self.label}"

    @property
    def label(self) -> str:
        """The action as it is written in the rules."""
        listed = ", ".join(str(each) for each in self.arguments)
        return f"{self.name}({listed})" if self.arguments else self.name


def beside() -> Any:
    """Returns a field of a state that no comparison of states counts: until something is stored there it is `...`.

    Nothing that a state holds is that, while an empty zone of one piece and an option without a value are None.
    """
    return field(default=..., eq=False, repr=False)


class Interned(dict[K, V], Generic[K, V]):
    """A table that makes its entries when they are first asked for, one for each key in every thread."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        return self.setdefault(key, self._make(key))


def kept_plays(table: Interned[K, V]) -> Callable[[tuple[K, ...]], tuple[V, ...]]:
    """Returns the plays for the contents of a zone; those of the latest contents are kept, since hands come again."""

    @lru_cache(maxsize=MAX_KEPT)
    def plays(contents: tuple[K, ...]) -> tuple[V, ...]:
        return tuple(map(table.__getitem__, contents))

    return plays


class Frame:
    """A frame: the point of a phase where control stands, with the data that lives there.

    Generated modules have one class a point.
    """

    __slots__ = ()
    phase: ClassVar[str] = ""

    def run(self, draft: Any) -> Frame | None:
        """Goes on from here until somebody is asked (None) or another frame has to run."""
        raise NotImplementedError

    def take(self, state: Any, action: Any) -> Any:
        """Returns the state after an action that is legal here."""
        raise refused(self, state, action)

    def legal(self, state: Any) -> tuple[Any, ...]:  # noqa: ARG002 - as in the generated classes
        """Returns every action that is legal here."""
        return ()

    def turn(self, state: Any) -> Turn:  # noqa: ARG002 - as in the generated classes
        """Returns who decides here."""
        return NOBODY_DECIDES

    def why_not(self, state: Any, action: Any) -> Iterator[Failed]:  # noqa: ARG002 - as in the generated classes
        """Yields what stands in the way of an action here."""
        yield from ()

    def unseen(self, state: Any, action: Any) -> Iterator[Failed]:  # noqa: ARG002 - as in the generated classes
        """Yields what may stand in the way of an action here without its player seeing it."""
        yield from ()

    def in_the_way(self, state: Any) -> Iterator[Clause]:  # noqa: ARG002 - as in the generated classes
        """Yields the guards and bars that refuse what might be chosen here, each once for each form it takes."""
        yield from ()


@frozen(weakref_slot=False)
class _End(Frame):
    """The frame of a state in which nobody decides any more, or not yet."""

    def run(self, draft: Any) -> Frame | None:
        draft.control = END
        return None


THE_END: Frame = _End()
END: tuple[Frame, ...] = (THE_END,)
"""The stack of a state in which nobody decides."""


def running(control: tuple[Frame, ...], phase: str) -> Any:
    """Returns the innermost frame of a phase; None where it is not running."""
    return next((frame for frame in reversed(control) if frame.phase == phase), None)


def kept_frames(make: Callable[..., V]) -> Callable[..., V]:
    """Returns the maker of frames that keeps the latest, since control comes to the same places again and again."""
    return lru_cache(maxsize=MAX_KEPT)(make)


def down_to(below: tuple[Frame, ...], phase: str) -> tuple[Frame, ...]:
    """Returns the frames below the innermost frame of a phase; none where it is not running."""
    found = [number for number, frame in enumerate(below) if frame.phase == phase]
    return below[: found[-1]] if found else ()


def gone_back(draft: Any, below: tuple[Frame, ...], phase: str, clause: Clause) -> Frame:
    """Returns the frame that goes on where a phase was abandoned, with the others below it."""
    if not below:
        raise not_running(clause, phase)
    draft.control = below[:-1]
    return below[-1]


def refused(frame: Frame, state: Any, action: object) -> IllegalAction:
    """Returns the refusal of an action, with all that stands in its way."""
    failed = in_the_way(frame, state, action)
    return IllegalAction(action.label if isinstance(action, Action) else in_few_words(action), failed)


def in_the_way(frame: Frame, state: Any, action: object) -> list[Failed]:
    """Returns the refusals that stand in the way of an action; where one of them has no answer, those before it."""
    failed: list[Failed] = []
    with suppress(Fault):  # a later guard may rely on one that has failed
        failed.extend(frame.why_not(state, action))
    return failed


def told_to_player(frame: Frame, state: Any, action: object) -> tuple[Failed, ...]:
    """Returns what stands in the way of an action as its player may know it, from what they see and that it is illegal.

    That is all that they see stand in the way; where there is none, whatever may do so unseen. Of several such, which
    are `hidden`, one at least stands in the way.
    """
    failed = in_the_way(frame, state, action)
    seen = tuple(each for each in failed if not each.hidden)
    if seen or not failed:
        return seen
    unseen = tuple(frame.unseen(state, action))
    return unseen if len(unseen) > 1 else tuple(evolve(each, hidden=False) for each in unseen)


def settle(draft: Any, frame: Frame | None, clause: Clause) -> None:
    """Runs frames until somebody is asked."""
    left = MAX_POINTS
    while frame is not None:
        frame = frame.run(draft)
        left -= 1
        if not left:
            raise no_rest(clause, MAX_POINTS)


def ordinal(data: tuple[Any, ...]) -> int:
    """Returns a number for the data of a piece that is not printed, behind all that are, and the same in every run."""
    number = 1
    for each in data:
        for part in each if isinstance(each, tuple) else (each,):
            number = (number << 20) + (0 if part is None else int(part) + 1)
    return (1 << 40) + number


# ---- EXPLANATIONS


@frozen
class Note:
    """A note of what decided: a value's call with its result and the clause, or a clause that fired."""

    value: str | None
    arguments: tuple[Any, ...]
    clause: Clause
    result: Any
    inside: tuple[Note, ...] = field(default=(), repr=False)

    def walk(self) -> Iterator[Note]:
        """Yields the note and all inside it, outermost first."""
        yield self
        for each in self.inside:
            yield from each.walk()
