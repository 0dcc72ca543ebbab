"""Precedents: rulings kept beside the game, each in a file of its own that people read and programs decide again.

INVARIANT: a precedent names everything by which it was decided: the table, each reading, the clauses and the files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, cast

from attrs import field, frozen

from refengine.resolve.toml_text import TomlText, bare_or_quoted, parse_toml, quoted
from refengine.rulings.clauses import hashes, places
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.no_answer import UNDETERMINED
from refengine.rulings.precedent_errors import bad_precedent, no_such_date, other_precedent
from refengine.rulings.questions import Dispute
from refengine.rulings.receipts import receipt, receipt_data
from refengine.rulings.ruling import Outcome, Ruling
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

FOLDER: Final = "rulings"
"""The folder of a game's precedents, beside its rules."""

PRECEDENT: Final = 1
"""The form of precedents."""

HEAD = "# A ruling that is kept: `refengine check` decides it again."

CONFIRM = """\
# Whoever stands by it says so here:
# [confirmed]
# by = "NAME"
# on = 2000-01-01
"""

OUTCOMES: Final = frozenset({"answered", "legal", "illegal", "undetermined", "depends", "partly"})


@frozen
class Confirmation:
    """A person who has confirmed a ruling, and the day as ISO 8601 writes it."""

    by: str
    on: str


