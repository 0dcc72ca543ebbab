"""Places and steps under a model, in data of the engine."""

from __future__ import annotations

from typing import Any, cast

from attrs import evolve

from refengine.smt.course.actions import ActionTerms
from refengine.smt.course.study import Study
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults
from refengine.smt.goal import Position, TakenAction as Played
from refengine.smt.solving.model import Model, Reader
from refengine.smt.terms.stack import Stack
from refengine.smt.terms.state import State


def position_at(study: Study, state: State, stack: Stack, found: Model) -> Position:
    """Returns a whole state with its stack."""
    run = ScriptRun(study.world, Faults(study.terms))
    read = Reader(study.world.layout, found)
    frames: list[dict[str, Any]] = []
    for frame in stack:
        held = {
            local.name: read.value(local.domain, value)
            for local, value in zip(run.held_at(frame.shape), frame.held, strict=True)
        }
        waits = frame is stack[-1]
        frames.append({"phase": frame.script, "point": f"{frame.point} asks" if waits else frame.point, "data": held})
    position = study.position(study.world, state, found, whole=True)
    return evolve(position, data={**position.data, "control": frames or [{"phase": None}]})


def step_played(study: Study, taken: ActionTerms, found: Model) -> Played:
    """Returns an action as it is taken under a model."""
    read = Reader(study.world.layout, found)
    arguments = tuple(
        read.value(choice.var.domain, value)
        for choice, value in zip(taken.action.choices, taken.arguments, strict=True)
    )
    if taken.actor is None:
        return Played("chance" if taken.ask.decider == "chance" else "table", taken.action.name, arguments)
    return Played(cast("int", found.of(taken.actor)) + 1, taken.action.name, arguments)
