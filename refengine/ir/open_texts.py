"""Games with other scripts for their texts: with every title open, and with those open that have no body, without end.

What is proved of a game in which every title is open holds whatever anybody writes for them (ADR 19). So such a game
hangs on no body: a body more, and it is the same game.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from refengine.ir.control import Point, Script
from refengine.ir.game import Game
from refengine.ir.left_out import is_left_out
from refengine.ir.openness import with_sight


def opened(game: Game) -> Game:
    """Returns the game with every title open, without a bound.

    What not everybody knows of frames is hidden here if some body tells it to a phase.
    """
    anything = with_sight(_with(game, {each.name: each.anything for each in game.texts}))
    told = {each.name: each for each in as_given(game).phases}
    own = {each.name for each in game.texts}
    phases = tuple(each if each.name in own else _hiding(each, told[each.name]) for each in anything.phases)
    return evolve(anything, phases=phases)


def as_given(game: Game) -> Game:
    """Returns the game with its bodies; the titles that have none are open, without a bound.

    One without texts is the same.
    """
    if is_left_out(game.phases) or not game.texts:
        return game
    return with_sight(_with(game, {each.name: each.given for each in game.texts}))


def has_bodies(game: Game) -> bool:
    """Returns whether some title has a body."""
    return any(each.bodies for each in game.texts)


def only_bodies(game: Game) -> Game:
    """Returns the game, as it is given, without all that is not asked where bodies of texts alone are looked at."""
    clauses = bodies_of(game)
    scripts = [evolve(each.given, points=_of(each.given, clauses)) for each in game.texts]
    own = {each.name for each in scripts}
    entered = [evolve(each, points=(), seen=()) for each in game.phases if each.bars and each.name not in own]
    return evolve(
        game,
        setup=evolve(game.setup, points=()),
        phases=(*scripts, *entered),
        texts=(),
        zones=(),
        variables=(),
        laws=(),
        invariants=(),
        measures=(),
        nestings=(),
        outcome=None,
    )


def bodies_of(game: Game) -> frozenset[str]:
    """Returns the paths of the clauses of all bodies."""
    return frozenset(body.clause.path for text in game.texts for body in text.bodies)


def _of(script: Script, clauses: frozenset[str]) -> tuple[Point, ...]:
    return tuple(each for each in script.points if each.clause is not None and each.clause.path in clauses)


def _with(game: Game, scripts: Mapping[str, Script]) -> Game:
    return evolve(game, phases=tuple(scripts.get(each.name, each) for each in game.phases), texts=())


def _hiding(script: Script, other: Script) -> Script:
    """Returns the script, in whose frames is hidden what is hidden in those of the other too."""
    more = {each.name: each.hidden for each in other.points}
    points = tuple(
        evolve(each, hidden=tuple(one for one in each.params if one in {*each.hidden, *more.get(each.name, ())}))
        for each in script.points
    )
    return evolve(script, points=points)
