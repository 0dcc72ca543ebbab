"""Decisions: the classes of actions, the tables that hold them, and the frames that wait for them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from attrs import evolve, frozen

from refengine.engine.course import Course, FrameClass, PointKey
from refengine.engine.emit_binders import enter_if
from refengine.engine.emit_sets import loop_over
from refengine.engine.emit_values import per
from refengine.engine.naming import Names, camel, upper
from refengine.engine.public import public_text
from refengine.engine.text import Text, tuple_of
from refengine.engine.unit import Scope, Unit, scope_of
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Piece, SetOf
from refengine.ir.simplify import FALSE, TRUE, conjunction, negation
from refengine.ir.traverse import free_locals


@frozen
class ActionClass:
    """An action's class and table. `seated` when a player decides; `weighted` when the weight is not always 1."""

    action: control.Action
    name: str
    table: str
    seated: bool
    chance: bool
    weighted: bool
    attributes: tuple[str, ...]
    kept: str | None
    """The function, or one for each seat, that keeps the plays for contents of a zone that come again and again."""


def action_classes(unit: Unit, course: Course) -> Mapping[str, ActionClass]:
    """The class of every action, by the path of its clause."""
    found: dict[str, ActionClass] = {}
    for key in course.waiting:
        for ask in asks_of(course, key):
            for action in ask.actions:
                name = unit.names.new(
                    camel(action.name), f"{camel(action.name)}Action", f"{camel(key[0])}{camel(action.name)}"
                )
                table = unit.names.new(f"{upper(name)}S", f"{upper(name)}_TABLE")
                chance = ask.decider == "chance"
                weighted = chance and (action.weight is not None or any(_alike(each, unit) for each in action.choices))
                own = Names()
                own.used.update({"actor", "name", "arguments", "weight", "label", "seat"})
                attributes = tuple(own.new(each.var.name) for each in action.choices)
                each = ActionClass(action, name, table, ask.actor is not None, chance, weighted, attributes, None)
                if not chance and is_plain(each, unit) and isinstance(action.choices[0].domain, ir.Contents):
                    each = evolve(each, kept=unit.names.new(f"{table}_FROM"))
                found[action.clause.path] = each
    return found


def asks_of(course: Course, key: PointKey) -> list[control.Ask]:
    """The decisions at a point (one, but for a fork)."""
    found: list[control.Ask] = []
    agenda: list[control.Exit] = [course.point(key).exit]
    while agenda:
        match agenda.pop():
            case control.Fork(then=then, otherwise=otherwise):
                agenda += [otherwise, then]
            case control.ForkCases(cases=cases):
                agenda += [case.exit for case in reversed(cases)]
            case control.Ask() as ask:
                found.append(ask)
            case _:
                pass
    return found


def _alike(choice: control.Choice, unit: Unit) -> bool:
    """Whether a choice is among copies that are alike."""
    inner = choice.var.domain
    return isinstance(inner, Piece) and unit.layout.copies[inner.component]


# ---- CLASSES AND TABLES


