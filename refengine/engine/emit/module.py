"""A specialised game as the text of one Python module."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from refengine.engine.emit.actions import action_classes, emit_action_class
from refengine.engine.emit.asks import emit_resuming_frame, emit_waiting_frame
from refengine.engine.emit.binders import emit_search
from refengine.engine.emit.course import PointNames, course_of
from refengine.engine.emit.data import (
    emit_before_setup,
    emit_kinds,
    emit_parts,
    emit_pieces,
    emit_places,
    emit_records,
    emit_state,
)
from refengine.engine.emit.description import DescribedFunctions, emit_description, version_of
from refengine.engine.emit.examples import emit_examples
from refengine.engine.emit.expressions import expression, truth
from refengine.engine.emit.imports import defined_in, import_lines
from refengine.engine.emit.nesting import MOST_LOOPS, taken_apart
from refengine.engine.emit.points import emit_bars, emit_point
from refengine.engine.emit.properties import (
    emit_conserved,
    emit_invariants,
    emit_laws,
    emit_measures,
    emit_outcome,
    emit_seen,
)
from refengine.engine.emit.sorts import is_cheap
from refengine.engine.emit.standing import cached_conditions
from refengine.engine.emit.text import Kind, Text
from refengine.engine.emit.unit import Emitters, Unit, scope_of, unit_of
from refengine.engine.emit.values import emit_value, per
from refengine.engine.emit.writes import emit_place_functions
from refengine.ir import game as model
from refengine.ir.footprint import footprint
from refengine.ir.inlining import Inlining
from refengine.ir.refusal_sight import RefusalSight
from refengine.ir.rows import Splitting
from refengine.ir.specialise import with_constants


@frozen
class EmittedModule:
    """The texts of a module: its rules, and its examples, which are emitted when they are asked for, and only once.

    If the text of the examples is not to be read, it goes on with the module of the rules, and knows its names.
    """

    rules: str
    examples: Callable[[], str]


def emit(
    game: model.Game,
    *,
    explain: bool,
    read: bool = True,
    called: Callable[[str], str] = str,
    halves: bool = False,
    stated: bool = False,
) -> str:
    """Returns the rules of a game alone, as `emit_apart` does."""
    return emit_apart(game, explain=explain, read=read, called=called, halves=halves, stated=stated).rules


def emit_apart(
    game: model.Game,
    *,
    explain: bool,
    read: bool = True,
    called: Callable[[str], str] = str,
    halves: bool = False,
    stated: bool = False,
) -> EmittedModule:
    """Returns the module of a game; with `explain` it notes which clauses decide. Lines are long if nobody `read`s it.

    With `halves` what players and the table decide can be taken in two halves, too, and not only what chance does. With
    `stated` its states are the same, but it can only be asked what they break of what has to hold that calls no values:
    it plays nothing, and has none.

    `called` is what a file of the rules is called in the module.
    """
    version = "" if stated else version_of(game)
    if not explain:
        game = with_constants(game)
    unit = unit_of(game, Emitters(expression, truth, emit_search), explain=explain, called=called)
    unit.halves = halves
    course = course_of(game, unit.names)
    if not explain:
        unit.opening = Inlining(unit.sharing, unit.folding, lambda expr: is_cheap(expr, unit))
        unit.splitting = Splitting(unit.sharing, unit.folding)
    unit.remembered = cached_conditions(unit, (game.setup, *game.phases))
    actions = action_classes(unit, course)
    data = Text()
    emit_kinds(unit, data)
    classes = Text()
    emit_records(unit, classes)
    emit_pieces(unit, classes)
    emit_parts(unit, classes)
    emit_places(unit, classes)
    _gap(classes)
    emit_state(unit, classes)
    before_setup = Text()
    emit_before_setup(unit, before_setup)
    calls = bool(footprint(*game.variables).values)
    if not calls:
        classes.take_over(before_setup)
    unit.tables.open = not stated
    values = Text()
    _heading(values, "VALUES")
    for value in () if stated else game.values:
        emit_value(unit, value, values)
        _gap(values)
    code = Text()
    _heading(code, "ACTIONS")
    for each in actions.values():
        emit_action_class(unit, each, code)
        code.add()
    _heading(code, "WHERE CONTROL STANDS")
    sight = RefusalSight(game)
    for key in course.points():
        if key in course.resuming:
            emit_resuming_frame(unit, course, key, code)
        if key in course.waiting:
            emit_waiting_frame(unit, course, key, actions, sight, code)
    _heading(code, "THE COURSE OF THE GAME")
    if not stated:
        _scripts(unit, course, code)
    _entrance(unit, course.functions[course.start("setup")], code)
    emit_outcome(unit, code)
    _heading(code, "WHAT MUST HOLD")
    functions = {"invariants": emit_invariants(unit, code)}
    emit_conserved(unit, code)
    functions["measures"] = emit_measures(unit, code)
    functions["laws"] = {} if stated else emit_laws(unit, code)
    seen = emit_seen(unit, code)
    _heading(code, "DESCRIPTION")
    description = Text()
    told = DescribedFunctions(functions, seen, version, plays=not stated)
    emit_description(unit, course, actions, told, description)
    _module(description)
    if unit.tables.names:
        _heading(values, "WHAT PRINTED DATA SETTLE")
        values.take_over(unit.tables.text)
    if calls:  # what variables start as is worked out when the module is loaded
        values.take_over(before_setup)
        _gap(values)
    whole = _assembled(unit, [data, unit.constants, classes, values, code, description])
    defined = defined_in(whole) if read else frozenset[str]()
    return EmittedModule(
        _written(whole, read=read),
        lambda: _written(_examples(unit, course, defined, read=read), read=read),
    )


def _examples(unit: Unit, course: PointNames, defined: frozenset[str], *, read: bool) -> Text:
    """Returns the examples, with what they need beside the rules.

    Of what is `defined` there they import what they name.
    """
    unit.constants, unit.tables.text = Text(), Text()
    code, listed = Text(), Text()
    emit_examples(unit, course, code, listed)
    parts = [unit.constants, unit.tables.text, code, listed]
    body = "\n".join(part.unbroken() for part in parts)
    whole = Text()
    if read:
        told = f"The examples of {unit.game.name} for {unit.game.players[0]} players{per(unit.game.clause)}."
        whole.add(f'"""{told}', Kind.DOCSTRING)
        whole.add()
        whole.add("Generated from the rules; change those, not this file.")
        whole.add('"""')
        whole.add()
    for line in import_lines(body, defined):
        whole.add(line)
    for part in parts:
        whole.add()
        whole.take_over(part)
    return whole.without_gaps()


