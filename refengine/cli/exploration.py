"""The result of an exploration, as text for people and as data for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from refengine.check.full_page import clause_lines, explain_line
from refengine.check.report import quantity
from refengine.engine.trace import TraceStep
from refengine.explore.result import Breach, ExplorationResult
from refengine.ir.claims import SmallScope
from refengine.report.citations import Reader
from refengine.report.sentences import ENGLISH, Sentences, sentence
from refengine.report.words import Words

WIDTH = 100

NO_BREAK = "\N{NO-BREAK SPACE}"

KEPT = sentence("kept")

ELSEWHERE = sentence("elsewhere")

SORTS = (sentence("fault"), sentence("refused"))
"""The sorts of what may be broken that are no statements of the rules."""

LONGEST = 40
"""The number of steps of a way that are shown; the rest is in the file."""


@frozen
class ExploredScope:
    """An explored scope, and the file of each breach that was saved, by its key."""

    scope: SmallScope
    found: ExplorationResult
    saved: Mapping[tuple[str, str], str]

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """The breaches that were found, and the faults."""
        return (*self.found.violations, *self.found.faults)


# ---- TEXT


def told_text(game: str, told: ExploredScope, reader: Reader, words: Words) -> str:
    """Returns a scope in a paragraph, and what is broken in it."""
    return "\n".join([f"{game}: {_heading(told.scope, words.sentences)}", *_lines(told, reader, words)])


def _heading(scope: SmallScope, sentences: Sentences) -> str:
    if scope.name.startswith(quantity(scope.players, "player")):
        return sentences.say("scope {name}", name=scope.name)
    return sentences.count(scope.players, "scope {name} of {n} player", "scope {name} of {n} players", name=scope.name)


def _lines(told: ExploredScope, reader: Reader, words: Words) -> Iterator[str]:
    found, sentences = told.found, words.sentences
    if found.problems:
        yield f"  {sentences.say('not explored: see below')}"
        return
    rows = [*_rows(found, words)]
    width = max(len(head) for head, _ in rows) + 2
    for head, said in rows:
        hanging = " " * (width + (4 if head == sentences.say(KEPT) else 2))
        for line in textwrap.wrap(said, WIDTH, initial_indent=f"  {head:<{width}}", subsequent_indent=hanging):
            yield line.replace(NO_BREAK, " ")
    for number, breach in enumerate(told.breaches, start=1):
        yield ""
        yield from _breach(number, breach, told, reader, words)


def _rows(found: ExplorationResult, words: Words) -> Iterator[tuple[str, str]]:
    """Yields what is told of an exploration, each with its heading."""
    sentences = words.sentences
    say, count, number = sentences.say, sentences.count, sentences.number
    states, over = number(found.states), number(found.finished)
    if found.alike:
        over = say("{states}, seats taken as alike; the game is over in {over} of them", states=states, over=over)
    else:
        over = say("{states}; the game is over in {over} of them", states=states, over=over)
    yield say("states"), over
    steps = count(found.depth, "{n} step to the furthest state", "{n} steps to the furthest state")
    yield say("transitions"), f"{number(found.transitions)}; {steps}"
    in_seats = say("those made at once are taken in the order of seats")
    yield say("choices"), say("those made at once are taken in every order") if found.all_orders else in_seats
    for component, pieces in found.kept:
        named = [(name if words.language == ENGLISH else words.name(name), copies) for name, copies in pieces]
        listed = ", ".join(_in_one(name if copies == 1 else f"{copies} {name}") for name, copies in named)
        whole = component if words.language == ENGLISH else words.name(component)
        yield say(KEPT), f"{whole}: {listed}"
    yield say("explored"), _ended(found, sentences)
    held, checked = number(len(found.held)), len(found.checked)
    if found.held and found.complete:
        yield (
            say("checked"),
            count(
                checked,
                "{held} of {n} property holds in all of them",
                "{held} of {n} properties hold in all of them",
                held=held,
            ),
        )
    elif found.held:
        yield (
            say("checked"),
            count(
                checked,
                "{held} of {n} property holds so far in all of them",
                "{held} of {n} properties hold so far in all of them",
                held=held,
            ),
        )
    if found.elsewhere:
        listed = ", ".join(each.clause.path for each in found.elsewhere)
        yield (
            say(ELSEWHERE),
            say("claims of the whole game that do not hold with fewer pieces: {claims}", claims=listed),
        )


def _in_one(name: str) -> str:
    return name.replace(" ", NO_BREAK)


def _ended(found: ExplorationResult, sentences: Sentences) -> str:
    match found.ended:
        case "whole":
            return sentences.say("whole, known from an earlier run") if found.known else sentences.say("whole")
        case "interrupted":
            return sentences.say("in part: interrupted")
        case _:
            return sentences.say("in part: the limit is reached ({option} raises it)", option="`--limit`")


def _breach(number: int, breach: Breach, told: ExploredScope, reader: Reader, words: Words) -> Iterator[str]:
    sentences = words.sentences
    why = (None if breach.code is None else sentences.fault(breach.code)) or breach.message
    message = f": {why}" if why else ""
    yield f"{number}. {sentences.say(breach.sort)} {breach.clause.path}{message}"
    yield from clause_lines(reader.clause(breach.clause), sentences)
    steps = breach.trace.steps
    shortest = sentences.count(len(steps), "a shortest way, {n} step:", "a shortest way, {n} steps:")
    yield f"   {shortest}" if steps else f"   {sentences.say('at the start of the game')}"
    width = len(str(len(steps)))
    for index, step in enumerate(steps[:LONGEST], start=1):
        in_rules = f"{step.actor}: {step.label}"
        told_step = in_rules if words.language == ENGLISH else words.move(step.actor, step.action, step.arguments)
        yield f"     {index:>{width}}. {told_step}"
    if len(steps) > LONGEST:
        yield f"     {sentences.count(len(steps) - LONGEST, 'and {n} more', 'and {n} more')}"
    if breach.key in told.saved:
        yield f"   {sentences.say('saved: {file}', file=told.saved[breach.key])}"
    if breach.code is not None:
        yield explain_line(breach.code, sentences)


# ---- DATA


def told_data(told: ExploredScope) -> dict[str, Any]:
    """Returns a scope as JSON can hold it."""
    found = told.found
    guess = found.estimate
    return {
        "scope": told.scope.name,
        "players": told.scope.players,
        "kept": {component: dict(pieces) for component, pieces in found.kept},
        "alike": found.alike,
        "allOrders": found.all_orders,
        "ended": found.ended,
        "complete": found.complete,
        "states": found.states,
        "transitions": found.transitions,
        "rests": found.rests,
        "finished": found.finished,
        "depth": found.depth,
        "estimate": None if guess is None else {"least": guess.least, "most": guess.most, "exact": guess.exact},
        "held": [{"kind": sort, "clause": clause.path} for sort, clause in found.held] if found.complete else [],
        "elsewhere": [each.clause.path for each in found.elsewhere],
        "known": found.known,
        "broken": [_breach_data(each, told) for each in told.breaches],
        "problems": [{"code": each.code, "message": each.message} for each in found.problems],
    }


def _breach_data(breach: Breach, told: ExploredScope) -> dict[str, Any]:
    return {
        "kind": breach.sort,
        "clause": breach.clause.path,
        "citations": list(breach.clause.cites),
        "code": breach.code,
        "message": breach.message,
        "steps": [_step(each) for each in breach.trace.steps],
        "saved": told.saved.get(breach.key),
    }


def _step(step: TraceStep) -> dict[str, Any]:
    return {"actor": step.actor, "action": step.action, "arguments": list(step.arguments)}
