"""A replay in the reader's terms: how far it went, what stands in the way, what the rules say there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from refengine.check.full_page import clause_lines, explain_line
from refengine.check.layout import wrapped
from refengine.engine.replay import Replay
from refengine.engine.trace import Trace, TraceStep
from refengine.ir.scope import Kept
from refengine.report.citations import CitedClause, Reader
from refengine.report.faults import why_broken
from refengine.report.sentences import ENGLISH_SENTENCES, Sentences, sentence
from refengine.report.words import Scene

if TYPE_CHECKING:
    from refengine.runtime.game import Game

_SAID = {
    "guard": sentence("a condition of the action fails"),
    "bar": sentence("the action is barred"),
    "choice": sentence("an argument is not among those on offer"),
    "turn": sentence("somebody else decides"),
}


_KINDS = {
    "invariant": sentence("invariant"),
    "step invariant": sentence("step invariant"),
    "measure": sentence("measure"),
    "conservation": sentence("conservation"),
}


@frozen
class StepFailure:
    """A reason for which a step went wrong, and the clause that says so."""

    what: str
    clause: CitedClause | None
    code: str | None = None


@frozen
class ReplayReport:
    """The result of a replay: `steps` were legal and lead to `position`; `move` is the one that went wrong.

    `kept` are the pieces that there were, by component, if it was a game of fewer pieces.
    """

    verdict: str
    steps: int
    whole: int
    moves: tuple[str, ...]
    move: str | None
    reasons: tuple[StepFailure, ...]
    differences: tuple[str, ...]
    broken: tuple[StepFailure, ...]
    position: tuple[str, ...]
    offered: tuple[str, ...]
    kept: Kept = ()


def replay_report(found: Replay, trace: Trace, game: Game, reader: Reader, scene: Scene) -> ReplayReport:
    """Returns the result of a replay in the reader's terms."""
    say = scene.words.sentences.say
    reasons = [StepFailure(say(_SAID.get(each.kind, each.kind)), reader.clause(each.clause)) for each in found.failed]
    if found.fault is not None:
        fault = found.fault
        reasons.append(
            StepFailure(
                say("the rules break off: {why}", why=why_broken(scene.words, fault)),
                reader.clause(fault.clause),
                fault.code,
            )
        )
    if found.verdict == "illegal" and not reasons:
        reasons.append(StepFailure(say("no such action is on offer here"), None))
    offered: tuple[str, ...] = ()
    if found.verdict == "illegal" and found.state is not None and game.turn(found.state).kind != "over":
        legal = game.legal(found.state)
        offered = tuple(scene.words.move(each.actor, each.name, each.arguments) for each in legal)
    return ReplayReport(
        verdict=found.verdict,
        steps=found.steps,
        whole=len(trace.steps),
        moves=tuple(_move(each, scene) for each in trace.steps[: found.steps]),
        move=None if found.step is None else _move(found.step, scene),
        reasons=tuple(reasons),
        differences=tuple(
            say(
                "{place}: recorded {recorded}, by the rules {found}",
                place=each.place,
                recorded=scene.words.public(each.recorded),
                found=scene.words.public(each.found),
            )
            for each in found.differences
        ),
        broken=tuple(
            StepFailure(
                say("{what} broken by step {n}", what=say(_KINDS[breach.kind]), n=number), reader.clause(breach.clause)
            )
            for number, breach in found.breaches
        ),
        position=() if found.state is None else scene.position(game.to_json(found.state)),
        offered=offered,
        kept=trace.kept,
    )


def _move(step: TraceStep, scene: Scene) -> str:
    return scene.words.move(step.actor, step.action, step.arguments)


def replayed_text(game: str, told: ReplayReport, sentences: Sentences = ENGLISH_SENTENCES) -> str:
    """Returns the replay as a page."""
    return "\n".join(_lines(game, told, sentences)) + "\n"


def _headline(told: ReplayReport, sentences: Sentences) -> str:
    """Returns how far a replay went."""
    say = sentences.say
    at = {"n": told.steps + 1, "steps": sentences.count(told.whole, "of {n} step", "of {n} steps")}
    match told.verdict:
        case "same":
            return sentences.count(
                told.whole,
                "its {n} step is legal, and leads where the trace says",
                "all {n} steps are legal, and lead where the trace says",
            )
        case "illegal":
            return say("step {n} {steps} is not legal", **at)
        case "fault" if told.move is not None:
            return say("step {n} {steps} breaks off", **at)
        case "fault" if told.steps:
            return say("the rules break off where step {n} {steps} leads", n=told.steps, steps=at["steps"])
        case "fault":
            return say("the rules break off at the start")
        case _:
            return say("step {n} {steps} leads elsewhere than the trace says", **at)


def _lines(game: str, told: ReplayReport, sentences: Sentences) -> Iterator[str]:
    say = sentences.say
    yield f"{game}: {_headline(told, sentences)}"
    if told.verdict != "same" and told.move is not None:
        yield f"   {told.steps + 1}. {told.move}"
    for component, pieces in told.kept:
        listed = ", ".join(name if copies == 1 else f"{copies} {name}" for name, copies in pieces)
        kept = say("with these pieces of {component} alone: {these}", component=component, these=listed)
        yield from wrapped(kept, "   ", "     ")
    for reason in told.reasons:
        yield f"   {reason.what}"
        yield from () if reason.clause is None else clause_lines(reason.clause, sentences)
        yield from () if reason.code is None else [explain_line(reason.code, sentences)]
    yield from (f"   {each}" for each in told.differences)
    for reason in told.broken:
        yield f"   {reason.what}"
        yield from () if reason.clause is None else clause_lines(reason.clause, sentences)
    if told.offered:
        yield f"   {say('legal here:')}"
        yield from (f"     {each}" for each in told.offered[:20])
        if len(told.offered) > 20:
            yield f"     {sentences.count(len(told.offered) - 20, 'and {n} more', 'and {n} more')}"
    if (told.verdict != "same" or told.broken) and told.position:
        yield f"   {say('last legal state:')}"
        yield from (f"     {each}" for each in told.position)