def _written(whole: Text, *, read: bool) -> str:
    text = str(whole) if read else whole.unbroken()
    return taken_apart(text) if max(line.depth for line in whole.lines) > MOST_LOOPS else text


def _scripts(unit: Unit, course: PointNames, out: Text) -> None:
    """Writes the functions of the course: movers of pieces, points, and bars of phases."""
    for component in unit.game.components:
        emit_place_functions(unit, component.name, out, scope_of(unit, out, "draft", component.clause))
    for key in course.points():
        emit_point(unit, course, key, out)
        _gap(out)
    for phase in course.bars:
        emit_bars(unit, course, phase, out)
        _gap(out)


def _assembled(unit: Unit, parts: list[Text]) -> Text:
    """Returns the module: its head, then the parts, nowhere more than two lines blank between what stands there."""
    whole = Text()
    readings = [
        f"{question.name} = {reading.name}"
        for question in unit.game.questions
        for reading in question.readings
        if reading.default
    ]
    told = f"The rules of {unit.game.name} for {unit.game.players[0]} players{per(unit.game.clause)}."
    whole.add(f'"""{told}', Kind.DOCSTRING)
    whole.add()
    whole.add("Generated from the rules; change those, not this file.")
    if readings:
        whole.add()
        whole.add("Readings:")
        for reading in readings:
            whole.add(f"    {reading}")
    whole.add('"""')
    whole.add()
    for line in import_lines("\n".join(part.unbroken() for part in parts)):
        whole.add(line)
    for part in parts:
        whole.add()
        whole.take_over(part)
    return whole.without_gaps()


def _heading(out: Text, title: str) -> None:
    out.comment(f"---- {title}")
    _gap(out)


def _gap(out: Text) -> None:
    out.add()
    out.add()


def _entrance(unit: Unit, setup: str, out: Text) -> None:
    """Writes the functions that callers of the module use."""
    if not unit.explain:  # else every game notes what its setup decides
        out.add("@cache")
    with out.block("def initial() -> State"):
        out.docstring("The start, after all that runs by itself.")
        out.add("draft = Draft(BEFORE_SETUP)")
        out.add("draft.control = ()")
        out.add(f"settle(draft, {setup}(draft, ()), {unit.clause(unit.game.setup.clause)})")
        out.add("draft.__class__ = State  # type: ignore[assignment]")
        out.add("return draft  # type: ignore[return-value]")
    _gap(out)
    for name, params, result, told in (
        ("apply", "action: Action", "State", "The state after a legal action and all that runs by itself after it."),
        ("legal", "", "tuple[Action, ...]", "Every legal action of everyone who decides."),
        ("turn", "", "Turn", "Who decides."),
    ):
        with out.block(f"def {name}({', '.join(part for part in ('state: State', params) if part)}) -> {result}"):
            out.docstring(told)
            method, passed = ("take", "state, action") if name == "apply" else (name, "state")
            text = f"state.control[-1].{method}({passed})"
            out.add(f"return {text}{'  # type: ignore[no-any-return]' if name == 'apply' else ''}")
        _gap(out)


def _module(out: Text) -> None:
    out.add("CODEC: Final = Codec(DESCRIPTION)")
    out.add("MODULE: Final = Module(")
    out.depth += 1
    out.add("DESCRIPTION,")
    out.add("CODEC,")
    for name in (
        "State",
        "Draft",
        "BEFORE_SETUP",
        "initial",
        "apply",
        "legal",
        "turn",
        "outcome",
        "conserved",
        "broken",
        "sound",
    ):
        out.add(f"{name},")
    out.depth -= 1
    out.add(")")
