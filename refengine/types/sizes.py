"""Sizes: declarations whose working out would look at more than a limit allows, found before anything is worked out."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import Audit, Claim, SmallScope
from refengine.ir.control import Clause
from refengine.ir.domain import Range
from refengine.ir.traverse import walk
from refengine.ir.work import Work, work_of
from refengine.source.depth import MAX_DEEP
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import Limits, beyond, too_deep


def beyond_limits(game: model.Game, limits: Limits) -> tuple[Diagnostic, ...]:
    """The declarations that go through too many numbers, or look at too many cases."""
    work = work_of(game)
    found = list(_too_deep(game))
    for clause, node in _worked_out(game):
        large = tuple(dict.fromkeys(_large_ranges(work, node, limits.values)))
        span = clause.origin.span
        if large:
            what = f"the numbers that `{clause.path}` goes through are"
            found.extend(beyond("values", limits.values, what, number, span) for number in large)
        elif (cases := work.of(node)) > limits.cases:
            found.append(beyond("cases", limits.cases, f"the cases that `{clause.path}` looks at are", cases, span))
    return tuple(found)


def _too_deep(game: model.Game) -> Iterator[Diagnostic]:
    """The values at which rows become too long in which each asks the next; values stand behind those that they ask."""
    deep: dict[str, int] = {}
    for value in game.values:
        asked = (deep[node.name] for node in walk(value.body) if isinstance(node, ir.CallValue) and node.name in deep)
        deep[value.name] = 1 + max(asked, default=0)
        if deep[value.name] == MAX_DEEP + 1:
            yield too_deep(value.name, MAX_DEEP, value.clause.origin.span)


def _worked_out(game: model.Game) -> Iterator[tuple[Clause, object]]:
    """Yields every part of the rules that is worked out at once, and the clause that it belongs to."""
    for value in game.values:
        yield value.clause, value.body
    for script in (game.setup, *game.phases):
        for point in script.points:
            yield point.clause or script.clause, point
    for variable in game.variables:
        yield variable.clause, variable.starts
    held: tuple[model.Zone | model.Variable, ...] = (*game.zones, *game.variables)
    for each in held:
        yield each.clause, each.seen
    if game.outcome is not None:
        yield game.outcome.clause, game.outcome
    stated: tuple[
        model.Law | model.Invariant | model.Measure | model.Nesting | model.Example | Claim | Audit | SmallScope, ...
    ] = (
        *game.laws, *game.invariants, *game.measures, *game.nestings, *game.examples, *game.claims, *game.audits,
        *game.scopes,
    )  # fmt: skip
    for one in stated:
        yield one.clause, one


def _large_ranges(work: Work, node: object, most: int) -> Iterator[int]:
    for each in walk(node):
        match each:
            case ir.AllMembers(of=Range()) | ir.NumbersBetween() if work.members(each) > most:
                yield work.members(each)
            case _:
                pass
