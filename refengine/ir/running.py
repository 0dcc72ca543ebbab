"""Running phases: those that were entered before a script runs, each in turn, and are not left.

What can be told from the text holds for every game: which phases may be running, and which are running for sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from refengine.ir import control
from refengine.ir.traverse import walk


@frozen
class Running:
    """The phases that wait below each script: `perhaps` in some course of a game, `surely` in every one.

    A script that a game never comes to has everything surely below it. For each script `instead` are those that may run
    in its place, by `go`, and it itself.
    """

    perhaps: Mapping[str, frozenset[str]]
    surely: Mapping[str, frozenset[str]]
    instead: Mapping[str, frozenset[str]]
    setup: str
    entered: tuple[tuple[str, control.Enter], ...]

    def is_lowest(self, script: str) -> bool:
        """Returns whether a script may run with nothing below it."""
        return script in self.instead[self.setup]

    def returns(self, phase: str) -> Iterator[tuple[str, str]]:
        """Yields the scripts, each with its point, to which control may come back where a phase is done."""
        points = ((script, way.then) for script, way in self.entered if phase in self.instead[way.phase])
        yield from dict.fromkeys(points)

    def may(self, phase: str, script: str) -> bool:
        """Returns whether the phase may be running while the script runs."""
        return phase == script or phase in self.perhaps[script]

    def must(self, phase: str, script: str) -> bool:
        """Returns whether the phase is running whenever the script runs."""
        return phase == script or phase in self.surely[script]

    def without(self, script: str) -> frozenset[str]:
        """Returns the scripts that may run when this one is over, or has not begun."""
        return frozenset(each for each in self.perhaps if not self.must(script, each))


def running(setup: control.Script, phases: Iterable[control.Script]) -> Running:
    """Returns which phases wait below which, found by following `enter` and `go` until nothing changes."""
    scripts = {script.name: script for script in (setup, *phases)}
    ways = [(name, way) for name, script in scripts.items() for way in ways_from(script) if way.phase in scripts]
    perhaps: dict[str, frozenset[str]] = dict.fromkeys(scripts, frozenset())
    surely: dict[str, frozenset[str]] = dict.fromkeys(scripts, frozenset(scripts))
    surely[setup.name] = frozenset()
    instead = {name: frozenset((name,)) for name in scripts}
    changed = True
    while changed:
        changed = False
        for name, way in ways:
            enters = isinstance(way, control.Enter)
            waits = {name} if enters else frozenset[str]()
            more, fewer = perhaps[way.phase] | perhaps[name] | waits, surely[way.phase] & (surely[name] | waits)
            gone = instead[name] if enters else instead[name] | instead[way.phase]
            changed = changed or (more, fewer, gone) != (perhaps[way.phase], surely[way.phase], instead[name])
            perhaps[way.phase], surely[way.phase], instead[name] = more, fewer, gone
    entered = tuple((name, way) for name, way in ways if isinstance(way, control.Enter))
    return Running(perhaps, surely, instead, setup.name, entered)


def ways_from(script: control.Script) -> Iterator[control.Enter | control.Go]:
    """Yields the ways from a script to phases, and to itself."""
    for point in script.points:
        yield from (each for each in walk(point.exit) if isinstance(each, control.Enter | control.Go))