def emit_action_class(unit: Unit, each: ActionClass, out: Text) -> None:
    """The class of an action, and the table of its objects."""
    types = [unit.domain_type(choice.var.domain) for choice in each.action.choices]
    out.add("@frozen(eq=False, repr=False, weakref_slot=False)")
    with out.block(f"class {each.name}(Action):"):
        out.docstring(f"{each.action.name}{per(each.action.clause)}.")
        if each.seated or types:
            out.add()
        if each.seated:
            out.add("seat: int")
        for attribute, kind in zip(each.attributes, types, strict=True):
            out.add(f"{attribute}: {kind}")
    out.add()
    out.add()
    keys = [*zip(each.attributes, types, strict=True)] + ([("weight", "int")] if each.weighted else [])
    shown = [public_text(unit, choice.var.domain, name) for name, choice in zip(each.attributes, each.action.choices, strict=True)]
    weight = "weight" if each.weighted else ("1" if each.chance else "None")
    actor = "seat + 1" if each.seated else ("CHANCE" if each.chance else "TABLE")
    made = [actor, f'"{each.action.name}"', tuple_of(shown) if shown else "()", weight]
    made += (["seat"] if each.seated else []) + list(each.attributes)
    made_text = f"{each.name}({', '.join(made)})"
    maker = unit.names.new(f"make_{each.table.lower()}")
    params = (["seat: int"] if each.seated else []) + (
        [f"{keys[0][0]}: {keys[0][1]}"] if len(keys) == 1 else ([f"key: tuple[{', '.join(kind for _, kind in keys)}]"] if keys else [])
    )
    with out.block(f"def {maker}({', '.join(params)}) -> {each.name}:"):
        out.docstring(f"One {each.action.name}.")
        if len(keys) > 1:
            out.add(f"{', '.join(name for name, _ in keys)} = key")
        out.add(f"return {made_text}")
    out.add()
    out.add()
    seats = unit.folding.sizes["player"]
    key_type = keys[0][1] if len(keys) == 1 else f"tuple[{', '.join(kind for _, kind in keys)}]"
    if not keys:
        text = f"tuple({maker}(seat) for seat in range({seats}))" if each.seated else f"{maker}()"
        out.add(f"{each.table}: Final = {text}")
    elif each.seated:
        out.add(f"{each.table}: Final[tuple[Interned[{key_type}, {each.name}], ...]] = tuple(Interned(partial({maker}, seat)) for seat in range({seats}))")
    else:
        out.add(f"{each.table}: Final[Interned[{key_type}, {each.name}]] = Interned({maker})")
    if each.kept is not None:
        tables = f"tuple(kept_plays(table) for table in {each.table})" if each.seated else f"kept_plays({each.table})"
        out.add(f"{each.kept}: Final = {tables}")
    out.add()


def entry(each: ActionClass, seat: str, values: list[str], weight: str | None) -> str:
    """An action's object, looked up in its table."""
    keys = values + ([weight] if each.weighted and weight is not None else [])
    text = f"{each.table}[{seat}]" if each.seated else each.table
    if not keys:
        return text
    return f"{text}[{', '.join(keys)}]"


# ---- FRAMES


def emit_waiting_frame(
    unit: Unit, course: Course, key: PointKey, actions: Mapping[str, ActionClass], out: Text
) -> None:
    """The class of a frame that waits."""
    frame = course.waiting[key]
    (ask,) = asks_of(course, key)
    script = course.scripts[key[0]]
    frame_head(unit, frame, key[0], f"{script.name}: somebody decides{per(script.clause)}.", out)
    out.depth += 1
    _turn(unit, frame, ask, script.clause, out)
    _legal(unit, frame, ask, script.clause, actions, out)
    _take(unit, course, key, ask, actions, out)
    _why_not(unit, frame, ask, script.clause, actions, out)
    out.depth -= 1
    frame_foot(frame, out)


def frame_head(unit: Unit, frame: FrameClass, phase: str, summary: str, out: Text) -> None:
    """Class line, docstring and data of a frame."""
    out.add("@frozen(weakref_slot=False)")
    out.add(f"class {frame.name}(Frame):")
    out.depth += 1
    out.docstring(summary)
    out.add()
    out.add(f'phase: ClassVar[str] = "{phase}"')
    for local in frame.fields:
        out.add(f"{attribute_of(local)}: {unit.domain_type(local.domain)}")
    out.add()
    out.depth -= 1


def frame_foot(frame: FrameClass, out: Text) -> None:
    """The constant of a frame without data, or the function that keeps the few there are."""
    out.add()
    if frame.constant is not None:
        out.add(f"{frame.constant}: Final = {frame.name}()")
        out.add()
        out.add()
    elif frame.maker is not None:
        out.add(f"{frame.maker} = cache({frame.name})")
        out.add()
        out.add()


def attribute_of(local: ir.Local) -> str:
    """The attribute that holds a local in a frame."""
    names = Names()
    names.used.update({"run", "take", "legal", "turn", "why_not", "phase"})
    return names.new(local.name)


