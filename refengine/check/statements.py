"""Laws on the printed data, and what play says: the statements that a check makes, each with how it is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from attrs import evolve, frozen

from refengine.check.exercise import ReadingGap
from refengine.check.failures import Speaker
from refengine.check.memory import LAWS, CheckMemory, without_statements
from refengine.check.play import PlayResults
from refengine.check.report import Evidence, Failure, Statement
from refengine.engine.laws import BrokenLaw, broken_laws, empty_laws, with_laws_alone
from refengine.ir import control, game as model
from refengine.ir.configuration import Configuration
from refengine.ir.dependence import reads_configuration
from refengine.loading import make_game
from refengine.report.citations import Reader
from refengine.report.words import Words

Found = Literal["holds", "violated", "vacuous", "unknown"]


@frozen
class _Laws:
    """The laws that the printed data break, and those that speak of nothing printed."""

    broken: Mapping[str, BrokenLaw]
    empty: frozenset[str]


def check_laws(
    game: model.Game,
    configurations: Sequence[Configuration],
    reader: Reader,
    words: Words,
    kept: CheckMemory | None = None,
) -> tuple[list[Statement], list[Failure]]:
    """Returns whether the printed data obey the laws, and are such that these speak of anything.

    Under the first of the configurations; a law that depends on them is held against the data under each.
    """
    kept, told = kept or CheckMemory(), tuple(configurations)
    known = kept.read(LAWS, told, _Laws)
    if known is None:
        known = _Laws(*_broken(with_laws_alone(without_statements(game)), configurations))
        kept.write(LAWS, told, known)
    broken, empty = known.broken, known.empty
    statements: list[Statement] = []
    failures: list[Failure] = []
    for law in game.laws:
        clause = reader.clause(law.clause)
        verdict: Found = "violated" if law.name in broken else "vacuous" if law.name in empty else "holds"
        statements.append(Statement("law", law.name, clause, verdict, Evidence("exhaustive")))
        if verdict == "vacuous":
            failures.append(Failure("law", law.name, "it speaks of nothing: nothing printed is as it wants it", clause))
        if law.name in broken:
            said, code = _found(broken[law.name], words)
            failures.append(Failure("law", law.name, "the printed data do not obey it", clause, found=said, code=code))
    return statements, failures


def _broken(game: model.Game, configurations: Sequence[Configuration]) -> tuple[dict[str, BrokenLaw], frozenset[str]]:
    """Returns the laws that the data break under some configuration, and those that speak of nothing under any."""
    depends = any(reads_configuration(game, each.condition) for each in game.laws)
    broken: dict[str, BrokenLaw] = {}
    empty: frozenset[str] | None = None
    for configuration in configurations if depends else configurations[:1]:
        # A plain engine overlooks that cases overlap, or exceptions clash, where the first that applies obeys the law.
        make = partial(make_game, configuration=configuration, explain=True)
        for each in broken_laws(game, make):
            broken.setdefault(each.name, each)
        nothing = frozenset(empty_laws(game, make))
        empty = nothing if empty is None else empty & nothing
    return broken, empty or frozenset()


def _found(broken: BrokenLaw, words: Words) -> tuple[tuple[str, ...], str | None]:
    if broken.fault is not None:
        return (f"the rules break off: {broken.fault.message} in `{broken.fault.path}`",), broken.fault.code
    if not broken.members:
        return (), None
    named = ", ".join(" and ".join(map(words.name, member)) for member in broken.members)
    return (f"it does not hold for {named}",), None


def played_parts(
    game: model.Game, results: PlayResults, speaker: Speaker, seed: int
) -> tuple[list[Statement], list[Failure]]:
    """Returns the statements and failures of play: on invariants, measures, conservation, information and faults."""
    failures = [speaker.tell(*each) for each in results.failures()]
    games, steps = results.games + results.games_in_module, results.steps + results.steps_in_module
    tested = Evidence("tested", games, steps, seed)
    if not results.games:
        tested = Evidence("unknown")
    broken = {(each.kind, each.name) for each in failures}
    broken_sorts = {each.kind for each in failures}
    statements: list[Statement] = []

    def state(kind: str, name: str, clause: control.Clause | None, *, violated: bool, known: Evidence) -> None:
        cited = None if clause is None else speaker.reader.clause(clause)
        verdict: Found = "violated" if violated else "unknown" if known.level == "unknown" else "holds"
        statements.append(Statement(kind, name, cited, verdict, known))

    for each in game.invariants:
        kind = "step invariant" if each.step else "invariant"
        state(kind, each.name, each.clause, violated=(kind, each.clause.path) in broken, known=tested)
    for measure in game.measures:
        violated = ("measure", measure.clause.path) in broken
        state("measure", measure.name, measure.clause, violated=violated, known=tested)
    by_construction = Evidence("by construction", results.games, results.steps, seed)
    state("conservation", "conservation", None, violated="conservation" in broken_sorts, known=by_construction)
    compared = Evidence("tested", results.games, results.steps, seed, results.looks)
    for kind in ("legal", "turn"):
        known = compared if results.looks else Evidence("unknown")
        state(kind, kind, None, violated=kind in broken_sorts, known=known)
    state("fault", "fault", None, violated=bool({"fault", "refused"} & broken_sorts), known=tested)
    return statements, failures


def gaps(results: PlayResults, reader: Reader) -> tuple[ReadingGap, ...]:
    """Returns for each incomplete reading the number of games that it was played in, and the first fault."""
    found: dict[tuple[str, str], ReadingGap] = {}
    for each in results.done:
        if each.planned.gap is None:
            continue
        question, reading = each.planned.gap
        gap = found.get((question, reading)) or ReadingGap(question, reading, 0, 0, None, None)
        faults = [failure for failure in each.result.failures if failure.sort == "fault"]
        gap = evolve(gap, games=gap.games + each.result.games, met=gap.met + sum(fault.times for fault in faults))
        if faults and gap.fault is None:
            gap = evolve(gap, fault=faults[0].message, code=faults[0].code, clause=reader.clause(faults[0].clause))
        found[question, reading] = gap
    return tuple(found.values())
