"""Shares of a search: several instances of one program go through one game, and each keeps the states that are its own.

Whose a state is hangs on its fingerprint alone. A state that is another's goes into that one's box, of which there is
one for each; whoever runs the search carries the boxes over (`explore.shares`). An instance that is alone owns all.

INVARIANT: a step is looked at by the instance that takes it, a state by the one that keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import frozen

from refengine.program import ops
from refengine.program.from_ir.lookups import AT, GROUP, LOOK, Lookups
from refengine.program.from_ir.search_progress import (
    BOX,
    BOXES,
    FULL,
    MANY,
    MOST_SENT,
    OWN,
    RECEIVING,
    SENT,
    WAITING,
    Progress,
)
from refengine.program.from_ir.stored_states import WORD
from refengine.program.from_ir.unit import Unit

OWNER: Final = "owner of"
"""The function that says which instance owns a state."""

RECEIVE: Final = "receive"
"""The function that looks at so many states that another instance sent; whether one of them is remarkable."""

PRINTED: Final = 16
"""The number of lower bits of a fingerprint that say whose a state is; the table goes by the upper half."""

EVERYTHING: Final = -1
"""The parts that a step wrote of which an instance knows nothing: all, so nothing is taken to hold as it did before."""


@frozen
class Shares:
    """The functions and statements of one program that say whose a state is."""

    unit: Unit
    progress: Progress
    lookups: Lookups

    def _owner(self, print_: ops.Expression) -> ops.Expression:
        lower = ops.Binary("&", print_, ops.Number((1 << PRINTED) - 1))
        return ops.Binary(">>", ops.Binary("*", lower, self.progress.word(MANY)), ops.Number(PRINTED))

    def add_owner(self) -> None:
        """Adds the function that says which instance, from 0, owns a stored state."""
        state, print_ = ops.Local("state", "i32"), ops.Call("fingerprint", (ops.Get(ops.Local("state", "i32")),), "i64")
        self.unit.add(ops.Function(OWNER, (state,), "i64", (ops.Return(self._owner(print_)),), exported=True))

    def is_apart(self) -> ops.Expression:
        """Returns whether there are other instances."""
        return ops.Compare(">", self.progress.word(MANY), ops.Number(1))

    def is_full(self) -> ops.Expression:
        """Returns whether a box has to be carried over before more states go into it."""
        return ops.Compare("!=", self.progress.word(FULL), ops.Number(0))

    def postponed(self, when_sent: Iterable[ops.Statement]) -> Iterator[ops.Statement]:
        """Yields the statements by which the state that is played waits here, or goes to the instance that owns it."""
        owner = ops.Local("owner", "i64")
        yield from self.lookups.stored()
        yield ops.Assign(owner, self._owner(self.lookups.print_()))
        own = ops.Compare("==", ops.Get(owner), self.progress.word(OWN))
        sent = (*self._sent(owner), *when_sent)
        yield ops.When(own, (self.progress.more(WAITING),), sent)

    def _sent(self, owner: ops.Local) -> Iterator[ops.Statement]:
        """Yields the statements that put the state behind all that wait into a box."""
        address, many = ops.Local("sent at", "i32"), ops.Local("sent", "i64")
        size = self.lookups.size
        yield ops.Assign(address, self.progress.entry_of(SENT, ops.Get(owner)))
        yield ops.Assign(many, ops.Load(ops.Get(address), 0, WORD))
        box = ops.Times(ops.Shortened(ops.Get(owner)), ops.Shortened(self.progress.word(BOX)))
        there = ops.Plus(box, ops.Times(ops.Shortened(ops.Get(many)), ops.Address(size)))
        yield self.lookups.wrote(EVERYTHING)
        yield ops.Copy(ops.Plus(ops.Get(BOXES), there), ops.Get(AT), ops.Address(size))
        yield ops.Assign(many, ops.Binary("+", ops.Get(many), ops.Number(1)))
        yield ops.Store(ops.Get(address), 0, WORD, ops.Get(many))
        at_most = ops.Compare(">=", ops.Get(many), self.progress.word(MOST_SENT))
        yield ops.When(at_most, (self.progress.set(FULL, ops.Number(1)),))

    def add_receive(self) -> None:
        """Adds the function that has states wait, as many at once as wait else, and looks at them.

        Nothing else waits when it is called. After it has said that something is remarkable, or trapped, nothing is
        asked of the instance any more.
        """
        at, many, checked = ops.Local("from", "i32"), ops.Local("many", "i64"), ops.Local("checked", "i32")
        some = ops.Local("some", "i64")
        bytes_ = ops.Times(ops.Shortened(ops.Get(some)), ops.Address(self.lookups.size))
        each = (
            ops.Assign(some, ops.Get(many)),
            ops.When(ops.Compare(">", ops.Get(some), ops.Number(GROUP)), (ops.Assign(some, ops.Number(GROUP)),)),
            ops.Copy(ops.Address(self.lookups.room), ops.Get(at), bytes_),
            self.progress.set(WAITING, ops.Get(some)),
            ops.When(ops.Call(LOOK, (ops.Get(checked),), "i32"), (ops.Return(ops.Address(1)),)),
            ops.Assign(at, ops.Plus(ops.Get(at), bytes_)),
            ops.Assign(many, ops.Binary("-", ops.Get(many), ops.Get(some))),
        )
        body = (
            self.progress.set(RECEIVING, ops.Number(1)),
            ops.While(ops.Compare(">", ops.Get(many), ops.Number(0)), each),
            self.progress.set(RECEIVING, ops.Number(0)),
            ops.Return(ops.Address(0)),
        )
        self.unit.add(ops.Function(RECEIVE, (at, many, checked), "i32", body, exported=True))
