"""Logs audited: the first step that is not legal, why, the last legal position, and the readings that allow the log.

INVARIANT: a step is called legal if the engine takes it, and one that overlooks nothing, too; why it does not is what
the reasons of rulings tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from refengine.engine.replay import VERSION
from refengine.ir.configuration import Configuration
from refengine.report.faults import why_broken
from refengine.report.sentences import sentence
from refengine.rulings.bench import Bench, reasons_of
from refengine.rulings.judge import Judge
from refengine.rulings.legality import question_about
from refengine.rulings.log_errors import bad_position, unknown_action, unknown_word
from refengine.rulings.logs import Log
from refengine.rulings.naming import Naming
from refengine.rulings.other_tables import with_other_tables
from refengine.rulings.positions import starts_of, waiting_below
from refengine.rulings.questions import TableAgreement
from refengine.rulings.ruling import Outcome, Reasons, Ruling
from refengine.rulings.verdicts_by_reading import complete_alternatives
from refengine.runtime.description import PlayInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import State
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span

QUESTION = sentence("is the log legal?")


@frozen
class AuditedLog:
    """An audited log: `legal` steps of `whole` are legal and lead to `state`; `ruling` says why the next is not.

    `moves` are the steps in words. `wrong` are what makes it no log of this game: then there is no ruling. `place` is
    where the step stands that is not legal, or in which the rules break off.
    """

    legal: int
    whole: int
    moves: tuple[str, ...]
    state: Any
    ruling: Ruling | None
    wrong: tuple[Diagnostic, ...] = ()
    place: Span | None = None

    @property
    def is_legal(self) -> bool:
        """Returns whether every step is legal."""
        return self.ruling is not None and self.ruling.outcome == "legal"


@frozen
class _Played:
    """A log played at one table; its ruling says on which questions it may hang what was reached."""

    legal: int
    state: State
    ruling: Ruling
    moves: tuple[str, ...]


class _ForeignLogError(Exception):
    """A log is none of this game: its step of a number, or with 0 where it begins.

    `hangs_on` are the questions that may have been read until that was seen.
    """

    def __init__(self, diagnostic: Diagnostic, number: int = 0, hangs_on: frozenset[str] = frozenset()) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic, self.number, self.hangs_on = diagnostic, number, hangs_on


def audited_log(judge: Judge, log: Log, *, other_readings: bool = True) -> AuditedLog:
    """Plays a log by the rules of a judge; raises `RuleSetError` for a table that the game does not know.

    With `other_readings` it is played at other tables too: at all, if they are few, else with each reading changed.
    """
    places = tuple((name, log.part(part, name)) for part in ("readings", "options") for name in getattr(log, part))
    if log.edition is not None:
        places = (*places, (log.edition, log.part("edition")))
    agreed = TableAgreement(log.edition, tuple(log.readings.items()), tuple(log.options.items()), places)
    bench = judge.at(log.players, agreed)
    naming = Naming.of(judge.rules, judge.compiled.labels, bench.speech.codec)
    try:
        played = _played(bench, naming, log)
    except _ForeignLogError as wrong:
        return AuditedLog(0, len(log.steps), (), None, None, (wrong.diagnostic,))
    ruling = played.ruling
    if other_readings:
        ruling = _elsewhere(judge, bench, naming, log, played)
    else:
        ruling = evolve(ruling, not_looked_at=bench.speech.say("what other readings make of it"))
    place = log.step(played.legal + 1) if log.source is not None and played.legal < len(log.steps) else None
    state = bench.game.to_json(played.state)
    return AuditedLog(played.legal, len(log.steps), played.moves, state, ruling, place=place)


def _elsewhere(judge: Judge, bench: Bench, naming: Naming, log: Log, played: _Played) -> Ruling:
    """Returns the ruling on a log with the verdicts of other tables."""

    def elsewhere(configuration: Configuration) -> tuple[Ruling]:
        try:
            return (_played(judge.bench(configuration), naming, log).ruling,)
        except _ForeignLogError as wrong:
            say = bench.speech.say
            verdict = say("It cannot begin like this.")
            if wrong.number:
                verdict = say("Step {n} of {steps} cannot be taken.", n=wrong.number, steps=len(log.steps))
            hung = tuple(sorted(wrong.hangs_on))
            return (Ruling(played.ruling.question, "illegal", verdict, hangs_on=hung),)

    if not played.ruling.hangs_on:
        alone = complete_alternatives(judge.worded, (), bench.readings, lambda _: played.ruling)
        return evolve(played.ruling, alternatives=alone)
    return with_other_tables(played.ruling, 0, judge.worded, bench, elsewhere)


def _played(bench: Bench, naming: Naming, log: Log) -> _Played:
    game, steps, say = bench.game, bench.steps, bench.speech.say
    question = say(QUESTION)
    hangs_on = steps.of_starts
    if log.position is None:
        hangs_on |= steps.questions_on_the_way([("setup", None)], ())
    else:  # a position has what is kept under one reading alone, or it does not
        hangs_on |= {each.under[0] for each in bench.sources.rules.variables if each.under is not None}

    def ruled(outcome: Outcome, verdict: str, *, answer: bool | None = None, reasons: Reasons | None = None) -> Ruling:
        hung = tuple(sorted(hangs_on))
        return Ruling(question, outcome, verdict, answer=answer, reasons=reasons, hangs_on=hung)

    try:
        state = _first(bench, naming, log)
    except Fault as fault:
        why = why_broken(bench.speech.words, fault)
        return _Played(0, None, ruled("undetermined", say("The rules break off at the start: {why}.", why=why)), ())
    moves: list[str] = []
    for number in range(1, len(log.steps) + 1):
        try:
            play = _play(bench, naming, state, log, number)
        except _ForeignLogError as wrong:
            raise _ForeignLogError(wrong.diagnostic, number, hangs_on) from wrong
        about = question_about(game, bench.world.rules, state, play)
        if about is not None:
            hangs_on |= steps.questions_of(about.ask)
            starts = starts_of(game, bench.world.rules, state, play)
            on = steps.questions_on_the_way(starts, waiting_below(game, state))
        else:
            on = frozenset()
        at = {"n": number, "steps": len(log.steps)}
        try:
            after = _stepped(bench, state, play)
        except Fault as fault:
            hangs_on |= on
            why = why_broken(bench.speech.words, fault)
            said = say("Step {n} of {steps}: the rules break off, since {why}.", why=why, **at)
            return _Played(number - 1, state, ruled("undetermined", said), tuple(moves))
        if isinstance(after, Reasons):
            said = say("Step {n} of {steps} is not legal: {action}.", action=after.action, **at)
            ruling = ruled("illegal", said, answer=False, reasons=after)
            return _Played(number - 1, state, ruling, tuple(moves))
        hangs_on |= on
        action = game.example_action(state, play.actor, play.action, play.arguments)
        moves.append(bench.speech.move(action.actor, action.name, action.arguments))
        state = after
    verdict = bench.speech.sentences.count(len(log.steps), "The only step is legal.", "All {n} steps are legal.")
    return _Played(len(log.steps), state, ruled("legal", verdict, answer=True), tuple(moves))


def _stepped(bench: Bench, state: State, play: PlayInfo) -> State | Reasons:
    """Returns the state after a step, or why it is not legal; raises `Fault` where the rules do not say."""
    try:
        return bench.stepped(state, play)
    except (IllegalAction, BadData):
        return reasons_of(bench, state, play)


def _first(bench: Bench, naming: Naming, log: Log) -> State:
    game = bench.game
    if log.position is None:
        return bench.first()
    try:
        if log.is_state:
            data = log.position
            if isinstance(data, Mapping) and VERSION in data:
                data = {**data, VERSION: game.description.version}
            return game.from_json(data)
        return game.position(naming.data(log.position), unprinted=True)
    except BadData as bad:
        raise _ForeignLogError(bad_position(log.part("position"), bad.message, bad.hint)) from bad


def _play(bench: Bench, naming: Naming, state: State, log: Log, number: int) -> PlayInfo:
    """Returns a step as the engine takes it; one in other words than the game's is told.

    What is not offered in the state has no arguments, since nobody can say what they are.
    """

    def odd(message: str, hint: str | None = None) -> _ForeignLogError:
        return _ForeignLogError(unknown_word(log.step(number), number, message, hint))

    step = log.steps[number - 1]
    names = [each for each in naming.meant(step.action) if each in naming.actions]
    if not names:
        raise _ForeignLogError(unknown_action(log.step(number), number, step.action, naming.actions))
    codec = bench.speech.codec
    info = codec.frame_info(state.control[-1])
    offered = {each.name: each for each in (info.actions if info is not None else ())}
    name = next((each for each in names if each in offered), names[0])
    actor: int | str = step.actor - 1 if isinstance(step.actor, int) else step.actor
    if isinstance(actor, int) and not 0 <= actor < bench.configuration.players:
        raise odd(f"no player {step.actor} sits at this table")
    if isinstance(actor, str) and actor not in {"chance", "table"}:
        raise odd(f"nobody is called `{actor}`", "seats are numbers from 1")
    if name not in offered:
        return PlayInfo(actor, name, ())
    params = offered[name].params
    if len(params) != len(step.arguments):
        wanted = f"`{name}` has {len(params)} arguments, and not {len(step.arguments)}"
        raise odd(wanted)
    try:
        arguments = tuple(
            naming.argument(codec, param.domain, each, f"`{param.name}`")
            for param, each in zip(params, step.arguments, strict=True)
        )
    except BadData as bad:
        raise odd(bad.message, bad.hint) from bad
    return PlayInfo(actor, name, arguments)
