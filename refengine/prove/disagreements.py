"""Answers of an engine and of the prover, as data that can be compared and in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from refengine.runtime.fault import Fault
from refengine.smt.goal import Counterexample, Prediction


def plain(value: Any) -> Any:
    """Returns a value as JSON has it, lists sorted, since these are sets and the contents of zones."""
    match value:
        case {"component": component, "fields": fields}:
            return {"component": component, "fields": json.dumps(fields, sort_keys=True)}
        case Mapping():
            return {str(name): plain(each) for name, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return sorted((plain(each) for each in value), key=lambda each: json.dumps(each, sort_keys=True))
        case _:
            return value if type(value) in {bool, int, str, type(None)} else str(value)


def broken_off(fault: Fault) -> str:
    """Returns in words that the rules break off."""
    return f"the rules break off: {fault.message} in `{fault.path}`"


def call_text(asked: Prediction) -> str:
    """Returns a value with its arguments as the rules call it."""
    listed = ", ".join(data_text(each) for each in asked.arguments)
    return f"{asked.value}({listed})" if listed else asked.value


def data_text(value: Any) -> str:
    """Returns data as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def step_name(found: Counterexample) -> str:
    """Returns the step of a counterexample, or the phase that is run, in words."""
    if found.step is None:
        return str(found.phase)
    listed = ", ".join(data_text(each) for each in found.step.arguments)
    return f"{found.step.actor}: {found.step.action}({listed})"
