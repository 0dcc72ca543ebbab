"""Decisions: the classes of actions, and the tables that hold one object for each."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from refengine.engine.emit.course import PointNames
from refengine.engine.emit.naming import Names, camel, upper
from refengine.engine.emit.text import Text, tuple_of
from refengine.engine.emit.unit import Unit
from refengine.engine.emit.values import per
from refengine.engine.public import public_text
from refengine.ir import control, expressions as ir
from refengine.ir.circles import PointKey
from refengine.ir.domain import Piece
from refengine.ir.exits import leaves


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


def action_classes(unit: Unit, course: PointNames) -> Mapping[str, ActionClass]:
    """Returns the class of every action, by the path of its clause."""
    found: dict[str, ActionClass] = {}
    for key in course.waiting:
        for ask in asks_of(course, key):
            for action in ask.actions:
                name = unit.names.new(
                    camel(action.name), f"{camel(action.name)}Action", f"{camel(key[0])}{camel(action.name)}"
                )
                table = unit.names.new(f"{upper(name)}S", f"{upper(name)}_TABLE")
                chance = ask.decider == "chance"
                weighted = chance and (
                    action.weight is not None or any(is_alike(each, unit) for each in action.choices)
                )
                own = Names(attributes=True)
                own.used.update({"actor", "name", "arguments", "weight", "label", "seat"})
                attributes = tuple(own.new(each.var.name) for each in action.choices)
                each = ActionClass(action, name, table, ask.actor is not None, chance, weighted, attributes, None)
                if not chance and is_plain(each, unit) and isinstance(action.choices[0].domain, ir.Contents):
                    each = evolve(each, kept=unit.names.new(f"{table}_FROM"))
                found[action.clause.path] = each
    return found


def asks_of(course: PointNames, key: PointKey) -> list[control.Ask]:
    """Returns the decisions at a point (one, but for a fork)."""
    return [leave for leave in leaves(course.point(key).exit) if isinstance(leave, control.Ask)]


def is_alike(choice: control.Choice, unit: Unit) -> bool:
    """Returns whether a choice is among copies that are alike."""
    inner = choice.var.domain
    return isinstance(inner, Piece) and unit.layout.copies[inner.component]


# ---- CLASSES AND TABLES


def emit_action_class(unit: Unit, each: ActionClass, out: Text) -> None:
    """Writes the class of an action, and the table of its objects."""
    types = [unit.domain_type(choice.var.domain) for choice in each.action.choices]
    out.add("@frozen(eq=False, repr=False, weakref_slot=False)")
    with out.block(f"class {each.name}(Action)"):
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
    shown = [
        public_text(unit, choice.var.domain, name)
        for name, choice in zip(each.attributes, each.action.choices, strict=True)
    ]
    weight = "weight" if each.weighted else ("1" if each.chance else "None")
    actor = "seat + 1" if each.seated else ("CHANCE" if each.chance else "TABLE")
    made = [actor, f'"{each.action.name}"', tuple_of(shown) if shown else "()", weight]
    made += (["seat"] if each.seated else []) + list(each.attributes)
    made_text = f"{each.name}({', '.join(made)})"
    maker = unit.names.new(f"make_{each.table.lower()}")
    params = (["seat: int"] if each.seated else []) + (
        [f"{keys[0][0]}: {keys[0][1]}"]
        if len(keys) == 1
        else ([f"key: tuple[{', '.join(kind for _, kind in keys)}]"] if keys else [])
    )
    with out.block(f"def {maker}({', '.join(params)}) -> {each.name}"):
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
        table_type = f"tuple[Interned[{key_type}, {each.name}], ...]"
        tables = f"tuple(Interned(partial({maker}, seat)) for seat in range({seats}))"
        out.add(f"{each.table}: Final[{table_type}] = {tables}")
    else:
        out.add(f"{each.table}: Final[Interned[{key_type}, {each.name}]] = Interned({maker})")
    if each.kept is not None:
        tables = f"tuple(kept_plays(table) for table in {each.table})" if each.seated else f"kept_plays({each.table})"
        out.add(f"{each.kept}: Final = {tables}")
    out.add()


def entry(each: ActionClass, table: str, values: list[str], weight: str | None) -> str:
    """Returns an action's object, looked up in its table, or in that of its seat."""
    keys = values + ([weight] if each.weighted and weight is not None else [])
    return f"{table}[{', '.join(keys)}]" if keys else table


def is_plain(each: ActionClass, unit: Unit) -> bool:
    """Returns whether an action is legal for everything in one set, and for nothing else."""
    action = each.action
    if len(action.choices) != 1 or action.guards or action.bars or each.weighted:
        return False
    return not is_alike(action.choices[0], unit)
