"""Precedents of a game, decided again in a check: a failure for each that does not stand."""

from __future__ import annotations

from refengine.check.report import Failure
from refengine.compiled import Compilation
from refengine.rulings.bench import DisagreementError
from refengine.rulings.judge import Judge
from refengine.rulings.precedents import precedents_of, read_precedent
from refengine.rulings.proving.prover import prove
from refengine.rulings.standing import PrecedentStanding, decided_again
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import read_source
from refengine.testing.failure import DISAGREE

PRECEDENT = "precedent"

SAID = {
    "overruled": "is overruled",
    "clause gone": "rests on a clause that is gone",
    "cannot be decided": "cannot be decided any more",
}
"""The predicate of a failure's sentence, by how the precedent stands."""


def check_precedents(compiled: Compilation) -> tuple[tuple[PrecedentStanding, ...], list[Failure]]:
    """Decides every precedent that lies beside the rules again."""
    standing: list[PrecedentStanding] = []
    failures: list[Failure] = []
    judge = Judge(compiled, prover=prove)
    for path in precedents_of(compiled.folder.path):
        source, wrong = read_source(path, path.as_posix())
        kept, wrong = (None, wrong) if source is None or wrong else read_precedent(path.stem, source)
        if kept is None:
            failures.append(_unread(path.stem, wrong))
            continue
        try:
            found = decided_again(kept, judge)
        except DisagreementError as error:
            failures.append(Failure(DISAGREE, path.stem, f"the engine and the reasons for `{error}` disagree", None))
            continue
        standing.append(found)
        if found.fails:
            failures.append(_failure(found))
    return tuple(standing), failures


def _unread(name: str, wrong: tuple[Diagnostic, ...]) -> Failure:
    return Failure(PRECEDENT, name, f"cannot be read: {wrong[0].message}", None, code=wrong[0].code)


def _failure(standing: PrecedentStanding) -> Failure:
    told = [f"asked: {standing.question}", f"ruled: {standing.verdict}"]
    if standing.now is not None:
        told.append(f"now: {standing.now}")
    if standing.confirmed is not None:
        told.append(f"confirmed by {standing.confirmed.by} on {standing.confirmed.on}")
    return Failure(
        PRECEDENT, standing.name, f"{SAID[standing.status]}: {'; '.join(standing.by)}", None, found=tuple(told)
    )
