"""What lies on the table of Carcassonne by hand: the tiles, the followers, and the features that the tiles make up.

States are values: nothing here is ever changed in place. Features are worked out of the tiles and the followers, and kept
as both change, so they take no part in the comparison of states.
INVARIANT: the edge is the sorted tuple of the empty cells beside those in which a tile lies.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from tests.benchmarks.yardstick.carcassonne_tiles import FACING, Cell, Part, Spot, Turned


def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share a side with one, clockwise from the upper one."""
    x, y = cell
    return ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


def around(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells that share a side or a corner with one."""
    x, y = cell
    return (
        (x - 1, y - 1),
        (x, y - 1),
        (x + 1, y - 1),
        (x - 1, y),
        (x + 1, y),
        (x - 1, y + 1),
        (x, y + 1),
        (x + 1, y + 1),
    )


@frozen(eq=False)
class Feature:
    """Parts that have grown together; `open` counts its roads' or cities' ends at which nothing lies."""

    land: str
    spots: tuple[Spot, ...]
    open: int
    pennants: int
    manned: tuple[Spot, ...]
    """The spots on which a follower stands."""

    @property
    def tiles(self) -> int:
        """On how many tiles it lies; a tile may have two of its parts."""
        return len({(x, y) for x, y, _ in self.spots})


@frozen(eq=False)
class Board:
    """The tiles by their cells, and what is worked out of them: the edge, and the features, each under a number."""

    tiles: dict[Cell, Turned]
    edge: tuple[Cell, ...]
    number_of: dict[Spot, int]
    features: dict[int, Feature]

    def feature(self, spot: Spot) -> Feature:
        """The feature to which a part on the board belongs."""
        return self.features[self.number_of[spot]]

    def building(self, cell: Cell) -> Spot | None:
        """The cloister or the shrine in a cell."""
        tile = self.tiles.get(cell)
        return None if tile is None or tile.building is None else (*cell, tile.building)

    def crowd(self, cell: Cell) -> int:
        """How many tiles lie around a cell."""
        tiles = self.tiles
        crowd = 0
        for other in around(cell):
            if other in tiles:
                crowd += 1
        return crowd

    def manned(self, spot: Spot) -> Board:
        """The board with a follower on a spot more."""
        return self._standing({self.number_of[spot]: (spot,)})

    def cleared(self, spots: list[Spot]) -> Board:
        """The board without the followers of the features to which these spots belong."""
        return self._standing(dict.fromkeys((self.number_of[spot] for spot in spots), ()))

    def _standing(self, manned: Mapping[int, tuple[Spot, ...]]) -> Board:
        features = self.features.copy()
        for number, spots in manned.items():
            old = features[number]
            features[number] = Feature(old.land, old.spots, old.open, old.pennants, spots)
        return Board(self.tiles, self.edge, self.number_of, features)

    def laid(self, cell: Cell, tile: Turned) -> Board:
        """The board with a tile more: each of its parts grows together with what it meets."""
        tiles = self.tiles.copy()
        tiles[cell] = tile
        near = beside(cell)
        edge = {*self.edge, *(each for each in near if each not in tiles)}
        edge.discard(cell)
        number_of, features = self.number_of.copy(), self.features.copy()
        for part in tile.parts:
            met: set[int] = set()
            seams = 0
            for port in part.ports:
                there = near[port // 3]
                other = tiles.get(there)
                if other is not None:
                    facing = other.part_at[FACING[port]]
                    if facing is not None:
                        met.add(number_of[(*there, facing)])
                        seams += port % 3 == 1
            _grow(number_of, features, (*cell, part.number), part, met, seams)
        return Board(tiles, tuple(sorted(edge)), number_of, features)


def _grow(
    number_of: dict[Spot, int], features: dict[int, Feature], spot: Spot, part: Part, met: set[int], seams: int
) -> None:
    """Puts a part together with the features it meets, under the number of the largest of them."""
    middles = 0
    for port in part.ports:
        middles += port % 3 == 1
    if not met:
        number = len(number_of)
        number_of[spot] = number
        features[number] = Feature(part.land, (spot,), middles, part.pennants, ())
        return
    number = max(met, key=lambda each: len(features[each].spots))
    kept = features[number]
    spots, manned = kept.spots, kept.manned
    open_ends, pennants = kept.open + middles - 2 * seams, kept.pennants + part.pennants
    for each in met:
        if each != number:
            other = features.pop(each)
            for its in other.spots:
                number_of[its] = number
            spots += other.spots
            manned += other.manned
            open_ends += other.open
            pennants += other.pennants
    number_of[spot] = number
    features[number] = Feature(part.land, (*spots, spot), open_ends, pennants, manned)


NO_TILES = Board({}, (), {}, {})


def _tiles(board: Board) -> frozenset[tuple[Cell, Turned]]:
    return frozenset(board.tiles.items())


def _followers(followers: dict[Spot, int]) -> frozenset[tuple[Spot, int]]:
    return frozenset(followers.items())


@frozen
class State:
    """A snapshot; `phase` is "draw", "lay", "deploy" or "over".

    `fitting` is where the tile that was drawn may be laid, and follows from the rest.
    """

    board: Board = field(eq=_tiles)
    followers: dict[Spot, int] = field(eq=_followers)
    bag: tuple[int, ...]
    aside: tuple[int, ...]
    drawn: int | None
    last: Cell | None
    supply: tuple[int, ...]
    scores: tuple[int, ...]
    player: int
    phase: str
    fitting: tuple[tuple[Cell, int], ...] = field(eq=False)


def arranged(state: State, tiles: Mapping[Cell, Turned], followers: Mapping[Spot, int]) -> State:
    """The state with other tiles and followers on the board, whatever is in the bag."""
    board = NO_TILES
    for cell, tile in tiles.items():
        board = board.laid(cell, tile)
    supply = list(state.supply)
    for spot, player in followers.items():
        supply[player] -= 1
        board = board.manned(spot)
    return evolve(state, board=board, followers=dict(followers), supply=tuple(supply))
