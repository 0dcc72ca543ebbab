"""Carcassonne with farms, heretics and shrines by hand for two to five players, default readings of its gaps.

Statements B1-B13 of the base game and R1-R8 and footnotes of the shrines are cited by number. States and actions are
values: nothing here is ever changed in place. All that a tile finishes is judged on one state.
"""

from __future__ import annotations

from attrs import field, frozen

from tests.benchmarks.yardstick.carcassonne_rules import (
    final,
    finished_by,
    leaders,
    losers,
    more,
    placements,
    worth,
)
from tests.benchmarks.yardstick.carcassonne_table import NO_TILES, Board, State
from tests.benchmarks.yardstick.carcassonne_tiles import Cell, Sort, Spot, read_sorts

FOLLOWERS = 7  # B5
FIRST = "BA_RCr"  # B1
START: Cell = (0, 0)


class IllegalMove(ValueError):  # noqa: N818 - a name for players, not for programmers
    """The action is not among the legal ones of the state."""


@frozen
class Draw:
    """Chance draws a tile of this sort."""

    sort: int


@frozen
class Lay:
    """A player lays the tile that was drawn."""

    cell: Cell
    turn: int


@frozen
class Deploy:
    """A player puts a follower on a part of the tile just laid."""

    part: int


@frozen
class Pass:
    """A player puts no follower."""


Action = Draw | Lay | Deploy | Pass
PASS = Pass()


@frozen
class Outcome:
    """Points of each player and everyone who has the most (B13)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@frozen
class Carcassonne:
    """The game for a number of players with one of the sets of shrine tiles (T)."""

    players: int = field()
    tile_set: str = "Cult"
    sorts: tuple[Sort, ...] = field(factory=read_sorts, repr=False)

    @players.validator
    def _check_players(self, _: object, players: int) -> None:
        if not 2 <= players <= 5:
            raise ValueError("two to five players")

    def initial(self) -> State:
        """The first tile lies, all others are in the bag, everyone has seven followers (B1, B5)."""
        bag = [sort.copies if self.tile_set in sort.sets else 0 for sort in self.sorts]
        (first,) = [sort for sort in self.sorts if sort.name == FIRST]
        bag[first.index] -= 1
        return State(
            board=NO_TILES.laid(START, first.turned[0]),
            followers={},
            bag=tuple(bag),
            aside=(0,) * len(bag),
            drawn=None,
            last=None,
            supply=(FOLLOWERS,) * self.players,
            scores=(0,) * self.players,
            player=0,
            phase="draw",
            fitting=(),
        )

    def turn(self, state: State) -> int | str | None:
        """Who decides: chance, a player, or nobody."""
        match state.phase:
            case "draw":
                return "chance"
            case "over":
                return None
            case _:
                return state.player

    def legal(self, state: State) -> list[Action]:
        """Return every legal action, in the order of sorts, of cells and turns, or of parts."""
        match state.phase:
            case "draw":
                return [Draw(sort) for sort, left in enumerate(state.bag) if left]
            case "lay":
                return [Lay(cell, turn) for cell, turn in state.fitting]
            case "deploy":
                return [*self._deployments(state), PASS]
            case _:
                return []

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action, with what was finished judged."""
        match state.phase, action:
            case "draw", Draw(sort):
                return self._draw(state, sort)
            case "lay", Lay(cell, turn):
                return self._lay(state, cell, turn)
            case "deploy", Deploy(part):
                return self._deploy(state, part)
            case "deploy", Pass():
                return self._judge(state, state.board, state.followers, state.supply)
            case _:
                raise IllegalMove(f"{action} does not belong to the phase {state.phase}")

    def outcome(self, state: State) -> Outcome | None:
        """Return points and winners once the game is over."""
        if state.phase != "over":
            return None
        best = max(state.scores)
        return Outcome(state.scores, tuple(player for player, own in enumerate(state.scores) if own == best))

    def _deployments(self, state: State) -> list[Deploy]:
        """A follower goes where nobody stands on the whole feature (B6)."""
        if state.last is None or not state.supply[state.player]:
            return []
        board, (x, y) = state.board, state.last
        parts = board.tiles[x, y].parts
        return [Deploy(part.number) for part in parts if not board.feature((x, y, part.number)).manned]

    def _draw(self, state: State, sort: int) -> State:
        """A tile that fits nowhere is set aside, and another one is drawn (B1)."""
        bag, aside = list(state.bag), state.aside
        if not 0 <= sort < len(bag) or not bag[sort]:
            raise IllegalMove(f"there is no tile of the sort {sort} in the bag")
        bag[sort] -= 1
        fitting = placements(state.board, self.sorts[sort])
        if not fitting:
            aside = (*aside[:sort], aside[sort] + 1, *aside[sort + 1 :])
        over = not fitting and not any(bag)
        return State(
            state.board,
            state.followers,
            tuple(bag),
            aside,
            sort if fitting else None,
            None,
            state.supply,
            final(state.board, state.followers, state.scores) if over else state.scores,
            state.player,
            "over" if over else "lay" if fitting else "draw",
            fitting,
        )

    def _lay(self, state: State, cell: Cell, turn: int) -> State:
        if state.drawn is None or (cell, turn) not in state.fitting:
            raise IllegalMove(f"the tile cannot be laid at {cell} with turn {turn}")
        return State(
            state.board.laid(cell, self.sorts[state.drawn].turned[turn]),
            state.followers,
            state.bag,
            state.aside,
            None,
            cell,
            state.supply,
            state.scores,
            state.player,
            "deploy",
            (),
        )

    def _deploy(self, state: State, part: int) -> State:
        if state.last is None or Deploy(part) not in self._deployments(state):
            raise IllegalMove(f"no follower can be put on part {part}")
        spot, player = (*state.last, part), state.player
        followers = state.followers | {spot: player}
        return self._judge(state, state.board.manned(spot), followers, more(state.supply, player, -1))

    def _judge(self, state: State, board: Board, followers: dict[Spot, int], supply: tuple[int, ...]) -> State:
        """Judges what the last tile has finished, and goes on to the next player or to the end (B8, B13)."""
        finished = finished_by(board, state.last)
        scores = state.scores
        if finished:
            going: list[Spot] = []
            for spot in finished:
                feature = board.feature(spot)
                points = worth(board, spot, feature, finished=True)
                for player in leaders(followers, feature):
                    scores = more(scores, player, points)
                going += feature.manned
            going += losers(board, finished)
            followers = followers.copy()
            for spot in dict.fromkeys(going):
                supply = more(supply, followers.pop(spot), 1)
            board = board.cleared(going)
        over = not any(state.bag)
        return State(
            board,
            followers,
            state.bag,
            state.aside,
            None,
            None,
            supply,
            final(board, followers, scores) if over else scores,
            (state.player + 1) % self.players,
            "over" if over else "draw",
            (),
        )