def _scope(unit: Unit, frame: FrameClass, clause: control.Clause, out: Text, *reads: object) -> Scope:
    """A scope with the frame's data bound as far as it is read."""
    scope = scope_of(unit, out, "state", clause)
    wanted = frozenset().union(*(free_locals(each) for each in reads))
    for local in frame.fields:
        if local in wanted:
            out.add(f"{scope.bind(local)} = self.{attribute_of(local)}")
    return scope


def _turn(unit: Unit, frame: FrameClass, ask: control.Ask, clause: control.Clause, out: Text) -> None:
    with out.block("def turn(self, state: Position) -> Turn:"):
        out.docstring("Who decides.")
        match ask.decider, ask.who:
            case "chance", _:
                out.add("return CHANCE_DECIDES")
            case "table", _:
                out.add("return TABLE_DECIDES")
            case "one", who:
                assert who is not None
                scope = _scope(unit, frame, clause, out, who)
                text = scope.expr(who)
                out.add(f'return Turn("player", ({text} + 1,))')
            case _, who:
                assert who is not None
                scope = _scope(unit, frame, clause, out, who)
                text = scope.expr(who)
                out.add(f'return Turn("players", tuple([seat + 1 for seat in {text}]))')
    out.add()


def _legal(
    unit: Unit,
    frame: FrameClass,
    ask: control.Ask,
    clause: control.Clause,
    actions: Mapping[str, ActionClass],
    out: Text,
) -> None:
    with out.block("def legal(self, state: Position) -> tuple[Action, ...]:"):
        out.docstring("Every legal action.")
        scope = _scope(unit, frame, clause, out, ask)
        classes = [actions[action.clause.path] for action in ask.actions]
        if len(classes) == 1 and ask.actor is None and is_plain(classes[0], unit):
            plain = _plain_plays(classes[0], "", scope)
            out.add(f"plays: tuple[Action, ...] = {plain if plain.startswith('tuple(') else f'tuple({plain})'}")
        else:
            _collected(ask, classes, scope)
        if ask.decider != "every" and ask.if_able is None:
            with out.block("if not plays:"):
                out.add(f"raise no_action({scope.here(ask.origin)})")
        out.add("return plays")
    out.add()


def _collected(ask: control.Ask, classes: list[ActionClass], scope: Scope) -> None:
    """The plays of several actions, or several seats."""
    out = scope.code
    plain = all(is_plain(each, scope.unit) for each in classes)
    name = "plays" if plain else "found"
    out.add("plays: tuple[Action, ...] = ()" if plain else "found: list[Action] = []")
    with ExitStack() as stack:
        seat = ""
        if ask.actor is not None:
            assert ask.who is not None
            seat = scope.bind(ask.actor)
            if ask.decider == "one":
                out.add(f"{seat} = {scope.expr(ask.who)}")
            else:
                stack.enter_context(out.block(f"for {seat} in {loop_over(ask.who, scope).source}:"))
        must = ask.decider == "every" and ask.if_able is None
        if must and not (plain and len(classes) == 1):
            out.add(f"before = len({name})")
        for each in classes:
            inner = scope.within(each.action.clause)
            if not plain:
                _plays(each, seat, inner)
            elif must and len(classes) == 1:
                out.add(f"own = {_plain_plays(each, seat, inner)}")
                with out.block("if not own:"):
                    out.add(f"raise no_action({scope.here()})")
                out.add("plays += own")
            else:
                out.add(f"plays += {_plain_plays(each, seat, inner)}")
        if must and not (plain and len(classes) == 1):
            with out.block(f"if len({name}) == before:"):
                out.add(f"raise no_action({scope.here()})")
    if not plain:
        out.add("plays = tuple(found)")


def is_plain(each: ActionClass, unit: Unit) -> bool:
    """Whether an action is legal for everything in one set, and for nothing else."""
    action = each.action
    if len(action.choices) != 1 or action.guards or action.bars or each.weighted:
        return False
    return not _alike(action.choices[0], unit)


