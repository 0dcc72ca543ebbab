"""The description that a module carries, as one literal."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from refengine.engine.emit.actions import ActionClass, asks_of
from refengine.engine.emit.asks import frame_classes
from refengine.engine.emit.course import FrameClass, PointNames, held_names
from refengine.engine.emit.text import Text, quoted, tuple_of
from refengine.engine.emit.unit import Unit
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.bare import without_statements, without_wording
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.ir.phase_counters import PhaseCounter
from refengine.ir.standing import STANDING
from refengine.ir.visibility import Seen


@attrs.frozen
class DescribedFunctions:
    """The particulars of a module that its description tells: its functions, by what they are of.

    Only a module that `plays` has values, phases and clauses to tell of.
    """

    functions: Mapping[str, Mapping[str, str]]
    seen: Mapping[tuple[str, str], str]
    version: str
    plays: bool


def emit_description(
    unit: Unit, course: PointNames, actions: Mapping[str, ActionClass], told: DescribedFunctions, out: Text
) -> None:
    """Writes `DESCRIPTION`, the literal that describes the game."""
    game, functions, seen = unit.game, told.functions, told.seen
    chosen = [(each.name, next(one.name for one in each.readings if one.default)) for each in game.questions]
    options = [(each.name, option_text(unit, each)) for each in game.options]
    out.add("DESCRIPTION: Final = Description(")
    out.depth += 1
    out.add(f"name={quoted(game.name)},")
    out.add(f"version={quoted(told.version)},")
    out.add(f"players={game.players[0]},")
    out.add(f"explains={unit.explain},")
    _listed(out, "readings", [tuple_of([quoted(a), quoted(b)]) for a, b in sorted(chosen)])
    _listed(out, "options", [tuple_of([quoted(a), quoted(b)]) for a, b in sorted(options)])
    _listed(out, "kinds", _kinds(unit))
    _listed(out, "records", [_record(unit, each) for each in game.records])
    _listed(out, "components", [_component(unit, each) for each in game.components])
    _listed(out, "zones", [_zone(unit, each, seen) for each in game.zones])
    _listed(out, "variables", [_variable(unit, each, seen) for each in game.variables])
    _listed(out, "tokens", [_token(unit, each) for each in game.tokens])
    _listed(out, "values", [_value(unit, each) for each in game.values if told.plays])
    phases = [each for each in game.phases if told.plays and each.name != STANDING]
    _listed(out, "phases", [_phase(unit, course, each) for each in phases])
    _listed(out, "frames", _frames(unit, course, actions, seen))
    _listed(
        out,
        "invariants",
        [
            f"InvariantInfo({quoted(each.name)}, {each.step}, {_strings(each.phases)}, {unit.clause(each.clause)},"
            f" {functions['invariants'][each.name]})"
            for each in game.invariants
        ],
    )
    _listed(
        out,
        "measures",
        [
            f"MeasureInfo({quoted(each.name)}, {_strings(each.phases)}, {unit.clause(each.clause)},"
            f" {functions['measures'][each.name]})"
            for each in game.measures
        ],
    )
    _listed(
        out,
        "laws",
        [
            f"LawInfo({quoted(each.name)}, {unit.clause(each.clause)}, {functions['laws'][each.name]})"
            for each in game.laws
            if each.name in functions["laws"]
        ],
    )
    out.add(f"later_examples={'no_examples_yet' if game.examples else 'tuple'},")
    _listed(out, "clauses", [unit.clause(each) for each in _clauses(game)] if told.plays else [])
    _listed(out, "counted", [_count(unit, course, each) for each in game.counted])
    if game.parts:
        _listed(out, "parts", [unit.layout.parts[each.name] for each in game.parts])
    out.depth -= 1
    out.add(")")
    out.add()


def version_of(game: model.Game) -> str:
    """Returns a hash of what the rules say under the configuration: states of two versions do not mix.

    What is only said of a game, what has to hold in it, and how its questions are worded makes no other states.
    """
    bare = without_statements(without_wording(game))
    return hashlib.sha256(repr(bare).encode()).hexdigest()[:16]


def option_text(unit: Unit, option: model.Option) -> str:
    """Returns an option's value as it is written."""
    match option.default:
        case ir.TruthLiteral(value=value):
            return str(value).lower()
        case ir.Number(value=value):
            return str(value)
        case ir.Member(kind=kind, index=index):
            return next(each.members[index] for each in unit.game.kinds if each.name == kind)
        case other:
            raise TypeError(f"{other} is no value of an option")


def _listed(out: Text, name: str, items: list[str]) -> None:
    if not items:
        out.add(f"{name}=(),")
        return
    out.add(f"{name}=(")
    out.depth += 1
    for item in items:
        out.add(f"{item},")
    out.depth -= 1
    out.add("),")


def _strings(names: tuple[str, ...]) -> str:
    return tuple_of([quoted(name) for name in names]) if names else "()"


