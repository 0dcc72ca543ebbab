"""Rulings on positions that leave something open: every way to fill it is decided, as far as that is few enough.

INVARIANT: "always", "never" and "it depends" are said where every way was decided, one by one, by the engine; that is a
proof by cases. Where that was not possible, none of them is said, but how many ways were decided, and as what.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import define, evolve, field, frozen

from refengine.loading import RuleSetError
from refengine.report.sentences import sentence
from refengine.rulings import errors
from refengine.rulings.beginning import Beginning, ImpossibleError
from refengine.rulings.features import features, noun_of
from refengine.rulings.filling import Cell, Filling, Part, Pieces, Printed, most_ways, same_position, ways
from refengine.rulings.happenings import CannotHappenError, answers
from refengine.rulings.lines import Lines
from refengine.rulings.questions import Dispute
from refengine.rulings.ruling import Holding, OpenParts, Outcome, Ruling
from refengine.rulings.speech import Speech
from refengine.rulings.telling_apart import Table

MOST_WAYS = 5_000
"""The number of ways to fill what is open up to which all are decided."""

MOST_TOLD = 4
"""The number of verdicts of which the whole ruling on one way is given."""

MOST_CONDITIONS = 8
"""The number of verdicts up to which it is asked what tells them apart."""

MOST_LISTED = 6
"""The number of ways that are told one by one where no simple condition tells them from others."""

NEVER = sentence("It cannot come to this.")
OF_READINGS = sentence("what other readings make of every way; of one way for each verdict it is told with that")
PARTLY = sentence("It is not known: not every way to fill what is open was looked at.")
DEPENDS = sentence("It depends on what is open.")


@define
class _Group:
    """The fillings that lead to one verdict, as bits, the first of them, and the number of ways that they are."""

    outcome: Outcome
    answer: Any
    first: Filling
    verdicts: dict[str, None] = field(factory=dict)
    fillings: int = 0
    ways: int = 0

    def verdict(self, speech: Speech) -> str:
        """Returns the verdict, as far as it is the same in all ways."""
        first = next(iter(self.verdicts))
        if len(self.verdicts) == 1 or not isinstance(self.answer, bool):
            return first
        said = speech.say("yes") if self.answer else speech.say("no")
        return f"{said[:1].upper()}{said[1:]}."


@frozen
class Decided:
    """The fillings that were decided, and the number of ways that they are; what gives the same position is one way.

    Whether those are all, whether others were left out, and the verdicts by question.
    """

    fillings: tuple[Filling, ...]
    ways: int
    all: bool
    left_out: bool
    groups: tuple[tuple[_Group, ...], ...]


def decided(beginning: Beginning, dispute: Dispute, lines: Lines) -> Decided:
    """Decides every way to fill what is open, up to a limit.

    Raises `RuleSetError` where none of them is a position, and `DisagreementError` as for a single position.
    """
    fillings: list[Filling] = []
    positions: dict[object, list[_Group]] = {}
    groups: list[dict[str, _Group]] = [{} for _ in dispute.questions]
    refused: list[str] = []
    looked_at, never = 0, beginning.bench.speech.say(NEVER)
    going = ways(beginning.parts)
    for filling in islice(going, MOST_WAYS):
        looked_at += 1
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
            continue
        led = [
            groups[at].setdefault(_key(ruling), _Group(ruling.outcome, ruling.answer, filling))
            for at, ruling in enumerate(found)
        ]
        for group, ruling in zip(led, found, strict=True):
            group.verdicts.setdefault(ruling.verdict)
            group.fillings |= 1 << len(fillings)
            group.ways += 1
        positions[same] = led
        fillings.append(filling)
    whole = next(going, None) is None
    if not fillings:
        places = [each.open.span for each in beginning.parts]
        most = most_ways(beginning.parts)
        why = errors.no_way(refused[0], places) if whole else errors.too_open(looked_at, most, places[0])
        raise RuleSetError((why,), lines.texts)
    ordered = tuple(tuple(sorted(each.values(), key=lambda one: -one.ways)) for each in groups)
    return Decided(tuple(fillings), len(positions), whole, bool(refused), ordered)


def _key(ruling: Ruling) -> str:
    """Returns what tells a verdict from others: what it answers, and of one without an answer the sentence."""
    said = ruling.verdict if ruling.answer is None else ruling.answer
    return json.dumps([ruling.outcome, said], sort_keys=True, default=str)


def told(
    beginning: Beginning,
    dispute: Dispute,
    found: Decided,
    rule: Callable[[int, Filling], Ruling],
) -> tuple[Ruling, ...]:
    """Returns the rulings on the questions; `rule` gives the whole ruling on one way for a question."""
    table = (
        Table.of(found.fillings, list(features(beginning.bench, beginning.parts)), beginning.bench.speech.sentences)
        if found.all
        else None
    )
    return tuple(
        _ruling(beginning, question.text.partition(" #")[0], found, groups, table, partial(rule, number))
        for number, (question, groups) in enumerate(zip(dispute.questions, found.groups, strict=True))
    )


def _ruling(
    beginning: Beginning,
    asked_for: str,
    found: Decided,
    groups: Sequence[_Group],
    table: Table | None,
    rule: Callable[[Filling], Ruling],
) -> Ruling:

    speech = beginning.bench.speech

    def where(group: _Group) -> str | None:
        if table is None or not 1 < len(groups) <= MOST_CONDITIONS:
            return None
        return table.condition(group.fillings) or _one_by_one(beginning, found, group)

    holdings = tuple(
        Holding(
            each.verdict(speech),
            each.outcome,
            each.answer,
            each.ways,
            filled_with(beginning, each.first),
            where(each),
            rule(each.first) if number < MOST_TOLD else None,
        )
        for number, each in enumerate(groups)
    )
    parts = tuple(each.open.text for each in beginning.parts)
    most = found.ways if found.all else most_ways(beginning.parts)
    by = beginning.bench.sources.cited(beginning.narrowed_by)
    opened = OpenParts(parts, found.ways, found.all, most, found.left_out, by, holdings)
    ruling = Ruling(asked_for, "partly", speech.say(PARTLY), not_looked_at=speech.say(OF_READINGS), open=opened)
    if not found.all:
        return ruling
    if len(holdings) == 1:
        (only,) = holdings
        return evolve(ruling, outcome=only.outcome, verdict=_always(speech, only), answer=only.answer)
    answer = [_data(each) for each in holdings]
    return evolve(ruling, outcome="depends", verdict=speech.say(DEPENDS), answer=answer)


def _one_by_one(beginning: Beginning, found: Decided, group: _Group) -> str | None:
    """Returns the ways of a group one by one, if they are few."""
    if group.fillings.bit_count() > MOST_LISTED:
        return None
    fillings = [each for at, each in enumerate(found.fillings) if group.fillings >> at & 1]
    speech = beginning.bench.speech
    return speech.say(" or ").join(f"({'; '.join(filled_with(beginning, each))})" for each in fillings)


def _always(speech: Speech, only: Holding) -> str:
    """Returns the verdict of every way as one sentence more."""
    match only.outcome, only.answer:
        case "answered" | "legal", True:
            return speech.say("Always, whatever is open. {why}", why=_bare(speech, only.verdict))
        case "answered" | "illegal", False:
            return speech.say("Never, whatever is open. {why}", why=_bare(speech, only.verdict))
        case _:
            return speech.say("The same, whatever is open. {why}", why=only.verdict)


def _bare(speech: Speech, verdict: str) -> str:
    """Returns a verdict without its first word, which is said already."""
    said = verdict.removeprefix(speech.say("Yes: {why}", why="")).removeprefix(speech.say("No: {why}", why=""))
    return f"{said[:1].upper()}{said[1:]}"


def _data(each: Holding) -> Mapping[str, Any]:
    return {"outcome": each.outcome, "answer": each.answer, "ways": each.ways}


def filled_with(beginning: Beginning, filling: Filling) -> tuple[str, ...]:
    """Returns what fills each open part, in words."""
    return tuple(_said(beginning, part, choice) for part, choice in zip(beginning.parts, filling, strict=True))


def _said(beginning: Beginning, part: Part, choice: tuple[int, ...]) -> str:
    bench = beginning.bench
    speech = bench.speech
    match part:
        case Pieces(zone=zone, key=key, component=component):
            pieces = bench.world.components[component].pieces
            these = speech.listed([speech.piece(pieces[number].name) for number in choice])
            return speech.say("{these} in {place}", these=these, place=speech.place(zone, key))
        case Cell(of=of, values=values):
            other = speech.value(of.domain, values[choice[0]])
            return speech.say("{one} is {other}", one=noun_of(bench, part), other=other)
        case Printed(component=component, fields=fields, values=values):
            infos = bench.world.components[component].fields
            said = [
                f"{speech.name(infos[at].name)} {speech.value(infos[at].domain, these[number])}"
                for at, these, number in zip(fields, values, choice, strict=True)
            ]
            return speech.say("{what} with {fields}", what=noun_of(bench, part), fields=speech.listed(said))
