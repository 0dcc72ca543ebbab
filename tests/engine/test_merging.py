"""Classes that are kept as a grid grows: those that a walk finds, whatever was asked before, on whatever grid."""

import pickle
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.grids import Cell, Grid, cells_around, cells_beside
from refengine.runtime.merging import Classes
from refengine.runtime.regions import joined
from refengine.runtime.spots import Parts, Spot
from tests.corpus.adapter import CORPUS
from tests.engine.rules import compiled

PARTS = Parts("Spot", "board", "real", {0: (0, 1), 1: (2,), 2: (), 3: (3, 4, 5)}, ("a", "b", "c", "d", "e", "f"))
"""Numbers lie on the grid: their own `real` says which parts they have."""


def _links(
    random: Random, cells: Callable[[Cell], tuple[Cell, ...]]
) -> Callable[[Grid[int]], Callable[[Spot], list[Spot]]]:
    """A relation of near spots that goes both ways and hangs on nothing but the two."""
    linked = {frozenset((one, other)) for one in range(6) for other in range(one + 1) if random.random() < 0.4}

    def is_linked(one: Spot, other: Spot) -> bool:
        return frozenset((one[2], other[2])) in linked and (sum(one[:2]) + sum(other[:2])) % 5 != 0

    def on(grid: Grid[int]) -> Callable[[Spot], list[Spot]]:
        return lambda spot: [each for each in PARTS.in_cells(grid, cells(spot[:2])) if is_linked(spot, each)]

    return on


def _changed(random: Random, grid: Grid[int]) -> Grid[int]:
    """The grid after a piece was laid, or sometimes taken away or put where another lay."""
    taken, edge = grid.taken(), grid.edge() or ((0, 0),)
    if taken and random.random() < 0.1:
        return grid.laid(random.choice(taken), random.choice((None, 0, 1, 3)))
    return grid.laid(random.choice(edge), random.randrange(4))


def test_they_are_those_that_a_walk_finds() -> None:
    merged = 0
    for seed in range(12):
        random = Random(seed)
        classes, links = Classes(), _links(random, random.choice((cells_beside, cells_around)))
        grids: list[Grid[int]] = [Grid({})]
        for _ in range(40):
            grids.append(_changed(random, grids[-1 if random.random() < 0.8 else random.randrange(-5, 0) % len(grids)]))
            for grid in [grids[-1], *random.sample(grids, min(len(grids), random.randrange(2)))]:
                joins, asked = links(grid), list(PARTS.on(grid))
                random.shuffle(asked)
                for spot in asked[: random.choice((0, 1, 3, len(asked)))]:
                    known = classes.known(grid, PARTS, joins)
                    merged += spot not in known.classes
                    found = known.classes.get(spot) or known.of(spot, joins)
                    assert found == tuple(sorted(joined(spot, joins)))
    assert merged > 300


def test_no_more_is_walked_through_than_is_new() -> None:
    """A long row grows by one piece: only what that is joined with is asked for."""
    asked: list[Spot] = []

    def links(grid: Grid[int]) -> Callable[[Spot], Iterable[Spot]]:
        def joins(spot: Spot) -> Iterable[Spot]:
            asked.append(spot)
            return PARTS.in_cells(grid, cells_beside(spot[:2]))

        return joins

    classes, grid = Classes(), Grid({(column, 0): 1 for column in range(200)})
    classes.known(grid, PARTS, links(grid)).of((0, 0, 2, 0), links(grid))
    assert len(asked) == 200
    for column in range(200, 203):
        grid = grid.laid((column, 0), 1)
    asked.clear()
    assert len(classes.known(grid, PARTS, links(grid)).of((202, 0, 2, 0), links(grid))) == 203
    assert len(asked) == 3


def test_a_grid_that_was_written_and_read_is_the_same_but_grew_from_none() -> None:
    empty: Grid[int] = Grid({})
    grid = empty.laid((0, 0), 1, 2).laid((1, 0), 3, 0)
    again = pickle.loads(pickle.dumps(grid))  # noqa: S301 - it is our own
    assert (again, again.edge(), again.turns()) == (grid, grid.edge(), grid.turns())
    assert (len(grid.grew), again.grew) == (2, ())


def test_they_are_kept_only_where_a_link_hangs_on_the_two_alone(tmp_path: Path) -> None:
    rules = (CORPUS / "types" / "good" / "spots.rules").read_text("utf-8").replace("rulebook corpus", "rulebook tiny")
    (tmp_path / "channels.csv").write_text((CORPUS / "tables" / "channels.csv").read_text("utf-8"), "utf-8")
    link = re.search(r"joins .*$", rules, re.MULTILINE)
    assert link is not None
    by_state = link[0] + " and marbles of r is empty and marbles of s is empty"
    for text, kept in ((rules, True), (rules.replace(link[0], by_state), False)):
        game = compiled(tmp_path, text)
        configuration, _ = configure(game, 2, {}, {}, None)
        assert configuration is not None
        for explain in (False, True):
            emitted = emit(specialise(game, configuration), explain=explain)
            assert ("= Classes()" in emitted) == (kept and not explain)
