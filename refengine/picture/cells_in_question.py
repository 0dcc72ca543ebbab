"""The cells in question: those that a decision names, each with words about what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import define, field

from refengine.runtime.grids import Cell, cell_named

_CELL: Final = re.compile(r"\([^)]*\)")


def cells_in(value: Any) -> Iterator[Cell]:
    """Yields the cells that a value names as it is printed, by themselves or as those of spots."""
    match value:
        case str():
            found = _CELL.match(value)
            cell = None if found is None else cell_named(found[0])
            if cell is not None:
                yield cell
        case Mapping():
            for each in value.values():
                yield from cells_in(each)
        case list() | tuple():
            for each in value:
                yield from cells_in(each)
        case _:
            pass


@define
class Questions:
    """Questions about cells: a word in each, and notes that stand beside the picture."""

    words: dict[Cell, tuple[str, ...]] = field(factory=dict)
    notes: list[str] = field(factory=list)

    def clear(self) -> None:
        """Forgets everything: something else is asked."""
        self.words.clear()
        self.notes.clear()

    def also(self, others: Questions) -> None:
        """Asks what others ask, too."""
        for cell, words in others.words.items():
            self.words[cell] = tuple(dict.fromkeys((*self.words.get(cell, ()), *words)))
        self.notes += others.notes

    def ask(self, arguments: Iterable[Any], word: str, told: str) -> None:
        """Asks of the cells that a decision names; of one that names none nothing is told."""
        cells = list(dict.fromkeys(cells_in(list(arguments))))
        for cell in cells:
            self.words[cell] = tuple(dict.fromkeys((*self.words.get(cell, ()), word)))
        if cells:
            self.notes.append(told)
