"""Games without what is only said of them: what is played, and what states there are, is as before."""

from __future__ import annotations

from attrs import evolve, fields

from refengine.ir.footprint import Footprints, footprint
from refengine.ir.game import Game


def without_wording(game: Game) -> Game:
    """Returns the game without the words in which its questions are put to people."""
    return evolve(
        game,
        questions=tuple(
            evolve(each, text="", readings=tuple(evolve(one, text="") for one in each.readings))
            for each in game.questions
        ),
    )


def without_claims(game: Game) -> Game:
    """Returns the game without what is asked of it under several configurations: claims and their like, and scopes."""
    return evolve(game, claims=(), dependences=(), confinements=(), audits=(), scopes=(), nestings=())


def without_statements(game: Game) -> Game:
    """Returns the game without examples, claims and invariants; its laws, which bound the printed data, stay."""
    return evolve(without_claims(game), examples=(), invariants=(), measures=())


def without_unused_values(game: Game, footprints: Footprints) -> Game:
    """Returns the game with those values alone that something in it calls, itself or through others."""
    others = (getattr(game, each.name) for each in fields(Game) if each.name != "values")
    used = footprints.closure(footprint(*others).values)
    return evolve(game, values=tuple(each for each in game.values if each.name in used))
