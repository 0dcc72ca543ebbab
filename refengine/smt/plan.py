"""The plan of proof: everything that is asked of the prover about a game, and what is decided together.

INVARIANT: no solver is needed to know what there is to ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import evolve

from refengine.ir import claims, control, game as model
from refengine.ir.claims import PRINTED
from refengine.ir.obligations import obligations
from refengine.ir.open_texts import only_bodies, opened
from refengine.ir.traverse import walk
from refengine.smt.goal import OF_BODIES, Goal

COMPLETE = "the cases are complete"
"""The part of an audit that asks whether its cases leave anything out, or overlap."""


def goals(rules: model.Game) -> tuple[Goal, ...]:
    """Returns every goal, for every number of players."""
    return tuple(_goals(rules))


def _goals(rules: model.Game) -> Iterator[Goal]:
    for claim in rules.claims:
        kind = "witness" if claim.witness else "claim"
        for players in _seats(claim.extent.players):
            yield Goal(kind, claim.name, players, "", claim.clause.cites, claim.clause.origin.span)  # type: ignore[arg-type]
    for depends in rules.dependences:
        for players in _seats(rules.players):
            yield Goal("dependence", depends.name, players, "", depends.clause.cites, depends.clause.origin.span)
    for confines in rules.confinements:
        for players in _seats(rules.players):
            yield Goal("confinement", confines.name, players, "", confines.clause.cites, confines.clause.origin.span)
    for audit in rules.audits:
        for players in _seats(audit.extent.players):
            yield from audit_goals(rules, audit, players)
    for players in _seats(rules.players):
        yield from gap_goals(rules, players)
        yield from course_goals(rules, players)


def _seats(players: tuple[int, int]) -> range:
    return range(players[0], players[1] + 1)


ALONG = ("invariant", "step invariant", "measure", "conservation", "sight", "obligation")
"""The kinds of goals decided along the course of a game, which share one induction."""


def batches(listed: Iterable[Goal]) -> tuple[tuple[Goal, ...], ...]:
    """Returns goals that are best decided together, the dearest first."""
    together: dict[tuple[object, ...], list[Goal]] = {}
    for goal in listed:
        if goal.kind in ALONG:
            part = "" if goal.part == OF_BODIES else goal.part
            key: tuple[object, ...] = ("course", goal.players, part, goal.texts)
        elif goal.kind == "audit":
            key = ("audit", goal.name, goal.players)
        else:
            key = (goal.kind, goal.name, goal.players)
        together.setdefault(key, []).append(goal)
    found = sorted(
        together.items(), key=lambda each: (each[0][0] != "course", each[0][0] != "audit", -each[1][0].players)
    )
    return tuple(tuple(each) for _, each in found)


def audit_goals(rules: model.Game, audit: claims.Audit, players: int) -> Iterator[Goal]:
    """Yields the goals of an audit under one number of players."""
    told = {"cites": audit.clause.cites, "span": audit.clause.origin.span}
    if audit.cases:
        yield Goal("audit", audit.name, players, COMPLETE, **told)  # type: ignore[arg-type]
    for case in audit.cases:
        name = case.clause.path.rpartition(".")[2]
        yield Goal("audit", audit.name, players, name, case.clause.cites, case.clause.origin.span)
    if audit.compares:
        for question in rules.questions:
            if question.name in dict(audit.extent.under):
                continue
            complete = [each.name for each in question.readings if not each.incomplete]
            for one, other in combinations(complete, 2):
                yield Goal("audit", audit.name, players, f"{question.name}: {one} or {other}", **told)  # type: ignore[arg-type]


def gap_goals(rules: model.Game, players: int) -> Iterator[Goal]:
    """Yields a goal for each incomplete reading."""
    for question in rules.questions:
        for reading in question.readings:
            if reading.incomplete:
                clause = question.clause
                yield Goal("gap", question.name, players, reading.name, clause.cites, clause.origin.span)


def course_goals(rules: model.Game, players: int) -> Iterator[Goal]:
    """Yields all goals that are decided along the course, under one number of players.

    Of a game with texts they are asked whatever these say, but for what the bodies owe that are there.
    """
    if not rules.texts:
        yield from _course_goals(rules, players)
        return
    whatever: set[tuple[str, str]] = set()
    with_bodies = {each.name for each in rules.texts if each.bodies}
    asking = {each.name for each in rules.texts if _asks(each.given)}
    for goal in _course_goals(opened(rules), players):
        whatever.add(goal.statement)
        of_bodies = goal.kind == "sight" and goal.name in with_bodies
        if not of_bodies or goal.name in asking:
            yield evolve(goal, texts="bodies" if of_bodies else "any")
    for goal in _obligations_of(only_bodies(rules), players):
        yield evolve(goal, texts="bodies", part=OF_BODIES if goal.statement in whatever else "")


def _course_goals(rules: model.Game, players: int) -> Iterator[Goal]:
    for each in rules.invariants:
        kind = "step invariant" if each.step else "invariant"
        for data in dict.fromkeys((PRINTED, each.data)):
            part = ", ".join(data.words)
            yield Goal(kind, each.name, players, part, each.clause.cites, each.clause.origin.span)  # type: ignore[arg-type]
    falling: tuple[model.Measure | model.Nesting, ...] = (*rules.measures, *rules.nestings)
    for measure in falling:
        yield Goal("measure", measure.name, players, cites=measure.clause.cites, span=measure.clause.origin.span)
    for component in rules.components:
        clause = component.clause
        yield Goal("conservation", component.name, players, cites=clause.cites, span=clause.origin.span)
    for script in (rules.setup, *rules.phases):
        if _asks(script):
            yield Goal("sight", script.name, players, cites=script.clause.cites, span=script.clause.origin.span)
    yield from _obligations_of(rules, players)


def _asks(script: control.Script) -> bool:
    return any(isinstance(each, control.Ask) for point in script.points for each in walk(point.exit))


def _obligations_of(rules: model.Game, players: int) -> Iterator[Goal]:
    declared = (
        *rules.values, rules.setup, *rules.phases, *rules.zones, *rules.variables, *rules.laws, *rules.invariants,
        *rules.measures, *(() if rules.outcome is None else (rules.outcome,)),
    )  # fmt: skip
    cited = {each.clause.path: each.clause.cites for each in declared}
    seen: set[str] = set()
    for owed in obligations(rules):
        name, origin = owed.name, owed.origin
        if name not in seen:
            seen.add(name)
            yield Goal("obligation", name, players, cites=origin.cites or cited.get(owed.path, ()), span=origin.span)
