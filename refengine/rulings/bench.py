"""The bench of one configuration: the engine, the rules with questions left open, the words of a reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import frozen

from refengine.engine.replay import VERSION
from refengine.ir.configuration import Configuration
from refengine.ir.domain import Domain
from refengine.rulings.evaluation import Evaluation
from refengine.rulings.legality import (
    Candidate,
    in_the_way,
    nearest_legal_actions,
    obstacles,
    question_about,
    told_nearest,
)
from refengine.rulings.reasons import ReasonTrail as Following, Sources
from refengine.rulings.ruling import Obstacle, Reasons
from refengine.rulings.speech import Speech
from refengine.rulings.steps import Steps
from refengine.rulings.world import ChosenReadings, NotHeldError, RememberedAnswers, World
from refengine.rulings.worlds import world_of
from refengine.runtime.codec import Codec
from refengine.runtime.description import FieldInfo, PlayInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State


class DisagreementError(Exception):
    """The engine says something else than what is told: a fault of ours."""


@frozen(eq=False, slots=False)
class Bench:
    """The bench of one configuration: the engine, the rules with questions left open, and the words of a reader."""

    game: Game
    world: World
    configuration: Configuration
    answers: ChosenReadings
    sources: Sources
    speech: Speech
    steps: Steps
    made_to_explain: Callable[[], Game]

    @cached_property
    def thorough(self) -> Game:
        """The engine that overlooks nothing: a plain one takes the first clause that applies, and goes on.

        INVARIANT: it says whether the rules break off. What states are told of are those of `game`.
        """
        return self.made_to_explain()

    def thoroughly(self, state: State) -> State:
        """Returns a state of `game` as one of `thorough`: frames go on in the engine that has made them."""
        return self.thorough.from_json({**self.game.to_json(state), VERSION: self.thorough.description.version})

    def first(self) -> State:
        """Returns the state at the start; raises `Fault` where the rules break off, as any of these."""
        self.thorough.initial()
        return self.game.initial()

    def stepped(self, state: State, play: PlayInfo) -> State:
        """Returns the state after an action; raises `IllegalAction`, or `BadData` for what nobody is asked."""
        after = self.game.apply(state, self.game.example_action(state, play.actor, play.action, play.arguments))
        info = self.speech.codec.frame_info(state.control[-1])
        assert info is not None  # else it would not have been taken
        params = next(each.params for each in info.actions if each.name == play.action)
        there, told = self.thoroughly(state), self.told_thoroughly(params, play.arguments)
        self.thorough.apply(there, self.thorough.example_action(there, play.actor, play.action, told))
        return after

    def ran(self, state: State, phase: str, told: tuple[Any, ...]) -> State:
        """Returns the state after a phase has run."""
        params = next(each.params for each in self.game.description.phases if each.name == phase)
        self.thorough.example_run(self.thoroughly(state), phase, self.told_thoroughly(params, told))
        return self.game.example_run(state, phase, told)

    def told_thoroughly(self, params: Sequence[FieldInfo], arguments: Sequence[Any]) -> tuple[Any, ...]:
        """Returns what an action or a phase is told as `thorough` has it."""
        here, there = self.speech.codec, Codec(self.thorough.description)
        return tuple(
            there.internal(param.domain, here.public(param.domain, each), param.name, unprinted=True)
            for param, each in zip(params, arguments, strict=True)
        )

    @cached_property
    def readings(self) -> Mapping[str, str]:
        """The table's readings by question."""
        return dict(self.configuration.readings)

    @cached_property
    def _thorough_world(self) -> World:
        return world_of(self.steps.rules, self.thorough, self.configuration)

    def evaluation(self, state: State, *, thorough: bool = False) -> Evaluation:
        """Returns the evaluation of a state under the table's readings; with `thorough` it is one of that engine."""
        world = self._thorough_world if thorough else self.world
        return Evaluation(world, state, RememberedAnswers(self.answers.readings))

    def following(self, state: State) -> Following:
        """Returns reasons that are to be gathered in a state."""
        return Following(self.evaluation(state), self.speech, self.sources)


