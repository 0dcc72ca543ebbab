"""The ledger as text: the statements by level, what clauses owe in a few words, what is otherwise than promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from refengine.check.layout import paragraph
from refengine.check.report import Failure, KnownStatement, Ledger, quantity
from refengine.evidence.level import LEVELS

COVERED: Final[Mapping[str, str]] = {"legal": "sight", "turn": "sight", "view": "sight", "fault": "obligation"}
"""The kinds of the ledger that say what play says under another name."""

_INSTEAD: Final[Mapping[str, str]] = {
    "disagreement": "engine and prover disagree",
    "unsupported": "beyond the prover",
    "not reached": "not reached",
    "not explored": "not explored",
    "vacuous": "speaks of nothing",
    "not found": "not found",
    "refuted": "refuted",
}
"""The words for a statement whose level says nothing of what became of it, by its verdict."""


def ledger_lines(ledger: Ledger) -> Iterator[str]:
    """Yields a paragraph with every statement under its level, and one with what is otherwise than promised."""
    groups: dict[str, list[KnownStatement]] = {}
    for row in sorted(ledger.rows, key=_order):
        groups.setdefault(row.evidence, []).append(row)
    if not groups:
        return
    width = max(len(each) for each in groups)
    lines = [quantity(len(ledger.rows), "statement") + _cost(ledger.rows)]
    for evidence, rows in groups.items():
        lines.append(f"{evidence:<{width}}  {len(rows):>5,}")
        lines += list(_rows(rows))
    yield from paragraph("evidence", lines)
    yield from _promises(ledger)


def _order(row: KnownStatement) -> tuple[int, str]:
    return (LEVELS.index(row.level) if row.level in LEVELS else len(LEVELS), row.evidence)


def _cost(rows: Sequence[KnownStatement]) -> str:
    queries = sum(each.queries for each in rows)
    return f", {quantity(queries, 'query', 'queries')}, rlimit {sum(each.rlimit for each in rows):,}" if queries else ""


FEW: Final = 3
"""The greatest number of statements of a kind that are listed one by one; more are listed together."""


def _rows(rows: Sequence[KnownStatement]) -> Iterator[str]:
    plain = [each for each in rows if each.verdict not in _INSTEAD and each.verdict != "unknown"]
    kinds = Counter(each.kind for each in plain if each.kind != "obligation")
    everybody = max((each.players for each in rows), key=len, default=())
    told: set[str] = set()
    for each in rows:
        if each not in plain or (each.kind != "obligation" and kinds[each.kind] <= FEW):
            yield f"  {row_line(each)}"
        elif each.kind != "obligation" and each.kind not in told:
            told.add(each.kind)
            yield from _together([one for one in plain if one.kind == each.kind], everybody)
    owed = Counter(each.name.partition(":")[0] for each in plain if each.kind == "obligation")
    if owed:
        listed = (path if number == 1 else f"{path} ({number})" for path, number in owed.items())
        yield f"  {quantity(sum(owed.values()), 'obligation')}: {', '.join(listed)}"


def _together(rows: Sequence[KnownStatement], everybody: Sequence[int]) -> Iterator[str]:
    """Yields statements of one kind, by what they rest on; seats are told where they are not those of most."""
    groups: dict[tuple[str, tuple[str, ...]], list[KnownStatement]] = {}
    for each in rows:
        groups.setdefault((held_for(each), tuple(each.rests_on)), []).append(each)
    for (whatever, rests_on), listed in groups.items():
        names = (each.name + ("" if each.players == everybody else f" ({seats(each.players)})") for each in listed)
        lead = quantity(len(listed), listed[0].kind, "witnesses" if listed[0].kind == "witness" else None)
        rests = f", resting on {', '.join(rests_on)}" if rests_on else ""
        yield f"  {lead}{whatever}{rests}: {', '.join(names)}"


def held_for(row: KnownStatement) -> str:
    """Returns the words for a statement that holds of more than what is printed, behind a comma; else nothing."""
    more = [*row.any_data, *(["every text"] if row.every_text and row.kind in {"invariant", "step invariant"} else [])]
    return f", for {' and '.join(more)}" if more else ""


def row_line(row: KnownStatement) -> str:
    """Returns a statement on a line: over what, what it rests on, and why it is not known better."""
    parts = [f"{row.kind} {row.name}{held_for(row)}"]
    if row.verdict in _INSTEAD:
        parts.append(_INSTEAD[row.verdict] + (f" ({row.at})" if row.at else ""))
        parts += row.how if row.verdict == "not explored" else ()
    elif row.verdict == "unknown":
        parts.append(row.how[-1] if row.how else "the prover gave up")
    parts += row.unproved[-1:]
    if row.players:
        parts.append(seats(row.players))
    if row.rests_on:
        parts.append(f"rests on {', '.join(row.rests_on)}")
    return ", ".join(parts)


def seats(players: Sequence[int]) -> str:
    """Returns the numbers of players in words: `2..4 players`, `2, 4 players`, `1 player`."""
    first, last = players[0], players[-1]
    if len(players) > 1 and list(players) == list(range(first, last + 1)):
        return f"{first}..{last} players"
    return f"{', '.join(map(str, players))} player{'' if tuple(players) == (1,) else 's'}"


def _promises(ledger: Ledger) -> Iterator[str]:
    lines = list(ledger.changes)
    fresh = sum(each.change == "new" for each in ledger.rows)
    if ledger.promised or fresh:
        kept = sum(each.change == "kept" for each in ledger.rows)
        told = f"{kept} of {quantity(len(ledger.promised), 'promise')} kept as they stand"
        lines.insert(0, told + (f", {quantity(fresh, 'statement')} without a promise" if fresh else ""))
    if lines:
        yield from paragraph("promises", lines)


def induction_lines(ledger: Ledger, told: Callable[[int, Failure], Iterable[str]]) -> Iterator[str]:
    """Yields the positions from which an induction fails: they refute nothing, and show what a proof would need."""
    for number, each in enumerate(ledger.inductions, start=1):
        if number == 1:
            yield ""
            yield "not proved, and not refuted:"
        yield ""
        yield from told(number, each)
