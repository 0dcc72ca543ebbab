"""Violations: what the rules say has to hold, and does not in a state or over a step."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from refengine.runtime.fault import Clause


@frozen
class Violation:
    """A violation of something that had to hold."""

    kind: Literal["invariant", "step invariant", "measure", "conservation"]
    name: str
    clause: Clause
