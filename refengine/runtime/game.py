"""The public interface of a game: states, decisions, views and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from attrs import frozen

from refengine.runtime.bad_data import malformed, unknown
from refengine.runtime.batches import Batch, NoModule
from refengine.runtime.bulk_play import BulkPlay
from refengine.runtime.codec import Codec
from refengine.runtime.counting import counts_of
from refengine.runtime.cursors import Cursor
from refengine.runtime.description import Description, ExampleInfo, GivenOpen, GivenPiece, PhaseInfo
from refengine.runtime.fault import BadData, Clause, Failed, Fault
from refengine.runtime.frames import END, THE_END, Action, Frame, Turn, in_the_way, settle, told_to_player
from refengine.runtime.module import Module
from refengine.runtime.open_cells import Fact, Order, filled_cells
from refengine.runtime.plain_data import bounded_data, partial_record_of, thing_called
from refengine.runtime.playouts import Engine, Playouts, by_reference, intended_games, numbers
from refengine.runtime.positions import Layer, filled, given
from refengine.runtime.random_games import MOST_STEPS
from refengine.runtime.recorder import Recorder
from refengine.runtime.recording import recording
from refengine.runtime.states import edited_layer, stack_of, state_data, state_layer
from refengine.runtime.views import seen_of, sees_at, view_of
from refengine.runtime.violations import Violation

State = Any
"""A state of a game: frozen, hashable, equal by content. Its class is generated with the game."""

NO_ROOM: Final = "the state has no packed form"
"""Why the reference engine plays from a state of a game that has a module."""

NO_MODULES: Final = "this build of the game makes no modules"
"""Why a game that explains has no module."""

Data = Any
"""Data in the form of JSON."""


@frozen
class Outcome:
    """The outcome of a game: a score for each seat in order, and the seats, from 1, that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Game:
    """A playable game under one configuration.

    States are values: `apply` makes a new one. Nothing here changes, so a game may be shared between threads.
    """

    initial: Callable[[], State]
    """The state at the start, after everything that runs by itself."""
    turn: Callable[[State], Turn]
    """The decider of a state: a player, all players who still owe a secret choice, chance, the table, or nobody."""
    legal: Callable[[State], tuple[Action, ...]]
    """Every legal action of everyone who decides. A `Fault` if somebody is to decide and has nothing to choose from."""
    apply: Callable[[State, Action | Mapping[str, Any]], State]
    """The state after a legal action, given as an object or as {"actor", "name", "arguments"}, where chance acts with
    its "weight" if one likes, and after everything that runs by itself then. `IllegalAction` names the guards that fail
    and the bars; `Fault` says that the rules do not say how to go on."""

    __slots__ = ("_bulk", "_clauses", "_codec", "_module", "_sound", "apply", "description", "initial", "legal", "turn")

    def __init__(self, module: Module, bulk: Callable[[], BulkPlay] | None = None) -> None:
        self._module = module
        self._bulk = bulk
        self._codec: Codec = module.codec
        self.description: Description = module.description
        self._clauses = {each.name: each.clause for each in module.description.phases}
        self.initial = module.initial
        self.turn = module.turn
        self.legal = module.legal
        self.apply = module.apply
        self._sound = module.sound

    def __repr__(self) -> str:
        return f"<Game {self.description.name}, {self.description.players} players>"

    # ---- LOOKING

    def view(self, state: State, player: int) -> Data:
        """Returns the view of a state that the player in a seat, from 1, has."""
        return view_of(self._codec, self._own(state), self._seat(player))

    def sees(self, state: State, player: int, name: str, key: Any = None) -> bool:
        """Returns whether the player in a seat, from 1, sees a zone or variable; `key` as in the generated module."""
        return sees_at(self.description, self._own(state), self._seat(player), name, key)

    def common_view(self, state: State) -> Data:
        """Returns the view of a state that all players share, without whose turn it is."""
        return seen_of(self._codec, self._own(state), range(self.description.players))

    def value(self, state: State, name: str, *arguments: Any) -> Any:
        """Returns a declared value, its arguments and result as names and numbers."""
        value = thing_called("value", name, {each.name: each for each in self.description.values})
        bounded_data(arguments, f"the arguments of `{name}`")
        if len(arguments) != len(value.params):
            raise malformed(f"the number of arguments of `{name}`", str(len(value.params)))
        inside = [
            self._codec.internal(param.domain, each, f"`{param.name}`", unprinted=True)
            for param, each in zip(value.params, arguments, strict=True)
        ]
        return self._codec.public(value.domain, value.function(state, *inside))

    def outcome(self, state: State) -> Outcome | None:
        """Returns None while the game goes on; else scores and winners."""
        found = self._module.outcome(state)
        return None if found is None else Outcome(found[0], tuple(seat + 1 for seat in found[1]))

    # ---- DECIDING

    def find_action(self, state: State, actor: int | str, name: str, arguments: Sequence[Any] = ()) -> Action:
        """Returns the action with this name and these arguments, legal or not; it has to be one offered here."""
        return self._codec.find_action(state, actor, name, arguments)

    def refusal(self, state: State, action: Action) -> tuple[Failed, ...]:
        """Returns what stands in the way of an action, as the `IllegalAction` of `apply` says it. Nothing is played.

        It is nothing of a legal action, nor of one that is not offered here. Where a guard has no answer, what stands
        before it is all.
        """
        return tuple(in_the_way(state.control[-1], state, action))

    def why_not(self, state: State, action: Action) -> tuple[Failed, ...]:
        """Returns the same as far as it may be told to who wishes to take the action: it says nothing that is hidden.

        That is what they see stand in the way; where they see nothing of the kind, each thing that may do so unseen.
        If those are several they are marked `hidden`, and one at least stands in the way.
        """
        return told_to_player(state.control[-1], state, action)

    # ---- MANY GAMES

    def playouts(
        self,
        games: int,
        seed: int = 0,
        *,
        checked: bool = True,
        limit: int = MOST_STEPS,
        engine: Engine = "wasm",
        start: State | None = None,
    ) -> Playouts:
        """Plays random games, with the same choices whoever plays; with `checked` all that has to hold is looked at.

        They begin at the start of the rules, or in the state `start` of this game, and steps are counted from there.
        A game is cut after `limit` steps, and ends where something does not hold or the rules break off (`breaches`).
        Where there is no WebAssembly the reference engine plays, and `because` says why.
        """
        wanted = intended_games(games, seed, limit, engine)
        start, because = None if start is None else self._own(start), None
        if engine == "wasm" and self._bulk is not None:
            bulk = self._bulk()
            if (tally := bulk.playouts(self, wanted, checked=checked, start=start)) is not None:
                return tally.found(wanted.seed, "wasm")
            because = bulk.because(checked=checked) or NO_ROOM
        tally = by_reference(self, wanted, checked=checked, start=start)
        return tally.found(wanted.seed, "reference", because)

    def batch(self, games: int, seed: int = 0, *, checked: bool = True, limit: int = MOST_STEPS) -> Batch:
        """Returns games side by side, as arrays; the caller decides for the players, and each is at its first decision.

        With `checked` all that has to hold is looked at in each step. Raises `NoModule` where no module plays the game.
        """
        if self._bulk is None:
            raise NoModule(NO_MODULES)
        games, seed, limit = numbers(games, seed, limit)
        return self._bulk().batch(self, games, seed, limit=limit, checked=checked)

    def cursor(self, start: State | None = None) -> Cursor:
        """Returns one game in a module, at its start or in the state `start`, which the caller leads on step by step.

        It plays several times as fast as `legal` and `apply`. Raises `NoModule` where no module plays the game, or the
        state has no packed form; `Fault` where the rules break off at the start.
        """
        if self._bulk is None:
            raise NoModule(NO_MODULES)
        return self._bulk().cursor(self, start)

    # ---- CHANCE IN TWO HALVES

    def begun(self, state: State, action: Action) -> State:
        """Returns the state after a legal action of chance, before anything of what then runs by itself.

        In a game that was made with `halves` it may be an action of a player or of the table, but for secret choices.

        Many ways of chance meet here, and what follows need be worked out only once. Nobody is asked in such a state;
        `settled` goes on from it.
        """
        return state.control[-1].begin(state, action)  # frames of others do not have this

    def settled(self, half: State) -> State:
        """Returns the state after everything that runs by itself: `settled(begun(s, a))` is `apply(s, a)`."""
        frame = half.control[-1]
        if frame is THE_END or frame.__class__.run is Frame.run:
            return half
        draft = self._module.draft(half)
        draft.control = half.control[:-1]
        settle(draft, frame, self._clauses.get(frame.phase, Clause(frame.phase, ())))
        return self._sealed(draft)

    # ---- POSITIONS AND DATA

    def position(self, data: Data, *, unprinted: bool = False) -> State:
        """Returns a position: pieces not mentioned stay where they start; with a phase, that phase is begun."""
        layer = filled(self._codec, self._module.before_setup, data, unprinted=unprinted)
        draft = self._module.draft(self._module.before_setup)
        state = self._sealed(layer.into(draft, END))
        phase = data.get("phase")
        if phase is None:
            return state
        if isinstance(phase, str):
            phase = {"name": phase}
        if not isinstance(phase, Mapping):
            raise malformed("`phase`", "a name and arguments")
        said = partial_record_of(phase, "a phase", ("name", "arguments"))
        info = self._phase(said.get("name"))
        inside = self._phase_arguments(info, said.get("arguments", ()))
        return self._started(state, info, inside, ())

    def run_phase(self, state: State, phase: str, arguments: Sequence[Any] = ()) -> State:
        """Runs a phase from a position until it hands control on or asks."""
        info = self._phase(phase)
        return self._started(state, info, self._phase_arguments(info, arguments), END)

    def example_position(self, example: ExampleInfo, order: Order | None = None) -> State:
        """Returns the position that an example gives, by the first pieces in an `order` if there is one.

        If it gives a phase, that phase is begun.
        """
        if not example.from_position:
            return self.initial()
        draft = self._module.draft(self._module.before_setup)
        state = self._sealed(self._given(self.example_facts(example.given(), order)).into(draft, END))
        if example.phase is None:
            return state
        name, arguments, below = example.phase()
        return self._started(state, self._phase(name), list(arguments), below)

    def example_facts(self, facts: Sequence[Fact | GivenOpen], order: Order | None = None) -> tuple[Fact, ...]:
        """Returns the given facts, with a piece for each cell that a picture leaves open; `BadData` if nothing fits."""
        zones = {each.name: each for each in self.description.zones}
        parts = {each.name for each in self.description.parts}

        def turns(opened: GivenOpen) -> Sequence[int | None]:
            ring = zones[opened.place.zone].turned
            is_said = ring is None or opened.turned is not None
            return (opened.turned,) if is_said else range(len(self._codec.members[str(ring)]))

        def broken(tried: Sequence[Fact]) -> frozenset[str] | BadData | Fault:
            try:
                draft = self._module.draft(self._module.before_setup)
                state = self._sealed(self._given(tried).into(draft, END))
                return frozenset(each.name for each in self.violations(None, state) if each.kind != "conservation")
            except (BadData, Fault) as found:
                return found

        return filled_cells(
            facts,
            turns=turns,
            broken=broken,
            named=lambda opened: zones[opened.place.zone].places[opened.place.key].name,
            apart=lambda fact: isinstance(fact, GivenPiece) and zones[fact.place.zone].index in parts,
            order=order,
        )

    def _given(self, facts: Sequence[Fact]) -> Layer:
        return given(self._codec, self._module.before_setup, tuple(facts))

    def example_run(self, state: State, phase: str, arguments: Sequence[Any]) -> State:
        """Runs a phase with arguments as the module holds them."""
        return self._started(state, self._phase(phase), list(arguments), END)

    def example_action(self, state: State, actor: int | str, name: str, arguments: Sequence[Any]) -> Action:
        """Returns the action of a play: the seat from 0, arguments as the module holds them."""
        return self._codec.action(state, actor, name, tuple(arguments))

    def to_json(self, state: State) -> Data:
        """Returns a state as JSON can hold it."""
        return state_data(self._codec, self._own(state))

    def from_json(self, data: Data) -> State:
        """Returns the state that `to_json` wrote, of this version of the rules."""
        layer, control = state_layer(self._codec, self._module.before_setup, data)
        draft = layer.into(self._module.draft(self._module.before_setup), END)
        return self.with_control(self._sealed(draft), control)

    def edited(self, state: State, data: Data) -> State:
        """Returns the state with another content of what data name: some zones, variables, tokens, or `control`.

        They are written as `to_json` writes them. Raises `BadData` where that is no state, as `from_json` of the whole.
        """
        layer, control = edited_layer(self._codec, self._own(state), data)
        draft = layer.into(self._module.draft(state), END)
        return self.with_control(self._sealed(draft), control)

    def control_from_json(self, data: Data) -> tuple[Any, ...]:
        """Returns the frames of a state, which `to_json` wrote as its `control`."""
        return stack_of(self._codec, data)

    def with_control(self, state: State, control: tuple[Any, ...]) -> State:
        """Returns the state with other frames; `BadData` where it counts the phases that are running otherwise."""
        for attribute, count in counts_of(self.description.counted, control):
            if getattr(state, attribute) != count:
                raise malformed("`variables`", "a count of the phases that are running which agrees with `control`")
        draft = self._module.draft(state)
        draft.control = control
        return self._sealed(draft)

    # ---- CHECKING

    def violations(self, before: State | None, after: State) -> tuple[Violation, ...]:
        """Returns every invariant, step invariant, measure and conservation that a step, or a first state, breaks."""
        if before is not None and self._sound(before, after):
            return ()
        found = self.stated_violations(before, after)
        if self._module.conserved(self._module.before_setup if before is None else before, after):
            return found
        return (*found, self._lost())

    def stated_violations(self, before: State | None, after: State) -> tuple[Violation, ...]:
        """Returns the same but for conservation, of which no rules say anything: pieces are not counted."""
        if before is None:
            return tuple(self._named(self._first_broken(after)))
        broken = self._module.broken(before, after)
        return tuple(self._named(broken)) if broken else ()

    def is_sound(self, before: State | None, after: State) -> bool:
        """Returns whether a step, or a first state, breaks nothing; what it would be is not told."""
        return not self.violations(before, after)

    def recording(self) -> AbstractContextManager[Recorder]:
        """Returns a record of which clauses decide meanwhile; only an explaining build writes it."""
        return recording()

    # ---- INSIDE

    def _first_broken(self, state: State) -> tuple[str, ...]:
        phase = state.control[-1].phase
        return tuple(
            each.name
            for each in self.description.invariants
            if not each.step and (not each.phases or phase in each.phases) and not each.holds(state, state)
        )

    def _named(self, names: tuple[str, ...]) -> list[Violation]:
        found = [
            Violation("step invariant" if each.step else "invariant", each.name, each.clause)
            for each in self.description.invariants
            if each.name in names
        ]
        return found + [
            Violation("measure", each.name, each.clause) for each in self.description.measures if each.name in names
        ]

    def _lost(self) -> Violation:
        return Violation("conservation", "conservation", Clause("conservation", ()))

    def _own(self, state: State) -> State:
        """Returns a state of this game; one of another might have zones and variables of the same names."""
        if state.__class__ is not self._module.before_setup.__class__:
            raise malformed("a state", f"one of this build of `{self.description.name}`")
        return state

    def _seat(self, player: Any) -> int:
        if isinstance(player, int) and not isinstance(player, bool) and 1 <= player <= self.description.players:
            return player - 1
        raise unknown("seat", player, [str(seat + 1) for seat in range(self.description.players)])

    def _phase(self, name: Any) -> PhaseInfo:
        return thing_called("phase", name, {each.name: each for each in self.description.phases})

    def _phase_arguments(self, info: PhaseInfo, arguments: object) -> list[Any]:
        bounded_data(arguments, f"the arguments of `{info.name}`")
        if not isinstance(arguments, list | tuple) or len(arguments) != len(info.params):
            raise malformed(f"the number of arguments of `{info.name}`", str(len(info.params)))
        return [
            self._codec.internal(param.domain, each, f"`{param.name}`", unprinted=True)
            for param, each in zip(info.params, arguments, strict=True)
        ]

    def _started(self, state: State, info: PhaseInfo, arguments: list[Any], below: tuple[Any, ...]) -> State:
        draft = self._module.draft(state)
        draft.control = below
        for attribute, count in counts_of(self.description.counted, below):
            setattr(draft, attribute, count)
        settle(draft, info.start(draft, below, *arguments), info.clause)
        return self._sealed(draft)

    def _sealed(self, draft: Any) -> State:
        draft.__class__ = self._module.state
        return draft
