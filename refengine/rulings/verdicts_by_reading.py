"""Verdicts by readings: which readings lead to which verdict, in few words, with the table's own marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refengine.ir import game as model
from refengine.report.sentences import sentence
from refengine.rulings.alternatives import Alternatives, ReadingResult, TooManyError
from refengine.rulings.ruling import Alternative, ChosenReading, Outcome, Ruling
from refengine.rulings.sets_of_readings import Cube, Readings, Sets, complete_sets
from refengine.rulings.world import NotHeldError
from refengine.runtime.fault import Fault

PARTLY = sentence("what several other readings make of it together")
TOO_MANY = sentence("there are too many ways for the readings to meet")
NOT_HELD = sentence("More would have to be known of what is going on.")
"""The verdict under readings that read what a state of the table does not hold."""

Told = tuple[Outcome, str]
"""The outcome of a question, and the verdict in a sentence."""


def alternatives_of(
    rules: model.Game,
    table: Mapping[str, str],
    work_out: Callable[[Alternatives], Callable[[], Any]],
    tell: Callable[[Any, Fault | None], Told],
    not_held: str,
) -> tuple[tuple[Alternative, ...] | None, str | None]:
    """Returns every verdict with the readings that lead to it, the table's own first; or why that is not known.

    Readings that read what the state does not hold lead to `not_held`: `NOT_HELD` in the language of the table.
    """
    answers = Alternatives.of(rules)
    try:
        came = answers.explored(work_out(answers))
    except TooManyError:
        return None, TOO_MANY

    def told(value: Any, fault: Fault | NotHeldError | None) -> Told:
        return ("undetermined", not_held) if isinstance(fault, NotHeldError) else tell(value, fault)

    return as_alternatives(rules, table, answers.sets, came, told), None


def as_alternatives(
    rules: model.Game,
    table: Mapping[str, str],
    sets: Sets,
    came: Iterable[ReadingResult],
    tell: Callable[[Any, Fault | NotHeldError | None], Told],
) -> tuple[Alternative, ...]:
    """Returns what came out by verdict: the table's own first, then what most sets of readings lead to."""
    by_verdict: dict[Told, Readings] = {}
    for each in came:
        told = tell(each.value, each.fault)
        before = by_verdict.get(told)
        by_verdict[told] = each.under if before is None else sets.union(before, each.under)
    found = []
    for (outcome, verdict), under in by_verdict.items():
        others = [each for told, each in by_verdict.items() if told != (outcome, verdict)]
        ways = tuple(_way(rules, cube) for cube in sets.cubes(under, others)) if others else ()
        own = sets.holds(under, table)
        found.append(Alternative(verdict, outcome, ways, sets.count(under), own))
    return tuple(sorted(found, key=lambda each: (not each.own, -each.sets, each.verdict)))


def _way(rules: model.Game, cube: Cube) -> tuple[tuple[ChosenReading, ...], ...]:
    questions = {each.name: each for each in rules.questions}
    return tuple(tuple(chosen_reading(questions[name], each) for each in readings) for name, readings in cube.items())


def chosen_reading(question: model.Question, reading: str) -> ChosenReading:
    """Returns a reading of a question in words."""
    found = next(each for each in question.readings if each.name == reading)
    status = ", ".join(found.statuses)
    return ChosenReading(question.name, question.text, found.name, found.text, status)


def single_alternatives(
    own: Ruling,
    questions: Iterable[model.Question],
    table: Mapping[str, str],
    told: Callable[[Mapping[str, str]], Ruling],
) -> tuple[Alternative, ...]:
    """Returns the verdicts that the table's readings lead to with one of them changed, the table's own first."""
    ways: dict[Told, list[tuple[tuple[ChosenReading, ...], ...]]] = {(own.outcome, own.verdict): []}
    for question in questions:
        by_verdict: dict[Told, list[ChosenReading]] = {}
        for reading in question.readings:
            if reading.name != table[question.name]:
                ruling = told({question.name: reading.name})
                readings_of = by_verdict.setdefault((ruling.outcome, ruling.verdict), [])
                readings_of.append(chosen_reading(question, reading.name))
        for verdict, readings in by_verdict.items():
            if verdict != (own.outcome, own.verdict):
                ways.setdefault(verdict, []).append((tuple(readings),))
    return tuple(
        Alternative(verdict, outcome, tuple(found), sum(len(each) for way in found for each in way), number == 0)
        for number, ((outcome, verdict), found) in enumerate(ways.items())
    )


def complete_alternatives(
    rules: model.Game,
    questions: Iterable[model.Question],
    table: Mapping[str, str],
    told: Callable[[Mapping[str, str]], Ruling],
) -> tuple[Alternative, ...]:
    """Returns the verdicts of every complete set of readings of some questions, on which alone they hang."""
    sets = Alternatives.of(rules).sets
    came = []
    for chosen in complete_sets({each.name: tuple(one.name for one in each.readings) for each in questions}):
        ruling = told(chosen)
        came.append(
            ReadingResult(
                sets.of({name: (reading,) for name, reading in chosen.items()}), (ruling.outcome, ruling.verdict)
            )
        )
    return as_alternatives(rules, table, sets, came, lambda found, _: found)
