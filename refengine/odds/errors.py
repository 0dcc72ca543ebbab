"""Errors for which there are no odds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from refengine.explore.errors import state_count
from refengine.source.diagnostic import Diagnostic
from refengine.source.suggest import did_you_mean

TOO_MANY: Final = "E0881"
NEVER_ENDS: Final = "E0882"


def not_chance(where: str, decider: str) -> Diagnostic:
    """A position in which somebody else decides, or nobody."""
    message = f"chance does not decide at the end of {where}: {decider}"
    return Diagnostic("E0880", message, None, hint="end where the next to decide is chance")


def too_many(found: int, most: int, limit: int) -> Diagnostic:
    """More states than anybody wants to wait for."""
    told = f"up to about {state_count(most)}" if most > found else "more"
    message = f"after {found:,} states chance still goes on, {told} in all, and the limit is {limit:,}"
    hint = "raise `--limit`, go on all the same with `--force`, or begin further on"
    return Diagnostic(TOO_MANY, message, None, hint=hint)


def never_ends(where: str) -> Diagnostic:
    """Chance that can come to a circle which it never leaves."""
    message = f"from the end of {where} chance may go on for ever"
    return Diagnostic(NEVER_ENDS, message, None, hint="there has to be a way out of every circle")


def unknown_example(word: str, known: Iterable[str]) -> Diagnostic:
    """Neither an example of the game nor a file."""
    listed = sorted(known)
    nearest = did_you_mean(word, listed)
    if nearest:
        hint = f"did you mean `{nearest}`?"
    elif listed:
        hint = f"name an example, such as `{listed[0]}`, or the file of a trace"
    else:
        hint = "the game has no examples; name the file of a trace"
    return Diagnostic("E0883", f"there is no example and no trace `{word}`", None, hint=hint)


def breaks_off(where: str, why: str) -> Diagnostic:
    """A position that cannot be set up, or come to."""
    return Diagnostic("E0884", f"{where} does not come to its end: {why}", None, hint="`refengine check` tells where")


def still_to_change(question: str, percent: str, who: str, choice: str) -> Diagnostic:
    """An answer that the next decision would change."""
    message = f"`{question}` is still to change: in {percent} {who}, and `{choice}` would change it"
    hint = "begin further on, or take it as it stands then with `--as-it-stands`"
    return Diagnostic("E0885", message, None, hint=hint)
