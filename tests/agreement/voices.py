"""A small game for one player as it is meant, as the engine explains it, and in a module."""

from pathlib import Path

from refengine.ir.configuration import configure
from refengine.loading import load_rules
from tests.bulk.side_by_side import played_by_both
from tests.semantics.lockstep import paired, played


def meant_and_in_a_module(folder: Path, games: int, limit: int) -> None:
    """Plays random games of so many steps at most, and raises where two of these come to something else."""
    compiled = load_rules(folder).game
    assert compiled is not None
    configuration, _ = configure(compiled, 1, {}, {}, None)
    assert configuration is not None
    both = paired(compiled, configuration)
    for seed in range(games):
        played(both, seed, limit)
    played_by_both(compiled, configuration, range(games), limit=limit)
