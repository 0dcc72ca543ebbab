"""Receipts held against what is ruled now: whether they agree, or what differs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from refengine.engine.replay import VERSION, RecordDifference, differences
from refengine.loading import RuleSetError
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.questions import TableAgreement
from refengine.rulings.reading import of_words
from refengine.rulings.receipts import Receipt, receipt_data
from refengine.rulings.ruling import Ruling
from refengine.runtime.fault import BadData
from refengine.runtime.game import State
from refengine.source.text import SourceText


@frozen
class VerifiedReceipt:
    """A receipt held against what is ruled now.

    `edited` says that it does not say what it was hashed from; `files` are (how it differs, file), `version` is that of
    another program that made it. `refused` is why the question cannot be decided any more, else `differences` are the
    places where the ruling is another.
    """

    question: str
    sha256: str
    edited: bool
    files: tuple[tuple[str, str], ...]
    version: str | None
    differences: tuple[RecordDifference, ...]
    refused: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Returns whether the same rules, in the same version, lead to the same ruling."""
        return self.same_ruling and not self.edited and not self.files and self.version is None

    @property
    def same_ruling(self) -> bool:
        """Returns whether it is decided as the receipt says, by whatever rules."""
        return not self.differences and not self.refused


def verify_receipt(receipt: Receipt, judge: Judge, version: str) -> VerifiedReceipt:
    """Decides the question of a receipt again, by the rules of a judge."""
    said = receipt.data
    made = said["tool"]["version"]
    unlike: tuple[RecordDifference, ...] = ()
    refused: tuple[str, ...] = ()
    try:
        found = _decided(said, judge)
        unlike = differences(said["ruling"], receipt_data(found))
    except RuleSetError as error:
        refused = tuple(each.message for each in error.diagnostics)
    except BadData as bad:
        refused = (bad.message,)
    return VerifiedReceipt(
        said["ruling"]["question"],
        receipt.carried,
        not receipt.is_whole,
        tuple(_unlike(said["files"], judge.made_of)),
        None if made == version else made,
        unlike,
        refused,
    )


def _decided(said: Mapping[str, Any], judge: Judge) -> Ruling:
    """Returns the ruling on what a receipt asks, of the table that it names; raises `RuleSetError`."""
    agreed = TableAgreement(None, tuple(said["readings"].items()), tuple(said["options"].items()))
    own = Judge(judge.compiled, said["players"], agreed, said["language"], judge.prover)
    if "state" in said:
        return own.ask(_state(said["state"], own), said["ruling"]["question"])
    lines = Lines()
    dispute = of_words([SourceText(f"line {at}", each) for at, each in enumerate(said["lines"], start=1)], lines)
    if lines.wrong:
        raise RuleSetError(tuple(lines.wrong), lines.texts)
    (*_, ruling) = own.decide([dispute], lines)
    return evolve(ruling, dispute=said["dispute"], title=said["title"])


def _state(data: Any, judge: Judge) -> State:
    """Returns the state that data are, whatever version of the rules they are of; raises `BadData`."""
    of_now = {**data, VERSION: judge.game.description.version} if isinstance(data, Mapping) else data
    return judge.game.from_json(of_now)


def _unlike(recorded: Mapping[str, str], here: Mapping[str, str]) -> list[tuple[str, str]]:
    found = []
    for name in sorted({*recorded, *here}):
        if name not in here:
            found.append(("gone", name))
        elif name not in recorded:
            found.append(("new", name))
        elif recorded[name] != here[name]:
            found.append(("changed", name))
    return found


FILES = {"changed": "{} has changed since", "gone": "{} is gone", "new": "{} has come since"}


def verified_text(found: VerifiedReceipt) -> str:
    """Returns how a receipt stands, for people."""
    lines = [f"> {found.question}"]
    if found.edited:
        lines.append(f"edited: it does not say what it was hashed from ({found.sha256[:12]}...)")
    lines += [f"other rules: {FILES[how].format(name)}" for how, name in found.files]
    if found.version is not None:
        lines.append(f"other version: it was made by refengine {found.version}")
    lines += [f"cannot be decided any more: {each}" for each in found.refused]
    lines += [_told(each) for each in sorted(found.differences, key=lambda each: each.place != "verdict")]
    if found.agrees:
        lines.append("agrees: decided again, by the same rules, with the same ruling")
    elif found.same_ruling:
        lines.append("the ruling is the same")
    return "\n".join(lines) + "\n"


LONGEST = 160
"""The number of letters of a part of a ruling up to which it is told."""


def _told(each: RecordDifference) -> str:
    """Returns how a part of a ruling differs; of what is more than a sentence or a number, that it does."""
    recorded, found = (json.dumps(one, ensure_ascii=False) for one in (each.recorded, each.found))
    is_plain = not any(isinstance(one, dict | list) for one in (each.recorded, each.found))
    if is_plain and max(len(recorded), len(found)) <= LONGEST:
        return f"other ruling: {each.place}: the receipt says {recorded}, the rules {found}"
    return f"other ruling: {each.place}: the receipt says something else (`--format json` shows both)"
