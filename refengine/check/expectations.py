"""Expectations of examples judged: each holds, or what was found in its place, or the open text on which it rests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from refengine.check.example_run import ExampleRun, by_clause
from refengine.check.reachable_clauses import NORMALLY
from refengine.engine.open_answers import Undetermined, open_text
from refengine.odds.odds import odds_after, probability
from refengine.runtime.codec import Codec
from refengine.runtime.description import LineInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.frames import Action, Note
from refengine.runtime.recorder import Recorder
from refengine.runtime.recording import recording, unrecorded

if TYPE_CHECKING:
    from refengine.runtime.game import State

MAX_NOTES = 6
"""The greatest number of values worked out that are shown for an expectation that fails."""

MAX_STATES = 100_000
"""An example looks at no more states of chance than these; `refengine odds` goes on for longer."""


def action_of(run: ExampleRun, line: LineInfo, state: State) -> Action:
    """Returns the action that a line says, or asks about, in a state."""
    assert line.play is not None
    play = line.play(state)
    return run.game.example_action(state, play.actor, play.action, play.arguments)


def illegal_lines(run: ExampleRun, illegal: IllegalAction) -> Iterator[str]:
    """Yields why an action is not legal, each reason with its clause."""
    said = {
        "guard": "a condition fails",
        "bar": "it is barred",
        "choice": "an argument is not on offer",
        "turn": "somebody else decides",
    }
    for failed in illegal.failed:
        yield f"{said[failed.kind]}: {by_clause(run.reader.clause(failed.clause))}"


# ---- EXPECTATIONS


def judge(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | Undetermined | None:
    """Returns None when the expectation holds, else what was found, or the open text on which it rests."""
    match line.what:
        case "holds":
            return _holds(run, line, state)
        case "fault":
            return _faults(run, line, state)
        case "over":
            turn = run.game.turn(state)
            who = ", ".join(f"player {seat}" for seat in turn.seats) or turn.kind
            return None if turn.kind == "over" else (f"the game goes on: {who} to decide",)
        case "legal" | "illegal":
            return _legality(run, line, state)
        case "chance":
            return _chance(run, line, state)
        case "scores" | "winners":
            return _outcome(run, line, state)
        case "seen" | "unseen":
            return _sight(run, line, state)
        case _:
            return None


@contextmanager
def _noted(run: ExampleRun) -> Iterator[Recorder]:
    """Records apart what decides meanwhile, and adds it to the record of the whole run at the end."""
    with recording() as record:
        yield record
    for note in record.notes:
        run.record.add(note)


def _holds(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | None:
    assert line.condition is not None
    with _noted(run) as record:
        try:
            holds = line.condition(state)
        except Fault as fault:
            return (f"the rules break off: {fault.message}: {by_clause(run.reader.clause(fault.clause))}",)
    calls = [note for note in record.notes if note.value is not None]
    if not holds:
        return tuple(_notes(run, calls)) or ("it does not hold",)
    deciding = [*calls, *(part for note in calls for part in note.inside if part.value is None)]
    if line.by is not None and not any(_is_path(note.clause.path, line.by) for note in deciding):
        return (f"it holds, but not by `{line.by}`", *_notes(run, calls))
    return None


def _faults(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | None:
    assert line.condition is not None
    with _noted(run) as record:
        try:
            line.condition(state)
        except Fault:
            return None
    calls = [note for note in record.notes if note.value is not None]
    return ("no fault: the rules do decide it", *_notes(run, calls))


def _legality(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | None:
    try:
        run.game.apply(state, action_of(run, line, state))
    except IllegalAction as illegal:
        if line.what == "legal":
            return tuple(illegal_lines(run, illegal)) or ("it is not offered here",)
        if line.by is not None and not any(_is_path(path, line.by) for path in illegal.paths):
            return (f"it is illegal, but not because of `{line.by}`", *illegal_lines(run, illegal))
        return None
    except BadData as bad:
        if line.what == "illegal" and line.by is None:
            return None
        return (f"it is not offered here: {bad.message}",)
    except Fault as fault:
        return None if line.what == "legal" else (f"it is legal, and the rules break off after it: {fault.message}",)
    return None if line.what == "legal" else ("it is legal",)


def _outcome(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | None:
    try:
        found = run.game.outcome(state)
    except Fault as fault:
        return (f"the rules break off: {fault.message}: {by_clause(run.reader.clause(fault.clause))}",)
    if found is None:
        return ("there is no outcome: the game goes on, or its rules have none",)
    if line.what == "scores":
        return None if found.scores == line.numbers else (f"scores are {' to '.join(map(str, found.scores))}",)
    won = tuple(sorted(each + 1 for each in line.numbers))
    told = " and ".join(map(str, sorted(found.winners))) or "nobody"
    return None if tuple(sorted(found.winners)) == won else (f"winners are {told}",)


def _sight(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | None:
    assert line.looked is not None
    (viewer,) = line.numbers
    name, key = line.looked(state)
    sees = run.game.sees(state, viewer + 1, name, key)
    if sees is (line.what == "seen"):
        return None
    return (f"player {viewer + 1} {'sees' if sees else 'does not see'} it",)


def _chance(run: ExampleRun, line: LineInfo, state: State) -> tuple[str, ...] | Undetermined | None:
    assert line.condition is not None
    assert line.chance is not None
    try:
        with unrecorded():  # so many states would leave a record that nobody reads
            ends, wrong = odds_after(run.game, state, "what comes before", MAX_STATES)
            if ends is None:
                return tuple(each.message for each in wrong)
            rests_on = (open_text(run.game, run.ends, end) for end, _ in ends.weights)
            open_ = next((each for each in rests_on if each is not None), None)
            if open_ is not None:
                return open_
            found = probability(ends, line.condition)
    except Fault as fault:
        return (f"the rules break off: {fault.message}: {by_clause(run.reader.clause(fault.clause))}",)
    numerator, whole = line.chance
    if found == Fraction(numerator, whole):
        return None
    counted = f"{found * ends.whole}/{ends.whole}"
    shortest = found.denominator in {1, ends.whole}
    return (f"its chance is {found}" if shortest else f"its chance is {counted}, which is {found}",)


def _is_path(path: str, wanted: str) -> bool:
    """Returns whether a clause is the one that an example names, in full or by its last part.

    A general rule decides under the name of its value where a configuration leaves it no exception.
    """
    return path in {wanted, wanted.removesuffix(NORMALLY)} or path.endswith(f".{wanted}")


def _notes(run: ExampleRun, calls: list[Note]) -> Iterator[str]:
    """Yields the values that were asked for, with their arguments, their result and the clause that decided."""
    codec = Codec(run.game.description)
    values = {each.name: each for each in run.game.description.values}
    for note in calls[:MAX_NOTES]:
        value = values[str(note.value)]
        arguments = [codec.public(info.domain, each) for info, each in zip(value.params, note.arguments, strict=True)]
        listed = ", ".join(run.scene.words.public(each) for each in arguments)
        result = run.scene.words.public(codec.public(value.domain, note.result))
        called = f"{value.name}({listed})" if listed else value.name
        yield f"{called} is {result}, by {by_clause(run.reader.clause(note.clause))}"
