"""Games played by the module and by the reference engine side by side, for tests of one part of the language."""

from collections.abc import Iterable
from pathlib import Path

from refengine.bulk.lockstep import Lockstep, MatchingGame
from refengine.bulk.machine import Machine
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import load, load_rules, make_game
from refengine.program.lowering import LoweredProgram, lowered
from refengine.runtime.game import Game
from tests.engine.rules import rulebook

TOO_MANY = """\
game crowd from rulebook tiny
    players 2                                                   per R1

component Grain                                                 per R1
    256 alike

setup                                                           per R1
    ask 1
        action look                                             per R1
    game over
"""


def made_in_both(room: Path, rules: str) -> tuple[LoweredProgram, Lockstep]:
    """A game of these rules, written in a room, for two under the defaults: its module, and that beside the engine."""
    (room / "game.rules").write_text(rules, "utf-8")
    (room / "rulebook.toml").write_text(rulebook(), "utf-8")
    loaded = load_rules(room)
    assert loaded.game is not None, loaded.diagnostics
    configuration, wrong = configure(loaded.game, 2, {}, {}, None)
    assert configuration is not None, wrong
    return _in_both(loaded.game, configuration)


def too_many_alike(room: Path) -> Game:
    """The reference engine of a game that has no module, as more pieces are alike than a packed state counts."""
    (room / "game.rules").write_text(TOO_MANY, "utf-8")
    (room / "rulebook.toml").write_text(rulebook(), "utf-8")
    return load(room, players=2)


def _in_both(game: model.Game, configuration: Configuration) -> tuple[LoweredProgram, Lockstep]:
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    return found, Lockstep(Machine(found), make_game(game, configuration))


def played_by_both(
    game: model.Game,
    configuration: Configuration,
    games: Iterable[int] = (0, 1),
    limit: int = 30,
    *,
    checked: bool = True,
) -> list[MatchingGame]:
    """Plays the games with some numbers in both, and raises where they differ."""
    _, lockstep = _in_both(game, configuration)
    return [lockstep.play(1, number, limit=limit, checked=checked) for number in games]
