"""Ways to fill what is open gone through one by one: each is ruled on by the engine, as if it had been given.

INVARIANT: what gives the same position is one way, and is ruled on once.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from attrs import define, field, frozen

from refengine.rulings.beginning import Beginning, ImpossibleError
from refengine.rulings.fillings import Filling, same_position, ways_to_fill
from refengine.rulings.happenings import CannotHappenError, answers
from refengine.rulings.holding_words import NEVER
from refengine.rulings.proofs import CheckedFilling
from refengine.rulings.questions import Dispute
from refengine.rulings.ruling import Outcome, Ruling
from refengine.rulings.speech import Speech

LEFT_OVER = "what fills one part leaves nothing for another"
"""Why a choice for some of the parts is no way to fill all of them."""


@define
class Group:
    """The fillings that lead to one verdict, as bits, the first of them, and the number of ways that they are."""

    outcome: Outcome
    answer: Any
    first: Filling
    brief: str | None = None
    verdicts: dict[str, None] = field(factory=dict)
    fillings: int = 0
    ways: int = 0

    def verdict(self, speech: Speech) -> str:
        """Returns the verdict, as far as it is the same in all ways."""
        first = next(iter(self.verdicts))
        if len(self.verdicts) == 1 or not (self.brief is not None or isinstance(self.answer, bool)):
            return first
        if self.brief is not None:
            return self.brief
        said = speech.say("yes") if self.answer else speech.say("no")
        return f"{said[:1].upper()}{said[1:]}."


@frozen
class DecidedFillings:
    """The fillings that were decided, and the number of ways that they are; what gives the same position is one way.

    Whether those are all, why others were refused, the verdicts by question, and all that was looked at by question.
    """

    fillings: tuple[Filling, ...]
    ways: int
    all: bool
    refused: tuple[str, ...]
    groups: tuple[tuple[Group, ...], ...]
    looked: tuple[tuple[CheckedFilling, ...], ...]


def gone_through(beginning: Beginning, dispute: Dispute, most: int) -> DecidedFillings:
    """Decides ways to fill what is open, as many as `most`; raises `DisagreementError` as for a single position."""
    fillings: list[Filling] = []
    positions: dict[object, list[Group]] = {}
    groups: list[dict[str, Group]] = [{} for _ in dispute.questions]
    looked: list[list[CheckedFilling]] = [[] for _ in dispute.questions]
    refused: list[str] = []
    never = beginning.bench.speech.say(NEVER)
    going = ways_to_fill(beginning.parts)
    for filling in islice(going, most):
        if filling is None:
            refused.append(LEFT_OVER)
            continue
        same = same_position(beginning.parts, filling)
        known = positions.get(same)
        if known is not None:
            for group in known:
                group.fillings |= 1 << len(fillings)
            fillings.append(filling)
            continue
        try:
            found = [
                Ruling("", "illegal", never) if isinstance(each, CannotHappenError) else each.ruling
                for each in answers(beginning.bench, beginning.example, beginning.moment(filling), dispute.questions)
            ]
        except (ImpossibleError, CannotHappenError) as error:
            refused.append(str(error))
            for each in looked:
                each.append(CheckedFilling(filling, None))
            continue
        keys = [key_of(ruling.outcome, ruling.answer, ruling.verdict) for ruling in found]
        led = [
            groups[at].setdefault(keys[at], Group(ruling.outcome, ruling.answer, filling, ruling.brief))
            for at, ruling in enumerate(found)
        ]
        for at, (group, ruling) in enumerate(zip(led, found, strict=True)):
            group.verdicts.setdefault(ruling.verdict)
            group.fillings |= 1 << len(fillings)
            group.ways += 1
            looked[at].append(CheckedFilling(filling, (ruling.outcome, ruling.answer)))
        positions[same] = led
        fillings.append(filling)
    whole = next(going, None) is None
    ordered = tuple(tuple(sorted(each.values(), key=lambda one: -one.ways)) for each in groups)
    return DecidedFillings(tuple(fillings), len(positions), whole, tuple(refused), ordered, tuple(map(tuple, looked)))


def key_of(outcome: Outcome, answer: Any, verdict: str) -> str:
    """Returns what tells a verdict from others: what it answers, and of one without an answer the sentence."""
    return json.dumps([outcome, verdict if answer is None else answer], sort_keys=True, default=str)
