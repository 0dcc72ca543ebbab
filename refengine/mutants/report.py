"""The report on the mutants of a game: how many are caught and by whom, which are left, and what was promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from refengine.check.report import EXIT_CODES, Verdict
from refengine.evidence.mutation import WHOLE, Mutation, place_of
from refengine.mutants.bench import Bench
from refengine.mutants.candidates import candidates
from refengine.mutants.mutant import OPERATORS, Operator, diff
from refengine.mutants.run import Draw, MutantsRun
from refengine.mutants.verdicts import STAGES, By, MutantVerdict
from refengine.report.citations import Basis, Reader
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

SCHEMA_VERSION: Final = 1


@frozen
class SurvivorEntry:
    """A survivor as it is shown: where it stands, what the changed clause rests on, and the lines that differ."""

    judged: MutantVerdict
    place: str | None
    basis: tuple[Basis, ...]
    lines: tuple[str, ...]
    reason: str | None = None


@frozen
class Share:
    """The share of some mutants that is caught."""

    caught: int
    mutants: int

    @property
    def percent(self) -> int:
        """The percentage, rounded down, so that only all of them are a hundred; of none: all."""
        return WHOLE * self.caught // self.mutants if self.mutants else WHOLE


@frozen
class MutantsReport:
    """The results of the mutants of one game. Those that are listed as equivalent count nowhere."""

    name: str
    path: str
    draw: Draw
    run: MutantsRun
    mutation: Mutation
    share: Share
    by: Mapping[By, int]
    endless: int
    operators: Mapping[Operator, Share]
    survived: tuple[SurvivorEntry, ...]
    weaker: tuple[SurvivorEntry, ...]
    equivalent: tuple[SurvivorEntry, ...]
    broken: tuple[SurvivorEntry, ...]
    """The mutants over which engine and prover disagree, or a mistake of ours came up."""
    named: tuple[SurvivorEntry, ...]
    """The mutants that were asked for by their ids, and are caught."""
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText]

    @property
    def promised(self) -> bool:
        """Returns whether the promise, if there is one, is about just these mutants."""
        told = self.mutation.promise
        return told is not None and (told.count, told.seed, frozenset()) == (
            self.draw.count,
            self.draw.seed,
            self.draw.only,
        )

    @property
    def verdict(self) -> Verdict:
        """Returns whether the mutants are caught, or as many as were promised."""
        found = {each.judged.found for each in self.broken}
        if "internal error" in found:
            return "internal error"
        if "disagreement" in found:
            return "executors disagree"
        if self.diagnostics:
            return "bad input"
        told = self.mutation.promise
        if self.promised and told is not None:
            enough = self.share.percent >= told.caught
            return "inconclusive" if self.run.interrupted else "holds" if enough else "violated"
        if self.survived:
            return "violated"
        return "inconclusive" if self.weaker or self.run.interrupted else "holds"

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return EXIT_CODES[self.verdict]


def mutants_report(
    bench: Bench,
    draw: Draw,
    run: MutantsRun,
    mutation: Mutation,
    evidence: SourceText | None,
    wrong: Iterable[Diagnostic],
) -> MutantsReport:
    """Returns the report on a run; `evidence` is the file with what is promised, and `wrong` what is wrong with it."""
    reader = Reader(bench.compiled.rulebook, bench.compiled.texts)
    listed = mutation.equivalent
    counted = [each for each in run.judged if each.mutant.name not in listed]
    caught = [each for each in counted if each.found == "caught"]

    def left(several: Iterable[MutantVerdict]) -> tuple[SurvivorEntry, ...]:
        return tuple(_left(bench, reader, each, listed.get(each.mutant.name)) for each in several)

    def those(found: str, among: Sequence[MutantVerdict]) -> tuple[SurvivorEntry, ...]:
        return left(each for each in among if each.found == found)

    stages = Counter(each.by for each in caught)
    return MutantsReport(
        name=bench.compiled.folder.name,
        path=bench.compiled.folder.path.as_posix(),
        draw=draw,
        run=run,
        mutation=mutation,
        share=Share(len(caught), len(counted)),
        by={stage: stages[stage] for stage in STAGES},
        endless=sum(each.endless for each in caught),
        operators=_operators(counted),
        survived=those("survived", counted),
        weaker=those("weaker", counted),
        equivalent=left(each for each in run.judged if each.mutant.name in listed),
        broken=(*those("disagreement", run.judged), *those("internal error", run.judged)),
        named=left(caught) if draw.only else (),
        diagnostics=(*wrong, *_of_the_listed(bench, run, listed, evidence)),
        texts={} if evidence is None else {evidence.path: evidence},
    )


def _left(bench: Bench, reader: Reader, judged: MutantVerdict, reason: str | None) -> SurvivorEntry:
    mutant = judged.mutant
    basis = reader.all_of(str(each) for each in mutant.rule.cites)
    return SurvivorEntry(judged, reader.place(mutant.span), basis, diff(bench.source(mutant), mutant), reason)


def _operators(counted: Sequence[MutantVerdict]) -> dict[Operator, Share]:
    whole = Counter(each.mutant.operator for each in counted)
    caught = Counter(each.mutant.operator for each in counted if each.found == "caught")
    return {each: Share(caught[each], whole[each]) for each in OPERATORS if whole[each]}


def _of_the_listed(
    bench: Bench, run: MutantsRun, listed: Mapping[str, str], evidence: SourceText | None
) -> Iterable[Diagnostic]:
    """Yields diagnostics of mutants listed as equivalent in vain: they are gone, or something objects to them."""
    if evidence is None or not listed:
        return
    there = {each.name for each in candidates(bench.rules)}
    for name in listed:
        if name not in there:
            yield _gone(evidence, name)
    for each in run.judged:
        if each.mutant.name in listed and each.found == "caught":
            yield _not_equivalent(evidence, each)


def _gone(evidence: SourceText, name: str) -> Diagnostic:
    hint = "the rule was changed: take the mutant out of the list, or name what became of it"
    return Diagnostic("E0891", f"there is no mutant `{name}`", place_of(evidence, name), hint=hint)


def _not_equivalent(evidence: SourceText, judged: MutantVerdict) -> Diagnostic:
    mutant = judged.mutant.name
    message = f"the mutant `{mutant}` is listed as equivalent, and is caught: {judged.name}"
    return Diagnostic("E0892", message, place_of(evidence, mutant), hint="take it out of the list")
