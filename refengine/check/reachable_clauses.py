"""The clauses that play may come to in a configuration: those of scripts, and of values that something in play asks.

What only a law asks is held against all that is printed, in no state: play never comes to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from refengine.ir import control, game as model
from refengine.ir.configuration import Configuration
from refengine.ir.footprint import closure, footprint
from refengine.ir.specialise import specialise
from refengine.ir.traverse import walk

NORMALLY: Final = ".normally"
"""The end of the path of a general rule, which decides under the name of its value where no exception is left."""


@frozen
class ReachableClauses:
    """The paths of the clauses that play may come to, of those of values that only laws ask, and that nobody asks."""

    by_play: frozenset[str]
    by_laws_alone: frozenset[str]
    by_nobody: frozenset[str]


def asked_in(game: model.Game, configuration: Configuration) -> ReachableClauses:
    """Returns who asks which clauses in a configuration."""
    return asked_of(specialise(evolve(game, examples=()), configuration))


def asked_of(played: model.Game) -> ReachableClauses:
    """Returns who asks which clauses of a specialised game."""
    calls = {value.name: footprint(value.body).values for value in played.values}
    in_play = closure(calls, footprint(evolve(played, values=(), laws=())).values)
    in_laws = closure(calls, footprint(*played.laws).values) - in_play
    asked = tuple(each for each in played.values if each.name in in_play)
    return ReachableClauses(
        _paths(clauses_with_nodes(evolve(played, values=asked))),
        _paths(clauses_of_values(each for each in played.values if each.name in in_laws)),
        _paths(clauses_of_values(each for each in played.values if each.name not in in_play | in_laws)),
    )


def _paths(clauses: Iterable[tuple[control.Clause, object]]) -> frozenset[str]:
    return frozenset(clause.path for clause, _ in clauses)


def clauses_with_nodes(game: model.Game) -> Iterator[tuple[control.Clause, object]]:
    """Yields each clause that play can fire with what it stands on in the IR; some stand on several nodes."""
    yield from clauses_of_values(game.values)
    for script in (game.setup, *game.phases):
        yield script.clause, script
        for node in (each for point in script.points for each in walk(point)):  # what bars no action never fires
            if (
                isinstance(
                    node,
                    control.BranchCase
                    | control.ForkCase
                    | control.Action
                    | control.Guard
                    | control.Barred
                    | control.Point,
                )
                and node.clause is not None
            ):
                yield node.clause, node


def clauses_of_values(values: Iterable[model.Value]) -> Iterator[tuple[control.Clause, object]]:
    """Yields each clause that decides a value with what it stands on in the IR."""
    for value in values:
        match value.body:
            case model.Single(result=result):
                yield value.clause, result
            case model.Joined(joins=joins):
                yield value.clause, joins
            case model.General(clause=clause, normally=normally, exceptions=exceptions):
                yield clause, normally
                yield from ((each.clause, each) for each in exceptions)
            case model.Cases(cases=clauses) | model.Sums(clauses=clauses):
                yield from ((each.clause, each) for each in clauses)
