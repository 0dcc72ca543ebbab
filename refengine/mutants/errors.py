"""Errors that keep mutants from being looked at."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.source.diagnostic import Diagnostic
from refengine.source.suggest import did_you_mean


def no_such_mutant(word: str, known: Iterable[str]) -> Diagnostic:
    """An id that no mutant of these rules has."""
    nearest = did_you_mean(word, known)
    hint = (
        f"did you mean `{nearest}`?" if nearest else "`refengine mutants GAME` shows the ids; they change with the rule"
    )
    return Diagnostic("E0893", f"no mutant has the id `{word}`", None, hint=hint)


def rules_broken(name: str, what: str) -> Diagnostic:
    """Rules that do not hold themselves: whatever objects to their mutants objects to them."""
    message = f"the rules do not hold as they are: {name}: {what}"
    return Diagnostic("E0894", message, None, hint="`refengine check` shows more; mutants are of rules that hold")
