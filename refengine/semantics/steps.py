"""The meaning of a game: where it begins, who may decide what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, field, frozen

from refengine.ir import control
from refengine.ir.domain import Piece
from refengine.ir.exits import leaves
from refengine.ir.traverse import free_locals
from refengine.semantics.effects import Effects
from refengine.semantics.expressions import Meaning, only
from refengine.semantics.fault import Fault, Illegal
from refengine.semantics.state import Frame, Locals, Rules, State

MOST_POINTS = 10_000
"""The greatest number of points that run by themselves without anybody being asked."""


@frozen
class Decision:
    """An action that somebody takes: a `seat` from 0, or None for chance and the table; `weight` is chance's alone."""

    action: str
    seat: int | None
    arguments: tuple[Any, ...]
    weight: int | None


@frozen
class Control:
    """The point that runs, of a phase that has some locals, and what waits for that phase."""

    phase: str
    point: str
    told: Locals
    below: tuple[Frame, ...]


@frozen(eq=False)
class Steps:
    """The steps of a game under one configuration."""

    rules: Rules
    effects: Effects = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "effects", Effects(self.rules))

    def before_setup(self) -> State:
        """Returns the state in which every piece lies where it starts, and every variable is as it starts."""
        game = self.rules.game
        zones = {
            (component.starts_in, None): tuple(
                number for number, row in enumerate(component.pieces) for _ in range(row.copies)
            )
            for component in game.components
        }
        nothing = State({}, {}, {}, {})
        starts = Meaning(self.rules, nothing)
        variables = {
            (each.name, key): starts.of(each.starts, {}, each.clause.path)
            for each in game.variables
            for key in self.rules.keys(each.index)
        }
        return evolve(nothing, zones={place: pieces for place, pieces in zones.items() if pieces}, variables=variables)

    def initial(self) -> State:
        """Returns the state at the start, after everything that runs by itself."""
        setup = self.rules.game.setup
        return self._run(self.before_setup(), Control(setup.name, setup.points[0].name, {}, ()))

    def legal(self, state: State) -> tuple[Decision, ...]:
        """Returns all that may be decided: by seats, then by actions as they are written, then by what is chosen.

        Raises `Fault` where somebody has to decide and has nothing to choose from.
        """
        if not state.stack:
            return ()
        ask, told, script = self._asked(state)
        found: list[Decision] = []
        for seat in self._seats(state):
            own = [each for action in ask.actions for each in self._ways(state, ask, action, seat, told)]
            if not own and ask.decider == "every" and ask.if_able is None:
                raise Fault("nobody can act", script.clause.path)
            found += own
        if not found and ask.decider != "every" and ask.if_able is None:
            raise Fault("nobody can act", script.clause.path)
        return tuple(found)

    def after(self, state: State, decision: Decision) -> State:
        """Returns the state after a decision, and after everything that runs by itself then; raises `Illegal`."""
        if decision not in self.legal(state):
            raise Illegal(decision.action)
        ask, told, script = self._asked(state)
        (action,) = (each for each in ask.actions if each.name == decision.action)
        chosen = dict(zip((each.var for each in action.choices), decision.arguments, strict=True))
        actor = {} if ask.actor is None else {ask.actor: decision.seat}
        entry = self._at(script.name, action.entry, {**told, **actor, **chosen}, state.stack[:-1])
        return self._run(state, entry)

    # ---- WHO DECIDES WHAT

    def _asked(self, state: State) -> tuple[control.Ask, Locals, control.Script]:
        frame = state.stack[-1]
        (ask,) = (
            each for each in leaves(self.rules.point(frame.phase, frame.point).exit) if isinstance(each, control.Ask)
        )
        return ask, frame.told, self.rules.scripts[frame.phase]

    def _seats(self, state: State) -> tuple[int | None, ...]:
        """Returns the seats that decide, in order; None alone stands for chance and for the table."""
        ask, told, script = self._asked(state)
        if ask.who is None:
            return (None,)
        found = Meaning(self.rules, state).of(ask.who, told, script.clause.path)
        return tuple(found) if ask.decider == "every" else (found,)

    def _ways(
        self, state: State, ask: control.Ask, action: control.Action, seat: int | None, told: Locals
    ) -> Iterator[Decision]:
        """Yields the ways to take an action: what is chosen is in its set, all guards hold, and no bar does."""
        meaning, path = Meaning(self.rules, state), action.clause.path
        start = told if ask.actor is None else {**told, ask.actor: seat}
        for inner, copies in _chosen(meaning, action.choices, start, path):
            if not meaning.holds((each.condition for each in action.guards), inner, path):
                continue
            if any(meaning.holds(each.conditions, inner, path) for each in action.bars):
                continue
            weight = None
            if ask.decider == "chance":
                weight = copies if action.weight is None else meaning.of(action.weight, inner, path)
            yield Decision(action.name, seat, tuple(inner[each.var] for each in action.choices), weight)

    # ---- WHAT RUNS BY ITSELF

    def _run(self, state: State, running: Control) -> State:
        """Runs points until somebody is asked, or the game is over."""
        begun = self._path(running)
        for _ in range(MOST_POINTS):
            point = self.rules.point(running.phase, running.point)
            at = self._path(running)
            state, told = self.effects.after(point.effects, state, running.told, at)
            leaf, at = self._leaf(point.exit, state, told, at)
            match leaf:
                case control.Jump(point=name):
                    running = self._at(running.phase, name, told, running.below)
                case control.Ask(if_able=if_able):
                    frame = Frame(running.phase, point.name, asks=True, told=self._read(running.phase, leaf, told))
                    state = evolve(state, stack=(*running.below, frame))
                    if if_able is None or self.legal(state):
                        return state
                    running = self._at(running.phase, if_able, told, running.below)
                case control.Enter(phase=phase, then=then, looked=looked):
                    own = self._at(running.phase, then, told, ())
                    below = (*running.below, Frame(running.phase, then, asks=False, told=own.told))
                    first = self.rules.scripts[phase].entrance(looked=looked)
                    running = Control(phase, first.name, self._arguments(leaf, state, told, at), below)
                case control.Go(phase=phase):
                    first = self.rules.scripts[phase].entrance()
                    running = Control(phase, first.name, self._arguments(leaf, state, told, at), running.below)
                case control.Done():
                    if not running.below:
                        raise Fault("nothing is below", at)
                    running = _back(running.below)
                case control.Abandon(phase=phase):
                    below = running.below
                    if phase != running.phase:
                        numbers = [number for number, each in enumerate(below) if each.phase == phase]
                        below = below[: numbers[-1]] if numbers else ()
                    if not below:
                        raise Fault("a phase is not running", at)
                    running = _back(below)
                case control.Over():
                    return evolve(state, stack=())
        raise Fault("nobody is ever asked", begun)

    def _leaf(self, way: control.Exit, state: State, told: Locals, at: str) -> tuple[control.Leaf, str]:
        """Returns the way on that conditions and cases lead to, and the path of the clause that it is of."""
        meaning = Meaning(self.rules, state)
        match way:
            case control.Fork():
                return self._leaf(way.then if meaning.of(way.condition, told, at) else way.otherwise, state, told, at)
            case control.ForkCases(cases=cases):
                case = only([each for each in cases if meaning.holds(each.guards, told, each.clause.path)], at)
                return self._leaf(case.exit, state, told, case.clause.path)
            case _:
                return way, at

    def _at(self, phase: str, name: str, told: Locals, below: tuple[Frame, ...]) -> Control:
        """Returns another point of the same script, with the locals that it reads."""
        params = self.rules.point(phase, name).params
        return Control(phase, name, {each: told[each] for each in params}, below)

    def _arguments(self, way: control.Enter | control.Go, state: State, told: Locals, at: str) -> Locals:
        """Returns what a phase is told; raises `Fault` where one of its bars stands in the way."""
        script, meaning = self.rules.scripts[way.phase], Meaning(self.rules, state)
        given = dict(zip(script.params, (meaning.of(each, told, at) for each in way.args), strict=True))
        if way.owes is not None and any(meaning.holds(bar.conditions, given, bar.clause.path) for bar in script.bars):
            raise Fault("a bar stands in the way", at)
        return given

    def _read(self, phase: str, ask: control.Ask, told: Locals) -> Locals:
        """Returns the locals that are read where somebody decides, and where it goes on from there."""
        names = [each.entry for each in ask.actions] + ([] if ask.if_able is None else [ask.if_able])
        wanted = free_locals(ask).union(*(self.rules.point(phase, each).params for each in names))
        kept = wanted.union(self.rules.scripts[phase].kept)
        return {local: value for local, value in told.items() if local in kept}

    def _path(self, running: Control) -> str:
        """Returns the path of the clause that a point is of: that of the action that begins with it, or its own."""
        script = self.rules.scripts[running.phase]
        for each in script.points:
            for way in leaves(each.exit):
                if isinstance(way, control.Ask):
                    for action in way.actions:
                        if action.entry == running.point:
                            return action.clause.path
        return (self.rules.point(running.phase, running.point).clause or script.clause).path


def _chosen(
    meaning: Meaning, choices: tuple[control.Choice, ...], told: Locals, at: str
) -> Iterator[tuple[Locals, int]]:
    """Yields the locals for all that may be chosen, and how many copies these are: alike pieces are one choice."""
    if not choices:
        yield told, 1
        return
    first, *rest = choices
    among = meaning.of(first.domain, told, at)
    for each in dict.fromkeys(among):
        copies = among.count(each) if isinstance(first.var.domain, Piece) else 1
        for inner, others in _chosen(meaning, tuple(rest), {**told, first.var: each}, at):
            yield inner, copies * others


def _back(below: tuple[Frame, ...]) -> Control:
    """Returns the innermost of the phases that wait, which goes on now."""
    frame = below[-1]
    return Control(frame.phase, frame.point, frame.told, below[:-1])
