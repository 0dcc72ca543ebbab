"""Variables of one reading: what is left of a game under another, and who speaks of them there.

INVARIANT: of a game without `Stray`s nothing is left, under any configuration, that speaks of a variable which there is
not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from attrs import evolve, frozen

from refengine.ir import control, game as model
from refengine.ir.expressions import Origin, ReadVariable
from refengine.ir.left_out import is_left_out
from refengine.ir.traverse import children


@frozen
class Stray:
    """A place at which somebody speaks of a variable under a reading that does not keep it; `head` is what it is in."""

    variable: model.Variable
    head: control.Clause
    clause: control.Clause
    origin: Origin


def not_kept(variables: Collection[model.Variable], readings: Mapping[str, str]) -> frozenset[str]:
    """Returns the names of variables that there are not where the questions are read so; others may be left open."""
    return frozenset(
        each.name
        for each in variables
        if each.under is not None and readings.get(each.under[0], each.under[1]) != each.under[1]
    )


def without_unkept(game: model.Game, readings: Mapping[str, str]) -> model.Game:
    """Returns the game without variables that these readings do not keep, and without examples of others with them.

    An example that may be decided under these has asked for the reading where it speaks of such a variable, so nothing
    is left of that.
    """
    if is_left_out(game.variables) or not any(each.under for each in game.variables):
        return game
    gone = not_kept(game.variables, readings)
    examples = game.examples
    if not is_left_out(examples):
        examples = tuple(each for each in examples if _is_decided(each, readings) or not speaks_of(each, gone))
    return evolve(game, variables=tuple(each for each in game.variables if each.name not in gone), examples=examples)


def _is_decided(example: model.Example, readings: Mapping[str, str]) -> bool:
    """Returns whether an example may be decided where the questions are read so: it is given no other reading."""
    return all(readings.get(question, given) == given for question, given in example.readings)


def speaks_of(node: object, names: Collection[str]) -> bool:
    """Returns whether anything in an IR node reads or writes one of these variables."""
    return bool(names) and next(mentions(node, names, _NOWHERE), None) is not None


def mentions(
    node: object, names: Collection[str], around: control.Clause
) -> Iterator[tuple[str, control.Clause, Origin]]:
    """Yields each read and write of these variables, with the nearest clause and the nearest place around it."""
    agenda = [(node, around, around.origin)]
    while agenda:
        each, clause, origin = agenda.pop()
        clause = _clause(each) or clause
        origin = getattr(each, "origin", None) or (clause.origin if _clause(each) else origin)
        match each:
            case (
                ReadVariable(name=name)
                | control.SetVariable(name=name)
                | control.AddNumber(name=name)
                | control.AddMember(name=name)
                | model.PutVariable(name=name)
            ) if name in names:
                yield name, clause, origin
            case _:
                pass
        agenda += [(below, clause, origin) for below in reversed(children(each))]


def _clause(node: object) -> control.Clause | None:
    found = getattr(node, "clause", None)
    return found if isinstance(found, control.Clause) else None


_NOWHERE = control.Clause("", (), Origin(None))
