"""Nobody pays with what is the opponent's in Beyond the Palisades: read off the scripts that every game runs.

That villagers lose clues and secrets in two phases alone, and only the payer's own, is a claim of the rules; here it is
found out in another way, and whoever is asked about it is the payer.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from refengine.ir import control, expressions as ir
from refengine.ir.game import Game
from refengine.ir.traverse import children, walk
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from tests.games.palisades_folder import PALISADES

TRACES = ("Secret", "Clue")


@pytest.fixture(scope="module")
def game() -> Game:
    (folder,), _ = find_games(PALISADES)
    made = compile_folder(folder).game
    assert made is not None
    return made


def scripts(game: Game) -> Iterator[control.Script]:
    yield game.setup
    yield from game.phases


def taken(node: object, guards: tuple[ir.Expr, ...] = ()) -> Iterator[tuple[control.MoveTokens, tuple[ir.Expr, ...]]]:
    """Yields what takes clues or secrets from a villager, with the conditions under which it does; `not` where they fail."""
    match node:
        case control.MoveTokens(token=token, source=(("Villager", _))) if token in TRACES:
            yield node, guards
        case control.When(then=then, otherwise=otherwise):
            for part, guard in ((then, node.condition), (otherwise, ir.Not(node.condition))):
                for effect in part:
                    yield from taken(effect, (*guards, guard))
        case _:
            for each in children(node):
                yield from taken(each, guards)


def test_nobody_pays_with_what_is_the_opponents(game: Game) -> None:
    """R13: wherever clues or secrets leave a villager, they are of the token that is the payer's own."""
    found = [(script.name, *each) for script in scripts(game) for each in taken(script)]
    assert {(name, move.token) for name, move, _ in found} == {
        (name, each) for name in ("Pay", "Visit") for each in TRACES
    }
    kinds = next(each.members for each in game.kinds if each.name == "Trace")
    for name, move, guards in found:
        phase = next(each for each in game.phases if each.name == name)
        payer = phase.params[0]
        own = ir.CallValue("own", (payer,), ir.Member("Trace", 0).domain)
        is_secret = ir.Equal(own, ir.Member("Trace", kinds.index("Secret")))
        wanted = is_secret if move.token == "Secret" else ir.Not(is_secret)  # noqa: S105 - a piece of wood
        assert str(wanted) in map(str, guards)
        for point in phase.points:
            if any(each is move for each in walk(point)):
                asked = [each for other in phase.points for each in walk(other) if isinstance(each, control.Ask)]
                entries = {action.entry: ask for ask in asked for action in ask.actions}
                assert point.name not in entries or str(entries[point.name].who) == str(payer)
