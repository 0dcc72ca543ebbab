"""Precedents decided again: which stand, which for another reason, and which are overruled, by what."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from refengine.loading import RuleSetError
from refengine.rulings.clauses import clauses, hashes, places
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.precedents import Confirmation, Precedent, answer_of, paths_of, reasons_of
from refengine.rulings.questions import TableAgreement
from refengine.rulings.reading import of_words
from refengine.rulings.ruling import Ruling
from refengine.source.text import SourceText

Status = Literal["stands", "stands for another reason", "overruled", "clause gone", "cannot be decided"]

FAILS: frozenset[Status] = frozenset({"overruled", "clause gone", "cannot be decided"})
"""The statuses that somebody has to look at."""


@frozen
class PrecedentStanding:
    """A precedent decided again: how it stands, the verdict then and now, and by what that is otherwise.

    `by` are sentences; `clauses` the paths of the clauses that they are about.
    """

    name: str
    title: str
    question: str
    status: Status
    verdict: str
    now: str | None
    by: tuple[str, ...]
    clauses: tuple[str, ...]
    confirmed: Confirmation | None

    @property
    def fails(self) -> bool:
        """Returns whether somebody has to look at it."""
        return self.status in FAILS


def decided_again(kept: Precedent, judge: Judge) -> PrecedentStanding:
    """Decides a precedent by the rules of a judge, at the table that it names."""

    def standing(
        status: Status, now: str | None, by: tuple[str, ...] = (), about: tuple[str, ...] = ()
    ) -> PrecedentStanding:
        question = kept.lines[-1].removeprefix("ask ")
        return PrecedentStanding(kept.name, kept.title, question, status, kept.verdict, now, by, about, kept.confirmed)

    assert judge.compiled.game is not None
    known = clauses(judge.compiled.game)
    gone = tuple(path for path in kept.rests_on if path not in known)
    missing = tuple(f"clause `{path}` is gone" for path in gone)
    try:
        ruling = _decided(kept, judge)
    except RuleSetError as error:
        return standing("cannot be decided", None, (*(each.message for each in error.diagnostics), *missing), gone)
    if not _is_answer(ruling, kept):
        by, about = _overruled_by(kept, judge, ruling)
        return standing("overruled", ruling.verdict, (*missing, *by), (*gone, *about))
    if gone:
        return standing("clause gone", ruling.verdict, missing, gone)
    if set(reasons_of(ruling)) != set(kept.reasons):
        new = tuple(path for path in reasons_of(ruling) if path not in kept.reasons)
        old = tuple(path for path in kept.reasons if path not in reasons_of(ruling))
        by = (*(f"`{path}` decides now" for path in new), *(f"`{path}` does not decide any more" for path in old))
        return standing("stands for another reason", ruling.verdict, by, (*new, *old))
    return standing("stands", ruling.verdict)


def _is_answer(ruling: Ruling, kept: Precedent) -> bool:
    """Returns whether it is answered as the precedent says; a truth is no number, though Python has `True == 1`."""
    answers = (json.dumps(each, sort_keys=True) for each in (answer_of(ruling), kept.answer))
    return ruling.outcome == kept.outcome and len({*answers}) == 1


def _decided(kept: Precedent, judge: Judge) -> Ruling:
    agreed = TableAgreement(None, tuple(kept.readings.items()), tuple(kept.options.items()))
    own = Judge(judge.compiled, kept.players, agreed, prover=judge.prover, alone=True)
    lines = Lines()
    dispute = of_words([SourceText(f"line {at}", each) for at, each in enumerate(kept.lines, start=1)], lines)
    if lines.wrong:
        raise RuleSetError(tuple(lines.wrong), lines.texts)
    return own.decide([dispute], lines)[-1]


def _overruled_by(kept: Precedent, judge: Judge, ruling: Ruling) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns by what a ruling is another: clauses on which it rested that say something else, else new ones."""
    assert judge.compiled.game is not None
    here = hashes(places(judge.compiled.game), judge.compiled.texts, (*kept.rests_on, *paths_of(ruling)))
    changed = tuple(path for path, said in kept.rests_on.items() if path in here and here[path] != said)
    if changed:
        return tuple(f"clause `{path}` has changed" for path in changed), changed
    new = tuple(path for path in reasons_of(ruling) if path not in kept.rests_on)
    if new:
        return tuple(f"clause `{path}` decides now" for path in new), new
    files = _changed_files(kept.files, judge.made_of)
    return tuple(f"{each} has changed" for each in files) or ("no file has changed: this program has",), ()


def _changed_files(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    return sorted(each for each in {*then, *now} if then.get(each) != now.get(each))
