"""Batched lookups of a search: new states are looked up a group at a time, to hide the latency of memory.

Where a state may be known lies anywhere in memory, and to wait for that takes longer than the step. So the states wait;
then all the entries of the table are read at once, then all the states that may be the same, and each is looked up when
what that needs is near. What is found, and in which order, is as if each state were looked up behind its step.

INVARIANT: a state that is looked at lies where states are played, and what its step wrote counts as written last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from refengine.program import ops
from refengine.program.from_ir import search_progress
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.search_progress import PARENTS, PLACES, Progress
from refengine.program.from_ir.search_table import StateTable, alike, number_of
from refengine.program.from_ir.stamps import BEGUN, JOINED, parts_of
from refengine.program.from_ir.stored_states import WORD
from refengine.program.from_ir.unit import ARENA, ARENA_START, CLOCK, Unit

LOOK: Final = "look up"
"""The function that looks at all states that wait; whether something is remarkable, and some wait on."""

KEEP: Final = "keep"

GROUP: Final = 64
"""The number of states that wait before they are looked up; they stay in the processor's cache meanwhile."""

PRINT, FROM, BY, WRITTEN, HEAD = 0, 8, 12, 16, 24
"""The offsets, behind a state that waits, of its fingerprint, its parent, its action, and what its step wrote."""

LAST_BIT: Final = 63
"""The bit that all parts of a state share for which there is none of their own."""

AT, END = ops.Local("at", "i32"), ops.Local("end", "i32")
PLACE, ENTRY, SUM = (ops.Local(name, "i64") for name in ("place", "entry", "sum"))


