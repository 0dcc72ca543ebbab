"""A game without some of its bars, for claims that ask what would be if a prohibition were not there.

INVARIANT: nothing that has to hold is taken over: what every step keeps may hang on just these bars.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from refengine.ir.control import Action, Barred, Script
from refengine.ir.game import Game
from refengine.ir.traverse import rewrite, walk


def bars_of(game: Game) -> frozenset[str]:
    """Returns the names of the bars of actions and phases; several may have one name."""
    scripts = (game.setup, *game.phases, *(body for text in game.texts for body in text.bodies))
    return frozenset(_name(each) for part in scripts for each in walk(part) if isinstance(each, Barred))


def without_bars(game: Game, names: Collection[str]) -> Game:
    """Returns the game without the bars of these names, and without invariants and measures."""

    def change(node: object) -> object:
        if isinstance(node, Action | Script):
            return evolve(node, bars=tuple(each for each in node.bars if _name(each) not in names))
        return node

    return evolve(
        game,
        setup=rewrite(game.setup, change),
        phases=tuple(rewrite(each, change) for each in game.phases),
        texts=tuple(rewrite(each, change) for each in game.texts),
        invariants=(),
        measures=(),
    )


def _name(bar: Barred) -> str:
    return bar.clause.path.rpartition(".")[2]
