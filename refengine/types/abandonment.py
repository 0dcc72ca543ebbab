"""Checks that a phase that is abandoned can be running there; that it is, where it need not be, is an obligation.

Where a way between phases is missing, since its text is wrong, nobody knows what can be running.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.ir import control
from refengine.ir.running import Running, ways_from
from refengine.ir.traverse import walk
from refengine.resolve.leaving import Ways
from refengine.resolve.symbols import Symbols
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import control_errors


def lacks_ways(symbols: Symbols, scripts: Sequence[control.Script]) -> bool:
    """Returns whether the text has a way to a phase that the scripts have not, since something around it is wrong."""
    phases, texts = symbols.of_sort(tree.Phase), symbols.of_sort(tree.Text)
    written = Ways((*symbols.setups, *phases, *texts, *symbols.bodies, *symbols.standing)).ways
    made = {each.name: {way.phase for way in ways_from(each)} for each in scripts}
    return any(not {other for _, other in ways} <= made.get(name, set()) for name, ways in written.items())


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
