"""The progress of a command: a bar on a terminal, plain lines on the error stream of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn


class Bar:
    """Work that has a name and so many steps; the next one takes its place."""

    def __init__(self, shown: Progress | None) -> None:
        self._shown = shown
        self._task: TaskID | None = None
        self._named: str | None = None

    def start(self, name: str, total: int) -> None:
        """Begins a piece of work."""
        if self._shown is None:
            if name != self._named:
                print(f"{name}: {total:,} to do", file=sys.stderr, flush=True)
        elif self._task is None:
            self._task = self._shown.add_task(name, total=total)
        else:
            self._shown.reset(self._task, description=name, total=total)
        self._named = name

    def aside(self, text: str) -> None:
        """Prints something while the work goes on; the bar makes room for it."""
        if self._shown is not None:
            self._shown.stop()
        sys.stdout.write(text)
        sys.stdout.flush()
        if self._shown is not None:
            self._shown.start()

    def step(self, number: int = 1) -> None:
        """Moves the bar on by a number of steps."""
        if self._shown is not None and self._task is not None:
            self._shown.advance(self._task, number)


@contextmanager
def progress() -> Iterator[Bar]:
    """Yields a bar while the work goes on; it leaves nothing behind."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Bar(None)
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as shown:
        yield Bar(shown)
