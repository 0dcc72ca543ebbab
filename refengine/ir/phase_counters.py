"""Variables that count how often a phase is running, as the IR has them."""

from __future__ import annotations

from attrs import frozen

from refengine.ir.expressions import Expr


@frozen
class PhaseCounter:
    """A variable that no rule writes: how often a phase is running, told the key at parameter `at`, and what is fixed.

    Without `at`, whatever it was told. `fixed` are parameters by number, each with a literal.
    """

    variable: str
    phase: str
    at: int | None = None
    fixed: tuple[tuple[int, Expr], ...] = ()
