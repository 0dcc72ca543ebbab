"""One position under two readings of a question: which values come to something else, or by another clause.

Citations stay clauses here, as in `narrative`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from refengine.ir import game as model
from refengine.prove.narrative import (
    ExplainedDecision,
    ValueLine,
    direct_values,
    given_lines,
    line_of,
    position_facts,
    spelling_of,
)
from refengine.prove.replay import EvaluatedValue

MOST = 6
"""The greatest number of values that are shown for each reading."""


@frozen
class Contrast:
    """A contrast: what is given, and what comes of it under two readings, first the values that the audit compares."""

    players: int
    given: tuple[str, ...]
    sides: tuple[tuple[str, tuple[ValueLine, ...]], ...]


def contrast(game: model.Game, shown: ExplainedDecision) -> Contrast | None:
    """Returns the contrast of two readings at the position that shows that they differ.

    None if the decision compares no readings, found no position, or engine and prover disagree about it.
    """
    question, _, pair = shown.decision.goal.part.partition(": ")
    readings = tuple(pair.split(" or "))
    if len(readings) != 2 or shown.replayed is None or shown.disagrees or not shown.replayed.stood:
        return None
    sides = tuple((each, _under(shown, question, each)) for each in readings)
    if not all(worked for _, worked in sides):
        return None
    (one, first), (other, second) = sides
    unlike = [key for key in first if key in second and _said(first[key]) != _said(second[key])]
    asked = direct_values(game, shown.decision.goal)
    unlike = [key for key in unlike if key[0] in asked or any(_decided(worked[key]) for _, worked in sides)]
    unlike.sort(key=lambda key: key[0] not in asked)
    stood = shown.replayed.stood[0]
    listed = tuple(
        (name, tuple(_lines(game, shown, [worked[key] for key in unlike[:MOST]])))
        for name, worked in ((one, first), (other, second))
    )
    return Contrast(stood.position.players, given_lines(game, stood, position_facts(game, stood)), listed)


_Key = tuple[str, str]


def _under(shown: ExplainedDecision, question: str, reading: str) -> dict[_Key, EvaluatedValue]:
    """Returns the values that were asked under a reading, the last asked first: what others rest on comes later."""
    assert shown.replayed is not None
    found: dict[_Key, EvaluatedValue] = {}
    for each in reversed(shown.replayed.worked):
        stood = shown.replayed.stood[each.asked.position]
        if dict(stood.game.description.readings).get(question) == reading:
            found[each.asked.value, repr(each.asked.arguments)] = each
    return found


def _decided(worked: EvaluatedValue) -> bool:
    """Returns whether one of several clauses decides the value."""
    return worked.clause is not None and worked.clause.path != worked.asked.value


def _said(worked: EvaluatedValue) -> tuple[str, str]:
    return (repr(worked.result), "" if worked.clause is None else worked.clause.path)


def _lines(game: model.Game, shown: ExplainedDecision, worked: list[EvaluatedValue]) -> Iterator[ValueLine]:
    assert shown.replayed is not None
    for each in worked:
        yield line_of(spelling_of(game, shown.replayed.stood[each.asked.position]), each)
