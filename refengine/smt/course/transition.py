"""Steps as terms: from where somebody decides, through everything that runs by itself, to where somebody decides next.

A course is one way through the points of the scripts, with the condition under which it is taken. Frames are known
exactly; only what they hold is terms.

INVARIANT: the courses of one start exclude each other, and leave out only what fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from attrs import define, evolve, field

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import CELL, SetOf
from refengine.ir.liveness import needed_by_ask
from refengine.ir.obligations import Owed
from refengine.ir.path_conditions import Conditions, passed_conditions
from refengine.ir.running import Running
from refengine.ir.standing import AGAIN, STANDING
from refengine.smt.course.actions import ActionTerms, Arrival, Course
from refengine.smt.course.bars import scope_if_unbarred
from refengine.smt.course.effects import effects
from refengine.smt.course.offers import anybody_can_act, is_allowed, is_unanswerable
from refengine.smt.course.returns import ReturnFrame, ways_back
from refengine.smt.course.script_index import script_index_of
from refengine.smt.encode.every_cell import speaks_of_cells
from refengine.smt.encode.scope import Faults, PathCondition, TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.stack import BELOW, IS_DONE, Frame, Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import SetValue, Value
from refengine.smt.unsupported import Endless

MAX_POINTS = 2_000
"""The greatest number of points that run by themselves from one decision to the next."""

MAX_ALONG = 100
"""The greatest number of them on one way."""

ROUNDS = 4
"""The number of times that a way passes a point before it ends there, where scripts are followed by their pieces."""

MAX_DEPTH = 12
"""The greatest number of phases that were entered and are not done."""

MAX_ROUNDS = 25
"""The greatest number of phases that are started by themselves from one decision to the next."""


@define
class ScriptRun:
    """Runs scripts as terms. `faults` takes in what may fail on the way, `arrivals` each start of the phase `watched`.

    `possible` may say of a condition that it is never so. It is asked where a phase is started again before anybody has
    decided, since a way might go round for ever. With `by_phase` a way ends where a phase that asks starts; `by_piece`
    where any starts or is done: of the frames below nothing is known but which phases may run there (`below`).
    """

    world: World
    faults: Faults
    possible: Callable[[Bool], bool] = lambda _: True
    scripts: Mapping[str, control.Script] = field(init=False)
    points: Mapping[tuple[str, str], control.Point] = field(init=False)
    asks: Mapping[tuple[str, str], control.Ask] = field(init=False)
    """The points at which somebody decides."""
    by_phase: bool = False
    by_piece: bool = False
    to_the_end: bool = field(default=False, kw_only=True)  # a phase runs by itself: behind it nobody decides
    below: Running | None = None
    watched: str | None = None
    arrivals: list[Arrival] = field(factory=list)
    left: int = MAX_POINTS
    passed: list[tuple[str, str]] = field(factory=list)
    """The points that were passed on the way that is followed."""
    started: list[str] = field(factory=list)  # by themselves, on the way that is followed
    passed_by: dict[str, Mapping[str, Conditions]] = field(factory=dict)
    """The conditions that every way to a point has passed, of the scripts to which something came back."""
    counting: frozenset[tuple[str, str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        known = script_index_of(self.world)
        self.scripts, self.points, self.asks, self.counting = known.scripts, known.points, known.asks, known.counting

    # ---- STARTING

    def scope(self, state: State, script: str, way: PathCondition | None = None) -> TermScope:
        """Returns the scope of a script with nothing bound."""
        path = self.scripts[script].clause.path
        return TermScope(self.world.terms, state, None, {}, way or PathCondition(None, True), self.faults, path)  # noqa: FBT003

    def setup(self) -> list[Course]:
        """Returns the ways from the start of the game to its first decision."""
        name, state = self.world.game.setup.name, self.world.layout.start()
        variables: dict[str, tuple[Value, ...]] = {}
        for each in self.world.game.variables:
            variables[each.name] = self.starts(each, evolve(state, variables=variables))
        first = self.scripts[name].points[0]
        return list(self._at((name, first.name), (), self.scope(evolve(state, variables=variables), name)))

    def starts(self, variable: model.Variable, state: State) -> tuple[Value, ...]:
        """Returns the start of a variable for each of its keys."""
        scope = self.scope(state, self.world.game.setup.name).within(variable.clause.path)
        value = self.world.widened(variable.starts, variable.domain, scope)
        return (value,) * self.world.layout.size(variable.index)

    def phase(self, name: str, arguments: tuple[Value, ...], state: State, below: Stack = ()) -> list[Course]:
        """Returns the ways from the start of a phase to the next decision; it and what waits below are all there is."""
        start = name, self.scripts[name].points[0].name
        return list(self._enter(start, arguments, below, self.scope(state, name)))

    def onward(self, stack: Stack, state: State) -> Iterator[Course]:
        """Yields the ways on from where nobody decides: a phase starts, or is done."""
        top = stack[-1]
        if top.point == IS_DONE:
            yield from (way for _, way in self.back(top.script, state))
        else:
            yield from self._enter(top.shape, top.held, stack[:-1], self.scope(state, top.script))

    def back(self, done: str, state: State) -> Iterator[tuple[Frame, Course]]:
        """Yields the ways on from where a phase is done, each with the frame that goes on."""
        assert self.below is not None
        for back in ways_back(self.world, self.points, self.below, done, state):
            inner = self.scope(state, back.top.script).given(back.here).given(self._is_over(back, state))
            inner = inner.given(self._was_passed(back.top, state))
            for way in self._enter(back.top.shape, back.top.held, back.below, inner):
                yield back.top, way

    def _is_over(self, back: ReturnFrame, state: State) -> Bool:
        """Returns whether the variables of phases that cannot run where is come back to are as at the start.

        Leaving a phase sets them back, so that they are then.
        """
        assert self.below is not None
        running = {back.top.script, *(self.below.perhaps[back.top.script] if back.below else ())}
        same, found = self.world.values.same, list[Bool]()
        for each in self.world.game.variables:
            if each.during is not None and each.during not in running:
                pairs = zip(state.variables[each.name], self.starts(each, state), strict=True)
                found += [same(each.domain, now, start) for now, start in pairs]
        return self.world.terms.all(found)

    def _was_passed(self, frame: Frame, state: State) -> Bool:
        """Returns whether what a frame holds is as it was when the frame began to wait."""
        if frame.script not in self.passed_by:
            self.passed_by[frame.script] = passed_conditions(self.scripts[frame.script])
        held = dict(zip(self.points[frame.shape].params, frame.held, strict=True))
        scope = evolve(self.scope(state, frame.script), faults=Faults(self.world.terms)).bound(held)
        known = self.passed_by[frame.script].get(frame.point, ())
        return self.world.terms.all(self.world.truth(each, scope) for each in known)

    # ---- DECISIONS

    def ask_at(self, frame: Frame) -> control.Ask:
        """Returns the decision that a frame waits for."""
        return self.asks[frame.shape]

    def held_at(self, shape: tuple[str, str]) -> tuple[ir.Local, ...]:
        """Returns the locals that a frame holds: those that its decision needs if it waits for one, else its point."""
        ask = self.asks.get(shape)
        if shape == BELOW.shape or shape[1] == IS_DONE:
            return ()
        if ask is None:
            return self.points[shape].params
        live = {point.name: frozenset(point.params) for point in self.scripts[shape[0]].points}
        return tuple(sorted(needed_by_ask(ask, live), key=lambda local: local.name))

    def inside(self, frame: Frame, state: State) -> TermScope:
        """Returns the scope in which a frame's decision stands."""
        held = dict(zip(self.held_at(frame.shape), frame.held, strict=True))
        return self.scope(state, frame.script).bound(held)

    def actions(self, frame: Frame, state: State, hint: str = "") -> Iterator[ActionTerms]:
        """Yields every action that is offered, with any actor and any arguments."""
        ask = self.ask_at(frame)
        for action in ask.actions:
            yield self.taken(ask, action, self.inside(frame, state), hint)

    def taken(
        self, ask: control.Ask, action: control.Action, scope: TermScope, hint: str, like: ActionTerms | None = None
    ) -> ActionTerms:
        """Returns one action with any actor and any arguments, or those of one `like` it, and when it is legal."""
        world, terms = self.world, self.world.terms
        demands: list[Bool] = []
        actor: Num | None = None
        if ask.actor is not None and ask.who is not None:
            if like is None or like.actor is None:
                actor = cast("Num", world.values.fresh(ask.actor.domain, f"{hint}actor of {action.name}"))
            else:
                actor = like.actor
            who = world.encode(ask.who, scope)
            scope = scope.bind(ask.actor, actor)
            if isinstance(ask.who.domain, SetOf):
                demands.append(world.values.holds(ask.actor.domain, cast("SetValue", who), actor))
            else:
                demands.append(terms.equal(actor, cast("Num", who)))
        inner = scope.within(action.clause.path)
        arguments: list[Value] = []
        for number, choice in enumerate(action.choices):
            inner = inner.given(terms.all(demands))
            if like is None:
                value = self._any(choice.var, f"{hint}{choice.var.name} of {action.name}", inner)
            else:
                value = like.arguments[number]
            inner = inner.bind(choice.var, value)
            demands.append(world.truth(ir.Contains(choice.var, choice.domain), inner))
            arguments.append(value)
        legal = terms.all((*demands, is_allowed(world, action, inner.given(terms.all(demands)))))
        if action.weight is not None:
            world.encode(action.weight, inner.given(legal))  # for what it owes
        return ActionTerms(ask, action, actor, tuple(arguments), legal, evolve(inner, way=PathCondition(None, legal)))

    def _any(self, chosen: ir.Local, hint: str, scope: TermScope) -> Value:
        """Returns anything that may be chosen: one cell is the middle of the window, if no other is known already."""
        window = self.world.values.window
        alone = not scope.state.from_start and not any(each.domain == CELL for each in scope.locals)
        if chosen.domain == CELL and window is not None and alone:
            return window.middle
        return self.world.values.fresh(chosen.domain, hint)

    def unanswered(self, frame: Frame, state: State) -> Bool:
        """Returns whether somebody is asked who has no legal action, where that is not foreseen."""
        return is_unanswerable(self.world, self.ask_at(frame), self.inside(frame, state))

    def step(self, taken: ActionTerms, stack: Stack) -> Iterator[Course]:
        """Yields the ways from a legal action to the next decision."""
        yield from self._at((stack[-1].script, taken.action.entry), stack[:-1], taken.scope)

    # ---- POINTS

    def _at(self, key: tuple[str, str], below: Stack, scope: TermScope) -> Iterator[Course]:
        self.left -= 1
        if self.left < 0 or len(self.passed) >= MAX_ALONG:
            raise Endless(f"`{key[0]}` may run on without asking anybody", self.scripts[key[0]].clause.origin.span)
        point = self.points[key]
        clause = point.clause or self.scripts[key[0]].clause
        scope = effects(self.world, point.effects, scope.within(clause.path))
        self.passed.append(key)
        try:
            yield from self._leave(point.exit, key, below, scope)
        finally:
            self.passed.pop()

    def _leave(self, leave: control.Exit, key: tuple[str, str], below: Stack, scope: TermScope) -> Iterator[Course]:
        terms = self.world.terms
        match leave:
            case control.Jump(point=point):
                again = (key[0], point) == (STANDING, AGAIN)
                if self.by_piece and (key in self.counting or again or self._goes_round((key[0], point))):
                    yield self._cut((key[0], point), below, scope)
                elif not again or self.possible(scope.way.whole(terms)):  # a rule might be due again and again
                    yield from self._at((key[0], point), below, scope)
            case control.Fork(then=then, otherwise=otherwise):
                test = self.world.truth(leave.condition, scope)
                for way, exit_ in ((test, then), (terms.not_(test), otherwise)):
                    if way is not False:
                        yield from self._leave(exit_, key, below, scope.given(way))
            case control.ForkCases(cases=cases, origin=origin):
                applies = [self.world.truth(ir.And(case.guards), scope) for case in cases]
                scope.owe(Owed.COVERAGE, origin, terms.not_(terms.any(applies)))
                scope.owe(Owed.OVERLAP, origin, terms.not_(terms.at_most_one(applies)))
                before: Bool = False
                for case, here in zip(cases, applies, strict=True):
                    chosen = terms.and_(here, terms.not_(before))
                    before = terms.or_(before, here)
                    if chosen is not False:
                        yield from self._leave(case.exit, key, below, scope.given(chosen))
            case control.Ask(if_able=if_able):
                yield from self._rest(leave, if_able, key, below, scope)
            case control.Enter(phase=phase, args=args, then=then, looked=looked, owes=owes):
                scope = scope_if_unbarred(self.world, self.scripts[phase], args, owes, scope)
                if self.by_piece:
                    yield from self._start(phase, args, (BELOW,), scope, looked=looked)
                    return
                held = tuple(scope.locals[each] for each in self.points[key[0], then].params)
                stack = (*below, Frame(key[0], then, held))
                if len(stack) > MAX_DEPTH:
                    raise Endless(f"`{phase}` is entered again and again", self.scripts[phase].clause.origin.span)
                yield from self._start(phase, args, stack, scope, looked=looked)
            case control.Go(phase=phase, args=args, owes=owes):
                scope = scope_if_unbarred(self.world, self.scripts[phase], args, owes, scope)
                if below or not self.to_the_end:
                    yield from self._start(phase, args, below, scope)
                else:
                    yield from self._back(below, scope)
            case control.Done(origin=origin):
                if not below and not self.to_the_end:
                    scope.owe(Owed.RETURN, origin, True)  # noqa: FBT003
                    return
                yield from self._back(below, scope, key[0])
            case control.Abandon(phase=phase, origin=origin) if self.by_piece:
                yield from self._abandoned(phase, origin, key[0], below, scope)
            case control.Abandon(phase=phase, origin=origin):
                left = [number for number, frame in enumerate((*below, Frame(*key, ()))) if frame.script == phase]
                if not left or not (left[-1] or self.to_the_end):
                    scope.owe(Owed.RUNNING, origin, True)  # noqa: FBT003
                    return
                yield from self._back(below[: left[-1]], scope)
            case control.Over():
                yield Course(scope.way.whole(terms), scope.state, ())

    def _goes_round(self, key: tuple[str, str]) -> bool:
        """Returns whether a way has passed a point so often that the rest of a loop is better a piece of its own."""
        inside = key not in self.asks and key[0] != self.world.game.setup.name
        return inside and self.passed.count(key) >= ROUNDS

    def _abandoned(
        self, phase: str, origin: ir.Origin, script: str, below: Stack, scope: TermScope
    ) -> Iterator[Course]:
        """Goes on from where a phase is done that may run anywhere below."""
        assert self.below is not None
        beneath = phase in self.below.surely[script] and not self.below.is_lowest(phase)
        if not below or (phase != script and not beneath):
            scope.owe(Owed.RUNNING, origin, True)  # noqa: FBT003
        if below and self.below.may(phase, script):
            yield from self._back((BELOW,), scope, phase)

    def _back(self, stack: Stack, scope: TermScope, done: str = "") -> Iterator[Course]:
        """Goes on from where the topmost of these frames waits, or if that is unknown where a phase is `done`."""
        if not stack:
            yield Course(scope.way.whole(self.world.terms), scope.state, ())
            return
        back = stack[-1]
        if back is BELOW:
            yield Course(scope.way.whole(self.world.terms), scope.state, (*stack, Frame(done, IS_DONE, ())))
            return
        yield from self._enter(back.shape, back.held, stack[:-1], scope)

    def _rest(
        self, ask: control.Ask, if_able: str | None, key: tuple[str, str], below: Stack, scope: TermScope
    ) -> Iterator[Course]:
        terms = self.world.terms
        if if_able is not None:
            able = self._able(ask, scope)
            idle = terms.not_(able)
            if idle is not False and self.by_piece and self._goes_round((key[0], if_able)):
                yield self._cut((key[0], if_able), below, scope.given(idle))
            elif idle is not False:
                yield from self._at((key[0], if_able), below, scope.given(idle))
            scope = scope.given(able)
        if self.world.terms.all((scope.way.condition,)) is False:
            return
        yield self._cut(key, below, scope)

    def _able(self, ask: control.Ask, scope: TermScope) -> Bool:
        """Returns whether anybody has a legal action. Of all cells of a grid no window knows: both ways are followed.

        What fails in looking for one is owed all the same: by each action where it is asked, to which one way leads.
        """
        if scope.state.from_start or not scope.state.beyond or not speaks_of_cells(self.world, ask):
            return anybody_can_act(self.world, ask, scope)
        self.world.guesses = True
        return self.world.terms.truth("somebody has a legal action")

    def _cut(self, key: tuple[str, str], below: Stack, scope: TermScope) -> Course:
        """Returns the course to here: what it goes on with is another step."""
        held = tuple(self._kept(scope.locals[each], each) for each in self.held_at(key))
        return Course(scope.way.whole(self.world.terms), scope.state, (*below, Frame(*key, held)))

    def _kept(self, value: Value, local: ir.Local) -> Value:
        """Returns a value as a frame holds it: of a set one truth for each member."""
        if isinstance(local.domain, SetOf) and isinstance(value, SetValue):
            return self.world.values.canonical(local.domain.inner, value)
        return value

    def _start(
        self, phase: str, args: tuple[ir.Expr, ...], below: Stack, scope: TermScope, *, looked: bool = False
    ) -> Iterator[Course]:
        if phase in self.started and not self.possible(scope.way.whole(self.world.terms)):
            return
        if len(self.started) > MAX_ROUNDS:
            raise Endless(f"`{phase}` may run on without asking anybody", self.scripts[phase].clause.origin.span)
        self.started.append(phase)
        params, first = self.scripts[phase].params, self.scripts[phase].entrance(looked=looked)
        held = tuple(self.world.widened(each, param.domain, scope) for each, param in zip(args, params, strict=True))
        if phase == self.watched:
            come = self.world.terms.and_(scope.way.whole(self.world.terms), self.world.terms.not_(self.faults.whole()))
            self.arrivals.append(Arrival(come, scope.state, held))
        wanted = tuple(value for param, value in zip(params, held, strict=True) if param in first.params)
        key = (phase, first.name)
        by_phase = self.by_phase and any(name == phase for name, _ in self.asks)
        cut = self.by_piece and phase != STANDING and key not in self.counting
        if key not in self.asks and (cut or by_phase):
            kept = tuple(self._kept(value, local) for local, value in zip(first.params, wanted, strict=True))
            yield Course(scope.way.whole(self.world.terms), scope.state, (*below, Frame(*key, kept)))
        else:
            yield from self._enter(key, wanted, below, scope)
        self.started.pop()

    def _enter(self, key: tuple[str, str], held: tuple[Value, ...], below: Stack, scope: TermScope) -> Iterator[Course]:
        told = dict(zip(self.points[key].params, held, strict=True))
        yield from self._at(key, below, self.scope(scope.state, key[0], scope.way).bound(told))
