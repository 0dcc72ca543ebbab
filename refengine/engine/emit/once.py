"""Common reads: what a function that only reads asks of its state more than once is read once, before all else.

A loop that asks for the same attribute of the state at each turn takes a good part of its time for that; and so does
one that walks through all members of a family for each piece of which it asks whether it lies in one of them.
"""

from __future__ import annotations

import re
from collections import Counter

from refengine.engine.emit.text import Kind, Line, Text
from refengine.engine.emit.unit import Scope

_READ = re.compile(r"\bstate\.(\w+)")
_LOOP = re.compile(r"\bfor\b")
_IN_FAMILY = re.compile(r"\bin chain\.from_iterable\((\w+)\)")


def read_once(code: Text, start: int, scope: Scope) -> None:
    """Reads first what the lines from `start` on, the rest of a function, read of `state` in a loop or repeatedly."""
    asked: Counter[str] = Counter()
    loops: list[int] = []
    for depth, line, kind in code.lines[start:]:
        while loops and loops[-1] >= depth:
            loops.pop()
        if kind is Kind.COMMENT:
            continue
        times = 2 if loops or _LOOP.search(line) else 1
        for attribute in _READ.findall(line):
            asked[attribute] += times
        if kind is Kind.LOOP:
            loops.append(depth)
    names = {attribute: scope.fresh(attribute) for attribute, times in asked.items() if times > 1}
    code.lines[start:] = [
        Line(
            depth, line if kind is Kind.COMMENT else _READ.sub(lambda found: names.get(found[1], found[0]), line), kind
        )
        for depth, line, kind in code.lines[start:]
    ]
    gathered = _gathered(code, start, scope, {*names.values()})
    code.lines[start:start] = [
        Line(code.depth, f"{name} = state.{attribute}") for attribute, name in names.items()
    ] + gathered


def _gathered(code: Text, start: int, scope: Scope, families: set[str]) -> list[Line]:
    """Has what is asked in a loop, whether a piece lies in a family, asked of a set of all that does; its lines.

    A loop within a line is left as it is: it may end with the first piece that is asked about.
    """
    made: dict[str, str] = {}

    def asked(found: re.Match[str]) -> str:
        family = found[1]
        if family not in families:
            return found[0]
        if family not in made:
            made[family] = scope.fresh(f"in_{family}")
        return f"in {made[family]}"

    loops: list[int] = []
    for number, (depth, line, kind) in enumerate(code.lines[start:], start):
        while loops and loops[-1] >= depth:
            loops.pop()
        if kind is Kind.LOOP:
            loops.append(depth)
        elif loops and kind is not Kind.COMMENT and not _LOOP.search(line):
            code.lines[number] = Line(depth, _IN_FAMILY.sub(asked, line), kind)
    return [Line(code.depth, f"{name} = frozenset(chain.from_iterable({family}))") for family, name in made.items()]
