"""Engines of the two sets of rules that are compared, without what is only said of play."""

from __future__ import annotations

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.bare import without_statements
from refengine.loading import make_game
from refengine.rulings.diff_tables import DiffTable, Side, side_configuration
from refengine.runtime.game import Game


def bare(game: model.Game) -> model.Game:
    """Returns a game without examples, claims, invariants and laws."""
    return evolve(without_statements(game), laws=())


def engine_of(side: Side, at: DiffTable, game: model.Game, *, explain: bool = False) -> Game:
    """Returns an engine of some rules of a side at a table; raises `RuleSetError` for what the side does not know."""
    return make_game(game, side_configuration(side, at), explain=explain)
