"""The table of a search: where to look for a state that may be known already.

An entry has half a fingerprint and a number; where two fingerprints are the same the states are compared, so none is
ever taken for another.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.program import ops
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.search_progress import COUNT, MASK, TABLE, Progress
from refengine.program.from_ir.stored_states import WORD, fingerprint, same_state
from refengine.program.from_ir.unit import Unit

BITS: Final = 64
HALF: Final = 32

GROWN: Final = "grown"
"""The function that makes the table."""


def add_table(unit: Unit, progress: Progress) -> StateTable:
    """Adds the functions that find an entry, and those that make the table and double it."""
    table = StateTable(unit, progress)
    unit.add(fingerprint(progress.layout.state))
    unit.add(same_state(progress.layout.state))
    table.add_entry()
    table.add_grown()
    return table


def number_of(entry: ops.Local) -> ops.Expression:
    """Returns the number of the state of an entry that is not free."""
    return plus(ops.Binary("&", ops.Get(entry), ops.Number((1 << HALF) - 1)), -1)


def alike(entry: ops.Local, print_: ops.Expression) -> ops.Expression:
    """Returns whether the half of a fingerprint that an entry has is that of another one."""
    return ops.Compare(
        "==", ops.Binary(">>", ops.Get(entry), ops.Number(HALF)), ops.Binary(">>", print_, ops.Number(HALF))
    )


@frozen
class StateTable:
    """The table of one program; what it holds is asked of entries by their place."""

    unit: Unit
    progress: Progress

    def slot(self, place: ops.Local) -> ops.Expression:
        """Returns the address of the entry at a place."""
        return self.progress.entry(TABLE, ops.Get(place), WORD)

    def next(self, place: ops.Local) -> ops.Statement:
        """Goes to the next place; the first one follows the last."""
        return ops.Assign(place, ops.Binary("&", plus(ops.Get(place), 1), self.progress.word(MASK)))

    def first(self, place: ops.Local, print_: ops.Expression) -> ops.Statement:
        """Begins at the place that a fingerprint says, of which the upper half is enough."""
        beyond = ops.Binary("-", ops.Number(BITS), ops.Unary("ones", self.progress.word(MASK)))
        return ops.Assign(place, ops.Binary(">>", print_, beyond))

    def add_entry(self) -> None:
        """Adds the function that finds the entry of a state: its own, or the free one for it.

        An entry has the upper half of the fingerprint, and the number of the state, from 1; 0 where it is free. Its
        uppermost bits say where to look for it, so entries lie in their order, but for those that gave way.
        """
        print_, place = ops.Local("print", "i64"), ops.Local("place", "i64")
        entry, state = ops.Local("entry", "i64"), ops.Local("state", "i32")
        key, other = self.progress.key(ops.Get(state)), self.progress.key(self.progress.row(number_of(entry)))
        same = ops.Call("same state", (key, other), "i32")
        loop = (
            ops.Assign(entry, ops.Load(self.slot(place), 0, WORD)),
            ops.When(ops.Compare("==", ops.Get(entry), ops.Number(0)), (ops.Return(self.slot(place)),)),
            ops.When(ops.Both(alike(entry, ops.Get(print_)), same), (ops.Return(self.slot(place)),)),
            self.next(place),
        )
        body = (
            self.first(place, ops.Get(print_)),
            ops.While(ops.Address(1), loop),
            ops.Trap(0),
        )
        self.unit.add(ops.Function("entry of", (state, print_), "i32", body))

    def written(self, slot: ops.Expression, print_: ops.Expression, number: ops.Expression) -> ops.Statement:
        """Fills the entry at an address."""
        upper = ops.Binary("<<", ops.Binary(">>", print_, ops.Number(HALF)), ops.Number(HALF))
        return ops.Store(slot, 0, WORD, ops.Binary("|", upper, plus(number, 1)))

    def add_grown(self) -> None:
        """Adds the functions that make the table: of so many entries, a power of two, and of twice as many as it had.

        What is doubled goes through the entries in their order, from a copy behind the new table, and needs no state.
        """
        size, number, place = ops.Local("size", "i64"), ops.Local("number", "i64"), ops.Local("place", "i64")
        print_, entry, old = ops.Local("print", "i64"), ops.Local("entry", "i64"), ops.Local("old", "i32")
        taken = ops.Compare("!=", ops.Load(self.slot(place), 0, WORD), ops.Number(0))
        begun = (
            self.progress.set(MASK, plus(ops.Get(size), -1)),
            ops.Clear(ops.Get(TABLE), self._bytes(ops.Get(size))),
            ops.Assign(number, ops.Number(0)),
        )
        row = self.progress.row(ops.Get(number))
        each = (
            *self.progress.canonical(row),
            ops.Assign(print_, ops.Call("fingerprint", (self.progress.key(row),), "i64")),
            self.first(place, ops.Get(print_)),
            ops.While(taken, (self.next(place),)),
            self.written(self.slot(place), ops.Get(print_), ops.Get(number)),
            ops.Assign(number, plus(ops.Get(number), 1)),
        )
        body = (*begun, ops.While(ops.Compare("<", ops.Get(number), self.progress.word(COUNT)), each))
        self.unit.add(ops.Function(GROWN, (size,), None, body, exported=True))
        moved = (
            self.first(place, ops.Get(entry)),
            ops.While(taken, (self.next(place),)),
            ops.Store(self.slot(place), 0, WORD, ops.Get(entry)),
        )
        again = (
            ops.Assign(entry, ops.Load(ops.Get(old), 0, WORD)),
            ops.When(ops.Compare("!=", ops.Get(entry), ops.Number(0)), moved),
            ops.Assign(old, ops.Plus(ops.Get(old), ops.Address(WORD))),
            ops.Assign(number, plus(ops.Get(number), 2)),
        )
        doubled = (
            ops.Assign(size, ops.Binary("*", plus(self.progress.word(MASK), 1), ops.Number(2))),
            ops.Assign(old, ops.Plus(ops.Get(TABLE), self._bytes(ops.Get(size)))),
            ops.Copy(ops.Get(old), ops.Get(TABLE), self._bytes(plus(self.progress.word(MASK), 1))),
            *begun,
            ops.While(ops.Compare("<", ops.Get(number), ops.Get(size)), again),
        )
        self.unit.add(ops.Function("doubled", (), None, doubled))

    @staticmethod
    def _bytes(entries: ops.Expression) -> ops.Expression:
        return ops.Times(ops.Shortened(entries), ops.Address(WORD))
