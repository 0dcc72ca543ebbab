"""The report of a check: what was looked at, what holds and how that is known, what broke and how to see it.

INVARIANT: nothing in a report depends on the clock, on the machine or on the number of processes, but for `Timing`,
which is there only when it was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from attrs import field, frozen

from refengine.check.exercise import Coverage
from refengine.engine.open_answers import Undetermined
from refengine.evidence.level import Level as Promise
from refengine.report.citations import Basis, CitedClause
from refengine.rulings.standing import PrecedentStanding
from refengine.smt.goal import Position
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

SCHEMA_VERSION: Final = 1

Verdict = Literal["holds", "violated", "bad input", "inconclusive", "executors disagree", "internal error"]

EXIT_CODES: Final[Mapping[Verdict, int]] = {
    "holds": 0,
    "violated": 1,
    "bad input": 2,
    "inconclusive": 3,
    "executors disagree": 4,
    "internal error": 5,
}

_WORST_FIRST: Final[tuple[Verdict, ...]] = (
    "internal error",
    "executors disagree",
    "bad input",
    "violated",
    "inconclusive",
    "holds",
)

Level = Literal["by construction", "proved", "exhaustive", "bounded", "tested", "assumed", "unknown"]


def worst(verdicts: list[Verdict]) -> Verdict:
    """Returns the verdict of a whole, from those of its parts."""
    return next((each for each in _WORST_FIRST if each in verdicts), "holds")


@frozen
class Evidence:
    """The evidence for a statement; `games`, `steps`, `seed` (or `pairs` of states) say how far it was tested."""

    level: Level
    games: int = 0
    steps: int = 0
    seed: int | None = None
    pairs: int = 0

    def __str__(self) -> str:
        if self.level not in {"tested", "by construction"} or not self.games:
            return self.level
        lead = "tested" if self.level == "tested" else "by construction, and tested"
        if self.pairs:
            return f"{lead} ({quantity(self.pairs, 'pair')} of states, seed {self.seed})"
        return f"{lead} ({quantity(self.games, 'game')}, {quantity(self.steps, 'step')}, seed {self.seed})"


@frozen
class Setting:
    """The setting of a game: the number of seats, and what was chosen beside the defaults."""

    label: str
    players: int
    readings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]


@frozen
class Brief:
    """The short form of `found` and `position` for people: only the parts that make a difference."""

    found: tuple[str, ...]
    position: tuple[str, ...]
    boards: tuple[str, ...] = ()
    """The lines of the boards of the position, drawn."""
    earlier: tuple[str, ...] = ()
    """The same of the position from which it is told how a game comes here."""


@frozen
class Failure:
    """A failure: `what` broke, in a sentence, the clause, the moves that lead there and the position, in words.

    `found` and `position` are whole; `brief` is there where some of it makes no difference.
    """

    kind: str
    name: str
    what: str
    clause: CitedClause | None
    setting: Setting | None = None
    found: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    position: tuple[str, ...] = ()
    before_last: bool = False
    """Whether the position is the one before the last move: what comes after it is not a state of the game."""
    saved: str | None = None
    others: int = 0
    """The number of further games that broke the same."""
    file: tuple[str, str] | None = None
    """The name and the text of the trace's file, for whoever saves it."""
    code: str | None = None
    """The code of a fault, for `refengine explain`."""
    brief: Brief | None = None
    stood: Position | None = field(default=None, eq=False)
    """The position as data, under its configuration."""
    earlier: Position | None = field(default=None, eq=False)
    """A position before it, from which it is told how a game comes to it."""


@frozen
class Statement:
    """Something that a check says of a game, and how that is known."""

    kind: str
    name: str
    clause: CitedClause | None
    verdict: Literal["holds", "violated", "vacuous", "unknown"]
    evidence: Evidence


@frozen
class KnownStatement:
    """A statement of the ledger: what came of it, how it is known (`level`; `evidence` says how far), over what.

    `rests_on` is what had to be assumed; `at` the place of what the prover cannot express. `promised` is the level that
    has to be kept, and `change` what became of it. `unproved` says why no induction proves what holds in the first
    steps, where no position shows it. `every_text`: it holds whatever is written for a title of a text;
    `any_data` are printed data, in words, of which it holds whatever is printed.
    """

    kind: str
    name: str
    verdict: str
    level: str
    evidence: str
    players: tuple[int, ...]
    how: tuple[str, ...]
    unproved: tuple[str, ...]
    rests_on: tuple[str, ...]
    every_text: bool
    any_data: tuple[str, ...]
    rlimit: int
    queries: int
    seconds: float
    basis: tuple[Basis, ...]
    place: str | None
    at: str | None
    promised: str | None
    change: str


