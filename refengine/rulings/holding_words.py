"""Words for what is open and for what follows from it: what fills it, and "always", "never" and "it depends"."""

from __future__ import annotations

import fractions
from collections.abc import Mapping, Sequence
from typing import Any

from refengine.report.sentences import sentence
from refengine.rulings.beginning import Beginning
from refengine.rulings.features import noun_of
from refengine.rulings.fillings import Filling, OpenCell, OpenFields, Part, Pieces
from refengine.rulings.ruling import Holding
from refengine.rulings.shares import number_of
from refengine.rulings.speech import Speech

NEVER = sentence("It cannot come to this.")
OF_READINGS = sentence("what other readings make of every way; of one way for each verdict it is told with that")
PARTLY = sentence("It is not known: not every way to fill what is open was looked at.")
DEPENDS = sentence("It depends on what is open.")
BETWEEN = sentence("It depends on what is open: its chance is {low} at least, and {high} at most.")
AMONG_THESE = sentence("Where it was looked at, its chance is {low} at least, and {high} at most.")


def always(speech: Speech, only: Holding) -> str:
    """Returns the verdict of every way as one sentence more."""
    match only.outcome, only.answer:
        case "answered" | "legal", True if _is_word(speech, only.verdict):
            return speech.say("Always, whatever is open.")
        case "answered" | "illegal", False if _is_word(speech, only.verdict):
            return speech.say("Never, whatever is open.")
        case "answered" | "legal", True:
            return speech.say("Always, whatever is open. {why}", why=_bare(speech, only.verdict))
        case "answered" | "illegal", False:
            return speech.say("Never, whatever is open. {why}", why=_bare(speech, only.verdict))
        case _:
            return speech.say("The same, whatever is open. {why}", why=only.verdict)


def depends(speech: Speech, holdings: Sequence[Holding]) -> str:
    """Returns that it depends; of a chance that is known in every way, between what."""
    chances = _chances(holdings)
    if chances is None:
        return speech.say(DEPENDS)
    return speech.say(BETWEEN, low=number_of(min(chances)), high=number_of(max(chances)))


def partly(speech: Speech, holdings: Sequence[Holding]) -> str:
    """Returns that it is not known in every way; of a chance, between what it is in those that were looked at."""
    chances = _chances(holdings)
    if chances is None:
        return speech.say(PARTLY)
    among = speech.say(AMONG_THESE, low=number_of(min(chances)), high=number_of(max(chances)))
    return f"{speech.say(PARTLY)} {among}"


def _chances(holdings: Sequence[Holding]) -> list[fractions.Fraction] | None:
    """Returns how likely it is by each verdict; None where one of them is something else."""
    answers = [each.answer for each in holdings]
    if not answers or not all(isinstance(each, dict) and "chance" in each for each in answers):
        return None
    return [fractions.Fraction(each["chance"]) for each in answers]


def _is_word(speech: Speech, verdict: str) -> bool:
    """Returns whether a verdict says nothing but yes or no."""
    return verdict.lower().rstrip(".") in {speech.say("yes"), speech.say("no")}


def _bare(speech: Speech, verdict: str) -> str:
    """Returns a verdict without its first word, which is said already."""
    said = verdict.removeprefix(speech.say("Yes: {why}", why="")).removeprefix(speech.say("No: {why}", why=""))
    return f"{said[:1].upper()}{said[1:]}"


def data_of(each: Holding, *, counted: bool) -> Mapping[str, Any]:
    """Returns a verdict as data; `counted` says that it is known how many ways lead to it."""
    said = {"outcome": each.outcome, "answer": each.answer}
    return {**said, "ways": each.ways} if counted else said


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
        case OpenCell(of=of, values=values):
            other = speech.value(of.domain, values[choice[0]])
            return speech.say("{one} is {other}", one=noun_of(bench, part), other=other)
        case OpenFields(component=component, fields=fields, values=values):
            infos = bench.world.components[component].fields
            said = [
                f"{speech.name(infos[at].name)} {speech.value(infos[at].domain, these[number])}"
                for at, these, number in zip(fields, values, choice, strict=True)
            ]
            return speech.say("{what} with {fields}", what=noun_of(bench, part), fields=speech.listed(said))
