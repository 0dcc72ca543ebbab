"""Register allocation: WebAssembly locals of a printed function, shared by the locals of functions inlined into it.

INVARIANT: whatever reads a local has written it before (a register may hold what another local left in it). All locals
of a function have their registers before anything of it is printed: one that got its register within a loop could be
given one that a function before it in the loop had, and has again when the loop comes round.
"""

from __future__ import annotations

from attrs import define, field

from refengine.program import ops

Held = int | ops.Number | ops.Address
"""The place of a local: the number of a register, or the number that it always is."""


@define
class Registers:
    """The registers of one function: the type of each, and those that are free."""

    types: list[ops.Type] = field(factory=list)
    _free: dict[ops.Type, list[int]] = field(factory=lambda: {"i32": [], "i64": []})

    def take(self, type_: ops.Type) -> int:
        """Returns a register that nobody has."""
        if self._free[type_]:
            return self._free[type_].pop()
        self.types.append(type_)
        return len(self.types) - 1

    def give_back(self, register: int) -> None:
        """Frees a register."""
        self._free[self.types[register]].append(register)


@define
class Frame:
    """The locals of one function that is printed, or that stands in another: where each is, and which are its own.

    One that is named by no node (`Copy` needs two) gets its register where it is first used, and is never carried on.
    """

    registers: Registers
    held: dict[str, Held] = field(factory=dict)
    own: list[int] = field(factory=list)

    def of(self, local: ops.Local) -> Held:
        """Returns the place of a local, which gets a register if it has none."""
        found = self.held.get(local.name)
        return self.bind(local) if found is None else found

    def bind(self, local: ops.Local) -> int:
        """Gives a local a register."""
        assert local.name not in self.held
        self.held[local.name] = register = self.registers.take(local.type)
        self.own.append(register)
        return register

    def leave(self) -> None:
        """Gives all registers back."""
        for each in self.own:
            self.registers.give_back(each)
