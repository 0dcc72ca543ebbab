"""Laws on the printed data, and what play says: the statements that a check makes, each with how it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refengine.check.cited import Reader
from refengine.check.failures import Speaker
from refengine.check.play import Results
from refengine.check.report import Evidence, Failure, Statement
from refengine.engine.fault import Fault
from refengine.ir import game as model

if TYPE_CHECKING:
    from refengine.engine.game import Game


def check_laws(game: Game, reader: Reader) -> tuple[list[Statement], list[Failure]]:
    """Whether the printed data obey the laws."""
    statements: list[Statement] = []
    failures: list[Failure] = []
    for law in game.description.laws:
        clause = reader.clause(law.clause)
        try:
            holds, found = law.holds(), ()
        except Fault as fault:
            holds, found = False, (f"the rules break off: {fault.message} in `{fault.path}`",)
        statements.append(
            Statement("law", law.name, clause, "holds" if holds else "violated", Evidence("exhaustive"))
        )
        if not holds:
            failures.append(Failure("law", law.name, "the printed data do not obey it", clause, found=found))
    return statements, failures


def played_parts(
    game: model.Game, results: Results, speaker: Speaker, seed: int
) -> tuple[list[Statement], list[Failure]]:
    """What play says of invariants, measures, conservation, information and faults."""
    failures = [
        speaker.tell(each.planned, found, saved)
        for each in results.done
        for found, saved in each.told()
    ]
    tested = Evidence("tested", results.games, results.steps, seed)
    if not results.games:
        tested = Evidence("unknown")
    broken = {(each.kind, each.name) for each in failures}
    broken_sorts = {each.kind for each in failures}
    statements: list[Statement] = []

    def state(kind: str, name: str, clause: model.Clause | None, *, violated: bool, known: Evidence) -> None:
        cited = None if clause is None else speaker.reader.clause(clause)
        verdict = "violated" if violated else "unknown" if known.level == "unknown" else "holds"
        statements.append(Statement(kind, name, cited, verdict, known))

    for each in game.invariants:
        kind = "step invariant" if each.step else "invariant"
        state(kind, each.name, each.clause, violated=(kind, each.clause.path) in broken, known=tested)
    for measure in game.measures:
        violated = ("measure", measure.clause.path) in broken
        state("measure", measure.name, measure.clause, violated=violated, known=tested)
    by_construction = Evidence("by construction", results.games, results.steps, seed)
    state("conservation", "conservation", None, violated="conservation" in broken_sorts, known=by_construction)
    for kind in ("legal", "turn"):
        state(kind, kind, None, violated=kind in broken_sorts, known=tested)
    state("fault", "fault", None, violated=bool({"fault", "refused"} & broken_sorts), known=tested)
    return statements, failures