@frozen
class Moment:
    """A moment of a dispute: the state, and the questions that what led to it may have asked for.

    `broken` is the fault in which the rules broke off before.
    """

    state: State
    hangs_on: frozenset[str] = frozenset()
    broken: Fault | None = None


def reasons_of(bench: Bench, state: State, play: PlayInfo) -> Reasons:
    """Returns what stands in the way of an action; raises `DisagreementError` if the engine says otherwise."""
    codec, speech = bench.speech.codec, bench.speech
    about = question_about(bench.game, bench.world.rules, state, play)
    if about is None:
        return Reasons(speech.action(_who(play), play.action, _said(bench, play)), (_not_asked(bench, state, play),))
    arguments = [(param.domain, each) for param, each in zip(about.info.params, play.arguments, strict=True)]
    action = speech.action(_who(play), play.action, arguments)
    try:
        found = in_the_way(bench.evaluation(state), about)
    except NotHeldError:
        return Reasons(action, _by_engine(bench, state, about))
    told = obstacles(lambda: bench.following(state), about, found)
    if bool(told) is _is_legal(bench.game, state, codec, play):
        raise DisagreementError(action)
    near = told_nearest(bench.following(state), nearest_legal_actions(bench.game, state, play)) if told else ()
    return Reasons(action, told, near)


def _said(bench: Bench, play: PlayInfo) -> list[tuple[Domain, Any]]:
    """Returns the arguments of an action that is not asked for here; none where actions of its name differ in them."""
    domains = {
        tuple(param.domain for param in each.params)
        for frame in bench.game.description.frames
        for each in frame.actions
        if each.name == play.action
    }
    of = next(iter(domains)) if len(domains) == 1 else ()
    return list(zip(of, play.arguments, strict=True)) if len(of) == len(play.arguments) else []


def _who(play: PlayInfo) -> int | str:
    return play.actor + 1 if isinstance(play.actor, int) else play.actor


def _not_asked(bench: Bench, state: State, play: PlayInfo) -> Obstacle:
    """Returns that nobody is asked for such an action in a state, and who is asked for what."""
    speech, turn = bench.speech, bench.game.turn(state)
    info = speech.codec.frame_info(state.control[-1])
    if turn.kind == "over" or info is None:
        says = speech.say(
            "nobody has to decide anything in this position: say which phase it is, as in {line}",
            line="`given phase Choose`",
        )
        return Obstacle("not asked", says, play.action, speech.name(play.action), (), None)
    who = speech.listed([speech.words.who(seat) for seat in turn.seats]) or speech.words.who(turn.kind)
    what = speech.say(" or ").join(speech.name(each.name) for each in info.actions)
    phase = speech.name(info.phase)
    says = speech.say("this is not decided now, in {phase}: {who} may {what}", phase=phase, who=who, what=what)
    return Obstacle("not asked", says, play.action, speech.name(play.action), (), None)


def _by_engine(bench: Bench, state: State, about: Candidate) -> tuple[Obstacle, ...]:
    """Returns what the engine says stands in the way, with the clauses and without a sentence for each."""
    action = bench.game.example_action(state, about.play.actor, about.play.action, about.play.arguments)
    try:
        bench.game.apply(state, action)
    except IllegalAction as illegal:
        return tuple(
            Obstacle(
                each.kind,  # type: ignore[arg-type]
                bench.speech.say("a condition of it does not hold"),
                each.clause.path,
                bench.speech.clause(each.clause.path),
                bench.sources.cited(each.clause.cites),
                *bench.sources.where(each.clause),
            )
            for each in illegal.failed
        )
    except Fault:
        pass
    return ()


def _is_legal(game: Game, state: State, codec: Codec, play: PlayInfo) -> bool:
    try:
        game.apply(state, codec.action(state, play.actor, play.action, play.arguments))
    except (IllegalAction, BadData):
        return False
    except Fault:
        pass
    return True
