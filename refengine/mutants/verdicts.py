"""Verdicts on mutants: who objects to one, or that nobody does."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from refengine.mutants.mutant import Mutant

Found = Literal["not compiled", "caught", "weaker", "survived", "disagreement", "internal error"]
"""`not compiled`: it is no rule set, or says the same. `weaker`: nothing objects, but something is no longer proved."""

By = Literal["examples", "laws", "proofs", "play"]

STAGES: Final[tuple[By, ...]] = By.__args__  # type: ignore[attr-defined]
"""The stages at which a mutant may be objected to, in the order in which they are asked."""


@frozen
class MutantVerdict:
    """`by` whom a mutant is caught, `name` and `what` of that; `weaker` are the statements that are known less well.

    `endless`: it is caught because a game of it does not end.
    """

    mutant: Mutant
    found: Found
    by: By | None = None
    name: str = ""
    what: str = ""
    weaker: tuple[str, ...] = ()
    endless: bool = False

    @property
    def counts(self) -> bool:
        """Returns whether it is a mutant at all."""
        return self.found != "not compiled"
