"""The rules of Carcassonne by hand: where a tile may be laid, what is finished, what it brings and who loses a race."""

from __future__ import annotations

from tests.benchmarks.yardstick.carcassonne_table import Board, Feature, around
from tests.benchmarks.yardstick.carcassonne_tiles import Cell, Sort, Spot, Turned

BUILDINGS = ("Cloister", "Shrine")


def fits(board: Board, cell: Cell, tile: Turned) -> bool:
    """Returns whether the edges of a turned tile agree with those that it would meet (B3)."""
    x, y = cell
    tiles, (north, east, south, west) = board.tiles, tile.edges
    above, right = tiles.get((x, y - 1)), tiles.get((x + 1, y))
    below, left = tiles.get((x, y + 1)), tiles.get((x - 1, y))
    return (
        (above is None or above.edges[2] == north)
        and (right is None or right.edges[3] == east)
        and (below is None or below.edges[0] == south)
        and (left is None or left.edges[1] == west)
    )


def opposites(board: Board, cell: Cell, land: str | None) -> list[Spot]:
    """The shrines around a cell, for a cloister there; its cloisters for a shrine."""
    found = []
    for near in around(cell):
        tile = board.tiles.get(near)
        if tile is not None and tile.building is not None and tile.land != land:
            found.append((*near, tile.building))
    return found


def is_banned(board: Board, cell: Cell, tile: Turned) -> bool:
    """Returns whether a building would lie beside several of the other sort, or give one several (R2, footnotes 2 and 3)."""
    if tile.land is None:
        return False
    near = opposites(board, cell, tile.land)
    return len(near) > 1 or any(opposites(board, (x, y), board.tiles[x, y].land) for x, y, _ in near)


def placements(board: Board, sort: Sort) -> tuple[tuple[Cell, int], ...]:
    """Where a tile of a sort may be laid, by cell and turn (B2, B3, R2)."""
    found = []
    for cell in board.edge:
        turns = [(cell, tile.turn) for tile in sort.turned if fits(board, cell, tile)]
        if turns and not is_banned(board, cell, sort.turned[0]):
            found += turns
    return tuple(found)


def is_finished(board: Board, spot: Spot, feature: Feature) -> bool:
    """Returns whether nothing can be added to a feature any more (B8, B10); fields are never finished (B12)."""
    if feature.land in BUILDINGS:
        return board.crowd(spot[:2]) == 8
    return feature.land != "Field" and feature.open == 0


def worth(board: Board, spot: Spot, feature: Feature, *, finished: bool) -> int:
    """What a feature brings to whoever has the majority (B8, B9, B10, B12, B13)."""
    match feature.land:
        case "Road":
            return feature.tiles
        case "City":
            return (feature.tiles + feature.pennants) * (2 if finished else 1)
        case "Field":
            return 3 * _finished_cities(board, feature)
        case _:
            return 1 + board.crowd(spot[:2])


def _finished_cities(board: Board, farm: Feature) -> int:
    cities = set()
    for x, y, part in farm.spots:
        for city in board.tiles[x, y].parts[part].touches:
            cities.add(board.number_of[x, y, city])
    return sum(board.features[city].open == 0 for city in cities)


def leaders(followers: dict[Spot, int], feature: Feature) -> list[int]:
    """Who has most followers on a feature; all who have as many (B11)."""
    standing = [followers[spot] for spot in feature.manned]
    most = max(map(standing.count, standing))
    return [player for player in set(standing) if standing.count(player) == most]


def finished_by(board: Board, cell: Cell | None) -> list[Spot]:
    """One spot of each feature that a tile in the cell has finished, and on which somebody stands (B8)."""
    if cell is None:
        return []
    spots: dict[int, Spot] = {}
    for part in board.tiles[cell].parts:
        spot = (*cell, part.number)
        spots[board.number_of[spot]] = spot
    for near in around(cell):
        building = board.building(near)
        if building is not None:
            spots[board.number_of[building]] = building
    standing = [(spot, board.features[number]) for number, spot in spots.items()]
    return [spot for spot, feature in standing if feature.manned and is_finished(board, spot, feature)]


def losers(board: Board, finished: list[Spot]) -> list[Spot]:
    """The manned buildings beside a finished one of the other sort that are not finished as well (R7, footnote 14)."""
    lost = []
    for x, y, part in finished:
        land = board.tiles[x, y].parts[part].land
        if land in BUILDINGS:
            for rival in opposites(board, (x, y), land):
                feature = board.feature(rival)
                if feature.manned and not is_finished(board, rival, feature):
                    lost.append(rival)
    return lost


def final(board: Board, followers: dict[Spot, int], scores: tuple[int, ...]) -> tuple[int, ...]:
    """The scores at the end: what is not finished brings less, and farms count (B12, B13, R8)."""
    for feature in board.features.values():
        if feature.manned:
            points = worth(board, feature.spots[0], feature, finished=False)
            for player in leaders(followers, feature):
                scores = more(scores, player, points)
    return scores


def more(counts: tuple[int, ...], player: int, number: int) -> tuple[int, ...]:
    """The points or followers of all, with so many more for one."""
    return (*counts[:player], counts[player] + number, *counts[player + 1 :])