@frozen
class Lookups:
    """The states that wait, from the address `room` on; `state` is where states are played."""

    unit: Unit
    progress: Progress
    table: StateTable
    state: ops.Expression
    room: int

    @property
    def row(self) -> int:
        """The bytes of a state as it is kept."""
        return self.progress.layout.row

    @property
    def size(self) -> int:
        """The bytes of a state that waits."""
        return self.row + HEAD

    def _waiting(self, word: int) -> ops.Expression:
        """Returns the address of the state that waits with the number in a word."""
        number = ops.Shortened(self.progress.word(word))
        return ops.Plus(ops.Address(self.room), ops.Times(number, ops.Address(self.size)))

    def print_(self) -> ops.Expression:
        """Returns the fingerprint of the state that waits."""
        return ops.Load(ops.Get(AT), self.row + PRINT, WORD)

    # ---- WAITING

    def stored(self) -> Iterator[ops.Statement]:
        """Yields the statements that put the state that is played behind those that wait."""
        yield ops.Assign(AT, self._waiting(search_progress.WAITING))
        yield ops.Copy(ops.Get(AT), self.state, ops.Address(self.progress.layout.state))
        yield from self.progress.canonical(ops.Get(AT))
        print_ = ops.Call("fingerprint", (self.progress.key(ops.Get(AT)),), "i64")
        yield ops.Store(ops.Get(AT), self.row + PRINT, WORD, print_)
        yield ops.Store(ops.Get(AT), self.row + FROM, 4, self.progress.word(search_progress.NUMBER))
        yield ops.Store(ops.Get(AT), self.row + BY, 4, self.progress.word(search_progress.PLACE))
        yield ops.Store(ops.Get(AT), self.row + WRITTEN, WORD, self._written())

    def wrote(self, parts: int) -> ops.Statement:
        """Says what the step wrote that led to the state that waits, a bit for each part."""
        return ops.Store(ops.Get(AT), self.row + WRITTEN, WORD, ops.Number(parts))

    def _written(self) -> ops.Expression:
        """Returns the parts of the state that have been written since the step began, a bit each."""
        found: ops.Expression = ops.Number(0)
        for number, part in enumerate(parts_of(self.unit.game)):
            later = ops.Widened(ops.Compare(">", ops.Get(part), ops.Get(BEGUN)))
            found = ops.Binary("|", found, ops.Binary("<<", later, ops.Number(min(number, LAST_BIT))))
        return found

    def is_full(self) -> ops.Expression:
        """Returns whether so many states wait that they have to be looked up before the next one."""
        return ops.Compare(">=", self.progress.word(search_progress.WAITING), ops.Number(GROUP))

    # ---- LOOKING

    def add_keep(self) -> None:
        """Adds the function that keeps the state that is looked at, if it is new; whether it is."""
        word, slot = self.progress.word, ops.Local("slot", "i32")
        full = ops.Compare(">", ops.Binary("*", word(search_progress.COUNT), ops.Number(2)), word(search_progress.MASK))
        no = ops.Return(ops.Address(0))
        body = (
            ops.Assign(slot, ops.Call("entry of", (ops.Get(AT), self.print_()), "i32")),
            ops.When(ops.Compare("!=", ops.Load(ops.Get(slot), 0, WORD), ops.Number(0)), (no,)),
            self.table.written(ops.Get(slot), self.print_(), word(search_progress.COUNT)),
            ops.Copy(self.progress.row(word(search_progress.COUNT)), ops.Get(AT), ops.Address(self.row)),
            ops.Store(self.progress.entry(PARENTS, word(search_progress.COUNT), 4), 0, 4, word(search_progress.PARENT)),
            ops.Store(self.progress.entry(PLACES, word(search_progress.COUNT), 2), 0, 2, word(search_progress.ACTION)),
            self.progress.more(search_progress.COUNT),
            ops.When(full, (ops.Run(ops.Call("doubled", (), None)),)),
            ops.Return(ops.Address(1)),
        )
        self.unit.add(ops.Function(KEEP, (AT,), "i32", body))

    def add_look(self, checked: ops.Local, is_new: Iterable[ops.Statement], known: Iterable[ops.Statement]) -> None:
        """Adds the function that looks up all states that wait, and asks of each what is given; see `LOOK`."""
        going = ops.Compare(
            "<", self.progress.word(search_progress.LOOKED), self.progress.word(search_progress.WAITING)
        )
        each = (
            ops.Assign(AT, self._waiting(search_progress.LOOKED)),
            self.progress.set(search_progress.PARENT, ops.Load(ops.Get(AT), self.row + FROM, 4)),
            self.progress.set(search_progress.ACTION, ops.Load(ops.Get(AT), self.row + BY, 4)),
            self.progress.more(search_progress.TRANSITIONS),
            *self._played(),
            ops.When(ops.Call(KEEP, (ops.Get(AT),), "i32"), tuple(is_new), tuple(known)),
            self.progress.more(search_progress.LOOKED),
        )
        body = (
            ops.Assign(SUM, ops.Number(0)),
            *self._through((ops.Assign(ENTRY, self._first_entry()), self._sum_with(ops.Get(ENTRY)))),
            *self._through(tuple(self._near())),
            self.progress.set(search_progress.TOUCHED, ops.Get(SUM)),
            ops.While(going, each),
            self.progress.set(search_progress.LOOKED, ops.Number(0)),
            self.progress.set(search_progress.WAITING, ops.Number(0)),
            ops.Return(ops.Address(0)),
        )
        self.unit.add(ops.Function(LOOK, (checked,), "i32", body))

    def _through(self, each: tuple[ops.Statement, ...]) -> Iterator[ops.Statement]:
        """Yields a loop over the states that wait, the address in `AT`."""
        yield ops.Assign(AT, self._waiting(search_progress.LOOKED))
        yield ops.Assign(END, self._waiting(search_progress.WAITING))
        below = ops.Compare("<u", ops.Widened(ops.Get(AT)), ops.Widened(ops.Get(END)))
        yield ops.While(below, (*each, ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Address(self.size)))))

    def _first_entry(self) -> ops.Expression:
        begun = self.table.first(PLACE, self.print_())
        return ops.Do((begun,), ops.Load(self.table.slot(PLACE), 0, WORD))

    def _sum_with(self, value: ops.Expression) -> ops.Statement:
        """Reads something, so that it is near when it is needed; only what is used in the end is sure to be read."""
        return ops.Assign(SUM, ops.Binary("^", ops.Get(SUM), value))

    def _near(self) -> Iterator[ops.Statement]:
        """Yields what reads a state that may be the one that waits, where it begins and where it ends."""
        yield ops.Assign(ENTRY, self._first_entry())
        taken = ops.Compare("!=", ops.Get(ENTRY), ops.Number(0))
        other = ops.Both(taken, ops.Negated(alike(ENTRY, self.print_())))
        further = (self.table.next(PLACE), ops.Assign(ENTRY, ops.Load(self.table.slot(PLACE), 0, WORD)))
        yield ops.While(other, further)
        row = self.progress.row(number_of(ENTRY))
        yield ops.When(
            taken,
            (
                self._sum_with(ops.Load(row, 0, WORD)),
                *(self._sum_with(ops.Load(row, offset, WORD)) for offset in range(64, self.row, 64)),
                self._sum_with(ops.Load(row, self.row - WORD, WORD)),
            ),
        )

    def _played(self) -> Iterator[ops.Statement]:
        """Yields what makes the state that is looked at the one that is played, behind its step."""
        yield ops.Copy(self.state, ops.Get(AT), ops.Address(self.progress.layout.state))
        yield ops.Assign(ARENA, ops.Get(ARENA_START))
        # What is not written counts as written just before the step: nothing that was worked out earlier is good.
        yield ops.Assign(BEGUN, plus(ops.Get(CLOCK), 1))
        yield ops.Assign(CLOCK, plus(ops.Get(CLOCK), 2))
        for number, part in enumerate(parts_of(self.unit.game)):
            written = ops.Binary(
                ">>", ops.Load(ops.Get(AT), self.row + WRITTEN, WORD), ops.Number(min(number, LAST_BIT))
            )
            yield ops.Assign(part, ops.Binary("+", ops.Get(BEGUN), ops.Binary("&", written, ops.Number(1))))
        yield JOINED