def _plain_plays(each: ActionClass, seat: str, scope: Scope) -> str:
    """The plays of such an action as a tuple."""
    (choice,) = each.action.choices
    source = loop_over(choice.domain, scope, ordered=True).source
    if each.kept is not None:
        return f"{each.kept}[{seat}]({source})" if each.seated else f"{each.kept}({source})"
    table = f"{each.table}[{seat}]" if each.seated else each.table
    return f"tuple(map({table}.__getitem__, {source}))"


def _plays(each: ActionClass, seat: str, scope: Scope) -> None:
    """The loops over one action's parameters."""
    action, unit, out = each.action, scope.unit, scope.code
    if any(guard.condition == FALSE for guard in action.guards) or any(not bar.conditions for bar in action.bars):
        return
    conditions = [guard.condition for guard in action.guards]
    conditions += [negation(conjunction(bar.conditions)) for bar in action.bars]
    names: list[str] = []
    weights: list[str] = []
    with ExitStack() as stack:
        bound: set[ir.Local] = set()
        params = {choice.var for choice in action.choices}
        for position, choice in enumerate(action.choices):
            conditions = _asked_now(conditions, params - bound, stack, scope)
            last = position == len(action.choices) - 1
            loop = loop_over(choice.domain, scope, ordered=True)
            if last and not conditions and not each.weighted and len(names) == 0 and not _alike(choice, unit):
                table = f"{each.table}[{seat}]" if each.seated else each.table
                out.add(f"found.extend(map({table}.__getitem__, {loop.source}))")
                return
            name = scope.bind(choice.var)
            source = loop.source
            if _alike(choice, unit):
                zone = scope.fresh("lying")
                out.add(f"{zone} = {source}")
                weights.append(f"{zone}.count({name})")
                source = f"distinct({zone})"
            stack.enter_context(out.block(f"for {name} in {source}:"))
            names.append(name)
            bound.add(choice.var)
        _asked_now(conditions, set(), stack, scope)
        weight = " * ".join(weights) if action.weight is None else str(scope.expr(action.weight))
        out.add(f"found.append({entry(each, seat, names, weight or '1')})")


def _asked_now(conditions: list[ir.Expr], missing: set[ir.Local], stack: ExitStack, scope: Scope) -> list[ir.Expr]:
    """Asks the conditions, in order, that need none of the missing parameters; gives back the others."""
    ready: list[ir.Expr] = []
    while conditions and not free_locals(conditions[0]) & missing:
        ready.append(conditions.pop(0))
    enter_if(stack, [], conjunction(tuple(ready)), scope)
    return conditions


def _take(
    unit: Unit, course: Course, key: PointKey, ask: control.Ask, actions: Mapping[str, ActionClass], out: Text
) -> None:
    with out.block("def take(self, state: State, action: Any) -> State:"):
        out.docstring("The state after a legal action.")
        for action in ask.actions:
            each = actions[action.clause.path]
            point = course.point((key[0], action.entry))
            with out.block(f"if action.__class__ is {each.name}:"), ExitStack() as stack:
                scope = _action_scope(unit, course.waiting[key], ask, each, out, point.params)
                enter_if(stack, [], conjunction(tuple(_demands(ask, action))), scope)
                out.add("draft = Draft(state)")
                texts = [scope.locals[local] for local in point.params]
                function = course.functions[key[0], action.entry]
                out.add(f"frame = {function}({', '.join(['draft', 'state.control[:-1]', *texts])})")
                with out.block("if frame is not None:"):
                    out.add(f"settle(draft, frame, {scope.here()})")
                out.add("draft.__class__ = State  # type: ignore[assignment]")
                out.add("return draft  # type: ignore[return-value]")
        out.add("return unusual(CODEC, self, state, action)  # type: ignore[no-any-return]")
    out.add()


