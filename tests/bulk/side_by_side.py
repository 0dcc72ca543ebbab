"""Games played by the module and by the reference engine side by side, for tests of one part of the language."""

from collections.abc import Iterable
from pathlib import Path

from refengine.bulk.lockstep import Compared, Lockstep
from refengine.bulk.machine import Machine
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import load_rules, make_game
from refengine.program.lowering import Lowered, lowered
from tests.engine.rules import rulebook


def made_in_both(room: Path, rules: str) -> tuple[Lowered, Lockstep]:
    """A game of these rules, written in a room, for two under the defaults: its module, and that beside the engine."""
    (room / "game.rules").write_text(rules, "utf-8")
    (room / "rulebook.toml").write_text(rulebook(), "utf-8")
    loaded = load_rules(room)
    assert loaded.game is not None, loaded.diagnostics
    configuration, wrong = configure(loaded.game, 2, {}, {}, None)
    assert configuration is not None, wrong
    return _in_both(loaded.game, configuration)


def _in_both(game: model.Game, configuration: Configuration) -> tuple[Lowered, Lockstep]:
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
) -> list[Compared]:
    """Plays the games with some numbers in both, and raises where they differ."""
    _, lockstep = _in_both(game, configuration)
    return [lockstep.play(1, number, limit=limit, checked=checked) for number in games]
