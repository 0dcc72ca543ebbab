"""One game under test: its examples and laws decided all at once, its statements one by one, each when first asked for.

A statement is tested as `refengine prove` decides it, and held against what `evidence.toml` promises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from refengine.check.changed_examples import without_changed
from refengine.check.counterexamples import answers_that_stand, contradicted_goals, failures_of, inductions_of, seen_of
from refengine.check.examples import ExampleResults, decide_examples
from refengine.check.explorations import Explorer
from refengine.check.full_page import failure_lines
from refengine.check.memory import CheckMemory
from refengine.check.plan import plan
from refengine.check.precedents import check_precedents
from refengine.check.report import Failure
from refengine.check.statements import check_laws
from refengine.compiled import Compilation
from refengine.evidence.compare import compare
from refengine.evidence.exhaustive import EXPLORED, improvable, with_scopes
from refengine.evidence.ledger import Entry, entries
from refengine.evidence.level import UNKNOWN, WELL_KNOWN, Level
from refengine.evidence.promises import all_promises, promises_in
from refengine.ir.configuration import open_answers
from refengine.ir.game import Game
from refengine.loading import make_game
from refengine.prove.cache import Answers
from refengine.prove.decide import decide
from refengine.prove.engines import Engines
from refengine.prove.errors import unsupported
from refengine.prove.run import ProofTask, Prover, prove
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.rulings.precedents import precedents_of
from refengine.smt.goal import Goal, Limits
from refengine.smt.plan import batches, goals
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.source.watch import Watch

PROVER: Final = Prover(goals, batches, lambda: decide)


@frozen
class Verdict:
    """The outcome of a test: what is wrong with it in words, or why nobody knows; neither if it holds."""

    wrong: str | None = None
    unknown: str | None = None


@frozen
class StatedTest:
    """A test of a game: its kind and name, and where it stands."""

    kind: str
    name: str
    span: Span | None

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@frozen(slots=False, eq=False)
class UnderTest:
    """A compiled game whose parts are decided when they are first asked for."""

    compiled: Compilation
    game: Game
    keep: Cache = field(factory=Cache)
    prover: Prover = PROVER

    def _promises(self) -> tuple[SourceText | None, dict[tuple[str, str], Level], tuple[Diagnostic, ...]]:
        """Returns the promises of the game, or of each of several modules that are put into it."""
        source, promised, faulty = promises_in(self.compiled.folder.path)
        return source, {**promised, **all_promises(each.path for each in self.compiled.folder.alone)}, faulty

    @cached_property
    def reader(self) -> Reader:
        """The rulebook and the texts."""
        return Reader(self.compiled.rulebook, self.compiled.texts)

    @cached_property
    def words(self) -> Words:
        """The words of the game."""
        return Words(self.compiled.labels)

    # ---- WHAT THERE IS

    @cached_property
    def goals(self) -> dict[tuple[str, str], tuple[Goal, ...]]:
        """The goals of each statement, by its kind and name, in the order in which they are planned."""
        found: dict[tuple[str, str], tuple[Goal, ...]] = {}
        for each in self.prover.goals(self.game):
            found[each.statement] = (*found.get(each.statement, ()), each)
        return found

    def examples(self) -> tuple[StatedTest, ...]:
        """Returns the examples, those of a base among them."""
        return tuple(StatedTest("example", each.name, each.clause.origin.span) for each in self.game.examples)

    def laws(self) -> tuple[StatedTest, ...]:
        """Returns the laws."""
        return tuple(StatedTest("law", each.name, each.clause.origin.span) for each in self.game.laws)

    def precedents(self) -> tuple[StatedTest, ...]:
        """Returns the precedents that are kept beside the game."""
        return tuple(StatedTest("precedent", each.stem, None) for each in precedents_of(self.compiled.folder.path))

    def scopes(self) -> tuple[StatedTest, ...]:
        """Returns the small versions of the game that it declares."""
        return tuple(StatedTest("scope", each.name, each.clause.origin.span) for each in self.game.scopes)

    def statements(self) -> tuple[StatedTest, ...]:
        """Returns what the prover is asked about."""
        return tuple(StatedTest(*named, first.span) for named, (first, *_) in self.goals.items())

    # ---- WHAT COMES OF IT

    def example(self, name: str, among: Sequence[str]) -> Verdict:
        """Returns the outcome of an example; those `among` which it is are decided with it."""
        decided = self._examples(tuple(among))
        if wrong := [each for each in decided.failures if each.name == name]:
            return Verdict(_told(wrong))
        open_ = [str(each) for each in decided.undetermined if each.example == name]
        return Verdict(unknown="\n".join(open_)) if open_ else Verdict()

    def law(self, name: str) -> Verdict:
        """Returns the outcome of a law."""
        wrong = [each for each in self._laws if each.name == name]
        return Verdict(_told(wrong)) if wrong else Verdict()

    def precedent(self, name: str) -> Verdict:
        """Returns the outcome of a precedent: it stands, or what overrules it; all are decided with the first."""
        wrong = [each for each in self._precedents if each.name == name]
        return Verdict(_told(wrong)) if wrong else Verdict()

    def scope(self, name: str) -> Verdict:
        """Returns the outcome of a scope: what is broken in it, that all its states are sound, or how far it is known.

        A small one is gone through; of a larger one it is known what `refengine explore` has found out.
        """
        source, promised, faulty = self._promises()
        if faulty:
            return Verdict(render(faulty, {} if source is None else {source.path: source}))
        only = evolve(self.game, scopes=tuple(each for each in self.game.scopes if each.name == name))
        found = Explorer(only, None, self.keep).explore(Watch(), self.reader, self.words)
        if found.failures:
            return Verdict(_told(found.failures))
        if found.diagnostics:
            return Verdict(render(found.diagnostics, self.compiled.texts))
        (entry,) = found.entries
        wanted = promised.get(entry.statement)
        if wanted is not None and not entry.level.keeps(wanted):
            return Verdict(f"scope {name}: {wanted.name} was promised; {'; '.join((str(entry.level), *entry.how))}")
        return _known(found.entries, promised)

    def statement(self, kind: str, name: str) -> Verdict:
        """Returns the outcome of a statement: it is refuted, known less well than promised, not known, or it holds.

        What is known of some states only holds where no more was promised, and else nobody knows. What play alone says
        is not known here, since nothing is played.
        """
        source, promised, faulty = self._promises()
        if faulty:
            return Verdict(render(faulty, {} if source is None else {source.path: source}))
        limits = Limits()
        answers = Answers(self.game, limits, folder=self.keep)
        proved = prove(ProofTask(self.game, self.goals[kind, name], limits), self.prover, answers)
        engines = Engines(self.game, self.keep)
        shown = seen_of(engines, proved, answers)
        found = entries(
            answers_that_stand(proved.answers, shown), limits.steps, proved.missing, contradicted_goals(shown)
        )
        if any(improvable(each) for each in found if each.kind in EXPLORED):
            found = with_scopes(found, Explorer(self.game, None, self.keep).wholes(Watch()))
        if failures := failures_of(proved, shown, self.reader):
            return Verdict(_told(failures))
        beyond = [unsupported(each) for each in found if each.verdict == "unsupported"]
        if beyond:
            return Verdict(render(beyond, self.compiled.texts))
        changes = compare(found, promised, whole=False, played=False, explored="asked")
        fallen = [str(each) for each in changes if each.sort in {"fell", "open"}]
        if fallen:
            told = _told(inductions_of(engines, shown, self.reader, 0))
            return Verdict("\n".join([*fallen, "", told]).rstrip())
        return _known(found, promised)

    def _examples(self, names: tuple[str, ...]) -> ExampleResults:
        if names not in self._decided:
            some = evolve(self.game, examples=tuple(each for each in self.game.examples if each.name in names))
            explaining = partial(make_game, explain=True)
            kept = CheckMemory(self.game, self.keep)
            decided = decide_examples(some, explaining, self.reader, self.words, open_answers(self.game), kept)
            if self.compiled.folder.base is not None:
                decided = without_changed(self.compiled, some, decided, self.reader, self.keep)
            self._decided[names] = decided
        return self._decided[names]

    @cached_property
    def _decided(self) -> dict[tuple[str, ...], ExampleResults]:
        """The results of examples, by the names of those that were decided together."""
        return {}

    @cached_property
    def _precedents(self) -> list[Failure]:
        return check_precedents(self.compiled)[1]

    @cached_property
    def _laws(self) -> tuple[Failure, ...]:
        planned, _ = plan(self.game)
        configurations = [each.configuration for each in planned]
        _, broken = check_laws(self.game, configurations, self.reader, self.words, CheckMemory(self.game, self.keep))
        return tuple(broken)


def _known(found: Iterable[Entry], promised: Mapping[tuple[str, str], Level]) -> Verdict:
    for each in found:
        if each.verdict == "disagreement" or each.failed:
            return Verdict(f"{each.kind} {each.name}: {each.verdict}")
        wanted = promised.get(each.statement)
        as_promised = wanted is not None and each.level != UNKNOWN and each.level.keeps(wanted)
        if each.level.name not in WELL_KNOWN and not as_promised:
            return Verdict(unknown="; ".join((str(each.level), *each.how, *each.unproved)))
    return Verdict()


def _told(failures: Iterable[Failure]) -> str:
    return "\n\n".join("\n".join(failure_lines(number, each)) for number, each in enumerate(failures, start=1))


def place_of(path: Path) -> Path:
    """Returns a path as somebody who stands in the current folder would write it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
