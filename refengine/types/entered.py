"""The phases below the one in which an example begins: it has to be plain where they go on, and with what."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.ir.control import Script
from refengine.ir.entering import places
from refengine.syntax import tree
from refengine.types import control_errors
from refengine.types.context import Context


def goes_on_at(ctx: Context, scripts: Sequence[Script], inner: str, outer: tree.Call) -> str | None:
    """Returns the point at which a phase goes on when one that it entered is done; what is not plain is reported."""
    script = next((each for each in scripts if each.name == outer.name.text), None)
    if script is None or all(each.name != inner for each in scripts):
        return None  # that there is no such phase is said elsewhere
    found = places(script, inner, scripts)
    if len(found) != 1:
        ctx.report(control_errors.no_place_below(inner, script.name, len(found), outer.span))
        return None
    (point,) = (each for each in script.points if each.name == found[0])
    more = [each.name for each in point.params if each not in script.params]
    if more:
        ctx.report(control_errors.more_held(inner, script.name, more, outer.span))
        return None
    return point.name
