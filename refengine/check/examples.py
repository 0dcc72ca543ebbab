"""Examples decided: each expectation holds, or what was found in its place, in the reader's terms.

INVARIANT: an example is run once under the defaults, and once more for each set of readings that its lines name; a line
is judged in the run that it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.check.cited import Reader
from refengine.check.coverage import NORMALLY
from refengine.check.example_run import Run, broken_off, by_clause, failure_of, quoted
from refengine.check.kept import EXAMPLE, Kept
from refengine.check.report import Failure, Setting, counted
from refengine.check.words import Scene, Words
from refengine.engine.codec import Codec
from refengine.engine.description import LineInfo
from refengine.engine.fault import BadData, Fault, IllegalAction
from refengine.engine.noting import Notes, Noting, notes_of
from refengine.engine.recording import Recorder, recording, unrecorded
from refengine.engine.runtime import Action, Note
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.odds.odds import odds_after, probability

if TYPE_CHECKING:
    from refengine.engine.game import Game, State

MAX_NOTES = 6
"""The greatest number of values worked out that are shown for an expectation that fails."""

MAX_STATES = 100_000
"""An example looks at no more states of chance than these; `refengine odds` goes on for longer."""

Make = Callable[[model.Game, Configuration], "Game"]
"""The explaining game of a configuration, of rules with those examples that are to be decided."""


@frozen
class Decided:
    """The result of all examples; `fired` are the clauses that decided anything, once for each run."""

    examples: int
    expectations: int
    failures: tuple[Failure, ...]
    fired: tuple[str, ...]


@frozen
class Asked:
    """An example that is to be run under some readings, those of `under` beside what is usual."""

    example: model.Example
    under: tuple[tuple[str, str], ...]
    configuration: Configuration

    @property
    def label(self) -> str:
        """The number of players, and the readings."""
        chosen = ", ".join(f"{question} {reading}" for question, reading in self.under)
        return counted(self.example.players, "player") + (f", {chosen}" if chosen else "")


@frozen
class Answered:
    """The result of one run: its failures, the clauses that decided anything, and the number of expectations judged."""

    failures: tuple[Failure, ...]
    fired: tuple[str, ...]
    expectations: int


@frozen
class _One:
    """The result of one example in all its runs."""

    expectations: int
    failures: tuple[Failure, ...]
    fired: tuple[str, ...]


def decide_examples(
    game: model.Game, make: Make, reader: Reader, words: Words, answers: dict[str, str], kept: Kept | None = None
) -> Decided:
    """Decides every example; `answers` are readings for the questions that have no default.

    One that is `kept` from an earlier run is not run again; one that failed is, since it is told in words.
    """
    kept = kept or Kept()
    told = tuple(sorted(answers.items()))
    known = {each.name: kept.read(EXAMPLE, told, _One, each.name) for each in game.examples}
    left = tuple(each for each in game.examples if known[each.name] is None)

    @cache
    def made(configuration: Configuration) -> Game:
        """A module is made sooner without examples that do not run in it."""
        running = {each.name: {one.configuration for one in _runs_of(each, game, answers)} for each in left}
        return make(evolve(game, examples=tuple(x for x in left if configuration in running[x.name])), configuration)

    decided: list[_One] = []
    for example in game.examples:
        one = known[example.name]
        if one is None:
            one, notes = _decided(game, example, made, reader, words, answers)
            if not one.failures:
                kept.write(EXAMPLE, told, one, example.name, notes)
        decided.append(one)
    return Decided(
        len(game.examples),
        sum(each.expectations for each in decided),
        tuple(failure for each in decided for failure in each.failures),
        tuple(path for each in decided for path in each.fired),
    )


def _decided(
    game: model.Game,
    example: model.Example,
    made: Callable[[Configuration], Game],
    reader: Reader,
    words: Words,
    answers: dict[str, str],
) -> tuple[_One, tuple[Notes, ...] | None]:
    """Returns the result of an example, and the notes of what it asked about properties."""
    failures: list[Failure] = []
    fired: list[str] = []
    expectations = 0
    games: list[Noting] = []
    for asked in _runs_of(example, game, answers):
        games.append(Noting(made(asked.configuration)))
        found = answer(asked, games[-1], reader, words)
        failures.extend(each for each in found.failures if not _is_told(each, failures))
        fired.extend(found.fired)
        expectations += found.expectations
    return _One(expectations, tuple(failures), tuple(fired)), notes_of(*games)


def runs_of(game: model.Game, answers: dict[str, str]) -> Iterator[Asked]:
    """All runs of all examples, in their order."""
    for example in game.examples:
        yield from _runs_of(example, game, answers)


def _runs_of(example: model.Example, game: model.Game, answers: dict[str, str]) -> Iterator[Asked]:
    sets = dict.fromkeys(line.under for line in example.lines if isinstance(line, model.Expect))
    for under in sets or {(): None}:
        configuration, wrong = configure(game, example.players, {**answers, **dict(under)}, {}, None)
        assert configuration is not None, wrong
        yield Asked(example, under, configuration)


def answer(asked: Asked, game: Game, reader: Reader, words: Words) -> Answered:
    """Runs an example in the explaining game of its configuration."""
    example, told = asked.example, asked.configuration
    (info,) = (each for each in game.description.examples if each.name == example.name)
    setting = Setting(asked.label, example.players, told.readings, told.options)
    with recording() as record:
        run = Run(game, info, setting, reader, Scene(words, game.description), asked.under, record)
        failures: list[Failure] = []
        for each in _guarded(run):
            failures += [] if _is_told(each, failures) else [each]
    judged = sum(_is_judged(line, asked.under) for line in info.lines)
    return Answered(tuple(failures), tuple(record.fired()), judged)


def _is_told(failure: Failure, told: list[Failure]) -> bool:
    """Whether it went wrong in the same way under other readings."""
    return any((each.name, each.what, each.found) == (failure.name, failure.what, failure.found) for each in told)


def _is_judged(line: LineInfo, under: tuple[tuple[str, str], ...]) -> bool:
    return line.what not in {"run", "play"} and line.under == under


def _guarded(run: Run) -> Iterator[Failure]:
    """Yields the failures of an example; a fault anywhere in it is one of them."""
    try:
        yield from _failures(run)
    except Fault as fault:
        yield evolve(failure_of(run, fault.clause, f"the rules break off: {fault.message}", (), None), code=fault.code)


def _failures(run: Run) -> Iterator[Failure]:
    try:
        state = run.game.example_position(run.example)
    except BadData as error:
        yield failure_of(run, run.example.clause, "its position cannot be set up", (str(error),), None)
        return
    except Fault as fault:
        yield broken_off(run, run.example.clause, "its position cannot be set up", fault, None)
        return
    for condition in run.example.must_hold:
        if not condition(state):
            yield failure_of(run, run.example.clause, "what it says of its position does not hold", (), state)
    for violation in run.game.violations(None, state):
        if violation.kind == "conservation" and run.example.from_position:
            continue  # pieces that are not printed may lie in a position
        why = f"its position breaks {violation.kind} `{violation.name}`"
        yield failure_of(run, violation.clause, why, (), state)
    moves: list[str] = []
    for line in run.example.lines:
        if line.what in {"run", "play"}:
            stepped = _step(run, line, state)
            if isinstance(stepped, Failure):
                yield stepped
                return
            state, told = stepped
            moves.append(told)
        elif line.under == run.under:
            found = _judge(run, line, state)
            if found is not None:
                yield failure_of(run, line.clause, quoted(run, line), found, state, tuple(moves))


# ---- STEPS


def _step(run: Run, line: LineInfo, state: State) -> tuple[State, str] | Failure:
    try:
        if line.run is not None:
            phase, arguments = line.run(state)
            return run.game.example_run(state, phase, arguments), run.scene.words.name(phase)
        action = _action(run, line, state)
        told = run.scene.words.move(action.actor, action.name, action.arguments)
        return run.game.apply(state, action), told
    except IllegalAction as illegal:
        found = tuple(_illegal_lines(run, illegal))
        return failure_of(run, line.clause, f"{quoted(run, line)} is not legal", found, state)
    except BadData as error:
        return failure_of(run, line.clause, f"{quoted(run, line)} breaks off", (str(error),), state)
    except Fault as fault:
        return broken_off(run, line.clause, f"{quoted(run, line)} breaks off", fault, state)


def _action(run: Run, line: LineInfo, state: State) -> Action:
    assert line.play is not None
    play = line.play(state)
    return run.game.example_action(state, play.actor, play.action, play.arguments)


def _illegal_lines(run: Run, illegal: IllegalAction) -> Iterator[str]:
    said = {
        "guard": "a condition fails",
        "bar": "it is barred",
        "choice": "an argument is not on offer",
        "turn": "somebody else decides",
    }
    for failed in illegal.failed:
        yield f"{said[failed.kind]}: {by_clause(run.reader.clause(failed.clause))}"


# ---- EXPECTATIONS


def _judge(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
    """None when the expectation holds, else what was found."""
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
def _noted(run: Run) -> Iterator[Recorder]:
    """Records apart what decides meanwhile, and adds it to the record of the whole run at the end."""
    with recording() as record:
        yield record
    for note in record.notes:
        run.record.add(note)


def _holds(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
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


def _faults(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
    assert line.condition is not None
    with _noted(run) as record:
        try:
            line.condition(state)
        except Fault:
            return None
    calls = [note for note in record.notes if note.value is not None]
    return ("no fault: the rules do decide it", *_notes(run, calls))


def _legality(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
    try:
        run.game.apply(state, _action(run, line, state))
    except IllegalAction as illegal:
        if line.what == "legal":
            return tuple(_illegal_lines(run, illegal)) or ("it is not offered here",)
        if line.by is not None and not any(_is_path(path, line.by) for path in illegal.paths):
            return (f"it is illegal, but not because of `{line.by}`", *_illegal_lines(run, illegal))
        return None
    except BadData as bad:
        if line.what == "illegal" and line.by is None:
            return None
        return (f"it is not offered here: {bad.message}",)
    except Fault as fault:
        return None if line.what == "legal" else (f"it is legal, and the rules break off after it: {fault.message}",)
    return None if line.what == "legal" else ("it is legal",)


def _outcome(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
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


def _sight(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
    assert line.looked is not None
    (viewer,) = line.numbers
    name, key = line.looked(state)
    sees = run.game.sees(state, viewer + 1, name, key)
    if sees is (line.what == "seen"):
        return None
    return (f"player {viewer + 1} {'sees' if sees else 'does not see'} it",)


def _chance(run: Run, line: LineInfo, state: State) -> tuple[str, ...] | None:
    assert line.condition is not None
    assert line.chance is not None
    try:
        with unrecorded():  # so many states would leave a record that nobody reads
            ends, wrong = odds_after(run.game, state, "what comes before", MAX_STATES)
            if ends is None:
                return tuple(each.message for each in wrong)
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
    """Whether a clause is the one that an example names, in full or by its last part.

    A general rule decides under the name of its value where a configuration leaves it no exception.
    """
    return path in {wanted, wanted.removesuffix(NORMALLY)} or path.endswith(f".{wanted}")


def _notes(run: Run, calls: list[Note]) -> Iterator[str]:
    """The values that were asked for, with their arguments, their result and the clause that decided."""
    codec = Codec(run.game.description)
    values = {each.name: each for each in run.game.description.values}
    for note in calls[:MAX_NOTES]:
        value = values[str(note.value)]
        arguments = [codec.public(info.domain, each) for info, each in zip(value.params, note.arguments, strict=True)]
        listed = ", ".join(run.scene.words.public(each) for each in arguments)
        result = run.scene.words.public(codec.public(value.domain, note.result))
        called = f"{value.name}({listed})" if listed else value.name
        yield f"{called} is {result}, by {by_clause(run.reader.clause(note.clause))}"
