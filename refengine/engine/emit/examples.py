"""Examples as data: what is given, and a function for each thing that has to be worked out."""

from __future__ import annotations

from refengine.engine.emit.course import PointNames
from refengine.engine.emit.data import datum
from refengine.engine.emit.text import ATOM, Text, quoted, tuple_of
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.engine.emit.values import emit_return, per
from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.domain import Piece, SetOf
from refengine.ir.lines import Expect, Line, Mark, Play, RunPhase, Taken
from refengine.ir.open_cells import PutOpen


def emit_examples(unit: Unit, course: PointNames, out: Text, listed: Text) -> None:
    """Writes the functions of all examples, and `EXAMPLES`, in which they are `listed`."""
    examples = [_example(unit, course, each, out) for each in unit.game.examples]
    listed.add("EXAMPLES: Final[tuple[ExampleInfo, ...]] = (")
    listed.depth += 1
    for each in examples:
        listed.add(f"{each},")
    listed.depth -= 1
    listed.add(")")


def _example(unit: Unit, course: PointNames, example: model.Example, out: Text) -> str:
    base = f"example_{example.name}"
    begun = example.position or example.clause
    given = unit.names.new(f"{base}_given")
    phase = "None"
    must: list[str] = []
    with out.block(f"def {given}() -> tuple[Any, ...]"):
        out.docstring(f"{example.name}{per(example.clause)}.")
        scope = scope_of(unit, out, "BEFORE_SETUP", begun)
        texts = [text for each in example.given if (text := _given(each, scope)) is not None]
        out.add(f"return {tuple_of(texts) if texts else '()'}")
    _gap(out)
    for each in example.given:
        match each:
            case model.PutPhase():
                phase = unit.names.new(f"{base}_phase")
                with out.block(f"def {phase}() -> tuple[str, tuple[Any, ...], tuple[Frame, ...]]"):
                    _put_phase(each, course, scope_of(unit, out, "BEFORE_SETUP", begun))
                _gap(out)
            case model.MustHold():
                must.append(_condition(unit, each.condition, f"{base}_given_fact", begun, out))
            case model.PutPiece() | PutOpen() | model.PutVariable() | model.PutTokens():
                pass
    lines = [_line(unit, each, base, example.clause, out) for each in example.lines]
    parts = [
        quoted(example.name), unit.clause(example.clause), unit.clause(begun), str(example.from_position), given, phase,
        tuple_of(must) if must else "()", tuple_of(lines) if lines else "()",
    ]  # fmt: skip
    return f"ExampleInfo({', '.join(parts)})"


def _given(each: model.Given, scope: Scope) -> str | None:
    match each:
        case model.PutPiece(piece=model.NewPiece() as new):
            component = next(one for one in scope.unit.game.components if one.name == new.component)
            data = [
                datum(scope.unit, field.domain, field.index, value)
                for field, value in zip(component.fields, new.data, strict=True)
            ]
            made = f"GivenNew({quoted(new.component)}, {tuple_of(data) if data else '()'})"
            return f"GivenPiece({made}, {scope.expr(each.place)}{_laid(each.turned, scope)})"
        case model.PutPiece():
            assert not isinstance(each.piece, model.NewPiece)
            return f"GivenPiece({scope.expr(each.piece)}, {scope.expr(each.place)}{_laid(each.turned, scope)})"
        case PutOpen(letter=letter):
            several = isinstance(each.pieces.domain, SetOf)
            meant = str(scope.expr(each.pieces)) if several else tuple_of([str(scope.expr(each.pieces))])
            return f"GivenOpen({quoted(letter)}, {meant}, {scope.expr(each.place)}{_laid(each.turned, scope)})"
        case model.PutVariable(name=name, value=value):
            at = "None" if each.key is None else _position(each.key, scope)
            return f"GivenVariable({quoted(name)}, {at}, {scope.expr(value)})"
        case model.PutTokens(token=token, holder=holder):
            at, amount = _position(each.key, scope), scope.expr(each.amount)
            return f"GivenTokens({quoted(token)}, {quoted(holder)}, {at}, {amount})"
        case model.PutPhase() | model.MustHold():
            return None


def _laid(turned: ir.Expr | None, scope: Scope) -> str:
    return "" if turned is None else f", {scope.expr(turned)}"


