"""Errors in what is asked of the prover, one function per code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refengine.evidence.ledger import Entry
from refengine.smt.goal import Goal
from refengine.source.diagnostic import Diagnostic
from refengine.source.suggest import did_you_mean


def nothing_called(word: str, known: Iterable[str], left_out: Sequence[Goal] = ()) -> Diagnostic:
    """A name that no statement has, or only some that the options of the command leave out."""
    text, hint = f"there is nothing called `{word}` to prove", "without a name everything is proved, and listed"
    if left_out:
        kinds = " and the ".join(dict.fromkeys(each.kind for each in left_out))
        seats = sorted({each.players for each in left_out if each.players})
        said = f", of {' or '.join(map(str, seats))} players" if seats else ""
        text, hint = f"the options leave out the {kinds} `{word}`{said}", "ask without them"
    elif nearest := did_you_mean(word, known):
        hint = f"did you mean `{nearest}`?"
    return Diagnostic("E0863", text, None, hint=hint)


def unsupported(entry: Entry) -> Diagnostic:
    """A statement that uses what the prover cannot express; the place is that of the construct, if it is known."""
    why = f": {'; '.join(entry.how)}" if entry.how else ""
    return Diagnostic("E0864", f"{entry.kind} `{entry.name}` cannot be proved{why}", entry.at or entry.span)


def no_example(kind: str, name: str, why: str) -> Diagnostic:
    """A counterexample that is no example."""
    return Diagnostic("E0865", f"{kind} `{name}` gives no example: {why}", None)
