"""The data by which the ES module knows a game: names, domains, where everything lies in a packed state.

INVARIANT: all of it is read off the layout, so what the ES module reads and writes is what the codec does.
"""

from __future__ import annotations

from typing import Any, Final

from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.domain import (
    UNBOUNDED,
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place,
    Range,
    Record,
    SetOf,
    Spot,
    Truth,
)
from refengine.ir.phase_counters import PhaseCounter
from refengine.program.from_ir.asks import HEAD, actions_of, asks_of
from refengine.program.from_ir.points import NO_REST
from refengine.program.from_ir.unit import SITE
from refengine.program.lowering import LoweredProgram
from refengine.program.storage.packed import Packed, PackedFrame, PackedOrder
from refengine.report.words import Words
from refengine.web.boards import boards_data
from refengine.web.forms import form_data
from refengine.web.reasons import Background, reasons_data, sentences_data, statements_data

SCHEMA: Final = 1
"""The version of what `to_json` writes."""


def data_of(lowered: LoweredProgram, version: str, background: Background) -> dict[str, Any]:
    """Returns the data of a program that says who sees what; `version` is that of the rules, as states name it."""
    game, packed, view, wishes = lowered.game, lowered.packed, lowered.view, lowered.wishes
    assert view is not None
    assert wishes is not None
    scripts = (game.setup, *game.phases)
    return {
        "schemaVersion": SCHEMA,
        "game": game.name,
        "version": version,
        "players": packed.forms.kinds["player"],
        "kinds": _kinds(game),
        "components": {
            each.name: {"pieces": [row.name for row in each.pieces], "copies": [row.copies for row in each.pieces]}
            for each in game.components
        },
        "places": _places(game, packed),
        "zones": [
            {
                "name": each.zone.name,
                "index": each.zone.index,
                "component": each.zone.component,
                "cap": each.zone.cap.value if isinstance(each.zone.cap, ir.Number) else None,
                "offset": each.offset,
                "stride": each.stride,
                "size": each.size,
                "form": form_data(each.form),
                "order": None if each.order is None else _order(each.zone.index, each.order),
            }
            for each in packed.zones.values()
        ],
        "variables": [
            {
                "name": each.variable.name,
                "index": each.variable.index,
                "domain": domain_data(each.variable.domain, game),
                "offset": each.offset,
                "stride": each.stride,
                "size": each.size,
                "form": form_data(each.form),
            }
            for each in packed.variables.values()
        ],
        "order": [each.name for each in game.zones],
        **boards_data(game, packed),
        "tokens": _tokens(lowered),
        "frames": [_frame(each, game) for each in packed.frames],
        "counted": [_counted(game, each) for each in game.counted],
        "actions": [
            {
                "name": action.name,
                "clause": _clause(action.clause),
                "by": ask.decider if ask.decider in {"chance", "table"} else "player",
                "frame": packed.waiting(key).number - 1,
                "parameters": [_parameter(each.var, lowered) for each in action.choices],
            }
            for key, ask, action in actions_of(game)
        ],
        "deciders": _deciders(lowered),
        "sites": [
            {"what": each.what, "fault": each.fault, "endless": each.what == NO_REST, **_clause(each.clause)}
            for each in lowered.sites
        ],
        "refusals": reasons_data(wishes, [action for _, _, action in actions_of(game)], background),
        "sentences": sentences_data(background),
        "statements": statements_data(
            [each for own in wishes.refusals for each in own], [each.clause for each in scripts], background
        ),
        "scripts": {each.name: _clause(each.clause) for each in scripts},
        "setup": _clause(game.setup.clause),
        "outcome": game.outcome is not None,
        "layout": {
            "size": packed.size,
            "depth": packed.depth,
            "stack": packed.stack,
            "slot": packed.slot,
            "deepest": packed.deepest,
            "number": packed.number,
            "site": SITE,
            "state": lowered.addresses.state,
            "before": lowered.addresses.before,
            "offered": lowered.addresses.offered,
            "stride": lowered.addresses.stride,
            "head": HEAD,
            "results": lowered.addresses.results + 8 * HEAD,
            "wish": wishes.wish,
            "found": wishes.found,
            "unseen": wishes.unseen,
            "view": {
                "address": view.address,
                "places": view.places,
                "counts": view.counts,
                "cells": view.cells,
                "frames": view.frames,
                "held": view.held,
                "state": view.state,
                "size": view.size,
            },
        },
        "labels": {
            language: dict(sorted(({**_composed(game, background.words(language)), **table}).items()))
            for language, table in sorted(background.labels.languages.items())
        },
    }


def _composed(game: model.Game, words: Words) -> dict[str, str]:
    """Returns the labels of pieces and actions called by several words and without one: word by word, as in reports."""
    names = [row.name for each in game.components for row in each.pieces]
    names += [action.name for _, _, action in actions_of(game)]
    return {name: told for name in names if " " in name and (told := str(words.name(name))) != name.replace("_", " ")}


