"""The other players of `refengine play`: they choose at random, or search."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, field

from refengine.bulk.wasm import Wasm
from refengine.cli.errors import Refused, bad_usage
from refengine.cli.games import OpenedGame
from refengine.opponents.fitness import unfit
from refengine.opponents.monte_carlo import PLAYOUTS, MonteCarlo
from refengine.source.render import render
from refengine.testing.choices import choose

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

Sort = Literal["random", "search"]

SLOWER = 10
"""The number by which a search has fewer games where the reference engine plays them."""


@define
class OtherPlayers:
    """All other players, and chance; `search` None: they choose at random."""

    game: Game
    random: Random
    search: MonteCarlo | None = None
    helpless: set[int] = field(factory=set)
    """The seats that chose at random, as nothing was found that their view allows; each is told of once."""

    def choose(self, state: State, legal: tuple[Any, ...]) -> tuple[Any, bool]:
        """Returns one of the legal actions, and whether a seat chose at random for the first time, as it had to.

        Of choices made at once in secret the state is the one before anybody chose: nobody knows more.
        """
        seat = legal[0].actor
        if self.search is None or not isinstance(seat, int):
            return choose(legal, self.random), False
        own = [each for each in legal if each.actor == seat]
        if len(own) == 1:
            return own[0], False
        # The explaining build tells what happened, the other one plays many games.
        plain = self.search.game
        found = self.search.choose(plain.from_json(self.game.to_json(state)), seat, self.random)
        for each in own:
            if found is not None and (each.name, each.arguments) == (found.name, found.arguments):
                return each, False
        is_first = seat not in self.helpless
        self.helpless.add(seat)
        return choose(tuple(own), self.random), is_first


def others(opened: OpenedGame, playable: Game, random: Random, sort: Sort, playouts: int | None) -> OtherPlayers:
    """Returns the other players; a game in which none can search is refused."""
    if sort == "random":
        if playouts is not None:
            raise Refused([bad_usage("`--playouts` without opponents who search", "add `--opponent search`")])
        return OtherPlayers(playable, random)
    rules = opened.compiled.game
    assert rules is not None
    wrong = unfit(rules, playable.description)
    if wrong is not None:
        raise Refused([wrong], opened.compiled.texts)
    missing = Wasm(rules, opened.configuration).missing()
    if missing is not None:
        print(render([missing], {}), end="", file=sys.stderr)
    usual = PLAYOUTS if missing is None else PLAYOUTS // SLOWER
    return OtherPlayers(playable, random, MonteCarlo(opened.game(), usual if playouts is None else playouts))
