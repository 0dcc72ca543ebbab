"""Games played by the module and by the reference engine side by side, for tests of one part of the language."""

from collections.abc import Iterable

from refengine.bulk.lockstep import Compared, Lockstep
from refengine.bulk.machine import Machine
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered


def played_by_both(
    game: model.Game,
    configuration: Configuration,
    games: Iterable[int] = (0, 1),
    limit: int = 30,
    *,
    checked: bool = True,
) -> list[Compared]:
    """Plays the games with some numbers in both, and raises where they differ."""
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    lockstep = Lockstep(Machine(found), make_game(game, configuration))
    return [lockstep.play(1, number, limit=limit, checked=checked) for number in games]