def domain_data(domain: Domain, game: model.Game) -> dict[str, Any]:
    """Returns a domain as data; that of a record has its fields."""
    match domain:
        case Truth():
            return {"is": "truth"}
        case Range(low=low, high=high):
            return {"is": "number", "low": max(low, -UNBOUNDED), "high": high if high < UNBOUNDED else None}
        case Count():
            return {"is": "number", "low": 0, "high": None}
        case Enum(kind="player"):
            return {"is": "seat"}
        case Enum(kind=kind):
            return {"is": "member", "of": kind}
        case Piece(component=component):
            return {"is": "piece", "of": component}
        case Place(component=component):
            return {"is": "place", "of": component}
        case Option(inner=inner):
            return {"is": "option", "inner": domain_data(inner, game)}
        case SetOf(inner=inner):
            return {"is": "set", "inner": domain_data(inner, game)}
        case Cell():
            return {"is": "cell"}
        case Spot(part=part):
            return {"is": "spot", "of": part}
        case Record(name=name):
            (record,) = (each for each in game.records if each.name == name)
            fields = [{"name": each.name, "domain": domain_data(each.domain, game)} for each in record.fields]
            return {"is": "record", "fields": fields}


def _parameter(var: ir.Local, lowered: LoweredProgram) -> dict[str, Any]:
    """Returns a parameter of an action; one that is a set has the form of the number that says which."""
    told = {"name": var.name, "domain": domain_data(var.domain, lowered.game)}
    if isinstance(var.domain, SetOf):
        told["form"] = form_data(lowered.packed.forms.of(var.domain))
    return told


def _kinds(game: model.Game) -> dict[str, list[str]]:
    kinds = {each.name: list(each.members) for each in game.kinds}
    return kinds | {each.name: [reading.name for reading in each.readings] for each in game.questions}


def _places(game: model.Game, packed: Packed) -> list[dict[str, str]]:
    """Returns all places that are neither cells nor spots, in the order of their numbers."""
    members: dict[str, list[str]] = _kinds(game)
    members |= {each.name: [row.name for row in each.pieces] for each in game.components}
    return [
        {"name": zone.name if key is None else f"{zone.name} of {key}", "component": zone.component}
        for zone in (each.zone for each in packed.zones.values())
        for key in ([None] if zone.index is None else members[zone.index])
    ]


def _order(index: str | None, order: PackedOrder) -> dict[str, Any]:
    return {"index": index, "offset": order.offset, "stride": order.stride, "form": form_data(order.form)}


def _tokens(lowered: LoweredProgram) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for each in lowered.packed.tokens.values():
        assert isinstance(each.token.limit, ir.Number)
        told = {"name": each.token.name, "limit": each.token.limit.value, "holders": []}
        token = found.setdefault(each.token.name, told)
        holder = {"holder": each.holder, "offset": each.offset, "width": each.width, "size": each.size}
        token["holders"].append(holder)
    return list(found.values())


def _frame(frame: PackedFrame, game: model.Game) -> dict[str, Any]:
    fields = [
        {"name": each.local.name, "domain": domain_data(each.local.domain, game), "offset": each.offset,
         "form": form_data(each.form)}
        for each in frame.held
    ]  # fmt: skip
    return {"phase": frame.key[0], "point": frame.point, "asks": frame.asks, "fields": fields}


def _deciders(lowered: LoweredProgram) -> list[str | None]:
    """Returns the sort of who decides at each frame; None where it does not wait."""
    found = {key: ask.decider for key, _, ask in asks_of(lowered.game)}
    return [found[each.key] if each.asks else None for each in lowered.packed.frames]


def _counted(game: model.Game, counted: PhaseCounter) -> dict[str, Any]:
    """Returns the count of a running phase, which a state says twice: by its stack, and in a variable."""
    script = next(each for each in game.phases if each.name == counted.phase)
    return {
        "variable": counted.variable,
        "phase": counted.phase,
        "at": None if counted.at is None else script.params[counted.at].name,
        "fixed": [[script.params[number].name, _plain(value)] for number, value in counted.fixed],
    }


def _plain(literal: ir.Expr) -> int | None:
    """Returns a literal as the program holds it; None for nothing."""
    match literal:
        case ir.TruthLiteral(value=value) | ir.Number(value=value):
            return int(value)
        case ir.Member(index=index) | ir.Printed(index=index):
            return index
        case ir.Nothing():
            return None
        case other:
            raise TypeError(f"{other} is no literal by which phases are counted")


def _clause(clause: Clause) -> dict[str, Any]:
    return {"clause": clause.path, "citations": [str(each) for each in clause.cites]}
