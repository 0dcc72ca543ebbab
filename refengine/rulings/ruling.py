"""Rulings as data: the verdict, the rules that decided, what was considered, the readings on which it hangs.

INVARIANT: a ruling is a function of the rules, the readings, the position and the question, and of nothing else.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

Outcome = Literal["answered", "legal", "illegal", "undetermined", "depends", "partly"]
"""The outcome of a question: an answer, that an action is legal or not, or that the source leaves it open.

Where the position leaves something open: that it depends on it, or that not every way to fill it was looked at.
"""


@frozen
class Citation:
    """A statement of the rulebook, or a decision of ours: id, our paraphrase, lines of the rulebook, status.

    `status` is `printed` of a statement; of a decision that of the reading chosen by it (`inferred`, `literal`,
    `house`, `reconstructed`, `community`, `official`), or `decided` where no reading hangs on it.
    """

    id: str
    text: str | None
    lines: str | None
    status: str


@frozen
class AppliedRule:
    """A rule that decided: its path and label, the sentence that it comes to, the facts that made it apply.

    `depth` is how far below the verdict it stands: a rule rests on those that follow it and stand deeper.
    """

    path: str
    label: str
    says: str
    since: tuple[str, ...]
    depth: int
    citations: tuple[Citation, ...]
    place: str | None
    anchor: str | None = None
    """Where it stands in the book of the game: `rules#fate.refuge`."""


@frozen
class ConsideredException:
    """An exception that was considered and does not decide, and why not."""

    path: str
    label: str
    why: str
    citations: tuple[Citation, ...]
    place: str | None
    anchor: str | None = None
    """Where it stands in the book of the game: `rules#fate.refuge`."""


@frozen
class Obstacle:
    """An obstacle to an action: a sentence, and the clause that says so.

    `kind`: a condition that fails (`guard`), a prohibition (`bar`), an argument that is not on offer (`choice`),
    somebody else's decision (`turn`), or an action that nobody is asked for here (`not asked`).
    """

    kind: Literal["guard", "bar", "choice", "turn", "not asked"]
    says: str
    path: str
    label: str
    citations: tuple[Citation, ...]
    place: str | None
    anchor: str | None = None
    """Where it stands in the book of the game: `rules#fate.refuge`."""


@frozen
class IfOnly:
    """A fact as a condition ("if ... were empty") under which alone an action would be legal, and what gives way."""

    says: str
    citations: tuple[Citation, ...]


@frozen
class Reasons:
    """The reasons for which an action is not legal, each enough for itself, and what would be legal that is nearest.

    `nearest` are other actions that are legal; `if_only` is what would have to be otherwise for this one.
    """

    action: str
    obstacles: tuple[Obstacle, ...]
    nearest: tuple[str, ...] = ()
    if_only: tuple[IfOnly, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Returns whether nothing stands in its way."""
        return not self.obstacles


@frozen
class ChosenReading:
    """A reading of a question that leads to a verdict: the names, and both in words."""

    question: str
    asks: str
    reading: str
    says: str
    status: str


@frozen
class Alternative:
    """A verdict under some readings. `ways` are sets of readings that lead to it, each enough for itself.

    In a way stand only the questions that matter, each with the readings that it may have. `sets` is the number of
    complete sets of readings; `own` says that the table's is among them.
    """

    verdict: str
    outcome: Outcome
    ways: tuple[tuple[tuple[ChosenReading, ...], ...], ...]
    sets: int
    own: bool


@frozen
class Holding:
    """A verdict that some ways to fill what is open lead to.

    `ways` is their number (where not all were decided one by one: how many are known), `instance` says what fills each
    open part in one of them, and `ruling` is the one on that; it is worked out for the first few verdicts. `where` is a
    condition that holds in just these ways, the simplest that was found; None where all lead to this verdict, where not
    all ways were looked at and nothing is proved, and where no simple one does.
    """

    verdict: str
    outcome: Outcome
    answer: Any
    ways: int
    instance: tuple[str, ...]
    where: str | None
    ruling: Ruling | None


@frozen
class OpenParts:
    """The parts that a position leaves open, and what follows from each way to fill it.

    `parts` are the words in which it is left open, `ways` is the number of positions that were decided. With `all`
    there are no others, else there are up to `most` in all. `left_out` says that there are ways that are no position of
    the game, or in which what is said to happen is not legal; `narrowed_by` is what is cited by what always holds and
    forbids pieces to lie where something is open. `holdings` have the verdict of most ways first.
    """

    parts: tuple[str, ...]
    ways: int
    all: bool
    most: int
    left_out: bool
    narrowed_by: tuple[Citation, ...]
    holdings: tuple[Holding, ...]
    proved: bool = False
    """Whether the prover has shown that no way leads to another verdict; then not all were decided one by one."""
    gave_up: str | None = None
    """Why the prover has not, where it was asked."""


@frozen
class Ruling:
    """A ruling on a question.

    `answer` is what was asked for as names and numbers, None where there is none. `alternatives` has the verdict of
    every complete set of readings; with one alone it is beyond dispute. None: that was not looked at, and
    `not_looked_at` says why.
    """

    question: str
    outcome: Outcome
    verdict: str
    answer: Any = None
    rules: tuple[AppliedRule, ...] = ()
    considered: tuple[ConsideredException, ...] = ()
    reasons: Reasons | None = None
    missing: str | None = None
    """The silence of the source, where the outcome is undetermined."""
    silent: tuple[Citation, ...] = ()
    """The statements that would have to say it."""
    code: str = ""
    """The code of the fault with which the rules break off, if they do."""
    alternatives: tuple[Alternative, ...] | None = None
    not_looked_at: str | None = None
    hangs_on: tuple[str, ...] = ()
    """The questions on which it may hang what happens before; each is looked at for itself."""
    brief: str | None = None
    """The verdict on a value that says nothing of what it is made of, where such things may be said beside it."""
    open: OpenParts | None = None
    """The verdicts by what fills it, where the position leaves something open."""
    dispute: str = ""
    title: str = ""

    @property
    def is_beyond_dispute(self) -> bool | None:
        """Returns whether every complete set of readings leads to this verdict; None where that was not looked at."""
        if self.alternatives is None or (len(self.alternatives) == 1 and self.not_looked_at is not None):
            return None
        return len(self.alternatives) == 1

    @property
    def agreed(self) -> str | None:
        """Returns what every set of readings agrees on, where that is less than the verdict of the table says."""
        if self.alternatives is None or not self.is_beyond_dispute or self.alternatives[0].verdict == self.verdict:
            return None
        return self.alternatives[0].verdict
