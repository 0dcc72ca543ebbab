"""Promises compared with what was found: nothing that was known better may go unnoticed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from attrs import frozen

from refengine.evidence.ledger import Entry
from refengine.evidence.level import Level
from refengine.evidence.promises import Statement

Sort = Literal["kept", "rose", "new", "fell", "open", "gone"]
"""`open`: better was promised than could be said within the limits. `gone`: there is no such statement any more."""


@frozen
class StatementChange:
    """A change of one statement between what was promised and what was found."""

    sort: Sort
    kind: str
    name: str
    promised: Level | None
    found: Level | None

    def __str__(self) -> str:
        match self.sort:
            case "kept":
                return f"{self.kind} {self.name}: {self.found}, as promised"
            case "new":
                return f"{self.kind} {self.name}: {self.found}, nothing promised"
            case "gone":
                return f"{self.kind} {self.name}: {self.promised} was promised, and nothing is called so"
            case "rose":
                return f"{self.kind} {self.name}: {self.found}, {self.promised} was promised"
            case "fell":
                return f"{self.kind} {self.name}: fell to {self.found}, {self.promised} was promised"
            case "open":
                return f"{self.kind} {self.name}: not decided, {self.promised} was promised"


Explored = Literal["all", "some", "asked"]
"""The extent of exploration: all scopes were gone through, some are too large, or only some were asked for."""


def compare(
    found: Iterable[Entry],
    promised: Mapping[Statement, Level],
    *,
    whole: bool,
    played: bool,
    explored: Explored = "all",
) -> tuple[StatementChange, ...]:
    """Returns every statement, with what became of its promise.

    `whole`: everything was looked at, so what was not found is gone. `played`: games took place, so that a promise of
    tests can be kept. `explored` likewise, for a promise that rests on a scope.
    """
    changes: list[StatementChange] = []
    seen: set[Statement] = set()
    for each in found:
        seen.add(each.statement)
        level = promised.get(each.statement)
        changes.append(
            StatementChange(_sort(each, level, explored, played=played), each.kind, each.name, level, each.level)
        )
    if whole:
        changes += [
            StatementChange("gone", kind, name, level, None)
            for (kind, name), level in promised.items()
            if (kind, name) not in seen
        ]
    return tuple(changes)


def _sort(entry: Entry, promised: Level | None, explored: Explored, *, played: bool) -> Sort:
    if promised is None:
        return "new"
    if entry.level.keeps(promised):
        return "rose" if entry.level.order[0] > promised.order[0] or _further(entry.level, promised) else "kept"
    if not played and promised.name == "tested" and not entry.failed:
        return "kept"  # nobody looked
    if promised.name == "exhaustive" and not entry.failed and explored != "all":
        return "open" if explored == "some" else "kept"
    return "open" if entry.undecided else "fell"


def _further(found: Level, promised: Level) -> bool:
    """A bounded search that goes further is a better one; how many games tested something is chosen with each run."""
    return found.name == "bounded" and found.order > promised.order


def kept_promises(found: Iterable[Entry], promised: Mapping[Statement, Level]) -> dict[Statement, Level]:
    """Returns the promises that are kept as things stand; what does not hold, or is not known, is no promise.

    How many games tested a statement depends on the command, so it is promised only where somebody wrote it down.
    """
    new: dict[Statement, Level] = {}
    for each in found:
        level, before = each.level, promised.get(each.statement)
        if level.name == "tested":
            written = 0 if before is None or before.name != "tested" else min(before.extent, level.extent)
            level = Level("tested", written)
        if level.name not in {"unknown", "refuted"}:
            new[each.statement] = level
    return new


def difference(before: Mapping[Statement, Level], after: Mapping[Statement, Level]) -> tuple[str, ...]:
    """Returns the changes of an update, a line for each statement: `-` for what was promised, `+` for what is."""
    lines: list[str] = []
    for statement in dict.fromkeys([*before, *after]):
        was, now = before.get(statement), after.get(statement)
        if was != now:
            named = " ".join(statement)
            lines += [f"- {named}: {was}"] if was is not None else []
            lines += [f"+ {named}: {now}"] if now is not None else []
    return tuple(lines)
