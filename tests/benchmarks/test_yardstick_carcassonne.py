"""The hand-written Carcassonne against published verdicts, brute force and random play."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import pytest
from attrs import evolve

from tests.benchmarks.yardstick.carcassonne import (
    PASS,
    Action,
    Carcassonne,
    Deploy,
    Draw,
    IllegalMove,
    Lay,
    Outcome,
)
from tests.benchmarks.yardstick.carcassonne_rules import final
from tests.benchmarks.yardstick.carcassonne_table import State, around, arranged, beside
from tests.benchmarks.yardstick.carcassonne_tiles import Cell, Spot, Turned, read_sorts

SORTS = {sort.name: sort for sort in read_sorts()}
PLAIN = tuple(sort for sort in SORTS.values() if sort.turned[0].building is None)
CLOISTER, SHRINE = SORTS["BA_L"].turned[0], SORTS["CU_S"].turned[0]
HERE: Cell = (0, 0)
NEXT: Mapping[str, Cell] = {"beside": (1, 0), "across": (1, 1)}
Point = tuple[int, int]
CELLS: list[Cell] = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]


# ---- POSITIONS


def fill(cells: Iterable[Cell], tiles: dict[Cell, Turned]) -> dict[Cell, Turned]:
    """The tiles with plain ones in the cells as well, so that all edges agree; copies are counted as one does at a table."""
    left = Counter({sort.index: sort.copies for sort in PLAIN})
    todo = sorted(set(cells) - tiles.keys())

    def filled(at: int) -> bool:
        if at == len(todo):
            return True
        for sort in PLAIN:
            for tile in sort.turned if left[sort.index] else ():
                if agrees(tiles, todo[at], tile):
                    tiles[todo[at]] = tile
                    left[sort.index] -= 1
                    if filled(at + 1):
                        return True
                    left[sort.index] += 1
                    del tiles[todo[at]]
        return False

    tiles = dict(tiles)
    assert filled(0)
    return tiles


def agrees(tiles: Mapping[Cell, Turned], cell: Cell, tile: Turned) -> bool:
    """B3, restated."""
    return all(
        near not in tiles or tiles[near].edges[(side + 2) % 4] == tile.edges[side]
        for side, near in enumerate(beside(cell))
    )


def about_to_lay(players: int, tiles: Mapping[Cell, Turned], followers: Mapping[Spot, int], player: int) -> State:
    """A position in which chance draws for a player."""
    game = Carcassonne(players, "CultSiege")
    return evolve(arranged(game.initial(), tiles, followers), player=player)


def lay(state: State, cell: Cell, sort: str | None = None) -> State:
    """The state after a tile was drawn and laid in a cell, some plain one if none is named; nobody is sent."""
    game = Carcassonne(len(state.scores), "CultSiege")
    for name in [sort] if sort else [each.name for each in PLAIN]:
        index = SORTS[name].index
        if state.bag[index]:
            drawn = game.apply(state, Draw(index))
            for action in game.legal(drawn):
                if isinstance(action, Lay) and action.cell == cell:
                    return game.apply(game.apply(drawn, action), PASS)
    raise AssertionError("no tile fits")


def may_lay(state: State, sort: str) -> set[Cell]:
    """Where a tile of this sort may be laid."""
    game = Carcassonne(len(state.scores), "CultSiege")
    return {each.cell for each in game.legal(game.apply(state, Draw(SORTS[sort].index))) if isinstance(each, Lay)}


def gains(before: State, after: State) -> tuple[int, ...]:
    """What each has won."""
    return tuple(new - old for old, new in zip(before.scores, after.scores, strict=True))


def race(where: str, players: int, laid_by: int, missing: set[Cell]) -> State:
    """A monk of the first player beside a heretic of the second, with all cells around them but the missing ones taken."""
    other = NEXT[where]
    tiles = fill({*around(HERE), *around(other)} - missing, {HERE: CLOISTER, other: SHRINE})
    return about_to_lay(players, tiles, {(*HERE, 0): 0, (*other, 0): 1}, laid_by)


COMMON = {"beside": (0, 1), "across": (1, 0)}
BY_CLOISTER = {"beside": (-1, 0), "across": (-1, 0)}
BY_SHRINE = {"beside": (2, 0), "across": (2, 1)}


# ---- WHAT IS PRINTED


def test_tiles() -> None:
    """T and the sums that other listings of the tiles give."""
    base = [sort for sort in SORTS.values() if "BaseOnly" in sort.sets]
    assert sum(sort.copies for sort in base) == 72
    edges = Counter(edge for sort in base for _ in range(sort.copies) for edge in sort.turned[0].edges)
    assert edges == {"Field": 115, "Road": 94, "City": 79}
    assert sum(sort.copies for sort in base if sort.turned[0].land == "Cloister") == 6
    assert sum(sort.copies for sort in base for part in sort.turned[0].parts if part.pennants) == 10
    for tile_set, number in (("Cult", 5), ("Spielbox", 5), ("CultSiege", 6), ("BaseOnly", 0)):
        game = Carcassonne(2, tile_set)
        assert sum(game.initial().bag) == 71 + number


def test_edges_and_parts_agree() -> None:
    """What an edge shows, its parts show, in each turn."""
    for sort in SORTS.values():
        for tile in sort.turned:
            for side, edge in enumerate(tile.edges):
                lands = [
                    None if part is None else tile.parts[part].land for part in tile.part_at[3 * side : 3 * side + 3]
                ]
                expected = {
                    "Field": ["Field", None, "Field"],
                    "Road": ["Field", "Road", "Field"],
                    "City": [None, "City", None],
                }
                assert lands == expected[edge]


# ---- THE FOOTNOTES


@pytest.mark.parametrize("crowd", range(9))
@pytest.mark.parametrize("building", [CLOISTER, SHRINE])
def test_a_shrine_scores_as_a_cloister(crowd: int, building: Turned) -> None:
    """R2: a point for itself and for each neighbour; nine when it is finished."""
    tiles = fill(around(HERE)[:crowd], {HERE: building})
    state = about_to_lay(2, tiles, {(*HERE, 0): 1}, 0)
    if crowd == 7:
        assert gains(state, lay(state, around(HERE)[7])) == (0, 9)
    assert final(state.board, state.followers, (0, 0)) == (0, 1 + crowd)


@pytest.mark.parametrize(("mine", "theirs"), [("BA_L", "CU_S"), ("CU_S", "BA_L")])
def test_between_two_of_the_other_sort(mine: str, theirs: str) -> None:
    """R2, footnote 2: a building beside two of the other sort is banned, manned or not; at a distance it is not."""
    state = about_to_lay(2, {HERE: SORTS[theirs].turned[0], (2, 0): SORTS[theirs].turned[0]}, {}, 0)
    assert {(1, 0), (-1, 0), (3, 0)} & may_lay(state, mine) == {(-1, 0), (3, 0)}
    assert (1, 0) in may_lay(state, theirs)


@pytest.mark.parametrize("where", NEXT)
def test_a_second_one_for_a_neighbour(where: str) -> None:
    """Footnote 3: nor may it give one of its neighbours a second; near the other of its own sort it may lie."""
    other = NEXT[where]
    state = about_to_lay(2, {HERE: CLOISTER, other: SHRINE}, {}, 0)
    legal = may_lay(state, "CU_S")
    assert not legal & set(around(HERE))
    assert may_lay(state, "BA_RFr") & set(around(HERE))
    assert (other[0] + 1, other[1]) in legal


@pytest.mark.parametrize("where", NEXT)
@pytest.mark.parametrize(("players", "laid_by"), [(2, 0), (2, 1), (3, 2)])
def test_the_slower_one_gets_nothing(where: str, players: int, laid_by: int) -> None:
    """R7, footnote 16: nine for the first, whoever laid the tile, and both go home."""
    for missing, expected in ((BY_CLOISTER, (9, 0)), (BY_SHRINE, (0, 9))):
        rest = BY_SHRINE if missing is BY_CLOISTER else BY_CLOISTER
        before = race(where, players, laid_by, {missing[where], rest[where]})
        after = lay(before, missing[where])
        assert gains(before, after)[:2] == expected
        assert sum(gains(before, after)) == 9
        assert after.followers == {}
        assert after.supply == (7,) * players


@pytest.mark.parametrize("where", NEXT)
@pytest.mark.parametrize("laid_by", [0, 1, 2])
def test_one_tile_finishes_both(where: str, laid_by: int) -> None:
    """Footnote 14: nobody was first, and both score nine."""
    before = race(where, 3, laid_by, {COMMON[where]})
    after = lay(before, COMMON[where])
    assert gains(before, after) == (9, 9, 0)
    assert after.supply == (7, 7, 7)


@pytest.mark.parametrize("where", NEXT)
def test_against_oneself(where: str) -> None:
    """Footnote 10: a player may race against a figure of his own."""
    before = race(where, 2, 0, {BY_CLOISTER[where], BY_SHRINE[where]})
    before = arranged(evolve(before, supply=(7, 7)), before.board.tiles, {(*HERE, 0): 0, (*NEXT[where], 0): 0})
    after = lay(before, BY_SHRINE[where])
    assert gains(before, after) == (9, 0)
    assert after.supply == (7, 7)


@pytest.mark.parametrize("where", NEXT)
def test_no_race_with_an_empty_building(where: str) -> None:
    """Footnote 13 and R4: where only one is manned there is no race, and a farmer beside it stays."""
    other = NEXT[where]
    before = race(where, 2, 0, {BY_CLOISTER[where], BY_SHRINE[where]})
    before = arranged(evolve(before, supply=(7, 7)), before.board.tiles, {(*HERE, 0): 0, (*other, 1): 1})
    after = lay(before, BY_CLOISTER[where])
    assert gains(before, after) == (9, 0)
    assert after.followers == {(*other, 1): 1}


@pytest.mark.parametrize("where", NEXT)
def test_what_was_emptied_may_be_manned_again(where: str) -> None:
    """Footnote 21: the loser is gone, and when the building is finished nobody scores."""
    before = race(where, 2, 0, {BY_CLOISTER[where], BY_SHRINE[where]})
    after = lay(before, BY_CLOISTER[where])
    assert not after.board.feature((*NEXT[where], 0)).manned
    assert gains(after, lay(after, BY_SHRINE[where])) == (0, 0)


@pytest.mark.parametrize("where", NEXT)
def test_unresolved_at_the_end(where: str) -> None:
    """R8: both get what such buildings bring."""
    state = race(where, 2, 0, {BY_CLOISTER[where], BY_SHRINE[where]})
    assert final(state.board, state.followers, (0, 0)) == (8, 8)


# ---- ROADS, CITIES AND FARMS


def test_a_small_city() -> None:
    """B9: two tiles, two points each; a pennant brings two more."""
    start = Carcassonne(2).initial()
    held = evolve(arranged(start, start.board.tiles, {(0, 0, 1): 1}), player=0)
    after = lay(held, (0, -1), "BA_C")
    assert gains(held, after) == (0, 4)


def test_a_majority_and_a_tie() -> None:
    """B11: more followers take all, as many share in full."""
    road = SORTS["BA_RFr"].turned[0]
    tiles = {(x, 0): road for x in range(5)} | {(-1, 0): SORTS["BA_RRRR"].turned[0]}
    for followers, expected in (
        ({(0, 0, 0): 0, (4, 0, 0): 1}, (7, 7)),
        ({(0, 0, 0): 0, (4, 0, 0): 1, (2, 0, 0): 1}, (0, 7)),
    ):
        state = about_to_lay(2, tiles, {}, 0)
        state = evolve(arranged(state, {}, {}), board=state.board)
        board = state.board
        feature = board.number_of[0, 0, 0]
        board = evolve(
            board, features=board.features | {feature: evolve(board.features[feature], manned=tuple(followers))}
        )
        before = evolve(state, board=board, followers=followers)
        assert gains(before, lay(before, (5, 0), "BA_RRR")) == expected


def test_a_farm_counts_finished_cities_once() -> None:
    """B12: three for each finished city that touches the farm, once, however often it touches."""
    game = Carcassonne(2)
    start = game.initial()
    fields = [part for part in start.board.tiles[0, 0].parts if part.land == "Field"]
    state = arranged(start, start.board.tiles | {(0, -1): SORTS["BA_CFC_2"].turned[0]}, {(0, 0, fields[0].number): 1})
    assert final(state.board, state.followers, (0, 0)) == (0, 3)
    state = arranged(start, start.board.tiles, {(0, 0, fields[0].number): 1})
    assert final(state.board, state.followers, (0, 0)) == (0, 0)


# ---- AGAINST BRUTE FORCE


def points_of(cell: Cell, tile: Turned, part: int) -> set[Point]:
    """Where a part comes to the border of its tile, as points of the plane: tiles are four units wide."""
    points = set()
    for port in tile.parts[part].ports:
        x, y = port % 3 - 1, -2
        for _ in range(port // 3):
            x, y = -y, x
        points.add((4 * cell[0] + x, 4 * cell[1] + y))
    return points


def by_hand(state: State) -> set[frozenset[Spot]]:
    """The features, by what comes to the same points."""
    tiles = state.board.tiles
    classes: list[tuple[set[Spot], set[Point]]] = []
    for cell, tile in tiles.items():
        for part in range(len(tile.parts)):
            spots, points = {(*cell, part)}, points_of(cell, tile, part)
            apart = []
            for other in classes:
                if other[1] & points:
                    spots |= other[0]
                    points |= other[1]
                else:
                    apart.append(other)
            classes = [*apart, (spots, points)]
    return {frozenset(spots) for spots, _ in classes}


def open_points(state: State, spots: frozenset[Spot]) -> int:
    """How many middles of sides are met from one side only."""
    met: dict[Point, int] = defaultdict(int)
    for x, y, part in spots:
        for point in points_of((x, y), state.board.tiles[x, y], part):
            met[point] += point[0] % 4 == 0 or point[1] % 4 == 0
    return sum(number == 1 for number in met.values())


def play(game: Carcassonne, state: State, rng: random.Random) -> list[State]:
    """The states of a random game from one on."""
    states = [state]
    while actions := game.legal(states[-1]):
        states.append(game.apply(states[-1], rng.choice(actions)))
    return states


def games(seeds: Iterable[int]) -> Iterator[tuple[Carcassonne, list[State]]]:
    """Whole random games of two to five players."""
    for seed in seeds:
        game = Carcassonne(2 + seed % 4, ("Cult", "CultSiege", "BaseOnly")[seed % 3])
        yield game, play(game, game.initial(), random.Random(seed))


def test_features_are_what_comes_to_the_same_points() -> None:
    """Features that are kept as tiles are laid are those of the whole board, with their ends, pennants and followers."""
    for _, states in games(range(4)):
        for state in states[::9]:
            board = state.board
            kept = {frozenset(each.spots): each for each in board.features.values()}
            assert set(kept) == by_hand(state)
            for spots, feature in kept.items():
                printed = [board.tiles[x, y].parts[part] for x, y, part in spots]
                assert {part.land for part in printed} == {feature.land}
                assert feature.pennants == sum(part.pennants for part in printed)
                assert sorted(feature.manned) == sorted(spots & state.followers.keys())
                if feature.land in ("Road", "City"):
                    assert feature.open == open_points(state, spots)


def test_placements_are_all_that_agree() -> None:
    """A tile may be laid beside others wherever its edges agree, if no building is banned (B2, B3, R2)."""
    for game, states in games(range(4, 8)):
        for state in states[:: 7 if game.players == 2 else 11]:
            if state.drawn is not None:
                tiles = state.board.tiles
                edge = {near for cell in tiles for near in beside(cell)} - tiles.keys()
                expected = set()
                for cell, tile in product(edge, game.sorts[state.drawn].turned):
                    if agrees(tiles, cell, tile) and obeys_the_ban({**tiles, cell: tile}):
                        expected.add(Lay(cell, tile.turn))
                legal = game.legal(state)
                assert set(legal) == expected
                assert len(legal) == len(expected)


def obeys_the_ban(tiles: Mapping[Cell, Turned]) -> bool:
    """Footnote 2, of a whole board."""
    return all(
        sum(tiles[near].land not in (None, tile.land) for near in around(cell) if near in tiles) <= 1
        for cell, tile in tiles.items()
        if tile.land is not None
    )


def test_conservation_and_course() -> None:
    """No tile and no follower is lost, turns match actions, nobody waits on what is finished, the outcome comes last."""
    for game, states in games(range(8)):
        for state in states:
            lying = Counter(tile.sort for tile in state.board.tiles.values())
            for sort in game.sorts:
                printed = sort.copies if game.tile_set in sort.sets else 0
                drawn = state.drawn == sort.index
                assert lying[sort.index] + state.bag[sort.index] + state.aside[sort.index] + drawn == printed
            sent = Counter(state.followers.values())
            assert all(sent[player] + left == 7 for player, left in enumerate(state.supply))
            assert (game.turn(state) is None) == (state is states[-1])
            assert (game.outcome(state) is None) == (state is not states[-1])
        for state in states:
            if state.phase == "draw":
                for spot in state.followers:
                    feature = state.board.feature(spot)
                    assert feature.land == "Field" or (
                        open_points(state, frozenset(feature.spots))
                        if feature.land in ("Road", "City")
                        else state.board.crowd(spot[:2]) < 8
                    )
        best = max(states[-1].scores)
        winners = tuple(p for p, points in enumerate(states[-1].scores) if points == best)
        assert game.outcome(states[-1]) == Outcome(states[-1].scores, winners)


def test_equal_by_content() -> None:
    """Two tiles laid in one order or the other make one state."""
    tiles = fill(around(HERE), {HERE: CLOISTER})
    start = Carcassonne(2).initial()
    one, other = arranged(start, tiles, {}), arranged(start, dict(reversed(tiles.items())), {})
    assert one == other
    assert hash(one) == hash(other)
    assert one != arranged(start, tiles, {(*HERE, 0): 1})


def test_illegal_actions() -> None:
    """Whatever `legal` does not list is refused, wherever it is tried."""
    game = Carcassonne(3)
    everything: list[Action] = [
        *(Draw(sort) for sort in range(-1, len(game.sorts) + 1)),
        *(Lay(cell, turn) for cell in CELLS for turn in range(-1, 5)),
        *(Deploy(part) for part in range(-1, 9)),
        PASS,
    ]
    states = play(game, game.initial(), random.Random(5))
    for state in [*states[:6], states[-1]]:
        legal = set(game.legal(state))
        for action in everything:
            if action in legal:
                game.apply(state, action)
            else:
                with pytest.raises(IllegalMove):
                    game.apply(state, action)


@pytest.mark.parametrize("players", [1, 6])
def test_number_of_players(players: int) -> None:
    """Two to five play (B1)."""
    with pytest.raises(ValueError, match="two to five players"):
        Carcassonne(players)