def _kinds(unit: Unit) -> list[str]:
    kinds = [(kind.name, kind.members) for kind in unit.game.kinds]
    kinds += [(each.name, tuple(reading.name for reading in each.readings)) for each in unit.game.questions]
    return [f"KindInfo({quoted(name)}, {_strings(members)})" for name, members in kinds]


def _record(unit: Unit, record: model.Record) -> str:
    fields = [_field(unit, record.name, each) for each in record.fields]
    return f"RecordInfo({quoted(record.name)}, {_tuple(fields)}, {unit.layout.classes[record.name]})"


def _component(unit: Unit, component: model.Component) -> str:
    fields = [_field(unit, component.name, each) for each in component.fields]
    copies = _tuple([str(row.copies) for row in component.pieces])
    return (
        f"ComponentInfo({quoted(component.name)}, {_tuple(fields)}, {unit.layout.pieces[component.name]}, {copies},"
        f" {quoted(component.starts_in)}, {unit.layout.classes[component.name]})"
    )


def _field(unit: Unit, owner: str, field: model.Field) -> str:
    attribute = unit.layout.attributes[owner, field.name]
    index = "" if field.index is None else f", {quoted(field.index)}"
    return f"FieldInfo({quoted(field.name)}, {quoted(attribute)}, {domain_text(field.domain)}{index})"


def _params(locals_: tuple[ir.Local, ...], attributes: tuple[str, ...] | None = None) -> str:
    named = attributes or tuple(each.name for each in locals_)
    return _tuple(
        [
            f"FieldInfo({quoted(local.name)}, {quoted(attribute)}, {domain_text(local.domain)})"
            for local, attribute in zip(locals_, named, strict=True)
        ]
    )


def _seen(sort: str, name: str, seen: Seen, functions: Mapping[tuple[str, str], str]) -> str:
    parts = [quoted(seen.by)]
    function = functions.get((sort, name))
    if seen.during is not None or function is not None:
        parts.append("None" if seen.during is None else quoted(seen.during))
    if function is not None:
        parts.append(function)
    return f"SeenInfo({', '.join(parts)})"


def _zone(unit: Unit, zone: model.Zone, functions: Mapping[tuple[str, str], str]) -> str:
    slot = unit.layout.zones[zone.name]
    cap = str(zone.cap.value) if isinstance(zone.cap, ir.Number) else "None"
    index = "None" if zone.index is None else quoted(zone.index)
    places = slot.place if slot.size is not None else f"({slot.place},)"
    parts = [
        quoted(zone.name), quoted(slot.attribute), index, quoted(zone.component), str(slot.single), cap,
        str(zone.ordered), _seen("zone", zone.name, zone.seen, functions), places,
        *([quoted(zone.sides)] if zone.turned and zone.sides is not None else []),
    ]  # fmt: skip
    return f"ZoneInfo({', '.join(parts)})"


def _variable(unit: Unit, variable: model.Variable, functions: Mapping[tuple[str, str], str]) -> str:
    slot = unit.layout.variables[variable.name]
    index = "None" if variable.index is None else quoted(variable.index)
    seen = _seen("variable", variable.name, variable.seen, functions)
    parts = [quoted(variable.name), quoted(slot.attribute), index, domain_text(variable.domain), seen]
    parts += [] if variable.during is None else [quoted(variable.during)]
    return f"VariableInfo({', '.join(parts)})"


def _count(unit: Unit, course: PointNames, counted: PhaseCounter) -> str:
    script = course.scripts[counted.phase]
    held, slot = held_names(script), unit.layout.variables[counted.variable]
    at = "None" if counted.at is None else quoted(held[script.params[counted.at]])
    fixed = [tuple_of([quoted(held[script.params[number]]), _plain(value)]) for number, value in counted.fixed]
    return f"CountInfo({quoted(slot.attribute)}, {quoted(counted.phase)}, {at}, {slot.size}, {_tuple(fixed)})"


def _plain(literal: ir.Expr) -> str:
    match literal:
        case ir.TruthLiteral(value=value) | ir.Number(value=value):
            return repr(value)
        case ir.Member(index=index) | ir.Printed(index=index):
            return repr(index)
        case ir.Nothing():
            return "None"
        case other:
            raise TypeError(f"{other} is no literal by which phases are counted")


def _token(unit: Unit, token: model.Token) -> str:
    holders = [
        tuple_of([quoted(holder), quoted(unit.layout.tokens[token.name, holder].attribute)]) for holder in token.holders
    ]
    assert isinstance(token.limit, ir.Number), "an option or a reading that gives it is folded in"
    return f"TokenInfo({quoted(token.name)}, {token.limit.value}, {_tuple(holders)})"


def _value(unit: Unit, value: model.Value) -> str:
    function = unit.value_names[value.name]
    if value.name in unit.stateless:
        names = [f"_{index}" for index in range(len(value.params))]
        function = f"lambda {', '.join(['_state', *names])}: {function}({', '.join(names)})"
    return (
        f"ValueInfo({quoted(value.name)}, {_params(value.params)}, {domain_text(value.domain)},"
        f" {unit.clause(value.clause)}, {function})"
    )


