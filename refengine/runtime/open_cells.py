"""Cells of a position that leave open what lies there: the first pieces and turns by which nothing is broken.

The cells are filled in their order, each with the first of its pieces, as printed, in the first of its turns, by which
nothing is broken that has to hold in every state and was not broken before; where that leads nowhere, the choice before
it is taken back. Whoever wants another way says in which order pieces are tried; where that leads to none within few
ways, it is the first one after all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from attrs import define, field

from refengine.runtime.bad_data import TOO_OFTEN, nothing_fits, too_many_ways
from refengine.runtime.description import GivenOpen, GivenPiece, GivenTokens, GivenVariable
from refengine.runtime.fault import BadData, Fault

MOST: Final = 20_000
"""The greatest number of ways that are tried."""

FEW: Final = 400
"""The same in an order that somebody wants: there may be better ones."""

Fact = GivenPiece | GivenVariable | GivenTokens
Broken = Callable[[Sequence[Fact]], "frozenset[str] | BadData | Fault"]
"""The names of what is broken where these facts are given, or why they are no position."""
Order = Callable[[Sequence[GivenPiece]], Sequence[GivenPiece]]
"""The order in which the pieces for a cell are tried, of all in all turns."""


@define
class _Search:
    opened: Sequence[GivenOpen]
    turns: Callable[[GivenOpen], Sequence[int | None]]
    broken: Broken
    named: Callable[[GivenOpen], str]
    order: Order | None = None
    tried: int = 0
    furthest: int = 0
    against: dict[str, None] = field(factory=dict)
    """The names of what has been broken in the furthest cell."""
    no_position: dict[str, None] = field(factory=dict)
    """Why pieces there made no position."""

    def ways(self, given: list[Fact], number: int, before: frozenset[str]) -> list[Fact] | None:
        """Returns the facts with those cells filled that come at a number or behind; None if there is no way."""
        if number == len(self.opened):
            return given
        if number > self.furthest:
            self.furthest = number
            self.against.clear()
            self.no_position.clear()
        for each in self._choices(self.opened[number]):
            self.tried += 1
            if self.tried > (MOST if self.order is None else FEW):
                raise too_many_ways(self.named(self.opened[self.furthest]), MOST)
            now = self.broken([*given, each])
            if isinstance(now, frozenset) and now <= before:
                found = self.ways([*given, each], number + 1, now)
                if found is not None:
                    return found
            elif number == self.furthest:
                self._told(now, before)
        return None

    def _told(self, now: frozenset[str] | BadData | Fault, before: frozenset[str]) -> None:
        """Notes why a piece does not lie in the furthest cell; where one lies too often another may yet be free."""
        if isinstance(now, frozenset):
            self.against.update(dict.fromkeys(sorted(now - before)))
        elif now.code != TOO_OFTEN:
            self.no_position[now.message] = None

    def _choices(self, opened: GivenOpen) -> Sequence[GivenPiece]:
        printed = sorted(opened.pieces, key=lambda each: int(each.index))
        choices = [GivenPiece(piece, opened.place, turn) for piece in printed for turn in self.turns(opened)]
        return choices if self.order is None else self.order(choices)


def filled_cells(
    facts: Sequence[Fact | GivenOpen],
    *,
    turns: Callable[[GivenOpen], Sequence[int | None]],
    broken: Broken,
    named: Callable[[GivenOpen], str],
    apart: Callable[[Fact], bool],
    order: Order | None = None,
) -> tuple[Fact, ...]:
    """Returns the facts, with a piece for each that leaves one open; facts `apart` are not looked at in the search.

    Raises `BadData` where nothing fits, which names the cell up to which the search has come.
    """
    said = [each for each in facts if not isinstance(each, GivenOpen)]
    opened = [each for each in facts if isinstance(each, GivenOpen)]
    if not opened:
        return tuple(said)
    near = [each for each in said if not apart(each)]
    before = broken(near)
    # Facts that are no position are told of by whoever sets it up.
    if not isinstance(before, frozenset):
        return tuple(said)
    found: list[Fact] | None = None
    if order is not None:
        with suppress(BadData):
            found = _Search(opened, turns, broken, named, order).ways(near, 0, before)
    search = _Search(opened, turns, broken, named)
    found = found or search.ways(near, 0, before)
    if found is None:
        furthest = opened[search.furthest]
        raise nothing_fits(
            furthest.letter,
            named(furthest),
            tuple(search.against),
            tuple(search.no_position),
            printed=bool(furthest.pieces),
        )
    return (*said, *found[len(near) :])


def chosen_pieces(facts: Sequence[Fact | GivenOpen], filled: Sequence[Any]) -> Iterator[tuple[GivenOpen, GivenPiece]]:
    """Yields each fact that left a piece open, with what was chosen for it."""
    opened = [each for each in facts if isinstance(each, GivenOpen)]
    yield from zip(opened, filled[len(filled) - len(opened) :], strict=True)
