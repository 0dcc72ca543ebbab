"""Listeners to the progress of work: a bar on a terminal, lines in a pipe, or nobody."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from refengine.source.diagnostic import Diagnostic

Clock = Callable[[], float]


def no_time() -> float:
    """Returns 0: where nobody looks at a clock, no time passes."""
    return 0.0


@frozen
class Watch:
    """A listener to work, which is told how much of it begins and how much is done, and asked for the time.

    `start` is told the name of a piece of work and its number of steps, `step` how many of them are done, `tell` what
    whoever waits should know besides. `clock` gives seconds; it is handed on to other processes.
    """

    start: Callable[[str, int], None] = lambda _name, _total: None
    step: Callable[[int], None] = lambda _number: None
    tell: Callable[[Diagnostic], None] = lambda _said: None
    clock: Clock = no_time