def _phase(unit: Unit, course: PointNames, script: control.Script) -> str:
    start = course.functions[course.start(script.name)]
    return f"PhaseInfo({quoted(script.name)}, {_params(script.params)}, {unit.clause(script.clause)}, {start})"


def _frames(
    unit: Unit, course: PointNames, actions: Mapping[str, ActionClass], seen: Mapping[tuple[str, str], str]
) -> list[str]:
    found: list[str] = []
    for key, point, frame in frame_classes(course):
        fields = _params(frame.fields, tuple(frame.attributes[each] for each in frame.fields))
        parts = [quoted(key[0]), quoted(point), fields, frame.name]
        if frame is course.waiting.get(key):
            listed = [
                _action(unit, actions[action.clause.path]) for ask in asks_of(course, key) for action in ask.actions
            ]
            parts.append(_tuple(listed))
        hidden = _hidden(course.scripts[key[0]], key[1], frame, seen)
        if hidden:
            parts.append(f"hidden={_tuple(hidden)}")
        found.append(f"FrameInfo({', '.join(parts)})")
    return found


def _hidden(
    script: control.Script, point: str, frame: FrameClass, functions: Mapping[tuple[str, str], str]
) -> list[str]:
    """Returns the text of a frame's data that not everybody sees, with who does."""
    told = [(each, script.who_sees(each, point)) for each in frame.fields]
    return [
        f"HiddenInfo({quoted(frame.attributes[local])}, {_seen(script.name, local.name, seen, functions)})"
        for local, seen in told
        if seen.by != "everyone"
    ]


def _action(unit: Unit, each: ActionClass) -> str:
    params = _params(tuple(choice.var for choice in each.action.choices), each.attributes)
    table = f"{each.table}[seat]" if each.seated else each.table
    keys = [f"arguments[{index}]" for index in range(len(each.attributes))]
    if each.weighted:
        keys.append("weight")
    if keys:
        table = f"{table}[{', '.join(keys)}]"
    parts = [quoted(each.action.name), params, unit.clause(each.action.clause)]
    parts.append(f"lambda seat, arguments, weight: {table}")
    parts.append(str(each.weighted))
    parts.append(quoted("player" if each.seated else ("chance" if each.chance else "table")))
    refusing = (one.clause for ones in (each.action.guards, each.action.bars) for one in ones)
    paths = "".join(f"{quoted(one.path)}, " for one in refusing)
    parts += [f"({paths})"] if paths else []
    return f"ActionInfo({', '.join(parts)})"


def _clauses(game: model.Game) -> list[control.Clause]:
    """Returns all clauses of the game, in order, each once."""
    found: dict[control.Clause, None] = {}
    agenda: list[object] = [game.kinds, game.relations, game.records, game.tables, game.components, game.tokens]
    agenda += [game.zones, game.variables, game.options, game.questions, game.editions, game.laws, game.values]
    agenda += [game.setup, game.phases, game.outcome, game.invariants, game.measures, game.examples]
    for each in agenda:
        _collect(each, found)
    return list(found)


def _collect(node: object, found: dict[control.Clause, None]) -> None:
    if isinstance(node, control.Clause):
        found.setdefault(node)
    elif isinstance(node, tuple):
        for item in node:
            _collect(item, found)
    else:
        kind: Any = type(node)
        for name in _looked_into(kind):
            _collect(getattr(node, name), found)


@cache
def _looked_into(kind: type) -> tuple[str, ...]:
    """Returns the attributes of a node of this class where clauses may stand; bars that fire are those of actions."""
    if not attrs.has(kind) or issubclass(kind, ir.Expr | ir.Origin | Domain | model.PieceRow):
        return ()
    names = tuple(each.name for each in attrs.fields(kind))
    return tuple(each for each in names if each != "bars") if issubclass(kind, control.Script) else names


def _tuple(items: list[str]) -> str:
    return tuple_of(items) if items else "()"


def domain_text(domain: Domain) -> str:
    """Returns a domain as a Python expression."""
    match domain:
        case Range(low=low, high=high):
            return f"Range({low}, {high})"
        case Enum(kind=kind):
            return f"Enum({quoted(kind)})"
        case Piece(component=component):
            return f"Piece({quoted(component)})"
        case Place(component=component):
            return f"PlaceOf({quoted(component)})"
        case Option(inner=inner):
            return f"Option({domain_text(inner)})"
        case SetOf(inner=inner):
            return f"SetOf({domain_text(inner)})"
        case Record(name=name):
            return f"Record({quoted(name)})"
        case Truth() | Count() | Cell():
            return f"{type(domain).__name__}()"
        case Spot(part=part, kind=kind, sides=sides):
            ring = "" if sides is None else f", {quoted(sides)}"
            return f"Spot({quoted(part)}, {quoted(kind)}{ring})"
