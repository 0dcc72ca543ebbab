"""Places as other tools want them: a path relative to where the command was given, a line and a column from 1."""

from __future__ import annotations

import re

from attrs import frozen

from refengine.check.report import Failure, GameReport, KnownStatement, Ledger

_PLACE = re.compile(r"(?P<path>.*?)(?::(?P<line>\d+):(?P<column>\d+))?", re.DOTALL)


@frozen
class ReportPlace:
    """A place that a report tells as a text: `line` and `column` are None where the text names a file alone."""

    path: str
    line: int | None = None
    column: int | None = None


def report_place(place: str | None) -> ReportPlace | None:
    """Returns the place that a report tells as `path:line:column` or as `path`; None for none."""
    if place is None:
        return None
    found = _PLACE.fullmatch(place)
    assert found is not None
    if found["line"] is None:
        return ReportPlace(found["path"])
    return ReportPlace(found["path"], int(found["line"]), int(found["column"]))


def lacking_statements(game: GameReport) -> tuple[tuple[KnownStatement, str], ...]:
    """Returns what is known less well than promised, with that in a sentence, but for what is told as a failure."""
    told = {(each.kind, each.name) for each in game.failures}
    found = () if game.ledger is None else game.ledger.lacking
    return tuple((each, _sentence(each)) for each in found if (each.kind, each.name) not in told)


def induction_of(row: KnownStatement, ledger: Ledger) -> Failure | None:
    """Returns the position from which the induction of a statement fails; None if there is none."""
    return next((each for each in ledger.inductions if (each.kind, each.name) == (row.kind, row.name)), None)


def _sentence(row: KnownStatement) -> str:
    reasons = "; ".join((*row.how, *row.unproved))
    why = f" ({reasons})" if reasons else ""
    return f"{row.kind} {row.name} is {row.evidence}{why}, and {row.promised} was promised"
