"""Examples decided: each expectation holds, or what was found in its place, in the reader's terms.

INVARIANT: an example is run once under what it is given and the defaults, and once more for each set of readings that
its lines name; a line is judged in the run that it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from refengine.check.example_run import ExampleRun, broken_off, failure_of, position_of, quoted
from refengine.check.expectations import action_of, illegal_lines, judge
from refengine.check.memory import EXAMPLE, CheckMemory
from refengine.check.report import ChangedLine, Failure, Setting, UndeterminedLine, quantity
from refengine.engine.noting import Notes, NotingGame, notes_of
from refengine.engine.open_answers import Ends, Undetermined, ends_of, open_text
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.lines import Expect
from refengine.report.citations import Reader
from refengine.report.words import Scene, Words
from refengine.runtime.description import LineInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.recording import recording

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

Make = Callable[[model.Game, Configuration], "Game"]
"""The explaining game of a configuration, of rules with those examples that are to be decided."""


@frozen
class ExampleResults:
    """The result of all examples; `fired` are the clauses that decided anything, once for each run.

    `fired_in` are those of each example that failed. What is `changed` is no failure.
    """

    examples: int
    expectations: int
    failures: tuple[Failure, ...]
    fired: tuple[str, ...]
    undetermined: tuple[UndeterminedLine, ...] = ()
    fired_in: Mapping[str, tuple[str, ...]] = field(factory=dict)
    changed: tuple[ChangedLine, ...] = ()


@frozen
class ExampleTask:
    """An example to be run under some readings, those of `under` beside what it is given and what is usual."""

    example: model.Example
    under: tuple[tuple[str, str], ...]
    configuration: Configuration
    ends: Ends

    @property
    def label(self) -> str:
        """The number of players, and the readings and options that are not just usual."""
        agreed = (*self.example.options, *self.example.readings, *self.under)
        chosen = ", ".join(f"{name} {value}" for name, value in agreed)
        return quantity(self.example.players, "player") + (f", {chosen}" if chosen else "")


@frozen
class RunResult:
    """The result of one run: its failures, the clauses that decided anything, and the number of expectations judged.

    What is undetermined was not judged.
    """

    failures: tuple[Failure, ...]
    fired: tuple[str, ...]
    expectations: int
    undetermined: tuple[UndeterminedLine, ...] = ()


@frozen
class _ExampleResult:
    """The result of one example in all its runs."""

    expectations: int
    failures: tuple[Failure, ...]
    fired: tuple[str, ...]
    undetermined: tuple[UndeterminedLine, ...]


def decide_examples(
    game: model.Game, make: Make, reader: Reader, words: Words, answers: dict[str, str], kept: CheckMemory | None = None
) -> ExampleResults:
    """Decides every example; `answers` are readings for the questions that have no default.

    One that is `kept` from an earlier run is not run again; one that failed is, since it is told in words.
    """
    kept = kept or CheckMemory()
    told = tuple(sorted(answers.items()))
    known = {each.name: kept.read(EXAMPLE, told, _ExampleResult, each.name) for each in game.examples}
    left = tuple(each for each in game.examples if known[each.name] is None)

    @cache
    def made(configuration: Configuration) -> Game:
        """A module is made sooner without examples that do not run in it."""
        running = {each.name: {one.configuration for one in _runs_of(each, game, answers)} for each in left}
        return make(evolve(game, examples=tuple(x for x in left if configuration in running[x.name])), configuration)

    decided: list[_ExampleResult] = []
    for example in game.examples:
        one = known[example.name]
        if one is None:
            one, notes = _decided(game, example, made, reader, words, answers)
            if not (one.failures or one.undetermined):
                kept.write(EXAMPLE, told, one, example.name, notes)
        decided.append(one)
    return ExampleResults(
        len(game.examples),
        sum(each.expectations for each in decided),
        tuple(failure for each in decided for failure in each.failures),
        tuple(path for each in decided for path in each.fired),
        tuple(resting for each in decided for resting in each.undetermined),
        {one.name: each.fired for one, each in zip(game.examples, decided, strict=True) if each.failures},
    )


def _decided(
    game: model.Game,
    example: model.Example,
    made: Callable[[Configuration], Game],
    reader: Reader,
    words: Words,
    answers: dict[str, str],
) -> tuple[_ExampleResult, tuple[Notes, ...] | None]:
    """Returns the result of an example, and the notes of what it asked about properties."""
    failures: list[Failure] = []
    fired: list[str] = []
    undetermined: dict[UndeterminedLine, None] = {}
    expectations = 0
    games: list[NotingGame] = []
    for asked in _runs_of(example, game, answers):
        games.append(NotingGame(made(asked.configuration)))
        found = answer(asked, games[-1], reader, words)
        failures.extend(each for each in found.failures if not _is_told(each, failures))
        fired.extend(found.fired)
        expectations += found.expectations
        undetermined.update(dict.fromkeys(found.undetermined))
    return _ExampleResult(expectations, tuple(failures), tuple(fired), tuple(undetermined)), notes_of(*games)


def runs_of(game: model.Game, answers: dict[str, str]) -> Iterator[ExampleTask]:
    """Yields all runs of all examples, in their order."""
    for example in game.examples:
        yield from _runs_of(example, game, answers)


def _runs_of(example: model.Example, game: model.Game, answers: dict[str, str]) -> Iterator[ExampleTask]:
    sets = dict.fromkeys(line.under for line in example.lines if isinstance(line, Expect))
    for under in sets or {(): None}:
        readings = {**answers, **dict(example.readings), **dict(under)}
        configuration, wrong = configure(game, example.players, readings, dict(example.options), None)
        assert configuration is not None, wrong
        yield ExampleTask(example, under, configuration, ends_of(game))


def answer(asked: ExampleTask, game: Game, reader: Reader, words: Words) -> RunResult:
    """Runs an example in the explaining game of its configuration."""
    example, told = asked.example, asked.configuration
    (info,) = (each for each in game.description.examples if each.name == example.name)
    setting = Setting(asked.label, example.players, told.readings, told.options)
    with recording() as record:
        run = ExampleRun(game, info, setting, reader, Scene.of(words, game), asked.under, asked.ends, record)
        failures: list[Failure] = []
        undetermined: list[UndeterminedLine] = []
        for each in _guarded(run):
            if isinstance(each, UndeterminedLine):
                undetermined.append(each)
            else:
                failures += [] if _is_told(each, failures) else [each]
    judged = sum(_is_judged(line, asked.under) for line in info.lines)
    return RunResult(tuple(failures), tuple(record.fired()), judged, tuple(undetermined))


def _is_told(failure: Failure, told: list[Failure]) -> bool:
    """Returns whether it went wrong in the same way under other readings."""
    return any((each.name, each.what, each.found) == (failure.name, failure.what, failure.found) for each in told)


def _is_judged(line: LineInfo, under: tuple[tuple[str, str], ...]) -> bool:
    return line.expects and line.under == under


def _guarded(run: ExampleRun) -> Iterator[Failure | UndeterminedLine]:
    """Yields the failures of an example; a fault anywhere in it is one of them."""
    try:
        yield from _failures(run)
    except Fault as fault:
        yield evolve(failure_of(run, fault.clause, f"the rules break off: {fault.message}", (), None), code=fault.code)


def _failures(run: ExampleRun) -> Iterator[Failure | UndeterminedLine]:
    try:
        state = run.game.example_position(run.example)
    except BadData as error:
        yield failure_of(run, run.example.position, f"{position_of(run)} cannot be set up", (str(error),), None)
        return
    except Fault as fault:
        yield broken_off(run, run.example.position, f"{position_of(run)} cannot be set up", fault, None)
        return
    for condition in run.example.must_hold:
        if not condition(state):
            said = f"what it says of {position_of(run)} does not hold"
            yield failure_of(run, run.example.position, said, (), state)
    for violation in run.game.violations(None, state):
        if violation.kind == "conservation" and run.example.from_position:
            continue  # pieces that are not printed may lie in a position
        why = f"{position_of(run)} breaks {violation.kind} `{violation.name}`"
        yield failure_of(run, violation.clause, why, (), state)
    moves: list[str] = []
    mark = ""
    told = False  # whether the example itself says what the open text does on which all rests
    for line in run.example.lines:
        if line.what == "mark":
            mark = line.mark
            continue
        rests_on = None if told or _is_of_table(line, state) else open_text(run.game, run.ends, state)
        if rests_on is not None and (not line.expects or line.under == run.under):
            yield UndeterminedLine(run.example.name, quoted(run, line, mark), rests_on.text, rests_on.title)
            if not line.expects:
                return
        elif not line.expects:
            stepped = _step(run, line, state, mark)
            if isinstance(stepped, Failure):
                yield stepped
                return
            told = _is_of_table(line, state)
            state, move = stepped
            moves.append(move)
        elif line.under == run.under:
            found = judge(run, line, state)
            if isinstance(found, Undetermined):
                yield UndeterminedLine(run.example.name, quoted(run, line, mark), found.text, found.title)
            elif found is not None:
                yield failure_of(run, line.clause, quoted(run, line, mark), found, state, tuple(moves))


def _is_of_table(line: LineInfo, state: State) -> bool:
    """Returns whether a line says, or asks, what the table decides."""
    return line.play is not None and line.play(state).actor == "table"


# ---- STEPS


def _step(run: ExampleRun, line: LineInfo, state: State, mark: str) -> tuple[State, str] | Failure:
    try:
        if line.run is not None:
            phase, arguments = line.run(state)
            return run.game.example_run(state, phase, arguments), run.scene.words.name(phase)
        action = action_of(run, line, state)
        told = run.scene.words.move(action.actor, action.name, action.arguments)
        return run.game.apply(state, action), told
    except IllegalAction as illegal:
        found = tuple(illegal_lines(run, illegal))
        return failure_of(run, line.clause, f"{quoted(run, line, mark)} is not legal", found, state)
    except BadData as error:
        return failure_of(run, line.clause, f"{quoted(run, line, mark)} breaks off", (str(error),), state)
    except Fault as fault:
        return broken_off(run, line.clause, f"{quoted(run, line, mark)} breaks off", fault, state)