def _action_scope(
    unit: Unit, frame: FrameClass, ask: control.Ask, each: ActionClass, out: Text, also: tuple[ir.Local, ...]
) -> Scope:
    """A scope with the frame's data and the action's arguments bound."""
    scope = scope_of(unit, out, "state", each.action.clause)
    wanted = free_locals(each.action) | frozenset(also) | (free_locals(ask.who) if ask.who is not None else frozenset())
    for local in frame.fields:
        if local in wanted:
            out.add(f"{scope.bind(local)} = self.{attribute_of(local)}")
    if ask.actor is not None:
        out.add(f"{scope.bind(ask.actor)} = action.seat")
    for choice, attribute in zip(each.action.choices, each.attributes, strict=True):
        out.add(f"{scope.bind(choice.var)} = action.{attribute}")
    return scope


def turn_demand(ask: control.Ask) -> ir.Expr:
    """That the actor is among those who decide."""
    if ask.actor is None or ask.who is None:
        return TRUE
    if isinstance(ask.who.domain, SetOf):
        return ir.Contains(ask.actor, ask.who)
    return ir.Equal(ask.actor, ask.who)


def _demands(ask: control.Ask, action: control.Action) -> list[ir.Expr]:
    """Everything that has to hold for an action to be legal, in order."""
    parts = [turn_demand(ask)]
    parts += [ir.Contains(choice.var, choice.domain) for choice in action.choices]
    parts += [guard.condition for guard in action.guards]
    parts += [negation(conjunction(bar.conditions)) for bar in action.bars]
    return parts


def _why_not(
    unit: Unit,
    frame: FrameClass,
    ask: control.Ask,
    clause: control.Clause,
    actions: Mapping[str, ActionClass],
    out: Text,
) -> None:
    with out.block("def why_not(self, state: Position, action: Any) -> Iterator[Failed]:"):
        out.docstring("What stands in the way of an action.")
        for action in ask.actions:
            each = actions[action.clause.path]
            with out.block(f"if action.__class__ is {each.name}:"):
                scope = _action_scope(unit, frame, ask, each, out, ())
                for kind, parts, named in _obstacles(ask, action, clause):
                    inner = scope.within(named)
                    test = inner.truth(negation(conjunction(parts)) if kind != "bar" else conjunction(parts))
                    with out.block(f"if {test}:"):
                        out.add(f'yield Failed({inner.here()}, "{kind}")')
                        if kind in {"turn", "choice"}:
                            out.add("return")
                out.add("return")
        out.add("yield from ()")


def _obstacles(
    ask: control.Ask, action: control.Action, clause: control.Clause
) -> list[tuple[str, tuple[ir.Expr, ...], control.Clause]]:
    found: list[tuple[str, tuple[ir.Expr, ...], control.Clause]] = []
    if turn_demand(ask) != TRUE:
        found.append(("turn", (turn_demand(ask),), clause))
    found += [("choice", (ir.Contains(each.var, each.domain),), action.clause) for each in action.choices]
    found += [("guard", (guard.condition,), guard.clause) for guard in action.guards]
    found += [("bar", bar.conditions, bar.clause) for bar in action.bars]
    return found


def emit_resuming_frame(unit: Unit, course: Course, key: PointKey, out: Text) -> None:
    """The class of a frame that goes on at a point."""
    frame = course.resuming[key]
    frame_head(unit, frame, key[0], f"{key[0]} goes on at {key[1]}.", out)
    out.depth += 1
    with out.block("def run(self, draft: Any) -> Frame | None:"):
        out.docstring("Goes on.")
        texts = [f"self.{attribute_of(each)}" for each in frame.fields]
        out.add(f"return {course.functions[key]}({', '.join(['draft', 'draft.control', *texts])})")
    out.depth -= 1
    frame_foot(frame, out)


def frame_classes(course: Course) -> list[tuple[PointKey, str, FrameClass]]:
    """All frames: the point, how it is called in data, and the class."""
    found = [(key, key[1], frame) for key, frame in course.resuming.items()]
    return found + [(key, f"{key[1]} asks", frame) for key, frame in course.waiting.items()]