@frozen
class Precedent:
    """A ruling that is kept.

    `lines` are those of its dispute, the question last; `reasons` the paths of the clauses that decided or stood in the
    way, `rests_on` a hash of the words of each clause that was told, `files` one of each file of the game.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    players: int
    readings: Mapping[str, str]
    options: Mapping[str, str]
    outcome: Outcome
    verdict: str
    answer: Any
    reasons: tuple[str, ...]
    rests_on: Mapping[str, str]
    files: Mapping[str, str]
    receipt: str
    confirmed: Confirmation | None = field(default=None)


def precedent(name: str, judge: Judge, dispute: Dispute, lines: Lines, ruling: Ruling, version: str) -> Precedent:
    """Returns the precedent that the ruling on the only question of a dispute makes."""
    table = judge.table_of(dispute, lines)
    assert judge.compiled.game is not None
    where = places(judge.compiled.game)
    return Precedent(
        name,
        dispute.title,
        dispute.asking(0),
        table.players,
        dict(table.readings),
        dict(table.options),
        ruling.outcome,
        ruling.verdict,
        answer_of(ruling),
        reasons_of(ruling),
        hashes(where, judge.compiled.texts, paths_of(ruling)),
        dict(judge.made_of),
        receipt(judge, dispute, 0, lines, ruling, version).carried,
    )


def answer_of(ruling: Ruling) -> Any:
    """Returns what was answered as JSON has it; legal actions, which have no order, sorted.

    Where the rules break off it is how: that they do not say is not the same as that they contradict each other. Where
    not every way to fill what is open is known, it is what is known.
    """
    if ruling.code:
        return UNDETERMINED.get(ruling.code, ruling.code)
    data = receipt_data(ruling)
    if ruling.outcome == "partly":
        return sorted(([each["outcome"], each["answer"]] for each in data["open"]["holdings"]), key=json.dumps)
    found = data["answer"]
    return sorted(found, key=json.dumps) if isinstance(found, list) else found


def reasons_of(ruling: Ruling) -> tuple[str, ...]:
    """Returns the paths of the clauses that decided, or that stood in the way, each once."""
    obstacles = () if ruling.reasons is None else ruling.reasons.obstacles
    own = [*(each.path for each in ruling.rules), *(each.path for each in obstacles)]
    return tuple(dict.fromkeys([*own, *(path for each in _of_ways(ruling) for path in reasons_of(each))]))


def paths_of(ruling: Ruling) -> tuple[str, ...]:
    """Returns the paths of all clauses that a ruling tells of, also of those that do not decide."""
    own = [*reasons_of(ruling), *(each.path for each in ruling.considered)]
    return tuple(dict.fromkeys([*own, *(path for each in _of_ways(ruling) for path in paths_of(each))]))


def _of_ways(ruling: Ruling) -> list[Ruling]:
    """Returns the rulings on single ways to fill what is open."""
    return [] if ruling.open is None else [each.ruling for each in ruling.open.holdings if each.ruling is not None]


# ---- WRITING


def write_precedent(kept: Precedent) -> str:
    """Returns the file of a precedent."""
    confirmed = CONFIRM
    if kept.confirmed is not None:
        confirmed = f"[confirmed]\nby = {quoted(kept.confirmed.by)}\non = {kept.confirmed.on}\n"
    answer = json.dumps(kept.answer, ensure_ascii=False)
    ruled = {"outcome": kept.outcome, "verdict": kept.verdict, "answer": answer, "receipt": kept.receipt}
    parts = [
        f"{HEAD}\nprecedent = {PRECEDENT}\ntitle = {quoted(kept.title)}\nlines = {_listed(kept.lines)}\n",
        f"{_table('ruling', ruled)}reasons = {_listed(kept.reasons)}\n",
        confirmed,
        f"[table]\nplayers = {kept.players}\n",
        _table("table.readings", kept.readings),
        _table("table.options", kept.options),
        _table("clauses", kept.rests_on),
        _table("files", kept.files),
    ]
    return "\n".join(parts)


def _listed(texts: tuple[str, ...]) -> str:
    return "\n".join(["[", *(f"    {quoted(each)}," for each in texts), "]"]) if texts else "[]"


def _table(name: str, rows: Mapping[str, str]) -> str:
    return "\n".join([f"[{name}]", *(f"{bare_or_quoted(key)} = {quoted(each)}" for key, each in rows.items()), ""])


# ---- READING


def read_precedent(name: str, source: SourceText) -> tuple[Precedent | None, tuple[Diagnostic, ...]]:
    """Returns the precedent in a file, or why it is none."""
    file, wrong = parse_toml(source)
    if file is None:
        return None, wrong
    if file.data.get("precedent", PRECEDENT) != PRECEDENT:
        return None, (other_precedent(file.value("precedent"), file.data["precedent"], PRECEDENT),)
    parts = _Parts(file)
    confirmed, wrong = _confirmed(file)
    if wrong:
        return None, wrong
    lines, outcome = parts.texts("lines"), parts.text("ruling", "outcome")
    try:
        answer = json.loads(parts.text("ruling", "answer"))
    except (ValueError, RecursionError):
        parts.wrong.append(bad_precedent("its answer is no JSON", file.value("ruling", "answer")))
        answer = None
    players = parts.value("table", "players")
    if parts.wrong:
        return None, (parts.wrong[0],)
    if not lines or outcome not in OUTCOMES or not isinstance(players, int) or isinstance(players, bool):
        key = "lines" if not lines else "ruling" if outcome not in OUTCOMES else "table"
        return None, (bad_precedent(f"`{key}` is not as it was written", file.key(key)),)
    kept = Precedent(
        name,
        parts.text("title"),
        lines,
        players,
        parts.table("table", "readings"),
        parts.table("table", "options"),
        cast("Outcome", outcome),
        parts.text("ruling", "verdict"),
        answer,
        parts.texts("ruling", "reasons"),
        parts.table("clauses"),
        parts.table("files"),
        parts.text("ruling", "receipt"),
        confirmed,
    )
    return (None, (parts.wrong[0],)) if parts.wrong else (kept, ())


@frozen
class _Parts:
    """The parts of a file; what is missing or of another form is told."""

    file: TomlText
    wrong: list[Diagnostic] = field(factory=list)

    def value(self, *path: str) -> object:
        found: object = self.file.data
        for each in path:
            found = found.get(each) if isinstance(found, Mapping) else None
        return found

    def text(self, *path: str) -> str:
        found = self.value(*path)
        if isinstance(found, str):
            return found
        self._tell("a text", path)
        return "null"

    def texts(self, *path: str) -> tuple[str, ...]:
        found = self.value(*path)
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return tuple(found)
        self._tell("a list of texts", path)
        return ()

    def table(self, *path: str) -> dict[str, str]:
        found = self.value(*path)
        if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()):
            return found
        self._tell("a table of texts", path)
        return {}

    def _tell(self, form: str, path: tuple[str, ...]) -> None:
        said = ".".join(path)
        self.wrong.append(bad_precedent(f"`{said}` has to be {form}", self.file.key(*path)))


def _confirmed(file: TomlText) -> tuple[Confirmation | None, tuple[Diagnostic, ...]]:
    match file.data.get("confirmed"):
        case None:
            return None, ()
        case {"by": str(by), "on": date() as on, **rest} if not rest and by.strip() and type(on) is date:
            return Confirmation(by, on.isoformat()), ()
        case _:
            return None, (no_such_date(file.key("confirmed")),)


def precedents_of(folder: Path) -> tuple[Path, ...]:
    """Returns the files of the precedents of the game in a folder, by name; hidden ones, as editors leave, are none.

    What stands in place of their folder and cannot be looked into stands for itself: a precedent that went unseen would
    count as none, and whoever reads this one is told why it cannot be read.
    """
    kept = folder / FOLDER
    try:
        return tuple(sorted(each for each in kept.iterdir() if each.suffix == ".toml" and each.name[0] != "."))
    except OSError:
        return (kept,) if os.path.lexists(kept) else ()
