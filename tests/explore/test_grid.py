"""Every state of a game on a grid, counted against a walk over sets of cells that knows nothing of the language."""

from pathlib import Path

from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.source.cache import Cache
from tests.engine.rules import compiled
from tests.explore.small_games import scope

TILES = 4
PATCH = f"""
game patch from rulebook tiny
    players 1                                                   per R1

kind Side is Up, Right, Down, Left in a ring                    per R1

component Tile                                                  per R1
    face: 1..{TILES}
    one of each face

grid board, squares, sides Side, holds at most one Tile         per R1

setup                                                           per R1
    move (the t in box of Tile with t.face = 1) to board of (0, 0)
    go Turn

phase Turn                                                      per R1
    ask 1, if able
        action lay(t in box of Tile, c in edge of board)        per R1
            then move t to board of c
    if box of Tile is empty
        game over
    go Turn

invariant in_one_piece                                          per R1
    (number of d in cells of board) = 1 or (every c in cells of board has (some d in beside(c) has d in cells of board))

invariant not_in_a_row                                          per R1
    not (every c in cells of board has c in {{(0, 0), (1, 0), (2, 0), (3, 0)}}) or (number of c in cells of board) < {TILES}
"""
TURNED = PATCH.replace("Tile         per", "Tile, turned  per").replace("(0, 0)\n", "(0, 0), turned Up\n")
TURNED = TURNED.replace("of c\n    if", "of c, turned k\n    if").replace(
    "edge of board)", "edge of board, k in {Up, Left})"
)
Lying = frozenset[tuple[tuple[int, int], int]]


def boards(tiles: int) -> set[Lying]:
    """Every way in which so many tiles may lie that were laid one beside another."""
    seen: set[Lying] = {frozenset({((0, 0), 1)})}
    to_come = list(seen)
    for lying in to_come:
        taken = {cell for cell, _ in lying}
        edge = {(x + dx, y + dy) for x, y in taken for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - taken
        left = set(range(1, tiles + 1)) - {tile for _, tile in lying}
        new = {lying | {(cell, tile)} for cell in edge for tile in left} - seen
        seen |= new
        to_come += new
    return seen


def test_every_state_of_a_board_without_an_edge_is_visited_once(tmp_path: Path) -> None:
    found = explore_scope(compiled(tmp_path / "tiny", PATCH), scope(1), None, ExplorationSettings(keep=Cache(None)))
    listed = boards(TILES)
    assert found.states == len(listed)
    assert found.finished == sum(len(each) == TILES for each in listed)
    assert [each.key for each in found.violations] == [("invariant", "not_in_a_row")]


def test_what_lies_otherwise_turned_is_another_state(tmp_path: Path) -> None:
    """Each tile but the first lies in one of two ways, so a board of n tiles stands for 2 to the n-1 states."""
    rules = TURNED.replace(f"1..{TILES}", "1..3")
    found = explore_scope(compiled(tmp_path / "tiny", rules), scope(1), None, ExplorationSettings(keep=Cache(None)))
    listed = boards(3)
    assert found.states == sum(2 ** (len(each) - 1) for each in listed)
    assert found.finished == sum(4 for each in listed if len(each) == 3)
