"""Goals and decisions: what is asked of the prover, and what it answers, in words that need no solver.

INVARIANT: everything here is plain data: it can be pickled, compared, kept and shown.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import field, frozen

from refengine.ir.game import Datum
from refengine.source.citation import Citation
from refengine.source.span import Span

Kind = Literal[
    "claim", "witness", "gap", "dependence", "confinement", "audit", "invariant", "step invariant", "measure",
    "obligation", "conservation", "sight",
]  # fmt: skip
"""`gap`: under an incomplete reading there is a position that no rule covers. `sight`: what is legal for a player, and
who is asked, depends on nothing that is hidden. `obligation`: what a clause owes and nobody has to write."""

SOMEWHERE: Final = frozenset({"witness", "gap"})
"""The kinds of goals of which it is enough to find one, with whatever number of players."""

ALIKE: Final = "any two states that look the same to a player, reachable or not"
"""The words for a proof of sight where nothing was assumed: no two states at all can speak against it."""

Texts = Literal["", "any", "bodies", "given"]
"""`any`: whatever the texts say, with every title open. `bodies`: of what the bodies owe that are there. `given`: with
these bodies, where it does not hold whatever they say."""

OF_BODIES: Final = "in the bodies of texts"
"""The part of an obligation that is owed by bodies, and by other clauses as well."""

Verdict = Literal["by construction", "proved", "bounded", "refuted", "found", "not found", "vacuous", "unsupported",
                  "unknown"]  # fmt: skip
"""`bounded`: holds for so many steps. `found` and `not found` are said of witnesses and gaps. `vacuous`: it speaks of
nothing. `unsupported`: a construct that the prover cannot express. `unknown`: the limit was reached."""


@frozen
class Goal:
    """A question, for one number of players. `name` is unique in its kind: `one_taker`, `takes: some case applies`.

    `part` tells several questions of one name apart (two readings that an audit compares, a case of it). A gap has the
    name of a question of the rules, and a reading for its part. `texts` are those of which it is asked, where the game
    has texts by title.
    """

    kind: Kind
    name: str
    players: int
    part: str = ""
    cites: tuple[Citation, ...] = field(default=(), eq=False)
    span: Span | None = field(default=None, eq=False)
    texts: Texts = ""

    @property
    def statement(self) -> tuple[str, str]:
        """Kind and name of what is stated. The parts of an audit are one statement; of gaps each reading is its own."""
        return (self.kind, f"{self.name} {self.part}" if self.kind == "gap" else self.name)

    @property
    def within(self) -> str:
        """The part of its statement that the goal is; empty if it is the whole of it, for one number of players."""
        return "" if self.kind == "gap" else self.part

    @property
    def title(self) -> str:
        """The title of the goal in a list."""
        part = f", {self.within}" if self.within else ""
        return f"{' '.join(self.statement)}{part} ({self.players} player{'' if self.players == 1 else 's'})"


@frozen
class Limits:
    """`rlimit` is in the solver's resource units, for each query; `steps` bound a search from the start."""

    rlimit: int = 10_000_000
    steps: int = 6


@frozen
class Position:
    """A state under a configuration: `zones`, `variables`, `tokens` and `control` as `Game.to_json` writes them.

    A piece that is not printed is given by its data; a printed one that lies nowhere is left out. `relations` have the
    pairs of those that may be others than printed, by name; of a symmetric one both ways. `kinds` have the data of all
    members of those whose data may be another, by name.
    """

    players: int
    readings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    data: dict[str, Any]
    relations: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    kinds: tuple[tuple[str, tuple[tuple[Datum, ...], ...]], ...] = ()


@frozen
class Prediction:
    """The solver's result of a value at a position (its index): a replay has to confirm it."""

    position: int
    value: str
    arguments: tuple[Any, ...]
    result: Any


@frozen
class TakenAction:
    """An action that is taken in the first position; the second, if there is one, is what comes of it."""

    actor: int | Literal["chance", "table"]
    action: str
    arguments: tuple[Any, ...]


@frozen
class Counterexample:
    """A counterexample to a goal, or a witness. `fault`: the path of the clause that is said to fail there."""

    positions: tuple[Position, ...]
    asked: tuple[Prediction, ...]
    step: TakenAction | None = None
    fault: str | None = None
    phase: str | None = None
    """The phase that is to be run from the first position, when it is no position in which somebody decides."""
    bound: tuple[tuple[str, Any], ...] = ()
    """The values of the outermost names of a claim, as `c`: `Knights 9`."""


@frozen
class Decision:
    """The decision on a goal. `how` says in words what it was proved over; `rests_on` what it needed to be assumed.

    Any of the sets `instead` would do as well as `rests_on`: where that does not hold, one of these may.

    `table` holds the rows of an audit: a name, and what is shown.
    """

    goal: Goal
    verdict: Verdict
    how: str = ""
    rests_on: tuple[str, ...] = ()
    instead: tuple[tuple[str, ...], ...] = ()
    rlimit: int = 0
    queries: int = 0
    counterexample: Counterexample | None = None
    table: tuple[tuple[str, ...], ...] = ()
    span: Span | None = None
    """The place of the construct that the prover cannot express."""
    steps: int = 0
    """The number of steps from the start for which it is known to hold, if it is only `bounded`.

    0: as many as the limits say.
    """
    unproved: str = ""
    """The reason for which no induction proves more than the first steps, in words; empty where a position shows it."""
    every_text: bool = False
    """Whether it holds whatever is written for a title of any text."""
    reached: bool = False
    """Whether it is known that a game comes to the position that is shown; `how` says so in words."""
    before: Position | None = None
    """The position in which the decisions that `how` tells begin, where not all of them are told."""
