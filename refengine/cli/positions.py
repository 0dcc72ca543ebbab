"""Positions that a command line names: the start, an example or a trace up to a step, a state in a file.

Cells are in question if the last step named them, or if the example asks there whether something is legal.
"""

from __future__ import annotations

import os
from pathlib import Path

from attrs import define, evolve, field, frozen

from refengine.cli.errors import Refused, bad_usage
from refengine.cli.games import GameAdditions, OpenedGame, compiled_game, configured_for, open_game, pairs, words_in
from refengine.cli.open_cells import lines_of_open_cells
from refengine.cli.replay import ITF, opened_for
from refengine.engine.replay import Replay, replay
from refengine.engine.state_text import read_state
from refengine.engine.trace import Trace, read_trace
from refengine.odds.errors import breaks_off, unknown_example
from refengine.odds.position import end_of_example
from refengine.picture.cells_in_question import Questions
from refengine.picture.errors import not_that_far
from refengine.report.words import Words
from refengine.runtime.description import LineInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.frames import Action
from refengine.runtime.game import Game, State
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import Limits
from refengine.source.text import MAX_RECORDED_BYTES, Files, SourceText, read_source


@frozen
class CommandChoices:
    """The choices of a command line, as they are written there; with `explain` it is found out by which rules."""

    players: int | None
    readings: tuple[str, ...]
    options: tuple[str, ...]
    tables: tuple[str, ...]
    edition: str | None
    lang: str
    limits: Limits
    beside: GameAdditions
    explain: bool = False

    @property
    def files(self) -> dict[str, Path]:
        """The tables that take the place of others."""
        return {name: Path(file) for name, file in pairs("--table", self.tables).items()}


@frozen
class PlayedStep:
    """A step: the state before it, the action, and the state after all that runs by itself then."""

    before: State
    action: Action
    after: State


@frozen
class ExampleStep:
    """A step of an example: the mark behind which it is the first, the state before it, and the action."""

    mark: str | None
    before: State
    action: Action


@frozen
class Position:
    """A position: a state of a game, the cells in question there, and where that is."""

    opened: OpenedGame
    game: Game
    state: State
    questions: Questions
    where: str
    """The place of the position, as a diagnostic names it."""
    told: str
    """The same in the reader's language."""
    move: PlayedStep | None = None
    """The step that was taken last; None where none was."""
    is_whole: bool = True
    """Whether the rules go as far as what was named."""
    drawn: tuple[str, ...] = ()
    """The pieces and turns that were taken where a picture left them open."""
    broken: tuple[Diagnostic, ...] = ()
    """The reasons why they do not, where the cells in question do not tell them."""
    course: tuple[ExampleStep, ...] = ()
    """The steps of an example that lead there."""


def position_of(path: Path, word: str | None, step: str | None, chosen: CommandChoices) -> Position:
    """Returns the position that is named: by an example, or by a trace's or state's file; without a name, the start."""
    if word is None or _is_file(word):
        source = None if word is None else _read(Path(word))
        if source is not None and ITF in source.text:
            return _from_trace(path, source, step, chosen)
        if step is not None:
            raise Refused([bad_usage("`--step` is for examples and traces", "name one, or leave it out")])
        return _from_state(path, source, chosen)
    return _from_example(path, word, step, chosen)


def _is_file(word: str) -> bool:
    return word.endswith(".json") or os.path.isfile(word)  # noqa: PTH113 - a word that is too long is none


def _read(path: Path) -> SourceText:
    source, wrong = read_source(path, path.as_posix(), Files(most=MAX_RECORDED_BYTES))
    if source is None or wrong:
        raise Refused(wrong, {} if source is None else {source.path: source})
    return source


# ---- A STATE


