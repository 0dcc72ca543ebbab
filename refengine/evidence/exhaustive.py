"""Exhaustive evidence: what small versions of a game, gone through whole, say of statements not known better."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from refengine.evidence.ledger import Entry, Found, level_of
from refengine.evidence.level import Level

EXHAUSTIVE: Final = Level("exhaustive")

EXPLORED: Final = frozenset({"claim", "invariant", "step invariant", "measure", "conservation"})
"""The kinds of statements that are looked at while a scope is explored."""

_SHOWN: Final = frozenset({"bounded", "unknown", "not reached"})
"""The levels than which a scope that was gone through whole says more."""


@frozen
class ExhaustedScope:
    """A scope of which every state was looked at; `held` in all of them and `broken` in some, (kind, name).

    Conservation is one statement for all components, and its name says nothing. `entire`: no piece was left out, so
    what is broken is broken in the game itself. Of what held some is `unclear`, as it asks the value named beside it:
    where one clause of that applied, it was not asked whether another one did, so that there is no answer.
    """

    scope: str
    players: int
    states: int
    held: frozenset[tuple[str, str]]
    broken: frozenset[tuple[str, str]] = frozenset()
    entire: bool = False
    unclear: Mapping[tuple[str, str], str] = field(factory=dict)

    @property
    def way(self) -> str:
        """How it is known that something is broken here, and who shows it."""
        return f"a game comes to it in scope {self.scope}, which `refengine explore` shows"

    def holds(self, entry: Entry) -> bool:
        """Returns whether the statement held in every state."""
        return _among(entry, self.held) and entry.statement not in self.unclear

    def breaks(self, entry: Entry) -> bool:
        """Returns whether the statement is broken in the game itself."""
        return self.entire and _among(entry, self.broken)


def improvable(entry: Entry) -> bool:
    """Returns whether a scope can say more of a statement than what is known."""
    return not entry.failed and entry.verdict != "disagreement" and entry.level.order < EXHAUSTIVE.order


def with_scopes(found: Iterable[Entry], scopes: Sequence[ExhaustedScope]) -> tuple[Entry, ...]:
    """Returns the entries, with what the largest scope says in which the statement held: exhaustive.

    Such a scope counts only where it has as many players as the statement lacks. What an entire game breaks is refuted,
    and if it was proved engine and prover disagree.
    """
    return tuple(_with_scopes(each, scopes) for each in found)


def _with_scopes(entry: Entry, scopes: Sequence[ExhaustedScope]) -> Entry:
    broken = next((each for each in scopes if each.breaks(entry)), None)
    if broken is not None:
        verdict: Found = "disagreement" if entry.level.order >= level_of("proved").order else "refuted"
        how = (*entry.how, broken.way) if entry.verdict == "refuted" else (broken.way,)
        return evolve(entry, verdict=verdict, level=level_of(verdict), how=how)
    good = [each for each in scopes if each.players in entry.lacking and each.holds(entry)]
    if not improvable(entry):
        return entry
    if not good:
        unclear = [each for each in scopes if each.players in entry.lacking and entry.statement in each.unclear]
        said = (
            f"scope {each.scope}: it asks `{each.unclear[entry.statement]}`, and behind the clause of it that applied"
            " no other was asked"
            for each in unclear
        )
        return evolve(entry, how=(*entry.how, *said))
    best = max(good, key=lambda each: each.states)
    over = f"scope {best.scope}: every state of a game of {best.players} players, by the default readings"
    return evolve(
        entry,
        verdict="holds" if entry.verdict in _SHOWN else entry.verdict,
        level=EXHAUSTIVE,
        players=(best.players,),
        how=(*entry.how, over),
        explored=(best.scope, best.states),
    )


def _among(entry: Entry, statements: frozenset[tuple[str, str]]) -> bool:
    if entry.kind == "conservation":
        return any(kind == "conservation" for kind, _ in statements)
    return entry.statement in statements
