"""The world of a configured game: its rules with questions left open, beside the engine that plays it."""

from __future__ import annotations

from typing import Any

from refengine.ir import expressions as ir, game as model
from refengine.ir.configuration import Configuration
from refengine.ir.domain import Enum
from refengine.rulings.world import ChosenReadings, World
from refengine.runtime.game import Game


def world_of(seated: model.Game, game: Game, configuration: Configuration) -> World:
    """Returns the world of rules with their seats folded in and of the engine made from the same rules."""
    return World(seated, game.description, dict(_options(seated, configuration)))


def _options(rules: model.Game, configuration: Configuration) -> list[tuple[str, Any]]:
    written = dict(configuration.options)
    return [(each.name, _held(rules, each, written.get(each.name))) for each in rules.options]


def _held(rules: model.Game, option: model.Option, written: str | None) -> Any:
    """Returns the value of an option as the engine holds it."""
    if written is None:
        return literal_value(option.default)
    match option.domain:
        case Enum(kind="player"):
            return int(written) - 1
        case Enum(kind=kind):
            return next(each.members for each in rules.kinds if each.name == kind).index(written)
        case _ if written in {"true", "false"}:
            return written == "true"
        case _:
            return int(written)


def literal_value(expr: ir.Expr) -> Any:
    """Returns the value of a literal as the engine holds it."""
    match expr:
        case ir.TruthLiteral(value=value):
            return value
        case ir.Number(value=number):
            return number
        case ir.Member(index=index):
            return index
        case other:
            raise TypeError(f"{type(other).__name__} is no literal")


def chosen_readings(rules: model.Game, configuration: Configuration) -> ChosenReadings:
    """Returns the answers of a table that plays by a configuration."""
    readings = dict(configuration.readings)
    return ChosenReadings({each.name: reading_value(each, readings[each.name]) for each in rules.questions})


def reading_value(question: model.Question, reading: str) -> Any:
    """Returns the value that a question has under one of its readings."""
    return literal_value(next(each.value for each in question.readings if each.name == reading))