def _from_state(path: Path, source: SourceText | None, chosen: CommandChoices) -> Position:
    opened = open_game(
        path,
        players=chosen.players,
        readings=chosen.readings,
        options=chosen.options,
        tables=chosen.tables,
        edition=chosen.edition,
        lang=chosen.lang,
        limits=chosen.limits,
        beside=chosen.beside,
    )
    game, say = opened.game(), opened.words.sentences.say
    if source is not None:
        state, wrong = read_state(game, source.text, source.path)
        if state is None:
            raise Refused(wrong, {source.path: source})
        told = say("the state {file}", file=f"`{source.path}`")
        return Position(opened, game, state, Questions(), f"`{source.path}`", told)
    try:
        return Position(opened, game, game.initial(), Questions(), "the start", say("the start"))
    except Fault as fault:
        raise Refused([breaks_off("the setup", fault.message)], exit_code=1) from fault


# ---- A TRACE


def _from_trace(path: Path, source: SourceText, step: str | None, chosen: CommandChoices) -> Position:
    if chosen.players is not None or chosen.readings or chosen.options or chosen.edition is not None:
        raise Refused([bad_usage("a trace has its own players, readings and options", "leave them out")])
    trace, wrong = read_trace(source.text, source.path)
    if trace is None:
        raise Refused(wrong, {source.path: source})
    where = f"the trace `{source.path}`"
    opened = opened_for(trace, Path(source.path), path, chosen.files, chosen.lang, chosen.limits, chosen.beside)
    game = opened.game()
    found = replay(game, _up_to(trace, where, step), source.path)
    if found.problems:
        raise Refused(found.problems, opened.compiled.texts)
    if found.state is None:
        raise Refused([breaks_off(where, found.fault.message if found.fault else "it cannot begin")], exit_code=1)
    words = opened.words
    told = words.sentences.say("the trace {file}", file=f"`{source.path}`")
    told = f"{told}, {words.sentences.say('step {n} of {steps}', n=found.steps, steps=len(trace.steps))}"
    if found.verdict == "same":
        return Position(opened, game, found.state, Questions(), where, told, _last_step(game, found, trace))
    return Position(opened, game, found.state, _of_broken_step(found, words), where, told, is_whole=False)


def _up_to(trace: Trace, where: str, step: str | None) -> Trace:
    if step is None:
        return trace
    if not (step.isascii() and step.isdecimal()) or len(step) > 9 or int(step) > len(trace.steps):
        raise Refused([not_that_far(where, step, len(trace.steps))])
    last = int(step)
    return evolve(trace, steps=trace.steps[:last], states=trace.states[: last + 1], violates=None)


def _last_step(game: Game, found: Replay, trace: Trace) -> PlayedStep | None:
    """Returns the last step of a trace that was followed; played once more up to there for the state before."""
    if not found.steps:
        return None
    before = replay(game, evolve(trace, steps=trace.steps[: found.steps - 1], states=trace.states[: found.steps])).state
    step = trace.steps[found.steps - 1]
    action: Action = game.find_action(before, step.actor, step.action, step.arguments)
    return PlayedStep(before, action, found.state)


def _of_broken_step(found: Replay, words: Words) -> Questions:
    """Returns the cells that the step names that the rules do not follow."""
    questions, step = Questions(), found.step
    if step is not None and found.verdict in {"illegal", "fault"}:
        say = words.sentences.say
        word = say("illegal") if found.verdict == "illegal" else say("a fault")
        questions.ask(step.arguments, word, f"{word}: {words.move(step.actor, step.action, step.arguments)}")
    return questions


# ---- AN EXAMPLE


