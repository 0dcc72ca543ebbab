"""Finds every name of a game that a person may meet, and so a label may translate."""

from __future__ import annotations

from refengine.ir.control import Clause
from refengine.ir.domain import TRUTH
from refengine.ir.game import Cases, Game, General, Joined, Single, Sums, Value
from refengine.ir.relations import is_declared
from refengine.ir.traverse import walk


def known_names(game: Game) -> frozenset[str]:
    """Returns every name of a game that may be labelled, clauses, questions, sentences about values and variables."""
    names: set[str] = {game.name, "box"}
    for each in (
        game.kinds, game.components, game.zones, game.variables, game.tokens, game.phases, game.values,
        game.questions, game.options, game.records, game.editions, game.relations,
    ):  # fmt: skip
        names.update(one.name for one in each)
    for kind in game.kinds:
        names.update(kind.members, (f.name for f in kind.fields if is_declared(f)))
    for component in game.components:
        names.update((piece.name for piece in component.pieces), (f.name for f in component.fields))
    for question in game.questions:
        names.update(reading.name for reading in question.readings)
        names.update((f"{question.name}: asks", *(f"{question.name}: {each.name}" for each in question.readings)))
    for value in game.values:
        forms = ("yes", "no") if value.domain == TRUTH else ("is", "none")
        names.update(f"{value.name}: {form}" for form in forms)
        names.update(clause.path for clause in clauses_of(value))
    for variable in game.variables:
        if variable.domain == TRUTH and variable.index is None:
            names.update((f"{variable.name}: yes", f"{variable.name}: no"))
    for script in (game.setup, *game.phases):
        for point in script.points:
            names.update(action.name for action in getattr(point.exit, "actions", ()))
        names.update(node.clause.path for node in walk(script) if isinstance(getattr(node, "clause", None), Clause))
    return frozenset(names)


def clauses_of(value: Value) -> tuple[Clause, ...]:
    """Returns the clauses that may decide a value."""
    match value.body:
        case Single() | Joined():
            return (value.clause,)
        case General(clause=clause, exceptions=exceptions):
            return (clause, *(each.clause for each in exceptions))
        case Cases(cases=clauses) | Sums(clauses=clauses):
            return (value.clause, *(each.clause for each in clauses))
