"""Audits as tables: the results of each case, which readings make a difference, and a position for each that do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from refengine.check.ledger_text import seats
from refengine.ir import expressions as ir, game as model
from refengine.prove.contrast import Contrast, contrast
from refengine.prove.narrative import ExplainedDecision, ValueLine
from refengine.report.citations import Reader
from refengine.smt.goal import Decision, Goal

Rows = tuple[tuple[str, ...], ...]

_TOLD: Final[Mapping[str, str]] = {"found": "differ", "proved": "never differ", "by construction": "never differ"}
"""The verb of a statement that compares two readings, by its verdict; every other verdict is told as it is."""


@frozen
class AuditRows:
    """The rows of an audit: with one number of players those of its cases, with several those of its readings."""

    name: str
    players: tuple[int, ...]
    rows: Rows
    kind: str = "audit"


@frozen
class ReadingDifference:
    """A question of which two readings differ, with the fewest players, the position, and what comes of it."""

    audit: str
    question: str
    readings: tuple[str, str]
    players: int
    given: tuple[str, ...]
    sides: tuple[tuple[str, tuple[str, ...]], ...]


# ---- CASES


def case_tables(game: model.Game, decisions: Iterable[Decision]) -> tuple[AuditRows, ...]:
    """Returns the tables of all possible cases, one for each audit and number of players.

    A row holds the case, what is shown, when, and the values. A claim that does not hold under all readings has one
    too, of the readings under which it does.
    """
    found: dict[tuple[str, str, int], list[tuple[str, ...]]] = {}
    for each in decisions:
        if each.table:
            goal = each.goal
            lead = (goal.part,) if goal.part else ()
            rows = found.setdefault((goal.kind, goal.name, goal.players), [])
            rows += [(*lead, _named(game, goal, row[0]), *row[1:]) for row in each.table]
    return tuple(AuditRows(name, (players,), tuple(rows), kind) for (kind, name, players), rows in found.items())


def _named(game: model.Game, goal: Goal, cell: str) -> str:
    """Returns a cell of an audit with `shows N` replaced by the name of the value that is shown, if it has one."""
    lead, _, number = cell.partition(" ")
    audit = next((each for each in game.audits if each.name == goal.name), None)
    if lead == "shows" and number.isdigit() and audit is not None and int(number) <= len(audit.shows):
        shown = audit.shows[int(number) - 1]
        if isinstance(shown, ir.CallValue) and not shown.args:
            return shown.name
    return cell


# ---- READINGS


def reading_tables(decisions: Iterable[Decision]) -> tuple[AuditRows, ...]:
    """Returns for each audit that compares readings a table of whether any two can differ, by the number of players."""
    found: dict[str, dict[str, dict[int, Decision]]] = {}
    for each in decisions:
        if _compares(each.goal):
            found.setdefault(each.goal.name, {}).setdefault(each.goal.part, {})[each.goal.players] = each
    return tuple(_table(name, parts) for name, parts in found.items())


def _compares(goal: Goal) -> bool:
    return goal.kind == "audit" and ": " in goal.part


def _table(name: str, parts: Mapping[str, Mapping[int, Decision]]) -> AuditRows:
    players = sorted({seat for told in parts.values() for seat in told})
    rows = [("question", "readings", *(seats((each,)) for each in players))]
    for part, told in parts.items():
        question, _, pair = part.partition(": ")
        needed = dict.fromkeys(each for decision in told.values() for each in decision.rests_on)
        verdicts = [told[each].verdict if each in told else "" for each in players]
        rests = (f"rests on {', '.join(needed)}",) if needed else ()
        rows.append((question, pair, *(_TOLD.get(each, each) for each in verdicts), *rests))
    return AuditRows(name, tuple(players), tuple(rows))


def differences(
    game: model.Game, shown: Mapping[Goal, ExplainedDecision], reader: Reader
) -> tuple[ReadingDifference, ...]:
    """Returns for each two readings that differ a position that shows it, the one with the fewest players."""
    found: dict[tuple[str, str], tuple[Goal, Contrast]] = {}
    for goal, each in shown.items():
        if not _compares(goal) or each.decision.verdict != "found":
            continue
        key = (goal.name, goal.part)
        if key in found and found[key][0].players <= goal.players:
            continue
        told = contrast(game, each)
        if told is not None:
            found[key] = (goal, told)
    return tuple(_difference(goal, told, reader) for goal, told in found.values())


def _difference(goal: Goal, told: Contrast, reader: Reader) -> ReadingDifference:
    question = goal.part.partition(": ")[0]
    (one, _), (other, _) = told.sides
    sides = tuple((name, tuple(_said(each, reader) for each in lines)) for name, lines in told.sides)
    return ReadingDifference(goal.name, question, (one, other), told.players, told.given, sides)


def _said(line: ValueLine, reader: Reader) -> str:
    if line.clause is None:
        return line.said
    cited = reader.clause(line.clause)
    bases = "; ".join(each.name for each in cited.basis)
    return f"{line.said}, by `{cited.path}`" + (f" per {bases}" if bases else "")


# ---- AS TEXT


def difference_lines(found: Sequence[ReadingDifference]) -> Iterator[str]:
    """Yields each difference: the position, and under each of the two readings what comes of it and what decides."""
    for each in found:
        yield ""
        yield f"{each.audit}, {each.question} is {' or '.join(each.readings)}, with {seats((each.players,))}:"
        for given in each.given:
            yield f"  given {given}"
        for reading, lines in each.sides:
            yield f"  under {reading}"
            yield from (f"    {line}" for line in lines)