def _put_phase(put: model.PutPhase, course: PointNames, scope: Scope) -> None:
    """Writes the return of a phase, its arguments, and the frames below it, the outermost first."""
    below = []
    for each in reversed(put.inside):
        frame = course.resuming.get((each.phase, each.then))
        if frame is None:  # in this configuration nothing is entered there
            scope.code.add(f"raise nothing_below({scope.here()})")
            return
        told = dict(zip(course.scripts[each.phase].params, each.args, strict=True))
        below.append(frame.made([str(scope.expr(told[local])) for local in frame.fields]))
    listed = tuple_of([str(scope.expr(arg)) for arg in put.args]) if put.args else "()"
    scope.code.add(f"return {quoted(put.phase)}, {listed}, {tuple_of(below) if below else '()'}")


def _position(key: ir.Expr, scope: Scope) -> str:
    """Returns a key as its position in the family."""
    text = scope.expr(key)
    return f"{text.at(ATOM)}.index" if isinstance(key.domain, Piece) else str(text)


def _condition(unit: Unit, condition: ir.Expr, base: str, clause: Clause, out: Text) -> str:
    name = unit.names.new(base)
    with out.block(f"def {name}(state: Position) -> bool"):
        scope = scope_of(unit, out, "state", clause)
        emit_return(condition, scope)
    _gap(out)
    return name


def _line(unit: Unit, line: Line, base: str, clause: Clause, out: Text) -> str:
    if isinstance(line, Taken):
        return _line(unit, line.line, base, line.clause, out)
    spot = unit.spot(clause, line.origin)
    match line:
        case Mark(name=name):
            return f'LineInfo("mark", {spot}, mark={quoted(name)})'
        case RunPhase(phase=phase, args=args):
            return f'LineInfo("run", {spot}, run={_call(unit, phase, args, f"{base}_run", clause, out)})'
        case Play():
            return f'LineInfo("play", {spot}, play={_play(unit, line, base, clause, out)})'
        case Expect(what=what, play=play, by=by, under=under, chance=chance, numbers=numbers):
            parts = [quoted(what), spot]
            if numbers:
                parts.append(f"numbers={tuple_of([str(each) for each in numbers])}")
            if under:
                parts.append(f"under={tuple_of([tuple_of([quoted(a), quoted(b)]) for a, b in under])}")
            if isinstance(line.condition, ir.Contents | ir.ReadVariable) and what in {"seen", "unseen"}:
                parts.append(f"looked={_looked(unit, line.condition, base, clause, out)}")
            elif line.condition is not None:
                parts.append(f"condition={_condition(unit, line.condition, f'{base}_expects', clause, out)}")
            if chance is not None:
                parts.append(f"chance={chance}")
            if by is not None:
                parts.append(f"by={quoted(by)}")
            if play is not None:
                parts.append(f"play={_play(unit, play, base, clause, out)}")
            return f"LineInfo({', '.join(parts)})"


def _looked(unit: Unit, at: ir.Contents | ir.ReadVariable, base: str, clause: Clause, out: Text) -> str:
    """Writes a function that returns which zone or variable is looked at, and with which key; returns its name."""
    name = unit.names.new(f"{base}_looks")
    with out.block(f"def {name}(state: Position) -> tuple[str, Any]"):
        scope = scope_of(unit, out, "state", clause)
        key = "None" if at.key is None else str(scope.expr(at.key))
        out.add(f"return {quoted(at.zone if isinstance(at, ir.Contents) else at.name)}, {key}")
    _gap(out)
    return name


def _call(unit: Unit, phase: str, args: tuple[ir.Expr, ...], base: str, clause: Clause, out: Text) -> str:
    name = unit.names.new(base)
    with out.block(f"def {name}(state: Position) -> tuple[str, tuple[Any, ...]]"):
        scope = scope_of(unit, out, "state", clause)
        listed = tuple_of([str(scope.expr(arg)) for arg in args]) if args else "()"
        out.add(f"return {quoted(phase)}, {listed}")
    _gap(out)
    return name


def _play(unit: Unit, play: Play, base: str, clause: Clause, out: Text) -> str:
    name = unit.names.new(f"{base}_play")
    with out.block(f"def {name}(state: Position) -> PlayInfo"):
        scope = scope_of(unit, out, "state", clause)
        listed = tuple_of([str(scope.expr(arg)) for arg in play.args]) if play.args else "()"
        actor = str(play.actor) if isinstance(play.actor, int) else quoted(play.actor)
        out.add(f"return PlayInfo({actor}, {quoted(play.action)}, {listed})")
    _gap(out)
    return name


def _gap(out: Text) -> None:
    out.add()
    out.add()
