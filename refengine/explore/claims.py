"""Claims about reachable states, asked in every state that is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve, frozen

from refengine.explore.alike import tells_apart
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.ir.state_claims import claims_as_examples
from refengine.runtime.description import Description
from refengine.runtime.fault import Clause, Fault
from refengine.runtime.game import State

CLAIM = "claim"
"""The sort of a breach: a claim does not hold in a state."""


@frozen
class ExploredClaim:
    """A claim, what it assumes, and what it says."""

    name: str
    clause: Clause
    assuming: tuple[Callable[[State], bool], ...]
    holds: Callable[[State], bool]


class OpenClaims:
    """The claims of a game while it is explored: each is asked until it does not hold.

    A claim of which no state meets what it assumes says nothing, so it is neither held nor broken. One that has no
    answer in a state does not hold there.
    """

    def __init__(self, claims: Sequence[ExploredClaim]) -> None:
        self.broken: list[Clause] = []
        self._claims = tuple(claims)
        self._open = list(claims)
        self._met: set[str] = set()

    @property
    def held(self) -> tuple[Clause, ...]:
        """The claims that were asked, and held in every state."""
        return tuple(each.clause for each in self._open if each.clause.path in self._met)

    @property
    def met(self) -> frozenset[str]:
        """The paths of the claims whose assumptions something met."""
        return frozenset(self._met)

    def restore(self, broken: Iterable[Clause], met: Iterable[str]) -> None:
        """Takes in what an earlier search found of them."""
        self.broken = list(broken)
        denied = {each.path for each in self.broken}
        self._open = [each for each in self._claims if each.clause.path not in denied]
        self._met = set(met)

    def meet(self, names: Iterable[str]) -> None:
        """Takes in that somebody else found what claims with these names assume, and asked them."""
        wanted = set(names)
        self._met.update(each.clause.path for each in self._claims if each.name in wanted)

    def look(self, state: State) -> Iterator[Clause]:
        """Yields the claims that do not hold in a state, and are not asked again."""
        for each in tuple(self._open):
            if not self._holds(each, state):
                self._open.remove(each)
                self.broken.append(each.clause)
                yield each.clause

    def _holds(self, claim: ExploredClaim, state: State) -> bool:
        try:
            if not all(condition(state) for condition in claim.assuming):
                return True
            self._met.add(claim.clause.path)
            return claim.holds(state)
        except Fault:
            return False


def with_claims(game: model.Game, configuration: Configuration, *, alike: bool = False) -> model.Game:
    """Returns the game with the claims that are asked in place of its examples.

    These are the claims about reachable states, whichever phase they are in, under readings of the configuration, that
    need no more than one state. Where seats are `alike` one state stands for several, so a claim that could tell seats
    apart is not asked.
    """
    readings = set(configuration.readings)
    asked = {
        each.name
        for each in game.claims
        if each.extent.reachable
        and not each.witness
        and each.extent.phase is None
        and each.extent.over is None
        and not each.extent.without
        and readings >= set(each.extent.under)
        and not (alike and tells_apart(each, game))
    }
    listed = (each for each in claims_as_examples(game, configuration.players) if each.name in asked)
    return evolve(game, examples=tuple(listed))


def explored_claims(told: Description) -> tuple[ExploredClaim, ...]:
    """Returns the claims of a game that `with_claims` made."""
    found: list[ExploredClaim] = []
    for each in told.examples:
        *assuming, holds = [line.condition for line in each.lines if line.condition is not None]
        found.append(ExploredClaim(each.name, each.clause, tuple(assuming), holds))
    return tuple(found)
