"""The report on mutants as a page: the score, who caught them, and the survivors as a diff with what they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from refengine.check.layout import paragraph, wrapped
from refengine.check.report import quantity
from refengine.mutants.report import MutantsReport, Share, SurvivorEntry
from refengine.mutants.verdicts import By, MutantVerdict
from refengine.report.citations import Basis
from refengine.source.render import render

_BY: Final[Mapping[By, str]] = {
    "examples": "by examples",
    "laws": "by laws",
    "proofs": "by what is claimed, has to hold or is owed",
    "play": "by random play",
}


def mutants_text(report: MutantsReport) -> str:
    """Returns the report as a page."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: MutantsReport) -> Iterator[str]:
    if report.diagnostics:
        yield render(report.diagnostics, report.texts)
    yield f"{report.name} ({report.path})"
    yield from paragraph("mutants", [_drawn(report)])
    yield from paragraph("caught", [_share(report.share), *_ways(report)])
    if len(report.operators) > 1:
        rows = [f"{name:<17}  {share.caught:>4} of {share.mutants:>4}" for name, share in report.operators.items()]
        yield from paragraph("changes", rows)
    if report.weaker:
        told = (
            f"{quantity(len(report.weaker), 'mutant')}: nothing objects, but something is known less well than before"
        )
        yield from paragraph("weaker", [told])
    if report.survived:
        yield from paragraph("survived", [quantity(len(report.survived), "mutant")])
    if report.equivalent:
        yield from paragraph(
            "equivalent", [f"{quantity(len(report.equivalent), 'mutant')}, listed with a reason; they do not count"]
        )
    if report.run.interrupted:
        yield from paragraph("stopped", ["interrupted: what stands here is what was done until then"])
    yield from _promise(report)
    yield from paragraph("verdict", [report.verdict])
    for heading, several in (
        ("survived: nothing would notice these", report.survived),
        ("known less well: a check against what is promised would fail, nothing else would", report.weaker),
        ("equivalent, as listed", report.equivalent),
        ("not to be trusted: the tool itself is at fault", report.broken),
        ("caught", report.named),
    ):
        yield from _listed(heading, several)


def _drawn(report: MutantsReport) -> str:
    run = report.run
    only = " that were named" if report.draw.only else f", seed {report.draw.seed}"
    left_out = f"; {run.not_compiled:,} more are no rule sets, or say the same" if run.not_compiled else ""
    return f"{report.share.mutants:,} of {run.possible:,}{only}{left_out}"


def _share(share: Share) -> str:
    return f"{share.caught:,} of {share.mutants:,} ({share.percent} %)"


def _ways(report: MutantsReport) -> Iterator[str]:
    """Yields for each stage a line with the number of mutants that it caught."""
    for stage, number in report.by.items():
        if number:
            endless = (
                f", {report.endless:,} of them because a game does not end"
                if stage == "play" and report.endless
                else ""
            )
            yield f"  {number:>5}  {_BY[stage]}{endless}"


def _promise(report: MutantsReport) -> Iterator[str]:
    told = report.mutation.promise
    if told is None:
        return
    whose = f"{told.caught} % of {told.count:,}, seed {told.seed}"
    if not report.promised:
        yield from paragraph("promised", [f"{whose}: not looked at, as others were asked for"])
    elif not report.run.interrupted:
        kept = "kept" if report.share.percent >= told.caught else "not kept"
        yield from paragraph("promised", [f"{whose}: {kept}"])


def _listed(heading: str, several: tuple[SurvivorEntry, ...]) -> Iterator[str]:
    if several:
        yield ""
        yield f"{heading}:"
    for number, each in enumerate(several, start=1):
        yield ""
        yield from _left(number, each)


def _left(number: int, left: SurvivorEntry) -> Iterator[str]:
    judged = left.judged
    mutant = judged.mutant
    yield from wrapped(f"{number}. {mutant.rule.path}, {mutant.operator} [{mutant.id}]", "", "   ")
    if left.place is not None:
        yield f"   {left.place}"
    for basis in left.basis:
        yield from wrapped(_per(basis), "   ", "     ")
    yield from (f"   {line}" for line in left.lines)
    yield from (line for told in _said(judged, left.reason) for line in wrapped(told, "   ", "     "))


def _per(basis: Basis) -> str:
    lines = f" (rulebook line {basis.lines})" if basis.lines else ""
    return f"per {basis.name}{lines}" + (f": {basis.text}" if basis.text else "")


def _said(judged: MutantVerdict, reason: str | None) -> Iterator[str]:
    """Yields lines on who says what of a mutant."""
    if judged.found == "internal error":
        yield f"internal error: {judged.what}"
    elif judged.name:
        yield f"{judged.found}: {judged.name}: {judged.what}"
    if judged.weaker:
        yield f"known less well: {', '.join(judged.weaker)}"
    if reason is not None:
        yield f"no other rule: {reason}"
