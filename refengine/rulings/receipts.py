"""Receipts: all on which a ruling rests and what it says, as canonical JSON with its hash.

INVARIANT: a receipt is a function of the files of the game, the version of this program, what the table agreed on, and
the question; it names no place on a disk.
References: RFC 8785 (canonical JSON); FIPS 180-4 (SHA-256).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import rfc8785
from attrs import frozen

from refengine.ir.configuration import Configuration
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.questions import Dispute
from refengine.rulings.receipt_errors import no_receipt, other_receipt
from refengine.rulings.ruling import Ruling
from refengine.rulings.to_json import ruling_data
from refengine.runtime.fault import BadData
from refengine.runtime.game import State
from refengine.runtime.plain_data import NotJson, bounded_data, read_json
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

RECEIPT: Final = 1
"""The form of receipts."""

HASH: Final = "sha256"

PARTS: Final = frozenset(
    {
        "receipt", "tool", "game", "files", "players", "readings", "options", "language", "dispute", "title", "lines",
        "ruling", HASH,
    }
)  # fmt: skip
"""The parts of every receipt; one about a state has that, too."""

EXACT: Final = 1 << 53
"""The number from which on not every whole number is one of JSON's."""


@frozen
class Receipt:
    """A receipt: what it says, without the hash, and the hash that it carries."""

    data: Mapping[str, Any]
    carried: str

    @property
    def is_whole(self) -> bool:
        """Returns whether it says what it was hashed from."""
        return self.carried == digest(self.data)

    @property
    def text(self) -> str:
        """The receipt as canonical JSON, on one line."""
        return rfc8785.dumps({**self.data, HASH: self.carried}).decode()


def digest(data: Mapping[str, Any]) -> str:
    """Returns the SHA-256, in hexadecimal digits, of the canonical JSON of data."""
    return hashlib.sha256(rfc8785.dumps(dict(data))).hexdigest()


def receipt(judge: Judge, dispute: Dispute, number: int, lines: Lines, ruling: Ruling, version: str) -> Receipt:
    """Returns the receipt of the ruling on one question (from 0) of a dispute, which was read as `lines`."""
    asked = list(dispute.asking(number))
    return _made(judge, judge.table_of(dispute, lines), dispute.name, dispute.title, asked, ruling, version)


def receipt_of_state(judge: Judge, state: State, ruling: Ruling, version: str) -> Receipt:
    """Returns the receipt of what `Judge.ask` has ruled about a state of its game."""
    configuration = judge.at(judge.players, judge.agreed).configuration
    found = _made(judge, configuration, "", "", [f"ask {ruling.question}"], ruling, version)
    data = {**found.data, "state": judge.game.to_json(state)}
    return Receipt(data, digest(data))


def _made(
    judge: Judge, table: Configuration, name: str, title: str, asked: list[str], ruling: Ruling, version: str
) -> Receipt:
    data = {
        "receipt": RECEIPT,
        "tool": {"name": "refengine", "version": version},
        "game": judge.rules.name,
        "files": judge.made_of,
        "players": table.players,
        "readings": dict(table.readings),
        "options": dict(table.options),
        "language": judge.language,
        "dispute": name,
        "title": title,
        "lines": asked,
        "ruling": receipt_data(ruling),
    }
    return Receipt(data, digest(data))


def receipts(
    judge: Judge, disputes: tuple[Dispute, ...], lines: Lines, rulings: tuple[Ruling, ...], version: str
) -> tuple[Receipt, ...]:
    """Returns the receipt of each ruling that `Judge.decide` has made of some disputes, in their order."""
    asked = [(dispute, number) for dispute in disputes for number in range(len(dispute.questions))]
    return tuple(
        receipt(judge, dispute, number, lines, ruling, version)
        for (dispute, number), ruling in zip(asked, rulings, strict=True)
    )


def receipt_data(ruling: Ruling) -> dict[str, Any]:
    """Returns a ruling as a receipt tells it: without places and anchors, which move, and with exact numbers."""
    found = _plain(ruling_data(ruling))
    assert isinstance(found, dict)
    return found


def _plain(data: Any) -> Any:
    match data:
        case dict():
            return {name: _plain(each) for name, each in data.items() if name not in {"place", "anchor"}}
        case list() | tuple():
            return [_plain(each) for each in data]
        case int() if not isinstance(data, bool) and abs(data) >= EXACT:
            return {"#bigint": str(data)}
        case _:
            return data


# ---- READING


def read_receipts(source: SourceText) -> tuple[tuple[Receipt, ...], tuple[Diagnostic, ...]]:
    """Returns the receipts in a text, one in it or one on each line, or why it holds none."""
    rows: list[tuple[int, str]] = []
    at = 0
    for line in source.text.split("\n"):
        if line.strip():
            rows.append((at, line))
        at += len(line) + 1
    if len(rows) < 2 or not all(line.strip().startswith("{") and len(line.strip()) > 1 for _, line in rows):
        rows = [(0, source.text)]
    found: list[Receipt] = []
    for start, text in rows:
        one, wrong = _receipt(source, start, text)
        if one is None:
            return (), wrong
        found.append(one)
    return tuple(found), ()


def _receipt(source: SourceText, start: int, text: str) -> tuple[Receipt | None, tuple[Diagnostic, ...]]:
    try:
        data = bounded_data(read_json(text), "the receipt")
    except NotJson as error:
        return None, (no_receipt(source.path, start + error.at, f"{error.why[:1].lower()}{error.why[1:]}"),)
    except BadData as bad:
        return None, (no_receipt(source.path, start, bad.message),)
    if isinstance(data, dict) and data.get("receipt", RECEIPT) != RECEIPT:
        return None, (other_receipt(source.path, start, data["receipt"], RECEIPT),)
    if not _is_complete(data):
        return None, (no_receipt(source.path, start, "it has not the parts of a receipt"),)
    carried = data.pop(HASH)
    try:
        rfc8785.dumps(data)
    except rfc8785.CanonicalizationError:
        return None, (no_receipt(source.path, start, "a number in it has no canonical form"),)
    return Receipt(data, carried), ()


def _is_complete(data: Any) -> bool:
    match data:
        case {
            "receipt": int(),
            "tool": {"name": "refengine", "version": str()},
            "game": str(),
            "files": dict(files),
            "players": int(),
            "readings": dict(readings),
            "options": dict(options),
            "language": str(),
            "dispute": str(),
            "title": str(),
            "lines": list(lines),
            "ruling": {"question": str(), "outcome": str(), "verdict": str()},
            "sha256": str(),
        } if set(data) - {"state"} == PARTS:
            texts = [*files.values(), *readings.values(), *options.values(), *lines]
            return data["players"] is not True and bool(lines) and all(isinstance(each, str) for each in texts)
        case _:
            return False
