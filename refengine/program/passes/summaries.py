"""Summaries of the bodies of functions: how large each is, its locals, what it calls and gives values.

A body is looked through once for all who ask: those who make it, the passes, the printer.
"""

from __future__ import annotations

from operator import attrgetter

from attrs import define, field, frozen

from refengine.program import ops


@frozen
class Summary:
    """The number of nodes of a body, of loops among them, its calls, and the names of what it gives values.

    Its `locals` are all that it names, parameters too, those of a type side by side.
    """

    size: int
    loops: int
    calls: tuple[ops.Call, ...]
    written: frozenset[str]
    locals: tuple[ops.Local, ...]


@define
class Summaries:
    """The summaries of the bodies of one program, made when they are first asked for."""

    _known: dict[int, tuple[ops.Body, Summary]] = field(factory=dict, init=False)
    """By the identity of the body, which nothing else can have as long as the body is kept here."""

    def of(self, body: ops.Body) -> Summary:
        """Returns the summary of a body."""
        found = self._known.get(id(body))
        if found is None:
            self._known[id(body)] = found = body, _summary(body)
        return found[1]


def _summary(body: ops.Body) -> Summary:
    calls: list[ops.Call] = []
    written: set[str] = set()
    named: dict[str, ops.Local] = {}
    size = loops = 0
    for node in ops.walk(body):
        size += 1
        kind = type(node)
        if kind is ops.Local:
            named[node.name] = node  # type: ignore[attr-defined, assignment]
        elif kind is ops.Call:
            calls.append(node)  # type: ignore[arg-type]
        elif kind is ops.Assign:
            written.add(node.to.name)  # type: ignore[attr-defined]
        elif kind is ops.While:
            loops += 1
    together = tuple(sorted(named.values(), key=attrgetter("type")))
    return Summary(size, loops, tuple(calls), frozenset(written), together)