def _from_example(path: Path, name: str, step: str | None, chosen: CommandChoices) -> Position:
    compiled = compiled_game(path, chosen.files, chosen.limits, chosen.beside)
    assert compiled.game is not None
    example = next((each for each in compiled.game.examples if each.name == name), None)
    if example is None:
        raise Refused([unknown_example(name, [each.name for each in compiled.game.examples])])
    if chosen.players not in {None, example.players}:
        raise Refused([bad_usage("an example has its own number of players", "leave `--players` out")])
    answers, options = pairs("--reading", chosen.readings), pairs("--option", chosen.options)
    configuration = configured_for(compiled, example, answers, options, chosen.edition)
    opened = OpenedGame(compiled, configuration, words_in(chosen.lang, [compiled]))
    game = opened.game(explain=chosen.explain)
    (info,) = (each for each in game.description.examples if each.name == name)
    walk = Walk(game, opened.words, step)
    state, wrong = end_of_example(game, info, walk.stops)
    told, where = opened.words.sentences.say("example {name}", name=f"`{name}`"), f"example `{name}`"
    if state is None:
        state = walk.broken_off()
        if state is None:
            raise Refused(wrong, compiled.texts, exit_code=1)
        course = tuple(walk.course)
        return Position(opened, game, state, walk.questions, where, told, is_whole=False, broken=wrong, course=course)
    if not walk.is_there:
        raise Refused([not_that_far(where, str(step), walk.steps)])
    move = None if walk.taken is None else PlayedStep(*walk.taken, state)
    drawn = lines_of_open_cells(game, info, opened.words)
    course = tuple(walk.course)
    return Position(opened, game, state, walk.questions, where, told, move, drawn=drawn, course=course)


@define
class Walk:
    """A walk through an example, to a step or a mark; asked at each line whether it ends there."""

    game: Game
    words: Words
    wanted: str | None
    steps: int = 0
    has_ended: bool = False
    questions: Questions = field(factory=Questions)
    last: tuple[LineInfo, State] | None = None
    """The line to which the walk has come, and the state in front of it."""
    taken: tuple[State, Action] | None = None
    """The last play, and the state in front of it; none behind a phase that was run."""
    course: list[ExampleStep] = field(factory=list)
    mark: str | None = None
    """The last mark, as long as no step has come behind it."""

    def stops(self, line: LineInfo, state: State) -> bool:
        """Returns whether the walk ends in front of a line; what the line asks of cells is kept."""
        self.last = (line, state)
        if line.what == "mark":
            self.has_ended = line.mark == self.wanted
            self.mark = line.mark
        elif line.what in {"play", "run"}:
            self.has_ended = str(self.steps) == self.wanted
            if not self.has_ended:
                self.steps += 1
                self._take(line, state)
        elif line.what in {"legal", "illegal"}:
            self._ask(line, state)
        return self.has_ended

    @property
    def is_there(self) -> bool:
        """Returns whether the walk came to where it was to end."""
        return self.has_ended or self.wanted in {None, str(self.steps)}

    def broken_off(self) -> State | None:
        """Returns the last state of an example that breaks off; in question are the cells of its next line."""
        if self.last is None:
            return None
        line, state = self.last
        self.questions.clear()
        self._ask(line, state)
        return state

    def _take(self, line: LineInfo, state: State) -> None:
        self.questions.clear()
        self.taken = None
        if line.play is not None:
            play = line.play(state)
            action = self.game.example_action(state, play.actor, play.action, play.arguments)
            self.taken = state, action
            self.course.append(ExampleStep(self.mark, state, action))
            self.mark = None

    def _ask(self, line: LineInfo, state: State) -> None:
        """Keeps what the rules say to an action that the example asks about, which may be other than it expects."""
        if line.play is None:
            return
        legal, illegal = self.words.sentences.say("legal"), self.words.sentences.say("illegal")
        try:
            play = line.play(state)
            action = self.game.example_action(state, play.actor, play.action, play.arguments)
        except (BadData, Fault):
            return
        try:
            self.game.apply(state, action)
        except IllegalAction:
            word = illegal
        except Fault:
            word = self.words.sentences.say("a fault")
        else:
            word = legal
        told = self.words.move(action.actor, action.name, action.arguments)
        self.questions.ask(action.arguments, word, f"{word}: {told}")
