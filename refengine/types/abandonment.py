"""Checks that a phase that is abandoned can be running there; that it is, where it need not be, is an obligation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.ir import control
from refengine.ir.running import Running
from refengine.ir.traverse import walk
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.types import control_errors


def check_abandoned(scripts: Sequence[control.Script], below: Running) -> Iterator[Diagnostic]:
    """Phases that are abandoned where they can not be running; a standing rule stands in several scripts."""
    possible: dict[tuple[str, Span], bool] = {}
    for script in scripts:
        for each in walk(script):
            if isinstance(each, control.Abandon) and each.phase in below.perhaps and each.origin.span is not None:
                key = (each.phase, each.origin.span)
                possible[key] = possible.get(key, False) or below.may(each.phase, script.name)
    for (phase, span), can_be in possible.items():
        if not can_be:
            yield control_errors.can_not_run(phase, span)
