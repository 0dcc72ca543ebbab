"""Independent restatements of the two tutorial games, for counting only: a cross-check, and no evidence about the rules.

Nothing here comes from `docs/tutorial/`: both games were written down a second time, from their rulebooks, in another
form (bit boards, tuples of numbers), so that the same mistake is unlikely to be made twice.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Literal, TypeVar

from attrs import evolve, frozen

Node = TypeVar("Node", bound=Hashable)


@frozen
class Census:
    """How large a game is.

    `games` are the courses that a game can take from start to end, `nodes` the nodes of the tree that these courses form
    (its root and its leaves included), `positions` the different positions in it.
    """

    games: int
    nodes: int
    positions: int


def census(root: Node, successors: Callable[[Node], Iterable[Node]]) -> Census:
    """Counts a game whose positions know their future: each position is looked at once, and the sums are added up.

    A node without successors is the end of a game. Two ways from one position to another are two courses.
    """
    below: dict[Node, tuple[int, int]] = {}
    path = [(root, iter(successors(root)), [0, 1])]
    while path:
        node, coming, sums = path[-1]
        for child in coming:
            if child not in below:
                path.append((child, iter(successors(child)), [0, 1]))
                break
            games, nodes = below[child]
            sums[0] += games
            sums[1] += nodes
        else:
            path.pop()
            below[node] = max(sums[0], 1), sums[1]
            if path:
                path[-1][2][0] += below[node][0]
                path[-1][2][1] += below[node][1]
    games, nodes = below[root]
    return Census(games, nodes, len(below))


# ---------------------------------------------------------------------------------------------------------- tic-tac-toe

LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)

Board = tuple[int, int]
"""The squares of the player to move and of the one who moved last, a bit each."""


def tictactoe_moves(board: Board) -> Iterable[Board]:
    """The boards after every move; none, when the last move made a line or the board is full."""
    mine, theirs = board
    if any(theirs & line == line for line in LINES):
        return
    for square in range(9):
        bit = 1 << square
        if not (mine | theirs) & bit:
            yield theirs, mine | bit


def tictactoe() -> Census:
    """The published numbers: 255,168 games, 549,946 nodes, 5,478 positions."""
    return census((0, 0), tictactoe_moves)


# ------------------------------------------------------------------------------------------------------------ goofspiel

Ties = Literal["discarded", "divided", "carried_over"]


@frozen
class Seat:
    """What a player has: cards in hand, the card bid in this round (0: none yet), prizes taken, points without a card."""

    hand: frozenset[int]
    bid: int
    taken: frozenset[int]
    extra: int


@frozen
class Table:
    """A position. Cards that were bid and prizes that are out of the game follow from it."""

    seats: tuple[Seat, ...]
    stock: frozenset[int]
    prizes: frozenset[int]
    turned: bool


@frozen
class Goofspiel:
    """The variant: how many cards in a suit, how many players, how prizes come, what a tie does.

    In a round every player bids. `in_seat_order` counts the bids of one round as made one after another from the first
    seat on, so that a pair of bids is one course; otherwise every order in which they can be laid down is a course.
    """

    cards: int
    players: int = 2
    shuffled: bool = False
    ties: Ties = "discarded"
    in_seat_order: bool = True

    def census(self) -> Census:
        """The whole game."""
        suit = frozenset(range(1, self.cards + 1))
        seat = Seat(suit, 0, frozenset(), 0)
        return census(self._turn(Table((seat,) * self.players, suit, frozenset(), turned=False)), self.successors)

    def successors(self, table: Table) -> Iterable[Table]:
        """The positions that one decision leads to, of a player or of the shuffle."""
        if not table.turned:
            for prize in sorted(table.stock):
                yield self._up(table, prize)
            return
        for number, seat in enumerate(table.seats):
            if seat.bid:
                continue
            for card in sorted(seat.hand):
                chosen = evolve(seat, hand=seat.hand - {card}, bid=card)
                yield self._settle(evolve(table, seats=(*table.seats[:number], chosen, *table.seats[number + 1 :])))
            if self.in_seat_order:
                return

    def _up(self, table: Table, prize: int) -> Table:
        return evolve(table, stock=table.stock - {prize}, prizes=table.prizes | {prize}, turned=True)

    def _turn(self, table: Table) -> Table:
        """The next round, where nobody decides about its prize."""
        return table if self.shuffled or not table.stock else self._up(table, max(table.stock))

    def _settle(self, table: Table) -> Table:
        """The end of the round, once everybody has bid."""
        bids = [seat.bid for seat in table.seats]
        if 0 in bids:
            return table
        highest = [number for number, bid in enumerate(bids) if bid == max(bids)]
        gone = table.prizes
        seats = [evolve(seat, bid=0) for seat in table.seats]
        if len(highest) == 1:
            (number,) = highest
            seats[number] = evolve(seats[number], taken=seats[number].taken | gone)
        elif self.ties == "divided":
            for number in highest:
                seats[number] = evolve(seats[number], extra=seats[number].extra + sum(gone) // len(highest))
        elif self.ties == "carried_over":
            gone = frozenset()
        after = Table(tuple(seats), table.stock, table.prizes - gone, turned=not table.stock)
        return self._turn(after)
