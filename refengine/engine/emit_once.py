"""Common reads: what a function that only reads asks of its state more than once is read once, before all else.

A loop that asks for the same attribute of the state at each turn takes a good part of its time for that.
"""

from __future__ import annotations

import re
from collections import Counter

from refengine.engine.text import Text
from refengine.engine.unit import Scope

_READ = re.compile(r"\bstate\.(\w+)")
_LOOP = re.compile(r"\bfor\b")


def read_once(code: Text, start: int, scope: Scope) -> None:
    """Reads first what the lines from `start` on, the rest of a function, read of `state` in a loop or repeatedly."""
    asked: Counter[str] = Counter()
    loops: list[int] = []
    for depth, line in code.lines[start:]:
        while loops and loops[-1] >= depth:
            loops.pop()
        if line.startswith("#"):
            continue
        times = 2 if loops or _LOOP.search(line) else 1
        for attribute in _READ.findall(line):
            asked[attribute] += times
        if line.startswith("for "):
            loops.append(depth)
    names = {attribute: scope.fresh(attribute) for attribute, times in asked.items() if times > 1}
    code.lines[start:] = [
        (depth, line if line.startswith("#") else _READ.sub(lambda found: names.get(found[1], found[0]), line))
        for depth, line in code.lines[start:]
    ]
    code.lines[start:start] = [(code.depth, f"{name} = state.{attribute}") for attribute, name in names.items()]
