"""Progress of a search: the words of memory that say how far it has come, and where its arrays lie.

INVARIANT: progress lies in memory, so the search goes on after a stop, or a trap, where whoever runs it says.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.program import ops
from refengine.program.from_ir.canonical import CANONICAL
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.stored_states import WORD

LISTING, TAKING, FOUND, MET_AGAIN, ENDING = range(5)
"""The stages of a step: what is legal, an action, a new state, a known one, the outcome of a game that is over."""

(
    COUNT, NUMBER, PLACE, TRANSITIONS, FINISHED, DEPTH, LEVEL, MASK, STAGE, BROKEN, DENIED, ASKED,
    WAITING, LOOKED, PARENT, ACTION, TOUCHED, MANY, OWN, BOX, MOST_SENT, FULL, RECEIVING, SENT,
) = range(24)  # fmt: skip
"""The words of the progress: states known; the one that is expanded, and the place of the action that is tried;
transitions; games over; the level, and the number at which it ends; the table's size less one; the stage; the
properties, and the claims, that are known to be broken, as masks; the claims whose assumptions something met; of the
steps that are taken and not yet looked at, how many there are, and how many of them have been looked at by now; of the
step that is looked at, the state from which it was taken, and the place of its action; what nobody reads. Where several
instances search: how many they are, and which one this is, from 0; the bytes of the box for each of them, and how many
states are enough in one; whether there are so many in some; whether the states that wait are another's findings; and,
for each instance, how many are in its box."""

MOST_INSTANCES: Final = 16

WORDS: Final = SENT + MOST_INSTANCES

FIRST_SIZE: Final = 1 << 12
"""The number of entries of the table at first; it doubles when it is half full."""

STATES, PARENTS, PLACES, BOXES, TABLE = ARRAYS = tuple(
    ops.Global(f"search {name}", "i32") for name in ("states", "parents", "places", "boxes", "table")
)


@frozen
class SearchLayout:
    """The layout of a search: where its progress lies, and the bytes of a state, with what fills them up to words.

    Where states that differ by seats alone count once, the canonical state of each is kept behind it.
    """

    progress: int
    state: int
    alike: bool
    claims: tuple[str, ...]
    """The names of the claims, in their order."""

    @property
    def row(self) -> int:
        """The bytes of a state as it is kept."""
        return 2 * self.state if self.alike else self.state

    @property
    def key(self) -> int:
        """The offset, in what is kept of a state, of the bytes by which it is known."""
        return self.state if self.alike else 0


def globals_of(layout: SearchLayout | None) -> tuple[ops.Global, ...]:
    """Returns the globals that hold where each array begins."""
    return () if layout is None else ARRAYS


@frozen
class Progress:
    """The words of one program, and the entries of its arrays."""

    layout: SearchLayout

    def word(self, word: int) -> ops.Expression:
        """Returns the content of a word."""
        return ops.Load(ops.Address(self.layout.progress), WORD * word, WORD)

    def entry_of(self, word: int, number: ops.Expression) -> ops.Expression:
        """Returns the address of one of several words, the first of which is given."""
        first = ops.Address(self.layout.progress + WORD * word)
        return ops.Plus(first, ops.Times(ops.Shortened(number), ops.Address(WORD)))

    def set(self, word: int, value: ops.Expression) -> ops.Statement:
        """Gives a word another content."""
        return ops.Store(ops.Address(self.layout.progress), WORD * word, WORD, value)

    def more(self, word: int) -> ops.Statement:
        """Makes a word one more."""
        return self.set(word, plus(self.word(word), 1))

    def row(self, number: ops.Expression) -> ops.Expression:
        """Returns the address of a state that is kept, by its number."""
        return self.entry(STATES, number, self.layout.row)

    def key(self, row: ops.Expression) -> ops.Expression:
        """Returns the address of the bytes by which a state that is kept is known."""
        return ops.Plus(row, ops.Address(self.layout.key)) if self.layout.key else row

    def canonical(self, row: ops.Expression) -> tuple[ops.Statement, ...]:
        """Returns the statements that write the canonical state of a state behind it, where there is one."""
        if not self.layout.alike:
            return ()
        return (ops.Run(ops.Call(CANONICAL, (row, self.key(row)), None)),)

    @staticmethod
    def entry(array: ops.Global, number: ops.Expression, width: int) -> ops.Expression:
        """Returns the address of an entry of so many bytes."""
        return ops.Plus(ops.Get(array), ops.Times(ops.Shortened(number), ops.Address(width)))
