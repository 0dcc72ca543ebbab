"""Positions of disputes: what is given becomes a state of the engine, in which then happens what the lines say.

What is given is worked out as if nothing had been given, as in an example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from refengine.ir import control, expressions as ir, game as model, lines as happening
from refengine.ir.domain import Piece, SetOf
from refengine.ir.exits import leaves
from refengine.ir.open_cells import PutOpen
from refengine.rulings import errors
from refengine.rulings.evaluation import Evaluation, clause_of
from refengine.rulings.world import NOWHERE, Answers, World
from refengine.runtime.codec import Codec
from refengine.runtime.description import (
    ExampleInfo,
    GivenNew,
    GivenOpen,
    GivenPiece,
    GivenTokens,
    GivenVariable,
    PlayInfo,
)
from refengine.runtime.fault import Fault
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

Fact = GivenPiece | GivenVariable | GivenTokens


@frozen
class GivenFacts:
    """The facts of a dispute as the engine takes them, each with its number among what the dispute gives.

    `phase` is the phase that goes on, what it is told, and the frames below it.
    """

    facts: tuple[tuple[int, Fact], ...]
    phase: tuple[str, tuple[Any, ...], tuple[Any, ...]] | None


def given_facts(game: Game, world: World, answers: Answers, example: model.Example) -> GivenFacts:
    """Returns what a dispute gives; raises `Fault` where that has no value, `BadData` where nothing fits a picture."""
    evaluation = Evaluation(world, game.position({}), answers)
    read = tuple(_facts(evaluation, example.given))
    said = [number for number, each in read if not isinstance(each, GivenOpen)]
    opened = [number for number, each in read if isinstance(each, GivenOpen)]
    facts = tuple(zip((*said, *opened), game.example_facts([each for _, each in read]), strict=True))
    phase = next((_phase(evaluation, game, each) for each in example.given if isinstance(each, model.PutPhase)), None)
    return GivenFacts(facts, phase)


def position_of(game: Game, example: model.Example, given: GivenFacts) -> State:
    """Returns the state that facts give, in which their phase has begun.

    Raises `BadData` for facts that no state has together, and `Fault` where the rules break off as the phase begins.
    """
    own = clause_of(example.clause)
    facts = tuple(fact for _, fact in given.facts)
    told = ExampleInfo(
        example.name, own, own, from_position=True, given=lambda: facts,
        phase=None if given.phase is None else lambda: given.phase or _NO_PHASE, must_hold=(), lines=(),
    )  # fmt: skip
    return game.example_position(told)


_NO_PHASE: tuple[str, tuple[Any, ...], tuple[Any, ...]] = ("", (), ())


def contradictions(
    game: Game, world: World, answers: Answers, example: model.Example, state: State, place: Span
) -> Iterator[Diagnostic]:
    """Yields what a state does not hold that is given, and what it breaks that holds in every position."""
    evaluation = Evaluation(world, state, answers)
    for each in example.given:
        if isinstance(each, model.MustHold):
            try:
                holds = evaluation.value(each.condition, {}, NOWHERE)
            except Fault:
                holds = False
            if not holds:
                yield errors.not_so(each.origin.span or place)
    for violation in game.violations(None, state):
        if violation.kind != "conservation":  # pieces that are not printed may lie in a position
            yield errors.broken_given(violation.kind, violation.name, place)


def _facts(evaluation: Evaluation, given: Sequence[model.Given]) -> Iterator[tuple[int, Fact | GivenOpen]]:
    def value(expr: ir.Expr) -> Any:
        return evaluation.value(expr, {}, NOWHERE)

    def key(expr: ir.Expr) -> int:
        found = value(expr)
        return int(found.index if isinstance(expr.domain, Piece) else found)

    for number, each in enumerate(given):
        match each:
            case model.PutPiece(piece=model.NewPiece(component=component, data=data)):
                made = GivenNew(component, evaluation.printed(component, data))
                yield number, GivenPiece(made, value(each.place), None if each.turned is None else value(each.turned))
            case model.PutPiece():
                assert not isinstance(each.piece, model.NewPiece)
                yield (
                    number,
                    GivenPiece(
                        value(each.piece), value(each.place), None if each.turned is None else value(each.turned)
                    ),
                )
            case PutOpen(letter=letter):
                found = value(each.pieces)
                meant = found if isinstance(each.pieces.domain, SetOf) else (found,)
                yield (
                    number,
                    GivenOpen(letter, meant, value(each.place), None if each.turned is None else value(each.turned)),
                )
            case model.PutVariable(name=name):
                yield number, GivenVariable(name, None if each.key is None else key(each.key), value(each.value))
            case model.PutTokens(token=token, holder=holder):
                yield number, GivenTokens(token, holder, key(each.key), value(each.amount))
            case model.PutPhase() | model.MustHold():
                pass


def _phase(evaluation: Evaluation, game: Game, put: model.PutPhase) -> tuple[str, tuple[Any, ...], tuple[Any, ...]]:
    """Returns the phase, what it is told, and the frames below it, the outermost first."""
    scripts = {each.name: each for each in evaluation.world.rules.phases}
    below = []
    for each in reversed(put.inside):
        info = next(one for one in game.description.frames if (one.phase, one.point) == (each.phase, each.then))
        told = dict(zip(scripts[each.phase].params, each.args, strict=True))
        held = {local.name: evaluation.value(expr, {}, NOWHERE) for local, expr in told.items()}
        below.append(info.make(*(held[one.name] for one in info.fields)))
    return put.phase, tuple(evaluation.value(each, {}, NOWHERE) for each in put.args), tuple(below)


def play_of(evaluation: Evaluation, line: happening.Play) -> PlayInfo:
    """Returns the action that a line says in a state."""
    arguments = tuple(evaluation.value(each, {}, NOWHERE) for each in line.args)
    return PlayInfo(line.actor, line.action, arguments)


def starts_of(game: Game, rules: model.Game, state: State, play: PlayInfo) -> tuple[tuple[str, str | None], ...]:
    """Returns the point at which an action goes on in a state."""
    info = Codec(game.description).frame_info(state.control[-1])
    script = next((each for each in (rules.setup, *rules.phases) if info is not None and each.name == info.phase), None)
    if script is None:
        return ()
    entries = {
        action.name: action.entry
        for point in script.points
        for each in leaves(point.exit)
        if isinstance(each, control.Ask)
        for action in each.actions
    }
    return ((script.name, entries[play.action]),) if play.action in entries else ()


def waiting_below(game: Game, state: State) -> tuple[tuple[str, str | None], ...]:
    """Returns the points at which the phases below go on, that wait in a state."""
    codec = Codec(game.description)
    found = [codec.frame_info(each) for each in state.control[:-1]]
    return tuple((each.phase, each.point) for each in found if each is not None)
