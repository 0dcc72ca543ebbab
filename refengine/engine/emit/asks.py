"""The frames: those that wait for a decision, take an action or say what stands in its way, and those that go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from refengine.engine.emit.actions import ActionClass, asks_of
from refengine.engine.emit.binders import enter_if
from refengine.engine.emit.course import FrameClass, PointNames
from refengine.engine.emit.draws import drawn_by
from refengine.engine.emit.legal import emit_legal, frame_scope
from refengine.engine.emit.legal_cache import legal_if
from refengine.engine.emit.sets import loop_over
from refengine.engine.emit.text import OR, SUM, Text
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.engine.emit.values import per
from refengine.ir import control, expressions as ir
from refengine.ir.circles import PointKey
from refengine.ir.refusal_sight import RefusalSight
from refengine.ir.refusals import Refusal, refusals_of, turn_demand
from refengine.ir.simplify import TRUE, conjunction, negation
from refengine.ir.traverse import free_locals

Refusals = Sequence[tuple[ActionClass, tuple[Refusal, ...]]]
"""Each action that is asked for stands beside all that may stand in its way."""


def emit_waiting_frame(
    unit: Unit,
    course: PointNames,
    key: PointKey,
    actions: Mapping[str, ActionClass],
    sight: RefusalSight,
    out: Text,
) -> None:
    """Writes the class of a frame that waits for a decision."""
    frame = course.waiting[key]
    (ask,) = asks_of(course, key)
    script = course.scripts[key[0]]
    frame_head(unit, frame, key[0], f"{script.name}: somebody decides{per(script.clause)}.", out)
    out.depth += 1
    draw = drawn_by(unit, course, key, ask, actions)
    if draw is not None:
        out.add(f"draws: ClassVar[tuple[str, str, str | int | None, str, str | int | None]] = {draw}")
        out.add()
    _turn(unit, frame, ask, script.clause, out)
    emit_legal(unit, frame, ask, script.clause, actions, out)
    _take(unit, course, key, ask, actions, out)
    if ask.decider == "chance" or (unit.halves and ask.decider != "every"):
        _begin(unit, course, key, ask, actions, out)
    refusals = [(actions[each.clause.path], sight.refusals(key, ask, each)) for each in ask.actions]
    _why_not(unit, frame, ask, refusals, out)
    _unseen(unit, frame, ask, refusals, out)
    if unit.explain and ask.if_able is not None and may_refuse(ask):
        _in_the_way(unit, frame, ask, script.clause, out)
    out.depth -= 1
    frame_foot(frame, out)


def frame_head(unit: Unit, frame: FrameClass, phase: str, summary: str, out: Text) -> None:
    """Writes the class line, the docstring and the data of a frame."""
    out.add("@frozen(weakref_slot=False)")
    out.add(f"class {frame.name}(Frame):")
    out.depth += 1
    out.docstring(summary)
    out.add()
    out.add(f'phase: ClassVar[str] = "{phase}"')
    for local in frame.fields:
        out.add(f"{frame.attributes[local]}: {unit.domain_type(local.domain)}")
    out.add()
    out.depth -= 1


def frame_foot(frame: FrameClass, out: Text) -> None:
    """Writes the constant of a frame without data, or the cached constructor of one with data."""
    out.add()
    if frame.constant is not None:
        out.add(f"{frame.constant}: Final = {frame.name}()")
        out.add()
        out.add()
    elif frame.maker is not None:
        out.add(f"{frame.maker} = {'kept_frames' if frame.many else 'cache'}({frame.name})")
        out.add()
        out.add()


def _turn(unit: Unit, frame: FrameClass, ask: control.Ask, clause: control.Clause, out: Text) -> None:
    with out.block("def turn(self, state: Position) -> Turn"):
        out.docstring("Who decides.")
        match ask.decider, ask.who:
            case "chance", _:
                out.add("return CHANCE_DECIDES")
            case "table", _:
                out.add("return TABLE_DECIDES")
            case "one", who:
                assert who is not None
                scope = frame_scope(unit, frame, clause, out, who)
                text = scope.expr(who)
                out.add(f'return Turn("player", ({text.at(SUM)} + 1,))')
            case _, who:
                assert who is not None
                scope = frame_scope(unit, frame, clause, out, who)
                text = scope.expr(who)
                out.add(f'return Turn("players", tuple([seat + 1 for seat in {text.at(OR)}]))')
    out.add()


def _take(
    unit: Unit, course: PointNames, key: PointKey, ask: control.Ask, actions: Mapping[str, ActionClass], out: Text
) -> None:
    with out.block("def take(self, state: State, action: Any) -> State"):
        out.docstring("The state after a legal action.")
        for action in ask.actions:
            each = actions[action.clause.path]
            point = course.point((key[0], action.entry))
            with out.branch(f"action.__class__ is {each.name}"):
                scope = _action_scope(unit, course.waiting[key], ask, each, out, point.params)
                demands = unit.opened(conjunction(tuple(_demands(ask, action))))

                def asking(stack: ExitStack, scope: Scope = scope, demands: ir.Expr = demands) -> None:
                    enter_if(stack, [], demands, scope)

                with legal_if(course.waiting[key], asking, scope):
                    _carry_out(course, (key[0], action.entry), scope, f"settle(draft, frame, {scope.here()})", out)
        out.add("return unusual(CODEC, self, state, action)  # type: ignore[no-any-return]")
    out.add()


def _begin(
    unit: Unit, course: PointNames, key: PointKey, ask: control.Ask, actions: Mapping[str, ActionClass], out: Text
) -> None:
    """Writes `begin`: the first half of what `take` does, without a check that the action is legal."""
    with out.block("def begin(self, state: State, action: Any) -> State"):
        out.docstring("What was decided, before what runs by itself then.")
        for action in ask.actions:
            each = actions[action.clause.path]
            point = course.point((key[0], action.entry))
            with out.branch(f"action.__class__ is {each.name}"):
                scope = _action_scope(unit, course.waiting[key], ask, each, out, point.params)
                _carry_out(course, (key[0], action.entry), scope, "draft.control = (*draft.control, frame)", out)
        out.add("return unusual(CODEC, self, state, action)  # type: ignore[no-any-return]")
    out.add()


def _carry_out(course: PointNames, entry: PointKey, scope: Scope, then: str, out: Text) -> None:
    """Writes what an action does, and `then` where a frame goes on by itself after it."""
    texts = [str(scope.locals[local]) for local in course.point(entry).params]
    out.add("draft = Draft(state)")
    out.add(f"frame = {course.functions[entry]}({', '.join(['draft', 'state.control[:-1]', *texts])})")
    with out.branch("frame is not None"):
        out.add(then)
    out.add("draft.__class__ = State  # type: ignore[assignment]")
    out.add("return draft  # type: ignore[return-value]")


def _action_scope(
    unit: Unit, frame: FrameClass, ask: control.Ask, each: ActionClass, out: Text, also: tuple[ir.Local, ...]
) -> Scope:
    """Returns a scope with the frame's data and the action's arguments bound."""
    scope = scope_of(unit, out, "state", each.action.clause)
    wanted = free_locals(each.action) | frozenset(also) | (free_locals(ask.who) if ask.who is not None else frozenset())
    for local in frame.fields:
        if local in wanted:
            out.add(f"{scope.bind(local)} = self.{frame.attributes[local]}")
    if ask.actor is not None:
        out.add(f"{scope.bind(ask.actor)} = action.seat")
    for choice, attribute in zip(each.action.choices, each.attributes, strict=True):
        out.add(f"{scope.bind(choice.var)} = action.{attribute}")
    return scope


def _demands(ask: control.Ask, action: control.Action) -> list[ir.Expr]:
    """Returns everything that has to hold for an action to be legal, in order."""
    parts = [turn_demand(ask)]
    parts += [ir.Contains(choice.var, choice.domain) for choice in action.choices]
    parts += [guard.condition for guard in action.guards]
    parts += [negation(conjunction(bar.conditions)) for bar in action.bars]
    return parts


def _why_not(unit: Unit, frame: FrameClass, ask: control.Ask, refusals: Refusals, out: Text) -> None:
    with out.block("def why_not(self, state: Position, action: Any) -> Iterator[Failed]"):
        out.docstring("What stands in the way of an action.")
        for refusal, scope in _each_of(refusals, unit, frame, ask, out):
            with out.branch(scope.truth(refusal.applies)):
                hidden = "" if refusal.seen == TRUE else f", hidden={scope.truth(negation(refusal.seen))}"
                out.add(f'yield Failed({scope.here()}, "{refusal.sort}"{hidden})')
                if refusal.is_last:
                    out.add("return")


def _unseen(unit: Unit, frame: FrameClass, ask: control.Ask, refusals: Refusals, out: Text) -> None:
    """Writes the method that yields what may stand in the way unseen, where anything may."""
    some = [(each, found) for each, listed in refusals if (found := tuple(one for one in listed if one.seen != TRUE))]
    if not some:
        return
    out.add()
    with out.block("def unseen(self, state: Position, action: Any) -> Iterator[Failed]"):
        out.docstring("What may stand in the way of an action without its player seeing it.")
        for refusal, scope in _each_of(some, unit, frame, ask, out):
            with out.branch(scope.truth(negation(refusal.seen))):
                out.add(f'yield Failed({scope.here()}, "{refusal.sort}", hidden=True)')


def _each_of(
    refusals: Refusals, unit: Unit, frame: FrameClass, ask: control.Ask, out: Text
) -> Iterator[tuple[Refusal, Scope]]:
    """Yields each refusal with the scope in which it is written, in a branch for its action."""
    for each, listed in refusals:
        with out.branch(f"action.__class__ is {each.name}"):
            scope = _action_scope(unit, frame, ask, each, out, _asked(listed))
            for refusal in listed:
                yield refusal, scope.within(refusal.clause)
            out.add("return")
    out.add("yield from ()")


def _asked(refusals: Iterable[Refusal]) -> tuple[ir.Local, ...]:
    """Returns what is asked to know whether refusals are seen."""
    return tuple(frozenset[ir.Local]().union(*(free_locals(each.seen) for each in refusals)))


def may_refuse(ask: control.Ask) -> bool:
    """Returns whether anything but a lack of choices can stand in the way of all that an ask offers."""
    return any(action.guards or action.bars for action in ask.actions)


def _in_the_way(unit: Unit, frame: FrameClass, ask: control.Ask, clause: control.Clause, out: Text) -> None:
    """Writes the method that yields, for each choice of each action, the first refusal: the others may rely on it."""
    out.add()
    with out.block("def in_the_way(self, state: Position) -> Iterator[Clause]"):
        out.docstring("What refuses all that might be chosen.")
        for action in ask.actions:
            if not (action.guards or action.bars):
                continue
            scope = frame_scope(unit, frame, action.clause, out, ask)
            with ExitStack() as stack:
                if ask.actor is not None:
                    assert ask.who is not None
                    seats = f"({scope.expr(ask.who)},)" if ask.decider == "one" else loop_over(ask.who, scope).source
                    stack.enter_context(out.loop(scope.bind(ask.actor), seats))
                for choice in action.choices:
                    source = loop_over(choice.domain, scope, ordered=True).source
                    stack.enter_context(out.loop(scope.bind(choice.var), source))
                for refusal in refusals_of(ask, action, clause):
                    if not refusal.is_last:
                        inner = scope.within(refusal.clause)
                        with out.branch(inner.truth(refusal.applies)):
                            out.add(f"yield {inner.here()}")
                        stack.enter_context(out.otherwise())
                out.add("pass")


def emit_resuming_frame(unit: Unit, course: PointNames, key: PointKey, out: Text) -> None:
    """Writes the class of a frame that goes on at a point."""
    frame = course.resuming[key]
    frame_head(unit, frame, key[0], f"{key[0]} goes on at {key[1]}.", out)
    out.depth += 1
    with out.block("def run(self, draft: Any) -> Frame | None"):
        out.docstring("Goes on.")
        texts = [f"self.{frame.attributes[each]}" for each in frame.fields]
        out.add(f"return {course.functions[key]}({', '.join(['draft', 'draft.control', *texts])})")
    out.depth -= 1
    frame_foot(frame, out)


def frame_classes(course: PointNames) -> list[tuple[PointKey, str, FrameClass]]:
    """Returns all frames: the point, how it is called in data, and the class."""
    found = [(key, key[1], frame) for key, frame in course.resuming.items()]
    return found + [(key, f"{key[1]} asks", frame) for key, frame in course.waiting.items()]
