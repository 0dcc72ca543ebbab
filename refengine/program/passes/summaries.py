"""Summaries of functions: how large each is, what it calls and gives values; looked through once for all passes."""

from __future__ import annotations

from attrs import define, field, frozen

from refengine.program import ops


@frozen
class Summary:
    """The number of nodes of a function, its calls, and the names of the locals and globals that it gives values."""

    size: int
    calls: tuple[ops.Call, ...]
    written: frozenset[str]


@define
class Summaries:
    """The summaries of the functions of one program, made when they are first asked for.

    INVARIANT: a function that has the name of another has its body, too.
    """

    _known: dict[str, Summary] = field(factory=dict, init=False)

    def of(self, function: ops.Function) -> Summary:
        """The summary of a function."""
        found = self._known.get(function.name)
        if found is None:
            self._known[function.name] = found = _summary(function)
        return found


def _summary(function: ops.Function) -> Summary:
    calls: list[ops.Call] = []
    written: set[str] = set()
    size = 0
    for node in ops.walk(function.body):
        size += 1
        kind = type(node)
        if kind is ops.Call:
            calls.append(node)  # type: ignore[arg-type]
        elif kind is ops.Assign:
            written.add(node.to.name)  # type: ignore[attr-defined]
    return Summary(size, tuple(calls), frozenset(written))
