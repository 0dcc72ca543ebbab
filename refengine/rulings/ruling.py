"""Rulings as data: the verdict, the rules that decided, what was considered, the readings on which it hangs.

INVARIANT: a ruling is a function of the rules, the readings, the position and the question, and of nothing else.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

Outcome = Literal["answered", "legal", "illegal", "undetermined"]
"""The outcome of a question: an answer, that an action is legal or not, or that the source leaves it open."""


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
class Rule:
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


@frozen
class Considered:
    """An exception that was considered and does not decide, and why not."""

    path: str
    label: str
    why: str
    citations: tuple[Citation, ...]
    place: str | None


@frozen
class Obstacle:
    """Something that stands in the way of an action: a sentence, and the clause that says so.

    `kind`: a condition that fails (`guard`), a prohibition (`bar`), an argument that is not on offer (`choice`),
    somebody else's decision (`turn`), or an action that nobody is asked for here (`not asked`).
    """

    kind: Literal["guard", "bar", "choice", "turn", "not asked"]
    says: str
    path: str
    label: str
    citations: tuple[Citation, ...]
    place: str | None


@frozen
class Reasons:
    """The reasons for which an action is not legal, each enough for itself, and what would be legal that is nearest."""

    action: str
    obstacles: tuple[Obstacle, ...]
    nearest: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether nothing stands in its way."""
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
    rules: tuple[Rule, ...] = ()
    considered: tuple[Considered, ...] = ()
    reasons: Reasons | None = None
    missing: str | None = None
    """The silence of the source, where the outcome is undetermined."""
    silent: tuple[Citation, ...] = ()
    """The statements that would have to say it."""
    alternatives: tuple[Alternative, ...] | None = None
    not_looked_at: str | None = None
    hangs_on: tuple[str, ...] = ()
    """The questions on which it may hang what happens before; each is looked at for itself."""
    dispute: str = ""
    title: str = ""

    @property
    def is_beyond_dispute(self) -> bool | None:
        """Whether every complete set of readings leads to this verdict; None where that was not looked at."""
        if self.alternatives is None or (len(self.alternatives) == 1 and self.not_looked_at is not None):
            return None
        return len(self.alternatives) == 1