@frozen
class Ledger:
    """Every statement about a game with how it is known, and what of that is otherwise than promised (`changes`).

    `inductions` are positions from which an induction fails, which refute nothing. `update` is what could be promised.
    Of `asked` goals `kept` were answered from an earlier run.
    """

    rows: tuple[KnownStatement, ...]
    changes: tuple[str, ...]
    inductions: tuple[Failure, ...]
    promised: Mapping[tuple[str, str], Promise]
    update: Mapping[tuple[str, str], Promise]
    kept: int
    asked: int

    @property
    def lacking(self) -> tuple[KnownStatement, ...]:
        """The statements that are known less well than promised, refuted or not."""
        return tuple(each for each in self.rows if each.change in {"fell", "open"})


@frozen
class Counts:
    """The size of a game's rules."""

    files: int
    clauses: int
    statements: int
    normative: int
    rulings: int


@frozen
class UndeterminedLine:
    """A line of an example that is undetermined, since it rests on a text of which nobody knows what it says."""

    example: str
    line: str
    text: str
    title: str

    def __str__(self) -> str:
        """Returns what is told of it."""
        return f"{self.example}: {self.line}: {Undetermined(self.text, self.title)}"


@frozen
class ChangedLine:
    """A line of an example of the base that comes out otherwise under a module: how, and the module's clauses in it."""

    example: str
    line: str
    found: tuple[str, ...]
    by: tuple[CitedClause, ...]


@frozen
class ExamplesDecided:
    """The numbers of examples decided, of their expectations, and of the expectations that do not hold.

    Of what is `undetermined` nobody knows whether it holds. What is `changed` holds in the base, and not in its module.
    `names` are those of all examples.
    """

    examples: int
    expectations: int
    failed: int
    undetermined: tuple[UndeterminedLine, ...] = ()
    changed: tuple[ChangedLine, ...] = ()
    names: tuple[str, ...] = ()


@frozen
class PlayedGames:
    """Random games in one setting; `directed` when rules that had not fired yet pulled the choice.

    `finished` games came to an end of their own, `cut` ones did not; the others broke off.
    """

    setting: Setting
    directed: bool
    games: int = 0
    finished: int = 0
    cut: int = 0
    steps: int = 0
    longest: int = 0
    replayed: int = 0


@frozen
class ModuleGames:
    """Random games in one setting that a module played, which counts no rules; `because` of what it plays none.

    The first of them were `compared` with the reference engine, step by step, if that was wanted.
    """

    setting: Setting
    games: int = 0
    finished: int = 0
    cut: int = 0
    steps: int = 0
    longest: int = 0
    because: str | None = None
    compared: int = 0


@frozen
class Wording:
    """Whether the `text` of the rulebook says what it said: of so many `statements` these, by id, are `changed`."""

    text: str
    statements: int
    changed: tuple[str, ...]


@frozen
class ReconstructedData:
    """A table or a default reading that nobody knows to be printed so: its name, its clause, what `rests_on_it`.

    A reading is named by its question and its own name. The clauses that rest on it are told by their paths.
    """

    kind: Literal["table", "reading"]
    name: str
    clause: CitedClause
    rests_on_it: tuple[str, ...]


@frozen
class Timing:
    """Seconds; only where they were asked for."""

    compile: float
    play: float
    whole: float
    prove: float = 0.0


@frozen
class GameReport:
    """The report on one game. Parts that were not asked for are absent."""

    name: str
    path: str
    verdict: Verdict
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText] = field(eq=False, repr=False)
    counts: Counts | None = None
    examples: ExamplesDecided | None = None
    precedents: tuple[PrecedentStanding, ...] = ()
    limit: int = 0
    """The number of steps after which a random game is cut."""
    played: tuple[PlayedGames, ...] = ()
    in_module: tuple[ModuleGames, ...] = ()
    statements: tuple[Statement, ...] = ()
    ledger: Ledger | None = None
    coverage: Coverage | None = None
    reconstructed: tuple[ReconstructedData, ...] = ()
    wording: Wording | None = None
    failures: tuple[Failure, ...] = ()
    interrupted: bool = False
    timing: Timing | None = None


@frozen
class Report:
    """The whole report; `diagnostics` are those that belong to no game."""

    traces: int
    seed: int
    games: tuple[GameReport, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The worst of all."""
        own: list[Verdict] = ["bad input"] if any(each.severity == "error" for each in self.diagnostics) else []
        return worst([*own, *(game.verdict for game in self.games)])

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return EXIT_CODES[self.verdict]


def quantity(number: int, noun: str, plural: str | None = None) -> str:
    """Returns a number of things in words: `1 game`, `1,200 games`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
