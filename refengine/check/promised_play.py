"""Promises about play held against it: a clause that fired less often than was promised is a failure.

INVARIANT: a promise is held against directed play under every reading: nobody asks it of one edition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refengine.check.exercise import Coverage
from refengine.check.report import Failure, quantity
from refengine.compiled import Compilation
from refengine.evidence.firing import fires_in
from refengine.ir import control
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText

FIRING = "firing"


def promised_of(
    compiled: Compilation, rules: tuple[control.Clause, ...]
) -> tuple[Mapping[str, int], tuple[Diagnostic, ...], Mapping[str, SourceText]]:
    """Returns what the game, or each of several modules, promises of these clauses, and what is wrong with it."""
    folders = [compiled.folder.path, *(each.path for each in compiled.folder.alone)]
    return fires_in(folders, (each.path for each in rules))


def short_promises(coverage: Coverage) -> Iterator[Failure]:
    """Yields a failure for each clause that did not fire as often as is promised."""
    for each in coverage.fallen:
        what = f"it fired {quantity(each.fired, 'time')}, and {each.promised:,} are promised"
        yield Failure(FIRING, each.clause.path, what, each.clause)
