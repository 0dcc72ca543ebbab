"""Traces of a game that was cut down, as text: which pieces there were is written beside what was played.

Without that a trace could not be played again: it is one of other rules.
"""

from __future__ import annotations

import json

from refengine.engine.trace import Trace, write_trace
from refengine.explore.explored import Explored
from refengine.ir.scope import Kept

KEPT = "kept"


def saved_text(trace: Trace, explored: Explored) -> str:
    """The text of a trace's file; where the scope cut components, `kept` in the meta data lists what was left."""
    text = write_trace(trace)
    if not explored.kept:
        return text
    data = json.loads(text)
    data["#meta"]["refengine"][KEPT] = {
        component: [[name, copies] for name, copies in pieces] for component, pieces in explored.kept
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def kept_in(text: str) -> Kept:
    """The pieces that a trace's text says were left, for `restrict_to`; nothing where it says none, or is no trace."""
    try:
        data = json.loads(text)["#meta"]["refengine"].get(KEPT, {})
        return tuple(
            (str(component), tuple((str(name), int(copies)) for name, copies in pieces))
            for component, pieces in data.items()
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()
