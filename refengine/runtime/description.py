"""The description of a game in its module: enough for names, JSON, positions and views without the rules' text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, Literal

from attrs import frozen

from refengine.ir.domain import Domain
from refengine.ir.sight import By
from refengine.runtime.fault import Clause
from refengine.runtime.frames import Interned

Position = Any
"""A state or its mutable twin, of a module that is known only when the program runs."""


@frozen
class KindInfo:
    """A kind, with the names of its members in order."""

    name: str
    members: tuple[str, ...]


@frozen
class FieldInfo:
    """A field, or a parameter, and the attribute that holds it; `index` is the kind that keys a total map."""

    name: str
    attribute: str
    domain: Domain
    index: str | None = None


@frozen
class RecordInfo:
    """A record and its fields."""

    name: str
    fields: tuple[FieldInfo, ...]
    make: Callable[..., Any]


@frozen
class ComponentInfo:
    """A component: its printed pieces, how many copies of each there are, and how to make one that is not printed."""

    name: str
    fields: tuple[FieldInfo, ...]
    pieces: tuple[Any, ...]
    copies: tuple[int, ...]
    starts_in: str
    make: Callable[..., Any]


@frozen
class SeenInfo:
    """The players who see something; `condition` over state, viewer and key (or frame) is there for "each"."""

    by: By
    during: str | None = None
    condition: Callable[[Position, int, Any], bool] | None = None


@frozen
class ZoneInfo:
    """A zone; `single` when it holds at most one, as a piece or None. `places` has one place for each key.

    Those of a grid, and of spots, are made when they are asked for, and nobody goes through them. Where pieces lie
    `turned` that is the kind of its sides.
    """

    name: str
    attribute: str
    index: str | None
    component: str
    single: bool
    cap: int | None
    ordered: bool
    seen: SeenInfo
    places: Any
    turned: str | None = None

    @property
    def is_endless(self) -> bool:
        """Returns whether it is a family over cells or spots, of which a state holds those that hold something."""
        return isinstance(self.places, Interned)


@frozen
class VariableInfo:
    """A variable, or a family of them; `during` is a phase as long as which it lasts."""

    name: str
    attribute: str
    index: str | None
    domain: Domain
    seen: SeenInfo
    during: str | None = None


@frozen
class CountInfo:
    """A variable that no rule writes: how often a phase is running, told the key in `at`, and what is `fixed`.

    Both are attributes of its frames. `size` is the number of keys, where there are any.
    """

    attribute: str
    phase: str
    at: str | None
    size: int | None
    fixed: tuple[tuple[str, Any], ...]


@frozen
class TokenInfo:
    """A token; `holders` are (kind or component, attribute)."""

    name: str
    limit: int
    holders: tuple[tuple[str, str], ...]


@frozen
class ValueInfo:
    """A declared value; `function` takes the state first."""

    name: str
    params: tuple[FieldInfo, ...]
    domain: Domain
    clause: Clause
    function: Callable[..., Any]


@frozen
class ActionInfo:
    """An action; `get` finds the one object for a seat (from 0; -1 for chance and table), arguments and weight.

    `in_the_way` are the paths of the guards and bars that can refuse it, those of the phase that it enters among them.
    """

    name: str
    params: tuple[FieldInfo, ...]
    clause: Clause
    get: Callable[..., Any]
    weighted: bool
    by: Literal["player", "chance", "table"]
    in_the_way: tuple[str, ...] = ()


@frozen
class HiddenInfo:
    """The attribute of a frame that holds something not everybody sees, and who does."""

    attribute: str
    seen: SeenInfo


@frozen
class FrameInfo:
    """A frame: where in which phase control stands, and the data that lives there. `actions` are those it offers.

    What is not listed in `hidden` everybody sees.
    """

    phase: str
    point: str
    fields: tuple[FieldInfo, ...]
    make: Callable[..., Any]
    actions: tuple[ActionInfo, ...] = ()
    hidden: tuple[HiddenInfo, ...] = ()


@frozen
class PhaseInfo:
    """A phase; `start` runs it on a draft with a stack below."""

    name: str
    params: tuple[FieldInfo, ...]
    clause: Clause
    start: Callable[..., Any]


@frozen
class InvariantInfo:
    """An invariant, or with `step` one of steps; `phases` empty: everywhere. `holds` takes (before, after).

    Of a phase that is not running it says nothing: then it holds.
    """

    name: str
    step: bool
    phases: tuple[str, ...]
    clause: Clause
    holds: Callable[[Position, Position], bool]


@frozen
class MeasureInfo:
    """A measure: a tuple of terms that falls in every step that one of `phases` (empty: any) decides."""

    name: str
    phases: tuple[str, ...]
    clause: Clause
    terms: Callable[[Position], tuple[int, ...]]


@frozen
class LawInfo:
    """A condition on the printed data."""

    name: str
    clause: Clause
    holds: Callable[[], bool]


# ---- EXAMPLES


@frozen
class GivenNew:
    """A piece that need not be printed."""

    component: str
    data: tuple[Any, ...]


@frozen
class GivenPiece:
    """A piece (or a `GivenNew`) in a place, and its turn on a grid that turns."""

    piece: Any
    place: Any
    turned: int | None = None


@frozen
class GivenOpen:
    """One of the pieces for which a `letter` of a picture stands; in any turn if none is said, where the grid turns."""

    letter: str
    pieces: Collection[Any]
    place: Any
    turned: int | None = None


@frozen
class GivenVariable:
    """A variable's value."""

    name: str
    key: int | None
    value: Any


