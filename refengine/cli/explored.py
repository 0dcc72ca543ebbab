"""The result of an exploration, as text for people and as data for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from refengine.check.report import counted
from refengine.check.text import clause_lines, explain_line
from refengine.engine.trace import Step
from refengine.explore.explored import Breach, Explored
from refengine.ir.claims import Scope
from refengine.report.cited import Reader

WIDTH = 100

NO_BREAK = "\N{NO-BREAK SPACE}"

LONGEST = 40
"""The number of steps of a way that are shown; the rest is in the file."""


@frozen
class Told:
    """An explored scope, and the file of each breach that was saved, by its key."""

    scope: Scope
    found: Explored
    saved: Mapping[tuple[str, str], str]

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """The breaches that were found, and the faults."""
        return (*self.found.violations, *self.found.faults)


# ---- TEXT


def told_text(game: str, told: Told, reader: Reader) -> str:
    """A scope in a paragraph, and what is broken in it."""
    return "\n".join([f"{game}: {_heading(told.scope)}", *_lines(told, reader)])


def _heading(scope: Scope) -> str:
    seats = counted(scope.players, "player")
    return f"scope {scope.name}" + ("" if scope.name.startswith(seats) else f" of {seats}")


def _lines(told: Told, reader: Reader) -> Iterator[str]:
    found = told.found
    if found.problems:
        yield "  not explored: see below"
        return
    alike = ", seats taken as alike" if found.alike else ""
    yield f"  states       {found.states:,}{alike}; the game is over in {found.finished:,} of them"
    yield f"  transitions  {found.transitions:,}; {counted(found.depth, 'step')} to the furthest state"
    orders = "taken in every order" if found.all_orders else "taken in the order of seats"
    yield f"  choices      those made at once are {orders}"
    for component, pieces in found.kept:
        yield from _kept(component, pieces)
    yield f"  explored     {_ended(found)}"
    held = found.held
    if held:
        verb = "hold" if found.complete else "hold so far"
        yield f"  checked      {len(held)} of {len(found.checked)} properties {verb} in all of them"
    if found.elsewhere:
        listed = ", ".join(each.clause.path for each in found.elsewhere)
        yield from textwrap.wrap(
            f"claims of the whole game that do not hold with fewer pieces: {listed}",
            WIDTH, initial_indent="  elsewhere    ", subsequent_indent=" " * 15,
        )  # fmt: skip
    for number, breach in enumerate(told.breaches, start=1):
        yield ""
        yield from _breach(number, breach, told, reader)


def _kept(component: str, pieces: Sequence[tuple[str, int]]) -> Iterator[str]:
    listed = ", ".join((name if copies == 1 else f"{copies} {name}").replace(" ", NO_BREAK) for name, copies in pieces)
    lines = textwrap.wrap(f"{component}: {listed}", WIDTH, initial_indent="  kept         ", subsequent_indent=" " * 17)
    yield from (line.replace(NO_BREAK, " ") for line in lines)


def _ended(found: Explored) -> str:
    match found.ended:
        case "whole":
            return "whole" + (", known from an earlier run" if found.known else "")
        case "interrupted":
            return "in part: interrupted"
        case _:
            return "in part: the limit is reached (`--limit` raises it)"


def _breach(number: int, breach: Breach, told: Told, reader: Reader) -> Iterator[str]:
    message = f": {breach.message}" if breach.message else ""
    yield f"{number}. {breach.sort} {breach.clause.path}{message}"
    yield from clause_lines(reader.clause(breach.clause))
    steps = breach.trace.steps
    yield f"   a shortest way, {counted(len(steps), 'step')}:" if steps else "   at the start of the game"
    width = len(str(len(steps)))
    for index, step in enumerate(steps[:LONGEST], start=1):
        yield f"     {index:>{width}}. {step.actor}: {step.label}"
    if len(steps) > LONGEST:
        yield f"     and {len(steps) - LONGEST} more"
    if breach.key in told.saved:
        yield f"   saved: {told.saved[breach.key]}"
    if breach.code is not None:
        yield explain_line(breach.code)


# ---- DATA


def told_data(told: Told) -> dict[str, Any]:
    """A scope as JSON can hold it."""
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


def _breach_data(breach: Breach, told: Told) -> dict[str, Any]:
    return {
        "kind": breach.sort,
        "clause": breach.clause.path,
        "citations": list(breach.clause.cites),
        "code": breach.code,
        "message": breach.message,
        "steps": [_step(each) for each in breach.trace.steps],
        "saved": told.saved.get(breach.key),
    }


def _step(step: Step) -> dict[str, Any]:
    return {"actor": step.actor, "action": step.action, "arguments": list(step.arguments)}
