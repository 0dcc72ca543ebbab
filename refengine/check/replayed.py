"""A replay in the reader's terms: how far it went, what stands in the way, what the rules say there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from refengine.check.layout import wrapped
from refengine.check.report import counted
from refengine.check.text import clause_lines, explain_line
from refengine.engine.replay import Replay
from refengine.engine.trace import Step, Trace
from refengine.ir.scope import Kept
from refengine.report.cited import Cited, Reader
from refengine.report.words import Scene

if TYPE_CHECKING:
    from refengine.engine.game import Game

_SAID = {
    "guard": "a condition of the action fails",
    "bar": "the action is barred",
    "choice": "an argument is not among those on offer",
    "turn": "somebody else decides",
}


@frozen
class Reason:
    """A reason for which a step went wrong, and the clause that says so."""

    what: str
    clause: Cited | None
    code: str | None = None


@frozen
class Replayed:
    """The result of a replay: `steps` were legal and lead to `position`; `move` is the one that went wrong.

    `kept` are the pieces that there were, by component, if it was a game of fewer pieces.
    """

    verdict: str
    steps: int
    whole: int
    moves: tuple[str, ...]
    move: str | None
    reasons: tuple[Reason, ...]
    differences: tuple[str, ...]
    broken: tuple[Reason, ...]
    position: tuple[str, ...]
    offered: tuple[str, ...]
    kept: Kept = ()


def replayed(found: Replay, trace: Trace, game: Game, reader: Reader, scene: Scene) -> Replayed:
    """Returns the result of a replay in the reader's terms."""
    reasons = [Reason(_SAID.get(each.kind, each.kind), reader.clause(each.clause)) for each in found.failed]
    if found.fault is not None:
        fault = found.fault
        reasons.append(Reason(f"the rules break off: {fault.message}", reader.clause(fault.clause), fault.code))
    if found.verdict == "illegal" and not reasons:
        reasons.append(Reason("no such action is on offer here", None))
    offered: tuple[str, ...] = ()
    if found.verdict == "illegal" and found.state is not None and game.turn(found.state).kind != "over":
        legal = game.legal(found.state)
        offered = tuple(scene.words.move(each.actor, each.name, each.arguments) for each in legal)
    return Replayed(
        verdict=found.verdict,
        steps=found.steps,
        whole=len(trace.steps),
        moves=tuple(_move(each, scene) for each in trace.steps[: found.steps]),
        move=None if found.step is None else _move(found.step, scene),
        reasons=tuple(reasons),
        differences=tuple(
            f"{each.place}: recorded {scene.words.public(each.recorded)}, by the rules {scene.words.public(each.found)}"
            for each in found.differences
        ),
        broken=tuple(
            Reason(f"{breach.kind} broken by step {number}", reader.clause(breach.clause))
            for number, breach in found.breaches
        ),
        position=() if found.state is None else scene.position(game.to_json(found.state)),
        offered=offered,
        kept=trace.kept,
    )


def _move(step: Step, scene: Scene) -> str:
    return scene.words.move(step.actor, step.action, step.arguments)


def replayed_text(game: str, told: Replayed) -> str:
    """The replay as a page."""
    return "\n".join(_lines(game, told)) + "\n"


def _lines(game: str, told: Replayed) -> Iterator[str]:
    whole = counted(told.whole, "step")
    if told.verdict == "same":
        yield f"{game}: all {whole} are legal, and lead where the trace says"
    else:
        said = {"illegal": "is not legal", "differs": "leads elsewhere than the trace says", "fault": "breaks off"}
        if told.move is None and told.verdict == "fault":
            where = f"where step {told.steps} of {whole} leads" if told.steps else "at the start"
            yield f"{game}: the rules break off {where}"
        else:
            yield f"{game}: step {told.steps + 1} of {whole} {said.get(told.verdict, told.verdict)}"
        if told.move is not None:
            yield f"   {told.steps + 1}. {told.move}"
    for component, pieces in told.kept:
        listed = ", ".join(name if copies == 1 else f"{copies} {name}" for name, copies in pieces)
        yield from wrapped(f"with these pieces of {component} alone: {listed}", "   ", "     ")
    for reason in told.reasons:
        yield f"   {reason.what}"
        yield from () if reason.clause is None else clause_lines(reason.clause)
        yield from () if reason.code is None else [explain_line(reason.code)]
    yield from (f"   {each}" for each in told.differences)
    for reason in told.broken:
        yield f"   {reason.what}"
        yield from () if reason.clause is None else clause_lines(reason.clause)
    if told.offered:
        yield "   legal here:"
        yield from (f"     {each}" for each in told.offered[:20])
        if len(told.offered) > 20:
            yield f"     and {len(told.offered) - 20} more"
    if (told.verdict != "same" or told.broken) and told.position:
        yield "   last legal state:"
        yield from (f"     {each}" for each in told.position)