@frozen
class GivenTokens:
    """Tokens on a holder."""

    token: str
    holder: str
    key: int
    amount: int


@frozen
class PlayInfo:
    """A play: the seat from 0, or `chance` or `table`."""

    actor: int | str
    action: str
    arguments: tuple[Any, ...]


@frozen
class LineInfo:
    """A line of an example: a phase to run, a play, a mark, or an expectation.

    The `clause` is that of the example in which it is written, at the place of the line.
    """

    what: Literal[
        "run", "play", "mark", "holds", "illegal", "legal", "fault", "over", "chance", "scores", "winners", "seen",
        "unseen",
    ]  # fmt: skip
    clause: Clause
    under: tuple[tuple[str, str], ...] = ()
    condition: Callable[[Position], bool] | None = None
    by: str | None = None
    play: Callable[[Position], PlayInfo] | None = None
    run: Callable[[Position], tuple[str, tuple[Any, ...]]] | None = None
    chance: tuple[int, int] | None = None
    numbers: tuple[int, ...] = ()
    looked: Callable[[Position], tuple[str, Any]] | None = None
    mark: str = ""

    @property
    def expects(self) -> bool:
        """Returns whether it is an expectation."""
        return self.what not in {"run", "play", "mark"}


@frozen
class ExampleInfo:
    """An example. `given` makes its data; `must_hold` are given facts that are only checked.

    `position` is the clause of the example in which its position is written, which may be another one.
    """

    name: str
    clause: Clause
    position: Clause
    from_position: bool
    given: Callable[[], tuple[GivenPiece | GivenOpen | GivenVariable | GivenTokens, ...]]
    phase: Callable[[], tuple[str, tuple[Any, ...], tuple[Any, ...]]] | None
    must_hold: tuple[Callable[[Position], bool], ...]
    lines: tuple[LineInfo, ...]

    def is_taken(self, line: LineInfo) -> bool:
        """Returns whether a line of it is written in another example."""
        return line.clause.path != self.clause.path


def no_examples_yet() -> tuple[ExampleInfo, ...]:
    """Raises an error: only the rules of a module were loaded, and it would be wrong to say that it has no examples."""
    raise LookupError("the examples of this game were not loaded with its rules")


# ---- THE WHOLE


@frozen
class Description:
    """A generated module under one configuration."""

    name: str
    version: str
    players: int
    explains: bool
    readings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    kinds: tuple[KindInfo, ...]
    records: tuple[RecordInfo, ...]
    components: tuple[ComponentInfo, ...]
    zones: tuple[ZoneInfo, ...]
    variables: tuple[VariableInfo, ...]
    tokens: tuple[TokenInfo, ...]
    values: tuple[ValueInfo, ...]
    phases: tuple[PhaseInfo, ...]
    frames: tuple[FrameInfo, ...]
    invariants: tuple[InvariantInfo, ...]
    measures: tuple[MeasureInfo, ...]
    laws: tuple[LawInfo, ...]
    later_examples: Callable[[], tuple[ExampleInfo, ...]]
    """The function that makes the examples, which are half of a module: nobody asks for them while playing."""
    clauses: tuple[Clause, ...]
    counted: tuple[CountInfo, ...] = ()
    parts: tuple[Any, ...] = ()
    """The `Parts` of what lies on grids."""

    @cached_property
    def examples(self) -> tuple[ExampleInfo, ...]:
        """The examples of the rules."""
        return self.later_examples()

    @cached_property
    def declared(self) -> tuple[VariableInfo, ...]:
        """The variables that rules declare, and can write; the engine's own have names with a space: what it counts."""
        return tuple(each for each in self.variables if " " not in each.name)

    @cached_property
    def beside(self) -> Mapping[str, tuple[ActionInfo, ...]]:
        """All actions that can be offered where one of a name is, by that name."""
        return {action.name: each.actions for each in reversed(self.frames) for action in each.actions}
